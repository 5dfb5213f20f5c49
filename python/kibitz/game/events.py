"""What the laws speak of: errors at the table, and the rights they give to others.

Values only; what each does is in laws.py. `by` is the seat in error, or that uses its right.
"""

from dataclasses import dataclass

from kibitz._core import Card
from kibitz.game.actions import Action, Cards, Event, action

SEATS = ("by", "of", "to", "over", "short")
"""The fields of events that are seats."""

# ---- errors before the play ------------------------------------------------------------------


@action
class Misdeal(Event):
    """The deal was not as it must be; `interrupted`, if another player is to blame."""

    fault: str
    interrupted: bool = False


@action
class ExposedInDeal(Event):
    """Cards of the seat `to` were seen while they were dealt."""

    by: int
    to: int
    cards: Cards


@action
class BidOutOfTurn(Event):
    """A seat bids before its turn."""

    by: int
    points: int


@action
class IrregularBid(Event):
    """A bid, or what is said with it, that the laws do not allow."""

    by: int
    fault: str


@action
class RecallDiscard(Event):
    """Trumps put out are taken back, other cards are put out instead."""

    by: int
    cards: Cards
    instead: Cards = ()


@action
class IrregularDraw(Event):
    """A seat asks for so many cards too many; below nought, too few."""

    by: int
    excess: int


# ---- errors in the play ----------------------------------------------------------------------


@action
class Exposed(Event):
    """Cards are faced, or named; `how` says which, or that a lead was hasty."""

    by: int
    cards: Cards
    how: str = "faced"


@action
class TwoCards(Event):
    """Two cards are played at once."""

    by: int
    cards: Cards


@action
class LeadOutOfTurn(Event):
    """A seat leads when it is another's turn; then the cards of those who have followed."""

    by: int
    cards: Cards


@action
class PlayOutOfTurn(Event):
    """A seat plays to a trick before its turn."""

    by: int
    card: Card


@action
class Revoke(Event):
    """A card is played that may not be: a renounce in error, or a demand that is not met."""

    by: int
    card: Card


@action
class Amend(Event):
    """Who revoked finds it out in time, and plays this card instead."""

    by: int
    card: Card


@action
class Claim(Event):
    """A revoke is claimed and proved; `losses` are those of each seat that it has caused."""

    of: int
    losses: tuple[int, ...] = ()


@action
class FoulHand(Event):
    """A seat is found to hold too many cards."""

    by: int


@action
class ShortHand(Event):
    """A seat is found to hold too few: `card` is lost, and `drawn` is taken for it, if any."""

    by: int
    card: Card | None = None
    drawn: Card | None = None


@action
class IrregularHands(Event):
    """One seat holds a card of another's; it has been given back."""

    over: int
    short: int


@action
class OmittedPlay(Event):
    """A seat plays nothing to a trick."""

    by: int


@action
class AbandonedHand(Event):
    """A seat throws down its hand."""

    by: int


@action
class Remark(Event):
    """A seat calls attention to the trick or to the score."""

    by: int


# ---- rights of the others --------------------------------------------------------------------


@action
class Stand(Event):
    """A right is not used."""


@action
class NewDeal(Event):
    """The same dealer has to deal again."""


@action
class Demand(Event):
    """A seat is told how to play or lead next; the kinds are those of a deal record."""

    of: int
    kind: str


@action
class Call(Event):
    """An exposed card has to be played."""

    by: int
    card: Card


@action
class Forbid(Event):
    """An exposed trump may not be played."""

    by: int
    card: Card


@action
class Choose(Event):
    """Of two cards played at once this one counts; the other, `faced`, is exposed."""

    of: int
    card: Card
    faced: Card


@action
class ClaimTrick(Event):
    """The trick counts for this seat, whoever wins it."""

    by: int


@action
class DrawBack(Event):
    """Cards too many are drawn, face down, from a hand."""

    of: int
    cards: Cards


@action
class MakeGood(Event):
    """A hand that is short is filled from the plain cards put out."""

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
