"""`kibitz replay`: what was written is found again, and whatever is changed is found out."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kibitz import Deal, DealError, NotationError, Position, Rules, RulesError
from kibitz.cli import app
from kibitz.cli.selfplay import Policy, played
from kibitz.game.state import match_record, replay

Record = dict[str, Any]
BOOK = Path(__file__).parent.parent / "python/kibitz/data/book.jsonl"


def record(variant: str = "cinch", seed: str = "3:0") -> Record:
    rules = Rules(variant, target=16) if variant == "cinch" else Rules(variant)
    state = played(rules, None, seed, Policy.RANDOM)
    loaded: Record = json.loads(json.dumps(match_record(state)))
    return loaded


RECORD = record()
assert len(RECORD["deals"]) > 1


def run(*records: object, flags: tuple[str, ...] = ()) -> Result:
    text = "".join(json.dumps(each) + "\n" for each in records)
    return CliRunner().invoke(app, ["replay", *flags, "-"], input=text)


def test_the_standing_of_every_record_is_printed() -> None:
    result = run(RECORD, RECORD | {"id": "last", "seats": ["A", "Y", "B", "Z"]})
    assert result.exit_code == 0, result.output
    first, second = result.stdout.splitlines()
    a, y = RECORD["scores"][:2]
    assert f"seats 0+2 {a}, seats 1+3 {y}; seats " in first
    assert first.endswith(" won")
    assert second.startswith("last: cinch, 4 players, ")
    assert f"A-B {a}, Y-Z {y}" in second


def test_json_gives_the_standing_as_data() -> None:
    found = json.loads(run(RECORD, flags=("--json",)).stdout)
    assert found["scores"] == RECORD["scores"]
    assert found["winners"] == RECORD["winners"]
    assert found["deals"] == len(RECORD["deals"])


@pytest.mark.parametrize("variant", ["hearts", "auction_hearts", "domino_hearts", "pitch", "whist"])
def test_games_with_chips_and_without_are_replayed(variant: str) -> None:
    result = run(record(variant))
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(variant)


def changed(change: Callable[[Record], object]) -> Record:
    other = copy.deepcopy(RECORD)
    change(other)
    assert other != RECORD
    return other


def swapped(text: str, a: int, b: int) -> str:
    cards = text.split()
    cards[a], cards[b] = cards[b], cards[a]
    return " ".join(cards)


def first_discards(deal: Record) -> list[str]:
    discards: list[str] = deal["discards"]
    return [discards[1], *discards[:1], *discards[2:]]


TAMPERED: dict[str, tuple[str, Callable[[Record], object]]] = {
    "a score of the game": ("scores", lambda r: r["scores"].__setitem__(0, r["scores"][0] + 1)),
    "the winners": ("winners", lambda r: r.__setitem__("winners", [0, 1])),
    "a score of a deal": ("deal 2: scores", lambda r: r["deals"][1]["scores"].__setitem__(0, 99)),
    "a point": ("deal 1: points", lambda r: r["deals"][0]["points"].__setitem__(0, 99)),
    "the plays": (
        "deal 1",
        lambda r: r["deals"][0].update(plays=swapped(r["deals"][0]["plays"], 0, 1)),
    ),
    "the last play": (
        "deal 2",
        lambda r: r["deals"][1].update(plays=" ".join(r["deals"][1]["plays"].split()[:-1])),
    ),
    "a play of the log": (
        "deal 1: action",
        lambda r: r["deals"][0]["log"][-1].update(card=r["deals"][0]["plays"].split()[0]),
    ),
    "who played": ("deal 1: action", lambda r: r["deals"][0]["log"][-1].update(seat=7)),
    "the bid": ("deal 1: bid", lambda r: r["deals"][0].update(bid=14)),
    "the maker": (
        "deal 1: maker",
        lambda r: r["deals"][0].update(maker=(r["deals"][0]["maker"] + 1) % 4),
    ),
    "the auction": ("deal 1: auction", lambda r: r["deals"][0]["auction"][0].__setitem__(1, 13)),
    "the trump": (
        "deal 1: trump",
        lambda r: r["deals"][0].update(trump="C" if r["deals"][0]["trump"] == "D" else "D"),
    ),
    "a draw": ("deal 1: draws", lambda r: r["deals"][0]["draws"].__setitem__(2, 9)),
    "the discards": (
        "deal 1: discards",
        lambda r: r["deals"][0].update(discards=first_discards(r["deals"][0])),
    ),
    "a hand": (
        "deal 1: hands",
        lambda r: r["deals"][0]["hands"].__setitem__(0, swapped(r["deals"][0]["hands"][0], 0, 1)),
    ),
    "the dealer": ("deal 1: dealer", lambda r: r["deals"][0].update(dealer=(r["dealer"] + 1) % 4)),
    "the winner of a trick": (
        "deal 1: trick 1: the winner",
        lambda r: r["deals"][0].update(winners=[4, 4, 4, 4, 4, 4]),
    ),
    "a deal too many": ("the game was over", lambda r: r["deals"].append(r["deals"][0])),
    "the first deal gone": ("deal 1", lambda r: r["deals"].pop(0)),
    "the last deal gone": ("scores", lambda r: r["deals"].pop()),
    "a card in two hands": (
        "deal 1",
        lambda r: r["deals"][0]["dealt"].__setitem__(0, r["deals"][0]["dealt"][1]),
    ),
    "a number of players": ("", lambda r: r.update(players=5)),
    "a variant": ("", lambda r: r.update(variant="pitch")),
    "no scores": ("deal 1: no scores", lambda r: r["deals"][0].pop("scores")),
    "a point in words": (
        "deals[0].points[1]",
        lambda r: r["deals"][0]["points"].__setitem__(1, "x"),
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_tampered_record_ends_with_two_and_the_place_of_the_disagreement(what: str) -> None:
    place, change = TAMPERED[what]
    result = run(RECORD, changed(change))
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 1
    assert result.stderr.startswith("kibitz: -:2: ")
    assert place in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_every_number_of_a_deal_is_checked() -> None:
    for number, deal in [*enumerate(RECORD["deals"])][-2:]:
        for name in ("points", "scores", "draws"):
            for seat in range(4):

                def change(
                    r: Record, number: int = number, name: str = name, seat: int = seat
                ) -> None:
                    r["deals"][number][name][seat] += 1

                if name in deal:
                    result = run(changed(change))
                    assert result.exit_code == 2
                    assert f"deal {number + 1}: {name}" in result.stderr


def test_the_winners_of_tricks_may_be_names() -> None:
    [line, *_] = BOOK.read_text().splitlines()
    deal = json.loads(line)
    names = dict(enumerate("AYBZ"))
    match = copy.deepcopy(RECORD)
    assert [names[0], names[1]] == ["A", "Y"]
    for each in match["deals"]:
        each["seats"] = deal["seats"]
        each["winners"] = [names[t.winner] for t in Position(Deal.from_record(each)).tricks]
    assert run(match).exit_code == 0
    match["deals"][0]["winners"][2] = "nobody"
    assert "deal 1: trick 3: the winner is nobody" in run(match).stderr


@pytest.mark.parametrize(
    "given", ["", "{}", "[]", "{", '{"deals": 3}', '{"deals": [], "scores": []}']
)
def test_what_is_no_record_is_refused(given: str) -> None:
    result = CliRunner().invoke(app, ["replay", "-"], input=given)
    assert result.exit_code == 2
    assert result.stderr.startswith("kibitz: ")


def test_the_books_hands_are_played_from_the_first_lead_and_score_as_it_says() -> None:
    deals = [json.loads(line) for line in BOOK.read_text().splitlines()]
    result = run(*deals, flags=("--json",))
    assert result.exit_code == 0, result.output
    for line, deal in zip(result.stdout.splitlines(), deals, strict=True):
        side = 0 if deal["book"]["score_side"] == "AB" else 1
        assert json.loads(line)["scores"][side] == deal["book"]["score"]
        assert json.loads(line)["scores"][1 - side] == 0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("winners", ["B", "B", "Y", "A", "A", "A"]),
        ("winners", ["B", "B", "Y", "A", "A", "Y", "Y"]),
        ("points", [6, 7, 1, 1]),
        ("scores", [0, 16, 0, 16]),
        ("plays", "QC 3C 8H 5C KH"),
    ],
)
def test_a_tampered_hand_of_the_book_is_found_out(field: str, value: object) -> None:
    deal = json.loads(BOOK.read_text().splitlines()[0])
    whole = deal | {"points": [6, 7, 1, 0], "scores": [0, 15, 0, 15]}
    assert run(whole).exit_code == 0
    result = run(whole | {field: value})
    assert result.exit_code == 2
    assert result.stdout == ""


def test_cards_must_have_been_dealt_as_the_seed_deals_them() -> None:
    other = record(seed="4:0")
    mixed = changed(lambda each: each.update(seed=other["seed"]))
    result = run(mixed)
    assert result.exit_code == 2
    assert "deal 1: seed" in result.output
    assert "it deals seat" in result.output
    by_hand = {name: value for name, value in RECORD.items() if name != "seed"}
    assert run(by_hand).exit_code == 0
    short = changed(lambda each: [deal.pop("rest") for deal in each["deals"]])
    assert run(short).exit_code == 0
    swapped_rest = changed(lambda each: each["deals"][0].update(rest=swapped(
        each["deals"][0]["rest"], 0, 1)))  # fmt: skip
    assert run(swapped_rest).exit_code == 2


def test_cards_in_any_notation_are_the_same_cards() -> None:
    written = {"T": "10", "H": "♥", "A": "a"}
    deal = RECORD["deals"][0]

    def other(text: str) -> str:
        return "".join(written.get(letter, letter) for letter in text)

    hands = [other(hand) for hand in deal["hands"]]
    assert run(changed(lambda each: each["deals"][0].update(hands=hands))).exit_code == 0


def test_any_record_is_checked_before_it_is_played() -> None:
    deal = RECORD["deals"][0]
    for field, value in {
        "auction": [[1]], "options": 3, "plays": 7, "dealer": "x", "passes": [1], "trump": 5,
        "before": {"deals": 1, "scores": [0, 0, 0, 0], "pool": {"jack": "x"}},
    }.items():  # fmt: skip
        with pytest.raises(NotationError, match=field):
            replay({**deal, field: value})


def test_what_went_before_is_of_this_table() -> None:
    deal = record("hearts")["deals"][0]
    for before in ({"scores": [0, 0]}, {"scores": [0] * 4, "pool": {"chooser": 7}}):
        with pytest.raises(NotationError, match="before: expected the scores and a chooser of 4"):
            replay({**deal, "before": {"deals": 1, **before}})
    with pytest.raises(RulesError, match="no option 'name'"):
        replay({**RECORD, "options": {"name": "x"}})


def test_a_deal_with_an_unknown_hand_is_refused_and_its_seat_is_named() -> None:
    hands = ["AH 2C", None, "4H 6C", "5H 7C"]
    with pytest.raises(DealError, match="deal 1: seat 1's hand is unknown"):
        replay({"variant": "hearts", "leader": 0, "players": 4, "hands": hands, "plays": "AH"})
