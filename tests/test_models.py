"""Models of players: what an action says of the hand it came from."""

from dataclasses import dataclass

import numpy as np
import pytest

from kibitz import Belief, Card, CardSet, EvidenceError, Knowledge
from kibitz.infer import models
from kibitz.infer.models import Customary, Decision, PlayerModel, Softmax, Uniform, Worlds

LAST = {
    "variant": "cinch", "players": 4, "trump": "H", "maker": 0, "bid": 8, "leader": 0,
    "hands": ["3H 2C", "KH 3C", "5H 4C", "TH 6H"], "plays": "3H KH",
}  # fmt: skip
"""An ending: A leads a low trump, Y takes it with the King."""


def belief(plays: str, seat: int, model: PlayerModel | None = None) -> Belief:
    return Belief.of(Knowledge.of_record({**LAST, "plays": plays}, seat), model)


def test_the_uniform_model_changes_nothing() -> None:
    hard, soft = belief("3H KH", 0), belief("3H KH", 0, Uniform())
    np.testing.assert_allclose(hard.probability, soft.probability, atol=1e-12)
    assert soft.exact
    assert soft.method == "listed"
    assert soft.count == hard.count
    assert soft.entropy == pytest.approx(hard.entropy)


def test_a_counting_card_thrown_to_the_others_had_no_spare_beside_it() -> None:
    thrown = "3H KH 5H"  # B gives Y a Pedro
    before, after = belief(thrown, 0), belief(thrown, 0, Customary())
    assert after.chance("6H", 2) < before.chance("6H", 2) / 2
    assert after.chance("6H", 3) > before.chance("6H", 3)


def test_likelihoods_are_weights_of_legal_cards() -> None:
    known = Knowledge.of_record({**LAST, "plays": "3H KH 5H"}, 0)
    decision = next(each for each in models.decisions(known) if each.seat == 2)
    worlds, _ = Belief(known).enumerate()
    hands = worlds[:, :4].copy()
    for seat, card in known.plays[decision.number :]:
        hands[:, seat] |= np.uint64(1 << card.index)
    cards, legal = models.choices(decision, hands)
    found = Customary(slip=0.1).likelihood(decision, hands)
    for hand, row, share in zip(hands[:, 2], legal, found, strict=True):
        held = CardSet.from_bits(int(hand))
        trumps = [card for card in held if card.suit == "H"]
        assert {card for card, may in zip(cards, row, strict=True) if may} == set(trumps or held)
        spare = Card("TH") not in trumps and len(trumps) > 1
        both_count = Card("TH") in trumps
        assert share == pytest.approx(0.1 / 1.1 if spare else 0.5 if both_count else 1.0)


def test_who_leads_the_king_without_the_ace_holds_the_queen() -> None:
    deal = {
        "variant": "cinch", "players": 4, "trump": "H", "maker": 0, "bid": 8, "leader": 0,
        "hands": ["KH QH", "AH 3C", "5H 4C", "TH 6H"], "plays": "KH",
    }  # fmt: skip
    known = Knowledge.of_record(deal, 1)
    hard, soft = Belief(known), Belief.of(known, Customary())
    assert hard.chance("QH", 0) == pytest.approx(0.2)
    assert soft.chance("QH", 0) > 0.5


def test_a_bid_of_half_speaks_of_catching_cards() -> None:
    deal = {
        "variant": "pedro", "players": 4, "trump": "H", "maker": 1, "bid": 8, "leader": 1,
        "hands": ["2C 3C", "AH 3H", "5H 4C", "TH 6H"], "auction": [[0, "offer"], [1, 8]],
        "dealer": 3, "plays": "",
    }  # fmt: skip
    known = Knowledge.of_record(deal, 0)
    assert Belief.of(known, Customary()).chance("AH", 1) > 1.5 * Belief(known).chance("AH", 1)


def test_values_speak_for_the_better_card() -> None:
    deal = {
        "variant": "whist", "players": 4, "trump": None, "leader": 0,
        "hands": ["2C 2D", "AC 3C", "4C 5D", "KC 6D"], "plays": "2C 3C",
    }  # fmt: skip
    known = Knowledge.of_record(deal, 0)
    cool = Belief.of(known, Softmax(temperature=0.2))
    assert cool.chance("AC", 1) < Belief(known).chance("AC", 1)
    assert Belief.of(known, Softmax(plays=0)).chance("AC", 1) == pytest.approx(
        Belief(known).chance("AC", 1)
    )


@dataclass
class Holds:
    """A model by which a seat leads only if it holds a card."""

    card: str
    otherwise: float = 0.0
    own_hand = True

    def likelihood(self, decision: Decision, hands: Worlds) -> models.Floats:
        bits = np.uint64(1 << Card(self.card).index)
        has = (hands[:, decision.seat] & bits) != 0
        asked = decision.number == 0
        return np.where(has | (not asked), 1.0, self.otherwise)


DEAL = {
    "variant": "whist", "players": 4, "trump": "S", "leader": 0, "plays": "2C",
    "hands": [None, " ".join(f"{rank}D" for rank in "23456789TJQKA"), None, None],
}  # fmt: skip


BIDDING = {
    "variant": "cinch", "players": 4, "trump": "H", "maker": 1, "bid": 7, "leader": 1, "dealer": 3,
    "hands": ["2C 3C", "AH KH", "QH 4C", "TH 6S"], "plays": "",
    "auction": [[0, None], [1, 7], [2, None], [3, None]],
}  # fmt: skip


def test_a_bid_is_near_to_what_the_hand_hopes_for_and_a_pass_is_below_a_higher_bid() -> None:
    known = Knowledge.of_record(BIDDING, 0)
    passed, bid, *_ = models.decisions(Knowledge.of_record(BIDDING, 3))
    model = Customary(slip=1.0, spread=1 / 7)
    hands = np.array([[CardSet(hand).bits] * 4 for hand in ("6H 7S", "KH QH", "AH KH")], np.uint64)
    hopes = np.array([0.04, 0.32, 0.47])  # of fourteen points
    np.testing.assert_allclose(
        model.likelihood(bid, hands), np.exp(-(((hopes - 0.5) * 7) ** 2) / 2)
    )
    np.testing.assert_allclose(
        model.likelihood(passed, hands), 1 / (1 + np.exp((hopes - 1 / 14) * 7))
    )
    np.testing.assert_array_equal(Customary(slip=1.0).likelihood(bid, hands), np.ones(3))
    hard, soft = Belief(known), Belief.of(known, model)
    assert soft.chance("AH", 1) > 1.2 * hard.chance("AH", 1)
    assert soft.chance("AH", 2) < hard.chance("AH", 2)


@dataclass(frozen=True)
class Beside:
    """A model, told nothing of what its likelihoods depend on."""

    model: PlayerModel
    own_hand = False

    def likelihood(self, decision: Decision, hands: Worlds) -> models.Floats:
        return self.model.likelihood(decision, hands)


def test_worlds_weigh_the_same_whichever_others_are_weighed_with_them() -> None:
    deal = {
        **LAST, "hands": ["3H 2C 7C", "KH 3C QH", "5H 4C JH", "TH 6H 9C"], "plays": "3H KH 5H 6H",
        "dealer": 0, "auction": [[1, 6], [2, None], [3, None], [0, 8]],
    }  # fmt: skip
    known = Knowledge.of_record(deal, 0)
    model = Customary(slip=0.3, spread=1 / 7)
    worlds = Belief(known).sample(40, seed=1)
    whole = models.Likelihoods(known, model).logs(worlds)
    assert len(set(whole.round(9))) > 3
    parts = models.Likelihoods(known, model)
    apart = np.concatenate([parts.logs(worlds[:7]), parts.logs(worlds[7:])])
    np.testing.assert_allclose(apart, whole)
    np.testing.assert_allclose(models.Likelihoods(known, Beside(model)).logs(worlds), whole)


def test_many_worlds_are_drawn_and_weighed() -> None:
    known = Knowledge.of_record(DEAL, 1)
    hard, soft = Belief(known), Belief.of(known, Holds("AC", 0.1))
    assert not soft.exact
    assert soft.method == "importance"
    assert soft.entropy is None
    low, high = soft.entropy_bounds
    assert low == 0
    assert high == pytest.approx(np.log2(float(hard.count)))
    true = 1 / (1 + 0.1 * (1 - hard.chance("AC", 0)) / hard.chance("AC", 0))
    assert abs(soft.chance("AC", 0) - true) < 5 * soft.error
    assert 0 < soft.error < 0.02
    sums = soft._cases[0].sums
    assert isinstance(sums, models.Weighed)
    assert models.ENOUGH <= sums.effective < len(sums.weights)
    drawn = soft.sample(2000, seed=4)
    assert (drawn == soft.sample(2000, seed=4)).all()
    held = ((drawn[:, 0] & np.uint64(1 << Card("AC").index)) != 0).mean()
    assert abs(held - soft.chance("AC", 0)) < 0.02


def test_more_are_drawn_when_few_count() -> None:
    known = Knowledge.of_record(DEAL, 1)
    wide = Belief.of(known, Holds("AC", 1e-9))._cases[0].sums
    narrow = Belief.of(known, Uniform())._cases[0].sums
    assert isinstance(wide, models.Weighed)
    assert isinstance(narrow, models.Weighed)
    assert len(narrow.weights) == models.FIRST
    assert narrow.effective == pytest.approx(models.FIRST)

    class Rare(Holds):
        def likelihood(self, decision: Decision, hands: Worlds) -> models.Floats:
            some = CardSet("AC KC QC JC TC").bits
            has = (hands[:, decision.seat] & np.uint64(some)) == np.uint64(some)
            return np.where(has | (decision.number > 0), 1.0, 1e-9)

    rare = Belief.of(known, Rare("AC"))._cases[0].sums
    assert isinstance(rare, models.Weighed)
    assert len(rare.weights) > models.FIRST


def test_worlds_that_are_drawn_later_are_weighed_to_the_same_scale() -> None:
    class Scattered(Holds):
        def likelihood(self, decision: Decision, hands: Worlds) -> models.Floats:
            return 1 / (1.0 + hands[:, decision.seat] % np.uint64(1_000_003))

    known = Knowledge.of_record(DEAL, 1)
    sums = Belief.of(known, Scattered("AC"))._cases[0].sums
    assert isinstance(sums, models.Weighed)
    assert len(sums.weights) > models.FIRST
    [decision] = models.decisions(known)
    held = sums.worlds[:, :4].copy()
    held[:, 0] |= np.uint64(1 << Card("2C").index)
    scale = sums.weights / Scattered("AC").likelihood(decision, held)
    np.testing.assert_allclose(scale, scale[0])


def test_a_model_that_forbids_what_was_done_is_refused() -> None:
    with pytest.raises(EvidenceError, match="players"):
        belief("3H KH", 1, Holds("AS"))


def test_events_follow_the_weights() -> None:
    soft = belief("3H KH 5H", 0, Customary())
    sets, chances = soft.enumerate()
    has = np.array([Card("6H") in CardSet.from_bits(int(bits)) for bits in sets[:, 3]])
    assert soft.together({Card("6H"): 3}) == pytest.approx(chances[has].sum())
    assert soft.number(3, CardSet("6H"))[1] == pytest.approx(chances[has].sum())
