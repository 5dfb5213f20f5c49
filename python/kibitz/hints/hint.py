"""Hint: what each action of a seat is worth, what is recommended, and why. Plain values.

A payoff is what the deal brings to the seat's side (scoring.py); chances and errors are over the
worlds: the ways in which the cards that the seat does not see may lie.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kibitz import show
from kibitz.game import actions as act
from kibitz.hints import words

SHOWN = 12
"""So many actions are told in the terminal, the best first."""
MARKS = 8
"""So many numbers of points stand in the table of suits."""
Suits = Mapping[str, Mapping[int, float]]
"""Suit → points of the side that makes it trumps → their chance."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One action and what comes of it.

    Attributes:
        action: what may be done.
        mean: expected payoff.
        error: standard error of the mean; 0 if every world was looked at, infinite if one was.
        points: expected points of the seat's side in play.
        makes: chance that the bid is made, whoever bid it; None if there is no bid.
        clear: chance that the seat takes no penalty; None in games without penalties.
        behind: by how much the mean is below the recommended action's.
        behind_error: standard error of `behind`, from the same worlds.
        lost: part of the worlds in which another action pays more.
        outcomes: payoff → its chance.
    """

    action: act.Action
    mean: float
    error: float
    points: float
    makes: float | None
    clear: float | None
    behind: float
    behind_error: float
    lost: float
    outcomes: Mapping[float, float] = field(hash=False)

    def json(self) -> dict[str, object]:
        """Plain data; numbers rounded to six places, so that they print alike everywhere."""
        return {
            "action": words.plain(self.action),
            "mean": _rounded(self.mean),
            "standard_error": _rounded(self.error),
            "points": _rounded(self.points),
            "makes": _rounded(self.makes),
            "clear": _rounded(self.clear),
            "behind": _rounded(self.behind),
            "behind_error": _rounded(self.behind_error),
            "lost": _rounded(self.lost),
            "outcomes": {f"{payoff:g}": _rounded(p) for payoff, p in self.outcomes.items()},
        }


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the recommended action is best.

    Attributes:
        kind: which idea.
        text: the sentence, with its figures.
        against: the best action that lacks the idea, for a reason that is one.
        share: how much of the difference comes from the worlds that the idea is about.
    """

    kind: str
    text: str
    against: act.Action | None = None
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """The advice to a seat at one moment.

    Attributes:
        seat: who is to decide.
        phase: what is to be decided: auction, name, discard, rob, pass or play.
        payoff: what the means are of: score, points or chips.
        action: what is recommended.
        candidates: all that was looked at, the recommended first, then by their means.
        worlds: how many worlds were looked at.
        exact: whether these were all, each with its probability; then there is no error.
        how: "solved" if each world was solved exactly, else "played out" by a fast policy.
        reasons: in words.
        complete: False if the time ran out, or it was cancelled, before the worlds asked for.
        seconds: the time used.
        suits: before the trump is named, what each suit would bring the seat's side.
    """

    seat: int
    phase: str
    payoff: str
    action: act.Action
    candidates: tuple[Candidate, ...]
    worlds: int
    exact: bool
    how: str
    reasons: tuple[Reason, ...]
    complete: bool
    seconds: float = field(compare=False)
    suits: Suits = field(default_factory=dict, hash=False)

    def json(self) -> dict[str, object]:
        """The object that `kibitz hint --json` prints; free of times."""
        suits = {
            suit: {str(points): _rounded(chance) for points, chance in chances.items()}
            for suit, chances in self.suits.items()
        }
        found: dict[str, object] = {
            "seat": self.seat,
            "phase": self.phase,
            "action": words.plain(self.action),
            "payoff": self.payoff,
            "candidates": [candidate.json() for candidate in self.candidates],
            "worlds": self.worlds,
            "exact": self.exact,
            "how": self.how,
            "complete": self.complete,
            "reasons": [reason.text for reason in self.reasons],
        }
        return found | ({"suits": suits} if suits else {})

    @property
    def basis(self) -> str:
        """What the figures rest on, in words."""
        if len(self.candidates) == 1 and not self.worlds:
            return "nothing else may be done"
        deals = show.count(self.worlds, "deal")
        if self.exact:
            return f"exact over all {deals} that are possible, each {self.how}"
        short = "" if self.complete else "; cut short"
        return f"{deals} of the unseen cards, each {self.how}{short}"

    def __rich__(self) -> RenderableType:
        head = Text(f"{words.advised(self.action)}   ({self.basis})")
        if not self.worlds:
            return head
        shown = self.candidates[:SHOWN]
        columns = {
            self.payoff: [words.signed(c.mean) for c in shown],
            "±": [f"{c.error:.2f}" if c.error and isfinite(c.error) else "" for c in shown],
            "behind": [f"{c.behind:.2f}" if c.behind else "" for c in shown],
            "bid made": _chances([c.makes for c in shown]),
            "clear": _chances([c.clear for c in shown]),
        }
        actions = [words.typed(candidate.action) for candidate in shown]
        left = len(self.candidates) - len(shown)
        return Group(
            head,
            _table({"action": actions} | {name: c for name, c in columns.items() if any(c)}),
            *([Text(f"and {left} more")] if left else []),
            *([_suits(self.suits)] if self.suits else []),
            *(Text(reason.text) for reason in self.reasons),
        )


def _table(columns: Mapping[str, Sequence[str]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="")
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number else "left")
    for row in zip(*columns.values(), strict=True):
        table.add_row(*row)
    return table


def _suits(suits: Suits) -> Table:
    """What each suit would bring: the mean, and the chance of so many points or more."""
    means = {suit: sum(p * c for p, c in found.items()) for suit, found in suits.items()}
    order = sorted(means, key=lambda suit: -means[suit])
    points = sorted({points for found in suits.values() for points in found})
    marks = points[:: max(1, -(-len(points) // MARKS))]
    columns = {
        "you make it": [show.SUIT_NAMES[suit] for suit in order],
        "points": [f"{means[suit]:.1f}" for suit in order],
    }
    for mark in marks[1:]:
        chances = [sum(c for p, c in suits[suit].items() if p >= mark) for suit in order]
        columns[f"{mark}+"] = [words.percent(chance) for chance in chances]
    return _table(columns)


def _chances(values: list[float | None]) -> list[str]:
    return ["" if value is None else words.percent(value) for value in values]


def _rounded(value: float | None) -> float | None:
    return None if value is None or not isfinite(value) else round(value, 6) + 0.0
