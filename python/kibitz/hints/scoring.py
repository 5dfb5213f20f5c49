"""From the points that seats end with to what they are worth to one of them.

Four payoffs: `score`, what the deal writes down for the seat's team (in Cinch less what it writes
down for the others); `points`, as taken; `chips`, as the pool pays them; `match`, the chance to win
the match in per cent. Which is usual is said by the rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from kibitz._core import Card, Rules
from kibitz.errors import RulesError
from kibitz.game import auction, fields, pools
from kibitz.game.pools import Pool
from kibitz.game.settle import settle
from kibitz.lanes import SAME_COLOUR, lane

PAYOFFS = ("score", "points", "chips", "match")
_NO_POOL = ("", "points", "joker")
"""Settled in points, or by who held the Joker and who took it, which points do not tell."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What is at stake beside the points: who made the trump, for how much, and what he put out.

    `silent` are seats whose side cannot score, `waived` says that the bid need not be made.
    """

    maker: int | None = None
    bid: int | None = None
    put_out: int = 0
    silent: tuple[int, ...] = ()
    waived: bool = False


@dataclass(frozen=True, slots=True)
class Worth:
    """One end of a deal, for one seat."""

    payoff: float
    points: int
    made: bool | None
    clear: bool | None


@dataclass(frozen=True, slots=True)
class Race:
    """Chances to win a match.

    Attributes:
        target: the points that win it.
        chance: of shape (target + slack, target + slack): the chance of the side that deals next,
            by how many points it has to go and how many the others have. Slack is for scores below
            nothing.
        deals: how many deals it rests on.
    """

    target: int
    chance: npt.NDArray[np.float64]
    deals: int

    def wins(self, own: int, others: int, *, deals: bool) -> float:
        """The chance of a side to win.

        Args:
            own, others: the scores of the two sides.
            deals: whether the side deals next.
        """
        if max(own, others) >= self.target:
            return 0.5 if min(own, others) >= self.target else float(own > others)
        most = len(self.chance) - 1
        a, b = min(self.target - own, most), min(self.target - others, most)
        return float(self.chance[a, b] if deals else 1 - self.chance[b, a])


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the match stands before the deal: the score of each seat, who deals, and the race."""

    scores: tuple[int, ...] = ()
    dealer: int | None = None
    race: Race | None = None


@dataclass(frozen=True, slots=True)
class Scorer:
    """What ends of a deal are worth to a seat.

    Args:
        rules: the game, with the suit to avoid if one was named.
        players: how many.
        seat: whose payoff it is.
        payoff: one of PAYOFFS.
        pool: what lies in the pool (chips).
        standing: of the match (match).

    Raises:
        RulesError: the game has no such payoff.
    """

    rules: Rules
    players: int
    seat: int
    payoff: str
    pool: Pool = field(default_factory=Pool)
    standing: Standing = field(default_factory=Standing)
    _known: dict[tuple[tuple[int, ...], Contract], Worth] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.payoff not in PAYOFFS:
            raise RulesError(f"payoff {self.payoff}: expected one of {', '.join(PAYOFFS)}")
        if self.payoff == "score" and self.rules.score_rule == "points":
            raise RulesError(f"payoff score: {self.rules.name} writes down its points")
        if self.payoff == "match" and self.standing.race is None:
            raise RulesError("payoff match: expected a race")
        if self.payoff == "chips" and fields.field(self.rules, "settle", "") in _NO_POOL:
            raise RulesError(f"payoff chips: {self.rules.name} is not played for chips")

    @property
    def team(self) -> tuple[int, ...]:
        """The seats that score together with this one."""
        teams = self.rules.teams(self.players)
        return tuple(s for s, team in enumerate(teams) if team == teams[self.seat])

    @property
    def penalties(self) -> bool:
        """Are points something to keep clear of?"""
        worth: Mapping[str, int] = fields.field(self.rules, "card_points", {})
        return min(worth.values(), default=0) < 0

    def worth(self, points: Sequence[int], contract: Contract) -> Worth:
        """What an end is worth; `points` are those of each seat, as the position counts them."""
        key = (tuple(points), contract)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._worth(*key)
        return found

    def _worth(self, points: tuple[int, ...], contract: Contract) -> Worth:
        own = sum(points[seat] for seat in self.team)
        made = None
        payoff: float = own
        if contract.maker is not None and self.rules.score_rule != "points":
            settled = settle(
                self.rules,
                points,
                maker=contract.maker,
                bid=contract.bid,
                put_out=contract.put_out,
                cannot_score=contract.silent,
                bid_waived=contract.waived,
            )
            made = settled.made
            if self.payoff == "score":
                payoff = self._balance(settled.scores)
            if self.payoff == "match":
                payoff = self._chance(settled.scores)
        if self.payoff == "chips":
            account = pools.Account(
                taken=tuple(max(0, -each) for each in points),
                bidder=contract.maker,
                bid=contract.bid or 0,
            )
            payoff = pools.pay(self.rules, account, self.pool).chips[self.seat]
        return Worth(payoff, own, made, points[self.seat] >= 0 if self.penalties else None)

    def _balance(self, scores: Sequence[int]) -> int:
        """A team's score; in Cinch less what is written down for the others."""
        if self.rules.score_rule != "cinch":
            return scores[self.seat]
        by_team = dict(zip(self.rules.teams(self.players), scores, strict=True))
        return 2 * scores[self.seat] - sum(by_team.values())

    def _chance(self, gained: Sequence[int]) -> float:
        """The chance to win the match after the deal, in per cent."""
        found = self.standing.race
        assert found is not None
        other = next(s for s in range(self.players) if s not in self.team)
        before = self.standing.scores or (0,) * self.players
        own, others = (before[seat] + gained[seat] for seat in (self.seat, other))
        dealer = self.standing.dealer
        if dealer is None:
            return 50 * sum(found.wins(own, others, deals=deals) for deals in (True, False))
        deals = (dealer + 1) % self.players in self.team
        return 100 * found.wins(own, others, deals=deals)


def usual_payoff(rules: Rules) -> str:
    """What a game is played for: its score where a deal writes down more than the points.

    Where bids are paid in chips, they count.
    """
    terms = auction.terms(rules)
    if terms is not None and terms.way == "pool":
        return "chips"
    return "points" if rules.score_rule == "points" else "score"


WAYS = ("solved", "played out")


def usual_way(rules: Rules, players: int) -> str:
    """How worlds are valued, as matches have it (docs/hints.md): a datum of the rules."""
    return "solved" if two_sides(rules, players) else "played out"


def two_sides(rules: Rules, players: int) -> bool:
    """Do two teams share a number of points that the cards in play settle?

    Then what one of them takes tells what the other does. Where most pips decide it does not, as a
    tie is nobody's; nor where points go to whoever held the card, or are drawn from a stock.
    """
    shared = len(set(rules.teams(players))) == 2
    pips = fields.field(rules, "game", "none") == "most_pips"
    holder = "holder" in (fields.field(rules, "high_to", ""), fields.field(rules, "low_to", ""))
    drawn = fields.field(rules, "stock", "none") == "domino" or (
        players == 2 and fields.field(rules, "stock", "none") == "two_players"
    )
    moon = bool(fields.field(rules, "shoot_the_moon", "") not in ("", "none", False, None))
    return shared and not (pips or holder or drawn or moon)


@lru_cache(maxsize=256)
def lane_of(rules: Rules, suit: str | None, trump: str | None) -> tuple[Card, ...]:
    """The cards that count as this suit in play, the highest first."""
    return () if suit is None else tuple(map(Card, lane(rules, suit, trump)))


@lru_cache(maxsize=256)
def card_worth(rules: Rules, trump: str | None) -> Mapping[Card, int]:
    """The cards that are points to whoever takes them, with their points.

    >>> {str(card): worth for card, worth in card_worth(Rules("cinch"), "H").items()}
    {'2H': 1, '5H': 5, 'TH': 1, 'JH': 1, 'AH': 1, '5D': 5}
    """
    worth: dict[Card, int] = {}
    by_card: Mapping[str, int] = fields.field(rules, "card_points", {})
    for name, points in by_card.items():
        cards = [name] if len(name) == 2 else lane(rules, name, None)
        for card in cards:
            if len(name) == 2 or Card(card).suit == name:
                worth[Card(card)] = worth.get(Card(card), 0) + points
    if trump is None:
        return worth
    names = {"joker": "JK", "low_joker": "JL"}
    names |= {"off_five": "5" + SAME_COLOUR[trump], "off_jack": "J" + SAME_COLOUR[trump]}
    if fields.field(rules, "game", "none") == "ten_of_trumps":
        names["game"] = "T" + trump
    by_name: Mapping[str, int] = fields.field(rules, "trump_points", {})
    for name, points in by_name.items():
        if name not in ("high", "low", "game") or name in names:
            taken = Card(names.get(name, name + trump))
            worth[taken] = worth.get(taken, 0) + points
    return worth


def totals(
    rules: Rules, trump: str | None, in_play: npt.NDArray[np.uint64], tricks: int
) -> npt.NDArray[np.int64]:
    """All points that the seats share, by world.

    Args:
        rules: a game of two sides.
        trump: its trump.
        in_play: the cards that were in hands when play started, a printed card set a world.
        tricks: how many tricks the deal has.
    """
    whole = np.full(len(in_play), fields.field(rules, "trick_points", 0) * tricks, dtype=np.int64)
    for card, points in card_worth(rules, trump).items():
        held = (in_play >> np.uint64(card.index)) & np.uint64(1)
        whole += points * held.astype(np.int64)
    by_name: Mapping[str, int] = fields.field(rules, "trump_points", {})
    if trump is not None and ("high" in by_name or "low" in by_name):
        trumps = [Card(card) for card in lane(rules, trump, trump)]
        suit = np.uint64(sum(1 << card.index for card in trumps if card.suit is not None))
        every = np.uint64(sum(1 << card.index for card in trumps))
        whole += by_name.get("high", 0) * ((in_play & every) != 0)
        whole += by_name.get("low", 0) * ((in_play & suit) != 0)
    return whole
