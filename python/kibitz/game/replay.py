"""A record played again, action by action; where it says otherwise than the referee, it is told."""

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz import schema
from kibitz._core import Rules, parse_cards
from kibitz.errors import KibitzError, NotationError, RulesError
from kibitz.game import dealing
from kibitz.game.actions import (
    Action,
    Deal,
    Event,
    Name,
    PassCards,
    Play,
    from_json,
)
from kibitz.game.entry import call, enter
from kibitz.game.laws import actions, apply
from kibitz.game.pools import Pool
from kibitz.game.records import deal_record, match_record
from kibitz.game.referee import new_match, next_deal
from kibitz.game.situation import State, changed

_UNSAID = ("log", "dealt", "rest")
_TOLD = (
    *("maker", "bid", "stock", "widow", "discards", "draws", "passes", "auction", "before"),
    *("points", "scores", "chips", "pool", "exposed", "demands", "cannot_score", "credits"),
    *("last_trick", "bid_waived", "short", "revokers", "losses", "fined", "lost"),
)
"""Fields that say nothing where the referee has nothing to say."""


def replay(record: Mapping[str, Any]) -> State:
    """The state at the end of a match record, or of one deal's.

    Every field that the referee knows must be as he finds it; hands that are null say nothing.

    Raises:
        KibitzError: something is not as it must be; the message says in which deal, and where.
    """
    if not isinstance(record, Mapping):
        raise NotationError(f"a match record is a JSON object, not {type(record).__name__}")
    schema.check(record, "match" if "deals" in record else "deal")
    if "deals" not in record:
        record = {
            "variant": record.get("variant"),
            "options": _game_options(record),
            "players": record.get("players") or len(record["hands"]),
            "dealer": _first_dealer(record),
            "deals": [record],
        }
    deals = record["deals"]
    state = _after(start(record), deals)
    for number, deal in enumerate(deals):
        try:
            state = _played(state, deal)
        except KibitzError as error:
            raise type(error)(f"deal {number + 1}: {error}") from None
    _compare(record, match_record(state), ("deals", "seed", "dealer"))
    return state


def _first_dealer(record: Mapping[str, Any]) -> int:
    """Who dealt before the deal was lost by misdeals."""
    dealer: int = record.get("dealer", 0) - record.get("lost", 0)
    return dealer % (record.get("players") or len(record["hands"]))


def start(record: Mapping[str, Any]) -> State:
    """The game of a match record before its first deal.

    Raises:
        KibitzError: there is no such game, or not for so many.
    """
    name, options = record.get("variant"), record.get("options") or {}
    if not isinstance(name, str) or not name.isascii():
        raise NotationError("variant: expected a name such as 'cinch'")
    if not isinstance(options, dict):
        raise NotationError("options: expected an object of names and values")
    return new_match(
        Rules(name).replace(**options),
        record.get("players"),
        dealer=record.get("dealer", 0),
        seed=record.get("seed"),
        deals=record.get("number", 1),
    )


def _after(state: State, deals: Sequence[Mapping[str, Any]]) -> State:
    """The state when deals have gone before the first of which there is a record."""
    before = deals[0].get("before") if deals else None
    if before is None:
        return state
    scores, pool = tuple(before["scores"]), Pool(**before.get("pool", {}))
    if len(scores) != state.players or (pool.chooser or 0) >= state.players:
        raise NotationError(f"before: expected the scores and a chooser of {state.players} seats")
    return changed(
        state, skipped=before["deals"], before=scores, scores=scores, pool=pool, pool_before=pool
    )


def _game_options(record: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a lone deal; the suit of Auction Hearts is the deal's, not the game's."""
    options = dict(record.get("options") or {})
    if record.get("maker") is not None and record.get("auction"):
        options.pop("penalty_suit", None)
    return options


def _played(state: State, deal: Mapping[str, Any]) -> State:
    """The state after the deal of a record."""
    if state.phase == "over":
        raise RulesError("the game was over")
    number = state.number + (state.phase == "scored")
    if "dealt" in deal:
        state = apply(state, _dealt(state, deal))
    else:
        state = enter(next_deal(state) if state.phase == "scored" else state, deal)
    for place, (seat, action) in enumerate(_said(deal)):
        if seat is not None and seat != state.to_act and not isinstance(action, Event):
            who = "nobody" if state.to_act is None else f"seat {state.to_act}"
            raise RulesError(f"action {place + 1}, {action.word}: seat {seat}, expected {who}")
        try:
            state = apply(state, action)
        except KibitzError as error:
            raise type(error)(f"action {place + 1}: {error}") from None
    assert state.number == number
    _compare(deal, deal_record(state))
    return state


def _dealt(state: State, deal: Mapping[str, Any]) -> Deal:
    """The cards as they were dealt; a rest that is not recorded is the seed's, or sorted."""
    hands, rest = deal["dealt"], deal.get("rest")
    dealt = tuple(parse_cards(hand) for hand in hands)
    if rest is None and state.seed is not None:
        (seeded,) = actions(state)
        assert isinstance(seeded, Deal)
        return Deal(dealt, seeded.rest)
    if rest is None:
        out = {card for hand in dealt for card in hand}
        return Deal(dealt, tuple(sorted(set(dealing.pack(state.rules, state.players)) - out)))
    return Deal(dealt, parse_cards(rest))


def _said(deal: Mapping[str, Any]) -> list[tuple[int | None, Action]]:
    """What was done: the log, or what the other fields say where there is none."""
    log = deal.get("log")
    if log is None and "dealt" not in deal:
        return [(None, Play(card)) for card in parse_cards(deal.get("plays") or "")]
    if log is None:
        return _from_fields(deal)
    said = []
    for place, entry in enumerate(log):
        data = {name: value for name, value in entry.items() if name != "seat"}
        try:
            said.append((entry.get("seat"), from_json(data)))
        except KibitzError as error:
            raise type(error)(f"action {place + 1}: {error}") from None
    return said


def _from_fields(deal: Mapping[str, Any]) -> list[tuple[int | None, Action]]:
    """The auction, the passes and the plays of a record that has no log."""
    said: list[tuple[int | None, Action]] = []
    for seat, words in deal.get("auction") or ():
        said.append((seat, call(words)))
    suit = (deal.get("options") or {}).get("penalty_suit") if said else None
    if suit is not None and deal.get("maker") is not None:
        said.append((deal["maker"], Name(suit)))
    passes = deal.get("passes") or ()
    for step in range(len(passes)):
        seat = (deal.get("dealer", 0) + 1 + step) % len(passes)
        if passes[seat]:  # not the dealer who takes no cards
            said.append((seat, PassCards(parse_cards(passes[seat]))))
    said += [(None, Play(card)) for card in parse_cards(deal.get("plays") or "")]
    return said


def _same(given: Any, found: Any) -> bool:
    """Do both say the same? Cards may be written in any way."""
    if isinstance(found, list) and isinstance(given, list):
        return len(given) == len(found) and all(map(_same, given, found))
    if isinstance(found, str) and isinstance(given, str) and given != found:
        try:
            return parse_cards(given) == parse_cards(found)
        except NotationError:
            return False
    return bool(given == found)


def _open(given: Mapping[str, Any], found: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the referee finds but for hands that the record hides: no message may show them."""
    if "hands" not in found or "hands" not in given or len(given["hands"]) != len(found["hands"]):
        return found
    pairs = zip(given["hands"], found["hands"], strict=True)
    return {**found, "hands": [None if hand is None else cards for hand, cards in pairs]}


def _compare(
    given: Mapping[str, Any], found: Mapping[str, Any], leave: tuple[str, ...] = _UNSAID
) -> None:
    """Refuse a field that says otherwise than the referee."""
    for name, value in _open(given, found).items():
        if name in given and name not in leave and not _same(given[name], value):
            raise RulesError(f"{name} {str(given[name])[:80]}: the referee finds {str(value)[:80]}")
    for name in _TOLD:
        if name not in found and given.get(name) not in (None, "", [], False):
            raise RulesError(f"{name} {str(given[name])[:80]}: the referee finds none")
