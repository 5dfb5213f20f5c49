"""The door to the hints: a view or a record goes in, a Hint comes out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kibitz import show
from kibitz._core import Rules, StopToken
from kibitz.arguments import (
    call_or_none,
    refused,
    seconds_or_none,
    token_or_none,
    whole,
    workers_from,
)
from kibitz.errors import KibitzError
from kibitz.game import actions as act
from kibitz.game import seen
from kibitz.game.pools import Pool
from kibitz.game.state import View
from kibitz.hints.before import Before
from kibitz.hints.hint import Hint
from kibitz.hints.loop import Limits, ask, only
from kibitz.hints.plays import Plays, with_drawn
from kibitz.hints.race import race
from kibitz.hints.scoring import WAYS, Standing, usual_payoff
from kibitz.infer.knowledge import Knowledge
from kibitz.infer.models import PlayerModel

SECONDS = 2.0
"""How long a hint may take where neither a time nor a number of worlds is asked for."""
MOST = 1_000_000
"""So many worlds may be asked for: what comes of each action is kept of every one of them."""


def hint(
    source: View | Mapping[str, Any],
    seat: int | None = None,
    *,
    payoff: str | None = None,
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    workers: int = 0,
    how: str | None = None,
    model: PlayerModel | None = None,
    progress: Callable[[Hint], None] | None = None,
    stop: StopToken | None = None,
) -> Hint:
    """What the seat that is to decide had best do, from what it knows and no more.

    Begins with a few worlds and goes on until the best action stands out, or a limit comes. The
    same seed and number of worlds give the same answer.

    Args:
        source: a View, or a deal record (or match record: its last deal). Hands that the seat
            cannot see may be null, and are not looked at.
        seat: whose decision it is; needed with a record.
        payoff: "score", "points", "chips", or "match" (two sides and a target: the chance to win,
            in per cent); by default what the game is scored by.
        worlds: look at exactly so many, a million at most; of the last tricks all are looked at
            if they are few.
        seconds: time limit; 2 seconds if there is no limit at all.
        seed: makes all that is left to chance.
        workers: threads; 0 is one a core. The answer does not depend on it.
        how: "solved" (only between two sides that share the points) or "played out"; by default
            what has won matches in games of this kind.
        model: how the others are thought to bid and play, by which worlds are weighed; by default
            what has won matches. Of a play only.
        progress: is given each partial answer.
        stop: ends the search from another thread; the answer so far is returned.

    Raises:
        KibitzError: it is not the seat's turn, the record cannot be, or an argument is not of its
            kind.
    """
    worlds = None if worlds is None else whole("worlds", worlds, 1, MOST)
    seconds, workers = seconds_or_none(seconds), workers_from(workers)
    seed, progress = whole("seed", seed), call_or_none("progress", progress)
    if payoff is not None and not isinstance(payoff, str):
        raise refused("payoff", payoff, "its name")
    if how is not None and how not in WAYS:
        raise KibitzError(f"how {how}: expected {' or '.join(WAYS)}")
    if worlds is None and seconds is None:
        seconds = SECONDS
    stop = token_or_none("stop", stop)
    limits = Limits(worlds=worlds, seconds=seconds, stop=stop, workers=workers)
    if isinstance(source, View) and source.is_to_act and len(source.choices or ()) == 1:
        [action] = source.choices or ()
        chosen = payoff or usual_payoff(source.rules)
        return only(source.seat, source.phase, chosen, action, limits)
    question = _question(source, seat, payoff, how, model)
    return ask(question, limits, seed=seed, progress=progress)


def _question(
    source: View | Mapping[str, Any],
    seat: int | None,
    payoff: str | None,
    how: str | None,
    model: PlayerModel | None,
) -> Before | Plays:
    names: Sequence[str] | None = None
    if not isinstance(source, View):
        source = seen.deal_of(source)
        if seat is None:
            raise KibitzError("seat: expected one, with a record")
        seat = whole("seat", seat)
        names = _names(source)
        before = seen.view_of(source, seat)
        if before is None:
            known = Knowledge.of_record(source, seat)
            chosen = payoff or usual_payoff(known.rules)
            standing = _standing(chosen, known.rules, known.players, _before(source), known.dealer)
            return Plays(known, chosen, _pool(source), standing, names=names, how=how, model=model)
        source = before
    if seat is not None and seat != source.seat:
        raise KibitzError(f"seat {seat}: the view is that of seat {source.seat}")
    legal = seen.legal(source)
    chosen = payoff or usual_payoff(source.rules)
    standing = _standing(chosen, source.rules, source.players, source.scores, source.dealer)
    if source.phase == "play":
        known = with_drawn(Knowledge.of_view(source), source)
        cards = {each.card for each in legal if isinstance(each, act.Play)}
        if not cards:
            raise KibitzError(seen.A_RIGHT.format(source.seat))
        return Plays(
            known, chosen, source.pool, standing, names=names, how=how, model=model, allowed=cards
        )
    return Before(source, legal, chosen, standing, how=how)


def _standing(
    payoff: str, rules: Rules, players: int, scores: tuple[int, ...], dealer: int | None
) -> Standing:
    return Standing(scores, dealer, race(rules, players) if payoff == "match" else None)


def _before(record: Mapping[str, Any]) -> tuple[int, ...]:
    """The scores before the deal of a record; none are nothing."""
    before = record.get("before")
    scores = before.get("scores") if isinstance(before, Mapping) else None
    if not isinstance(scores, list) or not all(type(score) is int for score in scores):
        return ()
    return tuple(scores)


def _pool(record: Mapping[str, Any]) -> Pool:
    """The pool before the deal of a record."""
    before = record.get("before")
    pool = before.get("pool") if isinstance(before, Mapping) else None
    try:
        found = Pool(**pool) if pool else Pool()
    except TypeError:
        raise KibitzError("before: pool: expected counters, jack and chooser") from None
    if type(found.counters) is not int:
        raise KibitzError("before: pool: expected counters, a whole number")
    return found


def _names(record: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The names of the seats, if the record has one for each."""
    names = record.get("seats")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return None
    return tuple(show.plain(name, show.NAME_LIMIT) for name in names)
