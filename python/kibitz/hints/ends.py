"""What deals come to that stand at the first lead, each its own: solved, or played out.

Between two sides that share the points each deal is solved; else it is played out by the fast
policy. It leads for the others; the first leads of the asking seat are compared.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from kibitz._core import Card, CardSet, Position, Rules
from kibitz.arrays import solve_many
from kibitz.game import match
from kibitz.game.fields import field
from kibitz.game.referee import SUITS
from kibitz.game.state import State
from kibitz.hints.loop import Limits
from kibitz.hints.scoring import Contract, Scorer, Worth, totals, two_sides
from kibitz.playouts import playouts, policy_card


@dataclass(slots=True)
class End:
    """One end of a deal, to be valued together with others.

    Attributes:
        state: when the first card is to be led, or the game is over.
        contract: what was played for.
        sold: what each seat has scored by the sale of the trump.
        lead: the first lead that is meant; None for whatever is best, or led by another.
        points: of each seat, once valued.
    """

    state: State
    contract: Contract
    sold: tuple[int, ...]
    lead: Card | None = None
    points: tuple[int, ...] | None = None

    @property
    def suit(self) -> str | None:
        """The trump, or the suit that was named to be avoided."""
        named = self.state.trump or self.state.avoid
        return self.lead.suit if named is None and self.lead is not None else named

    def worth(self, scorer: Scorer) -> Worth:
        """What it is worth."""
        nothing = (0,) * scorer.players
        found = scorer.worth(self.points or nothing, self.contract)
        if not any(self.sold) or scorer.payoff != "score":
            return found
        return replace(found, payoff=found.payoff + self.sold[scorer.seat])


class Ends:
    """Deals to be valued; the same deal, played for another bid, is valued once."""

    def __init__(
        self, rules: Rules, players: int, seat: int, hand: tuple[Card, ...], how: str | None = None
    ) -> None:
        self.seat, self.players, self._hand = seat, players, set(hand)
        led = field(rules, "trump", "none") == "named_or_led"
        self.how = how or ("solved" if two_sides(rules, players) and not led else "played out")
        self.solves = self.how == "solved"
        self._waiting: dict[int, tuple[State, list[End]]] = {}
        self._worlds = 0

    def add(self, state: State, bid: int | None, sold: tuple[int, ...]) -> Iterator[End]:
        """The ends of a deal: one, or one for each lead of the asking seat.

        Leads are told apart where the seat holds then what it holds now, in every world.
        """
        leads: tuple[Card | None, ...] = (None,)
        same = set(state.hands[self.seat]) == self._hand
        if same and state.phase == "play" and not self.solves and state.to_act == self.seat:
            assert state.position is not None
            leads = tuple(state.position.legal())
        contract = Contract(state.maker, bid, match.put_out(state))
        _, ends = self._waiting.setdefault(id(state), (state, []))
        for lead in leads:
            end = End(state, contract, sold, lead)
            ends.append(end)
            yield end

    def value(self, limits: Limits, seed: int) -> None:
        """Find the points of all ends that have none."""
        at_play = [each for each in self._waiting.values() if each[0].phase == "play"]
        if self.solves:
            self._solve(at_play, limits)
        else:
            self._play_out(at_play, limits, seed)
        self._waiting.clear()

    def _solve(self, waiting: list[tuple[State, list[End]]], limits: Limits) -> None:
        if not waiting:
            return
        states = [state for state, _ in waiting]
        rules = states[0].rules
        teams = rules.teams(self.players)
        side = tuple(s for s in range(self.players) if teams[s] == teams[self.seat])
        other = next(s for s in range(self.players) if s not in side)
        hands = np.array([[CardSet(hand).bits for hand in s.hands] for s in states], np.uint64)
        trumps = [-1 if s.trump is None else SUITS.index(s.trump) for s in states]
        leaders = [s.to_act or 0 for s in states]
        found = solve_many(rules, hands, trumps, leaders, side=side, workers=limits.workers)
        in_play = np.bitwise_or.reduce(hands, axis=1)
        for at, ((state, ends), value) in enumerate(
            zip(waiting, found.values.tolist(), strict=True)
        ):
            stake = totals(rules, state.trump, in_play[at : at + 1], len(state.hands[0]))
            points = [0] * self.players
            points[self.seat], points[other] = value, int(stake[0]) - value
            for end in ends:
                end.points = tuple(points)

    def _play_out(self, waiting: list[tuple[State, list[End]]], limits: Limits, seed: int) -> None:
        """Every deal by itself; the policy leads, unless the lead is the asking seat's."""
        for state, ends in waiting:
            position = state.position
            assert position is not None
            found = playouts(
                position,
                [[hand.bits for hand in position.hands]],
                stocks=_stock(position),
                seed=seed,
                first=self._worlds,
            )
            self._worlds += 1
            at = {card: number for number, card in enumerate(found.cards)}
            led = policy_card(position)
            for end in ends:
                row = found.payoffs[0, at[end.lead or led]]
                end.points = tuple(row.tolist())


def _stock(position: Position) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]] | None:
    stock = position.deal.stock
    return np.array([[card.index for card in stock]], dtype=np.uint8) if stock else None
