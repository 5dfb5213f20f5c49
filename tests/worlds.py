"""The oracle of beliefs: every way for unseen cards to lie, each tried by playing the record again.

It knows rules of play from reference.py alone, and shares no code with the engine.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

import reference
from endings import _pack, known

Record = dict[str, Any]
World = tuple[frozenset[str], ...]
"""What each seat holds now, then the stock and the widow."""

MOST_HIDDEN = 7
SHAPES = {2: 3, 3: 3, 4: 2, 5: 2, 6: 2, 7: 2, 8: 2}
"""Cards a hand, by the number of players: small enough to look at every world."""


def ending(
    rng: random.Random, variant: str, players: int, trumps: Sequence[Any], **more: Any
) -> Record:
    """A small random ending with some plays made; `more` are further fields."""
    options = more.pop("options", {})
    pack = _pack(variant, options, players)
    stocked, widow = more.pop("stock", 0), more.pop("widow", 0)
    size = SHAPES[players] - (stocked > 0 and players > 2)
    rng.shuffle(pack)
    cut = size * players
    record: Record = {
        "variant": variant,
        "options": options,
        "players": players,
        "trump": rng.choice(trumps),
        "leader": rng.randrange(players),
        "hands": [" ".join(pack[size * seat : size * (seat + 1)]) for seat in range(players)],
        "plays": "",
        **more,
    }
    if stocked:
        record["stock"] = " ".join(pack[cut : cut + stocked])
    if widow:
        record["widow"] = " ".join(pack[cut : cut + widow])
    state = reference.start(known(record))
    plays: list[str] = []
    hidden = size * (players - 1) + widow
    for _ in range(rng.randrange(max(1, hidden - MOST_HIDDEN), size * players)):
        after = reference.play(state, rng.choice(reference.legal(state)))
        if reference.over(after) or not any(after.hands):
            break
        plays.append(_last(state, after))
        state = after
    return record | {"plays": " ".join(plays)}


def _last(before: reference.State, after: reference.State) -> str:
    """The card that was played between two states."""
    held = {card for hand in before.hands for card in hand} | {*before.stock}
    left = {card for hand in after.hands for card in hand} | {*after.stock}
    [card] = held - left
    return card


def worlds(record: Mapping[str, Any], seat: int) -> Counter[World]:
    """Every world that the seat cannot tell from the record's, with the ways in which it comes."""
    plays = str(record["plays"]).split()
    told, now = _story(record, plays, seat)
    found: Counter[World] = Counter()
    for other in _others(record, plays, seat):
        story = _story(other, plays, seat)
        if story is not None and story[0] == told:
            found[story[1]] += 1
    assert now in found
    return found


def _story(record: Mapping[str, Any], plays: Sequence[str], seat: int) -> Any:
    """All that the seat sees, and the world at the end; None where a play is not legal."""
    state = reference.start({**known(record), "plays": ""})
    own = record["hands"][seat]
    told: list[Any] = [own]
    for card in plays:
        if card not in reference.legal(state):
            return None
        turn = state.turn
        state = reference.play(state, card)
        told.append((turn, state.hands[seat], [*map(len, state.hands)], len(state.stock)))
    widow = str(record.get("widow") or "")
    won = len(plays) >= record["players"] and widow and _first_winner(record, plays) == seat
    if won:
        told.append(widow)
    hidden = frozenset(() if won else widow.split())
    return told, (*state.hands, frozenset(state.stock), hidden)


def _first_winner(record: Mapping[str, Any], plays: Sequence[str]) -> int:
    state = reference.start({**known(record), "plays": ""})
    for card in plays[: record["players"]]:
        state = reference.play(state, card)
    return state.turn


def _others(
    record: Mapping[str, Any], plays: Sequence[str], seat: int
) -> Iterator[Mapping[str, Any]]:
    """The record with the cards that the seat was not dealt in every other order.

    Hands and the widow are sets; only a stock has an order.
    """
    hands = [str(hand).split() for hand in record["hands"]]
    stock, widow = str(record.get("stock") or "").split(), str(record.get("widow") or "").split()
    fixed: list[set[str]] = [set() for _ in hands]
    if not stock:  # who played a card was dealt it
        state = reference.start({**known(record), "plays": ""})
        for card in plays:
            fixed[state.turn].add(card)
            state = reference.play(state, card)
    free = [
        card
        for place in (*(h for s, h in enumerate(hands) if s != seat), stock, widow)
        for card in place
        if not any(card in cards for cards in fixed)
    ]

    def deal(at: int, left: list[str], dealt: list[str]) -> Iterator[Mapping[str, Any]]:
        if at == len(hands):
            for out in combinations(left, len(widow)):
                rest = [card for card in left if card not in out]
                for order in permutations(rest):
                    yield {**record, "hands": dealt, "stock": " ".join(order),
                           "widow": " ".join(out)}  # fmt: skip
            return
        if at == seat:
            yield from deal(at + 1, left, [*dealt, " ".join(hands[at])])
            return
        for cards in combinations(left, len(hands[at]) - len(fixed[at])):
            rest = [card for card in left if card not in cards]
            yield from deal(at + 1, rest, [*dealt, " ".join([*fixed[at], *cards])])

    yield from deal(0, free, [])
