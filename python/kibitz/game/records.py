"""Deals and matches as records: the deal record of RULES section 2, and what happened around it.

`dealt` and `rest` are the cards as they were dealt, `log` every action after that with its seat.
Replaying them is replay.py's.
"""

from collections.abc import Sequence
from typing import Any

from kibitz._core import Card
from kibitz.game import course
from kibitz.game.actions import Action, Bid, Deal, Offer, PassBid, Pitch, Refuse, Sell
from kibitz.game.hearts import leader
from kibitz.game.situation import State


def cards_text(cards: Sequence[Card]) -> str:
    """Cards as records write them."""
    return " ".join(map(str, cards))


def play_record(state: State) -> dict[str, Any]:
    """The deal as it stands when the first card is to be led."""
    rules = state.rules
    if state.avoid is not None:
        rules = rules.replace(penalty_suit=state.avoid)
    record: dict[str, Any] = {
        "variant": rules.name,
        "options": rules.options,
        "players": state.players,
        "trump": state.trump,
        "leader": leader(rules, state.hands, state.dealer, state.maker),
        "hands": [cards_text(hand) for hand in state.hands],
    }
    if state.stock:
        record["stock"] = cards_text(state.stock)
    if state.widow:
        record["widow"] = cards_text(state.widow)
    record["plays"] = ""
    if state.maker is not None:
        record["maker"] = state.maker
        if state.bid is not None:
            record["bid"] = state.bid
    if any(state.discards):
        record["discards"] = [cards_text(cards) for cards in state.discards]
    return record | _law_fields(state)


_LAWS = (
    *("exposed", "demands", "cannot_score", "credits", "last_trick", "bid_waived", "short"),
    *("revokers", "losses", "fined"),
)


def _law_fields(state: State) -> dict[str, Any]:
    laws = dict(state.laws)
    if state.position is not None and (state.earlier or state.position.plays):
        laws.pop("demands", None)  # they are of this moment, and not of the first lead
    if state.position is None and "exposed" in laws:
        laws["exposed"] = [
            cards_text([card for card in hand if str(card) in cards.split()])
            for cards, hand in zip(laws["exposed"], state.hands, strict=True)
        ]
    given = {name: laws[name] for name in _LAWS if laws.get(name) is not None}
    return {name: value for name, value in given.items() if value is not False and value != []}


def deal_record(state: State) -> dict[str, Any]:
    """The deal so far, or as it ended, as plain data."""
    record = state.parts[0].deal.record() if state.position is not None else play_record(state)
    if state.position is not None:
        record = {name: value for name, value in record.items() if name not in _LAWS}
        record["plays"] = cards_text(course.plays(state.parts))
        record |= _law_fields(state)
        if state.earlier and not state.position.is_over:
            record["ending"] = state.position.deal.record()
    record["dealer"] = state.dealer
    if state.lost:
        record["lost"] = state.lost
    if state.number:
        record["before"] = _before(state)
    if state.auction is not None:
        record["auction"] = [[seat, _said(call)] for seat, call in state.auction.calls]
    if any(state.draws):
        record["draws"] = list(state.draws)
    if any(state.passes):
        record["passes"] = [cards_text(cards or ()) for cards in state.passes]
    record["points"] = list(state.points)
    if state.written is not None:
        record["scores"] = list(state.written)
    if state.paid is None and any(
        now != then for now, then in zip(state.chips, state.chips_before, strict=True)
    ):
        record["chips"] = [
            now - then for now, then in zip(state.chips, state.chips_before, strict=True)
        ]
    for _, action in state.log:
        if isinstance(action, Deal):
            record["dealt"] = [cards_text(hand) for hand in action.hands]
            record["rest"] = cards_text(action.rest)
            break
    record["log"] = [_entry(seat, action) for seat, action in state.log[1:]]
    return record


def _before(state: State) -> dict[str, Any]:
    """What a deal needs to know of those before it."""
    before: dict[str, Any] = {"deals": state.number, "scores": list(state.before)}
    pool = state.pool_before
    if pool.counters or pool.jack or pool.chooser is not None:
        before["pool"] = {"counters": pool.counters, "jack": pool.jack, "chooser": pool.chooser}
    return before


def _entry(seat: int | None, action: Action) -> dict[str, Any]:
    return {"seat": seat} | action.json()


def _said(call: Action) -> int | str | None:
    words = {Offer: "offer", Pitch: "pitch", Sell: "sell", Refuse: "refuse"}
    if isinstance(call, Bid):
        return call.points
    return None if isinstance(call, PassBid) else words[type(call)]


def match_record(state: State) -> dict[str, Any]:
    """The whole game so far as plain data: deal records, and the standing after them."""
    first = state.past[0] if state.past else state
    states = [*state.past] + [state] * (state.phase != "deal")
    record: dict[str, Any] = {
        "variant": state.rules.name,
        "options": state.rules.options,
        "players": state.players,
        "dealer": (first.dealer - first.lost) % state.players,
    }
    if state.seed is not None:
        record["seed"] = state.seed
    if state.deals != 1:
        record["number"] = state.deals
    record["deals"] = [deal_record(each) for each in states]
    record["scores"] = list(state.scores)
    if any(state.chips):
        record["chips"] = list(state.chips)
    if state.pool.counters:
        record["pool"] = state.pool.counters
    record["winners"] = list(state.winners)
    return record
