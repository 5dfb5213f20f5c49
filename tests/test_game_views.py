"""No leak: a seat's view is the same for any two states that differ only in what it cannot see."""

import random
from dataclasses import replace
from itertools import chain

import pytest

from gaming import moments, scripted, some_options, tables
from kibitz import Card, KibitzError, Rules
from kibitz.game.actions import Action, Cards, Deal, Discard, PassCards, Play, Rob
from kibitz.game.state import State, View, actions, apply, new_match, view


def seen(state: State, seat: int) -> set[Card]:
    """The cards that a seat has had in its hand, or that lie or have lain face up."""
    shown = view(state, seat)
    cards = {*shown.hand, *shown.found, *shown.got, *shown.turned, *chain(*shown.discards)}
    for by, action in state.log:
        if isinstance(action, Deal):
            cards |= {*action.hands[seat]}
        elif isinstance(action, Play):
            cards.add(action.card)
        elif isinstance(action, Discard) or by == seat:
            cards |= {*getattr(action, "cards", ()), *getattr(action, "out", ())}
    return cards


def in_the_open(state: State) -> tuple[object, ...]:
    """What hidden cards bring to light by the rules themselves."""
    return state.discards, state.to_act


def exchanged(action: Action, one: Card, other: Card) -> Action:
    """The same action with two cards in each other's place."""
    names = {one: other, other: one}

    def change(cards: Cards) -> Cards:
        return tuple(names.get(card, card) for card in cards)

    if isinstance(action, Deal):
        return Deal(tuple(map(change, action.hands)), change(action.rest))
    if isinstance(action, Rob):
        return Rob(change(action.cards), change(action.out))
    if isinstance(action, PassCards):
        return PassCards(change(action.cards))
    return action


def twin(state: State, one: Card, other: Card) -> State | None:
    """The state that would be, had two cards lain in each other's place; None if it cannot be."""
    blank = new_match(state.rules, state.players, dealer=state.dealer)
    try:
        return scripted(blank, *(exchanged(action, one, other) for _, action in state.log))
    except KibitzError:
        return None


@pytest.mark.parametrize(("variant", "players"), list(tables()))
def test_what_a_seat_cannot_see_is_not_in_its_view(variant: str, players: int) -> None:
    rng = random.Random(f"{variant} {players}")
    compared = 0
    for game in range(2):
        rules = Rules(variant, **some_options(variant, players, rng))
        states = list(moments(new_match(rules, players, seed=game), rng, 1))
        for state in rng.sample(states, min(6, len(states))):
            for seat in range(players):
                every = {card for hand in state.hands for card in hand}
                every |= {*state.rest, *state.stock, *state.widow, *state.aside}
                hidden = sorted(every - seen(state, seat))
                if len(hidden) < 2:
                    continue
                other = twin(state, *rng.sample(hidden, 2))
                # A trump that the dealer cannot keep is shown, and who leads the card that must be
                # led holds it: such twins differ in the open.
                if other is not None and in_the_open(other) == in_the_open(state):
                    assert view(other, seat) == view(replace(state, seed=None), seat)
                    compared += 1
    assert compared >= 4


def test_a_view_tells_a_seat_its_own_cards_and_what_was_done_in_the_open() -> None:
    rng = random.Random(5)
    for state in moments(new_match(Rules("modern_hearts"), seed=5), rng, 1):
        for seat in range(4):
            shown = view(state, seat)
            assert shown.hand == tuple(sorted(state.hand(seat)))
            assert shown.is_to_act == (state.to_act == seat)
            assert (shown.choices is not None) <= (state.to_act == seat)


def test_cards_passed_are_known_to_giver_and_receiver() -> None:
    state = new_match(Rules("black_lady"), seed=8)
    rng = random.Random(8)
    while state.phase != "play":
        state = apply(state, actions(state).sample(rng))
    shown: list[View] = [view(state, seat) for seat in range(4)]
    for seat in range(4):
        assert shown[(seat + 1) % 4].got == shown[seat].found
        assert set(shown[seat].got) <= set(shown[seat].hand)
    assert all(heard.action is None for heard in shown[0].history if heard.seat in (1, 2, 3))


def test_no_view_holds_the_seed() -> None:
    states = moments(new_match(Rules("cinch"), seed=123456789), random.Random(1), 1)
    assert all("123456789" not in str(view(state, 0)) for state in states)
