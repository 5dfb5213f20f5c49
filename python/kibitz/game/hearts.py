"""The deal of the Hearts games: pack, hand, stock and widow, who leads, who passes to whom.

Pure functions; the games are told apart by fields of the rules (RULES sections 4 and 7).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kibitz._core import Card, Rules
from kibitz.errors import RulesError
from kibitz.game.fields import field

RANKS = "23456789TJQKA"
CUT = "A23456789TJQK"
TWO_HANDED = 13
WIDOW_HAND = {3: 16, 4: 12, 5: 10, 6: 8}
"""Cards a hand, by number of players, where there is a widow: it is what is left over."""
OUT = {3: ("2S",), 5: ("2S", "2C"), 6: ("2S", "2C", "2D", "2H")}
"""Cards that are out of the pack, so that it can be dealt out."""
OUT_WITH_WIDOW = {3: ("2S",), 4: ("2S",)}


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Where the cards lie that nobody was dealt; `aside` is seen by nobody."""

    stock: tuple[Card, ...] = ()
    widow: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()


def dealer_out(rules: Rules, players: int) -> bool:
    """Are there one too many at the table, so that the dealer takes no cards?"""
    return rules.players[1] < players <= rules.most_seats


def seated(rules: Rules, players: int, dealer: int) -> tuple[int, ...]:
    """The seats that are dealt cards, eldest hand first.

    >>> seated(Rules("hearts"), 6, 2), seated(Rules("hearts"), 7, 2)
    ((3, 4, 5, 0, 1, 2), (3, 4, 5, 6, 0, 1))
    """
    order = tuple((dealer + 1 + step) % players for step in range(players))
    return order[:-1] if dealer_out(rules, players) else order


@lru_cache(maxsize=64)
def pack(rules: Rules, players: int) -> tuple[Card, ...]:
    """The cards that so many play with, in the order of their numbers."""
    players -= dealer_out(rules, players)
    cards = {Card(rank + suit) for suit in "CDHS" for rank in RANKS}
    for change in field(rules, "pack", "").split():
        card = Card(change[1:])
        cards = cards | {card} if change[0] == "+" else cards - {card}
    out = OUT_WITH_WIDOW if field(rules, "widow", False) else OUT
    return tuple(sorted(cards - {Card(card) for card in out.get(players, ())}))


def draws(rules: Rules, players: int) -> bool:
    """Do so many players draw from a stock?"""
    return field(rules, "stock", "none") == "domino" or (
        players == 2 and field(rules, "stock", "none") == "two_players"
    )


def hand_size(rules: Rules, players: int, cards: int) -> int:
    """How many of so many cards each player gets."""
    players -= dealer_out(rules, players)
    if draws(rules, players):
        return field(rules, "hand_size", 0) or TWO_HANDED
    if field(rules, "widow", False):
        return WIDOW_HAND[players]
    return cards // players


def left_over(rules: Rules, players: int, rest: Sequence[Card]) -> LeftOver:
    """The place of what is left of the pack after the deal."""
    if draws(rules, players):
        return LeftOver(stock=tuple(rest))
    if field(rules, "widow", False):
        return LeftOver(widow=tuple(rest))
    return LeftOver(aside=tuple(rest))


def leader(rules: Rules, hands: Sequence[Sequence[Card]], dealer: int, maker: int | None) -> int:
    """Who leads: the holder of the card that must be led, or who named the suit, or eldest.

    A dealer who takes no cards may still have the suit to name; then eldest hand leads.
    """
    card = field(rules, "lead_card", "")
    for seat, hand in enumerate(hands):
        if card and Card(card) in hand:
            return seat
    return (dealer + 1) % len(hands) if maker is None or not hands[maker] else maker


def lowest_cut(cuts: Sequence[Card]) -> tuple[int, ...]:
    """Who has the first choice of seats and the first deal, ace low; several must cut again."""
    low = min(CUT.index(card.rank) for card in cuts)
    return tuple(seat for seat, card in enumerate(cuts) if CUT.index(card.rank) == low)


# ---- passing cards ---------------------------------------------------------------------------


def pass_count(rules: Rules) -> int:
    """How many cards each lays out for another; 0: none."""
    return field(rules, "pass_cards", 0)


def pass_steps(rules: Rules, players: int, number: int) -> int:
    """How many players to the left the cards go in the deal of that number; 0: nobody passes.

    By deal: left, right, across where a seat is opposite, and not at all.
    """
    if pass_count(rules) == 0:
        return 0
    players -= dealer_out(rules, players)
    steps = {"hold": 0, "left": 1, "right": players - 1, "across": players // 2}
    direction = field(rules, "pass_direction", "left")
    if direction != "by_deal":
        return steps[direction]
    ways = ["left", "right", "across", "hold"]
    if players == 2:
        ways = ["left", "hold"]
    elif players % 2:
        ways.remove("across")
    return steps[ways[number % len(ways)]]


def passes_to(order: Sequence[int], seat: int, steps: int) -> int:
    """Who gets what a seat lays out; with fewer than no steps, who gives it.

    Args:
        order: the seats that are dealt cards, as they sit.
        seat: one of them.
        steps: as `pass_steps`.
    """
    return order[(order.index(seat) + steps) % len(order)]


def passed(
    hands: Sequence[Sequence[Card]], out: Sequence[Sequence[Card]], steps: int
) -> tuple[tuple[Card, ...], ...]:
    """The hands after the cards laid out have gone so many players to the left."""
    order = [seat for seat, hand in enumerate(hands) if hand]
    got: list[tuple[Card, ...]] = [()] * len(hands)
    for seat, cards in enumerate(out):
        if not set(cards) <= set(hands[seat]) or len({*cards}) < len(cards):
            raise RulesError(f"seat {seat} cannot pass {' '.join(map(str, cards))}")
        if seat in order:
            got[passes_to(order, seat, steps)] = tuple(cards)
    return tuple(
        (*(card for card in hand if card not in out[seat]), *got[seat])
        for seat, hand in enumerate(hands)
    )
