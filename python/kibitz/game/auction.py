"""Who may bid for the trump, what, and who has it in the end (RULES section 3).

Pure values. A way of bidding is a field of the rules: to a seller, once or going round, or to the
board or to a pool, once each.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from kibitz._core import Rules
from kibitz.game.actions import Action, Bid, Offer, PassBid, Pitch, Refuse, Sell
from kibitz.game.fields import field
from kibitz.game.hearts import seated

MOST_IN_POOL = 52
"""The greatest bid to a pool: there has to be an end to the list."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the rules say of the bidding."""

    way: str
    least: int = 1
    most: int = 4
    pitch_unasked: bool = False
    dealer_names: bool = False
    dealer_may_steal: bool = False
    stick_the_dealer: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has the trump for how much. `bid` is None if nobody bid: he cannot be set back.

    `seller` is who sold it, for `bid`; `unasked` is a pitch that nobody was asked to bid for.
    """

    maker: int | None
    bid: int | None = None
    seller: int | None = None
    unasked: bool = False


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding of a deal so far.

    `cap` is the greatest bid that leaves the seller in the game; None if any may be made. `barred`
    are seats that have lost their right to bid; then others may have to (`must_bid`).
    """

    terms: Terms
    players: int
    dealer: int
    cap: int | None = None
    calls: tuple[tuple[int, Action], ...] = ()
    barred: frozenset[int] = frozenset()
    must_bid: bool = False

    @property
    def eldest(self) -> int:
        """The seat left of the dealer."""
        return (self.dealer + 1) % self.players

    @property
    def seller(self) -> int | None:
        """Who sells; None where bids are to the board or a pool."""
        return self.eldest if self.terms.way in ("sell", "raise") else None

    @property
    def bidders(self) -> tuple[int, ...]:
        """Who may bid, in the order in which they first speak."""
        return _in_turn(self.eldest, self.players, self.seller, self.barred)

    @property
    def best(self) -> tuple[int, int] | None:
        """The seat that bids the most, and its bid."""
        bids = [(seat, call.points) for seat, call in self.calls if isinstance(call, Bid)]
        return bids[-1] if bids else None

    @property
    def to_act(self) -> int | None:
        """Who speaks; None at the end."""
        last = self.calls[-1][1] if self.calls else None
        if isinstance(last, Pitch | Sell | Refuse):
            return None
        if last is None and self.seller is not None and self.terms.pitch_unasked:
            return self.seller
        waiting = next(self._waiting(), None)
        if waiting is not None:
            return waiting
        return self.seller if self.best is not None else None

    def _waiting(self) -> Iterator[int]:
        """Seats that have still to speak, the next first."""
        spoken = [seat for seat, call in self.calls if isinstance(call, Bid | PassBid)]
        order = self.bidders
        if self.terms.way != "raise":
            yield from (seat for seat in order if seat not in spoken)
            return
        passed = {seat for seat, call in self.calls if isinstance(call, PassBid)}
        at = self._after(spoken[-1]) if spoken else 0
        for seat in order[at:] + order[:at]:
            if seat not in passed and (self.best is None or seat != self.best[0]):
                yield seat

    def _after(self, seat: int) -> int:
        """Where in the order of bidders the next one stands."""
        return (self.bidders.index(seat) + 1) % len(self.bidders) if seat in self.bidders else 0

    def legal(self) -> tuple[Action, ...]:
        """What the seat that speaks may say."""
        seat = self.to_act
        if seat is None:
            return ()
        if seat == self.seller:
            return (Offer(), Pitch()) if not self.calls else (Sell(), Refuse())
        stuck = self.terms.stick_the_dealer and seat == self.dealer
        stuck = (stuck or self._last_that_must(seat)) and self.best is None
        bids = tuple(Bid(points) for points in self._bids(seat))
        return bids if stuck and bids else (PassBid(), *bids)

    def _last_that_must(self, seat: int) -> bool:
        """Does nobody speak after him, where one of those left has to bid?"""
        return self.must_bid and [*self._waiting()] == [seat]

    def _bids(self, seat: int) -> range:
        least = self.terms.least
        if self.best is not None:
            steals = self.terms.dealer_may_steal and seat == self.dealer
            least = max(least, self.best[1] + (not steals))
        most = self.terms.most if self.cap is None else min(self.terms.most, self.cap)
        return range(least, most + 1)

    def call(self, action: Action) -> "Auction":
        """The auction after the seat that speaks has said this."""
        assert self.to_act is not None
        return replace(self, calls=(*self.calls, (self.to_act, action)))

    def outcome(self) -> Outcome:
        """Who has the trump, once nobody has to speak."""
        last = self.calls[-1][1] if self.calls else None
        if isinstance(last, Pitch):
            return Outcome(self.eldest, self.terms.most, unasked=True)
        if self.best is None:
            if self.terms.way == "pool":
                return Outcome(None)
            return Outcome(self.dealer if self.terms.dealer_names else self.eldest)
        seat, points = self.best
        if isinstance(last, Refuse):
            return Outcome(self.eldest, points)
        return Outcome(seat, points, seller=self.seller)


@lru_cache
def _in_turn(
    eldest: int, players: int, seller: int | None, barred: frozenset[int]
) -> tuple[int, ...]:
    """Who may bid; asked for at every step of every auction."""
    order = ((eldest + step) % players for step in range(players))
    return tuple(seat for seat in order if seat != seller and seat not in barred)


def terms(rules: Rules) -> Terms | None:
    """The terms of a game; None if nobody bids."""
    way = _way(rules)
    if way == "none":
        return None
    return Terms(
        way=way,
        least=field(rules, "min_bid", 1),
        most=MOST_IN_POOL if way == "pool" else all_points(rules),
        pitch_unasked=field(rules, "pitch_unasked", False),
        dealer_names=field(rules, "dealer_names", False),
        dealer_may_steal=field(rules, "dealer_may_steal", False),
        stick_the_dealer=field(rules, "stick_the_dealer", False),
    )


def begun(rules: Rules, players: int, dealer: int) -> Auction | None:
    """The auction before anybody has spoken; who is dealt no cards has no bid. None: nobody bids.

    >>> [begun(Rules("auction_hearts"), players, 1).bidders for players in (6, 7)]
    [(2, 3, 4, 5, 0, 1), (2, 3, 4, 5, 6, 0)]
    """
    bids = terms(rules)
    if bids is None:
        return None
    barred = frozenset(range(players)) - {*seated(rules, players, dealer)}
    return Auction(bids, players, dealer, barred=barred)


def _way(rules: Rules) -> str:
    """How bids are made; a game that scores by a bid and has no seller bids to the board."""
    usual = "none" if rules.score_rule == "points" else "board"
    if field(rules, "penalty_suit", ""):
        usual = "pool"
    return field(rules, "bidding", usual)


def all_points(rules: Rules) -> int:
    """The most that can be bid: every point that can be in play.

    >>> [all_points(Rules(game)) for game in ("pitch", "pedro_sancho", "dom_pedro", "cinch")]
    [4, 18, 36, 14]
    """
    worth: dict[str, int] = field(rules, "trump_points", {})
    return sum(worth.values())
