"""Cutting for the deal, for partners and for a place at the table (RULES sections 3 and 4).

All-Fours: ace high, the highest deals. Hearts: ace low, the lowest deals.
"""

from collections.abc import Sequence

from kibitz._core import Card, Rules
from kibitz.errors import RulesError

RANKS = "23456789TJQKA"
SEATS = 4
"""At a table of partners; up to six may belong to it."""
MOST_AT_TABLE = 6


def worth(rules: Rules, card: Card) -> int:
    """How high a card is in cutting.

    >>> worth(Rules("pitch"), Card("AS")), worth(Rules("hearts"), Card("AS"))
    (12, -1)
    """
    if card.suit is None:
        raise RulesError(f"{card} is no card to cut")
    rank = RANKS.index(card.rank)
    return -1 if card.rank == "A" and not rules.trumps else rank


def dealers(rules: Rules, cuts: Sequence[Card]) -> tuple[int, ...]:
    """Who deals, by what each seat has cut; several must cut again.

    >>> dealers(Rules("pitch"), [Card("KD"), Card("AS"), Card("2C")])
    (1,)
    """
    values = [worth(rules, card) for card in cuts]
    wanted = max(values) if rules.trumps else min(values)
    return tuple(seat for seat, value in enumerate(values) if value == wanted)


def partners(rules: Rules, cuts: Sequence[Card]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two highest, who have the choice of seats and the deal, and the two lowest.

    Raises:
        RulesError: not four have cut, or equal cuts must be cut again.
    """
    if len(cuts) != SEATS:
        raise RulesError(f"{len(cuts)} cuts for partners: expected {SEATS}")
    order = sorted(range(SEATS), key=lambda who: -worth(rules, cuts[who]))
    values = [worth(rules, cuts[who]) for who in order]
    if values[0] == values[1] or values[1] == values[2]:
        raise RulesError("equal cuts for partners: expected those who cut them to cut again")
    return (order[0], order[1]), (order[2], order[3])


def seated(rules: Rules, cuts: Sequence[Card]) -> tuple[int, ...]:
    """Who of a new table of four to six plays first: the lowest cuts stay out.

    Raises:
        RulesError: too few or too many have cut, or equal cuts must be cut again.
    """
    if not SEATS <= len(cuts) <= MOST_AT_TABLE:
        raise RulesError(f"{len(cuts)} at a table: expected {SEATS} to {MOST_AT_TABLE}")
    order = sorted(range(len(cuts)), key=lambda who: -worth(rules, cuts[who]))
    last, out = order[:SEATS][-1], order[SEATS:]
    if any(worth(rules, cuts[who]) == worth(rules, cuts[last]) for who in out):
        raise RulesError("equal cuts for a place: expected those who cut them to cut again")
    return tuple(sorted(order[:SEATS]))


def gives_way(games_played: Sequence[int], waiting: int) -> tuple[int, ...]:
    """Who of those playing makes room for others after a game: those longest at it.

    Args:
        games_played: in succession, by each that plays.
        waiting: how many come in.
    """
    order = sorted(range(len(games_played)), key=lambda who: -games_played[who])
    return tuple(sorted(order[:waiting]))
