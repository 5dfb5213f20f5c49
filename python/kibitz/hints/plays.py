"""Which card to play: every world valued after every card that may be played.

Worlds are solved where two sides share the points, and otherwise played out by a fast policy that
sees one hand: trials found that players who each play for themselves are not to be thought of as
seeing all (docs/hints.md).
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from kibitz._core import Card, CardSet, Position
from kibitz.arrays import solve_worlds
from kibitz.errors import KibitzError
from kibitz.game import auction
from kibitz.game.actions import Action, Play
from kibitz.game.fields import field
from kibitz.game.pools import Pool
from kibitz.game.state import View
from kibitz.hints import reasons
from kibitz.hints.hint import Candidate, Reason, Suits
from kibitz.hints.loop import Limits, Worlds
from kibitz.hints.outcomes import Floats, Outcomes, gathered
from kibitz.hints.scoring import (
    Contract,
    Scorer,
    Standing,
    Worth,
    card_worth,
    lane_of,
    totals,
    usual_way,
)
from kibitz.infer.belief import Belief
from kibitz.infer.knowledge import Knowledge
from kibitz.infer.models import Customary, Likelihoods, PlayerModel, Uniform
from kibitz.lanes import RANKS
from kibitz.playouts import playouts

ENDING = 3
"""In so many last tricks all worlds are looked at, if there are no more than FEW."""
FEW = 20_000
NOISE = 0.1
"""In playouts so many plays are any card, unless all worlds are looked at."""
READ = Customary(slip=0.3, spread=1 / 7)
"""How others are thought to bid and play where worlds are solved, as trials have it."""
_RADIX = 4096
"""More than any number of points, so that several can be told as one number."""


class Plays:
    """The question which card to play."""

    phase = "play"

    def __init__(
        self,
        knowledge: Knowledge,
        payoff: str,
        pool: Pool,
        standing: Standing,
        *,
        names: Sequence[str] | None = None,
        how: str | None = None,
        model: PlayerModel | None = None,
        allowed: Collection[Card] = (),
    ) -> None:
        """Set the question out.

        `allowed` are the cards that may be played, where the referee has said so: a demand of the
        laws made in the course of play is in no position.
        """
        self.knowledge, self.payoff, self.names = knowledge, payoff, names
        self.seat, self.players = knowledge.seat, knowledge.players
        if knowledge.to_act != self.seat:
            who = "nobody" if knowledge.to_act is None else f"seat {knowledge.to_act}"
            raise KibitzError(f"seat {self.seat} is not to act: {who} is")
        if _must_draw(knowledge):
            raise KibitzError(f"seat {self.seat} must draw: there is nothing to decide")
        self.belief = Belief(knowledge)
        # The cards of the others in this world mean nothing.
        self.position = knowledge.position(self.belief.sample(1, 0)[0])
        self.rules = self.position.deal.rules
        self.scorer = Scorer(self.rules, self.players, self.seat, payoff, pool, standing)
        self.contract = contract_of(self.position)
        legal = tuple(self.position.legal())
        self.cards = tuple(card for card in legal if card in allowed) or legal
        self._columns = [legal.index(card) for card in self.cards]
        self.actions: tuple[Action, ...] = tuple(map(Play, self.cards))
        self.how = how or usual_way(self.rules, self.players)
        self.solves = self.how == "solved"
        self.first, self.most = (50, 1000) if self.solves else (200, 10_000)
        bidden = auction.terms(self.rules) is not None
        usual: PlayerModel = READ if self.solves and bidden else Uniform()
        self._likelihoods = Likelihoods(knowledge, model or usual)
        self._scale: float | None = None
        self._taken = np.array(taken_before(knowledge), dtype=np.int64)
        self.suits: Suits = {}
        # What is left over in a world is the widow, unless cards may be out of play as well.
        self._one_by_one = bool(knowledge.widow) and "out" in self.belief.holders
        self._every = False
        self._seed = self._done = 0

    def cost(self, action: Action) -> float:
        """Cards that are no trumps, no points, and low are the cheapest; with penalties the dearest
        and highest are, as they are best parted with."""
        assert isinstance(action, Play)
        card, trump = action.card, self.position.trump
        rank = RANKS.index(card.rank) if card.suit is not None else len(RANKS)
        points = abs(card_worth(self.rules, trump).get(card, 0))
        worth = 10_000 * (card in lane_of(self.rules, trump, trump)) + 100 * points + rank
        return -worth if self.scorer.penalties else worth

    # worlds

    def every_world(self) -> tuple[Worlds, Floats] | None:
        """All of them in the last tricks; those in which all seats hold the same are one."""
        known = self.knowledge
        if max(known.sizes) > ENDING or known.stock or self._one_by_one:
            return None
        if not self.belief.exact or self.belief.count > FEW:
            return None
        worlds, chances = self.belief.enumerate(FEW)
        hands, places = np.unique(worlds[:, : self.players], axis=0, return_inverse=True)
        self._every = True
        weight: Floats = np.bincount(places.ravel(), chances) * self._likely(hands)
        return hands, weight / weight.sum()

    def draw(self, count: int, seed: int) -> Worlds:
        """What each seat, and then the stock, holds in so many worlds."""
        self._seed = seed
        return self.belief.sample(count, seed)

    def look(self, worlds: Worlds, weight: Floats, limits: Limits) -> Outcomes:
        """What each card comes to in each world."""
        hands = np.ascontiguousarray(worlds[:, : self.players])
        if not self._every:
            weight = weight * self._likely(hands)
        value = self._solved if self.solves else self._played_out
        if not self._one_by_one:
            return value(self.position, hands, self._stocks(worlds), weight, limits)
        found: Outcomes | None = None
        for at, world in enumerate(worlds):
            if found is not None and limits.over:
                break
            here, position = slice(at, at + 1), self.knowledge.position(world)
            one = value(position, hands[here], self._stocks(worlds[here]), weight[here], limits)
            found = one if found is None else found + one
        assert found is not None
        return found

    def _likely(self, hands: npt.NDArray[np.uint64]) -> Floats:
        """How likely each world makes what others have bid and played, to one scale in all rounds.

        Weights of one where no world of the first round does.
        """
        logs = self._likelihoods.logs(hands)
        if self._scale is None:
            self._scale = float(logs.max(initial=-np.inf))
        return np.exp(logs - self._scale) if np.isfinite(self._scale) else np.ones(len(hands))

    def hurry(self) -> None:
        """Play worlds out: to solve them takes too long."""
        self.how, self.solves = "played out", False

    def _stocks(self, worlds: Worlds) -> npt.NDArray[np.uint8] | None:
        """The order of the stock, at random, where one is drawn from."""
        count = self.knowledge.stock
        if not count:
            return None
        at = self.belief.holders.index("stock")
        rng = np.random.Generator(np.random.PCG64([self._seed, self._done]))
        rows = [[c.index for c in CardSet.from_bits(int(bits))] for bits in worlds[:, at]]
        return np.array([rng.permutation(row) for row in rows], dtype=np.uint8)

    def _solved(
        self,
        position: Position,
        hands: npt.NDArray[np.uint64],
        stocks: npt.NDArray[np.uint8] | None,
        weight: Floats,
        limits: Limits,
    ) -> Outcomes:
        found = solve_worlds(
            position,
            hands,
            stocks=stocks,
            side=self.scorer.team,
            workers=limits.workers,
            seconds=limits.time,
            cancel=limits.stop,
        )
        whole = _first_done(found.done)
        own = found.values[:whole, self._columns].astype(np.int64)
        in_play = np.bitwise_or.reduce(hands[:whole], axis=1)
        in_play |= np.uint64(CardSet(self.position.plays).bits)
        tricks = len(self.position.tricks) + self.knowledge.sizes[self.seat]
        stakes = {
            trump: totals(self.rules, trump, in_play, tricks)
            for trump in {self._trump(card) for card in self.cards}
        }
        stake = np.stack([stakes[self._trump(card)] for card in self.cards], axis=1)
        points = np.zeros((*own.shape, self.players), dtype=np.int64)
        other = next(s for s in range(self.players) if s not in self.scorer.team)
        points[:, :, self.seat], points[:, :, other] = own, stake - own
        return self._worths(weight[:whole], points)

    def _trump(self, card: Card) -> str | None:
        """The trump once the card is played: a first lead may name it."""
        led = field(self.rules, "trump", "none") == "named_or_led"
        return card.suit if self.position.trump is None and led else self.position.trump

    def _played_out(
        self,
        position: Position,
        hands: npt.NDArray[np.uint64],
        stocks: npt.NDArray[np.uint8] | None,
        weight: Floats,
        limits: Limits,
    ) -> Outcomes:
        found = playouts(
            position,
            hands,
            stocks=stocks,
            seed=self._seed,
            first=self._done,
            workers=limits.workers,
            seconds=limits.time,
            stop=limits.stop,
            random=0.0 if self._every else NOISE,
        )
        whole = _first_done(found.done)
        self._done += whole
        points = found.payoffs[:whole, self._columns].astype(np.int64) + self._taken
        return self._worths(weight[:whole], points)

    def _worths(self, weight: Floats, points: npt.NDArray[np.int64]) -> Outcomes:
        """What the points of all seats are worth; shape (worlds, cards, seats)."""
        keys = np.zeros(points.shape[:2], dtype=np.int64)
        rows = points.reshape(-1, self.players)
        for seat in range(self.players):
            _, numbers = np.unique(points[:, :, seat], return_inverse=True)
            keys = keys * _RADIX + numbers.reshape(keys.shape)
            if seat % 4 == 3:  # before the numbers grow too large for 64 bits
                _, keys = np.unique(keys, return_inverse=True)
                keys = keys.reshape(points.shape[:2])
        _, first, places = np.unique(keys, return_index=True, return_inverse=True)
        found: list[Worth] = [
            self.scorer.worth(rows[at].tolist(), self.contract) for at in first.tolist()
        ]
        return gathered(weight, found, places.reshape(keys.shape))

    def reasons(
        self, outcomes: Outcomes, worlds: Worlds, ranked: tuple[Candidate, ...]
    ) -> tuple[Reason, ...]:
        """Why the first of the candidates is best."""
        return reasons.of_plays(self, outcomes, worlds, ranked)


def _first_done(done: npt.NDArray[np.bool_]) -> int:
    """How many worlds are done without a gap: the same, however many were at work."""
    return len(done) if done.all() else int(done.argmin())


def contract_of(position: Position) -> Contract:
    """What a deal is played for."""
    deal = position.deal
    worth = card_worth(deal.rules, position.trump)
    put_out = sum(worth.get(card, 0) for cards in deal.discards for card in cards)
    silent, waived = deal.laws["cannot_score"], deal.laws["bid_waived"]
    return Contract(deal.maker, deal.bid, put_out, tuple(silent), bool(waived))


def _must_draw(known: Knowledge) -> bool:
    """Has the seat to draw until it can follow (Domino Hearts)?"""
    trick = known.tricks[-1]
    if field(known.rules, "stock", "none") != "domino" or not trick or not known.stock:
        return False
    return not any(card in lane_of(known.rules, trick[0][1].suit, None) for card in known.hand)


def with_drawn(known: Knowledge, view: View) -> Knowledge:
    """What a seat knows that has drawn the whole stock and still cannot follow (Domino Hearts)."""
    if not _must_draw(known) or len(view.choices or ()) <= len(known.hand):
        return known
    cards = [each.card for each in view.choices or () if isinstance(each, Play)]
    sizes = (*known.sizes[: known.seat], len(cards), *known.sizes[known.seat + 1 :])
    return replace(known, hand=tuple(sorted(cards)), sizes=sizes, stock=0)


def taken_before(known: Knowledge) -> tuple[int, ...]:
    """The penalties of tricks that are in no position: a game that draws begins anew each trick."""
    taken = [0] * known.players
    if not known.is_drawing:
        return tuple(taken)
    worth = card_worth(known.rules, None)
    for trick, after in pairwise(known.tricks):
        lane = lane_of(known.rules, trick[0][1].suit, None)
        led = [(lane.index(card), seat) for seat, card in trick if card in lane]
        # Who won leads, unless he has no card left.
        winner = after[0][0] if after and known.players == 2 else min(led)[1]
        taken[winner] += sum(worth.get(card, 0) for _, card in trick)
    return tuple(taken)
