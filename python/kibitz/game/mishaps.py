"""Errors in the play: cards exposed, led or played out of turn; what the others may ask for them.

Each effect takes a state and an event to the state after it; which games have it is in laws.py.
"""

from collections.abc import Callable

from kibitz._core import Card
from kibitz.errors import IllegalPlayError, RulesError
from kibitz.game import course, discard
from kibitz.game.actions import Cards, Event
from kibitz.game.events import (
    AbandonedHand,
    Call,
    Choose,
    ClaimTrick,
    Demand,
    Exposed,
    Forbid,
    LeadOutOfTurn,
    PlayOutOfTurn,
    Remark,
    Stand,
    TwoCards,
)
from kibitz.game.hearts import passes_to
from kibitz.game.misdeals import adversary, asks, face
from kibitz.game.situation import State, changed
from kibitz.game.standing import (
    HIGH_OR_LOW,
    LEADS,
    TRUMP_OR_NOT,
    after_play,
    again,
    check_held,
    credited,
    demands,
    may_demand,
    position_of,
    put,
    side_of,
    teams_of,
    under,
)

FOUR = 4
SECOND, THIRD, FOURTH = 1, 2, 3


def demand(state: State, event: Demand) -> State:
    """A demand on a seat's next play or lead; a card it played too soon is taken back.

    What one has asked for nobody else can.
    """
    left = tuple(
        choice
        for choice in state.choices
        if not any(isinstance(each, Demand) and each.of == event.of for each in choice.options)
    )
    early = tuple((seat, card) for seat, card in state.early if seat != event.of)
    state = changed(state, early=early, choices=left)
    return under(state, demands=[*demands(state), {"seat": event.of, "kind": event.kind}])


# ---- exposed cards -----------------------------------------------------------------------------


def exposed(state: State, event: Exposed) -> State:
    """The cards are left face up, and may be called."""
    check_held(state, event.by, *event.cards)
    return under(face(state, event.by, event.cards))


def abandoned_hand(state: State, event: AbandonedHand) -> State:
    """All the cards of the hand are exposed."""
    hand = state.hand(event.by)
    check_held(state, event.by, *hand)
    return under(face(state, event.by, hand))


def _two(state: State, event: TwoCards, judge: Callable[[State, int], int]) -> State:
    check_held(state, event.by, *event.cards)
    if event.by != state.to_act or len(set(event.cards)) != len(("one", "other")):
        raise RulesError(f"two_cards: expected two cards of seat {state.to_act}")
    one, other = event.cards
    legal = position_of(state).legal()
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
    return put(under(face(state, event.of, (event.faced,))), event.of, event.card)


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
    trump = position_of(state).trump
    return trump is not None and card in discard.trumps(state.rules, trump)


def _may_call(state: State, by: int, holder: int, card: Card) -> bool:
    """May he still? The adversary on the right of the card has to speak before he plays."""
    teams, position = teams_of(state), position_of(state)
    played = [seat for seat, _ in position.trick]
    right = (holder - 1) % state.players
    late = holder in played or (
        len(set(teams)) < state.players and right in played and position.leader != holder
    )
    told = any(each.get("card") == str(card) for each in demands(state))
    return teams[by] != teams[holder] and not late and not told


def _holder(state: State, card: Card) -> int:
    for seat, cards in enumerate(state.laws.get("exposed", ())):
        if str(card) in cards.split():
            return seat
    raise RulesError(f"{card} cannot be called: expected an exposed card")


def _called(state: State, event: Call | Forbid, kind: str) -> State:
    holder = _holder(state, event.card)
    if not _may_call(state, event.by, holder, event.card):
        raise RulesError(f"seat {event.by} cannot call {event.card}: not his right, or too late")
    wanted = {"seat": holder, "kind": kind, "card": str(event.card)}
    return under(state, demands=[*demands(state), wanted])


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
    position = position_of(state)
    order = _with_cards(state, event.by)
    if position.trick or event.by == state.to_act:
        raise RulesError(f"lead_out_of_turn: seat {event.by} leads in turn, or the trick is led")
    if order[:1] != [event.by] or not 0 < len(event.cards) <= len(order):
        raise RulesError("lead_out_of_turn: expected a card, and those of who has followed")
    for seat, card in zip(order, event.cards, strict=False):
        check_held(state, seat, card)
    return state, len(event.cards) == len(order)


def _with_cards(state: State, first: int) -> list[int]:
    """The seats that hold cards, as they play when the first of them leads."""
    held = position_of(state).hands
    return [
        seat for seat in (state.left_of(first, step) for step in range(state.players)) if held[seat]
    ]


def _stands(state: State, event: LeadOutOfTurn) -> State:
    """The error cannot be put right: the trick is led by who led it."""
    order = _with_cards(state, event.by)
    start = course.begin(position_of(state))
    state = again(state, start=start, leader=event.by, played=event.cards, strict=True)
    for seat, card in zip(order, event.cards, strict=False):
        laws = after_play(changed(state, early=()), seat, card).laws
        state = changed(state, laws=laws)
    return state


def lead_of_a_side(state: State, event: LeadOutOfTurn) -> State:
    """The card is exposed; the partner, if it was his turn, may be told to lead trumps or not."""
    state, all_followed = _false_lead(state, event)
    if all_followed:
        return _stands(state, event)
    turn = state.to_act
    assert turn is not None
    state = under(face(state, event.by, event.cards[:1]))
    if turn not in side_of(state, event.by):
        return state
    right = (turn - 1) % state.players
    return may_demand(state, right, turn, LEADS[:2])


def lead_in_hearts(state: State, event: LeadOutOfTurn) -> State:
    """His right-hand neighbour may tell him to lead a heart, or none, when next he leads."""
    state, all_followed = _false_lead(state, event)
    if all_followed:
        return _stands(state, event)
    return may_demand(state, passes_to(state.seats, event.by, -1), event.by, LEADS[2:])


def lead_against_the_pitcher(state: State, event: LeadOutOfTurn) -> State:
    """The pitcher may make demands on the next play; if he has followed, the lead stands."""
    state, all_followed = _false_lead(state, event)
    followed = _with_cards(state, event.by)[1 : len(event.cards)]
    if all_followed or state.maker in followed:
        return _stands(state, event)
    return _pitcher_demands(state, event.by)


def _pitcher_demands(state: State, of: int) -> State:
    if state.maker is None or of in side_of(state, state.maker):
        return state
    return may_demand(state, state.maker, of, (*HIGH_OR_LOW, *TRUMP_OR_NOT))


def early(state: State, event: PlayOutOfTurn) -> State:
    """The card stands, and counts in its turn."""
    played = [seat for seat, _ in position_of(state).trick]
    check_held(state, event.by, event.card)
    if not played or event.by in (*played, state.to_act, *dict(state.early)):
        raise RulesError(f"play_out_of_turn: seat {event.by} is in turn, or has played")
    return changed(state, early=(*state.early, (event.by, event.card)))


def play_of_a_side(state: State, event: PlayOutOfTurn) -> State:
    """Third before second: the fourth may too. Fourth before second and third: a trick lost."""
    before = dict(state.early)
    state = early(state, event)
    position = position_of(state)
    seats = [state.left_of(position.leader, step) for step in range(state.players)]
    if state.players != FOUR or len(set(teams_of(state))) == FOUR:
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
    position = position_of(state)
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
    return under(state, credits=credited(state, len(state.tricks), event.by))


def play_in_hearts(state: State, event: PlayOutOfTurn) -> State:
    """His left-hand neighbour may have the card taken back, and say how he has to play.

    If that is who led the trick, he whose turn it was may too.
    """
    kinds = (*HIGH_OR_LOW, "discard_no_heart")
    state, turn = early(state, event), state.to_act
    judge = passes_to(state.seats, event.by, 1)
    led = position_of(state).leader == judge
    state = may_demand(state, judge, event.by, kinds)
    if not led or turn is None:
        return state
    return may_demand(state, turn, event.by, kinds)


def play_against_the_pitcher(state: State, event: PlayOutOfTurn) -> State:
    """The pitcher may have the card taken back, and say how its player has to play."""
    return _pitcher_demands(early(state, event), event.by)


def remark(state: State, event: Remark) -> State:
    """The other side may tell him how to play to this trick."""
    played = [seat for seat, _ in position_of(state).trick]
    if event.by in played or not played:
        raise RulesError(f"remark: seat {event.by} has no play to this trick")
    judge = adversary(state, event.by)
    return may_demand(state, judge, event.by, (*HIGH_OR_LOW, *TRUMP_OR_NOT))
