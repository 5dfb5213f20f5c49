"""`kibitz.explain`: every sentence comes from the data, and what it says of the cards is so."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kibitz
from endings import ALTERNATELY
from kibitz import Deal, Position, Rules
from kibitz.explain import (
    DRAWS,
    GAMES,
    MOON,
    SCORES,
    TOLD,
    TRUMPS,
    explain,
    page,
)
from kibitz.lanes import lane, values

VARIANTS = kibitz.variants()
SUITS = "CDHS"


def text(rules: Rules, players: int | None = None) -> str:
    return "\n".join(
        f"{section.title}: {' '.join(section.sentences)}" for section in explain(rules, players)
    )


def trumps_of(rules: Rules) -> Iterator[str | None]:
    yield from rules.trumps or (None,)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_is_told_in_whole_sentences(variant: str) -> None:
    rules = Rules(variant)
    sections = explain(rules)
    assert [section.title for section in sections][:7] == [
        "Players", "Pack", "Trumps", "Lead", "Follow", "Rank", "Points",
    ]  # fmt: skip
    for section in sections:
        for sentence in section.sentences:
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert sentence.endswith(".")
            assert "None" not in sentence
            assert "_" not in sentence


@pytest.mark.parametrize("variant", VARIANTS)
def test_players_and_partners_are_told_for_each_number_of_players(variant: str) -> None:
    low, high = Rules(variant).players
    for players in range(low, high + 1):
        told = explain(Rules(variant), players)[0].sentences
        teams = Rules(variant).teams(players)
        words = "each for himself"
        if list(teams) == ALTERNATELY.get(players):
            words = "seats " + " against ".join(
                "+".join(str(seat) for seat in range(players) if teams[seat] == team)
                for team in (0, 1)
            )
        else:
            assert len(set(teams)) == players
        assert any(f"{players} play" in sentence and words in sentence for sentence in told)
    for wrong in (low - 1, Rules(variant).most_seats + 1):
        with pytest.raises(ValueError, match=f"players {wrong}: .* is played by "):
            explain(Rules(variant), wrong)


def test_seven_may_sit_at_hearts_where_the_dealer_may_be_out() -> None:
    assert Rules("hearts").players == (2, 6)
    assert [Rules(name).most_seats for name in ("hearts", "modern_hearts", "cinch")] == [7, 4, 6]
    assert Rules("hearts", dealer_out=False).most_seats == 6
    for players in (4, 7):
        told = text(Rules("hearts"), players)
        assert "7 may sit: the dealer takes no cards, and neither pays nor is paid." in told
    assert "When 7 play" not in told
    assert "may sit" not in text(Rules("modern_hearts"))
    with pytest.raises(ValueError, match="by 2 to 6, or 7 with the dealer out"):
        explain(Rules("hearts"), 8)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_order_that_is_told_is_the_one_that_wins(variant: str) -> None:
    rules = Rules(variant)
    players = max(2, rules.players[0])
    for trump in trumps_of(rules):
        for suit in SUITS:
            cards = lane(rules, suit, trump)
            for higher, lower in pairwise(cards):
                others = [c for c in cards if c not in (higher, lower)][-players + 2 :]
                hands = [lower, higher, *others][:players]
                record = {"variant": variant, "players": players, "leader": 0, "hands": hands}
                record |= {"trump": trump, "options": {"lead_card": None}}
                if not any(name == "lead_card" for name, *_ in rules.option_table()):
                    record["options"] = {}
                position = Position(Deal.from_record(record | {"plays": " ".join(hands)}))
                beaten = [c for c in hands if cards.index(c) < cards.index(higher)]
                assert (position.tricks[0].winner == 1) != bool(beaten)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_card_of_the_pack_stands_in_one_lane(variant: str) -> None:
    rules = Rules(variant)
    added = str(values(rules)["pack"])
    size = 52 + added.count("+") - added.count("-")
    for trump in trumps_of(rules):
        cards = [card for suit in SUITS for card in lane(rules, suit, trump)]
        assert len(cards) == len(set(cards))
        jokers = 0 if trump or not rules.trumps else added.count("+")
        assert len(cards) == size - jokers


CHANGES: dict[str, list[tuple[str, dict[str, Any], Any]]] = {
    # field: the variant, what else must be so, and another value
    "teams": [("pitch", {}, [0, 1, 0, 1, 1])],
    "first_lead_trump": [("cinch", {}, True)],
    "draw": [("cinch", {}, "no_rob"), ("cinch", {}, "four_more")],
    "low_to": [("pitch", {}, "winner"), ("modern_pitch", {}, "holder")],
    "off_jack": [("pitch", {}, True)],
    "jokers": [("pitch", {}, 1), ("pitch", {"jokers": 1}, 2)],
    "three": [("pitch", {}, True)],
    "penalty_suit": [("auction_hearts", {}, "C")],
    "lead_card": [("hearts", {}, "2C"), ("modern_hearts", {}, None)],
    "break_hearts": [("hearts", {}, True)],
    "queen_breaks_hearts": [("hearts", {"break_hearts": True}, True)],
    "no_points_first_trick": [("hearts", {}, True)],
    "shoot_the_moon": [("hearts", {}, "others"), ("modern_hearts", {}, "own")],
    "jack_of_diamonds": [("hearts", {}, True)],
    "set_back": [("cinch", {}, True)],
    "players": [("whist", {}, [4, 5]), ("hearts", {}, [4, 4])],
    "partnerships": [("hearts", {}, [4]), ("cinch", {}, [])],
    "pack": [("hearts", {}, "-2S"), ("joker_hearts", {}, "+JK")],
    "trump": [("cinch", {}, "named_or_led"), ("cinch", {}, "named_or_none")],
    "follow": [("cinch", {}, "strict"), ("whist", {}, "or_trump")],
    "joker": [("dom_pedro", {}, "above_ten_trumps")],
    "off_five": [("pedro", {}, True), ("cinch", {}, False)],
    "card_points": [("hearts", {}, {"H": -2}), ("whist", {}, {"QS": 3})],
    "trump_points": [("cinch", {}, {"A": 2}), ("pedro", {}, {"game": 2})],
    "high_to": [("pitch", {}, "winner")],
    "game": [("pitch", {}, "ten_of_trumps"), ("pedro", {}, "none")],
    "trick_points": [("whist", {}, 2), ("hearts", {}, 1)],
    "stock": [("hearts", {}, "domino")],
    "widow": [("hearts", {}, True)],
    "score": [("pitch", {}, "points"), ("cinch", {}, "bid")],
    "dealer_out": [("hearts", {}, False), ("modern_hearts", {}, True)],
}


@pytest.mark.parametrize("field", CHANGES)
def test_changing_a_field_changes_the_words(field: str) -> None:
    for variant, others, value in CHANGES[field]:
        before = Rules(variant, **others)
        after = before.replace(**{field: value})
        assert text(before) != text(after)


def test_fields_with_sentences_of_their_own_are_those_tried_here() -> None:
    assert set(CHANGES) == TOLD


OTHERS = sorted(
    {
        (variant, name)
        for variant in ("pitch", "cinch", "modern_hearts", "domino_hearts")
        for name in values(Rules(variant))
        if name not in TOLD
    }
)


@pytest.mark.parametrize(("variant", "name"), OTHERS)
def test_changing_any_other_field_changes_the_words_too(variant: str, name: str) -> None:
    rows = (*Rules(variant).option_table(), *Rules(variant).field_table())
    ((allowed, value),) = [(row[1], row[3]) for row in rows if row[0] == name]
    tried: list[Any] = [word for word in re.findall(r'"(\w+)"', allowed) if word != value]
    if isinstance(value, bool):
        tried = [not value]
    elif isinstance(value, int):
        tried = [value + 1]
    assert tried, f"no test knows what else {name} may be: {allowed}"
    for other in tried:
        assert text(Rules(variant)) != text(Rules(variant, **{name: other}))


def test_a_stock_is_drawn_when_two_play_and_only_then() -> None:
    assert "the stock" in text(Rules("hearts"), 2)
    assert "the stock" not in text(Rules("hearts"), 3)
    assert "the stock" not in text(Rules("hearts", stock="none"), 2)


def test_the_pack_is_that_of_so_many_players() -> None:
    told = {players: _told("Pack", "hearts", players) for players in (4, 5, 7)}
    assert told[4] == ("52 cards.", "13 cards each, with 4 at the table.")
    assert told[5][0] == "50 cards: the usual 52, without 2C and 2S."
    assert told[7][1] == "8 cards each, with 7 at the table."


@pytest.mark.parametrize(
    ("field", "words"),
    [("trump", TRUMPS), ("game", GAMES), ("draw", DRAWS), ("shoot_the_moon", MOON)],
)
def test_there_are_words_for_every_value_of_a_field(field: str, words: dict[str, str]) -> None:
    """The rules themselves say which values there are."""
    for variant in VARIANTS:
        rows = (*Rules(variant).option_table(), *Rules(variant).field_table())
        for name, allowed, _, _ in rows:
            if name == field:
                found = {word.strip('",') for word in allowed.split() if '"' in word}
                assert found - {"none"} == set(words) - {"none"}


def test_each_way_to_score_has_words_of_its_own() -> None:
    told = {_score("cinch", score=score) for score in ("points", "bid", "cinch")}
    assert len(told) == 3
    assert set(SCORES) == {"points", "bid"}
    assert _score("cinch", 4) != _score("cinch", 3)


def _score(variant: str, players: int = 4, **options: Any) -> tuple[str, ...]:
    return _told("Score", variant, players, **options)


def _told(title: str, variant: str, players: int, **options: Any) -> tuple[str, ...]:
    sections = {each.title: each for each in explain(Rules(variant, **options), players)}
    return sections[title].sentences


def test_the_page_of_variants_is_what_the_data_say() -> None:
    """If not: python -m kibitz.explain > docs/variants.md"""
    written = Path(__file__).parent.parent / "docs/variants.md"
    assert written.read_text(encoding="utf-8") == page()
