"""All that is true of a record, under the names that tests/golden uses, within a time limit.

Cheapest first; what is not finished is None.
"""

from collections.abc import Callable
from functools import partial
from time import monotonic

from kibitz import Deal, Position, RulesError, maxn, perft, solve
from kibitz.cli.reader import Record
from kibitz.solve import Payoff

COMPUTED = (
    "legal",
    "to_move",
    "perft",
    "sides",
    "cards_paranoid",
    "paranoid",
    "maxn",
    "maxn_cards",
    "maxn_score",
    "maxn_sweepstake",
    "maxn_howell",
)
PERFT_DEPTH = 4
CHIPS: tuple[Payoff, ...] = ("sweepstake", "howell")
PAYOFFS: tuple[Payoff, ...] = ("score", *CHIPS)


def facts(deal: Deal, seconds: float) -> Record:
    """The record of a deal with every field of COMPUTED that its variant has.

    Those it came with are dropped.

    Raises:
        KibitzError: the deal is not a position that can be played.
    """
    position = Position(deal)
    end = monotonic() + seconds
    known: Record = {k: v for k, v in deal.record().items() if k not in COMPUTED}
    known["legal"] = sorted(str(card) for card in position.legal())
    known["to_move"] = position.to_move
    for name, compute in _computations(deal, position):
        left = end - monotonic()
        known[name] = compute(left) if left > 0 else None
    return known


def _computations(deal: Deal, position: Position) -> list[tuple[str, Callable[[float], object]]]:
    teams = deal.rules.teams(deal.players)
    own = [seat for seat, team in enumerate(teams) if team == teams[0]]
    fields: list[tuple[str, Callable[[float], object]]] = [
        ("perft", lambda _: [perft(position, depth) for depth in range(1, PERFT_DEPTH + 1)])
    ]
    if len(set(teams)) < len(teams):
        fields.append(("sides", lambda left: solve(position, side=own, seconds=left).value))
    fields += [
        ("cards_paranoid", lambda left: _cards(position, left)),
        ("paranoid", lambda left: _paranoid(position, deal.players, left)),
        ("maxn", lambda left: _vector(maxn(position, seconds=left).values)),
        ("maxn_cards", lambda left: _vectors(position, left)),
    ]
    payoffs = [payoff for payoff in PAYOFFS if _has(position, payoff)]
    return fields + [(f"maxn_{payoff}", partial(_payoff, position, payoff)) for payoff in payoffs]


def _has(position: Position, payoff: Payoff) -> bool:
    """Whether a payoff means anything in a game, and its deal has what it needs."""
    if payoff in CHIPS and position.players == 2:
        return False
    try:
        maxn(position, payoff=payoff, seconds=0.0)
    except RulesError:
        return False
    return True


def _cards(position: Position, seconds: float) -> Record | None:
    """Every card's points for the team to move, or None if one is not finished."""
    cards = solve(position, cards=True, seconds=seconds).cards or {}
    if len(cards) < len(position.legal()):
        return None
    return {str(card): value for card, value in cards.items()}


def _paranoid(position: Position, players: int, seconds: float) -> list[int] | None:
    """Each seat's points against all others, its partner included."""
    end, values = monotonic() + seconds, []
    for seat in range(players):
        value = solve(position, side=seat, seconds=max(0.0, end - monotonic())).value
        if value is None:
            return None
        values.append(value)
    return values


def _vector(values: tuple[int, ...] | None) -> list[int] | None:
    return None if values is None else list(values)


def _payoff(position: Position, payoff: Payoff, seconds: float) -> list[int] | None:
    return _vector(maxn(position, payoff=payoff, seconds=seconds).values)


def _vectors(position: Position, seconds: float) -> Record | None:
    cards = maxn(position, cards=True, seconds=seconds).cards
    return None if cards is None else {str(card): list(v) for card, v in cards.items()}
