"""Transcripts of whole deals: hands at every trick, legal plays at every turn, points and payoffs.

    python tests/playthrough.py            what differs from the files in playthroughs/
    python tests/playthrough.py --write    write the files anew

A change of a transcript is a change of the rules of play.
"""

import argparse
import difflib
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, get_args

import kibitz
from kibitz import Card, Deal, Position, Rules, RulesError, maxn
from kibitz.bench import random_deal
from kibitz.solve import Payoff

FILES = Path(__file__).parent / "playthroughs"
PAIRS = [
    (variant, players)
    for variant in kibitz.variants()
    for players in range(Rules(variant).players[0], Rules(variant).most_seats + 1)
]
MODERN = {"queen_breaks_hearts": True, "jack_of_diamonds": True}
OPTIONS: dict[str, dict[int, dict[str, Any]]] = {
    "pitch": {4: {"teams": [0, 1, 0, 1], "low_to": "winner"}, 6: {"off_jack": True}},
    "modern_pitch": {4: {"three": True}, 6: {"teams": [0, 1, 2, 0, 1, 2]}, 7: {"low_to": "holder"}},
    "seven_up": {3: {"first_lead_trump": True}},
    "cinch": {3: {"set_back": True}, 5: {"first_lead_trump": True}},
    "auction_hearts": {4: {"penalty_suit": "D"}, 5: {"penalty_suit": "C"}},
    "black_lady": {
        2: {"break_hearts": True},
        4: {"lead_card": "2C", "break_hearts": True, "shoot_the_moon": "own"},
    },
    "modern_hearts": {3: {"jack_of_diamonds": True}, 4: MODERN},
}  # fmt: skip
"""Options that differ from those of the variant, by number of players."""


def transcript(variant: str, players: int) -> list[str]:
    """The lines of a deal of random plays; the same in every run."""
    deal = _deal(variant, players)
    lines = [f"{variant}, {players} players", f"deal {deal.text()}"]
    lines.append(f"teams {_spaced(deal.rules.teams(players))}")
    random = Random(players)
    position = Position(deal)
    while not position.is_over:
        if not position.trick:
            lines.append(f"trick {len(position.tricks) + 1}")
            lines.append(f"  hands {_hands(position)}")
        legal = list(position.legal())
        card = legal[int(random.random() * len(legal))]
        lines.append(f"  {position.to_move}: {_run(legal)} > {card}")
        done = len(position.tricks)
        position = position.play(card)
        if len(position.tricks) > done:
            lines.append(f"  taken by {position.tricks[-1].winner}")
            lines.append(f"  points {_spaced(position.points)}")
    return [*lines, f"end {position.text()}", *_payoffs(position)]


def _deal(variant: str, players: int) -> Deal:
    """Games that let the first lead name the trump do so with an odd number of players."""
    open_trump = (
        players % 2 == 1
        and not Deal.from_record(
            {**random_deal(variant, players, players=players), "trump": None}
        ).faults()
    )
    record = random_deal(variant, players, players=players, pitched=open_trump)
    record["options"] = OPTIONS.get(variant, {}).get(players, {})
    if Rules(variant).score_rule != "points":
        record |= {"maker": record["leader"], "bid": 2}
    return Deal.from_record(record)


def _payoffs(position: Position) -> Iterator[str]:
    for payoff in get_args(Payoff):
        try:
            values = maxn(position, payoff=payoff).values
        except RulesError:  # it means nothing in this game
            continue
        yield f"{payoff} {_spaced(values or ())}"


def _hands(position: Position) -> str:
    return " / ".join(_run(hand) or "-" for hand in position.hands)


def _run(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def file_of(variant: str, players: int) -> Path:
    return FILES / f"{variant}-{players}.txt"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the files anew")
    write: bool = parser.parse_args(arguments).write
    changed = False
    for variant, players in PAIRS:
        path, lines = file_of(variant, players), transcript(variant, players)
        old = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        changed = changed or old != lines
        if write:
            path.parent.mkdir(exist_ok=True)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        else:
            print(
                *difflib.unified_diff(old, lines, path.name, "now", lineterm=""), sep="\n", end=""
            )
    return int(changed and not write)


if __name__ == "__main__":
    sys.exit(main())
