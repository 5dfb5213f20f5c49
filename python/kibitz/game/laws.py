"""The laws as one table: what may go wrong at the table, in which games, and what comes of it.

A row says by a field of the rules whose law it is. What the effects do is in misdeals.py (before
the play), and in mishaps.py, revokes.py and shortages.py. The door goes through here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.errors import RulesError
from kibitz.game import events, misdeals, mishaps, referee, revokes, shortages, standing
from kibitz.game.actions import Action, Discard, Event, Play
from kibitz.game.choices import Actions
from kibitz.game.fields import field
from kibitz.game.situation import State, changed

Effect = Callable[[State, Any], State]


@dataclass(frozen=True, slots=True)
class Law:
    """One law.

    Attributes:
        event: what happens.
        revoke: whose law it is: the values of the rules' field revoke, which tells one body of
            laws from another.
        phases: when it can happen.
        effect: what comes of it.
    """

    event: type[Event]
    revoke: tuple[str, ...]
    phases: tuple[str, ...]
    effect: Effect


SIDES = ("silent",)
"""The laws of Cinch: two sides, an exposed card may be called."""
HEARTS = ("pays_all",)
SELLING = ("set_back", "forfeit", "forfeit_or_ten")
"""The laws of Pitch and Pedro: a pitcher against all others."""
ALL = (*SIDES, *SELLING, *HEARTS)

BEFORE = ("auction", "name", "pass", "play")
BIDDING = ("auction", "name")
DRAWING = ("discard", "rob")
PLAY = ("play",)
ENDED = ("play", "scored", "over")

LAWS: tuple[Law, ...] = (
    Law(events.Misdeal, ALL, BEFORE, misdeals.misdeal),
    Law(events.ExposedInDeal, (*SIDES, *HEARTS), BEFORE, misdeals.exposed_in_deal),
    Law(events.BidOutOfTurn, SIDES, ("auction",), misdeals.bid_out_of_turn),
    Law(events.BidOutOfTurn, SELLING, ("auction",), misdeals.nothing),
    Law(events.IrregularBid, (*SIDES, *SELLING), ("auction",), misdeals.irregular_bid),
    Law(events.Exposed, SIDES, BIDDING, misdeals.exposed_early),
    Law(events.RecallDiscard, SIDES, DRAWING, misdeals.recall_discard),
    Law(events.IrregularDraw, SIDES, ("discard",), misdeals.irregular_draw),
    Law(events.Exposed, SIDES, (*DRAWING, *PLAY), mishaps.exposed),
    Law(events.Exposed, HEARTS, PLAY, mishaps.exposed),
    Law(events.TwoCards, SIDES, PLAY, mishaps.two_cards_others_choose),
    Law(events.TwoCards, HEARTS, PLAY, mishaps.two_cards_he_says),
    Law(events.LeadOutOfTurn, SIDES, PLAY, mishaps.lead_of_a_side),
    Law(events.LeadOutOfTurn, HEARTS, PLAY, mishaps.lead_in_hearts),
    Law(events.LeadOutOfTurn, SELLING, PLAY, mishaps.lead_against_the_pitcher),
    Law(events.PlayOutOfTurn, SIDES, PLAY, mishaps.play_of_a_side),
    Law(events.PlayOutOfTurn, HEARTS, PLAY, mishaps.play_in_hearts),
    Law(events.PlayOutOfTurn, SELLING, PLAY, mishaps.play_against_the_pitcher),
    Law(events.Revoke, ALL, PLAY, revokes.revoke),
    Law(events.Amend, (*SIDES, *HEARTS), PLAY, revokes.amend),
    Law(events.Claim, HEARTS, ENDED, revokes.claim_chips),
    Law(events.Claim, (*SIDES, *SELLING), ENDED, revokes.claim_points),
    Law(events.FoulHand, SIDES, PLAY, shortages.foul_hand),
    Law(events.ShortHand, SIDES, PLAY, shortages.short_hand),
    Law(events.ShortHand, HEARTS, PLAY, shortages.short_hand_takes_the_last),
    Law(events.IrregularHands, HEARTS, PLAY, shortages.irregular_hands),
    Law(events.OmittedPlay, HEARTS, PLAY, shortages.omitted_play),
    Law(events.AbandonedHand, SIDES, PLAY, mishaps.abandoned_hand),
    Law(events.Remark, SIDES, PLAY, mishaps.remark),
    Law(events.Call, (*SIDES, *HEARTS), PLAY, mishaps.call),
    Law(events.Forbid, SIDES, PLAY, mishaps.forbid),
)
"""The first row that fits decides."""

ANSWERS: Mapping[type[Event], Effect] = {
    events.Stand: misdeals.stand,
    events.NewDeal: misdeals.new_deal,
    events.Demand: mishaps.demand,
    events.Choose: mishaps.choose,
    events.ClaimTrick: mishaps.claim_trick,
    events.PlayOutOfTurn: mishaps.early,
    events.DrawBack: misdeals.draw_back,
    events.MakeGood: misdeals.make_good,
}
"""What comes of a right that is used, or not."""


def actions(state: State) -> Actions:
    """What may be done now: an answer, if a right waits for one.

    Otherwise whatever the game allows, and calls for exposed cards.
    """
    if state.choices:
        return Actions(state.choices[0].options)
    allowed = referee.actions(state)
    calls = mishaps.calls(state)
    return Actions((*allowed, *calls)) if calls else allowed


def apply(state: State, action: Action) -> State:
    """The state after an action or an event.

    Raises:
        IllegalPlayError: a card that may not be played.
        RulesError: anything else that may not be done now, or of which the laws know nothing.
    """
    if state.choices:
        return _answered(state, action)
    if isinstance(action, Event):
        law = _law(state, action)
        _check_seats(state, action)
        after = law.effect(state, action)
        return _asks(changed(after, log=(*state.log, (state.to_act, action))))
    seat = state.to_act
    state = referee.apply(state, action)
    if isinstance(action, Play):
        assert seat is not None
        return standing.after_play(state, seat, action.card)
    if isinstance(action, Discard) and state.phase == "draw":
        return _asks(misdeals.after_drawing(state))
    return state


def _law(state: State, event: Event) -> Law:
    body = field(state.rules, "revoke", "none")
    rows = [law for law in LAWS if law.event is type(event) and body in law.revoke]
    for law in rows:
        if state.phase in law.phases:
            return law
    if not rows:
        raise RulesError(f"the laws of {state.rules.name} know no {event.word}")
    phases = " or ".join(phase for law in rows for phase in law.phases)
    raise RulesError(f"{event.word} in the phase {state.phase}: expected the phase {phases}")


def _check_seats(state: State, event: Event) -> None:
    """Refuse an event that names a seat which there is not."""
    for name in events.SEATS:
        seat = getattr(event, name, 0)
        if seat not in range(state.players):
            raise RulesError(
                f"{event.word}, {name} {seat}: expected a seat, 0 to {state.players - 1}"
            )


def _answered(state: State, action: Action) -> State:
    choice = state.choices[0]
    if action not in choice.options:
        expected = Actions(choice.options).expected()
        raise RulesError(f"seat {choice.seat} cannot {action.word}: expected {expected}")
    said = (*state.log, (choice.seat, action))
    state = changed(state, choices=state.choices[1:], to_act=choice.back)
    assert isinstance(action, Event)
    return _asks(changed(ANSWERS[type(action)](state, action), log=said))


def _asks(state: State) -> State:
    """The state in which whoever has a right is to act."""
    return changed(state, to_act=state.choices[0].seat) if state.choices else state
