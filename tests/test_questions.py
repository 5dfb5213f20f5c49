"""can(), table() and the payoffs, each against what other questions or plain counting say."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
import reference
from endings import ALTERNATELY, endings, known
from kibitz import Card, Deal, Position, Rules, RulesError, can, maxn, solve, table

Record = dict[str, Any]
VARIANTS = kibitz.variants()
FEW = settings(max_examples=max(12, settings().max_examples // 4))
SUITS = "CDHS"


def position(record: Record) -> Position:
    return Position(Deal.from_record(record))


# ---- can


@pytest.mark.parametrize("variant", VARIANTS)
@FEW
@given(data=st.data())
def test_a_side_can_make_what_it_is_worth_and_no_more(variant: str, data: st.DataObject) -> None:
    found = position(data.draw(endings(variant)))
    seats = st.sets(st.integers(0, found.players - 1), min_size=1)
    side = data.draw(st.none() | seats, label="side")
    whole = solve(found, side=side, cards=True)
    value, values = whole.value, whole.cards or {}
    assert value is not None
    for at_least in {*range(value - 2, value + 3), *values.values()}:
        verdict = can(found, at_least, side=side, cards=True)
        assert verdict.holds == (value >= at_least)
        assert verdict.cards == {card: own >= at_least for card, own in values.items()}
        assert verdict.side == whole.side
        assert can(found, at_least, side=side).holds == verdict.holds


def test_the_maker_can_make_his_bid_and_no_more() -> None:
    deal = "cinch H 0 KH5H/5D9S/8S4C/TH6C maker=0 bid=11"
    assert can(deal, 11, side=0).holds
    assert not can(deal, 12, side=0).holds
    judged = can(deal, 11, cards=True).cards
    assert judged == {Card("KH"): True, Card("5H"): False}


def test_a_seat_gets_clear_or_the_others_load_it() -> None:
    clear, loaded = "hearts - 0 2H3C/3H4C/4H5C/5H6C", "hearts - 0 AHAC/2H4C/4H5C/5H6C"
    assert can(clear, 0, side=0).holds
    assert not can(loaded, 0, side=0).holds
    assert can(loaded, -4, side=0).holds


def test_a_question_cut_short_is_not_answered() -> None:
    hands = "/".join("".join(r + s for r in "23456789TJQKA") for s in SUITS)
    verdict = can(f"whist - 0 {hands}", 1, side=1, seconds=0.0)
    assert verdict.holds in (None, False)
    mixed = [[r + s for s in SUITS for r in "23456789TJQKA"][at::4] for at in range(4)]
    deal = "hearts - 0 " + "/".join(map("".join, mixed))
    assert can(deal, -2, side=0, cards=True, nodes=5).holds is None


# ---- table


@pytest.mark.parametrize("variant", [v for v in VARIANTS if Rules(v).trumps])
def test_a_table_is_the_value_for_every_trump_and_leader(variant: str, rng: random.Random) -> None:
    players = Rules(variant).default_players
    pack = [r + s for s in SUITS for r in "23456789TJQKA"]
    for _ in range(3):
        rng.shuffle(pack)
        hands = [" ".join(pack[3 * seat : 3 * seat + 3]) for seat in range(players)]
        record = {"variant": variant, "players": players, "hands": hands, "leader": 0}
        found = table({**record, "trump": "C", "plays": hands[0][:2]})
        trumps = Rules(variant).trumps
        assert list(found) == [(trump, leader) for trump in trumps for leader in range(players)]
        for (trump, leader), value in found.items():
            assert value == solve({**record, "trump": trump, "leader": leader}).value


def test_a_table_of_a_game_without_trumps_is_refused() -> None:
    with pytest.raises(RulesError, match="hearts names no trump before play"):
        table("hearts - 0 AH/2H/3H/4H")


def test_what_there_is_no_time_for_stays_open_in_a_table() -> None:
    pack = [r + s for s in SUITS for r in "23456789TJQKA"]
    deal = "whist - 0 " + "/".join("".join(pack[at::4]) for at in range(4))
    assert set(table(deal, seconds=0.0).values()) == {None}


def test_a_table_of_a_long_deal_of_whist_is_that_of_one_by_one(rng: random.Random) -> None:
    pack = [r + s for s in SUITS for r in "56789TJQKA"]
    rng.shuffle(pack)
    hands = [" ".join(pack[10 * seat : 10 * seat + 10]) for seat in range(4)]
    record = {"variant": "whist", "players": 4, "hands": hands, "trump": None, "leader": 0}
    for (trump, leader), value in table(record).items():
        assert value == solve(record | {"trump": trump, "leader": leader}).value


# ---- payoffs


def by_counting(found: Position, payoff: Callable[[Sequence[int]], list[int]]) -> list[int]:
    """max^n by looking at every line of play."""
    if found.is_over:
        return payoff(found.points)
    mover = found.to_move
    assert mover is not None
    left = [(mover + step) % found.players for step in range(1, found.players)]
    return max(
        (by_counting(found.play(card), payoff) for card in found.legal()),
        key=lambda value: [value[mover], *(-value[seat] for seat in left)],
    )


def chips(points: Sequence[int], jack: int) -> list[int]:
    """Sweepstake: all pay; clear players share, unless a Jack stands or is made."""
    hearts = [-own for own in points]
    clear = [seat for seat, own in enumerate(hearts) if own == 0]
    alone = max(hearts) == sum(hearts) > 0
    if not clear or alone or (jack and len(clear) > 1):
        share = 0
    else:
        share = (jack + sum(hearts)) // len(clear)
    return [share * (seat in clear) - own for seat, own in enumerate(hearts)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_sweepstake_is_shared_out_under_any_jack(players: int, rng: random.Random) -> None:
    jacks = set()
    for _ in range(60):
        cards = rng.sample([r + s for s in "HS" for r in "23456789TJQKA"], 2 * players)
        hands = [" ".join(cards[2 * seat : 2 * seat + 2]) for seat in range(players)]
        found = position({"variant": "hearts", "leader": 0, "hands": hands})
        for jack in (0, 1, 13):
            values = maxn(found, payoff="sweepstake", jack=jack).values
            assert list(values or ()) == by_counting(found, lambda p, jack=jack: chips(p, jack))  # type: ignore[misc]
            jacks.add(values)
    assert len(jacks) > 10


def test_a_jack_is_won_by_a_single_clear_player_only() -> None:
    two_clear = "hearts - 0 AC2D/2HAD/2C3D/3C3H plays=AC2H2C3C2DAD3D3H"
    one_clear = "hearts - 0 AC2D/2HAD/2C3H plays=AC2H2C2DAD3H"
    assert maxn(two_clear, payoff="sweepstake").values == (-1, -1, 1, 1)
    assert maxn(two_clear, payoff="sweepstake", jack=7).values == (-1, -1, 0, 0)
    assert maxn(one_clear, payoff="sweepstake").values == (-1, -1, 2)
    assert maxn(one_clear, payoff="sweepstake", jack=7).values == (-1, -1, 9)


@pytest.mark.parametrize("old_style", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_what_cinch_writes_down_is_what_the_oracle_says(
    players: int, old_style: bool, rng: random.Random
) -> None:
    cards = ["AH", "KH", "JH", "TH", "5H", "5D", "2H", "9H", "3C", "4C", "6S", "7S"]
    seen = set()
    for bid in range(15):
        rng.shuffle(cards)
        size = 12 // players if players > 4 else 2 if players > 2 else 3
        hands = [" ".join(cards[size * at : size * at + size]) for at in range(players)]
        record: Record = {"variant": "cinch", "players": players, "trump": "H", "hands": hands}
        record |= {"leader": 0, "maker": rng.randrange(players), "bid": bid, "plays": ""}
        record["options"] = {"set_back": old_style}
        values = maxn(record, payoff="deal_score").values
        assert list(values or ()) == reference.maxn(record, "deal_score")
        seen.add(values)
    assert len(seen) > 5


@pytest.mark.parametrize("variant", ["pitch", "smudge", "modern_pitch", "pedro", "dom_pedro"])
def test_where_nothing_is_netted_a_deal_writes_down_the_score(
    variant: str, rng: random.Random
) -> None:
    cards = ["AH", "KH", "JH", "TH", "5H", "3H", "2H", "9H"]
    for bid in range(0, 15, 2):
        rng.shuffle(cards)
        hands = [" ".join(cards[at::4]) for at in range(4)]
        record: Record = {"variant": variant, "players": 4, "trump": "H", "hands": hands}
        record |= {"leader": 1, "maker": 1, "bid": bid, "plays": ""}
        score = maxn(record, payoff="score").values
        assert maxn(record, payoff="deal_score").values == score
        assert list(score or ()) == reference.maxn(known(record), "score")


@pytest.mark.parametrize("variant", [v for v in VARIANTS if Rules(v).score_rule == "points"])
@FEW
@given(data=st.data())
def test_without_a_bid_a_deal_writes_down_its_points(variant: str, data: st.DataObject) -> None:
    found = position(data.draw(endings(variant)))
    assert maxn(found, payoff="deal_score").values == maxn(found).values


def test_a_score_in_partnership_is_the_same_for_both() -> None:
    record: Record = {"variant": "cinch", "trump": "H", "leader": 0, "maker": 0, "bid": 1}
    record["hands"] = ["AH 2C", "5H 9H", "3C 4C", "6C 7C"]
    values = maxn(record, payoff="score").values
    assert values is not None
    for seat, team in enumerate(ALTERNATELY[4]):
        assert values[seat] == values[team]


@pytest.mark.parametrize(
    ("deal", "payoff", "message"),
    [
        ("cinch H 0 AH/2H/3H/4H", "score", "needs the deal's maker and bid"),
        ("cinch H 0 AH/2H/3H/4H maker=0", "deal_score", "needs the deal's maker and bid"),
        ("hearts - 0 AH/2H/3H/4H", "score", "payoff score means nothing in hearts"),
        ("cinch H 0 AH/2H/3H/4H", "howell", "payoff howell means nothing in cinch"),
        ("whist - 0 AH/2H/3H/4H", "sweepstake", "payoff sweepstake means nothing in whist"),
        ("hearts - 0 AH/2H/3H/4H", "chips", "no payoff 'chips': expected points, score, "),
    ],
)
def test_a_payoff_that_a_deal_cannot_have_is_refused(deal: str, payoff: Any, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        maxn(deal, payoff=payoff)
