"""The odds of a heart led, by counting hands: does it win when all others duck who can?

A player ducks with a lower heart; without one he plays a higher, or has no heart at all. So the
card led wins if and only if everybody else has a lower heart or none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, prod

from kibitz._core import Card, Rules, parse_cards
from kibitz.errors import NotationError, RulesError
from kibitz.game import dealing

GAME = "hearts"
HEARTS = "H"
NEAR = Fraction(5, 4)
"""Odds within this factor of what a book says "about" are what it says."""


@dataclass(frozen=True, slots=True)
class Saying:
    """What the book says of a lead, and what counting finds.

    Attributes:
        words: what is led from what.
        book: the book's figure, as it prints it.
        said: the probability that it comes to.
        found: the exact probability.
    """

    words: str
    book: str
    said: Fraction
    found: Fraction

    @property
    def is_right(self) -> bool:
        """Are the odds within a quarter of the book's?"""
        ratio = odds_of(self.found) / odds_of(self.said)
        return 1 / NEAR <= ratio <= NEAR


def odds_of(chance: Fraction) -> Fraction:
    """A probability as odds on."""
    return chance / (1 - chance)


def against(chance: Fraction) -> str:
    """A probability as odds, against where it is less than a half.

    >>> against(Fraction(1, 4)), against(Fraction(2, 3)), against(Fraction(0))
    ('3.00 to 1 against', '2.00 to 1 on', 'never')
    """
    if chance in (0, 1):
        return "always" if chance else "never"
    if chance < Fraction(1, 2):
        return f"{float(1 / odds_of(chance)):.2f} to 1 against"
    return f"{float(odds_of(chance)):.2f} to 1 on"


def lead_wins(hand: Iterable[Card], card: Card, players: int = 4) -> Fraction:
    """The probability that a heart led first wins the trick, when all others duck who can.

    Args:
        hand: the hearts that the leader holds; other cards make no difference.
        card: the heart he leads.
        players: how many play.

    Raises:
        RulesError: so many do not play, or the hand is too large or not of the pack.

    >>> from kibitz import parse_cards
    >>> float(round(lead_wins(parse_cards("5H"), Card("5H")), 4))
    0.2462
    """
    pack, size = _table(players)
    held = {*hand} | {card}
    strange = sorted(held - {*pack})
    if strange or card.suit != HEARTS:
        raise RulesError(f"{(strange or [card])[0]}: expected hearts of the pack of {players}")
    if len(held) > size:
        raise RulesError(f"{len(held)} cards: expected a hand of {size} at most")
    hearts = [each for each in pack if each.suit == HEARTS and each not in held]
    lower = sum(each < card for each in hearts)
    unseen = len(pack) - size
    return _all_duck(lower, len(hearts) - lower, unseen - len(hearts), players - 1, size)


def suit_goes_round(held: int, players: int = 4) -> Fraction:
    """The probability that everybody can follow when a plain suit of so many cards is led.

    Raises:
        RulesError: so many cannot be held, or so many do not play.
    """
    pack, size = _table(players)
    all_ = sum(card.suit == "D" for card in pack)
    if not 0 <= held <= min(all_, size):
        raise RulesError(f"{held} held: expected 0 to {min(all_, size)}")
    left, unseen, others = all_ - held, len(pack) - size, players - 1
    void = Fraction(0)
    for k in range(1, others + 1):  # by inclusion and exclusion over who is void
        share = Fraction(comb(unseen - k * size, left), comb(unseen, left))
        void += (-1) ** (k + 1) * comb(others, k) * share
    return 1 - void


def table(rank: str, players: int = 4) -> list[tuple[int, Fraction]]:
    """The probability that a heart wins as the lowest of so many that are held.

    Raises:
        RulesError: it is not a heart of the pack.
    """
    pack, size = _table(players)
    card = Card(rank + HEARTS)
    hearts = [each for each in pack if each.suit == HEARTS]
    higher = [each for each in hearts if card < each]
    return [
        (count, lead_wins(higher[: count - 1], card, players))
        for count in range(1, min(len(higher) + 1, size) + 1)
    ]


def mean_over_hands(rank: str, players: int = 4) -> Fraction:
    """The probability that a heart wins as the lowest held, over all hands in which it is that."""
    pack, size = _table(players)
    rows = table(rank, players)
    others = sum(card.suit != HEARTS for card in pack)
    higher = sum(card.suit == HEARTS and Card(rank + HEARTS) < card for card in pack)
    ways = [comb(higher, count - 1) * comb(others, size - count) for count, _ in rows]
    total = sum((way * chance for way, (_, chance) in zip(ways, rows, strict=True)), Fraction(0))
    return total / sum(ways)


def sayings() -> tuple[Saying, ...]:
    """What Foster's Hearts says of leads with four players, beside what counting finds."""

    def lowest(rank: str, count: int) -> Fraction:
        return dict(table(rank))[count]

    def to(one: int, other: int) -> Fraction:
        return Fraction(other, one + other)

    return (
        Saying("the 4 led, whatever is held above it", "50 to 1 against", to(50, 1),
               mean_over_hands("4")),
        Saying("the 5 led, the only heart", "19 to 6 against", to(19, 6), lowest("5", 1)),
        Saying("the 5 led, the lowest of four", "29 to 11 against", to(29, 11), lowest("5", 4)),
        Saying("the 5 led, the lowest of eight", "even", to(1, 1), lowest("5", 8)),
        Saying("the 6 led, the only heart", "even", to(1, 1), lowest("6", 1)),
        Saying("the 7 led, the only heart", "2 to 1 on", to(1, 2), lowest("7", 1)),
    )  # fmt: skip


def ways_for_the_four() -> tuple[Fraction, Fraction]:
    """How the 4, led as the only heart by one of four, can win.

    Returns:
        The probability that just one of the others has no heart, the two and the three being
        divided; and that two have none, and the third has them all.
    """
    pack, size = _table(4)
    hearts = sum(card.suit == HEARTS for card in pack) - 1
    two_void = 3 * Fraction(comb(size, hearts), comb(3 * size, hearts))
    return lead_wins((), Card("4H")) - two_void, two_void


def read_hand(text: str, lead: str | None = None) -> tuple[tuple[Card, ...], Card]:
    """A hand and the heart that is led from it: the lowest, if it is not said.

    Raises:
        NotationError: there is no heart in it, a card is in it twice, or the card led is not one.
    """
    hand = parse_cards(text)
    if twice := sorted({card for card in hand if hand.count(card) > 1}):
        raise NotationError(f"{twice[0]} is twice in the hand: expected each card once")
    hearts = [card for card in hand if card.suit == HEARTS]
    if not hearts:
        raise NotationError(f"{text[:40]!r}: expected a hand with a heart to lead")
    card = min(hearts) if lead is None else Card(lead)
    if card not in hearts:
        held = " ".join(map(str, hearts))
        raise NotationError(f"{card} is not a heart of the hand: expected one of {held}")
    return hand, card


def _table(players: int) -> tuple[Sequence[Card], int]:
    rules = Rules(GAME)
    fewest, most = rules.players
    if not fewest <= players <= most:
        raise RulesError(f"{players} players: expected {fewest} to {most}")
    return dealing.pack(rules, players), dealing.hand_size(rules, players)


@lru_cache(maxsize=4096)
def _all_duck(lower: int, higher: int, plain: int, others: int, size: int) -> Fraction:
    """The share of all deals in which each of the others has a lower heart or no heart.

    What the others do not hold lies in a stock (two players).
    """
    whole = lower + higher + plain

    def ways(low: int, high: int, rest: int, hands: int) -> int:
        if hands == 0:
            return 1
        total = 0
        for l_, h in ((l_, h) for l_ in range(low + 1) for h in range(high + 1)):
            p = size - l_ - h
            if 0 <= p <= rest and (l_ or not h):
                here = comb(low, l_) * comb(high, h) * comb(rest, p)
                total += here * ways(low - l_, high - h, rest - p, hands - 1)
        return total

    deals = prod(comb(whole - hand * size, size) for hand in range(others))
    return Fraction(ways(lower, higher, plain, others), deals)
