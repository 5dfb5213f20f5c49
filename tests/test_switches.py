"""Every rule switch does something: it changes a legal play, the points, a value or a score.

One case is a small position, two values of an option, and what is seen under the one and the other.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from dataclasses import field as default
from random import Random
from typing import Any

import pytest

import kibitz
from gaming import ending, moments, scripted
from kibitz import Card, Deal, DealError, Position, Rules, maxn, solve
from kibitz.game.actions import Action, Bid, Offer, PassBid, Sell
from kibitz.game.fields import field
from kibitz.game.settle import settle
from kibitz.game.state import State, actions, new_match

ROWS = [
    (variant, name) for variant in kibitz.variants() for name, *_ in Rules(variant).option_table()
]


def legal(position: Position) -> set[str]:
    return set(map(str, position.legal()))


def points(position: Position) -> tuple[int, ...]:
    """The points at the end, all plays being forced."""
    while not position.is_over:
        assert len(position.legal()) == 1
        position = position.play(next(iter(position.legal())))
    return position.points


def value(position: Position) -> int | None:
    """What the side to move makes: its team, unless said otherwise."""
    return solve(position).value


def deal_score(position: Position) -> tuple[int, ...] | None:
    return maxn(position, payoff="deal_score").values


@dataclass(frozen=True, slots=True)
class Case:
    """`before` is seen with the value `off`, `after` with `on`; or `gain` is the difference."""

    hands: str
    off: object
    on: object
    see: Callable[[Position], Any]
    before: object = None
    after: object = None
    gain: tuple[int, ...] | None = None
    plays: str = ""
    trump: str | None = None
    options: dict[str, object] = default(default_factory=dict)
    """Other options that are set with both values."""
    more: dict[str, object] = default(default_factory=dict)

    def seen(self, variant: str, option: str, setting: object) -> Any:
        known = {name for name, *_ in Rules(variant).option_table()}
        options = {name: value for name, value in self.options.items() if name in known}
        if setting is not None or option == "lead_card":
            options[option] = setting
        hands = self.hands.split("/")
        record = {"variant": variant, "options": options, "players": len(hands), "hands": hands}
        record |= {"trump": self.trump, "leader": 0, "plays": self.plays, **self.more}
        return self.see(Position(Deal.from_record(record)))


def trumps(
    hands: str, off: object, on: object, see: Callable[[Position], Any], **more: Any
) -> Case:
    """A case with hearts as trumps."""
    return Case(hands, off, on, see, trump="H", **more)


def written(position: Position) -> tuple[int, ...]:
    """What is written down when seat 0 has bid eight."""
    return settle(position.deal.rules, points(position), maker=0, bid=8).scores


QUIET: dict[str, object] = {"shoot_the_moon": False}
"""So that a moon, where it can be shot, does not hide what a case shows."""

CASES: dict[str, list[Case]] = {
    "lead_card": [Case("7C AD/8C 2D/9C 3D/TC 4D", None, "7C", legal, {"7C", "AD"}, {"7C"})],
    "break_hearts": [
        Case("4D 3H/5D 4H/6D 5H/7D 6H", False, True, legal, {"4D", "3H"}, {"4D"},
             options={"no_points_first_trick": False}),
    ],
    "queen_breaks_hearts": [
        Case("AS 4D 3H/2S 5D 4H/QS 6D 5H/3S 7D 6H", False, True, legal, {"4D"}, {"4D", "3H"},
             plays="AS 2S QS 3S", options={"break_hearts": True}),
    ],
    "no_points_first_trick": [
        Case("2C 5D/4D 3H/3C 6D/4C 7D", False, True, legal, {"4D", "3H"}, {"4D"}, plays="2C"),
        Case("2C 5D/4H 3H/3C 6D/4C 7D", False, True, legal, {"4H", "3H"}, {"4H", "3H"},
             plays="2C"),
    ],
    "shoot_the_moon": [
        Case("AH/3H/4H/5H", False, "others", points, after=(0, -26, -26, -26)),
        Case("AH/3H/4H/5H", False, "own", points, after=(26, 0, 0, 0)),
        Case("AH/3H/4H/5H", False, "own", value, after=26),
    ],
    "jack_of_diamonds": [
        Case("AD/JD/4D/5D", False, True, points, (0, 0, 0, 0), (10, 0, 0, 0)),
        Case("AD 2D/JD 3C/4D 4C/5D 5C", False, True, value, 0, 10),
    ],
    "penalty_suit": [
        Case("AC/3C/4C/5C", "H", "C", points, (0, 0, 0, 0), (-4, 0, 0, 0)),
        Case("AD/3D/4D/5D", "H", "D", points, (0, 0, 0, 0), (-4, 0, 0, 0)),
        Case("AS/3S/4S/5S", "H", "S", points, (0, 0, 0, 0), (-4, 0, 0, 0)),
    ],
    "first_lead_trump": [
        trumps("AH 3C/8C 2D/9C 3D/TC 4D", False, True, legal, before={"AH", "3C"}, after={"AH"}),
    ],
    "low_to": [trumps("AH/2H/8C/9C", "holder", "winner", points, gain=(1, -1, 0, 0))],
    "off_jack": [
        trumps("KH 8C/JD 3C/4C 5D/6C 7D", False, True, legal, before={"JD", "3C"}, after={"JD"},
               plays="KH"),
        trumps("KH/JD/2H/6C", False, True, points, gain=(1, 0, 0, 0)),
    ],
    "three": [trumps("KH/4H/3H/2H", False, True, points, gain=(3, 0, 0, 0))],
    "set_back": [
        trumps("AH/3C/4C", False, True, deal_score, before=(-16, 0, 0), after=(-8, 8, 8),
               more={"maker": 0, "bid": 8}),
        trumps("AH/3C/4C/6C", False, True, written, before=(0, 8, 0, 8), after=(-8, 0, -8, 0)),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("variant", "option"), [row for row in ROWS if row[1] in CASES])
def test_a_switch_changes_what_is_seen(variant: str, option: str) -> None:
    changed = False
    for case in CASES[option]:
        before, after = (case.seen(variant, option, setting) for setting in (case.off, case.on))
        if case.before is not None:
            assert before == case.before
        if case.after is not None:
            assert after == case.after
        if case.gain is not None:
            assert tuple(b - a for a, b in zip(before, after, strict=True)) == case.gain
        changed = changed or before != after
    assert changed


@pytest.mark.parametrize("variant", kibitz.variants())
def test_teams_change_the_side_and_its_value(variant: str) -> None:
    """Seat 2 takes the trick; whose partner it is makes the value."""
    rules = Rules(variant)
    paired = len(set(rules.teams(4))) == 2
    case = Case(
        "3H/4H/AH/5H",
        None,
        [0, 0, 1, 1] if paired else [0, 1, 0, 1],
        lambda position: (position.side_to_move, value(position)),
        trump=None if "H" not in allowed_trumps(variant) else "H",
        options=QUIET,
    )
    alone, together = (case.seen(variant, "teams", setting) for setting in (case.off, case.on))
    assert (alone[0], together[0]) == (((0, 2), (0, 1)) if paired else ((0,), (0, 2)))
    assert alone[1] != together[1]


def allowed_trumps(variant: str) -> set[str]:
    """The trumps that a variant can be played with."""
    record = {"variant": variant, "players": 4, "leader": 0, "hands": ["3H", "4H", "AH", "5H"]}
    return {t for t in "CDHS" if not Deal.from_record({**record, "trump": t}).faults()}


@pytest.mark.parametrize("variant", [variant for variant, name in ROWS if name == "jokers"])
def test_jokers_come_into_the_pack_one_by_one(variant: str) -> None:
    for number, refused in ((0, {"JK", "JL"}), (1, {"JL"}), (2, set())):
        for joker in ("JK", "JL"):
            case = trumps(f"KH/{joker}/5C/6C", number, number, points)
            if joker in refused:
                with pytest.raises(DealError, match=f"{joker} in seat 1's hand is not in the pack"):
                    case.seen(variant, "jokers", number)
            else:
                without = trumps("KH/4C/5C/6C", number, number, points)
                gained = case.seen(variant, "jokers", number)[0]
                assert gained == without.seen(variant, "jokers", number)[0] + 1


def test_game_is_decided_between_teams() -> None:
    """Seat 0 takes ten pips, seat 1 nine and seat 3 four."""
    case = trumps(
        "TC 2D 2S/3C AD 3S/4C QD 4S/5C KD AS",
        None,
        [0, 1, 0, 1],
        points,
        plays="TC 3C 4C 5C 2D AD QD KD 3S 4S AS 2S",
    )
    assert case.seen("pitch", "teams", case.off) == (1, 0, 0, 0)
    assert case.seen("pitch", "teams", case.on) == (0, 1, 0, 0)


@pytest.mark.parametrize("variant", [variant for variant, name in ROWS if name == "draw"])
def test_how_hands_were_filled_changes_no_play(variant: str) -> None:
    case = trumps("AH 3C/8C 2D/9C 3D/TC 4D", "rob", "four_more", lambda p: (legal(p), value(p)))
    assert case.seen(variant, "draw", "rob") == case.seen(variant, "draw", "four_more")


# ---- options of the game around the play -------------------------------------------------------


def opened(rules: Rules, *calls: Action, scores: tuple[int, ...] = (0, 0, 0, 0)) -> State:
    """Four players, seat 0 has dealt; what has been said so far."""
    state = new_match(rules, 4, seed=1)
    state = replace(state, before=scores, scores=scores)
    deal = next(iter(actions(state)))
    return scripted(state, deal, *[Offer()] * field(rules, "pitch_unasked", False), *calls)


def may_say(state: State) -> tuple[int | None, list[Action]]:
    """Who speaks, and what he may say."""
    return state.to_act, list(actions(state))


def to_the_board(rules: Rules) -> Rules:
    """The same rules with bids to the board."""
    if rules.score_rule == "cinch":
        return rules
    return rules.replace(bidding="board", pitch_unasked=False)


def selling(rules: Rules) -> Rules:
    """The same rules with a seller, seven to make."""
    return rules.replace(bidding="sell", target=7)


def failed(rules: Rules) -> State:
    """Seat 1 bids the most and makes one point."""
    rules = to_the_board(rules)
    most = next(a for a in reversed(list(actions(opened(rules)))) if isinstance(a, Bid))
    state = opened(rules, most, PassBid(), PassBid(), PassBid())
    return ending(state, "H", "2H AH 3C 4C", "4C", "2H", "AH", "3C")


def smudged(rules: Rules) -> tuple[int, ...]:
    """The winners when seat 1 has bid and made four."""
    rules = to_the_board(rules)
    state = opened(rules, Bid(4), PassBid(), PassBid(), PassBid())
    cards = "AH JH TH 3C 2H 4C 6C 5C"
    return ending(state, "H", cards, "3C 5C", "AH 2H", "JH 4C", "TH 6C").winners


def after_a_deal(rules: Rules) -> State:
    """A deal played at random to its end."""
    *_, state = moments(new_match(rules, 4, seed=2), Random(2), 1)
    return state


def after_the_pass(rules: Rules) -> tuple[tuple[Card, ...], ...]:
    """The hands when the first card is led."""
    states = moments(new_match(rules, 4, seed=3), Random(3), 1)
    return next(state.hands for state in states if state.phase == "play")


def filled(rules: Rules) -> list[tuple[str, int]]:
    """The phases of a deal, and the cards that the dealer holds."""
    states = moments(new_match(rules, 4, seed=3), Random(3), 1)
    return [(state.phase, len(state.hands[0])) for state in states]


GAMES: dict[str, list[tuple[object, object, Callable[[Rules], Any]]]] = {
    "bidding": [
        ("sell", "board", lambda r: may_say(opened(r.replace(pitch_unasked=False)))),
        ("sell", "raise", lambda r: may_say(
            opened(r.replace(pitch_unasked=False), Bid(2), Bid(3), PassBid()))),
    ],
    "min_bid": [(1, 3, lambda r: may_say(opened(to_the_board(r))))],
    "seller_cap": [
        ("strict", "within_one", lambda r: may_say(opened(selling(r), scores=(0, 5, 0, 0)))),
        ("within_one", "none", lambda r: opened(
            selling(r), Bid(3), PassBid(), PassBid(), Sell(), scores=(0, 5, 0, 0)).scores),
    ],
    "dealer_may_steal": [
        (False, True, lambda r: may_say(
            opened(to_the_board(r), PassBid(), Bid(7 if r.score_rule == "cinch" else 3),
                   PassBid()))),
    ],
    "stick_the_dealer": [
        (False, True, lambda r: may_say(opened(to_the_board(r), *[PassBid()] * 3))),
    ],
    "smudge": [(False, True, smudged)],
    "red_on_set_back": [(False, True, lambda r: failed(r).chips)],
    "deal_all": [(False, True, lambda r: [len(hand) for hand in opened(r).hands])],
    "target": [(0, 999, lambda r: after_a_deal(r).phase)],
    "pass_direction": [("left", "right", after_the_pass), ("left", "hold", after_the_pass),
                       ("left", "across", after_the_pass)],
    "settle": [("sweepstake", "howell", lambda r: after_a_deal(r).scores),
               ("points", "howell", lambda r: after_a_deal(r).scores)],
    "draw": [("rob", "no_rob", filled), ("no_rob", "four_more", filled)],
}  # fmt: skip
"""Two values of an option, and what is seen under them."""


@pytest.mark.parametrize(("variant", "option"), [row for row in ROWS if row[1] in GAMES])
def test_a_switch_of_the_game_changes_an_action_or_a_score(variant: str, option: str) -> None:
    for off, on, see in GAMES[option]:
        before, after = (see(Rules(variant, **{option: value})) for value in (off, on))
        assert before != after


def test_no_switch_is_without_a_case() -> None:
    names = {name for _, name in ROWS}
    assert names - set(CASES) - set(GAMES) == {"teams", "jokers"}
    assert set(CASES) | set(GAMES) <= names
