"""Hard evidence: who may hold which of the cards that a seat does not see, and why not others."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kibitz._core import Card, CardSet, Deal, Rules, excluded
from kibitz.errors import EvidenceError
from kibitz.game import discard
from kibitz.game.fields import field
from kibitz.infer.knowledge import Cards, Knowledge

Holder = int | str


@dataclass(frozen=True, slots=True)
class Shown:
    """A play that shows that its seat lacked some cards at that moment."""

    trick: int
    """From 0."""
    seat: int
    card: Card
    led: Card
    lacks: CardSet


@dataclass(frozen=True, slots=True)
class Evidence:
    """Unseen cards, and who may hold them.

    Attributes:
        cards: what is not seen, in the order of the cards' numbers.
        holders: the seats, the one that looks too, then the names of places.
        room: how many of the cards each holds.
        may: of shape (cards, holders).
    """

    cards: Cards
    holders: tuple[Holder, ...]
    room: tuple[int, ...]
    may: NDArray[np.bool_]


def shown(known: Knowledge) -> tuple[Shown, ...]:
    """The plays that show something, in order."""
    lacks = excluded(public_deal(known), known.tricks)
    played = [
        (number, seat, card, trick[0][1])
        for number, trick in enumerate(known.tricks)
        for seat, card in trick
    ]
    return tuple(
        Shown(number, seat, card, led, set_)
        for (number, seat, card, led), set_ in zip(played, lacks, strict=True)
        if set_.bits and card not in known.unsure
    )


def public_deal(known: Knowledge) -> Deal:
    """The deal as far as legal plays depend on it, without any hand."""
    if not known.laws.get("demands"):
        return _blank(known.rules, known.players, known.trump)
    record = _blank(known.rules, known.players, known.trump).record()
    return Deal.from_record(record | {"demands": known.laws["demands"]})


@lru_cache(maxsize=256)
def _blank(rules: Rules, players: int, trump: str | None) -> Deal:
    record = {"variant": rules.name, "options": rules.options, "players": players, "trump": trump}
    return Deal.from_record(record | {"hands": [""] * players})


@lru_cache(maxsize=256)
def trumps(rules: Rules, trump: str | None) -> CardSet:
    """The cards that are trumps."""
    return CardSet(discard.trumps(rules, trump)) if trump is not None else CardSet()


def evidence(known: Knowledge, lacks: tuple[Shown, ...]) -> Evidence:
    """Who may hold what, by all that is certain.

    Args:
        known: what the seat knows.
        lacks: what plays have shown of hands that no card has come to since.

    Raises:
        EvidenceError: others hold more cards than are unseen.
    """
    cards = known.unseen
    places = known.places
    if min((count for _, count in places), default=0) < 0:
        held = sum(known.sizes) - known.sizes[known.seat] + known.stock + known.widow
        raise EvidenceError(
            f"no world is possible: {held} cards are hidden from {known.name(known.seat)}, in hands"
            f" of others, stock and widow, and {len(cards)} are unseen: expected as many or more"
        )
    holders: tuple[Holder, ...] = (*range(known.players), *(name for name, _ in places))
    sizes = [0 if seat == known.seat else size for seat, size in enumerate(known.sizes)]
    barred = [0] * len(holders)
    for each in lacks:
        barred[each.seat] |= each.lacks.bits
    for at, (name, _) in enumerate(places, known.players):
        barred[at] = _never_in(known, name).bits
    may = np.empty((len(cards), len(holders)), dtype=np.bool_)
    bits = [1 << card.index for card in cards]
    for at, bar in enumerate(barred):
        may[:, at] = [not bar & bit for bit in bits]
    may[:, known.seat] = False
    for card, seat in certain(known):
        row = cards.index(card)
        may[row] = False
        may[row, seat] = True
    return Evidence(cards, holders, (*sizes, *(count for _, count in places)), may)


def certain(known: Knowledge) -> Iterator[tuple[Card, int]]:
    """Unseen cards of which it is known who holds them."""
    unseen = {*known.unseen}
    yield from ((card, seat) for card, seat in known.known.items() if card in unseen)
    must_lead = field(known.rules, "lead_card", "")
    if must_lead and known.phase == "play" and not known.plays and known.to_act is not None:
        card = Card(must_lead)
        if card in unseen and not known.is_ending:
            yield card, known.to_act


def _never_in(known: Knowledge, place: str) -> CardSet:
    """What cannot lie in a place.

    After the robbery no trump is left in the pack: the dealer takes those he can keep and shows
    the others (RULES section 3).
    """
    rules = known.rules
    robbed = field(rules, "kept", 0) and discard.way(rules) == "rob" and known.phase == "play"
    if place == "undealt" and robbed:
        return trumps(rules, known.trump)
    return CardSet()
