"""Every rule switch does something: it changes a legal play, the points, a value or a score.

One case is a small position, two values of an option, and what is seen under the one and the other.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

import kibitz
from kibitz import Deal, DealError, Position, Rules, maxn, solve
from kibitz.game.settle import settle

ROWS = [
    (variant, name) for variant in kibitz.variants() for name, *_ in Rules(variant).option_table()
]
BEFORE_PLAY = {"draw"}
"""Options of the deal alone: how hands are filled says nothing once they are."""


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
    options: dict[str, object] = field(default_factory=dict)
    """Other options that are set with both values."""
    more: dict[str, object] = field(default_factory=dict)

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


def test_no_switch_is_without_a_case() -> None:
    names = {name for _, name in ROWS}
    assert names - set(CASES) - {"teams", "jokers"} == BEFORE_PLAY
    assert set(CASES) <= names
