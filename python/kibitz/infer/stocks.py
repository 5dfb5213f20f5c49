"""Games that draw from a stock in play: what happened to each hand, draw by draw.

A card that a seat was void of at some moment it can only have drawn since. So a world is weighed by
the ways in which its hands can have come about (docs/inference.md).
"""

from collections.abc import Iterable, Iterator

from kibitz._core import Card, CardSet
from kibitz.game.fields import field
from kibitz.infer.evidence import Shown
from kibitz.infer.knowledge import Knowledge
from kibitz.lanes import lane

Step = tuple[int, Card | None, CardSet]
"""Something that happened to a hand: cards drawn unseen, a card played, cards lacking then."""
Course = tuple[int, int, CardSet, tuple[Step, ...]]
"""A holder, the cards of its first hand, those known to have been in it, what happened to it."""
NOTHING = CardSet()


def has_drawn(known: Knowledge) -> bool:
    """Has another seat drawn cards in play?"""
    return known.is_drawing and any(
        size + len(known.played_by(seat)) > began
        for seat, (size, began) in enumerate(zip(known.sizes, known.began, strict=False))
        if seat != known.seat
    )


def steps(known: Knowledge, seat: int, lacks: Iterable[Shown]) -> Iterator[Step]:
    """What happened to a seat's hand since play began.

    Where a turn draws, the seat lacked the suit led until the last card came; if that could follow,
    it is the card played, and was never in the hand with others unknown.
    """
    by_turn = field(known.rules, "stock", "none") == "domino"
    by_card = {each.card: each.lacks for each in lacks}
    number = 0
    to_come = known.sizes[seat] + len(known.played_by(seat)) - known.began[seat]
    for at, trick in enumerate(known.tricks):
        if at and not by_turn and to_come:
            to_come -= 1
            yield 1, None, NOTHING
        for by, card in trick:
            count = known.drew[number] if by_turn else 0
            number += 1
            if by != seat:
                continue
            led = CardSet(lane(known.rules, trick[0][1].suit or "H", None))
            if count and card in led:
                yield count - 1, None, led
            else:
                yield count, card, by_card.get(card, NOTHING)


def courses(known: Knowledge, lacks: Iterable[Shown]) -> tuple[Course, ...]:
    """How every hand came about that the seat does not see."""
    lacks = tuple(lacks)
    found = []
    for seat in range(known.players):
        if seat == known.seat:
            continue
        kept = {card for card in known.passed if known.known.get(card, seat) == seat}
        kept &= {*known.unseen, *known.played_by(seat)}
        course = tuple(steps(known, seat, lacks))
        found.append((seat, known.began[seat], CardSet(kept), course))
    return tuple(found)
