"""What is certain of unseen cards, and from what it follows, in words."""

from collections.abc import Iterator, Sequence

from kibitz import show
from kibitz._core import Card, CardSet
from kibitz.game import discard
from kibitz.game.fields import field
from kibitz.infer.draws import NO_CUSTOM, Custom, seat_weights
from kibitz.infer.evidence import Holder, Shown, certain, trumps
from kibitz.infer.knowledge import Knowledge
from kibitz.lanes import lane, sorted_hand

PLACES = {
    "stock": "in the stock",
    "widow": "in the widow",
    "undealt": "undealt",
}


def words(
    known: Knowledge,
    lacks: Sequence[Shown],
    sure: Sequence[tuple[Card, Holder]],
    custom: Custom,
) -> tuple[str, ...]:
    """What is certain, then the evidence, a sentence each."""
    found = [*_certain(known, sure), *_seen_to_pass(known), *_draws(known, custom)]
    return (*found, *_drew(known), *(_void(known, each) for each in lacks))


def place(known: Knowledge, holder: Holder) -> str:
    """A holder's name: a seat's, or that of a place."""
    return known.name(holder) if isinstance(holder, int) else holder


def _certain(known: Knowledge, sure: Sequence[tuple[Card, Holder]]) -> Iterator[str]:
    by_holder: dict[Holder, list[Card]] = {}
    for card, holder in sure:
        by_holder.setdefault(holder, []).append(card)
    for holder, cards in by_holder.items():
        listed = show.cards(sorted_hand(cards, known.rules, known.trump))
        if isinstance(holder, int):
            yield f"{known.name(holder)} holds {listed}."
        elif holder != "out":
            yield f"{listed} {'is' if len(cards) == 1 else 'are'} {PLACES[holder]}."


def _seen_to_pass(known: Knowledge) -> Iterator[str]:
    for card, seat in certain(known):
        if card in known.passed:
            yield f"{card} was passed to {known.name(seat)}."
        elif card not in known.known:
            yield f"{known.name(seat)} is to lead, so holds {card}."
        else:
            yield f"{card} has been seen in {known.name(seat)}'s hand."


def _draws(known: Knowledge, custom: Custom) -> Iterator[str]:
    """What the draws say, seat by seat."""
    if not any(known.draws) or known.trump is None or known.is_ending:
        return
    if custom == NO_CUSTOM:
        yield "Somebody has not put out all but trumps, so the draws say nothing."
        return
    for seat in range(known.players):
        if seat == known.seat:
            continue
        weights = seat_weights(known, seat, seat == known.dealer, custom)
        if weights is None:
            continue
        possible = [t for t, weight in enumerate(weights) if weight > 0]
        if not possible:
            yield f"{known.name(seat)} has not put out all but trumps: the draw says nothing."
        elif possible[0] > 0:
            held = show.count(possible[0], "trump")
            least = "" if possible[0] == possible[-1] else "at least "
            drew = f"{known.name(seat)} drew {known.draws[seat]}"
            yield f"{drew}, so had {least}{held} when play began."
    robs = field(known.rules, "kept", 0) and discard.way(known.rules) == "rob"
    if robs and any(name == "undealt" for name, _ in known.places):
        yield "The dealer has robbed the pack, so no trump is left in it."


def _drew(known: Knowledge) -> Iterator[str]:
    """Turns in which a seat had to draw before it could follow."""
    turns = [(at, by, trick[0][1]) for at, trick in enumerate(known.tricks) for by, _ in trick]
    for (trick, seat, led), count in zip(turns, known.drew, strict=False):
        if count:
            suit, cards = show.SUIT_NAMES[led.suit or "H"], show.count(count, "card")
            yield f"{known.name(seat)} drew {cards} in trick {trick + 1}, so had no {suit} before."


def _void(known: Knowledge, each: Shown) -> str:
    """A play that showed something."""
    lacked = each.lacks & CardSet(known.pool)
    suit = next((s for s in "CDHS" if lacked == _suit(known, s)), None)
    what = show.cards(lacked)
    if suit is not None:
        what = "trumps" if suit == known.trump else show.SUIT_NAMES[suit]
    at = f"trick {each.trick + 1}"
    if each.card == each.led:
        return f"{known.name(each.seat)} led {each.card} to {at}, so had none of {what}."
    return f"{known.name(each.seat)} played {each.card} on {each.led} in {at}, so had no {what}."


def _suit(known: Knowledge, suit: str) -> CardSet:
    """The cards that count as a suit, as far as they are in the deal."""
    if suit == known.trump:
        return trumps(known.rules, suit) & CardSet(known.pool)
    return CardSet(map(Card, lane(known.rules, suit, known.trump))) & CardSet(known.pool)
