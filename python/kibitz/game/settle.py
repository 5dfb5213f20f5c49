"""What a deal writes down: the points of the seats, seen under the bid (RULES section 3).

Pure functions on data. The scheme is a datum of the rules, so a game is added by adding a scheme.
Running scores and who goes out first are not kept here.
"""

from collections.abc import Callable, Mapping, Sequence
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
    """Points by team (the discards' added to the maker's), the maker's team and his bid."""

    points: Mapping[int, int]
    making: int | None
    bid: int | None
    set_back: bool

    @property
    def made(self) -> bool | None:
        if self.making is None or self.bid is None:
            return None
        return self.points[self.making] >= self.bid


def settle(
    rules: Rules,
    points: Sequence[int],
    *,
    maker: int | None = None,
    bid: int | None = None,
    put_out: int = 0,
) -> Settlement:
    """The score of a deal from the points each seat has taken.

    Args:
        rules: name the scheme and the teams.
        points: taken in play, by seat.
        maker: the seat that named the trump.
        bid: what he bid; None when all passed: he cannot be set (RULES section 6).
        put_out: points of the counting trumps among the discards; they are the maker's.

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
    contract = _Contract(totals, making, bid, rules.set_back)
    written = scheme(contract)
    return Settlement(tuple(written[team] for team in teams), contract.made)


def _as_taken(contract: _Contract) -> Mapping[int, int]:
    """Every team writes down what it took."""
    return contract.points


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
        team: 0 if team == contract.making else gained + (contract.bid or 0)
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
    "cinch": _cinch,
}
