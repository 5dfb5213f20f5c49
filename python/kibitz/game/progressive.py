"""Progressive Hearts: tables of four, one deal a table, who moves, stars and prizes.

Pure functions (RULES section 4). What a deal's hearts are is not decided here, nor is anything
drawn: ties are decided by the cards that are handed in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kibitz._core import Card
from kibitz.errors import RulesError
from kibitz.game.hearts import CUT

Star = Literal["gold", "red", "green"]
STARS: tuple[Star, ...] = ("gold", "red", "green")
SEATS = 4
PAIRS = (0, 1)
"""Ladies sit at seats 0 and 2, gentlemen at 1 and 3: a pair is the two seats of a parity."""

Tie = tuple[int, int]
"""A table and its pair."""
Cuts = Sequence[tuple[Card, Card]]
"""Cuts of a pair, the lower seat's card first; equal ones are cut again."""


@dataclass(frozen=True, slots=True)
class Stars:
    """A score card."""

    gold: int = 0
    red: int = 0
    green: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """Who sits where, the head table first and the booby table last, and everybody's stars."""

    tables: tuple[tuple[str, ...], ...]
    cards: Mapping[str, Stars]
    hands: int = 0

    @property
    def booby(self) -> int:
        return len(self.tables) - 1


@dataclass(frozen=True, slots=True)
class Prize:
    """Who has the most stars of a kind among the ladies, pair 0, or the gentlemen, pair 1."""

    pair: int
    star: Star
    player: str


def begin(ladies: Sequence[str], gentlemen: Sequence[str]) -> Evening:
    """Seat the players in the order given, two ladies and two gentlemen a table.

    Raises:
        RulesError: the numbers do not make full tables, or a name stands twice.
    """
    everybody = [*ladies, *gentlemen]
    if len(ladies) != len(gentlemen) or not ladies or len(ladies) % 2:
        raise RulesError(
            f"{len(ladies)} ladies and {len(gentlemen)} gentlemen: expected as many of both, "
            "two a table"
        )
    if len({*everybody}) < len(everybody):
        raise RulesError("a name stands twice: expected one for each player")
    tables = [
        (ladies[at], gentlemen[at], ladies[at + 1], gentlemen[at + 1])
        for at in range(0, len(ladies), 2)
    ]
    return Evening(tuple(tables), dict.fromkeys(everybody, Stars()))


def lower_cut(cuts: Cuts) -> int | None:
    """Which of two has cut the lower card, ace low; None while they are equal."""
    for first, second in cuts:
        ranks = CUT.index(first.rank), CUT.index(second.rank)
        if ranks[0] != ranks[1]:
            return int(ranks[1] < ranks[0])
    return None


def ties(hearts: Sequence[Sequence[int]]) -> tuple[Tie, ...]:
    """The pairs that must cut: both have taken as many hearts."""
    return tuple(
        (table, pair)
        for table, taken in enumerate(hearts)
        for pair in PAIRS
        if taken[pair] == taken[pair + 2]
    )


def move(
    evening: Evening,
    hearts: Sequence[Sequence[int]],
    cuts: Mapping[Tie, Cuts] | None = None,
) -> Evening:
    """The evening after a hand: of each pair the one with fewer hearts goes up a table.

    At the head table he stays, and the other goes to the booby table. All take the seats of those
    who leave. Stars: gold for the fewest at the head table, red for moving up, green for the most
    at the booby table.

    Args:
        evening: as it stood when the hand was played.
        hearts: taken at each table, by seat.
        cuts: of the pairs that `ties` names.

    Raises:
        RulesError: the hearts are not those of so many tables, or a tie is not cut.
    """
    if [len(taken) for taken in hearts] != [SEATS] * len(evening.tables):
        raise RulesError(f"expected the hearts of {len(evening.tables)} tables of four")
    seats = [list(table) for table in evening.tables]
    cards = dict(evening.cards)

    def give(player: str, star: Star) -> None:
        card = cards[player]
        cards[player] = replace(card, **{star: getattr(card, star) + 1})

    for pair in PAIRS:
        up = [
            _going_up((table, pair), taken, (cuts or {}).get((table, pair), ()))
            for table, taken in enumerate(hearts)
        ]
        down = [2 * pair + 2 - seat for seat in up]
        give(evening.tables[0][up[0]], "gold")
        for table in range(1, len(up)):
            give(evening.tables[table][up[table]], "red")
        give(evening.tables[-1][down[-1]], "green")
        if len(up) == 1:
            continue
        for table in range(1, len(up)):
            vacated = down[0] if table == 1 else up[table - 1]
            seats[table - 1][vacated] = evening.tables[table][up[table]]
        seats[-1][up[-1]] = evening.tables[0][down[0]]
    return Evening(tuple(map(tuple, seats)), cards, evening.hands + 1)


def _going_up(tie: Tie, taken: Sequence[int], cuts: Cuts) -> int:
    """The seat of a pair that has fewer hearts, or cut the lower card."""
    table, pair = tie
    if taken[pair] != taken[pair + 2]:
        return pair if taken[pair] < taken[pair + 2] else pair + 2
    lower = lower_cut(cuts)
    if lower is None:
        raise RulesError(f"table {table}: seats {pair} and {pair + 2} are equal; expected cuts")
    return pair + 2 * lower


# ---- prizes ----------------------------------------------------------------------------------


def prizes(evening: Evening, cuts: Mapping[str, Sequence[Card]] | None = None) -> tuple[Prize, ...]:
    """The prizes, gold first; nobody wins two, and nobody wins one without a star of its kind.

    Ties: gold by more red, red by more gold, green by fewer gold; then by cutting, the lower card
    wins.

    Args:
        evening: at its end.
        cuts: the cards that players cut, one after another while they are equal.

    Raises:
        RulesError: a tie is left, which must be cut.
    """
    won: list[Prize] = []
    for star in STARS:
        for pair in PAIRS:
            people = [name for table in evening.tables for name in table[pair::2]]
            left = [name for name in people if name not in {prize.player for prize in won}]
            best = _best(evening, left, star)
            if best:
                won.append(Prize(pair, star, _lowest(best, cuts or {}, star)))
    return tuple(won)


def _best(evening: Evening, names: Iterable[str], star: Star) -> list[str]:
    def rank(name: str) -> tuple[int, int]:
        card = evening.cards[name]
        other = {"gold": card.red, "red": card.gold, "green": -card.gold}
        return getattr(card, star), other[star]

    ranked = {name: rank(name) for name in names if getattr(evening.cards[name], star)}
    return [name for name in ranked if ranked[name] == max(ranked.values())]


def _lowest(names: Sequence[str], cuts: Mapping[str, Sequence[Card]], star: Star) -> str:
    """Who of several equal players has cut the lowest cards."""
    cut = {name: [CUT.index(card.rank) for card in cuts.get(name, ())] for name in names}
    lowest = min(names, key=lambda name: cut[name])
    if sum(cards[: len(cut[lowest])] == cut[lowest] for cards in cut.values()) > 1:
        raise RulesError(f"{star} stars of {', '.join(names)} are equal; expected cuts")
    return lowest
