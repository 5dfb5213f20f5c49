"""Modern Hearts played side by side with OpenSpiel's `hearts`: legal plays and final returns.

At full size, 2,000 deals for each combination of options: python tests/openspiel_hearts.py
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

import pyspiel

import kibitz

SEATS, CARDS, PASSED = 4, 52, 3
MOON = 26
SWITCHES = {
    "break_hearts": "must_break_hearts",
    "queen_breaks_hearts": "qs_breaks_hearts",
    "no_points_first_trick": "no_pts_on_first_trick",
    "jack_of_diamonds": "jd_bonus",
}
"""Our options and the parameters of OpenSpiel that mean the same."""
COMBINATIONS = [
    dict(zip(SWITCHES, chosen, strict=True)) for chosen in product((False, True), repeat=4)
]


@dataclass(slots=True)
class Tally:
    """What a comparison came upon."""

    deals: int = 0
    plays: int = 0
    moons: int = 0


def compare(options: dict[str, bool], deals: int, seed: str) -> Tally:
    """Play random deals in both programs; AssertionError, with the deal, where they part."""
    rules = kibitz.Rules(
        "black_lady", lead_card="2C", shoot_the_moon="others", **options
    )  # OpenSpiel always leads the 2C and always lets the moon be shot
    fixed = {
        "can_lead_any_club": False,
        "avoid_all_tricks_bonus": False,
        "can_lead_hearts_instead_of_qs": False,
    }
    theirs = {SWITCHES[name]: value for name, value in options.items()}
    game = pyspiel.load_game("hearts", fixed | theirs)
    tally = Tally()
    for number in range(deals):
        _compare_deal(game, rules, Random(f"{seed} {theirs} {number}"), tally)
    return tally


def _compare_deal(game: pyspiel.Game, rules: kibitz.Rules, rng: Random, tally: Tally) -> None:
    state = game.new_initial_state()
    shooter = rng.choice([None, None, *range(SEATS)])
    hands = _deal_and_pass(state, rng, shooter)
    record = {
        "variant": rules.name,
        "options": rules.options,
        "players": SEATS,
        "trump": None,
        "leader": next(seat for seat, hand in enumerate(hands) if "2C" in hand),
        "hands": [" ".join(sorted(hand)) for hand in hands],
    }
    position = kibitz.Position(kibitz.Deal.from_record(record))
    while not state.is_terminal():
        where = position.text()
        assert position.to_move == state.current_player(), where
        legal = {state.action_to_string(action): action for action in state.legal_actions()}
        assert set(map(str, position.legal())) == set(legal), where
        card = _choose(list(legal), rng, state.current_player(), shooter)
        state.apply_action(legal[card])
        position = position.play(card)
        tally.plays += 1
    assert position.is_over, position.text()
    assert [MOON + points for points in position.points] == state.returns(), position.text()
    tally.deals += 1
    bonus = 10 if rules.options.get("jack_of_diamonds") else 0
    tally.moons += sum(position.points) - bonus == -MOON * (SEATS - 1)


def _deal_and_pass(state: pyspiel.State, rng: Random, shooter: int | None) -> list[set[str]]:
    """The hands after the pass, in whichever direction; OpenSpiel's 0 is none."""
    direction = rng.randrange(SEATS)
    state.apply_action(direction)
    pack = list(range(CARDS))  # the lowest ranks first
    rng.shuffle(pack)
    if shooter is not None:
        strong = rng.sample(range(CARDS - 16, CARDS), CARDS // SEATS)  # the jack and above
        rest = iter([action for action in pack if action not in strong])
        order = iter(strong)
        pack = [next(order if turn % SEATS == shooter else rest) for turn in range(CARDS)]
    hands: list[set[str]] = [set() for _ in range(SEATS)]
    for number, action in enumerate(pack):
        hands[number % SEATS].add(state.action_to_string(action))
        state.apply_action(action)
    passes = [rng.sample(sorted(hand), PASSED) for hand in hands] if direction else []
    for seat, cards in enumerate(passes):
        for card in cards:
            actions = {state.action_to_string(action): action for action in state.legal_actions()}
            assert set(actions) <= hands[seat]
            state.apply_action(actions[card])
        hands[seat] -= set(cards)
    for seat, cards in enumerate(passes):
        hands[(seat + direction) % SEATS] |= set(cards)
    return hands


def _choose(cards: Sequence[str], rng: Random, seat: int, shooter: int | None) -> str:
    """A random card; with a shooter he plays high and the others low, so that moons are shot."""
    if shooter is None:
        return rng.choice(cards)
    ranked = sorted(cards, key=lambda card: ("23456789TJQKA".index(card[0]), card[1]))
    return ranked[-1] if seat == shooter else ranked[0]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="for each combination")
    parser.add_argument("--seed", default="kibitz")
    asked = parser.parse_args(arguments)
    for options in COMBINATIONS:
        began = time.perf_counter()
        tally = compare(options, asked.deals, asked.seed)
        named = ", ".join(name for name, on in options.items() if on) or "no option"
        seconds = time.perf_counter() - began
        print(
            f"{tally.deals} deals, {tally.plays} plays, {tally.moons} moons: equal; {named}"
            f" ({seconds:.0f} s)",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
