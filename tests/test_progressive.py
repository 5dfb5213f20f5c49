"""Progressive Hearts: who moves, ties, stars and prizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import Card, RulesError
from kibitz.game.progressive import Evening, Stars, begin, lower_cut, move, prizes, ties

LADIES = ("Ada", "Bea", "Cleo", "Dora", "Eve", "Fay")
GENTLEMEN = ("Gus", "Hal", "Ian", "Jon", "Ken", "Leo")
START = begin(LADIES, GENTLEMEN)


def cut(*pairs: str) -> list[tuple[Card, Card]]:
    return [(Card(pair.split()[0]), Card(pair.split()[1])) for pair in pairs]


def test_two_ladies_and_two_gentlemen_sit_at_a_table() -> None:
    assert START.tables[0] == ("Ada", "Gus", "Bea", "Hal")
    assert START.tables[START.booby] == ("Eve", "Ken", "Fay", "Leo")


def test_fewer_hearts_go_up_to_the_seats_left_and_the_heads_losers_to_the_booby_table() -> None:
    evening = move(START, [(1, 2, 4, 6), (5, 5, 0, 3), (0, 9, 1, 3)])
    assert evening.tables == (
        ("Ada", "Gus", "Dora", "Jon"),
        ("Cleo", "Ian", "Eve", "Leo"),
        ("Bea", "Ken", "Fay", "Hal"),
    )


def test_stars_are_gold_at_the_head_red_for_moving_up_green_for_the_most_at_the_booby_table() -> (
    None
):
    cards = move(START, [(1, 2, 4, 6), (5, 5, 0, 3), (0, 9, 1, 3)]).cards
    assert {name for name, card in cards.items() if card == Stars(gold=1)} == {"Ada", "Gus"}
    assert {name for name, card in cards.items() if card == Stars(red=1)} == {
        "Dora",
        "Jon",
        "Eve",
        "Leo",
    }
    assert {name for name, card in cards.items() if card == Stars(green=1)} == {"Fay", "Ken"}


def test_a_tie_goes_to_the_lower_cut_ace_low() -> None:
    hearts = [(1, 2, 4, 6), (5, 3, 0, 5), (2, 9, 2, 0)]
    assert ties(hearts) == ((2, 0),)
    evening = move(START, hearts, {(2, 0): cut("9C 9D", "2H AS")})
    assert "Fay" in evening.tables[1]
    with pytest.raises(RulesError, match="table 2: seats 0 and 2 are equal; expected cuts"):
        move(START, hearts)
    with pytest.raises(RulesError, match="expected cuts"):
        move(START, hearts, {(2, 0): cut("9C 9D")})


def test_equal_cuts_decide_nothing() -> None:
    assert lower_cut(cut("KC KD")) is None
    assert lower_cut(cut("KC KD", "TD 2C")) == 1
    assert lower_cut(cut("AC 2D")) == 0


def test_one_table_is_head_and_booby_table_at_once() -> None:
    evening = move(begin(LADIES[:2], GENTLEMEN[:2]), [(1, 2, 4, 6)])
    assert evening.tables == (("Ada", "Gus", "Bea", "Hal"),)
    assert evening.cards["Ada"] == Stars(gold=1)
    assert evening.cards["Bea"] == Stars(green=1)


@pytest.mark.parametrize(
    ("ladies", "gentlemen", "match"),
    [
        (LADIES[:3], GENTLEMEN[:3], "as many of both"),
        (LADIES[:2], GENTLEMEN[:4], "as many of both"),
        (("Ada", "Ada"), GENTLEMEN[:2], "a name stands twice"),
    ],
)
def test_tables_must_be_full(
    ladies: tuple[str, ...], gentlemen: tuple[str, ...], match: str
) -> None:
    with pytest.raises(RulesError, match=match):
        begin(ladies, gentlemen)


def test_the_hearts_of_every_table_are_needed() -> None:
    with pytest.raises(RulesError, match="3 tables of four"):
        move(START, [(1, 2, 4, 6)])


@given(
    st.lists(
        st.lists(
            st.permutations([0, 1, 2, 10]).map(tuple),
            min_size=3,
            max_size=3,
        ),
        max_size=10,
    )
)
def test_everybody_keeps_a_seat_of_his_pair_and_each_hand_gives_its_stars(
    hands: list[list[tuple[int, ...]]],
) -> None:
    evening = START
    for hearts in hands:
        evening = move(evening, hearts)
    assert sorted(name for table in evening.tables for name in table[0::2]) == sorted(LADIES)
    assert sorted(name for table in evening.tables for name in table[1::2]) == sorted(GENTLEMEN)
    assert evening.hands == len(hands)
    assert sum(card.gold for card in evening.cards.values()) == 2 * len(hands)
    assert sum(card.red for card in evening.cards.values()) == 4 * len(hands)
    assert sum(card.green for card in evening.cards.values()) == 2 * len(hands)


# ---- prizes -------------------------------------------------------------------------------------


def ended(**cards: Stars) -> Evening:
    return Evening(START.tables, {**START.cards, **cards})


def named(evening: Evening, **cuts: str) -> dict[str, str]:
    given = {name: [Card(card) for card in cards.split()] for name, cards in cuts.items()}
    return {prize.star: prize.player for prize in prizes(evening, given) if prize.pair == 0}


def test_most_stars_of_a_kind_win_its_prize() -> None:
    evening = ended(Ada=Stars(3, 0, 0), Bea=Stars(1, 4, 0), Cleo=Stars(0, 0, 2))
    assert named(evening) == {"gold": "Ada", "red": "Bea", "green": "Cleo"}


def test_gold_ties_go_by_red_red_by_gold_green_by_fewest_gold() -> None:
    assert named(ended(Ada=Stars(2, 1), Bea=Stars(2, 2)))["gold"] == "Bea"
    reds = ended(Ada=Stars(3, 0), Bea=Stars(1, 4), Cleo=Stars(2, 4))
    assert named(reds)["red"] == "Cleo"
    greens = ended(Ada=Stars(3, 0), Bea=Stars(0, 4), Cleo=Stars(1, 0, 2), Dora=Stars(0, 0, 2))
    assert named(greens)["green"] == "Dora"


def test_nobody_wins_two_prizes() -> None:
    evening = ended(Ada=Stars(3, 5, 4), Bea=Stars(1, 2, 0), Cleo=Stars(0, 0, 1))
    assert named(evening) == {"gold": "Ada", "red": "Bea", "green": "Cleo"}


def test_a_prize_needs_a_star_of_its_kind() -> None:
    assert named(ended(Ada=Stars(1, 1, 1))) == {"gold": "Ada"}


def test_what_the_stars_leave_equal_is_cut_for() -> None:
    evening = ended(Ada=Stars(2, 1), Bea=Stars(2, 1), Cleo=Stars(1, 0))
    with pytest.raises(RulesError, match="gold stars of Ada, Bea are equal"):
        prizes(evening)
    assert named(evening, Ada="9C 4D", Bea="9D AH")["gold"] == "Bea"


def test_ladies_and_gentlemen_have_prizes_of_their_own() -> None:
    evening = ended(Ada=Stars(gold=1), Gus=Stars(gold=1))
    assert [(prize.pair, prize.player) for prize in prizes(evening)] == [(0, "Ada"), (1, "Gus")]
