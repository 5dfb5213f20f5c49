"""From the last card of a deal to the score, and from deals to a game: who goes out first.

Pure functions on a State. What a deal writes down comes from settle.py, or in chips from pools.py.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kibitz._core import Rules
from kibitz.game import discard, penalties, pools
from kibitz.game.fields import field
from kibitz.game.settle import settle
from kibitz.game.situation import State, changed
from kibitz.game.tally import tally

SMUDGE = 4
"""The bid that wins a game of Smudge."""


def sale(state: State) -> tuple[int, ...]:
    """What each seat has scored by the sale of the trump, before any play."""
    nothing = (0,) * state.players
    if state.auction is None or state.auction.to_act is not None:
        return nothing
    outcome = state.auction.outcome()
    if outcome.seller is None or outcome.bid is None:
        return nothing
    gained = outcome.bid
    if field(state.rules, "seller_cap", "none") == "within_one":
        to_go = field(state.rules, "target", 0) - state.before[outcome.seller]
        gained = min(gained, max(0, to_go - 1))
    teams = state.rules.teams(state.players)
    return tuple(gained if team == teams[outcome.seller] else 0 for team in teams)


def sold(state: State) -> State:
    """The state after a sale: the seller scores at once, and may be out by it."""
    scores = tuple(map(sum, zip(state.before, sale(state), strict=True)))
    state = changed(state, scores=scores)
    out = _out(state.rules, scores)
    if not out:
        return state
    state = changed(state, written=sale(state), winners=out)
    return _take_pool(changed(state, phase="over", to_act=None))


def close(state: State) -> State:
    """The state after the last card: what the deal writes down, and whether the game is over."""
    state = _settled(state)
    winners = _winners(state)
    if winners:
        return _take_pool(changed(state, winners=winners, phase="over", to_act=None))
    over = not field(state.rules, "target", 0) and state.number + 1 >= state.deals
    if over and not _unwon(state):
        return changed(state, winners=_best(state), phase="over", to_act=None)
    return changed(state, winners=(), phase="scored", to_act=None)


def _settled(state: State) -> State:
    """The scores and chips after the deal; they are reckoned from those before it."""
    assert state.position is not None
    way = field(state.rules, "settle", "")
    if way in ("", "points"):
        return _scored(state, _low(state) if way else _by_settle(state))
    revokers = state.laws.get("revokers", ())
    out = None if state.dealer in state.seats else state.dealer
    account = pools.account_of(state.position, revokers=revokers, earlier=state.earlier, out=out)
    fine = pools.fined(state.players, state.laws.get("fined", ()), state.pool_before)
    payment = pools.pay(state.parts[0].deal.rules, account, fine.pool)
    paid = tuple(map(sum, zip(payment.chips, fine.chips, strict=True)))
    state = _scored(state, (paid, None))
    chips = tuple(map(sum, zip(state.chips_before, paid, strict=True)))
    return changed(state, chips=chips, paid=paid, pool=payment.pool)


def _scored(state: State, written: tuple[tuple[int, ...], bool | None]) -> State:
    gained, made = written
    scores = tuple(map(sum, zip(state.before, gained, strict=True)))
    chips, counters = list(state.chips_before), state.pool_before.counters
    if made is False and field(state.rules, "red_on_set_back", False) and state.maker is not None:
        chips[state.maker] -= 1
        counters += 1
    for seat in penalties.red_counters(state.rules, state.laws.get("revokers", ())):
        chips[seat] -= 1
        counters += 1
    pool = replace(state.pool_before, counters=counters)
    return changed(state, scores=scores, written=gained, made=made, chips=tuple(chips), pool=pool)


def _low(state: State) -> tuple[tuple[int, ...], None]:
    """Hearts for points: each counts up against its taker."""
    revokers = state.laws.get("revokers", ())
    return pools.low_scores(state.points, revokers=revokers), None


def _by_settle(state: State) -> tuple[tuple[int, ...], bool | None]:
    settled = settle(
        state.rules,
        state.points,
        maker=state.maker,
        bid=state.bid,
        put_out=put_out(state),
        cannot_score=state.laws.get("cannot_score", ()),
        bid_waived=state.laws.get("bid_waived", False),
    )
    scores = penalties.after_revokes(
        state.rules,
        settled.scores,
        state.laws.get("revokers", ()),
        state.bid,
        state.laws.get("losses", ()),
    )
    return tuple(map(sum, zip(scores, sale(state), strict=True))), settled.made


def put_out(state: State) -> int:
    """The points of the trumps among the discards."""
    if state.trump is None or not any(state.discards):
        return 0
    worth: dict[str, int] = field(state.rules, "trump_points", {})
    trumps = discard.trumps(state.rules, state.trump)
    return sum(
        worth.get(card.rank if card.suit == state.trump else "off_five", 0)
        for cards in state.discards
        for card in cards
        if card in trumps
    )


# ---- the game --------------------------------------------------------------------------------


def _out(rules: Rules, scores: Sequence[int]) -> tuple[int, ...]:
    """The seats that have reached the target."""
    target = field(rules, "target", 0)
    return tuple(seat for seat, score in enumerate(scores) if 0 < target <= score)


def _winners(state: State) -> tuple[int, ...]:
    """The seats that have won the game by this deal; none while it goes on."""
    target = field(state.rules, "target", 0)
    if field(state.rules, "settle", "") == "points":
        return pools.low_winners(state.scores, target) if target else ()
    teams = state.rules.teams(state.players)
    if _smudges(state):
        assert state.maker is not None
        return _team(teams, teams[state.maker])
    out = _out(state.rules, state.scores)
    if not out:
        return ()
    if state.made and state.maker in out and field(state.rules, "maker_first", False):
        return _team(teams, teams[state.maker])
    return _team(teams, _first_out(state, {teams[seat] for seat in out}))


def _smudges(state: State) -> bool:
    """Four bid and made by a maker who is not in the hole."""
    return (
        field(state.rules, "smudge", False)
        and state.made is True
        and (state.bid or 0) >= SMUDGE
        and state.maker is not None
        and state.before[state.maker] >= 0
    )


def _first_out(state: State, out: set[int]) -> int:
    """Of the teams that are out, the one that is so first as the points are counted in order."""
    if len(out) == 1:
        return next(iter(out))
    target = field(state.rules, "target", 0)
    teams = state.rules.teams(state.players)
    standing = {team: state.before[seat] for seat, team in reversed(list(enumerate(teams)))}
    for seat, worth in _counted(state):
        standing[teams[seat]] += worth
        if teams[seat] in out and standing[teams[seat]] >= target:
            return teams[seat]
    return max(sorted(out), key=lambda team: standing[team])


def _counted(state: State) -> Iterator[tuple[int, int]]:
    """What seats gain, in the order in which it counts: the sale, bids won, then the points."""
    assert state.position is not None
    yield from (
        (seat, gain) for seat, gain in enumerate(sale(state)) if gain and _is_first(state, seat)
    )
    if state.made is False and state.rules.score_rule == "cinch" and not state.rules.set_back:
        assert state.maker is not None
        for step in range(1, state.players):
            seat = state.left_of(state.maker, step)
            if _is_first(state, seat):
                yield seat, state.bid or 0
    for point in tally(state.position, state.earlier):
        yield point.seat, point.worth


def _is_first(state: State, seat: int) -> bool:
    """Is it the lowest seat of its team?"""
    teams = state.rules.teams(state.players)
    return teams.index(teams[seat]) == seat


def _team(teams: Sequence[int], team: int) -> tuple[int, ...]:
    return tuple(seat for seat, of in enumerate(teams) if of == team)


def _best(state: State) -> tuple[int, ...]:
    """Who stands best when the game ends after a number of deals."""
    standing = state.chips if state.paid is not None else state.scores
    low = field(state.rules, "settle", "") == "points"
    best = min(standing) if low else max(standing)
    return tuple(seat for seat, score in enumerate(standing) if score == best)


def _unwon(state: State) -> bool:
    """In Auction Hearts the chooser of the suit plays on until the pool is won."""
    return state.pool.chooser is not None and state.deals > 1


def _take_pool(state: State) -> State:
    """The winner takes the red counters; partners leave them to their first seat."""
    if state.paid is not None or not state.pool.counters:
        return state
    chips = list(state.chips)
    chips[state.winners[0]] += state.pool.counters
    return changed(state, chips=tuple(chips), pool=replace(state.pool, counters=0))
