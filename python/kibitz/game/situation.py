"""State: all that lies on the table, and all that the players know of it, at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from kibitz._core import Card, Position, Rules, Trick
from kibitz.game import course
from kibitz.game.actions import Action, Cards
from kibitz.game.auction import Auction
from kibitz.game.events import Choice
from kibitz.game.hearts import seated
from kibitz.game.pools import Pool

PHASES = ("deal", "auction", "name", "discard", "draw", "rob", "pass", "play", "scored", "over")
NO_POOL = Pool()
Said = tuple[int | None, Action]
"""An action and the seat that took it; None for the deal."""


@dataclass(frozen=True)
class State:
    """A game between two actions.

    It has no slots: every action makes several, and a dict of so many fields is copied at once.

    Attributes:
        rules: the game.
        players: how many sit at the table.
        seed: what the packs are shuffled by; None if they are dealt by hand.
        phase: one of PHASES.
        to_act: the seat whose turn it is; None for the deal, and at the end.
        dealer: of this deal.
        hands: the cards each seat holds.
        rest: of the pack, the next card first.
        stock: to be drawn from in play.
        widow: for the winner of the first trick.
        aside: cards that nobody sees in this deal.
        auction: the bidding, where there is some.
        maker, bid: who named the trump, and for how much; None where nobody bid.
        trump: once it is known.
        turned: the card turned for trump.
        discards: what each seat has put out, as it lies.
        draws: how many cards each seat drew after the discard.
        passes: what each seat has laid out for another; None before it has.
        laws: what the laws left standing, as the fields of a deal record.
        position: during and after the play.
        earlier: the parts of the play before that of the position, where the laws broke it off.
        early: cards that seats have played before their turn.
        withheld: the hand of a seat that takes no part in this trick.
        errors: revokes that have not been amended: seat, number of the trick, card.
        asked: how many cards too many, or too few, a seat has asked for.
        choices: rights that wait for an answer, the first first.
        skipped: deals that went before the first of which there is a record.
        lost: how often the deal was lost by a misdeal before this one was dealt.
        redeals: how often this deal has been dealt again.
        avoid: the suit named to be avoided.
        deals: how many deals make a game that has no target.
        before, chips_before, pool_before: as they were when this deal began.
        scores: now.
        chips: received less paid, by seat, over the game.
        pool: what lies in the pool.
        written: what this deal wrote down for each seat.
        paid: chips of this deal.
        made: whether the bid was made.
        winners: seats that have won the game.
        log: what was done in this deal.
        past: the deals before this one, each as it ended.
    """

    rules: Rules
    players: int
    seed: int | None = None
    phase: str = "deal"
    to_act: int | None = None
    dealer: int = 0
    hands: tuple[Cards, ...] = ()
    rest: Cards = ()
    stock: Cards = ()
    widow: Cards = ()
    aside: Cards = ()
    auction: Auction | None = None
    maker: int | None = None
    bid: int | None = None
    trump: str | None = None
    turned: Cards = ()
    discards: tuple[Cards, ...] = ()
    draws: tuple[int, ...] = ()
    passes: tuple[Cards | None, ...] = ()
    laws: Mapping[str, Any] = field(default_factory=dict)
    position: Position | None = None
    earlier: tuple[Position, ...] = ()
    early: tuple[tuple[int, Card], ...] = ()
    withheld: tuple[tuple[int, Cards], ...] = ()
    errors: tuple[tuple[int, int, Card], ...] = ()
    asked: tuple[tuple[int, int], ...] = ()
    choices: tuple[Choice, ...] = ()
    skipped: int = 0
    lost: int = 0
    redeals: int = 0
    avoid: str | None = None
    deals: int = 1
    before: tuple[int, ...] = ()
    chips_before: tuple[int, ...] = ()
    pool_before: Pool = NO_POOL
    scores: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    pool: Pool = NO_POOL
    written: tuple[int, ...] | None = None
    paid: tuple[int, ...] | None = None
    made: bool | None = None
    winners: tuple[int, ...] = ()
    log: tuple[Said, ...] = ()
    past: tuple["State", ...] = ()

    @property
    def eldest(self) -> int:
        """The seat left of the dealer."""
        return self.left_of(self.dealer)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are dealt cards, eldest hand first: all, or all but the dealer's."""
        return seated(self.rules, self.players, self.dealer)

    @property
    def number(self) -> int:
        """How many deals went before."""
        return self.skipped + len(self.past)

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat has taken in play so far."""
        return course.points(self.parts) if self.parts else (0,) * self.players

    @property
    def parts(self) -> tuple[Position, ...]:
        """The play, part by part; there is one unless the laws broke it off."""
        return () if self.position is None else (*self.earlier, self.position)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks played out."""
        return course.tricks(self.parts)

    def left_of(self, seat: int, steps: int = 1) -> int:
        """The seat so many steps to the left."""
        return (seat + steps) % self.players

    def hand(self, seat: int) -> Cards:
        """The cards a seat holds now."""
        if self.position is not None:
            return dict(self.withheld).get(seat) or tuple(self.position.hands[seat])
        return self.hands[seat]


if TYPE_CHECKING:
    changed = replace  # so that names and types of the fields are checked
else:

    def changed(state: State, **fields: Any) -> State:
        """The state but for these fields: dataclasses.replace, without a look at each of them."""
        new = object.__new__(State)
        new.__dict__.update(state.__dict__, **fields)
        return new
