"""What Cinch's draws and discards say: against all histories of small packs, and many deals."""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from math import comb, sqrt

import numpy as np
import pytest

from kibitz import Belief, Card, CardSet, Knowledge, Rules, RulesError
from kibitz.advise import player
from kibitz.game import actions as act
from kibitz.game import discard
from kibitz.game.state import State, actions, apply, new_match, view
from kibitz.infer import draws
from kibitz.infer.draws import CUSTOM, NO_CUSTOM, Custom

RANKS = "23456789TJQKA"
TRUMPS = {*(rank + "H" for rank in RANKS), "5D"}
Hand = frozenset[str]

# ---- an oracle that knows the custom as it is told, and nothing of the formulas ----------------


@lru_cache(maxsize=100_000)
def kept(hand: Hand, most: int, custom: Custom) -> dict[Hand, float]:
    """Every set that a player may keep, with its probability: he marks cards, then makes room."""
    chances: dict[Hand, float] = defaultdict(float)
    cards = sorted(hand)
    for marks in product((False, True), repeat=len(cards)):
        chance = 1.0
        for card, mark in zip(cards, marks, strict=True):
            keeps = 1 - custom.trump if card in TRUMPS else custom.plain
            chance *= keeps if mark else 1 - keeps
        marked = [card for card, mark in zip(cards, marks, strict=True) if mark]
        if chance > 0:
            for some in _room(marked, most):
                chances[frozenset(some)] += chance / len(_room(marked, most))
    return chances


def _room(marked: list[str], most: int) -> list[tuple[str, ...]]:
    """The ways to make room: plain cards go first."""
    trumps = [card for card in marked if card in TRUMPS]
    plain = [card for card in marked if card not in TRUMPS]
    if len(trumps) >= most:
        return [*combinations(trumps, most)]
    return [(*trumps, *some) for some in combinations(plain, min(len(plain), most - len(trumps)))]


@lru_cache(maxsize=100_000)
def filled(hand: Hand, most: int, custom: Custom) -> dict[Hand, float]:
    """The same where just so many must be kept: any others fill the hand."""
    chances: dict[Hand, float] = defaultdict(float)
    trumps = sorted(hand & TRUMPS)
    for marks in product((False, True), repeat=len(trumps)):
        chance = 1.0
        for mark in marks:
            chance *= 1 - custom.trump if mark else custom.trump
        marked = [card for card, mark in zip(trumps, marks, strict=True) if mark]
        rest = sorted(hand - {*marked})
        ways = [(*marked, *some) for some in combinations(rest, max(0, most - len(marked)))]
        if len(marked) > most:
            ways = [*combinations(marked, most)]
        for some in ways:
            chances[frozenset(some)] += chance / len(ways)
    return chances


def robbed(hand: Hand, rest: Sequence[str], most: int) -> Iterator[tuple[Hand, float]]:
    """What the dealer takes: every trump that he has room for, and any plain cards."""
    need = min(max(0, most - len(hand)), len(rest))
    trumps = [card for card in rest if card in TRUMPS]
    plain = [card for card in rest if card not in TRUMPS]
    ways = [(*trumps, *some) for some in combinations(plain, max(0, need - len(trumps)))]
    if len(trumps) >= need:
        ways = [*combinations(trumps, need)]
    for some in ways:
        yield frozenset(some), 1 / len(ways)


class Table:
    """A small game of Cinch that has come to the play, seen by one seat."""

    def __init__(self, draw: str, players: int, hand: int, size: int, seed: int, custom: Custom):
        self.rng = random.Random(f"{draw} {players} {seed} {custom}")
        trumps = self.rng.sample(sorted(TRUMPS), size // 3)
        plain = [r + s for r in RANKS for s in "CDS" if r + s not in TRUMPS]
        self.draw, self.players, self.hand, self.custom = draw, players, hand, custom
        self.most = hand - 1
        pack = [*trumps, *self.rng.sample(plain, size - len(trumps))]
        full = [r + s for r in RANKS for s in "CDHS"]
        self.rules = Rules("cinch").replace(
            hand_size=hand,
            kept=self.most,
            draw=draw,
            pack=" ".join(f"-{card}" for card in full if card not in pack),
        )
        self.dealer = self.rng.randrange(players)
        self.pack = pack
        self.state = self._played()
        self.seat = self.rng.randrange(players)

    def _played(self) -> State:
        state = new_match(self.rules, self.players, dealer=self.dealer)
        cards = [Card(card) for card in self.rng.sample(self.pack, len(self.pack))]
        hands = [cards[at * self.hand : (at + 1) * self.hand] for at in range(self.players)]
        dealt = act.Deal(tuple(map(tuple, hands)), tuple(cards[self.hand * self.players :]))
        state = apply(state, dealt)
        while state.phase == "auction":
            state = apply(state, act.PassBid())
        state = apply(state, act.Name("H"))
        while state.phase == "discard":
            assert state.to_act is not None
            hand = frozenset(map(str, state.hands[state.to_act]))
            ways = self._keeps(hand)
            keeps = self.rng.choices([*ways], [*ways.values()])[0]
            out = tuple(Card(card) for card in sorted(hand - keeps))
            state = apply(state, act.Discard(out))
        if state.phase == "rob":
            hand = frozenset(map(str, state.hands[self.dealer]))
            rest = [*map(str, state.rest)]
            takes = self.rng.choice([cards for cards, _ in robbed(hand, rest, self.most)])
            state = apply(state, act.Rob(tuple(map(Card, sorted(takes)))))
        return state

    def _keeps(self, hand: Hand) -> dict[Hand, float]:
        way = filled if self.draw == "four_more" else kept
        return way(hand, self.most, self.custom)

    def histories(self) -> dict[tuple[Hand, ...], float]:
        """Every way for the hands to be now, with its weight, as far as the seat can tell."""
        state, seat = self.state, self.seat
        dealt = next(a for _, a in state.log if isinstance(a, act.Deal))
        outs = {by: {*map(str, a.cards)} for by, a in state.log
                if isinstance(a, act.Discard) and by is not None}  # fmt: skip
        own = frozenset(map(str, dealt.hands[seat]))
        told = {card for cards in outs.values() for card in cards} | own
        free = [card for card in self.pack if card not in told]
        weights: dict[tuple[Hand, ...], float] = defaultdict(float)
        for hands, rest in self._deals(free, outs, own):
            for now, left, shown, chance in self._course(hands, rest, outs):
                same = now[seat] == frozenset(map(str, state.hand(seat)))
                same &= shown == frozenset(map(str, self._shown(outs)))
                if seat == self.dealer and self.draw == "rob":
                    same &= left == frozenset(map(str, state.rest))
                if same and chance > 0:
                    weights[now] += chance
        return weights

    def _shown(self, outs: dict[int, set[str]]) -> set[str]:
        return {*map(str, self.state.discards[self.dealer])} - outs[self.dealer]

    def _deals(
        self, free: list[str], outs: dict[int, set[str]], own: Hand
    ) -> Iterator[tuple[list[Hand], tuple[str, ...]]]:
        """Hands and the order of the pack that have the discards in them."""
        more = discard.FOUR_MORE if self.draw == "four_more" else 0

        def deal(at: int, left: list[str], hands: list[Hand]) -> Iterator[
            tuple[list[Hand], tuple[str, ...]]
        ]:  # fmt: skip
            if at == self.players:
                yield from ((hands, order) for order in permutations(left))
            elif at == self.seat and not more:
                yield from deal(at + 1, left, [*hands, own])
            else:
                held = {*map(str, self.state.hand(at))} | outs[at] if at == self.seat else outs[at]
                if at == self.seat:
                    rest = [card for card in left if card not in held]
                    yield from deal(at + 1, rest, [*hands, frozenset(held)])
                    return
                for some in combinations(left, self.hand + more - len(held)):
                    rest = [card for card in left if card not in some]
                    yield from deal(at + 1, rest, [*hands, frozenset({*some} | held)])

        yield from deal(0, [c for c in free if not more or c not in
                            {*map(str, self.state.hand(self.seat))}], [])  # fmt: skip

    def _course(
        self, hands: list[Hand], rest: tuple[str, ...], outs: dict[int, set[str]]
    ) -> Iterator[tuple[tuple[Hand, ...], Hand, Hand, float]]:
        """What comes of a deal: the hands, what is left of the pack, trumps shown, the chance."""
        chance, now = 1.0, [frozenset(hand - outs[at]) for at, hand in enumerate(hands)]
        for hand, keeps in zip(hands, now, strict=True):
            chance *= self._keeps(hand).get(keeps, 0.0)
        if not chance:
            return
        if self.draw == "four_more":
            yield tuple(now), frozenset(rest), frozenset(), chance
            return
        left, seats = (
            list(rest),
            [(self.dealer + s + 1) % self.players for s in range(self.players)],
        )
        lying = [c for at in seats for c in sorted(outs[at]) if c not in TRUMPS]
        for at in seats[: None if self.draw != "rob" else -1]:
            need = self.most - len(now[at])
            now[at], left = now[at] | {*left[:need]}, left[need:]
            need = self.most - len(now[at])  # the pack has run out: plain cards put out fill up
            now[at], lying = now[at] | {*lying[:need]}, lying[need:]
        if self.draw != "rob":
            yield tuple(now), frozenset(left), frozenset(), chance
            return
        for takes, share in robbed(now[self.dealer], left, self.most):
            done = [*now]
            done[self.dealer] |= takes
            done[self.dealer] |= {*lying[: self.most - len(done[self.dealer])]}
            after = frozenset(left) - takes
            yield tuple(done), after - TRUMPS, after & TRUMPS, chance * share


KINDS = [
    ("rob", 2, 4, 13),
    ("rob", 3, 3, 14),
    ("no_rob", 2, 4, 13),
    ("no_rob", 3, 3, 13),
    ("four_more", 2, 3, 15),
    ("rob", 3, 3, 11),
    ("no_rob", 3, 3, 11),
]


SEEDS = 5


@pytest.mark.parametrize("custom", [CUSTOM, Custom(plain=0.2, trump=0.1)])
@pytest.mark.parametrize(("draw", "players", "hand", "size"), KINDS)
def test_beliefs_after_the_draw_are_those_of_all_histories(
    draw: str, players: int, hand: int, size: int, custom: Custom
) -> None:
    for seed in range(SEEDS):
        table = Table(draw, players, hand, size, seed, custom)
        weights = table.histories()
        total = sum(weights.values())
        belief = Belief(Knowledge.of_view(view(table.state, table.seat)), custom)
        assert belief.custom == custom
        assert belief.count == len(weights)
        chances = np.zeros_like(belief.probability)
        for hands, weight in weights.items():
            for at, card in enumerate(belief.cards):
                places = [h for h, held in enumerate(hands) if str(card) in held]
                chances[at, places[0] if places else players] += weight / total
        np.testing.assert_allclose(belief.probability, chances, rtol=0, atol=1e-12)


def test_in_some_small_games_the_pack_runs_out() -> None:
    lifted = 0
    for kind in (("rob", 3, 3, 11), ("no_rob", 3, 3, 11)):
        for seed in range(SEEDS):
            state = Table(*kind, seed, CUSTOM).state
            lifted += sum(map(len, state.discards)) < sum(
                len(a.cards) for _, a in state.log if isinstance(a, act.Discard)
            )
    assert lifted >= 3


def test_the_small_games_leave_worlds_of_different_weight() -> None:
    uneven = 0
    for kind in KINDS:
        for seed in range(SEEDS):
            weights = Table(*kind, seed, CUSTOM).histories()
            top = max(weights.values())
            uneven += any(weight < 0.99 * top for weight in weights.values())
    assert uneven >= 6


# ---- many deals of the real game -----------------------------------------------------------------


def customary_deal(seed: int) -> State:
    """A deal as it stands at the first lead: any suit is named, all keep to the custom."""
    state = new_match(Rules("cinch"), 4, seed=seed, dealer=seed % 4)
    while state.phase != "play":
        seat = state.to_act
        if seat is None:
            state = apply(state, next(iter(actions(state))))
        elif state.phase == "auction":
            state = apply(state, act.PassBid())
        elif state.phase == "name":
            state = apply(state, act.Name("CDHS"[seed // 4 % 4]))
        else:
            shown = view(state, seat)
            state = apply(state, player.choose(shown, actions(state), random.Random(seed)))
    return state


def test_expected_trumps_are_those_held_over_many_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    errors: dict[str, list[float]] = defaultdict(list)
    robbing = draws._robbed
    for seed in range(400):
        state = customary_deal(seed)
        known = Knowledge.of_view(view(state, state.left_of(state.dealer, 2)))
        suit = discard.trumps(state.rules, state.trump or "")
        for term in ("with", "without"):
            monkeypatch.setattr(draws, "_robbed", robbing if term == "with" else lambda *_: 1.0)
            belief = Belief(known)
            assert belief.custom == CUSTOM
            rows = [at for at, card in enumerate(belief.cards) if card in suit]
            for role, step in (("dealer", 0), ("eldest", 1), ("pone", 3)):
                seat = state.left_of(state.dealer, step)
                held = sum(card in suit for card in state.hand(seat))
                errors[f"{role} {term}"].append(belief.probability[rows, seat].sum() - held)

    def z(kind: str) -> float:
        some = np.array(errors[kind])
        return float(some.mean() / (some.std() / sqrt(len(some))))

    assert all(abs(z(f"{role} with")) < 3 for role in ("dealer", "eldest", "pone"))
    assert np.mean(errors["dealer without"]) < -0.15
    assert z("dealer without") < -5


# ---- the custom ----------------------------------------------------------------------------------


def book_hand(**more: object) -> dict[str, object]:
    """The book's first hand as its seat A sees it at trick 3."""
    return {
        "variant": "cinch", "players": 4, "trump": "H", "maker": 0, "leader": 0, "bid": 8,
        "draws": [2, 2, 4, 5], "hands": ["QC 2H TH KH AH 3H", None, None, None],
        "plays": "QC 3C 8H 5C QH 4H 2H 6H JC 9H", **more,
    }  # fmt: skip


def test_a_draw_of_two_shows_four_trumps_if_all_keep_to_the_custom() -> None:
    trumps = CardSet("JH 7H 5H 5D")
    for custom, certain in ((CUSTOM, True), (Custom(plain=0.1), False), (NO_CUSTOM, False)):
        belief = Belief(Knowledge.of_record(book_hand(), 0), custom)
        least = belief.number(1, trumps)[3:].sum()
        assert (least > 1 - 1e-12) == certain


def test_weights_are_ways_to_choose_what_was_kept() -> None:
    known = Knowledge.of_record(book_hand(dealer=3), 0)
    assert draws.seat_weights(known, 1, False, CUSTOM) == (0, 0, 0, 0, 1, 5, 15)
    assert draws.seat_weights(known, 2, False, CUSTOM) == (0, 0, 1, 3, 6, 10, 15)


def test_the_dealer_is_weighed_by_what_he_left() -> None:
    known = Knowledge.of_record(book_hand(dealer=3), 0)
    found = draws.seat_weights(known, 3, True, CUSTOM)
    left = 16 - 2 - 2 - 4
    stay = left - 5
    expected = [0.0] + [t / comb(left - (t - 1), stay) for t in range(1, 7)]
    assert found == pytest.approx(expected)


def test_without_a_dealer_every_seat_may_be_he() -> None:
    open_ = Belief(Knowledge.of_record(book_hand(), 0))
    known = [Belief(Knowledge.of_record(book_hand(dealer=seat), 0)) for seat in range(4)]
    assert {belief.count for belief in known} == {open_.count}
    low = np.min([belief.probability for belief in known], axis=0)
    high = np.max([belief.probability for belief in known], axis=0)
    assert (low <= open_.probability + 1e-12).all()
    assert (open_.probability <= high + 1e-12).all()
    assert (high - low).max() > 0.01


def test_who_breaks_the_custom_is_judged_by_what_is_lawful() -> None:
    played = "QC 3C 8H 5C QH 4H 2H 3D"  # Y has no trump left, who drew two
    belief = Belief(Knowledge.of_record(book_hand(plays=played), 0))
    assert belief.custom == NO_CUSTOM
    assert any("say nothing" in reason for reason in belief.explain())


def test_a_record_is_read_by_the_custom_until_the_play_contradicts_it() -> None:
    """Seat 1 drew two and had kept a plain card with three trumps."""
    record = {
        "variant": "cinch", "trump": "H", "maker": 0, "bid": 8, "leader": 0, "dealer": 3,
        "draws": [2, 2, 4, 5], "hands": ["AH KH QH JH TH 9H", None, None, None],
    }  # fmt: skip
    plays = "AH 2H 3H 4H KH 6H 5H 5D"
    two = {**record, "plays": plays}
    trumps, loose = CardSet("8H 7H"), Custom(0.05, 0.05)
    by_custom = Belief(Knowledge.of_record(two, 0))
    assert by_custom.custom == CUSTOM
    assert by_custom.number(1, trumps)[2:].sum() == pytest.approx(1)
    for custom in (loose, NO_CUSTOM):
        assert Belief(Knowledge.of_record(two, 0), custom).number(1, trumps)[:2].sum() > 0.05
    three = {**record, "plays": f"{plays} QH 2C"}
    assert Belief(Knowledge.of_record(three, 0)).custom == NO_CUSTOM
    assert Belief(Knowledge.of_record(three, 0), loose).custom == loose


def test_a_probability_is_between_nothing_and_one() -> None:
    with pytest.raises(RulesError, match="from 0 to 1"):
        Custom(plain=1.5)
