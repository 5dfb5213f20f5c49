"""What the laws have left standing, put into the play: so that the core's legal plays honour it.

Steps that the effects of many laws share; the laws themselves are elsewhere.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz._core import Card, Position
from kibitz.errors import RulesError
from kibitz.game import course, match, referee
from kibitz.game.actions import Cards
from kibitz.game.events import Demand, Stand
from kibitz.game.misdeals import asks
from kibitz.game.situation import State, changed

HIGH_OR_LOW = ("highest", "lowest")
TRUMP_OR_NOT = ("trump", "no_trump")
LEADS = ("lead_trump", "lead_no_trump", "lead_heart", "lead_no_heart")


def position_of(state: State) -> Position:
    assert state.position is not None
    return state.position


def again(
    state: State,
    *,
    start: Position | None = None,
    leader: int | None = None,
    hands: Sequence[Cards] | None = None,
    played: Cards | None = None,
    strict: bool = False,
) -> State:
    """The state in which the trick in progress stands in a record of its own, under its laws."""
    position = position_of(state)
    if start is None:
        start = course.begin(position)
    if played is None:
        played = tuple(card for _, card in position.trick)
    earlier = (*state.earlier, start) if start.plays else state.earlier
    if start.trump is None and state.rules.trumps and not played:
        return state  # the core takes no demand before the first lead has made the trump
    position = course.begin_again(
        start, state.laws, before=state.earlier, leader=leader, hands=hands, played=played,
        strict=strict,
    )  # fmt: skip
    return referee.position_is(changed(state, earlier=earlier), position)


def under(state: State, **laws: object) -> State:
    """The state under these laws as well; once the play is over, with its new score."""
    state = changed(state, laws={**state.laws, **laws})
    if state.position is None:
        return state
    return match.close(state) if state.position.is_over else again(state)


def after_play(state: State, seat: int, card: Card) -> State:
    """The state after a card: what it has done away with, and cards that lay there before."""
    laws = state.laws
    if laws.get("exposed") or laws.get("demands"):
        laws = _laws_after(laws, seat, card, led=_last_leader(state) == seat)
        state = changed(state, laws=laws)
    position = state.position
    if position is None or position.is_over:
        return state
    if laws.get("demands"):
        state = again(state)
    return lay_early(takes_part_again(state))


def _laws_after(laws: Mapping[str, Any], seat: int, card: Card, *, led: bool) -> Mapping[str, Any]:
    """The laws that outlive a card: it lies exposed no more, and what was asked of it is done."""
    after = dict(laws)
    if "exposed" in laws:
        kept = [[each for each in of.split() if each != str(card)] for of in laws["exposed"]]
        after["exposed"] = [" ".join(each) for each in kept]
    if "demands" in laws:
        after["demands"] = [
            each
            for each in laws["demands"]
            if each["seat"] != seat or (each["kind"] in LEADS and not led)
        ]
    return after


def takes_part_again(state: State) -> State:
    """Who had no part in a trick has his hand again once it is played."""
    position = position_of(state)
    if position.trick or not state.withheld:
        return state
    held = dict(state.withheld)
    hands = [held.get(at, tuple(hand)) for at, hand in enumerate(position.hands)]
    return again(changed(state, withheld=()), hands=hands)


def _last_leader(state: State) -> int:
    """Who led the trick of the last card."""
    position = position_of(state)
    return position.leader if position.trick else state.tricks[-1].leader


def lay_early(state: State) -> State:
    """A card that was played before its turn counts when its turn comes."""
    seat, position = state.to_act, state.position
    cards = dict(state.early)
    if seat is None or position is None or seat not in cards:
        return state
    card = cards.pop(seat)
    state = changed(state, early=tuple(cards.items()))
    hand = set(position.hands[seat])
    if card not in hand or not {card, *position.legal()} <= hand:
        return state  # it is his no more, or he has to draw before he plays
    return put(state, seat, card)


def put(state: State, seat: int, card: Card) -> State:
    """A card is played; if it is a revoke, it stands, and may be found out."""
    position = position_of(state)
    if card in position.legal():
        return after_play(referee.position_is(state, position.play(card)), seat, card)
    error = (seat, len(state.tricks), card)
    played = (*(each for _, each in position.trick), card)
    state = again(changed(state, errors=(*state.errors, error)), played=played)
    return after_play(state, seat, card)


def check_held(state: State, seat: int, *cards: Card) -> None:
    if not cards or not set(cards) <= set(state.hand(seat)):
        shown = " ".join(map(str, cards)) or "no cards"
        raise RulesError(f"seat {seat} does not hold {shown}: expected cards of a hand")


def teams_of(state: State) -> Sequence[int]:
    return state.rules.teams(state.players)


def side_of(state: State, seat: int) -> list[int]:
    teams = teams_of(state)
    return [other for other in range(state.players) if teams[other] == teams[seat]]


def may_demand(state: State, judge: int, of: int, kinds: Sequence[str]) -> State:
    return asks(state, judge, Stand(), *(Demand(of, kind) for kind in kinds))


def demands(state: State) -> list[dict[str, Any]]:
    return list(state.laws.get("demands", ()))


def credited(state: State, trick: int, seat: int) -> list[dict[str, int]]:
    """The credited tricks, and this one for that seat."""
    return [*state.laws.get("credits", ()), {"trick": trick, "seat": seat}]
