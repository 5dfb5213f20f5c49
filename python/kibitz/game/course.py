"""A deal in parts: where the laws have changed the play, it goes on in a new position.

The core knows demands from the start of its record only, and no card played in error. So when
either arises the trick begins again in a record of its own; the parts before it are kept.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from kibitz._core import Card, Deal, Position, Rules, Trick
from kibitz.errors import IllegalPlayError
from kibitz.game.fields import field
from kibitz.game.tally import tally

MOON = "shoot_the_moon"
_AT_THE_START = ("first_lead_trump", "no_points_first_trick", "lead_card", "widow")
"""Rules of the first trick, of no use in a later one."""
_NOTHING: Mapping[str, Any] = {
    "first_lead_trump": False,
    "no_points_first_trick": False,
    "lead_card": None,
    "widow": False,
    "break_hearts": False,
    MOON: False,
}
Parts = Sequence[Position]


def tricks(parts: Parts) -> tuple[Trick, ...]:
    """All tricks that have been played out."""
    return tuple(chain.from_iterable(part.tricks for part in parts))


def plays(parts: Parts) -> tuple[Card, ...]:
    """All cards played, in order."""
    return tuple(chain.from_iterable(part.plays for part in parts))


def points(parts: Parts) -> tuple[int, ...]:
    """What each seat has taken over all parts, as the core counts it in one."""
    last = parts[-1]
    if len(parts) == 1:
        return last.points
    rules = parts[0].deal.rules
    seats = range(last.players)
    if field(rules, "trump_points", {}):
        made = tally(last, parts[:-1])
        return tuple(sum(point.worth for point in made if point.seat == seat) for seat in seats)
    taken = [sum(column) for column in zip(*(part.points for part in parts), strict=True)]
    if not field(rules, MOON, False) or not last.is_over:
        return tuple(taken)
    return _moon(rules, parts, taken)


def _moon(rules: Rules, parts: Parts, taken: list[int]) -> tuple[int, ...]:
    """Whoever has every penalty card gives the penalty to all others."""
    worth: Mapping[str, int] = field(rules, "card_points", {})

    def penalty(card: Card) -> int:
        return min(0, worth.get(str(card), worth.get(card.suit or "", 0)))

    lost = dict.fromkeys(range(len(taken)), 0)
    for trick in tricks(parts):
        lost[trick.winner] += sum(penalty(card) for _, card in trick.cards)
    takers = [seat for seat, penalties in lost.items() if penalties]
    if len(takers) != 1:
        return tuple(taken)
    (all_,) = (lost[seat] for seat in takers)
    return tuple(
        value - all_ if seat in takers else value + all_ for seat, value in enumerate(taken)
    )


def drew(parts: Parts) -> tuple[int, ...]:
    """How many cards each play drew from the stock, in order; empty where no turn draws."""
    counts: list[int] = []
    for part in parts:
        if field(part.deal.rules, "stock", "none") != "domino":
            return ()
        position = Position.start(part.deal)
        for card in part.plays:
            seat = position.to_move
            assert seat is not None
            before, position = position, position.play(card)
            drawn = len(position.hands[seat]) + 1 - len(before.hands[seat])
            counts.append(_drew_last(before, seat) if position.is_over else drawn)
    return tuple(counts)


def _drew_last(position: Position, seat: int) -> int:
    """How many cards the last play of a deal draws: the hands that it leaves have been counted."""
    if not position.trick:
        return 0
    (_, led), *_ = position.trick
    if any(card.suit == led.suit for card in position.hands[seat]):
        return 0
    in_hands = {*position.plays, *chain.from_iterable(position.hands)}
    stock = [card for card in position.deal.stock if card not in in_hands]
    follows = [number for number, card in enumerate(stock, start=1) if card.suit == led.suit]
    return min(follows, default=len(stock))


def begin(position: Position) -> Position:
    """The position when the trick in progress was to be led."""
    for _ in position.trick:
        position = position.undo()
    return position


def begin_again(
    start: Position,
    laws: Mapping[str, Any],
    *,
    before: Parts = (),
    leader: int | None = None,
    hands: Sequence[Sequence[Card]] | None = None,
    played: Sequence[Card] = (),
    strict: bool = False,
) -> Position:
    """A trick in a record of its own.

    Args:
        start: the position when it was to be led.
        laws: as the fields of a deal record; demands on who has played wait for the next trick.
        before: the parts before it.
        leader: who leads, if another than the position says.
        hands: what is held, if other than the position says.
        played: the cards of the trick.
        strict: refuse a card that may not be played; if not, it stands though it is a revoke.

    Raises:
        IllegalPlayError: a card may not be played, and must.
    """
    record = _record(start, before)
    if start.trump is None and start.deal.rules.trumps and played:
        record["trump"] = played[0].suit
    record["leader"] = start.leader if leader is None else leader
    if hands is not None:
        record["hands"] = [" ".join(map(str, hand)) for hand in hands]
    record |= _laws(laws, record["hands"], len(tricks((*before, start))))
    excuses: list[dict[str, Any]] = []
    position = Position(Deal.from_record(record))
    done: list[int] = []
    for at, card in enumerate(played):
        seat, legal = position.to_move, position.legal()
        assert seat is not None
        done.append(seat)
        if card not in legal:
            if strict or card not in position.hands[seat]:
                raise IllegalPlayError(f"seat {seat} cannot play {card}: expected {legal}")
            excuses += [_excuse(seat, other) for other in legal]
        record |= {"demands": excuses, "plays": " ".join(map(str, played[: at + 1]))}
        position = Position(Deal.from_record(record))
    standing = [
        each
        for each in laws.get("demands", ())
        if each["seat"] not in done
        and each.get("card", "") in ("", *record["hands"][each["seat"]].split())
    ]
    record["demands"] = excuses + standing
    return Position(Deal.from_record(record))


def _excuse(seat: int, card: Card) -> dict[str, Any]:
    """What lets a card stand that is a revoke: the core must not expect this one."""
    return {"seat": seat, "kind": "withhold_trump", "card": str(card)}


def _record(start: Position, before: Parts) -> dict[str, Any]:
    deal = start.deal
    record = deal.record()
    drawn = sum(map(len, start.hands)) + len(start.plays) - sum(len(h or ()) for h in deal.hands)
    record["trump"] = start.trump
    record["hands"] = [" ".join(map(str, hand)) for hand in start.hands]
    record["plays"] = ""
    record.pop("stock", None)
    if deal.stock[drawn:]:
        record["stock"] = " ".join(map(str, deal.stock[drawn:]))
    done = tricks((*before, start))
    if done:
        record.pop("widow", None)
        played = [card for trick in done for _, card in trick.cards]
        record["options"] = later(deal.rules, played).options
    return record


def later(rules: Rules, played: Sequence[Card]) -> Rules:
    """The rules of a trick that is not the first, after these cards have been played."""
    idle = [*_AT_THE_START, MOON]
    breakers = "H" if not field(rules, "queen_breaks_hearts", False) else "HQS"
    if any(card.suit == "H" or str(card) in breakers for card in played):
        idle.append("break_hearts")
    changed = {name: _NOTHING[name] for name in idle if field(rules, name, False)}
    return rules.replace(**changed) if changed else rules


def _laws(laws: Mapping[str, Any], hands: Sequence[str], done: int) -> dict[str, Any]:
    fields = {
        name: laws.get(name)
        for name in ("cannot_score", "bid_waived", "last_trick", "short")
        if laws.get(name) is not None
    }
    held = [hand.split() for hand in hands]
    exposed = [
        " ".join(card for card in cards.split() if card in hand)
        for cards, hand in zip(laws.get("exposed", ()), held, strict=False)
    ]
    credited = [
        {"trick": each["trick"] - done, "seat": each["seat"]}
        for each in laws.get("credits", ())
        if each["trick"] >= done
    ]
    return {**fields, "exposed": exposed, "credits": credited, "demands": []}
