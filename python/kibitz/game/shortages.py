"""Hands of too many cards or too few, found out in the play.

Each effect takes a state and an event to the state after it; which games have it is in laws.py.
"""

from kibitz.errors import RulesError
from kibitz.game import course, referee
from kibitz.game.actions import Cards
from kibitz.game.events import FoulHand, IrregularHands, OmittedPlay, ShortHand
from kibitz.game.fields import field
from kibitz.game.situation import State, changed
from kibitz.game.standing import (
    again,
    check_held,
    credited,
    position_of,
    side_of,
    takes_part_again,
    under,
)


def foul_hand(state: State, event: FoulHand) -> State:
    """A side that plays with too many cards scores nothing."""
    if not (state.earlier or position_of(state).plays):
        raise RulesError("foul_hand: expected a seat that has played to the first trick")
    silent = {*state.laws.get("cannot_score", ()), *side_of(state, event.by)}
    return under(state, cannot_score=sorted(silent))


def short_hand(state: State, event: ShortHand) -> State:
    """There is no penalty; a plain card put out may be taken for the one that is lost."""
    hand = _hand_without(state, event)
    if event.drawn is None:
        return _replaced(state, event.by, hand, short=True)
    if event.drawn not in referee.plain_discards(state):
        raise RulesError(f"short_hand: {event.drawn}, expected a plain card put out")
    discards = tuple(
        tuple(card for card in cards if card != event.drawn) for cards in state.discards
    )
    return _replaced(changed(state, discards=discards), event.by, (*hand, event.drawn))


def short_hand_takes_the_last(state: State, event: ShortHand) -> State:
    """He has to take the last trick, and what it contains."""
    if event.drawn is not None:
        raise RulesError("short_hand: expected no card drawn")
    if not state.tricks:
        raise RulesError("short_hand: expected after the first trick; before, it is a misdeal")
    hand = _hand_without(state, event)
    return _replaced(state, event.by, hand, short=True, last_trick=event.by)


def _hand_without(state: State, event: ShortHand) -> Cards:
    if event.card is None:
        raise RulesError("short_hand: expected the card that is lost")
    check_held(state, event.by, event.card)
    if position_of(state).trick:
        raise RulesError("short_hand: expected between two tricks")
    return tuple(card for card in state.hand(event.by) if card != event.card)


def _replaced(state: State, seat: int, hand: Cards, **laws: object) -> State:
    """The state with another hand of a seat; the card lost lies aside."""
    lost = tuple(card for card in state.hand(seat) if card not in hand)
    state = changed(state, laws={**state.laws, **laws}, aside=(*state.aside, *lost))
    hands = [hand if at == seat else state.hand(at) for at in range(state.players)]
    return again(state, hands=hands)


def irregular_hands(state: State, event: IrregularHands) -> State:
    """The one draws from the other, and both pay to the pool."""
    if (
        not state.tricks
        or event.over == event.short
        or not {event.over, event.short} <= {*state.seats}
    ):
        raise RulesError("irregular_hands: expected two that play, and after the first trick")
    fined = [*state.laws.get("fined", ()), event.over, event.short]
    return under(state, fined=fined)


def omitted_play(state: State, event: OmittedPlay) -> State:
    """The trick goes on without him; he takes the last one, and plays the card left over alone."""
    position = position_of(state)
    if event.by != state.to_act or not position.trick:
        raise RulesError(f"omitted_play: expected seat {state.to_act}, and a trick that is led")
    if field(state.rules, "stock", "none") == "domino":
        raise RulesError("omitted_play: where hands are of any size, no trick is known as the last")
    start = course.begin(position)
    left = max(map(len, start.hands))
    credits_ = credited(state, len(state.tricks) + left - 1, event.by)
    hand = tuple(start.hands[event.by])
    laws = {"short": True, "last_trick": event.by}
    state = changed(state, laws={**state.laws, **laws, "credits": credits_})
    hands = [() if at == event.by else tuple(cards) for at, cards in enumerate(start.hands)]
    state = again(changed(state, withheld=(*state.withheld, (event.by, hand))), hands=hands)
    return takes_part_again(state)
