"""Beliefs against every world there is, and what a seat's knowledge is made of."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import kibitz
from kibitz import Belief, CardSet, Knowledge, Rules
from kibitz.game.fields import field
from worlds import World, ending, worlds

SITUATIONS = 26
"""Of each variant: together more than five hundred."""


def situation(variant: str, number: int) -> tuple[dict[str, Any], int]:
    """A small random ending of a variant, and the seat that looks."""
    rng = random.Random(f"{variant} {number}")
    rules = Rules(variant)
    fewest, most = rules.players
    drawing = field(rules, "stock", "none") == "domino"
    players = rng.randint(fewest, 3 if drawing else min(most, 6))
    more: dict[str, Any] = {"options": {}}
    if drawing or (players == 2 and field(rules, "stock", "none") == "two_players"):
        more["stock"] = rng.choice([0, 2, 4])
    if field(rules, "widow", False):
        more["widow"] = 2
    names = {name for name, *_ in rules.option_table()}
    for name in ("first_lead_trump", "break_hearts", "no_points_first_trick"):
        if name in names and rng.random() < 0.3:
            more["options"][name] = True
    demands = ("highest", "lowest", "trump", "no_trump", "lead_heart", "discard_no_heart")
    trumps: tuple[Any, ...] = rules.trumps or (None,)
    if rng.random() < 0.2 and None not in trumps:
        more["demands"] = [
            {"seat": rng.randrange(players), "kind": rng.choice(demands)} for _ in range(2)
        ]
    return ending(rng, variant, players, trumps, **more), rng.randrange(players)


def by_sets(
    belief: Belief, found: Counter[World]
) -> tuple[NDArray[np.float64], dict[tuple[int, ...], float]]:
    """The oracle's probabilities in the belief's own shapes."""
    total = sum(found.values())
    players = belief.knowledge.players
    chances = np.zeros((len(belief.cards), len(belief.holders)))
    share: dict[tuple[int, ...], float] = {}
    for world, count in found.items():
        places = dict(zip(("stock", "widow"), world[players:], strict=True))
        sets = [*world[:players], *(places[str(name)] for name in belief.holders[players:])]
        for at, card in enumerate(belief.cards):
            [holder] = [h for h, held in enumerate(sets) if str(card) in held]
            chances[at, holder] += count / total
        share[tuple(CardSet(" ".join(held)).bits for held in sets)] = count / total
    return chances, share


@pytest.mark.parametrize("variant", kibitz.variants())
def test_counts_and_probabilities_are_those_of_all_worlds(variant: str) -> None:
    for number in range(SITUATIONS):
        record, seat = situation(variant, number)
        found = worlds(record, seat)
        belief = Belief(Knowledge.of_record(record, seat))
        chances, share = by_sets(belief, found)
        assert belief.count == len(found), record
        assert belief.exact
        np.testing.assert_allclose(belief.probability, chances, rtol=0, atol=1e-12)
        sets, listed = belief.enumerate()
        assert {tuple(map(int, world)) for world in sets} == set(share)
        np.testing.assert_allclose(
            listed, [share[tuple(map(int, world))] for world in sets], rtol=0, atol=1e-12
        )
        expected = -sum(p * np.log2(p) for p in share.values())
        assert belief.entropy == pytest.approx(expected, abs=1e-9)
        drawn = {tuple(map(int, world)) for world in belief.sample(20, seed=number)}
        assert drawn <= set(share)


def test_there_are_more_than_five_hundred_situations_and_many_in_doubt() -> None:
    assert SITUATIONS * len(kibitz.variants()) >= 500
    counts = [
        Belief(Knowledge.of_record(*situation(variant, number))).count
        for variant in kibitz.variants()
        for number in range(4)
    ]
    assert sum(count > 5 for count in counts) > len(counts) / 3
