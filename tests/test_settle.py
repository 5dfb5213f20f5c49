"""The score of a deal under the bid: the book's worked examples, the oracle, and laws."""

import json
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference
from kibitz import Rules, RulesError
from kibitz.game.settle import Settlement, settle

CINCH = Rules("cinch")
OLD_STYLE = Rules("cinch", set_back=True)
BOOK = resources.files("kibitz").joinpath("data", "book.jsonl").read_text("utf-8").splitlines()


def scored(
    points: tuple[int, int], bid: int | None, *, rules: Rules = CINCH, put_out: int = 0
) -> tuple[int, int]:
    """The score of the maker's side, seats 0 and 2, and of the others."""
    a, o = points
    settled = settle(rules, (a, o, 0, 0), maker=2, bid=bid, put_out=put_out)
    assert settled.scores[:2] == settled.scores[2:]
    return settled.scores[0], settled.scores[1]


@pytest.mark.parametrize(
    ("points", "bid", "score"),
    [
        ((10, 4), 8, (6, 0)),
        ((5, 9), 8, (0, 17)),
        ((11, 3), 8, (8, 0)),
        ((5, 9), 5, (0, 4)),
        ((7, 7), 7, (0, 0)),
        ((7, 7), 8, (0, 15)),
        ((0, 14), 14, (0, 28)),
        ((14, 0), 14, (14, 0)),
    ],
)
def test_two_sides_write_down_what_the_book_says(
    points: tuple[int, int], bid: int, score: tuple[int, int]
) -> None:
    assert scored(points, bid) == score


def test_a_bid_is_made_or_failed_or_was_never_given() -> None:
    assert settle(CINCH, (8, 6, 0, 0), maker=0, bid=8).made is True
    assert settle(CINCH, (7, 7, 0, 0), maker=0, bid=8).made is False
    assert settle(CINCH, (7, 7, 0, 0), maker=0).made is None


@pytest.mark.parametrize(("points", "score"), [((3, 11), (0, 8)), ((9, 5), (4, 0))])
def test_whoever_names_the_trump_without_a_bid_cannot_be_set(
    points: tuple[int, int], score: tuple[int, int]
) -> None:
    assert scored(points, None) == score


def test_two_sides_without_a_maker_are_netted() -> None:
    assert settle(CINCH, (9, 5, 0, 0)).scores == (4, 0, 4, 0)


def test_counting_trumps_among_the_discards_are_the_makers() -> None:
    assert scored((7, 6), 8, put_out=1) == (2, 0)
    assert scored((5, 4), 10, put_out=5) == (6, 0)
    assert scored((4, 9), 6, put_out=1) == (0, 15)


def test_points_left_in_the_pack_count_for_nobody() -> None:
    assert scored((6, 2), 5) == (4, 0)


def test_set_back_takes_the_bid_off_and_deducts_nothing() -> None:
    assert scored((6, 8), 9, rules=OLD_STYLE) == (-9, 8)
    assert scored((11, 3), 9, rules=OLD_STYLE) == (11, 3)
    assert scored((5, 9), None, rules=OLD_STYLE) == (5, 9)


def test_the_books_game_of_sweating_out_stands_at_sixty_four_and_twelve() -> None:
    deals = [
        scored((6, 8), 9, rules=OLD_STYLE),
        scored((6, 8), 9, rules=OLD_STYLE),
        scored((12, 2), 11, rules=OLD_STYLE)[::-1],
        scored((11, 3), 11, rules=OLD_STYLE)[::-1],
    ]
    to_go = [51 - sum(scores) for scores in zip(*deals, strict=True)]
    assert to_go == [64, 12]


@pytest.mark.parametrize(
    ("points", "bid", "scores"),
    [
        ((8, 4, 2), 8, (4, 0, 0)),
        ((5, 6, 3), 5, (0, 0, 0)),
        ((5, 6, 3), 6, (0, 12, 9)),
        ((9, 1, 2, 1, 1), 7, (7, 0, 0, 0, 0)),
        ((2, 1, 5, 1, 5), 7, (0, 8, 12, 8, 12)),
    ],
)
def test_three_and_five_play_each_for_himself(
    points: tuple[int, ...], bid: int, scores: tuple[int, ...]
) -> None:
    assert settle(CINCH, points, maker=0, bid=bid).scores == scores


def test_six_play_in_two_teams() -> None:
    assert settle(CINCH, (5, 1, 3, 2, 2, 1), maker=4, bid=9).scores == (6, 0, 6, 0, 6, 0)


def test_more_than_two_sides_need_the_maker() -> None:
    with pytest.raises(RulesError, match="maker"):
        settle(CINCH, (5, 6, 3))


def test_a_game_without_a_bid_scores_what_was_taken() -> None:
    assert settle(Rules("whist"), (3, 4, 4, 2)) == Settlement((7, 6, 7, 6))


def test_a_nine_bid_and_eight_made_is_scored_when_an_opponent_revokes() -> None:
    settled = settle(CINCH, (8, 6, 0, 0), maker=0, bid=9, cannot_score=[3], bid_waived=True)
    assert settled == Settlement((8, 0, 8, 0), made=True)


@pytest.mark.parametrize(
    ("points", "scores"), [((9, 5), (0, 5)), ((7, 7), (0, 15)), ((14, 0), (0, 0))]
)
def test_a_maker_who_cannot_score_has_failed_only_if_he_took_too_little(
    points: tuple[int, int], scores: tuple[int, int]
) -> None:
    settled = settle(CINCH, (*points, 0, 0), maker=0, bid=8, cannot_score=[0])
    assert settled.scores == (*scores, *scores)


@pytest.mark.parametrize(
    ("points", "bid", "scores"),
    [
        ((1, 2, 1, 0), 3, (1, -3, 1, 0)),
        ((1, 2, 1, 0), 2, (1, 2, 1, 0)),
        ((1, 0, 1, 0), None, (1, 0, 1, 0)),
    ],
)
def test_in_pitch_a_failed_bid_is_set_back_and_all_others_score(
    points: tuple[int, ...], bid: int | None, scores: tuple[int, ...]
) -> None:
    assert settle(Rules("pitch"), points, maker=1, bid=bid).scores == scores


@pytest.mark.parametrize("line", BOOK)
@pytest.mark.parametrize("set_back", [False, True])
@pytest.mark.parametrize("bid", range(15))
def test_the_score_is_the_oracles(line: str, bid: int, set_back: bool) -> None:
    record = {**json.loads(line), "bid": bid, "options": {"set_back": set_back}}
    end = reference.start(record)
    settled = settle(
        Rules("cinch", set_back=set_back), reference.points(end), maker=record["maker"], bid=bid
    )
    mine = settled.scores
    assert (mine[0] - mine[1], mine[1] - mine[0]) * 2 == reference.deal_score(end)


@given(
    bid=st.none() | st.integers(1, 14),
    stake=st.integers(0, 14),
    set_back=st.booleans(),
    put_out=st.integers(0, 5),
)
def test_the_deal_score_never_falls_as_points_rise(
    bid: int | None, stake: int, set_back: bool, put_out: int
) -> None:
    rules = OLD_STYLE if set_back else CINCH
    balance = []
    for points in range(stake + 1):
        ours, theirs = scored((points, stake - points), bid, rules=rules, put_out=put_out)
        balance.append(ours - theirs)
    assert balance == sorted(balance)
