"""Cutting: ace high in the All-Fours family and low in Hearts; equal cuts are cut again."""

import pytest

from kibitz import Rules, RulesError, parse_cards
from kibitz.game.cutting import dealers, gives_way, partners, seated

CINCH, HEARTS = Rules("cinch"), Rules("hearts")


def test_the_highest_deals_in_all_fours_and_the_lowest_in_hearts() -> None:
    cuts = parse_cards("KD AS 2C 7H")
    assert dealers(CINCH, cuts) == (1,)
    assert dealers(HEARTS, cuts) == (1,)
    assert dealers(HEARTS, parse_cards("KD QS 2C 7H")) == (2,)


def test_equal_cuts_cut_again() -> None:
    assert dealers(CINCH, parse_cards("KD KS 2C 7H")) == (0, 1)
    for cuts in ("KD KS 2C 7H", "KD 7S 2C 7H"):
        with pytest.raises(RulesError, match="cut again"):
            partners(CINCH, parse_cards(cuts))


def test_the_two_lowest_play_the_two_highest_and_the_highest_deals() -> None:
    assert partners(CINCH, parse_cards("3D AS 2C 7H")) == ((1, 3), (0, 2))
    with pytest.raises(RulesError, match="3 cuts for partners: expected 4"):
        partners(CINCH, parse_cards("3D AS 2C"))


def test_of_five_or_six_the_lowest_cuts_stay_out_and_then_those_longest_at_it() -> None:
    assert seated(CINCH, parse_cards("3D AS 2C 7H 9H")) == (0, 1, 3, 4)
    assert seated(CINCH, parse_cards("3D AS 2C 7H 9H KD")) == (1, 3, 4, 5)
    for cuts, message in (("3D AS 3C 7H 9H", "cut again"), ("3D AS 2C", "expected 4 to 6")):
        with pytest.raises(RulesError, match=message):
            seated(CINCH, parse_cards(cuts))
    assert gives_way([1, 3, 1, 2], 1) == (1,)
    assert gives_way([1, 3, 1, 2], 2) == (1, 3)
