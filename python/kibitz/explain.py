"""A variant in plain words, every one of them from the data of its Rules: `kibitz variants NAME`.

Nothing here knows a variant by its name. A field that means nothing under the others is not told.
`python -m kibitz.explain` prints docs/variants.md.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz._core import Rules, variants
from kibitz.game import dealing
from kibitz.lanes import RANKS, changes, lane_of, values
from kibitz.show import SUIT_NAMES, count

RANK_NAMES = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
PARTS = {
    "off_five": "the five of the other suit of the colour",
    "off_jack": "the jack of the other suit of the colour",
    "joker": "the Joker JK",
    "low_joker": "the Joker JL",
}
TAKERS = {"winner": "whoever takes it in a trick", "holder": "the seat to which it was dealt"}
TOLD = {
    *("teams", "players", "partnerships", "pack", "trump", "off_five", "off_jack", "jokers"),
    *("lead_card", "first_lead_trump", "break_hearts", "queen_breaks_hearts", "follow", "joker"),
    *("no_points_first_trick", "trick_points", "card_points", "penalty_suit", "trump_points"),
    *("three", "jack_of_diamonds", "high_to", "low_to", "game", "shoot_the_moon", "stock"),
    *("widow", "draw", "score", "set_back", "dealer_out"),
}
"""Options and fields that have sentences of their own."""
TRUMPS = {
    "none": "There are no trumps.",
    "named": "One suit is named trumps before play.",
    "named_or_none": "One suit is named trumps before play, or there are none.",
    "named_or_led": "One suit is named trumps before play, or else the maker leads, and the suit "
    "of the card he leads first is trumps.",
}
GAMES = {
    "ten_of_trumps": "the ten of trumps: {}, to whoever takes it in a trick.",
    "most_pips": "the most pips in tricks taken, of a ten 10, an ace 4, a king 3, a queen 2, a "
    "jack 1: {}, to that team; a tie is nobody's.",
}
MOON = {
    "others": "whoever takes every penalty card counts nothing for them, and the others 26 less",
    "own": "whoever takes every penalty card counts 26 for them",
}
DRAWS = {
    "rob": "The dealer draws last and takes any cards he pleases from what is left.",
    "no_rob": "The dealer draws last, and blind as the others do.",
    "four_more": "Each draws four more cards before the trump is named; nobody draws after it.",
}
SCORES = {
    "points": "A team writes down the points it has taken.",
    "bid": "A team writes down its points; the maker's, if they fall short of his bid, the bid "
    "against itself instead.",
}


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the sentences under it."""

    title: str
    sentences: tuple[str, ...]


def explain(rules: Rules, players: int | None = None) -> tuple[Section, ...]:
    """The rules of a game, section by section.

    Args:
        rules: a variant with its options, or house rules.
        players: how many sit at the table; by default as many as usual.

    Raises:
        ValueError: so many cannot sit.

    >>> for section in explain(Rules("whist"))[:8]:
    ...     print(section.title, section.sentences[0], sep=": ")
    Players: 4 play: seats 0+2 against 1+3.
    Pack: 52 cards.
    Trumps: One suit is named trumps before play, or there are none.
    Lead: The leader leads to the first trick; the winner of a trick leads to the next.
    Follow: Follow the suit led if able; otherwise play anything.
    Rank: The highest trump takes the trick; without one, the highest card of the suit led does.
    Points: Each trick 1.
    Score: A team writes down the points it has taken.
    """
    if players is None:
        players = rules.default_players
    if not rules.players[0] <= players <= rules.most_seats:
        raise ValueError(f"players {players}: {rules.name} is played by {seats(rules)}")
    data = values(rules)
    sections = {
        "Players": _players(rules, players),
        "Pack": _pack(rules, players),
        "Trumps": _trumps(data),
        "Lead": _lead(data),
        "Follow": _follow(data),
        "Rank": _rank(data),
        "Points": _points(data),
        "Drawing": _stock(data, players),
        "Score": _score(data, rules, players),
        "Also": _others(rules),
    }
    return tuple(Section(title, tuple(said)) for title, said in sections.items() if said)


def seats(rules: Rules) -> str:
    """How many play, and how many may sit.

    >>> seats(Rules("whist")), seats(Rules("hearts"))
    ('4', '2 to 6, or 7 with the dealer out')
    """
    return _range(*rules.players) + _dealer_out(rules)


def _dealer_out(rules: Rules) -> str:
    seats = rules.most_seats
    return f", or {seats} with the dealer out" if seats > rules.players[1] else ""


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _players(rules: Rules, players: int) -> list[str]:
    low, high = rules.players
    said = [
        f"{_range(low, high)} play{'' if low == high else f', usually {rules.default_players}'}"
    ]
    said[0] += f": {_teams(rules, players)}." if low == high else "."
    if rules.most_seats > high:
        said.append(
            f"{rules.most_seats} may sit: the dealer takes no cards, and neither pays nor is paid."
        )
    if players > high:
        said.append(f"The others play: {_teams(rules, players)}.")
    elif low < high:
        said.append(f"When {players} play: {_teams(rules, players)}.")
        said += [
            f"When {others} play: {_teams(rules, others)}."
            for others in range(low, high + 1)
            if others != players and _paired(rules, others)
        ]
    return said


def _paired(rules: Rules, players: int) -> bool:
    return len(set(rules.teams(players))) < players


def _teams(rules: Rules, players: int) -> str:
    if not _paired(rules, players):
        return "each for himself"
    numbers = rules.teams(players)
    teams = [
        "+".join(str(seat) for seat in range(players) if numbers[seat] == team)
        for team in sorted(set(numbers))
    ]
    return "seats " + " against ".join(teams)


def _pack(rules: Rules, players: int) -> list[str]:
    played = [str(card) for card in dealing.pack(rules, players)]
    usual = [rank + suit for suit in SUIT_NAMES for rank in RANKS]
    out = [card for card in usual if card not in played]
    added = [card for card in played if card not in usual]
    size = count(52 - len(out) + len(added), "card")
    parts = ["the usual 52"]
    parts += ["without " + _list(out)] if out else []
    parts += ["with " + _list(added)] if added else []
    each = count(dealing.hand_size(rules, players), "card")
    return [
        f"{size}: {', '.join(parts)}." if out or added else f"{size}.",
        f"{each} each, with {players} at the table.",
    ]


def _trumps(data: Mapping[str, Any]) -> list[str]:
    sentences = [TRUMPS[data["trump"]]]
    if data["trump"] == "none":
        return sentences
    if data["trump"] == "named_or_led" and changes(data)[1]:
        sentences.append("The Joker cannot be the card that names them.")
    for name, rank in (("off_five", "5"), ("off_jack", "J")):
        if data.get(name):
            below = RANK_NAMES[rank]
            sentences.append(f"{PARTS[name].capitalize()} is a trump too, next below the {below}.")
    return sentences


def _lead(data: Mapping[str, Any]) -> list[str]:
    card = data.get("lead_card")
    must = f", {card} if he holds it" if card else ""
    said = [f"The leader leads to the first trick{must}; the winner of a trick leads to the next."]
    if data.get("first_lead_trump"):
        said.append("The first lead must be a trump, if the leader holds one.")
    if data.get("break_hearts"):
        freed = "a heart or the queen of spades" if data.get("queen_breaks_hearts") else "a heart"
        said.append(
            f"Hearts may not be led before {freed} has been played, unless nothing else is held."
        )
    return said


def _follow(data: Mapping[str, Any]) -> list[str]:
    if data["follow"] == "or_trump":
        said = [
            "If trumps are led, follow if able; otherwise play anything.",
            "If a plain suit is led, play of it or a trump; with neither, anything.",
            "Whoever could follow may trump, but not throw off.",
        ]
    else:
        said = ["Follow the suit led if able; otherwise play anything."]
    if data["joker"] == "above_ten_hearts":
        said.append(
            "If a plain suit is led and a heart above the ten is in the trick, the Joker may be "
            "played by one who could follow."
        )
    if data.get("no_points_first_trick"):
        said.append("No penalty card to the first trick, unless nothing else may be played.")
    return said


def _rank(data: Mapping[str, Any]) -> list[str]:
    trumps = data["trump"] != "none"
    said = ["The highest card of the suit led takes the trick."]
    if trumps:
        said = [
            "The highest trump takes the trick; without one, the highest card of the suit led does."
        ]
    if data["joker"] == "above_ten_hearts":
        said.append(
            "If the Joker lies in a trick of another suit, the highest of it and the hearts above "
            "it takes the trick."
        )
    example = "H" if trumps else None
    lanes = {suit: lane_of(data, suit, example) for suit in SUIT_NAMES}
    if trumps:
        said.append(f"With hearts as trumps they rank {' '.join(lanes['H'])}.")
    by_ranks: dict[str, list[str]] = {}
    for suit, cards in lanes.items():
        if suit == example:
            continue
        plain = all(card[1] == suit for card in cards)
        ranks = " ".join(card[0] if plain else card for card in cards)
        by_ranks.setdefault(ranks, []).append(SUIT_NAMES[suit])
    for ranks, suits in by_ranks.items():
        said.append(f"{_list(suits).capitalize()} rank {ranks}.")
    return said


def _points(data: Mapping[str, Any]) -> list[str]:
    said = []
    if data["trick_points"]:
        said.append(f"Each trick {data['trick_points']}.")
    cards = data["card_points"]
    if cards:
        worth = _list([f"{_card(name, cards)} {points}" for name, points in cards.items()])
        said.append(f"To whoever takes it in a trick: {worth}.")
    if data.get("penalty_suit"):
        suit = SUIT_NAMES[data["penalty_suit"]]
        said.append(f"The suit to avoid is named deal by deal; here it is {suit}.")
    said += _trump_points(data)
    moon = data.get("shoot_the_moon")
    if moon:
        said.append(f"But {MOON[moon]}.")
    if not said:
        said.append("Nothing counts.")
    return said


def _card(name: str, cards: Mapping[str, int]) -> str:
    """A card, or each of a suit that does not stand there by itself."""
    if name not in SUIT_NAMES:
        return name
    others = any(card[1:] == name for card in cards)
    return f"each {'other ' if others else ''}{SUIT_NAMES[name].removesuffix('s')}"


def _trump_points(data: Mapping[str, Any]) -> list[str]:
    if data["trump"] == "none":
        return []
    points, added = data["trump_points"], changes(data)[1]
    there = {
        "off_five": data["off_five"],
        "off_jack": data.get("off_jack"),
        "joker": "JK" in added,
        "low_joker": "JL" in added,
    }
    worth = [
        f"the {RANK_NAMES[rank]} {points[rank]}" for rank in reversed(RANKS) if points.get(rank)
    ]
    worth += [
        f"{words} {points[name]}"
        for name, words in PARTS.items()
        if there[name] and points.get(name)
    ]
    said = [f"Of trumps, to whoever takes it in a trick: {_list(worth)}."] if worth else []
    if points.get("high"):
        to = TAKERS[data["high_to"]]
        said.append(f"High, the highest trump in play: {points['high']}, to {to}.")
    if points.get("low"):
        to = TAKERS[data.get("low_to", data["high_to"])]  # where it is no option, as High
        said.append(
            f"Low, the lowest card in play of the trump suit itself: {points['low']}, to {to}."
        )
    if points.get("game") and data["game"] != "none":
        said.append("Game, " + GAMES[data["game"]].format(points["game"]))
    return said


def _stock(data: Mapping[str, Any], players: int) -> list[str]:
    said = []
    if data["stock"] == "two_players" and players == 2:
        said.append(
            "While the stock lasts, the winner of a trick draws its top card, then the other the "
            "next."
        )
    if data["stock"] == "domino":
        said += [
            "Whoever cannot follow draws from the stock, card by card, until he can.",
            "If the stock runs out he plays anything.",
            "Whoever has no card when a trick begins is out.",
            "When one alone has cards, he takes them and the rest of the stock.",
        ]
    if data["widow"]:
        said.append("The winner of the first trick takes the widow too, and what it counts.")
    if data.get("draw"):
        said.append(DRAWS[data["draw"]])
    return said


def _others(rules: Rules) -> list[str]:
    """What has no sentence of its own is told in the words of its table."""
    said = []
    for name, _, meaning, value in (*rules.option_table(), *rules.field_table()):
        if name not in TOLD and value:
            shown = "" if value is True else f": {str(value).replace('_', ' ')}"
            words = meaning.partition(";")[0]
            said.append(f"{words[0].upper()}{words[1:]}{shown}.")
    return said


def _score(data: Mapping[str, Any], rules: Rules, players: int) -> list[str]:
    said = SCORES.get(data["score"])
    if said is not None:
        return [said]
    if data["set_back"]:
        return [
            "Each team writes down its points.",
            "If the maker's fall short of his bid, the bid is taken off its score instead.",
        ]
    two = len(set(rules.teams(players))) == 2
    made = "The bid made, " + (
        "the team with more points writes down the difference; a tie is nobody's."
        if two
        else "the maker writes down his points less the best of the others', the others nothing."
    )
    failed = "The bid failed, the maker's team writes down nothing, every other its points and "
    return [made, failed + "the bid."]


def page() -> str:
    """All variants and all options as one page of Markdown: docs/variants.md."""
    games = [Rules(name) for name in variants()]
    lines = [
        "# Variants and options",
        "",
        "`kibitz variants NAME` explains each in words, with any options. This page is printed by",
        "`python -m kibitz.explain`. What the options mean in full is in [the rules](rules.md).",
        "",
        *_markdown(
            ("variant", "also", "players", "in two sides", "options (as they stand)"),
            [_game_row(rules) for rules in games],
        ),
        "",
        "| option | may be | what it is |",
        "|---|---|---|",
        *_field_rows(games, house=False),
        "",
        "House rules, a TOML or JSON file for `--rules`, start from a variant (`base`), have a",
        "`name`, and may also change these fields. `kibitz variants NAME --fields` shows them.",
        "",
        "| field | may be | what it is |",
        "|---|---|---|",
        *_field_rows(games, house=True),
    ]
    return "\n".join(lines) + "\n"


def _game_row(rules: Rules) -> tuple[str, ...]:
    low, high = rules.players
    sides = [str(n) for n in range(low, high + 1) if _paired(rules, n)]
    options = [f"`{name}` {json.dumps(value)}" for name, _, _, value in rules.option_table()]
    usually = f", usually {rules.default_players}" if low < high else ""
    shown = _range(low, high) + usually + _dealer_out(rules)
    also = ", ".join(f"`{alias}`" for alias in rules.aliases)
    return f"`{rules.name}`", also, shown, ", ".join(sides), ", ".join(options)


def _field_rows(games: list[Rules], *, house: bool) -> list[str]:
    rows: dict[str, tuple[str, str, str]] = {}
    for rules in games:
        for name, allowed, meaning, _ in rules.field_table() if house else rules.option_table():
            rows.setdefault(name, (f"`{name}`", allowed, meaning))
    return _markdown((), list(rows.values()))


def _markdown(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    lines = [header, ("---",) * len(header), *rows] if header else rows
    return ["|" + "|".join(f" {cell} ".replace("  ", " ") for cell in line) + "|" for line in lines]


if __name__ == "__main__":
    print(page(), end="")
