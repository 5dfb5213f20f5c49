"""The odds of a heart led, against every way for the hearts to lie."""

import json
from fractions import Fraction
from itertools import product
from math import factorial, prod

import pytest
from typer.testing import CliRunner

from kibitz import Card, NotationError, Rules, RulesError, parse_cards
from kibitz.cli import app
from kibitz.game import dealing
from kibitz.infer import odds


def by_placing(held: str, lead: str, players: int) -> Fraction:
    """The chance that the lead wins, each unseen heart given to each of the others in turn."""
    pack = dealing.pack(Rules("hearts"), players)
    size = len(pack) // players if players > 2 else 13
    hearts = [c for c in pack if c.suit == "H" and c not in parse_cards(held)]
    plain = len(pack) - size - len(hearts)
    places = [*range(players - 1)] + ["stock"] * (players == 2)
    room = [size] * (players - 1) + [len(pack) - 2 * size] * (players == 2)
    wins = total = 0
    for where in product(range(len(places)), repeat=len(hearts)):
        counts = [where.count(at) for at in range(len(places))]
        if any(count > most for count, most in zip(counts, room, strict=True)):
            continue
        left = (most - count for count, most in zip(counts, room, strict=True))
        ways = factorial(plain) // prod(map(factorial, left))
        total += ways
        for at in range(players - 1):
            cards = [card for card, to in zip(hearts, where, strict=True) if to == at]
            if cards and min(cards) > Card(lead):
                break
        else:
            wins += ways
    return Fraction(wins, total)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    ("held", "lead"),
    [("5H 7H 8H 9H TH JH QH", "5H"), ("3H 6H 9H TH QH KH AH", "6H"), ("4H 6H 8H TH QH AH", "4H")],
)
def test_a_lead_wins_as_often_as_over_all_ways_for_the_hearts_to_lie(
    held: str, lead: str, players: int
) -> None:
    found = odds.lead_wins(parse_cards(held), Card(lead), players)
    assert found == by_placing(held, lead, players)


def test_what_the_book_says_of_leads_is_right() -> None:
    found = {each.words: each for each in odds.sayings()}
    assert len(found) == 6
    assert all(each.is_right for each in found.values())
    assert round(float(found["the 5 led, the only heart"].found), 4) == 0.2462
    assert not odds.Saying("", "", Fraction(1, 2), Fraction(3, 5)).is_right


def test_a_plain_suit_goes_round_unless_somebody_is_void() -> None:
    def none_void(held: int) -> Fraction:
        left, total, good = 13 - held, 0, 0
        for where in product(range(3), repeat=left):
            ways = factorial(39 - left) // prod(factorial(13 - where.count(at)) for at in range(3))
            total += ways
            good += ways * (len(set(where)) == 3)
        return Fraction(good, total)

    for held in (5, 7):
        assert odds.suit_goes_round(held) == none_void(held)


def test_the_four_wins_in_two_ways() -> None:
    one, two = odds.ways_for_the_four()
    assert one + two == odds.lead_wins((), Card("4H"))
    assert 0 < two < one / 100_000


def test_a_card_that_cannot_be_led_is_refused() -> None:
    with pytest.raises(NotationError, match="a heart to lead"):
        odds.read_hand("5C 6D")
    with pytest.raises(NotationError, match="5H is twice in the hand"):
        odds.read_hand("5H 5H")
    with pytest.raises(NotationError, match="AH is not a heart of the hand: expected one of 5H 6H"):
        odds.read_hand("5H 6H", "AH")
    with pytest.raises(RulesError, match="2H"):
        odds.lead_wins((), Card("2H"), 6)
    with pytest.raises(RulesError, match="2 to 6"):
        odds.lead_wins((), Card("5H"), 7)


def test_the_command_prints_the_book_and_the_table() -> None:
    shown = CliRunner().invoke(app, ["odds"])
    assert shown.exit_code == 0
    assert "29 to 11 against" in shown.stdout
    assert "2.64 to 1 against" in shown.stdout
    rows = [
        json.loads(line) for line in CliRunner().invoke(app, ["odds", "--json"]).stdout.splitlines()
    ]
    assert [row["verdict"] for row in rows if "verdict" in row] == ["right"] * 6
    assert {
        name: value for name, value in rows[6 + 11].items() if name in ("lowest", "held", "players")
    } == {"lowest": "5H", "held": 1, "players": 4}
    one = CliRunner().invoke(app, ["odds", "5H 9H KH", "--lead", "9H", "--players", "3", "--json"])
    assert json.loads(one.stdout)["lead"] == "9H"
    assert CliRunner().invoke(app, ["odds", "5C"]).exit_code == 2
