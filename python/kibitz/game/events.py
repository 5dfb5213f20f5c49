"""What the laws speak of: errors at the table, and the rights they give to others.

Values only; what each does is in laws.py. `by` is the seat in error, or that uses its right.
"""

from dataclasses import dataclass

from kibitz._core import Card
from kibitz.game.actions import Action, Cards, Event

# ---- errors before the play ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Misdeal(Event):
    """The deal was not as it must be; `interrupted`, if another player is to blame."""

    word = "misdeal"
    fault: str
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class ExposedInDeal(Event):
    """Cards of the seat `to` were seen while they were dealt."""

    word = "exposed_in_deal"
    by: int
    to: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class BidOutOfTurn(Event):
    """A seat bids before its turn."""

    word = "bid_out_of_turn"
    by: int
    points: int


@dataclass(frozen=True, slots=True)
class IrregularBid(Event):
    """A bid, or what is said with it, that the laws do not allow."""

    word = "irregular_bid"
    by: int
    fault: str


@dataclass(frozen=True, slots=True)
class RecallDiscard(Event):
    """Trumps put out are taken back, other cards are put out instead."""

    word = "recall_discard"
    by: int
    cards: Cards
    instead: Cards = ()


@dataclass(frozen=True, slots=True)
class IrregularDraw(Event):
    """A seat asks for so many cards too many; below nought, too few."""

    word = "irregular_draw"
    by: int
    excess: int


# ---- errors in the play ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Exposed(Event):
    """Cards are faced, or named; `how` says which, or that a lead was hasty."""

    word = "exposed"
    by: int
    cards: Cards
    how: str = "faced"


@dataclass(frozen=True, slots=True)
class TwoCards(Event):
    """Two cards are played at once."""

    word = "two_cards"
    by: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class LeadOutOfTurn(Event):
    """A seat leads when it is another's turn; then the cards of those who have followed."""

    word = "lead_out_of_turn"
    by: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class PlayOutOfTurn(Event):
    """A seat plays to a trick before its turn."""

    word = "play_out_of_turn"
    by: int
    card: Card


@dataclass(frozen=True, slots=True)
class Revoke(Event):
    """A card is played that may not be: a renounce in error, or a demand that is not met."""

    word = "revoke"
    by: int
    card: Card


@dataclass(frozen=True, slots=True)
class Amend(Event):
    """Who revoked finds it out in time, and plays this card instead."""

    word = "amend"
    by: int
    card: Card


@dataclass(frozen=True, slots=True)
class Claim(Event):
    """A revoke is claimed and proved; `losses` are those of each seat that it has caused."""

    word = "claim"
    of: int
    losses: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FoulHand(Event):
    """A seat is found to hold too many cards."""

    word = "foul_hand"
    by: int


@dataclass(frozen=True, slots=True)
class ShortHand(Event):
    """A seat is found to hold too few: `card` is lost, and `drawn` is taken for it, if any."""

    word = "short_hand"
    by: int
    card: Card | None = None
    drawn: Card | None = None


@dataclass(frozen=True, slots=True)
class IrregularHands(Event):
    """One seat holds a card of another's; it has been given back."""

    word = "irregular_hands"
    over: int
    short: int


@dataclass(frozen=True, slots=True)
class OmittedPlay(Event):
    """A seat plays nothing to a trick."""

    word = "omitted_play"
    by: int


@dataclass(frozen=True, slots=True)
class AbandonedHand(Event):
    """A seat throws down its hand."""

    word = "abandoned_hand"
    by: int


@dataclass(frozen=True, slots=True)
class Remark(Event):
    """A seat calls attention to the trick or to the score."""

    word = "remark"
    by: int


# ---- rights of the others --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stand(Event):
    """A right is not used."""

    word = "stand"


@dataclass(frozen=True, slots=True)
class NewDeal(Event):
    """The same dealer has to deal again."""

    word = "new_deal"


@dataclass(frozen=True, slots=True)
class Demand(Event):
    """A seat is told how to play or lead next; the kinds are those of a deal record."""

    word = "demand"
    of: int
    kind: str


@dataclass(frozen=True, slots=True)
class Call(Event):
    """An exposed card has to be played."""

    word = "call"
    by: int
    card: Card


@dataclass(frozen=True, slots=True)
class Forbid(Event):
    """An exposed trump may not be played."""

    word = "forbid"
    by: int
    card: Card


@dataclass(frozen=True, slots=True)
class Choose(Event):
    """Of two cards played at once this one counts; the other, `faced`, is exposed."""

    word = "choose"
    of: int
    card: Card
    faced: Card


@dataclass(frozen=True, slots=True)
class ClaimTrick(Event):
    """The trick counts for this seat, whoever wins it."""

    word = "claim_trick"
    by: int


@dataclass(frozen=True, slots=True)
class DrawBack(Event):
    """Cards too many are drawn, face down, from a hand."""

    word = "draw_back"
    of: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class MakeGood(Event):
    """A hand that is short is filled from the plain cards put out."""

    word = "make_good"
    of: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Choice:
    """A right that waits for an answer: whose it is, and what he may say.

    `back` is whose turn it was.
    """

    seat: int
    options: tuple[Action, ...]
    back: int | None
