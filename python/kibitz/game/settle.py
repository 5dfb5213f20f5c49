"""What a deal writes down: the points of the seats, seen under the bid (RULES section 3).

Pure functions on data. The scheme is a datum of the rules, so a game is added by adding a scheme.
Running scores and who goes out first are not kept here.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from kibitz._core import Rules
from kibitz.errors import RulesError


@dataclass(frozen=True, slots=True)
class Settlement:
    """A deal's score.

    `scores` is by seat: each seat carries what its team writes down. `made` says whether the bid
    was made, and is None where nothing was bid.
    """

    scores: tuple[int, ...]
    made: bool | None = None


@dataclass(frozen=True, slots=True)
class _Contract:
    """Points by team (the discards' added to the maker's), the maker's team and his bid.

    `made` looks at what was taken; `points` are those that may be scored. `silent` are the teams
    that may score nothing.
    """

    points: Mapping[int, int]
    making: int | None
    bid: int | None
    made: bool | None
    set_back: bool
    silent: frozenset[int]


def settle(
    rules: Rules,
    points: Sequence[int],
    *,
    maker: int | None = None,
    bid: int | None = None,
    put_out: int = 0,
    cannot_score: Collection[int] = (),
    bid_waived: bool = False,
) -> Settlement:
    """The score of a deal from the points each seat has taken.

    Args:
        rules: name the scheme and the teams.
        points: taken in play, by seat.
        maker: the seat that named the trump.
        bid: what he bid; None when all passed: he cannot be set (RULES section 6).
        put_out: points of the counting trumps among the discards; they are the maker's.
        cannot_score: seats whose side scores nothing this deal.
        bid_waived: the maker's side scores what it makes, whatever it bid.

    Raises:
        RulesError: the rules' scheme is not known here, or needs a maker.
    """
    scheme = SCHEMES.get(rules.score_rule)
    if scheme is None:
        raise RulesError(f"no way to settle a deal of {rules.name}")
    teams = rules.teams(len(points))
    totals = dict.fromkeys(teams, 0)
    for team, gained in zip(teams, points, strict=True):
        totals[team] += gained
    making = None if maker is None else teams[maker]
    if making is not None:
        totals[making] += put_out
    made = None
    if making is not None and bid is not None:
        made = bid_waived or totals[making] >= bid
    silent = frozenset(teams[seat] for seat in cannot_score)
    totals |= dict.fromkeys(silent, 0)
    contract = _Contract(totals, making, bid, made, rules.set_back, silent)
    written = scheme(contract)
    return Settlement(tuple(written[team] for team in teams), contract.made)


def _as_taken(contract: _Contract) -> Mapping[int, int]:
    """Every team writes down what it took."""
    return contract.points


def _for_a_bid(contract: _Contract) -> Mapping[int, int]:
    """All score what they took; a failed bid is taken off the maker's score instead."""
    return _set_back(contract) if contract.made is False else contract.points


def _cinch(contract: _Contract) -> Mapping[int, int]:
    """Netted; a failed bid goes to the others, or in the old style against the maker's side."""
    failed = contract.made is False
    if contract.set_back:
        return _set_back(contract) if failed else contract.points
    if failed:
        return _failed(contract)
    if len(contract.points) == 2:
        return _netted(contract.points)
    return _maker_alone(contract)


def _netted(points: Mapping[int, int]) -> Mapping[int, int]:
    """Two sides: the majority scores the difference; a tie scores neither."""
    least = min(points.values())
    return {team: gained - least for team, gained in points.items()}


def _maker_alone(contract: _Contract) -> Mapping[int, int]:
    """Each for himself, bid made: the maker scores his lead over the best of the others."""
    if contract.making is None:
        raise RulesError("more than two sides cannot settle a deal without its maker")
    best = max(gained for team, gained in contract.points.items() if team != contract.making)
    lead = max(0, contract.points[contract.making] - best)
    return dict.fromkeys(contract.points, 0) | {contract.making: lead}


def _failed(contract: _Contract) -> Mapping[int, int]:
    """The maker's side scores nothing, every other its points and the bid."""
    return {
        team: 0 if team in {contract.making, *contract.silent} else gained + (contract.bid or 0)
        for team, gained in contract.points.items()
    }


def _set_back(contract: _Contract) -> Mapping[int, int]:
    """Old style: the bid is taken off the maker's side, the others score their points."""
    return {
        team: -(contract.bid or 0) if team == contract.making else gained
        for team, gained in contract.points.items()
    }


SCHEMES: Mapping[str, Callable[[_Contract], Mapping[int, int]]] = {
    "points": _as_taken,
    "bid": _for_a_bid,
    "cinch": _cinch,
}
