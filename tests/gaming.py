"""Games to test the referee with: played at random, scripted, or begun just before their end."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kibitz import Deal, Position, Rules, parse_cards, variants
from kibitz.advise.player import choose_at_random
from kibitz.game import actions as act
from kibitz.game.actions import Action
from kibitz.game.dealing import pack
from kibitz.game.referee import position_is
from kibitz.game.state import State, actions, apply, new_match, view

CHOICES: dict[str, dict[str, list[Any]]] = {
    "bid": {
        "bidding": ["sell", "raise", "board"],
        "seller_cap": ["strict", "within_one", "none"],
        "dealer_may_steal": [True],
        "stick_the_dealer": [True],
        "red_on_set_back": [True],
        "target": [5, 11],
    },
    "cinch": {
        "draw": ["rob", "no_rob", "four_more"],
        "set_back": [True],
        "first_lead_trump": [True],
        "stick_the_dealer": [True],
        "min_bid": [1, 5],
    },
}
"""Options to play with, by what the deal writes down."""


def tables() -> Iterator[tuple[str, int]]:
    """Every variant with every number of players, and with one more where the dealer sits out."""
    for variant in variants():
        rules = Rules(variant)
        for players in range(rules.players[0], rules.most_seats + 1):
            yield variant, players


def some_options(variant: str, players: int, rng: random.Random) -> dict[str, Any]:
    """A few options of a variant, often none."""
    table = {name for name, *_ in Rules(variant).option_table()}
    chosen = {
        name: rng.choice(values)
        for name, values in CHOICES.get(Rules(variant).score_rule, {}).items()
        if name in table and rng.random() < 0.2
    }
    if players > 4 and chosen.get("draw") == "four_more":
        del chosen["draw"]
    if "deal_all" in table and rng.random() < 0.3:
        chosen["deal_all"] = True
    return chosen


def moments(state: State, rng: random.Random, deals: int, *, wild: bool = False) -> Iterator[State]:
    """A game played at random, state by state, for so many deals at most.

    Bids are mostly low, so that games come to an end; `wild` ones are of any height.
    """
    while state.phase != "over" and not (state.phase == "scored" and state.number + 1 >= deals):
        legal = actions(state)
        if wild or state.phase != "auction":
            action = legal.sample(rng)
        else:
            action = choose_at_random(view(state, state.to_act or 0), legal, rng)
        state = apply(state, action)
        yield state


def scripted(state: State, *script: Action) -> State:
    """The state after some actions."""
    for action in script:
        state = apply(state, action)
    return state


def dealt(rules: Rules, *hands: str, dealer: int = 0, rest: str = "") -> State:
    """A game whose cards have been dealt by hand; seats and rest are filled up from the pack."""
    state = new_match(rules, len(hands), dealer=dealer)
    size = len(deal_sizes(state)[0])
    named = [list(parse_cards(hand)) for hand in hands]
    first = list(parse_cards(rest))
    left = [
        card
        for card in pack(rules, len(hands))
        if card not in first and not any(card in hand for hand in named)
    ]
    for hand in named:
        while len(hand) < size:
            hand.append(left.pop(0))
    return apply(state, act.Deal(tuple(map(tuple, named)), (*first, *left)))


def deal_sizes(state: State) -> tuple[act.Cards, ...]:
    """Hands of the right size."""
    deal = actions(state).sample(random.Random(0))
    assert isinstance(deal, act.Deal)
    return deal.hands


def ending(state: State, trump: str | None, plays: str, *hands: str) -> State:
    """A deal whose last tricks are played: short hands, the maker leads or else eldest hand."""
    record = {
        "variant": state.rules.name,
        "options": state.rules.options,
        "players": state.players,
        "trump": trump,
        "leader": state.eldest if state.maker is None else state.maker,
        "hands": list(hands),
        "maker": state.maker,
        "bid": state.bid,
    }
    state = replace(state, trump=trump)
    state = position_is(state, Position(Deal.from_record(record)))
    for card in parse_cards(plays):
        state = apply(state, act.Play(card))
    return state


def standing(state: State, *scores: int) -> State:
    """The same moment of a game in which the seats have these scores."""
    return replace(state, before=scores, scores=scores)
