"""From a pack to hands: shuffled by a seed, the same everywhere, or entered by hand.

Which cards are in the pack, and how many each gets where it is dealt out, is in hearts.py.
"""

import random
from collections.abc import Sequence
from itertools import chain

from kibitz._core import Card, Rules
from kibitz.errors import RulesError
from kibitz.game import hearts
from kibitz.game.actions import Cards, Deal
from kibitz.game.fields import field

PACKET = 3
"""Cards dealt at a time in games with trumps, where a hand is not the pack dealt out."""
MOST_NINES = 4
"""Players who can hold nine cards each and still draw (RULES section 3)."""


def pack(rules: Rules, players: int) -> Cards:
    """The cards of the game; only Hearts leaves some out, so that the pack can be dealt out."""
    return hearts.pack(rules, 4 if rules.trumps else players)


def hand_size(rules: Rules, players: int) -> int:
    """How many cards each is dealt."""
    size = field(rules, "hand_size", 0)
    kept = field(rules, "kept", 0)
    if not size:
        return hearts.hand_size(rules, players, len(pack(rules, players)))
    return kept if kept and players > MOST_NINES else size


def deal(rules: Rules, players: int, dealer: int, seed: str) -> Deal:
    """The deal that a seed shuffles.

    >>> from kibitz import Rules
    >>> first = deal(Rules("cinch"), 4, 0, "7")
    >>> [len(hand) for hand in first.hands], len(first.rest)
    ([9, 9, 9, 9], 16)
    """
    return shuffled(rules, players, dealer, random.Random(seed))


def shuffled(rules: Rules, players: int, dealer: int, rng: random.Random) -> Deal:
    """A deal shuffled by a generator."""
    cards = list(pack(rules, players))
    rng.shuffle(cards)
    return distribute(rules, players, dealer, cards)


def distribute(rules: Rules, players: int, dealer: int, cards: Sequence[Card]) -> Deal:
    """Cards in the order of the pack, dealt from eldest hand on.

    Raises:
        RulesError: there are too few cards.
    """
    size = hand_size(rules, players)
    needed = size * (players - hearts.dealer_out(rules, players))
    if needed > len(cards):
        raise RulesError(f"{len(cards)} cards: expected {needed} or more")
    packet = PACKET if field(rules, "hand_size", 0) and rules.trumps else 1
    hands: list[list[Card]] = [[] for _ in range(players)]
    order = hearts.seated(rules, players, dealer)
    at = 0
    while len(hands[order[-1]]) < size:
        for hand in (hands[seat] for seat in order):
            take = min(packet, size - len(hand))
            hand += cards[at : at + take]
            at += take
    return Deal(tuple(map(tuple, hands)), tuple(cards[at:]))


def check(rules: Rules, players: int, dealer: int, dealt: Deal) -> None:
    """Refuse a deal that these rules cannot have.

    Raises:
        RulesError: hands of the wrong number or size, or cards that are not those of the pack.
    """
    faults = []
    size = hand_size(rules, players)
    if len(dealt.hands) != players:
        faults.append(f"{len(dealt.hands)} hands: expected {players}")
    order = hearts.seated(rules, players, dealer)
    for seat, hand in enumerate(dealt.hands):
        expected = size if seat in order else 0
        if len(hand) != expected:
            faults.append(f"seat {seat} is dealt {len(hand)} cards, expected {expected}")
    cards: Cards = (*chain.from_iterable(dealt.hands), *dealt.rest)
    whole = pack(rules, players)
    twice = sorted({card for card in cards if cards.count(card) > 1})
    for what, found in (
        ("dealt twice", twice),
        ("not in the pack", sorted(set(cards) - set(whole))),
        ("missing", sorted(set(whole) - set(cards))),
    ):
        if found:
            faults.append(f"{' '.join(map(str, found))} {what}")
    if faults:
        raise RulesError("; ".join(faults))
