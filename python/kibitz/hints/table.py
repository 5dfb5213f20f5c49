"""The table before the play as one seat sees it, and the states that it may stand for.

The cards that the seat does not see are laid out at random: those of the other hands and the rest
of the pack. Who has put out all but trumps holds trumps.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from kibitz import thumb
from kibitz._core import Card
from kibitz.errors import KibitzError
from kibitz.game import actions as act
from kibitz.game import dealing, discard, hearts, referee
from kibitz.game.situation import changed
from kibitz.game.state import State, View, new_match

Layouts = npt.NDArray[np.int8]
"""Numbers of cards by place, a row a world: the hidden hands seat by seat, then the rest."""

_CALLS = (act.Bid, act.PassBid, act.Sell, act.Refuse, act.Offer, act.Pitch)


@dataclass(frozen=True, slots=True)
class Table:
    """A view before the play, and where its hidden cards may lie."""

    view: View
    unseen: tuple[Card, ...]
    sizes: tuple[int, ...]
    """Cards of each hand that are hidden; of the seat itself none."""
    trumps: tuple[int, ...]
    """How many of them must be trumps, as they were kept."""
    rest: tuple[Card, ...] | None
    """What is left of the pack, if the seat sees it."""

    @classmethod
    def of(cls, view: View) -> "Table":
        """The table of a view.

        Raises:
            KibitzError: the play has begun.
        """
        if view.phase == "play" or not view.sizes:
            raise KibitzError(f"phase {view.phase}: expected one before the play")
        put_out = {card for cards in view.discards for card in cards}
        robbing = view.phase == "rob"
        rest = view.found if robbing else None
        seen = {*view.hand, *put_out, *(rest or ())}
        unseen = tuple(c for c in dealing.pack(view.rules, view.players) if c not in seen)
        sizes = tuple(0 if s == view.seat else size for s, size in enumerate(view.sizes))
        trumps = tuple(
            size - (view.draws[seat] if robbing else 0)
            if sizes[seat] and seat < len(view.discards) and view.discards[seat]
            else 0
            for seat, size in enumerate(view.sizes)
        )
        return cls(view, unseen, sizes, trumps, rest)

    def draw(self, count: int, seed: int) -> Layouts:
        """Worlds, each as likely as the next; deterministic by the seed."""
        rng = np.random.Generator(np.random.PCG64(seed))
        numbers = np.array([card.index for card in self.unseen], dtype=np.int8)
        kept = sum(self.trumps)
        trumps = np.zeros(0, dtype=np.int8)
        if kept and self.view.trump is not None:
            lane = discard.trumps(self.view.rules, self.view.trump)
            trumps = np.array([c.index for c in self.unseen if c in lane], dtype=np.int8)
        if kept > len(trumps):
            kept = 0  # somebody has kept a plain card: nothing is known of what
        rows = np.empty((count, len(numbers)), dtype=np.int8)
        for row in rows:
            if not kept:
                row[:] = rng.permutation(numbers)
                continue
            first = rng.permutation(trumps)[:kept]
            others = rng.permutation(numbers[~np.isin(numbers, first)])
            row[:] = self._placed(first, others)
        return rows

    def _placed(self, kept: npt.NDArray[np.int8], others: npt.NDArray[np.int8]) -> list[int]:
        """Kept trumps first in each hand, then the other cards as they come."""
        row: list[int] = []
        kept_list, other_list = kept.tolist(), others.tolist()
        at = other = 0
        for size, trumps in zip(self.sizes, self.trumps, strict=True):
            row += kept_list[at : at + trumps]
            row += other_list[other : other + size - trumps]
            at, other = at + trumps, other + size - trumps
        return [*row, *other_list[other:]]

    def state(self, layout: npt.NDArray[np.int8]) -> State:
        """The state of the game in one world."""
        view = self.view
        cards = [Card.from_index(number) for number in layout.tolist()]
        hands, at = [], 0
        for seat, size in enumerate(self.sizes):
            hands.append(view.hand if seat == view.seat else tuple(cards[at : at + size]))
            at += size
        rest = self.rest if self.rest is not None else tuple(cards[at:])
        state = changed(self._frame(), hands=tuple(hands), rest=rest, passes=self._passes(hands))
        if state.rules.trumps:
            return state
        left = hearts.left_over(state.rules, state.players, rest)
        return changed(state, rest=(), stock=left.stock, widow=left.widow, aside=left.aside)

    def _frame(self) -> State:
        """All that is public."""
        view = self.view
        state = changed(
            new_match(view.rules, view.players, dealer=view.dealer),
            phase=view.phase,
            to_act=view.to_act,
            maker=view.maker,
            bid=view.bid,
            trump=view.trump,
            discards=view.discards,
            draws=view.draws,
            avoid=view.avoid,
            skipped=view.number,
            deals=view.number + 1,
            before=view.scores,
            scores=view.scores,
            chips=view.chips,
            chips_before=view.chips,
            pool=view.pool,
            pool_before=view.pool,
        )
        bidding = referee.auction_of(state)
        if bidding is None:
            return state
        calls = tuple(
            (heard.seat, heard.action)
            for heard in view.history
            if heard.seat is not None and isinstance(heard.action, _CALLS)
        )
        return changed(state, auction=replace(bidding, calls=calls))

    def _passes(self, hands: Sequence[tuple[Card, ...]]) -> tuple[tuple[Card, ...] | None, ...]:
        """What those who have passed on before may have laid out, by rule of thumb."""
        view = self.view
        if view.phase != "pass":
            return ()
        order = hearts.seated(view.rules, view.players, view.dealer)
        passes: list[tuple[Card, ...] | None] = [()] * view.players
        for at, seat in enumerate(order):
            done = at < order.index(view.seat)
            passes[seat] = thumb.to_pass(view.rules, hands[seat]) if done else None
        return tuple(passes)
