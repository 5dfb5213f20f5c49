"""An analysis is exact after every play, complete, and shows itself in JSON, HTML and a table."""

import copy
import json
import pickle
import re
from importlib import resources
from typing import Any

import pytest
from rich.console import Console

import kibitz
import reference
from kibitz import Analysis, Card, Deal, DealError, Position, Rules, analyse
from kibitz.advise.facts import Finding, Play, TakenTrick, TurningPoint
from kibitz.game.settle import Settlement

Record = dict[str, Any]

BOOK: list[Record] = [
    json.loads(line)
    for line in resources.files("kibitz").joinpath("data", "book.jsonl").read_text().splitlines()
]
ENDING: Record = {
    "id": "ending",
    "variant": "cinch",
    "options": {},
    "players": 4,
    "trump": "H",
    "leader": 0,
    "hands": ["AH 5H 2S", "KH 2H 3S", "QH 3H 4S", "JH 4H 5S"],
    "plays": "5H KH 3H JH 2H QH 4H AH 2S 3S 4S 5S",
    "maker": 0,
    "bid": 5,
}
WHIST: Record = {
    "variant": "whist",
    "options": {},
    "players": 4,
    "trump": None,
    "leader": 1,
    "hands": ["AC KD", "KC AD", "QC 2D", "2C QD"],
    "plays": "AD 2D QD KD KC",
}


def upto(record: Record, plays: int) -> Record:
    """The record with its first plays only."""
    return {**record, "plays": " ".join(record["plays"].split()[:plays])}


def printed(analysis: Analysis) -> str:
    """What the terminal shows."""
    console = Console(width=100)
    with console.capture() as capture:
        console.print(analysis)
    return capture.get()


@pytest.mark.parametrize("record", [*BOOK, ENDING, WHIST])
def test_every_value_in_the_last_tricks_is_the_oracles(record: Record) -> None:
    analysis = analyse(record)
    last = len(analysis.plays) - 8
    for play in analysis.plays[max(0, last) :]:
        before, after = upto(record, play.ply), upto(record, play.ply + 1)
        assert play.best == reference.sides(before, analysis.side)
        assert play.after == reference.sides(after, analysis.side)
        for card, value in play.alternatives.items():
            tried = {**before, "plays": f"{before['plays']} {card}"}
            assert value == reference.sides(tried, analysis.side)


@pytest.mark.parametrize("record", [*BOOK, ENDING, WHIST])
def test_every_legal_card_has_a_value(record: Record) -> None:
    for play in analyse(record).plays:
        legal = reference.legal(reference.start(upto(record, play.ply)))
        assert sorted(map(str, play.alternatives)) == legal


@pytest.mark.parametrize("record", [*BOOK, ENDING, WHIST])
def test_values_follow_on_from_play_to_play(record: Record) -> None:
    analysis = analyse(record)
    assert [play.best for play in analysis.plays] == [
        analysis.value,
        *(play.after for play in analysis.plays[:-1]),
    ]
    assert all(play.alternatives[play.card] == play.after for play in analysis.plays)


@pytest.mark.parametrize("record", BOOK)
def test_a_cost_is_what_the_seats_own_side_lost(record: Record) -> None:
    for play in analyse(record).plays:
        assert play.best is not None
        assert play.after is not None
        lost = play.best - play.after if play.seat in (0, 2) else play.after - play.best
        assert play.cost == lost >= 0
        assert (play.cost == 0) == (play.card in play.best_cards)


def test_the_tricks_their_winners_and_points() -> None:
    analysis = analyse(BOOK[0])
    assert [trick.winner for trick in analysis.tricks] == [2, 2, 1, 0, 0, 1]
    assert [trick.points for trick in analysis.tricks] == [0, 1, 2, 5, 1, 5]
    assert analysis.points == (6, 7, 1, 0)
    assert analysis.settled == Settlement((0, 15, 0, 15), made=False)


def test_turning_points_flip_the_bid() -> None:
    turns = analyse(BOOK[0]).turning_points
    assert turns == (
        TurningPoint(ply=0, swing=-17, made=False),
        TurningPoint(ply=1, swing=19, made=True),
        TurningPoint(ply=10, swing=-19, made=False),
    )


def test_without_a_bid_turning_points_are_the_dearest_plays() -> None:
    record = {**BOOK[0], "bid": None}
    analysis = analyse(record)
    dearest = max(abs(turn.swing) for turn in analysis.turning_points)
    assert {abs(turn.swing) for turn in analysis.turning_points} == {dearest}
    assert all(turn.made is None for turn in analysis.turning_points)


def test_the_side_is_the_makers_team() -> None:
    assert analyse({**ENDING, "maker": 3}).side == (1, 3)


def test_without_a_maker_the_side_is_the_team_to_move_at_the_start() -> None:
    assert analyse(WHIST).side == (1, 3)


@pytest.mark.parametrize("side", [(1, 3), [3, 1], iter((1, 3))])
def test_the_side_can_be_chosen(side: Any) -> None:
    ours, theirs = analyse(ENDING), analyse(ENDING, side=side)
    assert theirs.side == (1, 3)
    assert ours.value is not None
    assert theirs.value == ours.stake - ours.value
    assert [play.cost for play in ours.plays] == [play.cost for play in theirs.plays]


def test_a_side_may_be_one_seat() -> None:
    analysis = analyse(ENDING, side=0)
    assert analysis.side == (0,)
    assert analysis.value == reference.sides(upto(ENDING, 0), [0])


def test_the_json_has_the_fields_of_the_command_and_no_others() -> None:
    found = json.loads(json.dumps(analyse(BOOK[0]).json()))
    assert list(found) == ["id", "value", "plays"]
    assert (found["id"], found["value"], len(found["plays"])) == ("foster-cinch-1", 8, 24)
    assert found["plays"][10] == {
        "seat": 0,
        "card": "TH",
        "after": 7,
        "best": 9,
        "alternatives": {"3H": 7, "TH": 7, "KH": 9, "AH": 9},
        "cost": 2,
    }


def test_a_record_without_an_id_has_none() -> None:
    assert analyse(WHIST).json()["id"] is None


def test_a_deal_its_text_or_a_position_is_as_good_as_a_record() -> None:
    deal = Deal.from_record(ENDING)
    analysis = analyse(ENDING)
    assert analyse(deal) == analyse(deal.text()) == analyse(Position(deal)) == analysis


def test_a_game_without_a_bid_has_no_score_to_tell() -> None:
    assert analyse(WHIST).result() == ("Points so far: seats 1+3 1, seats 0+2 0.",)


def test_what_a_record_calls_itself_is_shown_as_one_plain_line() -> None:
    names = ["[red]A", "Y\x1b[2J", "B\n", "Z" * 99]
    text = printed(analyse({**ENDING, "id": "one\ntwo\x07" + "x" * 200, "seats": names}))
    assert "one two " + "x" * 71 + "…\n" in text
    assert "[red]A" in text
    assert "Y [2J" in text
    assert "Z" * 17 not in text


def test_plays_may_stop_in_the_middle_of_a_trick() -> None:
    analysis = analyse(upto(BOOK[1], 10))
    assert not analysis.over
    assert len(analysis.tricks) == 2
    assert analysis.settled == Settlement((10, 0, 10, 0), made=True)
    assert "With best play from here: bid made" in " ".join(analysis.result())


def test_a_record_without_plays_has_a_value() -> None:
    analysis = analyse(upto(BOOK[1], 0))
    assert (analysis.value, analysis.plays, analysis.tricks) == (7, (), ())
    assert "foster-cinch-2" in printed(analysis)
    assert "<svg" not in analysis.html()


def test_three_play_each_for_himself() -> None:
    record = {
        "variant": "cinch",
        "players": 3,
        "trump": "C",
        "leader": 0,
        "hands": ["AC 5S", "KC 2C", "JC TC"],
        "plays": "AC 2C TC 5S KC JC",
        "maker": 0,
        "bid": 7,
    }
    analysis = analyse(record)
    assert analysis.side == (0,)
    assert analysis.points == (3, 6, 0)
    assert analysis.settled == Settlement((0, 13, 7), made=False)


def test_discarded_counting_trumps_make_the_bid() -> None:
    short = {**ENDING, "bid": 8}
    assert analyse(short).settled == Settlement((0, 8 + 6, 0, 8 + 6), made=False)
    helped = {**short, "discards": ["TH 9C", "8C", "5D", "7C"]}
    assert analyse(helped).settled == Settlement((2, 0, 2, 0), made=True)


@pytest.mark.parametrize(
    ("winners", "texts"),
    [
        (["B", "B", "Y", "A", "Z", "Y"], ["trick 5: Z printed as winner, A took it"]),
        ([2, 2, 1, 0, 0, 1], []),
        (["B", "B"], ["2 winners printed, 6 tricks played"]),
        ("BBYAAY", ["the printed winners are no list"]),
        ([None, "B", "Y", "A", "A", {}], ["trick 1: None", "trick 6: {}"]),
    ],
)
def test_wrong_printed_winners_are_findings(winners: object, texts: list[str]) -> None:
    findings = analyse({**BOOK[0], "winners": winners}).findings
    assert len(findings) == len(texts)
    for finding, text in zip(findings, texts, strict=True):
        assert finding.text.startswith(text)


def test_what_is_not_reached_in_time_is_none() -> None:
    analysis = analyse(BOOK[0], seconds=0)
    assert analysis.value is None
    play = json.loads(json.dumps(analysis.json()))["plays"][0]
    assert (play["best"], play["after"], play["cost"]) == (None, None, None)
    assert play["alternatives"]["QC"] is None
    assert "not finished" in printed(analysis)
    assert "not finished" in analysis.html()


def test_a_faulty_record_is_refused_with_all_its_faults() -> None:
    with pytest.raises(DealError):
        analyse({**ENDING, "plays": "5H KH 3H 5S"})
    with pytest.raises(DealError):
        analyse({**ENDING, "hands": [None, "KH 2H 3S", "QH 3H 4S", "JH 4H 5S"], "plays": ""})


def test_an_analysis_compares_hashes_copies_and_pickles() -> None:
    analysis = analyse(ENDING)
    assert copy.deepcopy(analysis) == pickle.loads(pickle.dumps(analysis)) == analysis
    assert len({analysis, analyse(ENDING)}) == 1


def test_its_repr_rebuilds_it() -> None:
    names = {
        **vars(kibitz),
        "Card": Card,
        "Deal": Deal,
        "Rules": Rules,
        "Play": Play,
        "TakenTrick": TakenTrick,
        "TurningPoint": TurningPoint,
        "Finding": Finding,
        "Settlement": Settlement,
    }
    analysis = analyse(BOOK[0])
    assert eval(repr(analysis), names) == analysis


def test_the_terminal_shows_costs_and_better_cards() -> None:
    text = printed(analyse(BOOK[0]))
    assert re.search(r"A +TH +7 +2 +KH AH \(9\)", text)
    assert "Bid failed; score A-B 0, Y-Z 15." in text


def test_the_page_fetches_nothing() -> None:
    page = analyse(BOOK[0]).html()
    assert page.count("<svg") == 1
    assert page.count('data-ply="') == 2 * 24
    assert not re.search(r"https?:|//[a-z]|@import|url\(|<link|<img|\bsrc=", page)


def test_the_page_escapes_what_the_record_says() -> None:
    bad = "</script><b>"
    record = {**BOOK[0], "id": bad, "seats": [bad, "<i>", "&", '"'], "winners": [bad] * 6}
    page = analyse(record).html()
    assert bad not in page
    assert "<i>&" not in page
    assert page.count("</script>") == 2


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    assert analyse(ENDING)._repr_html_().startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;')
