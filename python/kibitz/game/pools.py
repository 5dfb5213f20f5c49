"""Chips: what a deal of Hearts pays into the pool and takes from it (RULES sections 4 and 5).

Pure functions on the penalties that each seat took. A way of settling is a datum of the rules, so
one is added by adding a row to SCHEMES. Which cards are penalties is said by the rules as well.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kibitz._core import Card, Deal, Position, Rules
from kibitz.errors import RulesError
from kibitz.game.fields import field

JOKER_COUNTERS = 5
FREE_HEARTS = 6
FINE = 5
"""What a seat pays to the pool for a hand of the wrong number of cards."""
_JOKER = Card("JK")


@dataclass(frozen=True, slots=True)
class Pool:
    """What lies in the pool between two deals.

    A Jack is won only by a sole clear seat. Counters that are no Jack are a starter. `chooser`
    names the suit free of charge, in Auction Hearts, until the pool is won.
    """

    counters: int = 0
    jack: bool = False
    chooser: int | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """What is to be settled.

    `taken` is by seat: hearts, or penalty points, the Joker's five among them. `joker` is the
    seat that first held the Joker and the seat that took it. `revokers` pay for all. `out` is the
    dealer where he takes no cards: he neither pays nor is paid.
    """

    taken: tuple[int, ...]
    bidder: int | None = None
    bid: int = 0
    joker: tuple[int | None, int] | None = None
    revokers: tuple[int, ...] = ()
    out: int | None = None


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips received less chips paid, by seat; the pool that is left; who won or shared it.

    The chips and what the pool grows by sum to zero.
    """

    chips: tuple[int, ...]
    pool: Pool = Pool()
    winners: tuple[int, ...] = ()


def scheme_of(rules: Rules, players: int) -> str:
    """The way in which so many players settle: two settle a pool by the difference.

    Raises:
        RulesError: the rules settle in no chips, or not with so many players.
    """
    scheme = field(rules, "settle", "sweepstake")
    if players == 2 and scheme in _POOLS:
        return "difference"
    if scheme not in SCHEMES:
        raise RulesError(f"settle {scheme}: expected one of {', '.join(SCHEMES)}")
    if players != 2 and scheme in _TWO_HANDED:
        raise RulesError(f"settle {scheme}: expected two players, not {players}")
    return scheme


def pay(rules: Rules, account: Account, pool: Pool | None = None) -> Payment:
    """Settle a deal in chips.

    Raises:
        RulesError: as `scheme_of`.
    """
    pool = pool or Pool()
    seats = [seat for seat in range(len(account.taken)) if seat != account.out]
    scheme = SCHEMES[scheme_of(rules, len(seats))]
    payment = scheme(_among(account, seats), pool, field(rules, "divided_jack", False))
    chips = dict(zip(seats, payment.chips, strict=True))
    left = payment.pool
    if left.chooser is not None and pool.chooser is None:
        left = replace(left, chooser=seats[left.chooser])
    return Payment(
        tuple(chips.get(seat, 0) for seat in range(len(account.taken))),
        left,
        tuple(seats[winner] for winner in payment.winners),
    )


def _among(account: Account, seats: Sequence[int]) -> Account:
    """The account of these seats alone, numbered anew; a bid of another has been paid before."""
    place = {seat: at for at, seat in enumerate(seats)}
    joker = account.joker
    if joker is not None:
        holder, taker = joker
        joker = (None if holder is None else place[holder], place[taker])
    return Account(
        tuple(account.taken[seat] for seat in seats),
        None if account.bidder is None else place.get(account.bidder),
        account.bid,
        joker,
        tuple(place[seat] for seat in account.revokers),
    )


def fined(players: int, seats: Sequence[int], pool: Pool) -> Payment:
    """Seats that held a wrong number of cards pay to the pool before it is settled."""
    chips = tuple(-FINE if seat in seats else 0 for seat in range(players))
    counters = pool.counters - sum(chips)
    return Payment(chips, Pool(counters, pool.jack, pool.chooser))


def account_of(
    position: Position,
    *,
    revokers: Sequence[int] = (),
    earlier: Sequence[Position] = (),
    out: int | None = None,
) -> Account:
    """The account of a deal that has been played: no bonus and no moon counts in chips.

    `earlier` are the parts of the deal before that of the position; `out` is a dealer who took no
    cards.
    """
    deal, parts = position.deal, (*earlier, position)
    taken = zip(*map(penalties, parts), strict=True)
    return Account(
        taken=tuple(map(sum, taken)),
        bidder=deal.maker,
        bid=deal.bid or 0,
        joker=_joker(parts),
        revokers=tuple(revokers),
        out=out,
    )


def penalties(position: Position) -> tuple[int, ...]:
    """The penalty points that each seat has taken, counted from nought up."""
    deal = position.deal
    worth: Mapping[str, int] = field(deal.rules, "card_points", {})
    if max(worth.values(), default=0) > 0 or field(deal.rules, "shoot_the_moon", False):
        alone = {card: min(points, 0) for card, points in worth.items()}
        rules = deal.rules.replace(card_points=alone, shoot_the_moon=False)
        position = Position(Deal.from_record({**deal.record(), "options": rules.options}))
    return tuple(-points for points in position.points)


def _joker(parts: Sequence[Position]) -> tuple[int | None, int] | None:
    """Who first held the Joker, unless it lay in the stock, and who took it."""
    first = parts[0].deal
    if field(first.rules, "joker", "none") != "above_ten_hearts":
        return None
    holders = [s for s, hand in enumerate(first.hands) if hand and _JOKER in hand]
    for part in parts:
        laws, last = part.deal.laws, len(part.tricks) - 1
        credited = dict(laws["credits"])
        if laws["last_trick"] is not None and part.is_over:
            credited.setdefault(last, laws["last_trick"])
        for number, trick in enumerate(part.tricks):
            if any(card == _JOKER for _, card in trick.cards):
                taker = credited.get(number, trick.winner)
                return (holders[0] if holders else None), taker
    return None


# ---- pools -----------------------------------------------------------------------------------


def _pooled(account: Account, pool: Pool, divided_jack: bool) -> Payment:
    """Sweepstake, and with a Joker or a bid: everybody pays in, the clear seats take."""
    chips, losses = _beside_the_pool(account)
    total, guilty = sum(losses), account.revokers
    paid = [total * (seat in guilty) for seat in range(len(losses))] if guilty else losses
    for seat, counters in enumerate(paid):
        chips[seat] -= counters
    if account.bidder is not None:
        chips[account.bidder] -= account.bid
    staked = pool.counters + account.bid * (account.bidder is not None) + sum(paid)
    clear = [seat for seat, taken in enumerate(account.taken) if taken == 0]
    chooser = account.bidder if pool.chooser is None else pool.chooser
    if not _is_won(len(clear), len(losses), pool):
        return Payment(tuple(chips), Pool(staked, True, chooser))
    spoilt = any(seat in clear for seat in guilty)
    share = (sum(paid) if spoilt else staked) // len(clear)
    winners = [seat for seat in clear if seat not in guilty]
    for seat in winners:
        chips[seat] += share
    left = staked - share * len(winners)
    jack = left > 0 and (spoilt or divided_jack)
    return Payment(tuple(chips), Pool(left, jack, None if winners else chooser), tuple(winners))


def _is_won(clear: int, players: int, pool: Pool) -> bool:
    """One seat with all, and nobody clear, leave a Jack; a Jack goes to a sole clear seat only."""
    return 0 < clear < players - 1 and (clear == 1 or not pool.jack)


def _beside_the_pool(account: Account) -> tuple[list[int], list[int]]:
    """The chips that pass the pool by, and what each seat owes to the pool.

    The Joker's five go to who got rid of it; whoever revokes pays them as well, and refunds the
    bid.
    """
    chips, losses = [0] * len(account.taken), list(account.taken)

    def pass_to(receiver: int, givers: Sequence[int], counters: int) -> None:
        for giver in givers:
            chips[giver] -= counters
            chips[receiver] += counters

    if account.joker is not None:
        holder, taker = account.joker
        if holder is not None and holder != taker:
            losses[taker] -= JOKER_COUNTERS
            pass_to(holder, account.revokers or (taker,), JOKER_COUNTERS)
    if account.bidder is not None:
        pass_to(account.bidder, account.revokers, account.bid)
    return chips, losses


def _spot(account: Account, pool: Pool, divided_jack: bool) -> Payment:
    """The lowest collects from each other seat what it has more than he; several divide."""
    low = min(account.taken)
    owed = [taken - low for taken in account.taken]
    lowest = [seat for seat, excess in enumerate(owed) if excess == 0]
    if account.revokers:
        owed = [sum(owed) * (seat in account.revokers) for seat in range(len(owed))]
    staked = pool.counters + sum(owed)
    share = staked // len(lowest) if len(lowest) < len(owed) else 0
    winners = [seat for seat in lowest if share and seat not in account.revokers]
    chips = [share * (seat in winners) - owed[seat] for seat in range(len(owed))]
    return Payment(tuple(chips), Pool(staked - share * len(winners)), tuple(winners))


# ---- from hand to hand -----------------------------------------------------------------------


def _between(change: Callable[[Sequence[int]], Sequence[int]]) -> "Scheme":
    """A settlement from hand to hand: what each seat gains by what each has taken."""

    def scheme(account: Account, pool: Pool, divided_jack: bool) -> Payment:
        gains = change(account.taken)
        winners = tuple(seat for seat, gain in enumerate(gains) if gain > 0)
        if account.revokers:
            each = [_alone_in_error(gains, seat) for seat in account.revokers]
            gains = [sum(column) for column in zip(*each, strict=True)]
            winners = tuple(seat for seat in winners if seat not in account.revokers)
        return Payment(tuple(gains), pool, winners)

    return scheme


def _alone_in_error(gains: Sequence[int], revoker: int) -> list[int]:
    """The revoker pays what the others gain; nobody else loses, and he gains nothing."""
    kept = [0 if seat == revoker else max(gain, 0) for seat, gain in enumerate(gains)]
    kept[revoker] = -sum(kept)
    return kept


def _howell(taken: Sequence[int]) -> list[int]:
    """Each pays for a heart as many as there are others, and takes one for each heart not his."""
    return [sum(taken) - len(taken) * hearts for hearts in taken]


def _excess(taken: Sequence[int]) -> list[int]:
    """The most pays each other seat the excess; of several each pays."""
    most = max(taken)
    payers = taken.count(most)
    gains = [payers * (most - hearts) for hearts in taken]
    return [gain or -sum(gains) // payers for gain in gains]


def _six_free(taken: Sequence[int]) -> list[int]:
    """Between two: the loser pays for the hearts above six."""
    owed = 0 if taken[0] == taken[1] else max(0, max(taken) - FREE_HEARTS)
    return [-owed if hearts == max(taken) else owed for hearts in taken]


Scheme = Callable[[Account, Pool, bool], Payment]
SCHEMES: Mapping[str, Scheme] = {
    "sweepstake": _pooled,
    "joker": _pooled,
    "auction": _pooled,
    "spot": _spot,
    "howell": _between(_howell),
    "excess": _between(_excess),
    "difference": _between(_excess),
    "six_free": _between(_six_free),
}
_POOLS = ("sweepstake", "joker", "auction", "spot")
_TWO_HANDED = ("difference", "six_free")


# ---- to a number of points -------------------------------------------------------------------


def low_scores(points: Sequence[int], *, revokers: Sequence[int] = ()) -> tuple[int, ...]:
    """What Domino and modern Hearts add to the scores: each heart one, upward.

    Whoever revokes takes all that the deal would have cost.
    """
    scores = [-each for each in points]
    if not revokers:
        return tuple(scores)
    lost = sum(max(score, 0) for score in scores)
    return tuple(lost if seat in revokers else min(score, 0) for seat, score in enumerate(scores))


def low_winners(scores: Sequence[int], target: int) -> tuple[int, ...]:
    """Who has won: the least score, once a seat has reached the target; nobody before that."""
    if max(scores) < target:
        return ()
    return tuple(seat for seat, score in enumerate(scores) if score == min(scores))
