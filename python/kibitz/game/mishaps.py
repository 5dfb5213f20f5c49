"""Errors in the play, and what the other side may ask for them.

Each effect takes a state and an event to the state after it; which games have it is in laws.py.
What is left standing goes into the fields of a deal record, so that the core's legal plays honour
it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kibitz._core import Card, Position
from kibitz.errors import IllegalPlayError, RulesError
from kibitz.game import course, discard, match, penalties, referee
from kibitz.game.actions import Cards, Event
from kibitz.game.events import (
    AbandonedHand,
    Amend,
    Call,
    Choose,
    Claim,
    ClaimTrick,
    Demand,
    Exposed,
    Forbid,
    FoulHand,
    IrregularHands,
    LeadOutOfTurn,
    OmittedPlay,
    PlayOutOfTurn,
    Remark,
    Revoke,
    ShortHand,
    Stand,
    TwoCards,
)
from kibitz.game.misdeals import adversary, asks, face
from kibitz.game.situation import State

HIGH_OR_LOW = ("highest", "lowest")
TRUMP_OR_NOT = ("trump", "no_trump")
LEADS = ("lead_trump", "lead_no_trump", "lead_heart", "lead_no_heart")
FOUR = 4
SECOND, THIRD, FOURTH = 1, 2, 3


# ---- the play, broken off and taken up ---------------------------------------------------------


def _position(state: State) -> Position:
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
    position = _position(state)
    if start is None:
        start = course.begin(position)
    if played is None:
        played = tuple(card for _, card in position.trick)
    earlier = (*state.earlier, start) if start.plays else state.earlier
    if start.trump is None and state.rules.trumps and state.laws.get("demands"):
        return state  # the core takes no demand before the first lead has made the trump
    position = course.begin_again(
        start, state.laws, before=state.earlier, leader=leader, hands=hands, played=played,
        strict=strict,
    )  # fmt: skip
    return referee.position_is(replace(state, earlier=earlier), position)


def _with(state: State, **laws: object) -> State:
    """The state under these laws as well; once the play is over, with its new score."""
    state = replace(state, laws={**state.laws, **laws})
    if state.position is None:
        return state
    return match.close(state) if state.position.is_over else again(state)


def after_play(state: State, seat: int, card: Card) -> State:
    """The state after a card: what it has done away with, and cards that lay there before."""
    laws = dict(state.laws)
    led = _last_leader(state) == seat
    if "exposed" in laws:
        kept = [[each for each in of.split() if each != str(card)] for of in laws["exposed"]]
        laws["exposed"] = [" ".join(each) for each in kept]
    if "demands" in laws:
        laws["demands"] = [
            each
            for each in laws["demands"]
            if each["seat"] != seat or (each["kind"] in LEADS and not led)
        ]
    state = replace(state, laws=laws)
    position = state.position
    if position is None or position.is_over:
        return state
    if state.withheld and not position.trick:
        held = dict(state.withheld)
        hands = [held.get(at, tuple(hand)) for at, hand in enumerate(position.hands)]
        state = again(replace(state, withheld=()), hands=hands)
    elif laws.get("demands"):
        state = again(state)
    return _lay_early(state)


def _last_leader(state: State) -> int:
    """Who led the trick of the last card."""
    position = _position(state)
    return position.leader if position.trick else state.tricks[-1].leader


def _lay_early(state: State) -> State:
    """A card that was played before its turn counts when its turn comes."""
    seat = state.to_act
    cards = dict(state.early)
    if seat is None or seat not in cards:
        return state
    card = cards.pop(seat)
    return _put(replace(state, early=tuple(cards.items())), seat, card)


def _put(state: State, seat: int, card: Card) -> State:
    """A card is played; if it is a revoke, it stands, and may be found out."""
    position = _position(state)
    if card in position.legal():
        return after_play(referee.position_is(state, position.play(card)), seat, card)
    error = (seat, len(state.tricks), card)
    played = (*(each for _, each in position.trick), card)
    state = again(replace(state, errors=(*state.errors, error)), played=played)
    return after_play(state, seat, card)


def _holds(state: State, seat: int, *cards: Card) -> None:
    if seat not in range(state.players) or not cards or not set(cards) <= set(state.hand(seat)):
        shown = " ".join(map(str, cards)) or "no cards"
        raise RulesError(f"seat {seat} does not hold {shown}: expected cards of a hand")


def _teams(state: State) -> Sequence[int]:
    return state.rules.teams(state.players)


def _side(state: State, seat: int) -> list[int]:
    teams = _teams(state)
    return [other for other in range(state.players) if teams[other] == teams[seat]]


def _may_demand(state: State, judge: int, of: int, kinds: Sequence[str]) -> State:
    return asks(state, judge, Stand(), *(Demand(of, kind) for kind in kinds))


def demand(state: State, event: Demand) -> State:
    """A demand on a seat's next play or lead; a card it played too soon is taken back."""
    early = tuple((seat, card) for seat, card in state.early if seat != event.of)
    state = replace(state, early=early)
    return _with(state, demands=[*_demands(state), {"seat": event.of, "kind": event.kind}])


def _demands(state: State) -> list[dict[str, Any]]:
    return list(state.laws.get("demands", ()))


# ---- exposed cards -----------------------------------------------------------------------------


def exposed(state: State, event: Exposed) -> State:
    """The cards are left face up, and may be called."""
    _holds(state, event.by, *event.cards)
    return _with(face(state, event.by, event.cards))


def abandoned_hand(state: State, event: AbandonedHand) -> State:
    """All the cards of the hand are exposed."""
    hand = state.hand(event.by) if event.by in range(state.players) else ()
    _holds(state, event.by, *hand)
    return _with(face(state, event.by, hand))


def _two(state: State, event: TwoCards, judge: Callable[[State, int], int]) -> State:
    _holds(state, event.by, *event.cards)
    if event.by != state.to_act or len(set(event.cards)) != len(("one", "other")):
        raise RulesError(f"two_cards: expected two cards of seat {state.to_act}")
    one, other = event.cards
    legal = _position(state).legal()
    pairs = [pair for pair in ((one, other), (other, one)) if pair[0] in legal]
    if not pairs:
        raise IllegalPlayError(f"seat {event.by} can play neither {one} nor {other}")
    return asks(
        state, judge(state, event.by), *(Choose(event.by, card, faced) for card, faced in pairs)
    )


def two_cards_others_choose(state: State, event: TwoCards) -> State:
    """The other side says which of the cards is played."""
    return _two(state, event, adversary)


def two_cards_he_says(state: State, event: TwoCards) -> State:
    """He says which he meant."""
    return _two(state, event, lambda _, seat: seat)


def choose(state: State, event: Choose) -> State:
    """One is played, the other left face up."""
    return _put(_with(face(state, event.of, (event.faced,))), event.of, event.card)


def calls(state: State) -> tuple[Event, ...]:
    """The exposed cards that the seat in turn may call, or forbid to be played."""
    by = state.to_act
    if by is None or state.phase != "play" or not any(state.laws.get("exposed", ())):
        return ()
    found: list[Event] = []
    for holder, cards in enumerate(state.laws["exposed"]):
        for card in map(Card, cards.split()):
            if _may_call(state, by, holder, card):
                found.append(Call(by, card))
                if _is_trump(state, card):
                    found.append(Forbid(by, card))
    return tuple(found)


def _is_trump(state: State, card: Card) -> bool:
    trump = _position(state).trump
    return trump is not None and card in discard.trumps(state.rules, trump)


def _may_call(state: State, by: int, holder: int, card: Card) -> bool:
    """May he still? The adversary on the right of the card has to speak before he plays."""
    teams, position = _teams(state), _position(state)
    played = [seat for seat, _ in position.trick]
    right = (holder - 1) % state.players
    late = holder in played or (
        len(set(teams)) < state.players and right in played and position.leader != holder
    )
    told = any(each.get("card") == str(card) for each in _demands(state))
    return teams[by] != teams[holder] and not late and not told


def _holder(state: State, card: Card) -> int:
    for seat, cards in enumerate(state.laws.get("exposed", ())):
        if str(card) in cards.split():
            return seat
    raise RulesError(f"{card} cannot be called: expected an exposed card")


def _called(state: State, event: Call | Forbid, kind: str) -> State:
    holder = _holder(state, event.card)
    if event.by not in range(state.players) or not _may_call(state, event.by, holder, event.card):
        raise RulesError(f"seat {event.by} cannot call {event.card}: not his right, or too late")
    wanted = {"seat": holder, "kind": kind, "card": str(event.card)}
    return _with(state, demands=[*_demands(state), wanted])


def call(state: State, event: Call) -> State:
    """The card is to be played, if it can be without a revoke."""
    return _called(state, event, "play_card")


def forbid(state: State, event: Forbid) -> State:
    """The trump is not to be played, though it makes its holder revoke, without penalty."""
    if not _is_trump(state, event.card):
        raise RulesError(f"{event.card} cannot be forbidden: expected a trump")
    return _called(state, event, "withhold_trump")


# ---- out of turn -------------------------------------------------------------------------------


def _false_lead(state: State, event: LeadOutOfTurn) -> tuple[State, bool]:
    """The lead and those who have followed; True if all have, and it stands."""
    position = _position(state)
    active = [seat for seat in range(state.players) if position.hands[seat]]
    if position.trick or event.by == state.to_act:
        raise RulesError(f"lead_out_of_turn: seat {event.by} leads in turn, or the trick is led")
    if event.by not in active or not 0 < len(event.cards) <= len(active):
        raise RulesError("lead_out_of_turn: expected a card, and those of who has followed")
    order = sorted(active, key=lambda seat: (seat - event.by) % state.players)
    for seat, card in zip(order, event.cards, strict=False):
        _holds(state, seat, card)
    return state, len(event.cards) == len(active)


def _stands(state: State, event: LeadOutOfTurn) -> State:
    """The error cannot be put right: the trick is led by who led it."""
    start = course.begin(_position(state))
    state = again(state, start=start, leader=event.by, played=event.cards, strict=True)
    for step, card in enumerate(event.cards):
        laws = after_play(replace(state, early=()), state.left_of(event.by, step), card).laws
        state = replace(state, laws=laws)
    return state


def lead_of_a_side(state: State, event: LeadOutOfTurn) -> State:
    """The card is exposed; the partner, if it was his turn, may be told to lead trumps or not."""
    state, all_followed = _false_lead(state, event)
    if all_followed:
        return _stands(state, event)
    turn = state.to_act
    assert turn is not None
    state = _with(face(state, event.by, event.cards[:1]))
    if turn not in _side(state, event.by):
        return state
    right = (turn - 1) % state.players
    return _may_demand(state, right, turn, LEADS[:2])


def lead_in_hearts(state: State, event: LeadOutOfTurn) -> State:
    """His right-hand neighbour may tell him to lead a heart, or none, when next he leads."""
    state, all_followed = _false_lead(state, event)
    if all_followed:
        return _stands(state, event)
    return _may_demand(state, (event.by - 1) % state.players, event.by, LEADS[2:])


def lead_against_the_pitcher(state: State, event: LeadOutOfTurn) -> State:
    """The pitcher may make demands on the next play; if he has followed, the lead stands."""
    state, all_followed = _false_lead(state, event)
    followed = [state.left_of(event.by, step) for step in range(1, len(event.cards))]
    if all_followed or state.maker in followed:
        return _stands(state, event)
    return _pitcher_demands(state, event.by)


def _pitcher_demands(state: State, of: int) -> State:
    if state.maker is None or of in _side(state, state.maker):
        return state
    return _may_demand(state, state.maker, of, (*HIGH_OR_LOW, *TRUMP_OR_NOT))


def early(state: State, event: PlayOutOfTurn) -> State:
    """The card stands, and counts in its turn."""
    played = [seat for seat, _ in _position(state).trick]
    _holds(state, event.by, event.card)
    if not played or event.by in (*played, state.to_act, *dict(state.early)):
        raise RulesError(f"play_out_of_turn: seat {event.by} is in turn, or has played")
    return replace(state, early=(*state.early, (event.by, event.card)))


def play_of_a_side(state: State, event: PlayOutOfTurn) -> State:
    """Third before second: the fourth may too. Fourth before second and third: a trick lost."""
    before = dict(state.early)
    state = early(state, event)
    position = _position(state)
    seats = [state.left_of(position.leader, step) for step in range(state.players)]
    if state.players != FOUR or len(set(_teams(state))) == FOUR:
        return state
    if state.to_act != seats[SECOND]:
        return state
    if event.by == seats[THIRD] and seats[FOURTH] not in before:
        options = [PlayOutOfTurn(seats[FOURTH], card) for card in _could_play(state, FOURTH)]
        return asks(state, seats[FOURTH], Stand(), *options)
    if event.by == seats[FOURTH] and seats[THIRD] not in before:
        return asks(state, seats[0], Stand(), ClaimTrick(seats[0]))
    return state


def _could_play(state: State, step: int) -> Cards:
    """What the seat so many after the leader could play, were it his turn now."""
    position = _position(state)
    turn, seat = state.to_act, state.left_of(position.leader, step)
    assert turn is not None
    start = course.begin(position)
    hands = [tuple(hand) for hand in start.hands]
    hands[turn], hands[seat] = hands[seat], hands[turn]
    played = tuple(card for _, card in position.trick)
    return tuple(
        course.begin_again(start, {}, before=state.earlier, hands=hands, played=played).legal()
    )


def claim_trick(state: State, event: ClaimTrick) -> State:
    """The trick counts for this side; who won it leads."""
    credits = [*state.laws.get("credits", ()), {"trick": len(state.tricks), "seat": event.by}]
    return _with(state, credits=credits)


def play_in_hearts(state: State, event: PlayOutOfTurn) -> State:
    """His left-hand neighbour may have the card taken back, and say how he has to play."""
    kinds = (*HIGH_OR_LOW, "discard_no_heart")
    return _may_demand(early(state, event), state.left_of(event.by), event.by, kinds)


def play_against_the_pitcher(state: State, event: PlayOutOfTurn) -> State:
    """The pitcher may have the card taken back, and say how its player has to play."""
    return _pitcher_demands(early(state, event), event.by)


def remark(state: State, event: Remark) -> State:
    """The other side may tell him how to play to this trick."""
    played = [seat for seat, _ in _position(state).trick]
    if event.by not in range(state.players) or event.by in played or not played:
        raise RulesError(f"remark: seat {event.by} has no play to this trick")
    judge = adversary(state, event.by)
    return _may_demand(state, judge, event.by, (*HIGH_OR_LOW, *TRUMP_OR_NOT))


# ---- revokes -----------------------------------------------------------------------------------


def revoke(state: State, event: Revoke) -> State:
    """The card stands until the error is amended, or found out."""
    _holds(state, event.by, event.card)
    position = _position(state)
    if event.by != state.to_act or event.card in position.legal():
        raise RulesError(f"revoke: {event.card} of seat {event.by}, expected a card he cannot play")
    if not position.trick:
        raise RulesError("revoke: a lead is no revoke")
    return _lay_early(_put(state, event.by, event.card))


def amend(state: State, event: Amend) -> State:
    """The card played in error is exposed; who has played after it may play another."""
    parts, position = state.earlier, _position(state)
    if not position.plays and parts:
        parts, position = parts[:-1], parts[-1]
    if not position.trick and position.plays:
        position = position.undo()
    start = course.begin(position)
    number = len(course.tricks((*parts, start)))
    error = next((e for e in state.errors if e[:2] == (event.by, number)), None)
    if error is None:
        raise RulesError(f"amend: seat {event.by} has no revoke that can be amended")
    played = [(seat, card) for seat, card in position.trick]
    if len(played) < len(state.tricks[-1].cards if len(state.tricks) > number else played):
        played = list(state.tricks[-1].cards)
    at = [seat for seat, _ in played].index(event.by)
    errors = tuple(each for each in state.errors if each != error)
    state = replace(state, earlier=parts, position=position, errors=errors)
    before = tuple(card for _, card in played[:at])
    state = again(state, start=start, played=before)
    if event.card not in _position(state).legal():
        raise IllegalPlayError(
            f"seat {event.by} cannot play {event.card}: expected {_position(state).legal()}"
        )
    state = _with(face(state, event.by, (error[2],)))
    return _put(state, event.by, event.card)


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
    return _with(state, revokers=_proved(state, event))


def claim_points(state: State, event: Claim) -> State:
    """His side scores nothing; what else it costs is said by the rules (penalties.py)."""
    cost = penalties.cost_of(state.rules)
    laws: dict[str, object] = {"revokers": _proved(state, event)}
    silent = {*state.laws.get("cannot_score", ()), *_side(state, event.of)}
    laws["cannot_score"] = sorted(silent)
    if event.losses and (cost is None or not cost.makes_good):
        raise RulesError(f"claim: no losses are made good in {state.rules.name}")
    if any(event.losses):
        laws["losses"] = list(event.losses)
    innocent = state.maker is not None and state.maker not in silent
    if cost is not None and cost.waives and innocent:
        laws["bid_waived"] = True
    return _with(state, **laws)


# ---- hands of the wrong size -------------------------------------------------------------------


def foul_hand(state: State, event: FoulHand) -> State:
    """A side that plays with too many cards scores nothing."""
    if event.by not in range(state.players) or not _position(state).plays and not state.earlier:
        raise RulesError("foul_hand: expected a seat that has played to the first trick")
    silent = {*state.laws.get("cannot_score", ()), *_side(state, event.by)}
    return _with(state, cannot_score=sorted(silent))


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
    return _replaced(replace(state, discards=discards), event.by, (*hand, event.drawn))


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
    _holds(state, event.by, event.card)
    if _position(state).trick:
        raise RulesError("short_hand: expected between two tricks")
    return tuple(card for card in state.hand(event.by) if card != event.card)


def _replaced(state: State, seat: int, hand: Cards, **laws: object) -> State:
    """The state with another hand of a seat; the card lost lies aside."""
    lost = tuple(card for card in state.hand(seat) if card not in hand)
    state = replace(state, laws={**state.laws, **laws}, aside=(*state.aside, *lost))
    hands = [hand if at == seat else state.hand(at) for at in range(state.players)]
    return again(state, hands=hands)


def irregular_hands(state: State, event: IrregularHands) -> State:
    """The one draws from the other, and both pay to the pool."""
    if not state.tricks or event.over == event.short:
        raise RulesError("irregular_hands: expected two seats, and after the first trick")
    if not {event.over, event.short} <= set(range(state.players)):
        raise RulesError(f"irregular_hands: expected seats 0 to {state.players - 1}")
    fined = [*state.laws.get("fined", ()), event.over, event.short]
    return _with(state, fined=fined)


def omitted_play(state: State, event: OmittedPlay) -> State:
    """The trick goes on without him; he takes the last one, and plays the card left over alone."""
    position = _position(state)
    if event.by != state.to_act or not position.trick:
        raise RulesError(f"omitted_play: expected seat {state.to_act}, and a trick that is led")
    start = course.begin(position)
    left = max(map(len, start.hands))
    last = {"trick": len(state.tricks) + left - 1, "seat": event.by}
    hand = tuple(start.hands[event.by])
    laws = {"short": True, "last_trick": event.by}
    credits = [*state.laws.get("credits", ()), last]
    state = replace(state, laws={**state.laws, **laws, "credits": credits})
    hands = [() if at == event.by else tuple(cards) for at, cards in enumerate(start.hands)]
    state = again(replace(state, withheld=(*state.withheld, (event.by, hand))), hands=hands)
    return after_omission(state)


def after_omission(state: State) -> State:
    """If he was the last to play, the trick is done."""
    position = _position(state)
    if position.trick or not state.withheld:
        return state
    held = dict(state.withheld)
    hands = [held.get(at, tuple(hand)) for at, hand in enumerate(position.hands)]
    return again(replace(state, withheld=()), hands=hands)
