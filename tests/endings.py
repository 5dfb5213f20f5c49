"""Small random endings of every variant, for Hypothesis: made from the rules page, with plays made.

A variant that is another one with options set is put to the oracle as that one.
"""

import re
from collections.abc import Mapping
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

import kibitz
import reference
from reference import RANKS, SUITS

Record = dict[str, Any]
MOST_CARDS = 12  # left to play: the oracle looks at every line

ALTERNATELY: dict[int, list[int]] = {n: [seat % 2 for seat in range(n)] for n in (4, 6)}
PRESETS: dict[str, tuple[str, Record, tuple[int, ...]]] = {
    "modern_pitch": ("pitch", {"low_to": "winner", "off_jack": True, "jokers": 2}, (4, 6)),
    "ten_point_pitch": ("pitch", {}, ()),
    "seven_up": ("pitch", {}, (4,)),
    "pidro": ("cinch", {"set_back": True}, ()),
    "modern_hearts": (
        "black_lady",
        {
            "lead_card": "2C",
            "break_hearts": True,
            "no_points_first_trick": True,
            "shoot_the_moon": "others",
        },
        (),
    ),
}
"""The variant of the rules page, its options, and with how many seats partners sit alternately."""


def known(record: Mapping[str, Any]) -> Record:
    """The same position for the oracle, which knows the variants of the rules page only."""
    options = record.get("options") or {}
    base, preset, paired = PRESETS.get(record["variant"], (record["variant"], {}, ()))
    teams = {"teams": ALTERNATELY[record["players"]]} if record["players"] in paired else {}
    return {**record, "variant": base, "options": {**teams, **preset, **options}}


def teams_of(record: Mapping[str, Any]) -> tuple[int, ...]:
    """The team of each seat, by the oracle."""
    return reference.start({**known(record), "plays": ""}).game.teams


def base_of(record: Mapping[str, Any]) -> str:
    return str(known(record)["variant"])


def seats_of(record: Mapping[str, Any], seat: int) -> set[int]:
    teams = teams_of(record)
    return {other for other, team in enumerate(teams) if team == teams[seat]}


def payoffs_of(record: Mapping[str, Any]) -> list[str]:
    """The payoffs beside points that mean something for a record."""
    base = base_of(record)
    if base in reference.ALL_FOURS and record.get("bid") is not None:
        return ["score"] + ["deal_score"] * (len(set(teams_of(record))) > 1)
    if base in ("hearts", "joker_hearts") and record["players"] > 2:
        return ["sweepstake"] + ["howell"] * (base == "hearts")
    return []


def _pack(variant: str, options: Record, players: int) -> list[str]:
    hands = [""] * players
    blank = {"variant": variant, "options": options, "players": players, "hands": hands}
    game = reference.start(known({**blank, "leader": 0, "trump": None})).game
    cards = {
        card
        for trump in (None, *SUITS)
        if trump is None or game.variant not in reference.HEARTS
        for lane in reference.lanes(game, trump).values()
        for card in lane
    }
    return sorted(cards, key=lambda card: (card in reference.JOKERS, card[1], RANKS.find(card[0])))


AROUND_PLAY = {
    *("bidding", "min_bid", "seller_cap", "dealer_may_steal", "stick_the_dealer", "smudge"),
    *("red_on_set_back", "deal_all", "target", "pass_direction", "settle"),
}
"""Options of the deal, the bidding and the score, of which the play knows nothing."""


def _values(allowed: str, players: int) -> st.SearchStrategy[Any]:
    """The values of an option, from what its table says of them."""
    if allowed.startswith("a team number"):
        return st.lists(st.integers(0, 2), min_size=players, max_size=players)
    if allowed.startswith("a card"):
        return st.sampled_from([None, "2C", "TD", "7S", "AH"])
    words: list[Any] = re.findall(r'"(\w+)"', allowed)
    words += [int(number) for number in re.findall(r"\b\d+\b", allowed)]
    words += [value for name, value in (("true", True), ("false", False)) if name in allowed]
    assert words, f"no test knows what to choose from: {allowed}"
    return st.sampled_from(words)


def _options(rules: kibitz.Rules, players: int) -> st.SearchStrategy[Record]:
    rows = [row for row in rules.option_table() if row[0] not in AROUND_PLAY]
    table = {name: _values(allowed, players) for name, allowed, _, _ in rows}
    if players > 4 and "draw" in table:
        table["draw"] = st.sampled_from(["rob", "no_rob"])
    return st.fixed_dictionaries({}, optional=table)


def _trumps(variant: str) -> st.SearchStrategy[str | None]:
    base, *_ = PRESETS.get(variant, (variant,))
    if base in reference.HEARTS:
        return st.none()
    must_name = base == "cinch" or variant == "seven_up"
    return st.sampled_from([*SUITS, *SUITS] if must_name else [*SUITS, None])


@st.composite
def endings(draw: st.DrawFn, variant: str, *, whole: bool = False) -> Record:
    """A record of at most MOST_CARDS cards still to play; `whole`: hands alone, nothing played."""
    rules = kibitz.Rules(variant)
    base, *_ = PRESETS.get(variant, (variant,))
    players = draw(st.integers(*rules.players), label="players")
    options = draw(_options(rules, players))
    pack = _pack(variant, options, players)
    few = draw(st.sampled_from([SUITS, "HS", "DHS", "CDH", "CS", "DH"]), label="suits")
    cards = draw(st.permutations([c for c in pack if c in reference.JOKERS or c[1] in few]))
    most = MOST_CARDS // players if whole else 4
    size = draw(st.integers(1, max(1, min(most, len(cards) // players))), label="size")
    sizes = [size] * players
    if base == "domino_hearts":
        sizes = draw(st.lists(st.integers(0, 3), min_size=players, max_size=players))

    def take(count: int) -> str:
        taken, cards[:] = cards[:count], cards[count:]
        return " ".join(taken)

    record: Record = {"variant": variant, "options": options, "players": players}
    record |= {"trump": draw(_trumps(variant)), "leader": draw(st.integers(0, players - 1))}
    record["hands"] = [take(count) for count in sizes]
    if not whole:
        if base == "domino_hearts":
            record["stock"] = take(draw(st.integers(0, 3)))
        elif base in reference.HEARTS and players == 2:
            record["stock"] = take(2 * draw(st.integers(0, 2)))
        if base == "heartsette":
            record["widow"] = take(draw(st.integers(0, 3)))
        if base == "cinch":
            record["discards"] = [take(draw(st.integers(0, 1))) for _ in range(players)]
        bids = base in reference.ALL_FOURS and variant != "seven_up"
        if bids and (record["trump"] is None or draw(st.booleans())):
            record["maker"] = record["leader"]
            record["bid"] = draw(st.integers(0, 14))
    led = record["hands"][record["leader"]].split()
    assume(record["trump"] or base in reference.HEARTS or not led or set(led) - {"JK", "JL"})
    record["plays"] = "" if whole else draw(_plays(record))
    return record


@st.composite
def _plays(draw: st.DrawFn, record: Record) -> str:
    """Legal plays, so many that at most MOST_CARDS cards are left, and sometimes more."""
    state = reference.start(known({**record, "plays": ""}))
    left = sum(map(len, state.hands)) + len(state.stock)
    count = max(0, left - MOST_CARDS) + draw(st.sampled_from([0, 0, 1, 2, 3, 5, 8]), label="plays")
    plays: list[str] = []
    while len(plays) < count and not reference.over(state):
        legal = reference.legal(state)
        plays.append(legal[draw(st.integers(0, 99)) % len(legal)])
        state = reference.play(state, plays[-1])
    return " ".join(plays)
