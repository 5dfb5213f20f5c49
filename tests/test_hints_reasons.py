"""Reasons: none that the figures do not bear out."""

from typing import Any

import numpy as np
import pytest

from kibitz import Card, Deal, Position, parse_cards
from kibitz.game.actions import Play
from kibitz.game.pools import Pool
from kibitz.hints import reasons
from kibitz.hints.advice import hint
from kibitz.hints.hint import Hint, Reason
from kibitz.hints.outcomes import SURE, Outcomes
from kibitz.hints.plays import Plays
from kibitz.hints.scoring import Standing
from kibitz.infer.knowledge import Knowledge

CINCH: dict[str, Any] = {
    "variant": "cinch",
    "trump": "H",
    "maker": 0,
    "bid": 8,
    "leader": 0,
    "hands": ["QC 2H TH KH AH 3H", "3C 6H JH 5D 7H 5H", "8H QH JC 2S 6S TS", "5C 4H 9H 4S 9C KD"],
    "draws": [2, 2, 4, 5],
    "plays": "QC 3C 8H 5C QH 4H 2H 6H JC 9H TH JH 5D 2S 4S KH AH 7H 6S 9C 3H 5H TS KD",
}


def hints() -> list[Hint]:
    """The hints to every play of a hand of the book in which there is a choice."""
    found, plays = [], CINCH["plays"].split()
    for ply in range(len(plays)):
        record = CINCH | {"plays": " ".join(plays[:ply])}
        seat = Position(Deal.from_record(record)).to_move
        assert seat is not None
        told = hint(record, seat, worlds=60, seed=ply)
        if len(told.candidates) > 1:
            found.append(told)
    return found


def test_every_reason_is_a_difference_that_chance_does_not_explain() -> None:
    told: list[Reason] = []
    for found in hints():
        by_action = {candidate.action: candidate for candidate in found.candidates}
        for reason in found.reasons:
            if reason.against is None:
                continue
            told.append(reason)
            other = by_action[reason.against]
            assert other.behind > SURE * other.behind_error
            assert f"costs {other.behind:.2f}." in reason.text
            assert reason.share is not None
            assert reason.share >= reasons.HALF
    assert len({reason.kind for reason in told}) >= 2


def test_nothing_but_likeness_is_said_where_nothing_stands_out() -> None:
    for found in hints():
        second = next((c for c in found.candidates if c.behind or c.lost), None)
        if second is None or second.behind <= SURE * second.behind_error:
            continue
        assert found.reasons[-1].kind not in ("same",)


class Table:
    """A moment at the table, and worlds and outcomes made up for it."""

    names = None
    seat = 0
    players = 4

    def __init__(self, record: dict[str, Any]) -> None:
        self.position = Position(Deal.from_record(record))
        self.cards = tuple(self.position.legal())

    def told(self, payoff: list[list[float]], *hands: str) -> set[str]:
        """The kinds of reasons; one row of payoffs and one hand of seat 1 for each world."""
        outcomes = Outcomes(np.ones(len(payoff)), np.array(payoff, float), np.array(payoff, float))
        worlds = np.zeros((len(payoff), 4), dtype=np.uint64)
        for row, hand in zip(worlds, hands, strict=True):
            row[0] = sum(1 << card.index for card in self.position.hands[0])
            row[1] = sum(1 << card.index for card in parse_cards(hand))
        actions = [Play(card) for card in self.cards]
        order = outcomes.order([0] * len(actions))
        ranked = outcomes.candidates(actions, order, exact=True)
        return {reason.kind for reason in reasons.of_plays(self, outcomes, worlds, ranked)}


def third() -> Table:
    """Seat 0 plays third: the trick is the others', seat 1 is behind. Trumps are hearts."""
    hands = ["3H KH", "5H 9C", "2C 4C", "6H 7C"]
    return Table(CINCH | {"leader": 2, "hands": hands, "plays": "2C 7C", "draws": []})


def test_a_cinch_is_told_only_where_the_pedro_makes_the_difference() -> None:
    table = third()
    assert table.cards == (Card("3H"), Card("KH"))
    behind = [[-9.0, 3.0]] * 3 + [[2.0, 2.0]] * 3
    hands = ["5H 9C"] * 3 + ["8C 9C"] * 3
    assert "cinch" in table.told(behind, *hands)
    # The king is better only where no Pedro lies behind it: then that is not why.
    assert "cinch" not in table.told(behind[::-1], *hands)
    # The king is not better at all.
    assert "cinch" not in table.told([[3.0, -9.0]] * 6, *hands)


def test_a_tenace_is_told_only_where_the_card_between_makes_the_difference() -> None:
    hands = ["AH QH 9C", "KH 8C 2D", "2C 4C 3D", "6H 7C 4D"]
    table = Table(CINCH | {"leader": 0, "hands": hands, "plays": "", "draws": []})
    at = {str(card): number for number, card in enumerate(table.cards)}
    good, even = [0.0] * 3, [0.0] * 3
    good[at["9C"]], even[at["9C"]] = 6.0, 0.0
    held, not_held = "KH 8C 2D", "8D 8C 2D"
    assert "tenace" in table.told([good] * 2 + [even] * 2, held, held, not_held, not_held)
    assert "tenace" not in table.told([even] * 2 + [good] * 2, held, held, not_held, not_held)


def test_a_duck_is_told_in_hearts_and_not_in_cinch() -> None:
    record = {
        "variant": "hearts",
        "leader": 1,
        "hands": ["2C KC 5H", "9C 2D 3D", "3C 4D 5D", "TC 6D 7D"],
        "plays": "9C 3C TC",
    }
    found = hint(record, 0, worlds=50)
    assert "void" not in {reason.kind for reason in found.reasons}
    known = Knowledge.of_record(record, 0)
    table = Plays(known, "points", Pool(), Standing())
    worlds = table.draw(6, 1)
    clear = np.ones((6, 2), dtype=bool)
    payoff = np.array([[0.0, -3.0]] * 6)
    outcomes = Outcomes(np.ones(6), payoff, payoff, None, clear)
    ranked = outcomes.candidates(table.actions, outcomes.order([0, 0]), exact=True)
    assert "duck" in {reason.kind for reason in table.reasons(outcomes, worlds, ranked)}


@pytest.mark.parametrize("ways", [[0.0, 1.0], [1.0, 1.0]])
def test_a_close_choice_is_called_close(ways: list[float]) -> None:
    noisy = [[0.0, ways[0]], [ways[1], 0.0]] * 3
    outcomes = Outcomes(np.ones(6), np.array(noisy), np.array(noisy))
    table = third()
    ranked = outcomes.candidates(
        [Play(card) for card in table.cards], outcomes.order([0, 0]), exact=False
    )
    worlds = np.zeros((6, 4), dtype=np.uint64)
    kinds = {reason.kind for reason in reasons.of_plays(table, outcomes, worlds, ranked)}
    assert kinds == {"close"}
