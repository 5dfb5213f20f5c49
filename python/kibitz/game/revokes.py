"""Revokes: made, amended in time, or claimed; what they cost is in penalties.py and pools.py.

Each effect takes a state and an event to the state after it; which games have it is in laws.py.
"""

from kibitz.errors import IllegalPlayError, RulesError
from kibitz.game import course, penalties
from kibitz.game.events import Amend, Claim, Revoke
from kibitz.game.misdeals import face
from kibitz.game.situation import State, changed
from kibitz.game.standing import again, check_held, lay_early, position_of, put, side_of, under


def revoke(state: State, event: Revoke) -> State:
    """The card stands until the error is amended, or found out."""
    check_held(state, event.by, event.card)
    position = position_of(state)
    if event.by != state.to_act or event.card in position.legal():
        raise RulesError(f"revoke: {event.card} of seat {event.by}, expected a card he cannot play")
    if not position.trick:
        raise RulesError("revoke: a lead is no revoke")
    if not set(position.legal()) <= set(position.hands[event.by]):
        raise RulesError(f"revoke: seat {event.by} has to draw before he plays")
    return lay_early(put(state, event.by, event.card))


def amend(state: State, event: Amend) -> State:
    """The card played in error is exposed; who has played after it may play another."""
    parts, position = state.earlier, position_of(state)
    played = position.trick or (state.tricks[-1].cards if state.tricks else ())
    if not position.trick and not position.plays and parts:
        parts, position = parts[:-1], parts[-1]
    start = course.begin(position if position.trick or not played else position.undo())
    number = len(course.tricks((*parts, start)))
    error = next((each for each in state.errors if each[:2] == (event.by, number)), None)
    if error is None:
        raise RulesError(f"amend: seat {event.by} has no revoke that can be amended")
    at = [seat for seat, _ in played].index(event.by)
    errors = tuple(each for each in state.errors if each != error)
    state = changed(state, earlier=parts, position=position, errors=errors)
    before = tuple(card for _, card in played[:at])
    state = again(state, start=start, played=before)
    if event.card not in position_of(state).legal():
        raise IllegalPlayError(
            f"seat {event.by} cannot play {event.card}: expected {position_of(state).legal()}"
        )
    state = under(face(state, event.by, (error[2],)))
    return put(state, event.by, event.card)


def _proved(state: State, event: Claim) -> list[int]:
    """The revokers with this one; his revoke must have been turned and quitted."""
    done = len(state.tricks)
    if not any(seat == event.of and number < done for seat, number, _ in state.errors):
        raise RulesError(f"claim: seat {event.of} has made no revoke that is established")
    if event.losses and len(event.losses) != state.players:
        raise RulesError(f"claim: {len(event.losses)} losses, expected {state.players}")
    return sorted({*state.laws.get("revokers", ()), event.of})


def claim_chips(state: State, event: Claim) -> State:
    """He pays all that is lost on the deal."""
    if event.losses:
        raise RulesError("claim: expected no losses, they are paid as a whole")
    return under(state, revokers=_proved(state, event))


def claim_points(state: State, event: Claim) -> State:
    """His side scores nothing; what else it costs is said by the rules (penalties.py)."""
    cost = penalties.cost_of(state.rules)
    laws: dict[str, object] = {"revokers": _proved(state, event)}
    silent = {*state.laws.get("cannot_score", ()), *side_of(state, event.of)}
    laws["cannot_score"] = sorted(silent)
    if event.losses and (cost is None or not cost.makes_good):
        raise RulesError(f"claim: no losses are made good in {state.rules.name}")
    if any(event.losses):
        laws["losses"] = list(event.losses)
    innocent = state.maker is not None and state.maker not in silent
    if cost is not None and cost.waives and innocent:
        laws["bid_waived"] = True
    return under(state, **laws)
