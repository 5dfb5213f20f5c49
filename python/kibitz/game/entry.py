"""A deal set down by hand as it stood when play began: a record that does not say what was dealt.

Such records come from the page of a book, or from an ending. What they say is believed, as far as
it can be played; the auction, if they have one, must be lawful.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz._core import Deal, Position, Rules
from kibitz.errors import NotationError, RulesError
from kibitz.game import auction, hearts, match
from kibitz.game.actions import Action, Bid, Enter, Offer, PassBid, Pitch, Refuse, Sell
from kibitz.game.fields import field
from kibitz.game.referee import position_is
from kibitz.game.situation import State, changed

_LAWS = (
    *("exposed", "demands", "cannot_score", "credits", "last_trick", "bid_waived", "short"),
    "revokers",
)
_AROUND = ("dealer", "auction", "draws", "passes", "points", "scores", "chips", "before", "log")
WORDS: Mapping[object, Action] = {
    None: PassBid(),
    "pass": PassBid(),
    "offer": Offer(),
    "pitch": Pitch(),
    "sell": Sell(),
    "refuse": Refuse(),
}
"""What is said in an auction, as records write it; a number is a bid."""


def call(said: object) -> Action:
    """What a record says that a seat has said.

    Raises:
        NotationError: it is no bid and no such word.
    """
    if type(said) is int:
        return Bid(said)
    if (said is not None and not isinstance(said, str)) or said not in WORDS:
        words = ", ".join(str(word) for word in WORDS if word)
        raise NotationError(f"auction: {str(said)[:40]!r}, expected a bid, null or {words}")
    return WORDS[said]


def enter(state: State, record: Mapping[str, Any]) -> State:
    """The state when the first card of a recorded deal is to be led.

    The record has the form of its schema.

    Raises:
        KibitzError: the record cannot be played, or is of another game.
    """
    given = {name: value for name, value in record.items() if name not in _AROUND}
    given = {"variant": state.rules.name, "options": state.rules.options, **given, "plays": ""}
    deal = Deal.from_record(given)
    avoid = field(deal.rules, "penalty_suit", "") or None
    if _without_suit(deal.rules) != _without_suit(state.rules) or deal.players != state.players:
        raise RulesError(f"a deal of {deal.rules!r} for {deal.players}: expected {state.rules!r}")
    position = Position(deal)
    dealer = record.get("dealer", (deal.leader - 1) % deal.players)
    if dealer >= deal.players:
        raise RulesError(f"dealer {dealer}: expected a seat, 0 to {deal.players - 1}")
    if hearts.dealer_out(deal.rules, deal.players) and deal.hands[dealer]:
        raise RulesError(f"dealer {dealer} holds cards: with {deal.players} he takes none")
    state = changed(
        state,
        dealer=dealer,
        hands=tuple(hand or () for hand in deal.hands),
        stock=deal.stock,
        widow=deal.widow,
        discards=deal.discards,
        draws=tuple(record.get("draws") or ()),
        maker=deal.maker,
        bid=deal.bid,
        trump=deal.trump,
        avoid=avoid,
        laws={name: record[name] for name in _LAWS if name in record},
        log=((None, Enter()),),
    )
    if record.get("auction"):
        state = _bid(state, record["auction"])
    return position_is(state, position)


def _without_suit(rules: Rules) -> Rules:
    """The rules but for a suit that is chosen deal by deal."""
    return rules.replace(penalty_suit="H") if field(rules, "penalty_suit", "") else rules


def _bid(state: State, calls: Sequence[Any]) -> State:
    """The state after a recorded auction, which must come to its maker and bid."""
    bidding = auction.begun(state.rules, state.players, state.dealer)
    if bidding is None:
        raise RulesError("auction: expected none")
    for said in calls:
        action = call(said[1])
        if bidding.to_act != said[0] or action not in bidding.legal():
            raise RulesError(f"auction: seat {said[0]} cannot {action.word} now")
        bidding = bidding.call(action)
    outcome = bidding.outcome()
    if bidding.to_act is not None or (outcome.maker, outcome.bid) != (state.maker, state.bid):
        raise RulesError(f"auction: expected seat {state.maker} to have it for {state.bid}")
    state = changed(state, auction=bidding)
    return match.sold(state) if outcome.seller is not None else state
