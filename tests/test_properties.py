"""Laws that hold in every variant, on small random endings; the oracle decides what is right."""

import os
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import kibitz
import reference
from endings import Record, base_of, endings, known, payoffs_of, seats_of, teams_of
from kibitz import _core
from kibitz.bench import random_deal
from kibitz.solve import Payoff, maxn, solve
from reference import SUITS

VARIANTS = kibitz.variants()
EXAMPLES = max(15, 240 // len(VARIANTS))  # of each law for each variant
SWITCHES = ("table", "classes", "bounds", "leads", "relaxed", "partition")
HUNT = os.environ.get("HYPOTHESIS_PROFILE") == "hunt"
# A failing example is shrunk in a hunt only: the oracle is slow, and the examples are small.
law = settings(
    max_examples=500 if HUNT else EXAMPLES, phases=tuple(Phase) if HUNT else (Phase.generate,)
)
NO_LIMITS: Record = {"seconds": None, "nodes": None, "memory": None, "stop": None}
each_variant = pytest.mark.parametrize("variant", VARIANTS)


def position_of(record: Record) -> kibitz.Position:
    return kibitz.Position(kibitz.Deal.from_record(record))


def ask(position: kibitz.Position, side: set[int], **options: Any) -> Any:
    """A question to a fresh Solver, with what the package does not offer."""
    mask = sum(1 << seat for seat in side)
    asked: Record = {"cards": False, "line": False, "at_least": None, **NO_LIMITS, **options}
    return _core.Solver().solve(position, side=mask, **asked)


def sides_of(data: st.DataObject, record: Record) -> set[int]:
    seats = st.sets(st.integers(0, record["players"] - 1), min_size=1)
    return data.draw(seats, label="side")


def oracle_cards(record: Record, side: set[int]) -> dict[str, int]:
    state = reference.start(known(record))
    memo: dict[reference.State, int] = {}
    return {
        card: reference._minimax(reference.play(state, card), frozenset(side), memo)
        for card in (() if reference.over(state) else reference.legal(state))
    }


@each_variant
@law
@given(data=st.data())
def test_the_value_is_the_oracles_for_every_side(variant: str, data: st.DataObject) -> None:
    record = data.draw(endings(variant))
    seats = range(record["players"])
    sides = [{seat} for seat in seats] + [sides_of(data, record), seats_of(record, 0), set(seats)]
    found = [solve(record, side=side).value for side in sides]
    assert found == [reference.sides(known(record), side) for side in sides]


@each_variant
@law
@given(data=st.data())
def test_the_value_of_every_card_is_the_oracles(variant: str, data: st.DataObject) -> None:
    record = data.draw(endings(variant))
    side = sides_of(data, record)
    found = solve(record, side=side, cards=True)
    wanted = oracle_cards(record, side)
    assert {str(card): value for card, value in (found.cards or {}).items()} == wanted
    assert found.value == reference.sides(known(record), side)
    assert found.best == tuple(
        c for c, value in (found.cards or {}).items() if value == found.value
    )


@each_variant
@law
@given(data=st.data())
def test_a_side_left_out_is_the_team_of_the_seat_to_move(variant: str, data: st.DataObject) -> None:
    record = data.draw(endings(variant))
    mover = position_of(record).to_move
    found = solve(record)
    assert set(found.side) == seats_of(record, record["leader"] if mover is None else mover)


@each_variant
@law
@given(data=st.data())
def test_max_n_is_the_oracles_for_every_payoff(variant: str, data: st.DataObject) -> None:
    record = data.draw(endings(variant))
    for payoff in ["points", *payoffs_of(record)]:
        if payoff not in get_args(Payoff):
            continue
        found = maxn(record, payoff=payoff, cards=True)  # type: ignore[arg-type]
        assert list(found.values or ()) == reference.maxn(known(record), payoff), payoff
        cards = {str(card): list(values) for card, values in (found.cards or {}).items()}
        over = position_of(record).is_over
        assert cards == ({} if over else reference.maxn_cards(known(record), payoff)), payoff


@each_variant
@law
@given(data=st.data())
def test_what_is_legal_and_who_wins_is_the_oracles_at_every_step(
    variant: str, data: st.DataObject
) -> None:
    record = data.draw(endings(variant))
    state, position = reference.start(known(record)), position_of(record)
    while not reference.over(state):
        assert not position.is_over
        assert position.to_move == state.turn
        assert sorted(map(str, position.legal())) == reference.legal(state)
        assert tuple((seat, str(card)) for seat, card in position.trick) == state.trick
        assert tuple(frozenset(map(str, hand)) for hand in position.hands) == state.hands
        card = data.draw(st.sampled_from(reference.legal(state)))
        state, position = reference.play(state, card), position.play(card)
    assert position.is_over
    assert position.to_move is None
    assert not position.legal()
    assert position.points == reference.points(state)


@each_variant
@law
@given(data=st.data())
def test_perft_is_the_oracles(variant: str, data: st.DataObject) -> None:
    record = data.draw(endings(variant))
    for depth in range(5):
        assert kibitz.perft(record, depth) == reference.perft(known(record), depth)


def rotated(record: Record, by: int) -> Record:
    """Every seat moved on by `by`; the teams, if two are partners, go with them."""
    players = record["players"]

    def moved(seats: list[Any]) -> list[Any]:
        return [seats[(seat - by) % players] for seat in range(players)]

    out = {**record, "hands": moved(record["hands"])}
    out["leader"] = (record["leader"] + by) % players
    if record.get("maker") is not None:
        out["maker"] = (record["maker"] + by) % players
    if record.get("discards"):
        out["discards"] = moved(record["discards"])
    out["options"] = {**record["options"], "teams": moved(list(teams_of(record)))}
    return out


@each_variant
@law
@given(data=st.data())
def test_seats_rotated_change_no_value(variant: str, data: st.DataObject) -> None:
    record = data.draw(endings(variant))
    players = record["players"]
    by = data.draw(st.integers(1, players - 1), label="by")
    other = rotated(record, by)
    # Game goes to a team's lowest seat, so only sides that keep teams together are alike.
    side = seats_of(record, data.draw(st.integers(0, players - 1)))
    asked, again = (
        solve(record, side=side, cards=True),
        solve(other, side={(seat + by) % players for seat in side}, cards=True),
    )
    assert (again.value, again.cards, again.best) == (asked.value, asked.cards, asked.best)
    if base_of(record) not in reference.PITCH or len(set(teams_of(record))) == players:
        values = maxn(record).values or ()
        assert maxn(other).values == tuple(values[(seat - by) % players] for seat in range(players))


def renamings(record: Record) -> list[dict[str, str]]:
    """The permutations of suits that the variant does not notice, the unchanged one left out."""
    base, options = base_of(record), known(record)["options"]
    fixed = set()
    if base in reference.HEARTS:
        fixed |= {"H"}
        fixed |= {options.get("penalty_suit") or "H", (options.get("lead_card") or "H")[-1]}
        fixed |= {"S"} if base.startswith("black") or options.get("queen_breaks_hearts") else set()
        fixed |= {"D"} if options.get("jack_of_diamonds") else set()
    colours = base == "cinch" or options.get("off_jack")
    found = []
    for suits in _permutations(SUITS):
        names = dict(zip(SUITS, suits, strict=True))
        keeps = all(
            names[reference.SAME_COLOUR[s]] == reference.SAME_COLOUR[names[s]] for s in SUITS
        )
        if suits != SUITS and all(names[s] == s for s in fixed) and (keeps or not colours):
            found.append(names)
    return found


def _permutations(letters: str) -> Iterator[str]:
    if not letters:
        yield ""
    for letter in letters:
        for rest in _permutations(letters.replace(letter, "")):
            yield letter + rest


def renamed(record: Record, names: dict[str, str]) -> Record:
    def cards(text: str) -> str:
        return " ".join(
            card if card in reference.JOKERS else card[0] + names[card[1]] for card in text.split()
        )

    out = dict(record)
    for field in ("plays", "stock", "widow"):
        out[field] = cards(record.get(field) or "")
    out["hands"] = [cards(hand) for hand in record["hands"]]
    out["discards"] = [cards(each) for each in record.get("discards") or ()]
    out["trump"] = names.get(record["trump"])
    return out


@each_variant
@law
@given(data=st.data())
def test_suits_renamed_change_no_value(variant: str, data: st.DataObject) -> None:
    record = data.draw(endings(variant))
    names = data.draw(st.sampled_from(renamings(record) or [{s: s for s in SUITS}]), label="names")
    other = renamed(record, names)
    side = sides_of(data, record)
    found, again = solve(record, side=side, cards=True), solve(other, side=side, cards=True)
    wanted = {renamed({**record, "plays": str(c)}, names)["plays"]: v for c, v in cards_of(found)}
    assert again.value == found.value
    assert {str(card): value for card, value in cards_of(again)} == wanted
    assert maxn(other).values == maxn(record).values


def cards_of(found: kibitz.Solution) -> list[tuple[kibitz.Card, int]]:
    return list((found.cards or {}).items())


@each_variant
@law
@given(data=st.data())
def test_a_side_and_all_others_share_what_is_at_stake(variant: str, data: st.DataObject) -> None:
    record = data.draw(endings(variant))
    options = known(record)["options"]
    side = sides_of(data, record)
    others = set(range(record["players"])) - side
    ours, theirs = solve(record, side=side, line=True), solve(record, side=others)
    position = position_of(record)
    for card in ours.line or ():
        position = position.play(card)
    if position_of(record).trump is None and base_of(record) in reference.ALL_FOURS:
        return  # each side would have its own trump pitched, and other points with it
    if base_of(record) in reference.PITCH or options.get("shoot_the_moon"):
        assert (ours.value or 0) == sum(position.points[seat] for seat in side)
    else:
        assert (ours.value or 0) + (theirs.value or 0) == sum(position.points)


@each_variant
@law
@given(data=st.data())
def test_a_play_taken_back_gives_an_equal_position(variant: str, data: st.DataObject) -> None:
    position = position_of(data.draw(endings(variant)))
    path = [position]
    while not path[-1].is_over:
        path.append(path[-1].play(data.draw(st.sampled_from(list(path[-1].legal())))))
    again = path[-1]
    for before in reversed(path[:-1]):
        again = again.undo()
        assert again == before
        assert hash(again) == hash(before)
        assert everything(again) == everything(before)


def everything(position: kibitz.Position) -> tuple[object, ...]:
    return (
        position.to_move,
        position.leader,
        position.trump,
        position.hands,
        position.trick,
        [(trick.leader, trick.winner, trick.cards) for trick in position.tricks],
        position.plays,
        position.points,
        position.is_over,
        position.legal(),
        position.text(),
    )


@each_variant
@law
@given(data=st.data())
def test_a_warm_solver_answers_as_a_cold_one_node_for_node(
    variant: str, data: st.DataObject
) -> None:
    records = data.draw(st.lists(endings(variant), min_size=1, max_size=4))
    warm = _core.Solver()
    asked: Record = {"cards": True, "line": True, "at_least": None, **NO_LIMITS}
    vector: Record = {"payoff": "points", "jack": 0, "cards": True, **NO_LIMITS}
    for record in [*records, *records]:
        position = position_of(record)
        for mask in (1, 2):
            cold = _core.Solver().solve(position, side=mask, **asked)
            again = warm.solve(position, side=mask, **asked)
            assert again[:-1] == cold[:-1]  # all but the seconds
        cold_values = _core.Solver().maxn(position, **vector)
        assert warm.maxn(position, **vector)[:-1] == cold_values[:-1]


@each_variant
@law
@given(data=st.data())
def test_no_switch_and_no_small_table_changes_an_answer(variant: str, data: st.DataObject) -> None:
    record = data.draw(endings(variant))
    position, side = position_of(record), sides_of(data, record)
    lower, upper, cards, line, complete, *_ = ask(position, side, cards=True, line=True)
    assert lower == upper
    for without in [[switch] for switch in SWITCHES] + [list(SWITCHES)]:
        found = ask(position, side, cards=True, line=True, without=without)
        assert found[:5] == (lower, upper, cards, line, complete), without
        assert ask(position, side, without=without)[:2] == (lower, upper), without
    for memory in (0, 1, 4096, 65536):
        found = ask(position, side, cards=True, line=True, memory=memory)
        assert found[:5] == (lower, upper, cards, line, complete), memory


@each_variant
@law
@given(data=st.data())
def test_the_line_earns_the_value_by_the_first_best_card_at_each_turn(
    variant: str, data: st.DataObject
) -> None:
    record = data.draw(endings(variant))
    side = sides_of(data, record)
    found = solve(record, side=side, line=True)
    played: list[str] = (record["plays"] or "").split()
    for card in found.line or ():
        values = oracle_cards({**record, "plays": " ".join(played)}, side)
        first = next(
            str(c) for c in sorted(map(kibitz.Card, values)) if values[str(c)] == found.value
        )
        assert str(card) == first
        played.append(str(card))
    final = reference.start(known({**record, "plays": " ".join(played)}))
    assert reference.over(final)
    assert sum(reference.points(final)[seat] for seat in side) == found.value


@each_variant
@law
@given(data=st.data())
def test_cards_that_play_alike_are_worth_the_same(variant: str, data: st.DataObject) -> None:
    record = data.draw(endings(variant))
    position, side = position_of(record), sides_of(data, record)
    values = oracle_cards(record, side)
    classes = {card: position.equivalents(card) for card in position.legal()}
    for card, alike in classes.items():
        assert card in alike
        assert {values[str(other)] for other in alike} == {values[str(card)]}
        assert all(classes[other] == alike for other in alike)


@each_variant
@law
@given(data=st.data())
def test_a_search_cut_short_brackets_the_value_at_every_limit(
    variant: str, data: st.DataObject
) -> None:
    record = data.draw(endings(variant))
    side = sides_of(data, record)
    full = solve(record, side=side, cards=True)
    for nodes in (0, 1, 2, 5, 10, 20, 50, 100, 1000):
        cut = solve(record, side=side, nodes=nodes)
        assert cut.lower <= (full.value or 0) <= cut.upper
        per_card = solve(record, side=side, nodes=nodes, cards=True)
        assert per_card.lower <= (full.value or 0) <= per_card.upper
        for card, (low, high) in (per_card.bounds or {}).items():
            assert low <= (full.cards or {})[card] <= high
        assert max(cut.nodes, per_card.nodes) <= nodes


@each_variant
@law
@given(data=st.data())
def test_a_position_is_its_text_and_its_record(variant: str, data: st.DataObject) -> None:
    record = data.draw(endings(variant))
    position = position_of(record)
    assert kibitz.Position(position.text()) == position
    deal = kibitz.Deal.from_record(record)
    assert deal.faults() == ()
    assert kibitz.Deal(deal.text()) == deal
    assert kibitz.Deal.from_record(deal.record()) == deal
    written = deal.record()
    assert {name: written[name] for name in record if record[name] not in ("", [])} == {
        name: value for name, value in record.items() if value not in ("", [])
    }


@pytest.mark.parametrize("variant", ["hearts", "black_lady", "spot_hearts"])
@pytest.mark.parametrize(("players", "size"), [(3, 8), (4, 6), (5, 5), (6, 4)])
def test_one_seat_against_the_rest_is_worth_what_plain_search_says(
    variant: str, players: int, size: int
) -> None:
    everybody = set(range(players))
    for seed in range(6):
        position = position_of(random_deal(variant, seed, players=players, size=size))
        for seat in everybody:
            for side in ({seat}, everybody - {seat}):
                plain = ask(position, side, cards=True, without=["relaxed"])[:3]
                assert ask(position, side, cards=True, without=[])[:3] == plain, (seed, side)
                assert ask(position, side, cards=True, without=["bounds"])[:3] == plain


@pytest.mark.parametrize(("players", "size"), [(2, 6), (3, 5), (4, 4), (5, 4), (6, 3), (7, 3)])
def test_leads_and_low_cards_change_no_answer_where_most_pips_win(players: int, size: int) -> None:
    variant = "seven_up" if players < 4 else "pitch"
    short = [f"{rank}{suit}" for rank in "23459TJQA" for suit in SUITS]
    for seed in range(200):
        rng = Random(f"{players} {seed}")
        pack = rng.sample(short, players * size)
        hands = [" ".join(pack[size * seat : size * (seat + 1)]) for seat in range(players)]
        record = {"variant": variant, "trump": rng.choice(SUITS), "hands": hands}
        position = position_of(record | {"players": players, "leader": rng.randrange(players)})
        for _ in range(rng.randrange(players)):
            position = position.play(rng.choice(list(position.legal())))
        side = {rng.randrange(players)}
        found = ask(position, side, cards=True)
        assert found[:3] == ask(position, side, cards=True, without=["leads"])[:3], record


def test_points_on_side_cards_of_house_rules_count_where_most_pips_win() -> None:
    worth = {"7C": 1, "8D": 1, "7H": -1, "6S": 1}
    rules = kibitz.load_rules({"name": "gap", "base": "pitch", "card_points": worth})
    short = [f"{rank}{suit}" for rank in "456789JQ" for suit in SUITS]
    for seed in range(600):
        rng = Random(seed)
        pack = rng.sample(short, 12)
        hands = [" ".join(pack[3 * seat : 3 * seat + 3]) for seat in range(4)]
        record = {"variant": "gap", "players": 4, "trump": rng.choice(SUITS), "hands": hands}
        position = kibitz.Position(rules.deal(record | {"leader": rng.randrange(4)}))
        side = {rng.randrange(4)}
        assert ask(position, side)[:2] == ask(position, side, without=["leads"])[:2], record
