"""Beliefs against all worlds one by one, and against numbers known in closed form."""

import itertools
import math
import random
import signal
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz._core import Belief, Card, CardSet
from kibitz.errors import EvidenceError, KibitzError, LimitError

PACK = [Card.from_index(16 * suit + rank) for suit in range(4) for rank in range(13)]
World = tuple[int, ...]  # the holder of each card


@dataclass
class Question:
    """What a Belief is built from, and all its worlds by plain enumeration."""

    cards: list[Card]
    room: list[int]
    may: list[list[bool]]
    weight: list[list[float]] | None = None
    factors: list[tuple[int, list[Card], list[float]]] = field(default_factory=list)

    def belief(self, **options: Any) -> Belief:
        shape = len(self.cards), len(self.room)
        may = np.array(self.may, bool).reshape(shape)
        weight = None if self.weight is None else np.array(self.weight, float).reshape(shape)
        return Belief(self.cards, self.room, may, weight, self.factors, **options)

    def worlds(self) -> dict[World, float]:
        found: dict[World, float] = {}
        self._deal((), list(self.room), found)
        return found

    def _deal(self, world: World, room: list[int], found: dict[World, float]) -> None:
        at = len(world)
        if at == len(self.cards):
            weight = self._weight(world)
            if weight > 0:
                found[world] = weight
            return
        for holder, left in enumerate(room):
            if left and self.may[at][holder] and (not self.weight or self.weight[at][holder] > 0):
                room[holder] -= 1
                self._deal((*world, holder), room, found)
                room[holder] += 1

    def _weight(self, world: World) -> float:
        product = 1.0
        if self.weight:
            for row, holder in zip(self.weight, world, strict=True):
                product *= row[holder]
        for holder, cards, by_count in self.factors:
            product *= by_count[self.held(world, holder, cards)]
        return product

    def held(self, world: World, holder: int, cards: list[Card]) -> int:
        return sum(h == holder and c in cards for c, h in zip(self.cards, world, strict=True))

    def sets(self, world: World) -> tuple[int, ...]:
        sets = [0] * len(self.room)
        for card, holder in zip(self.cards, world, strict=True):
            sets[holder] |= 1 << card.index
        return tuple(sets)


def random_question(seed: int) -> Question:
    rng = random.Random(seed)
    holders = rng.randint(1, 5)
    n = rng.randint(0, 8)
    cards = rng.sample(PACK, n)
    room = [0] * holders
    for _ in range(n):
        room[rng.randrange(holders)] += 1
    open_hand = rng.choice([1.0, 0.8, 0.5])
    may = [[rng.random() < open_hand for _ in room] for _ in cards]
    if rng.random() < 0.5:  # by suits, as voids are
        void = {(suit, h) for suit in "CDHS" for h in range(holders) if rng.random() > open_hand}
        may = [[(c.suit, h) not in void for h in range(holders)] for c in cards]
    weight = None
    if rng.random() < 0.5:
        weight = [[rng.choice([0, 0.001, 1, rng.random(), 40]) for _ in room] for _ in cards]
    factors = []
    if rng.random() < 0.6:
        groups: dict[int, list[Card]] = {}
        for card in cards:
            groups.setdefault(rng.randrange(3), []).append(card)
        for group in list(groups.values())[: rng.randint(1, 3)]:
            for holder in range(holders):
                if rng.random() < 0.6:
                    values = [rng.choice([0, 1, rng.random(), 7]) for _ in range(len(group) + 1)]
                    factors.append((holder, group, values))
    return Question(cards, room, may, weight, factors)


BLOCKS = range(0, 600, 50)


@pytest.mark.parametrize("block", BLOCKS)
def test_counts_and_probabilities_are_those_of_all_worlds_listed(block: int) -> None:
    for seed in range(block, block + 50):
        question = random_question(seed)
        worlds = question.worlds()
        if not worlds:
            with pytest.raises(EvidenceError, match="no world is possible"):
                question.belief()
            continue
        belief = question.belief()
        total = math.fsum(worlds.values())
        assert belief.exact, seed
        assert belief.method == "exact", seed
        assert belief.error == 0.0, seed
        assert belief.count == len(worlds), seed
        assert belief.log_weight == pytest.approx(math.log(total), abs=1e-12, rel=1e-12), seed
        chances = [weight / total for weight in worlds.values()]
        entropy = -math.fsum(p * math.log2(p) for p in chances)
        assert belief.entropy == pytest.approx(entropy, abs=1e-11), seed
        expected = np.zeros((len(question.cards), len(question.room)))
        for world, chance in zip(worlds, chances, strict=True):
            expected[np.arange(len(world)), list(world)] += chance
        got = belief.probability()
        assert got.shape == expected.shape
        assert got.dtype == np.float64
        assert np.abs(got - expected).max(initial=0) < 1e-12, seed


@pytest.mark.parametrize("block", BLOCKS)
def test_numbers_of_cards_of_any_set_are_those_of_all_worlds_listed(block: int) -> None:
    rng = random.Random(block)
    for seed in range(block, block + 50):
        question = random_question(seed)
        worlds = question.worlds()
        if not worlds:
            continue
        belief = question.belief()
        total = math.fsum(worlds.values())
        holder = rng.randrange(len(question.room))
        sets = [group for _, group, _ in question.factors]
        sets.append([c for c in question.cards if c.suit == "H"])
        sets.append(rng.sample(question.cards, rng.randint(0, len(question.cards))))
        for cards in sets:
            expected = np.zeros(len(cards) + 1)
            for world, weight in worlds.items():
                expected[question.held(world, holder, cards)] += weight / total
            got = belief.count_distribution(holder, cards)
            assert np.abs(got - expected).max() < 1e-12, seed


@pytest.mark.parametrize("block", BLOCKS)
def test_enumeration_lists_every_world_once_with_its_probability(block: int) -> None:
    for seed in range(block, block + 50):
        question = random_question(seed)
        worlds = question.worlds()
        if not worlds:
            continue
        belief = question.belief()
        sets, chances = belief.enumerate(len(worlds))
        total = math.fsum(worlds.values())
        expected = {question.sets(world): weight / total for world, weight in worlds.items()}
        got = dict(zip(map(tuple, sets.tolist()), chances.tolist(), strict=True))
        assert len(got) == len(sets), seed
        assert got == pytest.approx(expected, abs=1e-12), seed
        with pytest.raises(LimitError, match="worlds are possible"):
            belief.enumerate(len(worlds) - 1)


def chi_square(
    observed: dict[tuple[int, ...], int], expected: dict[tuple[int, ...], float]
) -> None:
    """All expected ones are large enough; the statistic is below the 1 - 1e-6 quantile, by the
    approximation of Wilson and Hilferty."""
    assert set(observed) <= set(expected)
    n = sum(observed.values())
    assert min(expected.values()) * n >= 5
    statistic = sum((observed.get(w, 0) - n * p) ** 2 / (n * p) for w, p in expected.items())
    freedom = len(expected) - 1
    if freedom == 0:
        assert statistic < 1e-12
        return
    spread = 2 / (9 * freedom)
    assert statistic < freedom * (1 - spread + 4.75 * math.sqrt(spread)) ** 3


@pytest.mark.parametrize("block", BLOCKS)
def test_draws_have_the_right_frequencies(block: int) -> None:
    n = 4000
    tested = 0
    for seed in range(block, block + 50):
        question = random_question(seed)
        worlds = question.worlds()
        total = math.fsum(worlds.values())
        if not worlds or min(worlds.values()) / total * n < 5:
            continue
        expected = {question.sets(world): weight / total for world, weight in worlds.items()}
        drawn = question.belief().sample(n, seed)
        assert drawn.dtype == np.uint64
        chi_square(Counter(map(tuple, drawn.tolist())), expected)
        tested += 1
    assert tested >= 10


def test_four_worlds_that_greedy_dealing_finds_unequally_are_equal() -> None:
    a, b, c = range(3)
    may = np.zeros((4, 3), bool)
    for row, holders in enumerate([{a, b}, {a, c}, {b, c}, {a, b, c}]):
        may[row, list(holders)] = True
    belief = Belief(PACK[:4], [2, 1, 1], may)
    assert belief.count == 4
    assert belief.entropy == pytest.approx(2, abs=1e-12)
    sets, chances = belief.enumerate(4)
    assert chances == pytest.approx([0.25] * 4, abs=1e-15)
    expected = {tuple(world): 0.25 for world in sets.tolist()}
    for seed in range(10):
        drawn = Counter(map(tuple, belief.sample(20_000, seed).tolist()))
        chi_square(drawn, expected)


@pytest.mark.parametrize(
    "room", [[13, 13, 13], [17, 17], [6] * 7 + [4], [6] * 6 + [10], [4] * 13, [10, 10, 10, 10, 3]]
)
def test_counts_without_evidence_are_multinomials(room: list[int]) -> None:
    belief = Belief(PACK[: sum(room)], room)
    expected = math.factorial(sum(room))
    for each in room:
        expected //= math.factorial(each)
    assert belief.count == expected
    assert belief.entropy == pytest.approx(math.log2(expected), rel=1e-13)
    assert belief.log_weight == pytest.approx(math.log(expected), rel=1e-13)
    assert belief.probability() == pytest.approx(
        np.array([room] * sum(room)) / sum(room), abs=1e-13
    )


def test_large_counts_with_masks_are_exact() -> None:
    # Seats 0 and 1 have no clubs: they choose 22 of 36 cards; what is left is the others'.
    room = [9, 13, 9, 18]
    may = np.ones((49, 4), bool)
    may[:13, :2] = False
    expected = math.comb(36, 9) * math.comb(27, 13) * math.comb(27, 9)
    assert Belief(PACK[:49], room, may).count == expected
    # Every holder may have all cards but one of his own: inclusion and exclusion.
    room = [5, 5, 5, 5, 5, 5]
    may = np.ones((30, 6), bool)
    for holder in range(6):
        may[holder, holder] = False
    expected = 0
    for k in range(7):
        ways = math.factorial(30 - k) // math.factorial(4) ** k // math.factorial(5) ** (6 - k)
        expected += (-1) ** k * math.comb(6, k) * ways
    assert expected > 2**64
    assert Belief(PACK[:30], room, may).count == expected


def test_counts_of_a_suit_are_hypergeometric() -> None:
    belief = Belief(PACK[:39], [13, 13, 13])
    got = belief.count_distribution(1, PACK[:13])
    expected = [math.comb(13, t) * math.comb(26, 13 - t) / math.comb(39, 13) for t in range(14)]
    assert got == pytest.approx(np.array(expected), abs=1e-15, rel=1e-12)


def test_draws_are_the_same_for_a_seed_and_a_prefix_of_longer_ones() -> None:
    may = np.ones((39, 3), bool)
    may[:7, 0] = False
    belief = Belief(PACK[:39], [13, 13, 13], may, None, [(1, PACK[13:26], [1, 2, 3] + [1] * 11)])
    few = belief.sample(10, 7)
    assert (belief.sample(1000, 7)[:10] == few).all()
    assert (belief.sample(10, 8) != few).any()
    # Pinned: the same on every platform.
    assert [str(CardSet.from_bits(int(bits))) for bits in few[0]] == PINNED


PINNED = [
    "KC AC 2D 4D 8D TD JD QD 2H 4H 6H JH AH",
    "2C 3C 4C 5C 6C 9C JC 6D AD 3H 7H 9H QH",
    "7C 8C TC QC 3D 5D 7D 9D KD 5H 8H TH KH",
]


def test_every_draw_of_a_full_deal_fits_the_evidence() -> None:
    rng = np.random.default_rng(5)
    room = [10, 10, 10, 10, 3]
    may = np.ones((43, 5), bool)
    may[:13, 0] = may[13:26, 3] = may[40, :3] = False
    weight = rng.random((43, 5))
    factors = [(h, PACK[26:39], list(rng.random(14))) for h in range(4)]
    belief = Belief(PACK[:43], room, may, weight, factors)
    drawn = belief.sample(3000, 1)
    assert (np.bitwise_or.reduce(drawn, axis=1) == CardSet(PACK[:43]).bits).all()
    found = np.array([(drawn >> np.uint64(card.index)) & np.uint64(1) for card in PACK[:43]])
    assert (found.sum(axis=0) == room).all()
    assert not found.mean(axis=1)[~may].any()
    chance = belief.probability()
    sigma = np.sqrt(chance * (1 - chance) / 3000) + 1e-12
    assert (np.abs(found.mean(axis=1) - chance) / sigma).max() < 5
    assert chance.sum(axis=0) == pytest.approx(room, abs=1e-11)


def test_weights_far_apart_do_not_vanish() -> None:
    # Every card is 10^-280 times as likely with holder 0, who must have half of them.
    weight = np.ones((40, 3))
    weight[:, 0] = 1e-280
    belief = Belief(PACK[:40], [20, 10, 10], None, weight)
    even = Belief(PACK[:40], [20, 10, 10])
    assert np.abs(belief.probability() - even.probability()).max() < 1e-13
    assert belief.entropy == pytest.approx(even.entropy, rel=1e-13)
    assert belief.log_weight == pytest.approx(even.log_weight - 20 * 280 * math.log(10))
    # One card may be cheap, and has to go elsewhere.
    weight[0, 0] = 1e-300
    chance = Belief(PACK[:40], [20, 10, 10], None, weight).probability()
    assert chance[0, 0] == pytest.approx(1e-20 * 20 / 20, rel=1e-12)
    assert chance[0, 1:] == pytest.approx([0.5, 0.5], abs=1e-12)


@st.composite
def questions(draw: st.DrawFn) -> Question:
    return random_question(draw(st.integers(1000, 10**9)))


@given(questions(), st.randoms(use_true_random=False))
def test_the_order_of_cards_and_holders_changes_nothing(
    question: Question, rng: random.Random
) -> None:
    try:
        belief = question.belief()
    except EvidenceError:
        return
    cards = list(range(len(question.cards)))
    holders = list(range(len(question.room)))
    rng.shuffle(cards)
    rng.shuffle(holders)
    other = Question(
        [question.cards[c] for c in cards],
        [question.room[h] for h in holders],
        [[question.may[c][h] for h in holders] for c in cards],
        [[question.weight[c][h] for h in holders] for c in cards] if question.weight else None,
        [(holders.index(h), group, values) for h, group, values in question.factors],
    ).belief()
    assert other.count == belief.count
    assert other.entropy == pytest.approx(belief.entropy, abs=1e-10)
    expected = belief.probability()[np.ix_(cards, holders)]
    assert np.abs(other.probability() - expected).max(initial=0) < 1e-12


@given(questions())
def test_factors_of_one_and_scales_of_weights_change_nothing(question: Question) -> None:
    try:
        belief = question.belief()
    except EvidenceError:
        return
    rng = random.Random(len(question.cards))
    weight = question.weight or [[1.0] * len(question.room) for _ in question.cards]
    scales = [rng.choice([1e-9, 1, 1e9]) for _ in question.cards]
    scaled = [[w * scale for w in row] for row, scale in zip(weight, scales, strict=True)]
    factors = question.factors or [(0, question.cards, [3.0] * (len(question.cards) + 1))]
    other = Question(question.cards, question.room, question.may, scaled, factors).belief()
    assert other.count == belief.count
    assert np.abs(other.probability() - belief.probability()).max(initial=0) < 1e-12


def fallback_question() -> Question:
    rng = np.random.default_rng(11)
    room = [6] * 5 + [16]
    cards = PACK[: sum(room)]
    void = {("C", 0), ("D", 1), ("D", 2)}
    may = [[(card.suit, holder) not in void for holder in range(6)] for card in cards]
    weight = np.exp(rng.normal(0, 0.7, (len(cards), 6))).tolist()
    factors = [
        (holder, [c for c in cards if c.suit == suit], np.exp(rng.normal(0, 0.5, 14)).tolist())
        for holder in range(5)
        for suit in "DH"
    ]
    return Question(cards, room, may, weight, factors)


def test_a_chain_says_what_it_is_and_agrees_with_the_sums_within_its_error() -> None:
    question = fallback_question()
    exact = question.belief()
    chain = question.belief(max_states=1000)
    assert exact.exact
    assert chain.method == "gibbs"
    assert not chain.exact
    assert math.isnan(chain.entropy)
    assert math.isnan(chain.log_weight)
    assert 0.001 < chain.error < 0.05
    chance = chain.probability()
    assert np.abs(chance - exact.probability()).max() < 4 * chain.error
    assert chance.sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert chance.sum(axis=0) == pytest.approx(question.room, abs=1e-9)
    counts = chain.count_distribution(2, question.factors[1][1])
    wanted = exact.count_distribution(2, question.factors[1][1])
    assert np.abs(counts - wanted).max() < 0.08
    with pytest.raises(LimitError, match="too many states"):
        chain.enumerate(10)
    with pytest.raises(LimitError, match="too many states"):
        _ = chain.count


def test_draws_of_a_chain_fit_the_evidence_and_are_the_same_for_a_seed() -> None:
    question = fallback_question()
    chain = question.belief(max_states=1000)
    drawn = chain.sample(400, 5)
    assert (chain.sample(20, 5) == drawn[:20]).all()
    assert (chain.sample(20, 6) != drawn[:20]).any()
    found = np.array([(drawn >> np.uint64(c.index)) & np.uint64(1) for c in question.cards])
    assert (found.sum(axis=0) == question.room).all()
    assert not found.mean(axis=1)[~np.array(question.may)].any()
    chance = question.belief().probability()
    sigma = np.sqrt(chance * (1 - chance) / 400) + 1e-12
    assert np.sqrt((((found.mean(axis=1) - chance) / sigma) ** 2)[chance > 0.02].mean()) < 1.5


def test_the_count_stays_exact_when_only_the_weights_are_too_many() -> None:
    # Alike to the masks, the holders are one pool; their weights tell them apart.
    rng = np.random.default_rng(4)
    belief = Belief(PACK[:48], [4] * 12, None, rng.random((48, 12)) + 0.1)
    assert belief.method == "gibbs"
    assert belief.count == math.factorial(48) // math.factorial(4) ** 12


def test_a_chain_starts_from_counts_that_are_hard_to_meet() -> None:
    factors = [
        (holder, [c for c in PACK if c.suit == "CDHS"[suit]], [float(t == 4) for t in range(14)])
        for holder, suit in enumerate([0, 1, 2, 3, 0])
    ]
    belief = Belief(PACK[:52], [8] * 5 + [12], None, None, factors, max_states=1)
    for world in belief.sample(5, 1).tolist():
        for holder, cards, _ in factors:
            assert len(CardSet.from_bits(world[holder]) & CardSet(cards)) == 4


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals")
def test_ctrl_c_stops_a_chain() -> None:
    chain = fallback_question().belief(max_states=1000)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            chain.sample(10_000_000, 1)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_evidence_that_contradicts_itself_is_said() -> None:
    none = np.zeros((2, 2), bool)
    with pytest.raises(EvidenceError, match="only 0 cards can be his"):
        Belief(PACK[:2], [1, 1], none)
    one = np.array([[True, False], [True, False]])
    with pytest.raises(EvidenceError, match="no world is possible"):
        Belief(PACK[:2], [1, 1], one)
    # Three cards for two places: no card or holder alone shows it.
    may = np.array([[1, 1, 0, 0]] * 3 + [[1, 1, 1, 1]] * 3, bool)
    with pytest.raises(EvidenceError, match="contradicts itself"):
        Belief(PACK[:6], [1, 1, 2, 2], may)
    with pytest.raises(EvidenceError, match="weight 0"):
        Belief(PACK[:3], [2, 1], factors=[(0, PACK[:3], [0, 0, 0, 1])])
    with pytest.raises(EvidenceError, match="contradicts itself"):
        Belief(PACK[:4], [2, 2], factors=[(h, PACK[:4:2], [1, 0, 0]) for h in range(2)])


def test_every_fault_of_a_question_is_named_at_once() -> None:
    cards = [*PACK[:2], PACK[1]]
    weight = np.ones((3, 2))
    weight[1, 1] = -1
    factors: list[tuple[int, list[Card], list[float]]] = [
        (5, PACK[:1], [1, 1]),
        (0, PACK[:2], [1]),
        (1, PACK[:1], [1, math.nan]),
    ]
    with pytest.raises(KibitzError) as caught:
        Belief(cards, [1, -1], None, weight, factors)
    text = str(caught.value)
    for part in ("3C is there twice", "holder 1 has room for -1", "room for 0 cards: expected 3",
                 "the weight of 3C with holder 1", "factor 0 is of holder 5",
                 "factor 1 has 1 values", "factor 2 has a value",
                 "factors 1 and 2 share some cards"):  # fmt: skip
        assert part in text
    with pytest.raises(KibitzError, match=r"may must be of shape \(3, 2\)"):
        Belief(PACK[:3], [1, 2], np.ones((3, 3), bool))
    with pytest.raises(KibitzError, match="17 holders: expected 1 to 16"):
        Belief(PACK[:17], [1] * 17)
    belief = Belief(PACK[:3], [1, 2])
    with pytest.raises(KibitzError, match="holder 2: expected 0 to 1"):
        belief.count_distribution(2, PACK[:1])
    with pytest.raises(KibitzError, match="expected 0 or more worlds"):
        belief.sample(-1, 0)


def test_a_belief_over_no_cards_has_one_world() -> None:
    belief = Belief([], [0, 0])
    assert belief.count == 1
    assert belief.entropy == 0.0
    assert belief.probability().shape == (0, 2)
    assert belief.sample(3, 1).tolist() == [[0, 0]] * 3
    sets, chances = belief.enumerate(1)
    assert sets.tolist() == [[0, 0]]
    assert chances.tolist() == [1.0]
    by_chain = Belief([], [0, 0], max_states=0)
    assert by_chain.sample(3, 1).tolist() == [[0, 0]] * 3
    assert by_chain.error == 0.0


def test_the_oracle_counts_what_can_be_counted_by_hand() -> None:
    ways = Question(PACK[:6], [3, 2, 1], [[True] * 3] * 6).worlds()
    assert len(ways) == 60 == len(set(itertools.permutations([0, 0, 0, 1, 1, 2])))
