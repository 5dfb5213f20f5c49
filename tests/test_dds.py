"""Whist against DDS, called through endplay: 2,000 endings of up to eight cards a seat.

DDS gives the tricks of the side to move after each card; it counts those still to come.
"""

from random import Random

import pytest

import kibitz
from kibitz.solve import solve

pytest.importorskip("endplay", reason="endplay offers no wheel for this machine")

from endplay.dds import solve_board
from endplay.types import Deal as DdsDeal
from endplay.types import Denom, Player

RANKS, SUITS = "23456789TJQKA", "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
TRUMPS = {
    "C": Denom.clubs,
    "D": Denom.diamonds,
    "H": Denom.hearts,
    "S": Denom.spades,
    None: Denom.nt,
}
SEATS = (Player.north, Player.east, Player.south, Player.west)
SIZES = range(1, 9)
ENDINGS = 250  # of each size: 2,000 in all
BEGUN = 5  # of so many endings, the last stands in the middle of a trick


def ending(size: int, number: int) -> kibitz.Position:
    """All trumps and none, all leaders; of every five, one with a trick begun."""
    rng = Random(f"dds {size} {number}")
    suits = rng.choice(["CDHS", "CDHS", "CDHS", "CHS", "DHS"])
    cards = rng.sample([card for card in PACK if card[1] in suits], 4 * size)
    record = {
        "variant": "whist",
        "players": 4,
        "trump": list(TRUMPS)[number % len(TRUMPS)],
        "leader": number // len(TRUMPS) % 4,
        "hands": [" ".join(cards[seat::4]) for seat in range(4)],
    }
    position = kibitz.Position(kibitz.Deal.from_record(record))
    for _ in range(1 + number % 3 if number % BEGUN == BEGUN - 1 else 0):
        position = position.play(rng.choice(list(position.legal())))
    return position


def dds_cards(position: kibitz.Position) -> dict[str, int]:
    """The tricks of the side to move after each card, by DDS."""
    hands = [set(map(str, hand)) for hand in position.hands]
    for seat, card in position.trick:
        hands[seat].add(str(card))
    deal = DdsDeal(
        "N:" + " ".join(_pbn(hand) for hand in hands),
        first=SEATS[position.leader],
        trump=TRUMPS[position.trump],
    )
    for _, card in position.trick:
        deal.play(f"{card.suit}{card.rank}")
    return {
        f"{card.rank.abbr}{card.suit.name[0].upper()}": tricks for card, tricks in solve_board(deal)
    }


def _pbn(hand: set[str]) -> str:
    return ".".join("".join(rank for rank in RANKS if rank + suit in hand) for suit in "SHDC")


@pytest.mark.parametrize("size", SIZES)
def test_values_are_those_of_dds(size: int) -> None:
    for number in range(ENDINGS):
        position = ending(size, number)
        best = max(dds_cards(position).values())
        assert solve(position).value == best, position.text()


@pytest.mark.parametrize("size", SIZES)
def test_values_of_cards_are_those_of_dds(size: int) -> None:
    for number in range(0, ENDINGS, 2):
        position = ending(size, number)
        found = solve(position, cards=True).cards or {}
        assert {str(card): tricks for card, tricks in found.items()} == dds_cards(position), (
            position.text()
        )


def test_2000_endings_have_all_trumps_and_leaders_and_tricks_begun() -> None:
    seen = [ending(2, number) for number in range(ENDINGS)]
    pairs = {(position.trump, position.deal.leader) for position in seen}
    assert len(pairs) == len(TRUMPS) * 4
    assert {len(position.trick) for position in seen} == {0, 1, 2, 3}
    assert ENDINGS * len(SIZES) == 2000
