"""Beliefs against every world there is, and what a seat's knowledge is made of."""

import contextlib
import json
import os
import random
from collections import Counter
from math import factorial, prod
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import kibitz
from gaming import moments, tables
from kibitz import (
    Belief,
    Card,
    CardSet,
    EvidenceError,
    KibitzError,
    Knowledge,
    NotationError,
    Rules,
)
from kibitz._core import excluded
from kibitz.game import events
from kibitz.game.actions import Event
from kibitz.game.fields import field
from kibitz.game.state import State, actions, apply, deal_record, match_record, new_match, view
from kibitz.infer.draws import NO_CUSTOM
from kibitz.infer.stocks import has_drawn
from worlds import World, ending, worlds

SITUATIONS = int(os.environ.get("KIBITZ_SITUATIONS", "26"))
"""Of each variant: more than five hundred in all. With `KIBITZ_SITUATIONS=500`, as many of each."""


def situation(variant: str, number: int) -> tuple[dict[str, Any], int]:
    """A small random ending of a variant, and the seat that looks."""
    rng = random.Random(f"{variant} {number}")
    rules = Rules(variant)
    fewest, most = rules.players
    drawing = field(rules, "stock", "none") == "domino"
    players = rng.randint(fewest, 3 if drawing else min(most, 6))
    more: dict[str, Any] = {"options": {}}
    if drawing or (players == 2 and field(rules, "stock", "none") == "two_players"):
        more["stock"] = rng.choice([0, 2, 4])
    if field(rules, "widow", False):
        more["widow"] = 2
    names = {name for name, *_ in rules.option_table()}
    for name in ("first_lead_trump", "break_hearts", "no_points_first_trick"):
        if name in names and rng.random() < 0.3:
            more["options"][name] = True
    demands = ("highest", "lowest", "trump", "no_trump", "lead_heart", "discard_no_heart")
    trumps: tuple[Any, ...] = rules.trumps or (None,)
    if rng.random() < 0.2 and None not in trumps:
        more["demands"] = [
            {"seat": rng.randrange(players), "kind": rng.choice(demands)} for _ in range(2)
        ]
    return ending(rng, variant, players, trumps, **more), rng.randrange(players)


def by_sets(
    belief: Belief, found: Counter[World]
) -> tuple[NDArray[np.float64], dict[tuple[int, ...], float]]:
    """The oracle's probabilities in the belief's own shapes."""
    total = sum(found.values())
    players = belief.knowledge.players
    chances = np.zeros((len(belief.cards), len(belief.holders)))
    share: dict[tuple[int, ...], float] = {}
    for world, count in found.items():
        places = dict(zip(("stock", "widow"), world[players:], strict=True))
        sets = [*world[:players], *(places[str(name)] for name in belief.holders[players:])]
        for at, card in enumerate(belief.cards):
            [holder] = [h for h, held in enumerate(sets) if str(card) in held]
            chances[at, holder] += count / total
        share[tuple(CardSet(" ".join(held)).bits for held in sets)] = count / total
    return chances, share


@pytest.mark.parametrize("variant", kibitz.variants())
def test_counts_and_probabilities_are_those_of_all_worlds(variant: str) -> None:
    for number in range(SITUATIONS):
        record, seat = situation(variant, number)
        found = worlds(record, seat)
        belief = Belief(Knowledge.of_record(record, seat))
        chances, share = by_sets(belief, found)
        assert belief.count == len(found), record
        assert belief.exact
        np.testing.assert_allclose(belief.probability, chances, rtol=0, atol=1e-12)
        sets, listed = belief.enumerate()
        assert {tuple(map(int, world)) for world in sets} == set(share)
        np.testing.assert_allclose(
            listed, [share[tuple(map(int, world))] for world in sets], rtol=0, atol=1e-12
        )
        expected = -sum(p * np.log2(p) for p in share.values())
        assert belief.entropy == pytest.approx(expected, abs=1e-9)
        drawn = {tuple(map(int, world)) for world in belief.sample(20, seed=number)}
        assert drawn <= set(share)


def test_there_are_more_than_five_hundred_situations_and_many_in_doubt() -> None:
    assert SITUATIONS * len(kibitz.variants()) >= 500
    counts = [
        Belief(Knowledge.of_record(*situation(variant, number))).count
        for variant in kibitz.variants()
        for number in range(4)
    ]
    assert sum(count > 5 for count in counts) > len(counts) / 3


# ---- what a seat knows ---------------------------------------------------------------------------


def midway(variant: str, seed: int) -> State:
    """A game of a variant, played at random to some way into the play."""
    rng = random.Random(f"midway {variant} {seed}")
    stop = rng.randrange(3, 14)
    for state in moments(new_match(Rules(variant), seed=seed), rng, 1):
        if state.position is not None and len(state.position.plays) >= stop:
            break
    return state


def partial_record(state: State) -> dict[str, Any]:
    """The deal as a record that says nothing of the time before play but what all have seen."""
    record = deal_record(state)
    for name in ("dealt", "rest", "log", "points", "scores"):
        record.pop(name, None)
    return record


STATIC = [v for v in kibitz.variants() if v != "domino_hearts"]


@pytest.mark.parametrize("variant", STATIC)
def test_hands_that_others_hold_are_not_looked_at(variant: str) -> None:
    for seed in range(3):
        state = midway(variant, seed)
        assert state.position is not None
        record, seat = partial_record(state), seed % state.players
        seen = Belief(Knowledge.of_record(record, seat)).json()
        blind = [hand if at == seat else None for at, hand in enumerate(record["hands"])]
        hidden = {**record, "hands": blind}
        hidden.pop("widow", None)
        if "passes" in record:
            hidden["passes"] = [p if at == seat else None for at, p in enumerate(record["passes"])]
        assert Belief(Knowledge.of_record(hidden, seat)).json() == seen
        left = [str(c) for at, hand in enumerate(state.position.hands) if at != seat for c in hand]
        random.Random(seed).shuffle(left)
        hands = []
        for at, hand in enumerate(record["hands"]):
            held = {*map(str, state.position.hands[at])}
            played = [card for card in hand.split() if card not in held]
            others = [left.pop() for _ in held] if at != seat else [*held]
            hands.append(" ".join([*played, *others]))
        assert Belief(Knowledge.of_record({**record, "hands": hands}, seat)).json() == seen


@pytest.mark.parametrize(
    ("variant", "players"), [("hearts", 2), ("black_lady", 2), ("domino_hearts", 4)]
)
def test_what_others_drew_is_not_looked_at(variant: str, players: int) -> None:
    for seed in range(4):
        rng = random.Random(f"drawn {variant} {seed}")
        for state in moments(new_match(Rules(variant), players, seed=seed), rng, 1):
            if state.position is not None and len(state.position.plays) > 9 + seed:
                break
        seat, record = seed % players, partial_record(state)
        belief = Belief(Knowledge.of_view(view(state, seat)))
        record["drew"] = list(belief.knowledge.drew) or None
        hidden = [*map(str, belief.cards)]
        for card, _ in belief.certain:
            hidden.remove(str(card))
        mixed = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
        seen = Belief(Knowledge.of_record(record, seat))
        assert seen.count == belief.count
        other = {
            **record,
            "hands": [_exchanged(hand, mixed) for hand in record["hands"]],
            "stock": _exchanged(record.get("stock") or "", mixed),
        }
        assert Belief(Knowledge.of_record(other, seat)).json() == seen.json()


def _exchanged(cards: str, mixed: dict[str, str]) -> str:
    return " ".join(mixed.get(card, card) for card in cards.split())


@pytest.mark.parametrize("variant", kibitz.variants())
def test_a_view_and_the_record_say_the_same(variant: str) -> None:
    for seed in range(2):
        state = midway(variant, seed)
        for seat in range(state.players):
            belief = Belief(Knowledge.of_view(view(state, seat)))
            again = Belief(Knowledge.of_record(deal_record(state), seat))
            assert again.json() == belief.json()
            assert state.position is not None
            for at, card in enumerate(belief.cards):
                for holder, hand in enumerate(state.position.hands):
                    if card in hand and belief.custom != NO_CUSTOM:
                        assert belief.evidence.may[at, holder]
            drawn = variant in ("cinch", "pidro", "domino_hearts")
            if not drawn and not state.turned:  # which no partial record shows
                bare = Belief(Knowledge.of_record(partial_record(state), seat))
                assert bare.count == belief.count


@pytest.mark.parametrize("variant", kibitz.variants())
def test_hands_that_are_null_in_a_whole_record_are_found_by_playing_it(variant: str) -> None:
    state = midway(variant, 4)
    record = deal_record(state)
    assert None not in record["dealt"]
    for seat in range(state.players):
        hands = [text if at == seat else None for at, text in enumerate(record["hands"])]
        hidden = {**record, "hands": hands}
        full = Belief(Knowledge.of_record(record, seat))
        assert Belief(Knowledge.of_record(hidden, seat)).json() == full.json()
        if seat == state.to_act:
            hints = [kibitz.hint(given, seat, worlds=10) for given in (record, hidden)]
            assert hints[0].candidates == hints[1].candidates
        wrong = {**hidden, "hands": [hand and hand[3:] for hand in hands]}
        with pytest.raises(KibitzError, match=r"hands .*: the referee finds") as refused:
            Knowledge.of_record(wrong, seat)
        shown = str(refused.value).partition("finds")[2]
        assert not any(text[:12] in shown for text in record["hands"] if text not in hands)


SEVEN = [name for name in kibitz.variants() if Rules(name).players[1] < 7 <= Rules(name).most_seats]


@pytest.mark.parametrize("variant", SEVEN)
@pytest.mark.parametrize("stop", [0, 10, 48])
def test_of_seven_the_dealer_takes_no_cards(variant: str, stop: int) -> None:
    rng = random.Random(f"seven {variant}")
    for state in moments(new_match(Rules(variant), 7, dealer=3, seed=7), rng, 1):
        if state.position is not None and len(state.position.plays) >= stop:
            break
    record = partial_record(state)
    assert record["dealer"] == 3
    assert record["hands"][3] == ""
    assert len(record["plays"].split()) == stop
    for seat in range(7):
        seen = Belief(Knowledge.of_view(view(state, seat)))
        record["drew"] = [*seen.knowledge.drew] or None
        hidden: list[str | None] = [None] * 7
        hidden[seat] = record["hands"][seat]
        told: list[str | None] = [*hidden]
        told[3] = ""
        nameless = {**record, "hands": told, "dealer": None}
        for given in (record, {**record, "hands": hidden}, nameless):
            known = Knowledge.of_record(given, seat)
            assert (known.sizes, known.began) == (seen.knowledge.sizes, seen.knowledge.began)
            assert (known.to_act, known.dealer) == (seen.knowledge.to_act, 3)
            assert (known.known, {*known.got}) == (seen.knowledge.known, {*seen.knowledge.got})
            assert Belief(known).json() == seen.json()
    if stop == 10:
        turn = state.to_act
        assert turn is not None
        by_view = kibitz.hint(view(state, turn), worlds=20)
        assert kibitz.hint(record, turn, worlds=20).candidates == by_view.candidates


def test_an_ending_of_seven_is_known_to_the_dealer_too() -> None:
    hands = ["AC 2H", "", "4H 3H", "3D KC", "2D QC", "5C 6C", "7C 8C"]
    record = {"variant": "hearts", "players": 7, "leader": 2, "plays": "4H", "hands": hands}
    known = Knowledge.of_record(record, 1)
    assert known.sizes == (2, 0, 1, 2, 2, 2, 2)
    assert known.to_act == 3
    assert known.is_ending
    assert Knowledge.of_record(record, 0).sizes == known.sizes


def test_a_match_is_known_by_its_last_deal() -> None:
    state = midway("hearts", 1)
    seen = Belief(Knowledge.of_view(view(state, 2)))
    assert Belief(Knowledge.of_record(match_record(state), 2)).json() == seen.json()


def masked(state: State, seat: int, *names: str) -> dict[str, Any]:
    """The record of a deal before its play with all of other seats null, and only some fields."""
    record = deal_record(state)
    for name in ("dealt", "hands"):
        record[name] = [text if at == seat else None for at, text in enumerate(record[name])]
    usual = ("variant", "options", "players", "dealer", "before", "dealt", "log")
    return {name: record[name] for name in (*usual, *names) if name in record}


TABLES: list[tuple[str, int, dict[str, Any]]] = [
    *((variant, players, {}) for variant, players in tables()),
    *(("cinch", seats, {"draw": way}) for seats in (2, 3, 4) for way in ("no_rob", "four_more")),
]


@pytest.mark.parametrize(("variant", "players", "options"), TABLES)
def test_before_the_play_a_seat_knows_what_it_was_dealt_and_what_has_been_done(
    variant: str, players: int, options: dict[str, Any]
) -> None:
    """By the phase and by the cards that have come out of the pack; the referee's view agrees."""
    rng = random.Random(f"{variant} {players} {options}")
    start = new_match(Rules(variant, **options), players, seed=3, dealer=players - 1)
    states = [s for s in moments(start, rng, 2) if s.hands and s.position is None]
    for state in rng.sample(states, min(len(states), 8)):
        robs = state.phase == "rob"
        for seat in range(players):
            known = Knowledge.of_view(view(state, seat))
            assert Knowledge.of_record(masked(state, seat, "rest"), seat) == known
            if robs and seat == state.dealer:
                with pytest.raises(NotationError, match="rest: expected the rest of the pack"):
                    Knowledge.of_record(masked(state, seat, "hands"), seat)
            else:
                assert Knowledge.of_record(masked(state, seat, "hands"), seat) == known
            if state.phase in ("auction", "pass"):
                assert Knowledge.of_record(masked(state, seat), seat) == known


@pytest.mark.parametrize(("variant", "players"), [("cinch", 4), ("pitch", 5), ("black_lady", 7)])
def test_before_anything_is_done_every_way_to_deal_the_unseen_cards_counts(
    variant: str, players: int
) -> None:
    state = new_match(Rules(variant), players, seed=1, dealer=0)
    state = apply(state, next(iter(actions(state))))
    belief = Belief(Knowledge.of_record(masked(state, 1), 1))
    sizes = [len(hand) for at, hand in enumerate(state.hands) if at != 1]
    left = len(belief.cards) - sum(sizes)
    ways = factorial(len(belief.cards)) // prod(map(factorial, [*sizes, left]))
    assert belief.count == ways
    assert belief.chance(state.hands[1][0], 1) == 1
    for at, size in enumerate(belief.room):
        np.testing.assert_allclose(belief.probability[:, at], size / len(belief.cards))


def test_an_auction_without_a_log_is_enough_and_names_are_used() -> None:
    record = {
        "variant": "cinch", "players": 4, "dealer": 0, "seats": ["A", "Y", "B", "Z"],
        "dealt": [None, "AH KH QH 5D 2C 3C 4C 6S 7D", None, None],
        "auction": [[1, 5], [2, None], [3, 8]],
    }  # fmt: skip
    known = Knowledge.of_record(record, 1)
    assert (known.phase, known.to_act, known.name(1)) == ("auction", 0, "Y")
    play = {"trump": "H", "maker": 3, "bid": 8, "leader": 3, "draws": [2, 2, 4, 5]}
    hands = [None, "AH KH QH 5D JH TH", None, None]
    assert Knowledge.of_record({**record, **play, "hands": hands}, 1).phase == "play"


def test_plays_that_stand_in_the_log_alone_are_read() -> None:
    state = midway("cinch", 2)
    seat = state.dealer
    full = masked(state, seat, "hands", "plays", "trump", "maker", "bid", "leader", "draws")
    less = {name: value for name, value in full.items() if name != "plays"}
    known = Knowledge.of_record(full, seat)
    assert len(known.plays) > 2
    assert Knowledge.of_record(less, seat) == known
    with pytest.raises(NotationError, match=r"plays \S+: the log has "):
        Knowledge.of_record({**full, "plays": full["plays"][:2]}, seat)
    log = [*full["log"], {"do": "revoke", "seat": 0, "by": 0, "card": "AH"}]
    with pytest.raises(NotationError, match="plays: expected the cards played"):
        Knowledge.of_record({**less, "log": log}, seat)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rest": 4}, "rest 4: expected cards"),
        ({"rest": "2D"}, "rest: expected 2 cards or more, not 1"),
        ({"hands": [None, "AH", None, None]}, "hands: seat 1 holds .*, not AH"),
        ({"hands": [None, 5, None, None]}, "hands 5: expected cards"),
        ({"players": 7}, "players 7: expected 4, as many as are dealt"),
        ({"dealt": [None] * 4}, "dealt: expected the cards of seat 1"),
        ({"dealt": "AH"}, "dealt: expected a list of hands, with that of seat 1"),
        ({"log": 5}, "log: expected a list of actions"),
    ],
)
def test_what_is_wrong_with_a_record_before_the_play_is_said(
    change: dict[str, Any], message: str
) -> None:
    log = [{"seat": seat, "do": "pass"} for seat in (1, 2, 3, 0)]
    log += [{"seat": 0, "do": "name", "suit": "H"}]
    log += [{"seat": 1, "do": "discard", "cards": "2C 3C 4C 6S 7D"}]
    log += [{"seat": 2, "do": "discard", "cards": "5C 6C 7C 8C 9C TC"}]
    log += [{"seat": 3, "do": "discard", "cards": "5S 7S 8S 9S TS JS"}]
    log += [{"seat": 0, "do": "discard", "cards": "QS KS AS 2S 3S 4S"}]
    dealt = [None, "AH KH QH 5D 2C 3C 4C 6S 7D", None, None]
    record = {"variant": "cinch", "dealer": 0, "dealt": dealt, "log": log, "rest": "2D 3D 4D"}
    with pytest.raises(NotationError, match=message):
        Knowledge.of_record({**record, **change}, 1)


def test_the_position_of_a_world_is_that_of_the_play() -> None:
    for variant in kibitz.variants():
        state = midway(variant, 5)
        assert state.position is not None
        for seat in range(state.players):
            belief = Belief(Knowledge.of_view(view(state, seat)))
            for world in belief.sample(3, seed=seat):
                position = belief.knowledge.position(world)
                assert position.hands[seat] == state.position.hands[seat]
                assert position.to_move == state.position.to_move
                assert position.trick == state.position.trick
                assert [*map(len, position.hands)] == [*map(len, state.position.hands)]


def test_cards_passed_are_known_until_they_are_played() -> None:
    state, rng = new_match(Rules("black_lady"), seed=3), random.Random(3)
    while state.phase != "play":
        state = apply(state, actions(state).sample(rng))
    for seat in range(4):
        shown = view(state, seat)
        belief = Belief(Knowledge.of_view(shown))
        assert {card for card, _ in belief.certain} == {*shown.found}
        assert {holder for _, holder in belief.certain} == {(seat + 1) % 4}
        assert sum("was passed" in reason for reason in belief.explain()) == 3


def test_the_card_that_must_be_led_lies_with_who_is_to_lead() -> None:
    state, rng = new_match(Rules("modern_hearts"), seed=1), random.Random(1)
    while state.phase != "play":
        state = apply(state, actions(state).sample(rng))
    seat = state.left_of(state.to_act or 0)
    belief = Belief(Knowledge.of_view(view(state, seat)))
    assert belief.chance("2C", state.to_act or 0) == 1


def test_the_turned_card_is_known_to_lie_with_the_dealer() -> None:
    state, rng = new_match(Rules("whist"), seed=4), random.Random(4)
    while state.phase != "play":
        state = apply(state, actions(state).sample(rng))
    seat = state.left_of(state.dealer)
    belief = Belief(Knowledge.of_view(view(state, seat)))
    assert belief.chance(state.turned[0], state.dealer) == 1


def test_only_the_winner_of_the_first_trick_has_seen_the_widow() -> None:
    rng = random.Random(2)
    for state in moments(new_match(Rules("heartsette"), seed=2), rng, 1):
        if state.tricks:
            break
    winner = state.tricks[0].winner
    for seat in range(4):
        belief = Belief(Knowledge.of_view(view(state, seat)))
        assert ("widow" in belief.holders) == (seat != winner)
        assert not {*belief.cards} & {*state.widow} or seat != winner


@pytest.mark.parametrize(
    ("variant", "trump", "trick", "suit"),
    [
        ("whist", "H", "AC 3H", "C"),
        ("cinch", "H", "AC 3S", "C"),
        ("cinch", "H", "AC 3H", ""),
        ("cinch", "H", "AC 5D", ""),
        ("cinch", "H", "AD 3S", "D"),
        ("pitch", None, "2C 3D", "C"),
        ("hearts", None, "2C 3C", ""),
        ("joker_hearts", None, "AC JK", "C"),
        ("modern_hearts", None, "2C 3D", "C"),
    ],
)
def test_who_does_not_follow_is_void(
    variant: str, trump: str | None, trick: str, suit: str
) -> None:
    rules = Rules(variant)
    record = {"variant": variant, "players": rules.players[0], "trump": trump, "leader": 0,
              "hands": [""] * rules.players[0]}  # fmt: skip
    played = [(seat, Card(card)) for seat, card in enumerate(trick.split())]
    lacks = excluded(kibitz.Deal.from_record(record), [played])[1]
    assert {card.suit for card in lacks} == set(suit)
    assert variant != "cinch" or Card("5D") not in lacks


def test_a_joker_on_a_high_heart_shows_no_void_and_no_more_does_a_card_by_force_of_law() -> None:
    record = {"variant": "joker_hearts", "players": 3, "leader": 0, "hands": ["", "", ""]}
    deal = kibitz.Deal.from_record(record)
    trick = [(0, Card("AC")), (1, Card("QH")), (2, Card("JK"))]
    shown = excluded(deal, [trick])
    assert {card.suit for card in shown[1]} == {"C"}
    assert not shown[2]


def test_a_highest_that_was_asked_for_shows_what_lies_above_it() -> None:
    record = {"variant": "whist", "players": 4, "trump": None, "leader": 0, "hands": [""] * 4,
              "demands": [{"seat": 1, "kind": "highest"}]}  # fmt: skip
    shown = excluded(kibitz.Deal.from_record(record), [[(0, Card("2C")), (1, Card("9C"))]])
    assert shown[1] == CardSet("TC JC QC KC AC")


def error_at_the_table(state: State, rng: random.Random) -> Event | None:
    """Something that a seat does wrong, if it can be done."""
    seat = rng.randrange(state.players)
    hand = list(state.hand(seat)) if state.position is not None else []
    if not hand or state.to_act is None:
        return None
    card, turn = rng.choice(hand), list(state.hand(state.to_act))
    return rng.choice(
        [
            events.Exposed(seat, (card,)),
            events.Revoke(state.to_act, rng.choice(turn or hand)),
            events.TwoCards(state.to_act, tuple(rng.sample(turn, min(2, len(turn))))),
            events.LeadOutOfTurn(seat, (card,)),
            events.PlayOutOfTurn(seat, card),
            events.ShortHand(seat, card),
            events.ExposedInDeal(seat, seat, (card,)),
        ]
    )


@pytest.mark.parametrize("variant", ["cinch", "pedro_sancho", "pitch", "black_lady", "hearts"])
def test_how_the_cards_lie_is_possible_after_errors_at_the_table(variant: str) -> None:
    errors: Counter[str] = Counter()
    for seed in range(10):
        rng = random.Random(f"errors {variant} {seed}")
        state = new_match(Rules(variant), seed=seed)
        while state.phase not in ("scored", "over"):
            wrong = error_at_the_table(state, rng) if rng.random() < 0.2 else None
            if wrong is not None:
                with contextlib.suppress(kibitz.KibitzError):  # not every error can be made now
                    state = apply(state, wrong)
                    errors[wrong.word] += 1
            if not len(actions(state)):
                break
            state = apply(state, actions(state).sample(rng))
            if state.position is None or state.position.is_over:
                continue
            seat = rng.randrange(state.players)
            belief = Belief(Knowledge.of_view(view(state, seat)), NO_CUSTOM)
            for card, row in zip(belief.cards, belief.probability, strict=True):
                for holder in range(state.players):
                    assert card not in state.hand(holder) or row[holder] > 0
    assert errors.total() >= 1


# ---- numbers, samples, words ---------------------------------------------------------------------


def test_samples_come_as_often_as_they_are_likely() -> None:
    record = {"variant": "cinch", "players": 4, "trump": "H", "maker": 0, "leader": 0,
              "dealer": 3, "draws": [2, 2, 4, 5], "hands": ["QC 2H TH KH AH 3H", None, None, None],
              "plays": "QC 3C 8H 5C QH 4H 2H 6H JC 9H"}  # fmt: skip
    belief = Belief(Knowledge.of_record(record, 0))
    drawn = belief.sample(20_000, seed=7)
    assert (belief.sample(50, seed=7) == drawn[:50]).all()
    trumps = CardSet("JH 7H 5H 5D")
    for holder in (1, 2, 3):
        chances = belief.number(holder, trumps)
        held = np.array([bin(bits & trumps.bits).count("1") for bits in map(int, drawn[:, holder])])
        seen = np.bincount(held, minlength=len(chances))
        expected = chances * len(drawn)
        some = expected > 5
        square = ((seen - expected)[some] ** 2 / expected[some]).sum()
        freedom = some.sum() - 1
        assert square < freedom + 4 * np.sqrt(2 * freedom) + 4


@pytest.mark.parametrize("variant", ["cinch", "domino_hearts", "hearts", "whist"])
def test_events_of_several_cards_are_those_of_all_worlds(variant: str) -> None:
    tried = 0
    for number in range(12):
        record, seat = situation(variant, number)
        belief = Belief(Knowledge.of_record(record, seat))
        if len(belief.cards) < 2 or belief.count > 3000:
            continue
        sets, chances = belief.enumerate()
        one, other = belief.cards[:2]
        for holder in (seat + 1) % record["players"], (seat + 2) % record["players"]:
            both = CardSet([one, other]).bits
            has = np.array([bin(bits & both).count("1") for bits in map(int, sets[:, holder])])
            assert belief.together({one: holder, other: holder}) == pytest.approx(
                chances[has == 2].sum(), abs=1e-12
            )
            number_of = [chances[has == count].sum() for count in range(3)]
            np.testing.assert_allclose(
                belief.number(holder, CardSet([one, other])), number_of, atol=1e-12
            )
            tried += 1
    assert tried > 6


def weighed_one_by_one(
    belief: Belief, weight: NDArray[np.float64], counts: list[tuple[int, CardSet, list[float]]]
) -> dict[tuple[int, ...], float]:
    """The share of every world, its own weight and all others' looked at one by one."""
    sets, chances = belief.enumerate(100_000)
    for at, world in enumerate(sets):
        for row, card in enumerate(belief.cards):
            bit = np.uint64(1 << card.index)
            chances[at] *= weight[row, next(h for h, held in enumerate(world) if held & bit)]
        for holder, cards, by_count in counts:
            chances[at] *= by_count[bin(int(world[holder]) & cards.bits).count("1")]
    share = chances / chances.sum()
    return {tuple(map(int, w)): p for w, p in zip(sets, share, strict=True) if p}


@pytest.mark.parametrize("variant", ["whist", "hearts", "domino_hearts"])
def test_weights_of_ones_own_are_within_the_sums(variant: str) -> None:
    tried = 0
    for number in range(60):
        record, seat = situation(variant, number)
        belief = Belief(Knowledge.of_record(record, seat))
        if has_drawn(belief.knowledge) == (variant == "whist"):
            continue
        if not 3 <= belief.count <= 2000 or tried == 6:
            continue
        rng = np.random.default_rng(number)
        weight = rng.uniform(0.1, 2.0, belief.probability.shape)
        weight[rng.random(len(weight)) < 0.5] = 1
        weight[0, (seat + 1) % record["players"]] = 0
        lanes = [CardSet([c for c in belief.cards if c.suit == suit]) for suit in "CD"]
        counts = [
            (holder, cards, rng.uniform(0.1, 2.0, len(cards) + 1).tolist())
            for holder in range(record["players"])
            for cards in lanes
        ]
        share = weighed_one_by_one(belief, weight, counts)
        if not share:
            continue
        soft = belief.given(weight, counts)
        worlds, found = soft.enumerate(100_000)
        assert {tuple(map(int, world)) for world in worlds} == set(share)
        np.testing.assert_allclose(
            found, [share[tuple(map(int, world))] for world in worlds], rtol=0, atol=1e-12
        )
        chances = np.zeros_like(soft.probability)
        for world, chance in share.items():
            for row, card in enumerate(soft.cards):
                chances[row, [bits >> card.index & 1 for bits in world].index(1)] += chance
        np.testing.assert_allclose(soft.probability, chances, rtol=0, atol=1e-12)
        assert soft.exact
        assert soft.count == len(share)
        assert soft.entropy == pytest.approx(-sum(p * np.log2(p) for p in share.values()))
        tried += 1
    assert tried >= 3


@pytest.mark.parametrize(("variant", "players"), [("black_lady", 2), ("domino_hearts", 3)])
def test_weights_that_tell_nothing_change_nothing_where_cards_are_drawn(
    variant: str, players: int
) -> None:
    tried = 0
    for seed in range(3):
        rng = random.Random(f"nothing {variant} {seed}")
        for state in moments(new_match(Rules(variant), players, seed=seed), rng, 1):
            if state.position is None or len(state.position.plays) % 5:
                continue
            known = Knowledge.of_view(view(state, seed % players))
            if not has_drawn(known):
                continue
            belief = Belief(known)
            numbers = np.random.default_rng(seed)
            weight = np.outer(
                numbers.uniform(0.2, 3.0, len(belief.cards)),
                numbers.uniform(0.2, 3.0, len(belief.holders)),
            )
            soft = belief.given(weight)
            assert soft.exact
            np.testing.assert_allclose(soft.probability, belief.probability, rtol=0, atol=1e-11)
            assert soft.entropy == pytest.approx(belief.entropy, abs=1e-9)
            assert soft.count == belief.count
            hearts = CardSet([card for card in belief.cards if card.suit == "H"])
            other = (known.seat + 1) % players
            np.testing.assert_allclose(
                soft.number(other, hearts), belief.number(other, hearts), rtol=0, atol=1e-11
            )
            tried += 1
    assert tried > 5


def test_weights_of_ones_own_go_with_every_dealer_there_may_be() -> None:
    record = {"variant": "cinch", "players": 4, "trump": "H", "maker": 0, "leader": 0,
              "draws": [2, 2, 4, 5], "hands": ["QC 2H TH KH AH 3H", None, None, None],
              "plays": "QC 3C 8H 5C QH 4H 2H 6H JC 9H"}  # fmt: skip
    belief = Belief(Knowledge.of_record(record, 0))
    sure = np.ones_like(belief.probability)
    row = belief.cards.index(Card("JH"))
    sure[row] = 0
    sure[row, 3] = 1
    found = belief.given(sure)
    assert found.chance("JH", 3) == pytest.approx(1)
    both = belief.together({Card("JH"): 3, Card("5H"): 3})
    assert found.chance("5H", 3) == pytest.approx(both / belief.chance("JH", 3))


def by_chain() -> Belief:
    """A belief of too many states for exact sums: six hands of Pitch, each lane weighed."""
    state = new_match(Rules("pitch"), 7, seed=1)
    state = apply(state, next(iter(actions(state))))
    belief = Belief(Knowledge.of_view(view(state, 1)))
    rng = np.random.default_rng(1)
    weight = np.exp(rng.normal(0, 0.5, belief.probability.shape))
    lanes = [[c for c in belief.cards if c.suit == suit] for suit in "CDHS"]
    counts = [
        (seat, CardSet(lane), np.exp(rng.normal(0, 0.5, 14)).tolist())
        for seat in (0, 2, 3, 4, 5, 6)
        for lane in lanes
    ]
    return belief.given(weight, counts)


def strict(text: str) -> Any:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    return json.loads(text, parse_constant=refuse)


def test_by_a_chain_the_entropy_lies_within_bounds_and_all_numbers_are_numbers() -> None:
    belief = by_chain()
    assert belief.method == "gibbs"
    assert belief.entropy is None
    low, high = belief.entropy_bounds
    assert low == 0
    assert high == pytest.approx(np.log2(float(belief.count)))
    assert np.isfinite(belief.probability).all()
    np.testing.assert_allclose(belief.probability.sum(axis=1), 1)
    told = strict(json.dumps(belief.json()))
    assert (told["entropy"], told["method"], told["exact"]) == (None, "gibbs", False)
    assert 0 < told["error"] < 0.1
    assert told["entropy_bounds"] == [low, high]


def test_weights_of_any_size_leave_probabilities() -> None:
    clubs = " ".join(f"{rank}C" for rank in "23456789TJQKA")
    record = {"variant": "whist", "trump": "S", "hands": [clubs, None, None, None]}
    belief = Belief(Knowledge.of_record(record, 0))
    for size in (1e300, 1e-300):
        same = belief.given(np.full(belief.probability.shape, size))
        np.testing.assert_allclose(same.probability, belief.probability)
        assert same.entropy == pytest.approx(belief.entropy)


def test_the_entropy_is_bounded_by_what_is_not_known_of_the_dealer() -> None:
    """Of a few worlds it is counted; the mean over dealers and theirs enclose it."""
    record = {
        "variant": "cinch", "trump": "H", "maker": 0, "leader": 0, "draws": [2, 2, 4, 5],
        "hands": ["QC 2H TH KH AH 3H", None, None, None],
        "plays": "QC 3C 8H 5C QH 4H 2H 6H JC 9H",
    }  # fmt: skip
    belief = Belief(Knowledge.of_record(record, 0))
    low, high = belief.entropy_bounds
    assert belief.exact
    assert belief.entropy is None
    assert 0 < high - low < 2
    with_dealer = [Belief(Knowledge.of_record({**record, "dealer": at}, 0)) for at in range(4)]
    for each in with_dealer:
        assert each.entropy_bounds == (each.entropy, each.entropy)
    known = [each.entropy or 0 for each in with_dealer]
    assert min(known) <= low <= max(known)


def test_words_tell_what_is_certain_and_why() -> None:
    record = {"variant": "whist", "players": 4, "trump": "S", "leader": 0, "plays": "AC 4H 3D 2C",
              "hands": ["AC 2H 2S", "4H 3H 3S", "3D KH KD", "2C 9S QC"],
              "seats": ["N", "E", "S", "W"]}  # fmt: skip
    assert Belief(Knowledge.of_record(record, 0)).explain() == (
        "W holds QC.",
        "E played 4H on AC in trick 1, so had no clubs.",
        "S played 3D on AC in trick 1, so had no clubs.",
    )


def test_evidence_that_nothing_agrees_with_is_refused() -> None:
    record = {"variant": "whist", "players": 4, "trump": None, "leader": 0,
              "plays": "AC 4H 3D 2D", "hands": ["AC 2H", "4H 3H", "3D KC", "2D QC"]}  # fmt: skip
    with pytest.raises(EvidenceError):
        Belief(Knowledge.of_record(record, 0))


def test_hands_that_cannot_be_filled_are_told_in_words() -> None:
    record = {"variant": "whist", "trump": "S", "hands": ["AS KS", "QS JS", "TS", "9S"]}
    with pytest.raises(
        EvidenceError, match=r"6 cards are hidden from seat 0, .*, and 4 are unseen"
    ):
        Belief(Knowledge.of_record(record, 0))


@pytest.mark.parametrize(
    ("change", "seat", "message"),
    [
        ({"hands": [None, "", "", ""]}, 0, "seat 0's hand is null"),
        ({}, 4, "expected 0 to 3"),
        ({"plays": "AC AC"}, 0, "AC"),
        ({"plays": "4C"}, 0, "seat 0 plays 4C: expected a card it holds"),
        ({"dealer": 9}, 0, "dealer 9"),
        ({"maker": 9}, 0, "maker 9"),
        ({"hands": ["AC AC", None, None, None]}, 0, "AC is twice in seat 0's hand"),
        ({"hands": ["2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2H", None, None, None]}, 0,
         "holds 14 cards: expected at most 13"),
        ({"stock": "2C"}, 0, "hearts of 4 players has no stock"),
        ({"draws": [1, 1, 1]}, 0, "draws: expected 4 numbers from 0 to 13"),
        ({"draws": "1"}, 0, "draws: expected"),
        ({"draws": [1, 1, 1, -1], "passes": [1, 2, 3, 4]}, 0, "draws: expected .*; passes: exp"),
        ({"passes": ["2C", None]}, 0, "passes: expected the cards of 4 seats"),
        ({"variant": "cinch", "trump": "S", "discards": ["2D", "3D"], "draws": [3] * 4}, 0,
         "discards: expected the cards of 4 seats, not of 2"),
        ({"variant": "cinch", "trump": "S", "discards": ["2D", "", "", "", ""]}, 0,
         "discards: expected the cards of 4 seats, not of 5"),
        ({"auction": 5}, 0, "auction: expected lists"),
        ({"auction": [[0, 9, 9]]}, 0, "auction: expected lists"),
        ({"auction": [["a", 5]]}, 0, "auction: expected lists"),
        ({"before": 7}, 0, "before: expected"),
        ({"rest": 5}, 0, "rest: expected cards"),
        ({"players": 7, "hands": ["AC 2H", *[None] * 6]}, 0, "dealer is missing: with 7 exp"),
        ({"players": 7, "hands": ["AC 2H", *[None] * 6], "dealer": 0}, 0, "dealer 0 holds cards"),
        ({"players": 7, "hands": ["AC 2H", *[None] * 6], "dealer": 2, "leader": 2}, 0,
         "dealer 2 is to lead"),
        ({"variant": "domino_hearts", "hands": ["AC 2H", None, None, None], "plays": "AC"}, 0,
         "drew is missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_record_is_said(
    change: dict[str, Any], seat: int, message: str
) -> None:
    record = {"variant": "hearts", "players": 4, "leader": 0, "plays": "",
              "hands": ["AC 2H", "4H 3H", "3D KC", "2D QC"], **change}  # fmt: skip
    with pytest.raises(NotationError, match=message):
        Knowledge.of_record(record, seat)


def test_a_holder_that_there_is_not_is_named() -> None:
    record = {"variant": "whist", "trump": "S", "hands": ["AC 2H", "2C 3H", "3C KH", "4H 9S"]}
    belief = Belief(Knowledge.of_record(record, 0))
    with pytest.raises(KibitzError, match="holder 9: expected one of"):
        belief.number(9, CardSet("KH"))
    with pytest.raises(KibitzError, match="holder 'stock': expected one of"):
        belief.chance("KH", "stock")


def test_hidden_domino_hands_are_known_by_what_was_drawn() -> None:
    record = {"variant": "domino_hearts", "players": 3, "leader": 0, "plays": "AC 4C 3C",
              "hands": ["AC 2H 3D 4D 5D 6D", None, None], "drew": [0, 3, 0]}  # fmt: skip
    belief = Belief(Knowledge.of_record(record, 0))
    assert belief.room == (0, 8, 5, 30)
    lacking = [belief.chance(card, 1) for card in ("KC", "2C")]
    assert lacking == [0, 0]
    assert belief.chance("KC", 2) > 0
    assert any("no clubs" in reason for reason in belief.explain())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_seat_of_domino_keeps_its_cards_when_all_others_are_out(players: int) -> None:
    rng = random.Random(players)
    start = new_match(Rules("domino_hearts"), players=players, seed=7)
    ended = [state for state in moments(start, rng, 8) if state.phase in ("scored", "over")]
    assert ended
    for state in ended:
        for seat in range(players):
            assert Belief(Knowledge.of_view(view(state, seat))).count > 0
        deal = match_record(state)["deals"][-1]
        play = {key: deal[key] for key in ("variant", "players", "leader", "hands", "plays")}
        known = Knowledge.of_record(play | {"stock": deal["stock"]}, 0)
        assert known.to_act is None
        assert sum(size > 0 for size in known.sizes) <= 1
        assert sum(known.sizes) + known.stock + len(known.plays) == len(known.pool)
