"""What the book prints about its hands is checked, what it claims is judged, by computation."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from kibitz import Card, Deal, Position
from kibitz.advise import trial
from kibitz.advise.analysis import analyse
from kibitz.advise.book import Report, hand_report, hands, report
from kibitz.advise.checks import Claim, Verdict, judge, makes, scores
from kibitz.advise.claims import CLAIMS


@pytest.fixture(scope="module")
def book() -> Report:
    return report()


def rulings(book: Report) -> Iterator[tuple[str, Verdict]]:
    for hand in book.hands:
        for claim, ruling in hand.claims:
            yield f"{claim.hand[-1]}.{claim.trick} {claim.words}", ruling.verdict


def test_everything_printed_about_the_play_agrees(book: Report) -> None:
    assert [fact.text for hand in book.hands for fact in hand.printed if not fact.agrees] == []
    assert [len(hand.printed) for hand in book.hands] == [3, 4, 4, 3]
    assert not any(hand.analysis.findings for hand in book.hands)


def test_the_values_before_the_first_play(book: Report) -> None:
    assert [hand.analysis.value for hand in book.hands] == [8, 7, 12, 8]


def test_the_plays_that_gave_away_points(book: Report) -> None:
    given = [
        {f"{play.trick + 1}{play.card}": play.cost for play in hand.analysis.plays if play.cost}
        for hand in book.hands
    ]
    assert given == [
        {"1QC": 1, "13C": 2, "3TH": 2},
        {"3JH": 5},
        {},
        {"1AH": 5, "27H": 1, "3QH": 1},
    ]
    assert "trick 3: Y gives away 5 points with JH; best is 5D" in book.hands[1].gifts[0]


def test_every_claim_has_its_verdict(book: Report) -> None:
    found = dict(rulings(book))
    assert len(found) == len(CLAIMS)
    wrong = [words for words, verdict in found.items() if verdict is Verdict.WRONG]
    assert [words[:3] for words in wrong] == ["1.3", "2.2", "2.3", "3.3"]
    assert "the Pedroes are divided" in wrong[0]
    assert "an unguarded Pedro" in wrong[1]
    assert "the Jack with Y" in wrong[2]
    assert "only 8 points" in wrong[3]
    assert Verdict.UNDECIDABLE not in found.values()


KNOWN = {
    "1.1": ("Y has at least four: 100%", Verdict.RIGHT),
    "1.3": ("a Pedro at least with Y: 100%", Verdict.LIKELY),
    "2.2": ("all with A: ", Verdict.WRONG),
    "3.2": ("B has another trump: 100%", Verdict.LIKELY),
    "4.3": ("one of them at least with A: 100%", Verdict.RIGHT),
    "4.5": ("the Right Pedro with Z: ", Verdict.LIKELY),
}
"""What is found of the claims about what a seat knows, by hand and trick."""


def test_what_a_seat_is_said_to_know_has_its_probability(book: Report) -> None:
    found = {
        f"{claim.hand[-1]}.{claim.trick}": (ruling.reason, ruling.verdict)
        for hand in book.hands
        for claim, ruling in hand.claims
        if ruling.reason.startswith("What ")
    }
    assert set(found) == set(KNOWN)
    for where, (words, verdict) in KNOWN.items():
        assert words in found[where][0]
        assert found[where][1] is verdict


def test_a_decided_claim_about_the_play_comes_with_its_line(book: Report) -> None:
    for hand in book.hands:
        for claim, ruling in hand.claims:
            if not ruling.reason.startswith("What ") and " score " not in claim.words:
                assert ruling.lines
                assert all(line.startswith("trick ") for line in ruling.lines)


def test_a_misprint_is_found() -> None:
    record = hands()[0].record()
    record["winners"] = ["B", "B", "Y", "A", "Z", "Y"]
    record["book"] = {**record["book"], "YZ_points": 8, "score": 16}
    wrong = [fact for fact in hand_report(Deal.from_record(record)).printed if not fact.agrees]
    assert [(fact.what, fact.printed, fact.found) for fact in wrong] == [
        ("winners of the tricks", "B B Y A Z Y", "B B Y A A Y"),
        ("points of Y-Z", "8", "7"),
        ("score of Y-Z", "16", "15"),
    ]


def test_a_verdict_follows_from_the_cards() -> None:
    facts = analyse(hands()[2])
    claim = Claim("any", 3, "any", ply=8, plan="QH", check=makes("A-B", 9))
    assert judge(claim, facts).verdict is Verdict.RIGHT
    assert judge(Claim("any", 6, "any", check=scores("A-B", 9)), facts).verdict is Verdict.WRONG


@pytest.mark.parametrize("plan", ["", "KH", "KH * AH", "TH JH 7H"])
def test_a_line_is_legal_and_worth_what_it_says(plan: str) -> None:
    position = trial.before(hands()[0], 10)
    outcome = trial.force(position, (0, 2), plan)
    for card in outcome.line:
        position = position.play(card)
    assert position.is_over
    assert position.points[0] + position.points[2] == outcome.value


def test_a_star_in_a_plan_is_the_best_answer_to_what_follows() -> None:
    position = trial.before(hands()[0], 10)
    answers = [
        trial.force(position, (0, 2), f"KH {card} AH").value for card in position.play("KH").legal()
    ]
    assert trial.force(position, (0, 2), "KH * AH").value == min(answers)


@pytest.mark.parametrize("record", [hands()[0], hands()[3]])
def test_taking_a_card_for_certain_agrees_with_trying_every_line(record: Deal) -> None:
    def sure(position: Position, card: Card) -> bool:
        for trick in position.tricks:
            if card in [played for _, played in trick.cards]:
                return trick.winner in (1, 3)
        after = [sure(position.play(choice), card) for choice in position.legal()]
        return any(after) if position.to_move in (1, 3) else all(after)

    position = trial.before(record, 14)
    for hand in position.hands:
        for card in hand:
            assert trial.can_take(position, (1, 3), card) == sure(position, card)


def test_layouts_are_legal_and_move_the_card() -> None:
    deals = list(trial.layouts(hands()[0], 10, [Card("5H")], 3))
    assert len(deals) == 3
    for deal in deals:
        assert Position(deal).plays == hands()[0].plays[:10]
        assert deal.hands[3] is not None
        assert Card("5H") in deal.hands[3]


def test_the_json_begins_as_the_analysis(book: Report) -> None:
    for hand, found in zip(book.hands, book.json(), strict=True):
        copy: dict[str, Any] = json.loads(json.dumps(found))
        analysis = hand.analysis.json()
        assert list(copy)[:3] == ["id", "value", "plays"]
        assert {name: copy[name] for name in analysis} == analysis
        assert len(copy["claims"]) == len(hand.claims)


def test_the_report_prints_and_makes_a_page(book: Report) -> None:
    console = Console(width=100)
    with console.capture() as capture:
        console.print(book)
    text = capture.get()
    assert "winners of the tricks: B B Y A A Y, as printed" in text
    assert book.summary() in text
    page = book.html()
    assert page.count("<section") == 4
    assert "likely, not certain" in page
