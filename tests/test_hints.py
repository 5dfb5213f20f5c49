"""Hints: at every decision of every game, of what the seat may know and no more."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

import kibitz
from gaming import ending
from kibitz import Card, CardSet, Deal, KibitzError, Position, Rules, StopToken, parse_cards
from kibitz.game import actions as act
from kibitz.game.events import Demand, PlayOutOfTurn
from kibitz.game.pools import Pool
from kibitz.game.records import deal_record, match_record
from kibitz.game.state import State, actions, apply, new_match, view
from kibitz.hints.advice import hint
from kibitz.hints.hint import Hint
from kibitz.hints.plays import READ, Plays
from kibitz.hints.scoring import Standing
from kibitz.infer.belief import Belief
from kibitz.infer.knowledge import Knowledge
from kibitz.infer.models import Uniform

BOOK: dict[str, Any] = {
    "variant": "cinch",
    "players": 4,
    "trump": "H",
    "maker": 0,
    "bid": 8,
    "leader": 0,
    "hands": ["QC 2H TH KH AH 3H", "3C 6H JH 5D 7H 5H", "8H QH JC 2S 6S TS", "5C 4H 9H 4S 9C KD"],
    "draws": [2, 2, 4, 5],
    "plays": "QC 3C 8H 5C QH 4H 2H 6H JC 9H",
}
"""Hand 1 of the book at trick 3: A cinches."""


def cut(record: dict[str, Any], plays: int) -> dict[str, Any]:
    """The record after so many plays."""
    return record | {"plays": " ".join(record["plays"].split()[:plays])}


def mover(record: dict[str, Any]) -> int:
    """Whose turn it is."""
    seat = Position(Deal.from_record(record)).to_move
    assert seat is not None
    return seat


def decisions(variant: str, players: int, seed: int, **options: Any) -> Iterator[State]:
    """The states of a deal played at random in which a seat has a choice."""
    state = new_match(Rules(variant, **options), players, seed=seed)
    rng = Random(seed)
    while state.phase not in ("scored", "over"):
        legal = actions(state)
        if state.to_act is not None and len(legal) > 1:
            yield state
        state = apply(state, legal.sample(rng))


TABLES = [(name, Rules(name).default_players) for name in kibitz.variants()]


# ---- every decision ------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_there_is_a_hint_at_every_decision_and_it_may_be_done(variant: str, players: int) -> None:
    told: set[str] = set()
    for number, state in enumerate(decisions(variant, players, 5)):
        large = state.phase == "play" and number % 4  # plays are many, and alike
        if large and state.phase in told:
            continue
        told.add(state.phase)
        assert state.to_act is not None
        found = hint(view(state, state.to_act), worlds=2, how="played out")
        assert found.action in actions(state)
        assert {candidate.action for candidate in found.candidates} <= {*actions(state)} | {
            candidate.action for candidate in found.candidates if len(actions(state)) > 200
        }
        assert found.phase == state.phase
    assert "play" in told


def test_the_middle_of_a_pass_is_no_trouble() -> None:
    state = new_match(Rules("black_lady"), 4, seed=2)
    state = apply(state, next(iter(actions(state))))
    for _ in range(4):
        assert state.phase == "pass"
        assert state.to_act is not None
        found = hint(view(state, state.to_act), worlds=2)
        assert isinstance(found.action, act.PassCards)
        assert {*found.action.cards} <= {*state.hands[state.to_act]}
        state = apply(state, found.action)
    assert state.phase == "play"


# ---- what it rests on ----------------------------------------------------------------------------


@pytest.mark.parametrize("plays", [0, 5, 10, 13])
def test_hands_that_the_seat_cannot_see_are_not_looked_at(plays: int) -> None:
    record = cut(BOOK, plays)
    seat = mover(record)
    shown = [hand if at == seat else None for at, hand in enumerate(record["hands"])]
    blind = hint(record | {"hands": shown}, seat, worlds=20, seed=3)
    assert hint(record, seat, worlds=20, seed=3) == blind
    assert hint(record | {"hands": _exchanged(record, seat)}, seat, worlds=20, seed=3) == blind


def _exchanged(record: dict[str, Any], seat: int) -> list[str]:
    """The hands with a card that has not been played changed between two others of like plays."""
    position = Position(Deal.from_record(record))
    left = [[*hand] for hand in position.hands]
    for one in range(4):
        for two in range(one + 1, 4):
            if seat in (one, two):
                continue
            for a in left[one]:
                for b in left[two]:
                    hands = [[*parse_cards(hand)] for hand in record["hands"]]
                    hands[one][hands[one].index(a)] = b
                    hands[two][hands[two].index(b)] = a
                    changed = [" ".join(map(str, hand)) for hand in hands]
                    if not Deal.from_record(record | {"hands": changed}).faults():
                        return changed
    raise AssertionError("no two cards can be exchanged")


def test_what_was_dealt_to_others_is_not_looked_at_before_the_play() -> None:
    state = new_match(Rules("cinch"), 4, seed=8)
    state = apply(state, next(iter(actions(state))))
    record: dict[str, Any] = {
        "variant": "cinch",
        "players": 4,
        "dealer": 0,
        "dealt": [" ".join(map(str, hand)) for hand in state.hands],
        "auction": [],
    }
    blind = record | {"dealt": [None, record["dealt"][1], None, None]}
    assert hint(record, 1, worlds=6) == hint(blind, 1, worlds=6)
    assert hint(record, 1, worlds=6) == hint(view(state, 1), worlds=6)


@pytest.mark.parametrize("plays", [9, 13, 16])
def test_worlds_keep_to_the_voids_that_were_shown(plays: int) -> None:
    record = cut(BOOK | {"plays": BOOK["plays"] + " TH JH 5D 2S 4S KH AH"}, plays)
    seat = mover(record)
    known = Knowledge.of_record(record, seat)
    worlds = Plays(known, "score", Pool(), Standing()).draw(50, 1)
    for world in worlds:
        known.position(world)  # refuses a world in which what was played could not be played


# ---- the loop ------------------------------------------------------------------------------------


def test_the_same_seed_and_worlds_give_the_same_hint_at_any_number_of_workers() -> None:
    record = cut(BOOK, 10)
    first = hint(record, 0, worlds=70, seed=9, workers=1)
    assert hint(record, 0, worlds=70, seed=9, workers=2) == first
    assert hint(record, 0, worlds=70, seed=10) != first


def test_more_worlds_begin_with_those_of_fewer() -> None:
    """A hint that was stopped after so many worlds is the hint of so many worlds."""
    partial: list[Hint] = []
    hint(cut(BOOK, 5), 3, worlds=200, progress=partial.append)
    assert [each.worlds for each in partial] == sorted({each.worlds for each in partial})
    assert partial
    for each in partial:
        whole = hint(cut(BOOK, 5), 3, worlds=each.worlds)
        assert whole.candidates == each.candidates
        assert whole.complete
        assert not each.complete


def test_it_can_be_cancelled_and_still_says_what_it_has() -> None:
    stop = StopToken()
    found = hint(BOOK, 0, worlds=100_000, stop=stop, progress=lambda _: stop.stop())
    assert 0 < found.worlds < 100_000
    assert not found.complete
    assert not found.exact


def test_time_ends_it() -> None:
    found = hint(cut(BOOK, 0), 0, worlds=1_000_000, seconds=0.05)
    assert 0 < found.worlds < 1_000_000
    assert not found.complete


def test_if_not_one_world_can_be_solved_in_time_some_are_played_out() -> None:
    state = apply(new_match(Rules("whist"), seed=2), act_of_dealing())
    assert state.to_act is not None
    found = hint(view(state, state.to_act), seconds=0)
    assert found.how == "played out"
    assert found.worlds == 50
    assert not found.complete
    assert found.action in actions(state)


def act_of_dealing() -> act.Action:
    """The deal of that game."""
    return next(iter(actions(new_match(Rules("whist"), seed=2))))


def test_one_world_has_no_error_that_could_be_told() -> None:
    found = hint(BOOK, 0, worlds=1)
    assert json.loads(json.dumps(found.json()))["candidates"][0]["standard_error"] is None
    assert found.reasons[-1].kind in ("close", "same")


def test_without_a_number_it_ends_when_the_best_stands_out() -> None:
    found = hint(cut(BOOK | {"plays": BOOK["plays"] + " TH JH 5D 2S 4S KH AH"}, 17), 1, seconds=60)
    assert found.complete
    assert str(found.action) != "5H"


def last_tricks(*hands: str) -> dict[str, Any]:
    """Hearts are trumps, and seat 0, who bid six, leads."""
    record = {"variant": "cinch", "trump": "H", "leader": 0, "maker": 0, "bid": 6}
    return record | {"hands": list(hands)}


def test_the_last_tricks_are_looked_at_in_full() -> None:
    ending = last_tricks("AH 8S 3C", "5D 2S 4C", "KH 3S 7C", "5H 4S 9C")
    found = hint(ending, 0)
    assert found.exact
    assert found.complete
    assert all(candidate.error == 0 for candidate in found.candidates)
    assert found.worlds == 9 * 8 * 7 // 6 * (6 * 5 * 4 // 6)
    assert sum(found.candidates[0].outcomes.values()) == pytest.approx(1)
    assert hint(ending, 0, worlds=5) == found
    assert "exact over all" in found.basis


def test_exact_means_are_those_of_every_world_solved_by_itself() -> None:
    ending = last_tricks("AH 8S", "5D 2S", "KH 3S", "5H 4S")
    found = hint(ending, 0)
    known = Knowledge.of_record(ending, 0)
    worlds, chances = Plays(known, "score", Pool(), Standing()).belief.enumerate(1000)
    means: dict[Card, float] = {}
    for world, chance in zip(worlds, chances, strict=True):
        cards = kibitz.solve(known.position(world), side=(0, 2), cards=True).cards or {}
        for card, points in cards.items():
            means[card] = means.get(card, 0) + chance * _cinch_score(points, 11, 6)
    for candidate in found.candidates:
        assert isinstance(candidate.action, act.Play)
        assert candidate.mean == pytest.approx(means[candidate.action.card])


PLAYED = {
    "variant": "cinch", "players": 4, "trump": "H", "maker": 1, "bid": 8, "leader": 1, "dealer": 0,
    "hands": ["AH 2H 3C", "5D 2S 4C", "KH 5H 7C", "6C 4S 9C"], "plays": "5D KH 4S",
    "auction": [[1, 8], [2, None], [3, None], [0, None]],
}  # fmt: skip
"""The maker leads a Pedro, B's King is on it, and Z has renounced."""


def test_worlds_are_weighed_by_what_others_bid_and_played() -> None:
    known = Knowledge.of_record(PLAYED, 0)
    soft, hard = hint(PLAYED, 0), hint(PLAYED, 0, model=Uniform())
    assert soft.worlds == hard.worlds
    for found, belief in ((soft, Belief.of(known, READ)), (hard, Belief(known))):
        means: dict[Card, float] = {}
        for world, chance in zip(*belief.enumerate(1000), strict=True):
            cards = kibitz.solve(known.position(world), side=(0, 2), cards=True).cards or {}
            for card, points in cards.items():  # the maker's side has the rest of twelve
                score = -_cinch_score(12 - points, 12, 8)
                means[card] = means.get(card, 0) + chance * score
        for candidate in found.candidates:
            assert isinstance(candidate.action, act.Play)
            assert candidate.mean == pytest.approx(means[candidate.action.card])
    assert soft.candidates != hard.candidates


def _cinch_score(points: int, stake: int, bid: int) -> int:
    """What the maker's side writes down, less what the others do (RULES section 3)."""
    others = stake - points
    return points - others if points >= bid else -(others + bid)


def test_means_errors_and_chances_are_of_the_same_outcomes() -> None:
    found = hint(cut(BOOK, 0), 0, worlds=60)
    for candidate in found.candidates:
        values = np.array([*candidate.outcomes])
        chances = np.array([*candidate.outcomes.values()])
        assert candidate.mean == pytest.approx(float(values @ chances))
        spread = float(chances @ (values - candidate.mean) ** 2) / (found.worlds - 1)
        assert candidate.error == pytest.approx(spread**0.5)
        assert candidate.makes is not None
        assert candidate.makes == pytest.approx(float(chances[values > -8].sum()), abs=0.2)
    assert [c.mean for c in found.candidates] == sorted(
        (c.mean for c in found.candidates), reverse=True
    )


# ---- what is wrong is said -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "seat", "said"),
    [
        ({}, 1, "seat 1 is not to act"),
        ({}, None, "seat"),
        ({}, 7, "seat"),
        ({"hands": [None] * 4}, 0, "seat 0"),
    ],
)
def test_a_hint_that_cannot_be_given_is_refused(
    change: dict[str, Any], seat: int | None, said: str
) -> None:
    with pytest.raises(KibitzError, match=said):
        hint(BOOK | change, seat, worlds=2)


def test_payoffs_that_the_game_has_not_are_refused() -> None:
    with pytest.raises(KibitzError, match="not played for chips"):
        hint(BOOK, 0, worlds=2, payoff="chips")


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"worlds": 0}, "worlds 0: expected 1 to 1,000,000"),
        ({"worlds": 10**20}, "worlds 10+: expected 1 to 1,000,000"),
        ({"seconds": float("nan")}, "seconds nan: expected none, or a number"),
        ({"seconds": -1}, "seconds -1: expected none, or a number"),
    ],
)
def test_limits_that_are_none_are_refused(limits: dict[str, Any], said: str) -> None:
    with pytest.raises(KibitzError, match=said):
        hint(BOOK, 0, **limits)


def test_json_has_no_times_and_a_card_for_an_action() -> None:
    found = hint(BOOK, 0, worlds=30)
    text = json.dumps(found.json())
    assert "seconds" not in text
    assert json.loads(text)["action"] == str(found.action.card)  # type: ignore[attr-defined]
    assert replace(found, seconds=1.0) == found


# ---- faults that others' hints have had ----------------------------------------------------------


def test_the_queen_of_spades_is_not_taken_where_a_duck_is_in_hand() -> None:
    record = {
        "variant": "black_lady",
        "leader": 1,
        "hands": ["AS 4S 2H 4D", "KS 3H 5D 6C", "QS 7H 8D 9C", "5S 8H TD JC"],
        "plays": "KS QS 5S",
    }
    found = hint(record, 0, worlds=200)
    assert str(found.action.card) == "4S"  # type: ignore[attr-defined]
    assert "duck" in {reason.kind for reason in found.reasons}


def test_the_queen_of_spades_is_thrown_under_the_king() -> None:
    record = {
        "variant": "black_lady",
        "leader": 1,
        "hands": ["QS JS 2H 4D", "KS 3H 5D 6C", "4S 7H 8D 9C", "5S 8H TD JC"],
        "plays": "KS 4S 5S",
    }
    found = hint(record, 0, worlds=200)
    assert str(found.action.card) == "QS"  # type: ignore[attr-defined]


def test_a_suit_that_nobody_else_holds_is_not_led_into_the_penalties() -> None:
    """Seat 0 leads: its clubs are the last ones, and would draw every heart that is left."""
    record = {
        "variant": "hearts",
        "leader": 0,
        "hands": ["AC KC 2D", "3D 5H 6H", "4D 7H 8H", "5D 9H TH"],
    }
    found = hint(record, 0)
    assert str(found.action.card) == "2D"  # type: ignore[attr-defined]


def test_somebody_stops_a_moon() -> None:
    """Seat 1 would take every heart that is left; the king takes two of them, and stops it."""
    record = {
        "variant": "modern_hearts",
        "options": {"break_hearts": False},
        "leader": 1,
        "hands": ["KH 2H", "QH AH", "4C 4D", "5C 5D"],
        "plays": "QH 4C 5C",
    }
    found = hint(record, 0)
    assert str(found.action.card) == "KH"  # type: ignore[attr-defined]
    other = hint(record | {"options": {"break_hearts": False, "shoot_the_moon": False}}, 0)
    assert str(other.action.card) == "2H"  # type: ignore[attr-defined]


def test_a_poor_hand_is_not_overbid() -> None:
    dealt = [None, "2C 4C 7C 8D 9D 3S 6S 7S 2D", None, None]
    record = {"variant": "cinch", "players": 4, "dealer": 0, "dealt": dealt, "auction": []}
    found = hint(record, 1, worlds=40)
    assert found.action == act.PassBid() or found.action.points <= 5  # type: ignore[attr-defined]
    high = [c for c in found.candidates if isinstance(c.action, act.Bid) and c.action.points > 9]
    assert all(candidate.behind > 0 for candidate in high)


def test_nothing_is_made_of_a_choice_that_makes_no_difference() -> None:
    record = {
        "variant": "cinch",
        "trump": "H",
        "leader": 0,
        "maker": 0,
        "bid": 1,
        "hands": ["AC KC", "2D 3D", "4D 6D", "7D 8D"],
    }
    found = hint(record, 0)
    assert [reason.kind for reason in found.reasons] == ["same"]
    assert str(found.action.card) == "KC"  # type: ignore[attr-defined]


def test_a_single_choice_needs_no_world() -> None:
    record = {"variant": "whist", "trump": "H", "leader": 0, "hands": ["AC", "2D", "3D", "4D"]}
    found = hint(record, 0)
    assert found.worlds == 0
    assert found.exact
    assert CardSet([found.action.card]) == CardSet("AC")  # type: ignore[attr-defined]


@pytest.mark.parametrize("variant", ["cinch", "black_lady", "pitch", "seven_up", "auction_hearts"])
def test_a_record_gives_the_hint_of_the_view(variant: str) -> None:
    """At every moment; and before the play what others were dealt may be null."""
    for number, state in enumerate(decisions(variant, Rules(variant).default_players, 6)):
        seat = state.to_act
        assert seat is not None
        if state.phase == "play" and number % 5:
            continue
        seen, record = hint(view(state, seat), worlds=3), deal_record(state)
        assert hint(record, seat, worlds=3) == seen
        if state.phase != "play":
            dealt = [hand if at == seat else None for at, hand in enumerate(record["dealt"])]
            assert hint(record | {"dealt": dealt}, seat, worlds=3) == seen


def test_a_match_record_is_seen_at_its_last_deal() -> None:
    state = new_match(Rules("pitch"), 4, seed=3)
    rng = Random(3)
    while state.number < 1 or state.phase != "play" or len(actions(state)) < 2:
        state = apply(state, actions(state).sample(rng))
    assert state.to_act is not None
    found = hint(match_record(state), state.to_act, worlds=5)
    assert found == hint(view(state, state.to_act), worlds=5)


def test_what_the_laws_demand_is_kept_to() -> None:
    """Seat 2 has played before its turn, and is told to play its lowest club."""
    hands = ("2C 9D", "KC 8D", "QC 5C", "JC TD")
    held = tuple(parse_cards(hand) for hand in hands)
    state = ending(new_match(Rules("hearts"), 4, dealer=3), None, "2C", *hands)
    state = apply(replace(state, hands=held), PlayOutOfTurn(2, Card("QC")))
    with pytest.raises(KibitzError, match="seat 3 has a right"):
        hint(view(state, 3), worlds=2)
    state = apply(apply(state, Demand(2, "lowest")), act.Play(Card("KC")))
    assert hint(view(state, 2), worlds=2).action == act.Play(Card("5C"))
