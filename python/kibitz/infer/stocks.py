"""Games that draw from a stock in play: exact sums over who holds what now, by kinds of cards.

A card that a seat was void of at some moment it can only have drawn since. So a world is weighed by
the ways in which its hands can have come about draw by draw; these depend only on how many cards
of each kind a hand holds, a kind being cards that no play has told apart (docs/inference.md).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb, log, prod

import numpy as np
from numpy.typing import NDArray

from kibitz._core import Card, CardSet
from kibitz.errors import EvidenceError, KibitzError, LimitError
from kibitz.explain import lane
from kibitz.game.fields import field
from kibitz.infer.evidence import Evidence, Shown
from kibitz.infer.knowledge import Cards, Knowledge

Counts = tuple[int, ...]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
NOTHING = CardSet()


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened to a hand: cards drawn unseen, a card played, cards shown lacking."""

    drawn: int = 0
    played: Card | None = None
    lacks: CardSet = NOTHING


def has_drawn(known: Knowledge) -> bool:
    """Has another seat drawn cards in play?"""
    return known.is_drawing and any(
        size + len(known.played_by(seat)) > began
        for seat, (size, began) in enumerate(zip(known.sizes, known.began, strict=False))
        if seat != known.seat
    )


def steps(known: Knowledge, seat: int, lacks: Iterable[Shown]) -> Iterator[Step]:
    """What happened to a seat's hand since play began.

    Where a turn draws, the seat lacked the suit led until the last card came; if that could follow,
    it is the card played, and was never in the hand with others unknown.
    """
    by_turn = field(known.rules, "stock", "none") == "domino"
    by_card = {each.card: each.lacks for each in lacks}
    number = 0
    to_come = known.sizes[seat] + len(known.played_by(seat)) - known.began[seat]
    for at, trick in enumerate(known.tricks):
        if at and not by_turn and to_come:
            to_come -= 1
            yield Step(drawn=1)
        for by, card in trick:
            count = known.drew[number] if by_turn else 0
            number += 1
            if by != seat:
                continue
            led = CardSet(lane(known.rules, trick[0][1].suit or "H", None))
            if count and card in led:
                yield Step(drawn=count - 1, lacks=led)
            else:
                yield Step(drawn=count, played=card, lacks=by_card.get(card, NOTHING))


class Stocks:
    """The sums of a belief, as `kibitz._core.Belief` has them."""

    exact = True
    method = "exact"
    error = 0.0

    def __init__(self, known: Knowledge, found: Evidence, lacks: tuple[Shown, ...]) -> None:
        self._found = found
        self._fixed = _fixed(found)
        free = [card for card, holder in zip(found.cards, self._fixed, strict=True) if holder < 0]
        seats = [seat for seat in range(known.players) if seat != known.seat]
        courses = {seat: tuple(steps(known, seat, lacks)) for seat in seats}
        self.kinds = _kinds(known, courses.values(), free)
        self._free = [[card for card in kind if card in free] for kind in self.kinds]
        self._size = tuple(map(len, self._free))
        self._weights = [self._hands(known, at, courses) for at in range(len(found.room))]
        self._choices = [_compositions(self._left(at), self._size) for at in range(len(found.room))]
        self._stages = self._reach()
        if not self._stages[0].total[0] > 0:
            raise EvidenceError("no way for the unseen cards to lie agrees with the play")

    def _left(self, at: int) -> int:
        """Cards of a holder of which it is not known that he has them."""
        return self._found.room[at] - sum(holder == at for holder in self._fixed)

    def _hands(
        self, known: Knowledge, at: int, courses: dict[int, tuple[Step, ...]]
    ) -> Floats | None:
        """In how many ways a holder can have come to a hand, by its cards of each kind.

        None where every hand came about in as many ways as every other.
        """
        if at not in courses:
            return None
        held = [sum(card in kind for card, to in zip(self._found.cards, self._fixed, strict=True)
                    if to == at) for kind in self.kinds]  # fmt: skip
        since = {card for card in known.passed if known.known.get(card, at) == at}
        since &= {*self._found.cards, *known.played_by(at)}
        lasting = [
            sum(card in kind for card in since & {*self._found.cards}) for kind in self.kinds
        ]
        ways = _ways(known.began[at] - len(since), courses[at], self.kinds, since)
        index = tuple(
            slice(have - always, have - always + size + 1)
            for have, always, size in zip(held, lasting, self._size, strict=True)
        )
        return ways[index]

    # ---- sums --------------------------------------------------------------------------------

    def _reach(self) -> list["_Stage"]:
        """What may be left to give out before each holder, with the weight of all ways to go on."""
        stages = []
        left: Ints = np.array([self._size], dtype=np.int64)
        for choices, ways in zip(self._choices, self._weights, strict=True):
            stages.append(_Stage(left, choices, ways, self._size))
            left = stages[-1].left
        total: Floats = np.ones(len(left))
        for stage in reversed(stages):
            total = stage.close(total)
        return stages

    @cached_property
    def log_weight(self) -> float:
        """The natural logarithm of the sum of all weights."""
        return log(self._stages[0].total[0])

    @cached_property
    def count(self) -> int:
        """How many worlds are possible: each is counted once, however it came about."""
        after = [1]
        for stage in reversed(self._stages):
            before = [0] * len(stage.states)
            for a, h, b in zip(*stage.pairs, strict=True):
                before[a] += stage.splits(a, h) * after[b]
            after = before
        return after[0]

    @cached_property
    def entropy(self) -> float:
        """In bits."""
        spread = self.log_weight
        for chances, stage in self._flow():
            spread -= float(chances @ np.log(stage.ways))
        return spread / log(2)

    def _flow(self) -> Iterator[tuple[Floats, "_Stage"]]:
        """The probability of every step of each stage."""
        here: Floats = np.ones(1)
        for stage in self._stages:
            share = stage.pair_total / stage.total[stage.pair_from]
            chances = here[stage.pair_from] * share
            yield chances, stage
            here = np.bincount(stage.pair_to, chances, len(stage.left)).astype(float)

    def probability(self) -> Floats:
        """float64 (cards, holders); rows sum to 1."""
        found = np.zeros((len(self._found.cards), len(self._found.room)))
        mean = np.array(
            [chances @ stage.choices[stage.pair_choice] for chances, stage in self._flow()]
        )
        row = {card: at for at, card in enumerate(self._found.cards)}
        for kind, cards in enumerate(self._free):
            for card in cards:
                found[row[card]] = mean[:, kind] / len(cards)
        for at, holder in enumerate(self._fixed):
            if holder >= 0:
                found[at, holder] = 1
        return found

    def count_distribution(self, holder: int, cards: CardSet) -> Floats:
        """float64: [t] is the probability that the holder has t of these cards."""
        sure = sum(
            card in cards and at == holder
            for card, at in zip(self._found.cards, self._fixed, strict=True)
        )
        chances, stage = [*self._flow()][holder]
        found: Floats = np.zeros(len(cards) + 1)
        wanted = [sum(card in cards for card in kind) for kind in self._free]
        for choice in range(len(stage.choices)):
            share = float(chances[stage.pair_choice == choice].sum())
            if not share:
                continue
            spread = np.zeros(len(cards) + 1)
            spread[sure] = share
            for n, want, size in zip(
                stage.choices[choice].tolist(), wanted, self._size, strict=True
            ):
                ways = [comb(want, t) * comb(size - want, n - t) for t in range(min(want, n) + 1)]
                spread = np.convolve(spread, np.array(ways) / comb(size, n))[: len(cards) + 1]
            found += spread
        return found

    def sample(self, n: int, seed: int) -> NDArray[np.uint64]:
        """uint64 (n, holders): each holder's cards in n draws; the same seed draws the same."""
        rng = np.random.Generator(np.random.PCG64(seed))
        counts = self._draw_counts(n, rng)
        worlds = np.zeros((n, len(self._found.room)), dtype=np.uint64)
        for kind, cards in enumerate(self._free):
            bits = np.array([1 << card.index for card in cards], dtype=np.uint64)
            order = np.argsort(rng.random((n, len(cards))), axis=1)
            ends = np.cumsum(counts[:, :, kind], axis=0)
            for at in range(len(self._found.room)):
                start = ends[at - 1] if at else np.zeros(n, dtype=np.int64)
                place = np.arange(len(cards))[None, :]
                mine = (place >= start[:, None]) & (place < ends[at][:, None])
                worlds[:, at] |= np.where(mine, bits[order], 0).sum(axis=1, dtype=np.uint64)
        for card, holder in zip(self._found.cards, self._fixed, strict=True):
            if holder >= 0:
                worlds[:, holder] |= np.uint64(1 << card.index)
        return worlds

    def _draw_counts(self, n: int, rng: np.random.Generator) -> Ints:
        """How many cards of each kind each holder gets, of shape (holders, n, kinds)."""
        counts = np.zeros((len(self._stages), n, len(self._size)), dtype=np.int64)
        here = np.zeros(n, dtype=np.int64)
        for at, stage in enumerate(self._stages):
            sums = np.cumsum(stage.pair_total)
            first = np.searchsorted(stage.pair_from, here)
            last = np.searchsorted(stage.pair_from, here, side="right") - 1
            point = sums[first] - stage.pair_total[first] + rng.random(n) * stage.total[here]
            pair = np.clip(np.searchsorted(sums, point, side="right"), first, last)
            counts[at] = stage.choices[stage.pair_choice[pair]]
            here = stage.pair_to[pair]
        return counts

    def enumerate(self, limit: int) -> tuple[NDArray[np.uint64], Floats]:
        """All worlds, and their probabilities.

        Raises:
            LimitError: there are more than `limit`.
        """
        if self.count > limit:
            raise LimitError(f"{self.count} worlds: more than {limit}")
        base = [0] * len(self._found.room)
        for card, holder in zip(self._found.cards, self._fixed, strict=True):
            if holder >= 0:
                base[holder] |= 1 << card.index
        rows: list[list[int]] = []
        chances: list[float] = []
        for world, weight in self._worlds(0, 0, [list(kind) for kind in self._free]):
            rows.append([b | w for b, w in zip(base, world, strict=True)])
            chances.append(weight / self._stages[0].total[0])
        worlds = np.array(rows, dtype=np.uint64).reshape(-1, len(base))
        return worlds, np.array(chances)

    def _worlds(
        self, at: int, here: int, left: list[list[Card]]
    ) -> Iterator[tuple[list[int], float]]:
        if at == len(self._stages):
            yield [], 1.0
            return
        stage = self._stages[at]
        first, last = np.searchsorted(stage.pair_from, [here, here + 1])
        for pair in range(int(first), int(last)):
            wanted = stage.choices[stage.pair_choice[pair]]
            ways = [combinations(c, int(k)) for c, k in zip(left, wanted, strict=True)]
            for taken in product(*ways):
                bits = CardSet([card for cards in taken for card in cards]).bits
                rest = [[c for c in kind if c not in out]
                        for kind, out in zip(left, taken, strict=True)]  # fmt: skip
                for world, weight in self._worlds(at + 1, int(stage.pair_to[pair]), rest):
                    yield [bits, *world], weight * float(stage.ways[pair])


class _Stage:
    """One holder: what may be left before it, what it may take, and what is left after.

    A pair is a state before and a choice that it allows, in the order of the states; `left` are
    the states after.
    """

    def __init__(self, states: Ints, choices: Ints, ways: Floats | None, size: Counts) -> None:
        self.states, self.choices = states, choices
        weight = np.ones(len(choices)) if ways is None else ways[tuple(choices.T)]
        allowed = (states[:, None, :] >= choices[None, :, :]).all(axis=2) & (weight > 0)
        self.pair_from, self.pair_choice = np.nonzero(allowed)
        self.ways = weight[self.pair_choice]
        table = _binomials(max((*size, 0)))
        here, taken = states[self.pair_from], choices[self.pair_choice]
        self.pair_total: Floats = self.ways * table[here, taken].prod(axis=1)
        strides = np.cumprod([1, *(n + 1 for n in size)])[:-1]
        codes, self.pair_to = np.unique(((here - taken) * strides).sum(axis=1), return_inverse=True)
        self.left = (codes[:, None] // strides) % (np.array(size) + 1)
        self.total: Floats = np.zeros(len(states))

    def close(self, after: Floats) -> Floats:
        """Take in the weights of the states after, and drop the pairs that lead nowhere."""
        total = self.pair_total * after[self.pair_to]
        keep = total > 0
        self.pair_total, self.ways = total[keep], self.ways[keep]
        self.pair_from, self.pair_to = self.pair_from[keep], self.pair_to[keep]
        self.pair_choice = self.pair_choice[keep]
        self.total = np.bincount(self.pair_from, self.pair_total, len(self.states)).astype(float)
        return self.total

    @property
    def pairs(self) -> tuple[list[int], list[int], list[int]]:
        """Every pair: the state before, the choice, the state after."""
        return self.pair_from.tolist(), self.pair_choice.tolist(), self.pair_to.tolist()

    def splits(self, state: int, choice: int) -> int:
        """In how many ways so many cards of each kind can be taken from those left."""
        return prod(map(comb, self.states[state].tolist(), self.choices[choice].tolist()))


def _fixed(found: Evidence) -> list[int]:
    """The holder of each card of which it is known; -1 of all others.

    Raises:
        EvidenceError: a card can be nowhere.
        KibitzError: a card is known to be with one of several, but not with any.
    """
    anywhere = found.may.any(axis=0)
    fixed = [int(row.argmax()) if row.sum() == 1 else -1 for row in found.may]
    for card, holder, row in zip(found.cards, fixed, found.may, strict=True):
        if not row.any():
            raise EvidenceError(f"{card} lies nowhere")
        if holder < 0 and not (row == anywhere).all():
            raise KibitzError(f"{card}: expected one holder where cards are drawn in play")
    return fixed


def _kinds(
    known: Knowledge, courses: Iterable[Sequence[Step]], free: Sequence[Card]
) -> list[Cards]:
    """The cards that may have passed through hidden hands, parted by what plays tell apart."""
    cards = {*known.unseen, *free}
    cards |= {card for seat, card in known.plays if seat != known.seat}
    sets = [step.lacks for course in courses for step in course if step.lacks.bits]
    by_sets: dict[tuple[bool, ...], list[Card]] = {}
    for card in sorted(cards):
        by_sets.setdefault(tuple(card in each for each in sets), []).append(card)
    return [tuple(kind) for kind in by_sets.values()]


def _ways(began: int, course: Sequence[Step], kinds: Sequence[Cards], since: set[Card]) -> Floats:
    """In how many ways a hand can have come about, by its cards of each kind.

    Every first hand counts once. A card drawn may be any of those the hand holds then; a card
    played was in it. `since` are cards known to have been in it from the start: they do not count.
    """
    shape = tuple(len(kind) + 1 for kind in kinds)
    number = np.indices(shape)
    ways: Floats = (number.sum(axis=0) == began).astype(np.float64)
    for step in course:
        for _ in range(step.drawn):
            moved = [_shift(ways, axis, 1) * number[axis] for axis in range(len(kinds))]
            ways = np.sum(moved, axis=0)
        if step.played is not None and step.played not in since:
            axis = next(at for at, kind in enumerate(kinds) if step.played in kind)
            ways = _shift(ways, axis, -1)
        for axis, kind in enumerate(kinds):
            if kind[0] in step.lacks:
                ways = np.where(number[axis] == 0, ways, 0)
        ways = ways / max(float(ways.max()), 1e-300)  # what all share makes no difference
    return ways


def _shift(array: Floats, axis: int, by: int) -> Floats:
    """The array moved along an axis, zeros coming in."""
    moved = np.roll(array, by, axis)
    edge = [slice(None)] * array.ndim
    edge[axis] = slice(0, by) if by > 0 else slice(by, None)
    moved[tuple(edge)] = 0
    return moved


def _compositions(total: int, most: Counts) -> Ints:
    """Every way to take so many cards, at most so many of each kind."""
    ranges = [range(min(total, n) + 1) for n in most]
    grid = np.stack(np.meshgrid(*ranges, indexing="ij"), axis=-1).reshape(-1, len(most))
    return np.asarray(grid[grid.sum(axis=1) == total], dtype=np.int64)


@lru_cache(maxsize=8)
def _binomials(most: int) -> Floats:
    return np.array([[float(comb(n, k)) for k in range(most + 1)] for n in range(most + 1)])
