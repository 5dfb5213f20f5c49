"""A deal with some of its plays forced, searched exactly: what a claim about it comes down to.

Knows nothing of any book. A plan is a text of cards to force, in order of play; `*` stands for any
card, the best for whoever plays it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from kibitz import show
from kibitz._core import Card, CardSet, Deal, Position
from kibitz.errors import KibitzError
from kibitz.solve import solve

ANY = "*"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a plan comes to: points of `side` with best play around it, and the line to show it."""

    position: Position
    side: tuple[int, ...]
    plan: tuple[str, ...]
    value: int
    line: tuple[Card, ...]

    @property
    def text(self) -> str:
        """The line from the start of the trick, forced cards in brackets, and its points."""
        position = self.position
        names = show.seat_names(position.deal)
        lead = names[position.leader]
        before = [str(card) for _, card in position.trick]
        marked = [
            f"[{card}]" if at < len(self.plan) and self.plan[at] != ANY else str(card)
            for at, card in enumerate(self.line)
        ]
        cards = show.line([*before, *marked], position.deal.players)
        trick = len(position.tricks) + 1
        side = show.side_name(names, self.side)
        return f"trick {trick}, {lead} leads: {cards} — {side} {self.value}"


def before(deal: Deal, ply: int) -> Position:
    """The position of a deal before one of its plays."""
    position = Position.start(deal)
    for card in deal.plays[:ply]:
        position = position.play(card)
    return position


def force(position: Position, side: tuple[int, ...], plan: str = "") -> Outcome:
    """The points of a side when a plan is forced and all else is best play.

    Raises:
        IllegalPlayError: a card of the plan cannot be played.
    """
    cards = tuple(plan.split())
    value, line = _force(position, side, cards)
    return Outcome(position, side, cards, value, line)


def _force(
    position: Position, side: tuple[int, ...], plan: Sequence[str]
) -> tuple[int, tuple[Card, ...]]:
    if position.is_over:
        return sum(position.points[seat] for seat in side), ()
    if not plan:
        solution = solve(position, side=side, line=True)
        assert solution.value is not None, "a search without limits is exact"
        return solution.value, solution.line or ()
    choices = position.legal() if plan[0] == ANY else CardSet([plan[0]])
    outcomes = []
    for card in choices:
        value, line = _force(position.play(card), side, plan[1:])
        outcomes.append((value, (card, *line)))
    choose = max if position.to_move in side else min
    return choose(outcomes, key=lambda outcome: outcome[0])


def values(position: Position, side: tuple[int, ...]) -> dict[Card, int]:
    """The points of a side after each legal card."""
    return dict(solve(position, side=side, cards=True).cards or {})


def can_take(position: Position, side: tuple[int, ...], card: Card) -> bool:
    """Whether a side can make sure of taking a card, whatever points that costs.

    The solver counts points; this asks for one card, and looks at every line of play.
    """
    return _can_take(position, frozenset(side), card, {})


def _can_take(
    position: Position,
    side: frozenset[int],
    card: Card,
    known: dict[tuple[tuple[CardSet, ...], int | None], bool],
) -> bool:
    for trick in position.tricks:
        if any(played == card for _, played in trick.cards):
            return trick.winner in side
    key = (tuple(position.hands), position.to_move)
    if not position.trick and key in known:
        return known[key]
    after = (_can_take(position.play(choice), side, card, known) for choice in position.legal())
    found = any(after) if position.to_move in side else all(after)
    if not position.trick:
        known[key] = found
    return found


def layouts(deal: Deal, ply: int, move: Sequence[Card], taker: int) -> Iterator[Deal]:
    """The deal with some cards of one hand in another.

    For them the giver gets, in turn, every choice of as many cards off the trump suit that the
    taker has not yet played. Layouts in which the plays so far are not legal are left out.
    """
    held = set(deal.hands[taker] or ()) - set(deal.plays[:ply])
    plain = sorted(card for card in held if card.suit != deal.trump)
    for others in combinations(plain, len(move)):
        swapped = _swap(deal, ply, move, others)
        try:
            Position(swapped)
        except KibitzError:
            continue
        yield swapped


def _swap(deal: Deal, ply: int, some: Sequence[Card], others: Sequence[Card]) -> Deal:
    """The deal with cards exchanged one for one, and only the plays before `ply`."""
    exchange = {**dict(zip(some, others, strict=True)), **dict(zip(others, some, strict=True))}
    hands = [show.cards(exchange.get(card, card) for card in hand or ()) for hand in deal.hands]
    plays = show.cards(deal.plays[:ply])
    return Deal.from_record({**deal.record(), "hands": hands, "plays": plays})
