"""Where cards that a seat does not see may lie: dealt at random, each way as likely as the next.

Only sizes of hands and what plays have shown count here, not what bids and draws say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from kibitz._core import Card, Deal, Position, Rules
from kibitz.errors import KibitzError
from kibitz.game.fields import field

_TRIES = 60
_SWAPS = 8
_UNRULED: Mapping[str, object] = {
    "lead_card": None,
    "break_hearts": False,
    "no_points_first_trick": False,
    "first_lead_trump": False,
    "widow": False,
}
"""Rules of the lead, and of the first trick: they say nothing of who is void."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """Cards that a seat does not see, and the places where they lie.

    `sizes` is how many each place holds; `barred` are the cards it cannot hold, `known` those it
    must. There are as many cards as the places hold together.
    """

    cards: tuple[Card, ...]
    sizes: tuple[int, ...]
    barred: tuple[frozenset[Card], ...]
    known: Mapping[Card, int]

    def sample(self, rng: Random) -> tuple[tuple[Card, ...], ...]:
        """The cards of every place, in one of the ways that are possible.

        What is barred is forgotten if it leaves no way at all (after an irregularity, say).
        """
        free = [card for card in self.cards if card not in self.known]
        sizes = list(self.sizes)
        for place in self.known.values():
            sizes[place] -= 1
        slots = [place for place, size in enumerate(sizes) for _ in range(size)]
        for _ in range(_TRIES):
            rng.shuffle(slots)
            if self._may(free, slots):
                break
        else:
            slots = self._repaired(free, slots, rng)
        held: list[list[Card]] = [[] for _ in sizes]
        for card, place in [*self.known.items(), *zip(free, slots, strict=True)]:
            held[place].append(card)
        return tuple(map(tuple, held))

    def _may(self, cards: Sequence[Card], slots: Sequence[int]) -> bool:
        return not any(c in self.barred[p] for c, p in zip(cards, slots, strict=True))

    def _repaired(self, cards: Sequence[Card], slots: Sequence[int], rng: Random) -> list[int]:
        """A way found by moving cards along a chain of places, then mixed by swaps."""
        chosen, owner = [-1] * len(cards), [-1] * len(slots)

        def seated(card: int, seen: set[int]) -> bool:
            for at in order:
                if at in seen or cards[card] in self.barred[slots[at]]:
                    continue
                seen.add(at)
                if owner[at] < 0 or seated(owner[at], seen):
                    owner[at], chosen[card] = card, at
                    return True
            return False

        order = list(range(len(slots)))
        for card in range(len(cards)):
            rng.shuffle(order)
            if not seated(card, set()):
                return list(slots)
        places = [slots[at] for at in chosen]
        for _ in range(_SWAPS * len(cards)):
            a, b = rng.randrange(len(cards)), rng.randrange(len(cards))
            if cards[a] not in self.barred[places[b]] and cards[b] not in self.barred[places[a]]:
                places[a], places[b] = places[b], places[a]
        return places


def shown_void(
    rules: Rules, trump: str | None, tricks: Sequence[Sequence[tuple[int, Card]]]
) -> dict[int, frozenset[Card]]:
    """The cards that each seat cannot have held beside what it played, by the rules of following.

    A card that it drew later may be one of them.
    """
    plain = _unruled(rules)
    found: dict[int, frozenset[Card]] = {}
    for each in tricks:
        played = list(each)
        suit = trump
        if trump is None and rules.trumps and None not in rules.trumps and played:
            suit = played[0][1].suit
        for at, (seat, card) in enumerate(played[1:], 1):
            before = tuple(card for _, card in played[:at])
            barred = _not_beside(plain, suit, before, card)
            found[seat] = found.get(seat, frozenset()) | barred
    return found


@lru_cache(maxsize=256)
def _unruled(rules: Rules) -> Rules:
    nothing: object = None
    for name, value in _UNRULED.items():
        if field(rules, name, nothing):
            rules = rules.replace(**{name: value})
    return rules


@lru_cache(maxsize=20000)
def _not_beside(
    rules: Rules, trump: str | None, before: tuple[Card, ...], played: Card
) -> frozenset[Card]:
    """The cards that oblige a player who holds one of them to play another card than this."""
    barred = set()
    for other in all_cards(rules):
        if other == played or other in before:
            continue
        try:
            if not _may_play(rules, trump, before, played, other):
                barred.add(other)
        except KibitzError:
            continue
    return frozenset(barred)


def _may_play(
    rules: Rules, trump: str | None, before: tuple[Card, ...], played: Card, other: Card
) -> bool:
    seats = max(rules.players[0], len(before) + 1)
    hands = [str(card) for card in before] + [f"{played} {other}"]
    hands += [""] * (seats - len(hands))
    record = {
        "variant": rules.name,
        "options": {**rules.options, "teams": None} if "teams" in rules.options else rules.options,
        "players": seats,
        "trump": trump,
        "leader": 0,
        "hands": hands,
        "plays": " ".join(map(str, before)),
        "short": True,
    }
    return played in Position(Deal.from_record(record)).legal()


@lru_cache(maxsize=64)
def all_cards(rules: Rules) -> tuple[Card, ...]:
    """Every card of the game's pack, whatever the number of players."""
    cards = {Card(rank + suit) for suit in "CDHS" for rank in "23456789TJQKA"}
    for change in field(rules, "pack", "").split():
        card = Card(change[1:])
        cards = cards | {card} if change[0] == "+" else cards - {card}
    return tuple(sorted(cards))
