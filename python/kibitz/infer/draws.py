"""Cinch: what draws and discards say of the trumps that each seat holds, by Bayes' rule.

A count of trumps is weighed by the number of ways in which the cards can have come to it, and by
how likely the seat was to put out what it did. docs/inference.md derives every formula.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, lgamma, perm

from kibitz._core import CardSet
from kibitz.errors import RulesError
from kibitz.game import dealing, discard
from kibitz.game.fields import field
from kibitz.infer.evidence import trumps
from kibitz.infer.knowledge import Knowledge

Factor = tuple[int, CardSet, Sequence[float]]


@dataclass(frozen=True, slots=True)
class Custom:
    """How players keep to the custom of putting out everything but trumps.

    Each means to keep every trump, and none of the other cards. He errs in a trump with the
    probability `trump`, and in a plain card with the probability `plain`, each card by itself. If
    he means to keep more than he can hold, plain cards go first, then any trumps.

    With both at one half draws say nothing.
    """

    plain: float = 0.0
    trump: float = 0.0

    def __post_init__(self) -> None:
        rates: tuple[object, ...] = (self.plain, self.trump)
        if not all(isinstance(rate, int | float) and 0 <= rate <= 1 for rate in rates):
            raise RulesError(f"{self!r}: expected probabilities, from 0 to 1")

    def keeps(self, trumps: int, plain: int, out_trumps: int, out_plain: int, most: int) -> float:
        """The probability that of such a hand just these trumps and plain cards are kept.

        Args:
            trumps, plain: how many are kept, so many given ones of each kind.
            out_trumps, out_plain: how many are put out.
            most: how many cards can be kept.
        """
        keep, err = 1 - self.trump, self.plain
        if trumps + plain < most:
            kept = keep**trumps * self.trump**out_trumps
            return kept * err**plain * (1 - err) ** out_plain
        if plain:  # every trump that he meant to keep is there, and some of the plain cards
            kept = keep**trumps * self.trump**out_trumps
            return kept * sum(
                comb(out_plain, more)
                * err ** (plain + more)
                * (1 - err) ** (out_plain - more)
                / comb(plain + more, plain)
                for more in range(out_plain + 1)
            )
        return sum(
            comb(out_trumps, more)
            * keep ** (trumps + more)
            * self.trump ** (out_trumps - more)
            / comb(trumps + more, trumps)
            for more in range(out_trumps + 1)
        )

    def fills(self, trumps: int, out_trumps: int, cards: int, most: int) -> float:
        """The probability that just these are kept when one must keep so many (four more dealt).

        Cards that he did not mean to keep fill the hand, each as likely as the next.

        Args:
            trumps: how many of the cards kept are trumps.
            out_trumps: how many trumps are put out.
            cards: how many he held.
            most: how many he keeps.
        """
        keep = 1 - self.trump
        all_trumps = trumps + out_trumps
        total = 0.0
        for meant in range(all_trumps + 1):
            so = keep**meant * self.trump ** (all_trumps - meant)
            if meant <= trumps:
                ways = comb(trumps, meant)
                total += ways * so / comb(cards - meant, most - meant)
            if meant > most == trumps:
                total += comb(out_trumps, meant - most) * so / comb(meant, most)
        return total


CUSTOM = Custom()
NO_CUSTOM = Custom(0.5, 0.5)


def factors(known: Knowledge, dealer: int | None, custom: Custom = CUSTOM) -> tuple[Factor, ...]:
    """Weights of the number of unseen trumps that each seat holds, and that are out.

    A seat whose discards break the custom as no custom allows is given no weights.

    Args:
        known: what the seat knows.
        dealer: who deals; None if nobody is to be taken for him.
        custom: how players keep to the custom.
    """
    if known.trump is None or custom == NO_CUSTOM or not field(known.rules, "kept", 0):
        return ()
    suit = trumps(known.rules, known.trump)
    cards = CardSet(known.unseen) & suit
    found: list[Factor] = []
    for seat in range(known.players):
        own = seat == known.seat
        if own and dealer != seat:
            continue
        weights = seat_weights(known, seat, dealer == seat, custom)
        if weights is None or (known.dealer is not None and not any(weights)):
            continue
        gone = len(CardSet((*known.played_by(seat), *(known.hand if own else ()))) & suit)
        found.append((seat, cards, weights[gone:]))
    for at, (name, count) in enumerate(known.places, known.players):
        if name == "out" and known.draws and not known.is_ending:
            found.append((at, cards, _out_weights(known, count, len(cards))))
    return tuple(found)


def seat_weights(
    known: Knowledge, seat: int, deals: bool, custom: Custom
) -> tuple[float, ...] | None:
    """How likely it is, but for a factor, that a seat came to t trumps; None if nothing is known.

    Args:
        known: what another seat knows.
        seat: whose trumps.
        deals: whether it is the dealer.
        custom: how it keeps to the custom.

    Returns:
        One weight for every t from 0 to the cards that it held when play began.
    """
    rules = known.rules
    way, most = discard.way(rules), field(rules, "kept", 0)
    held = _held(known, seat)
    if held is None:
        return None
    size, kept = held
    out = known.discards[seat] if known.discards is not None else ()
    out_trumps = len(CardSet(out) & trumps(rules, known.trump))
    dealt = dealing.hand_size(rules, known.players)
    if way == "four_more":
        cards = dealt + discard.FOUR_MORE
        return tuple(custom.fills(t, out_trumps, cards, most) for t in range(size + 1))
    robs = deals and way == "rob" and known.phase == "play"
    left = 0
    if robs:  # who has kept six can have shown none but his own, and it makes no difference
        left = len(known.left) if known.left is not None else out_trumps * (kept < size)
    out_trumps -= left
    out_plain = max(0, dealt - kept - out_trumps)
    lifted = known.draws[seat] - blind_draws(known, known.dealer)[seat] if kept < size else 0
    weights = []
    for t in range(size + 1):
        total = 0.0
        for old in range(max(0, kept - (size - t)), min(t, kept) + 1):
            ways = float(comb(t, old) * comb(max(0, size - t - lifted), kept - old))
            if ways:
                ways *= custom.keeps(old, kept - old, out_trumps, out_plain, most)
            if ways and robs:
                ways *= _robbed(known, seat, t - old, size - t - (kept - old), left)
            total += ways
        weights.append(total)
    return tuple(weights)


def blind_draws(known: Knowledge, dealer: int | None) -> tuple[int, ...]:
    """How many of the cards that each seat took came from the pack: the rest lay face up."""
    if dealer is None:
        return known.draws
    pack, blind = pack_left(known), [0] * known.players
    for step in range(1, known.players + 1):
        seat = (dealer + step) % known.players
        blind[seat] = min(known.draws[seat], pack)
        pack -= blind[seat]
    return tuple(blind)


def pack_left(known: Knowledge) -> int:
    """How many cards the pack holds when the hands have been dealt."""
    dealt = dealing.hand_size(known.rules, known.players) * known.players
    return len(dealing.pack(known.rules, known.players)) - dealt


def dealer_log_weights(known: Knowledge, custom: Custom) -> dict[int, float]:
    """The dealers that there may be, where a record does not say, each with a logarithmic weight.

    Only a dealer who robs makes a difference. The weight is that of the cards that others draw
    blind; what his own cards weigh is in `factors`.
    """
    robs = discard.way(known.rules) == "rob" and known.draws and custom != NO_CUSTOM
    if known.dealer is not None or not robs or known.is_ending:
        return {}
    found = {}
    for dealer in range(known.players):
        blind = blind_draws(known, dealer)
        others = [lgamma(count + 1) for seat, count in enumerate(blind) if seat != dealer]
        left = pack_left(known) - sum(blind) + blind[dealer]
        found[dealer] = sum(others) + lgamma(left + 1)
    return found


def _held(known: Knowledge, seat: int) -> tuple[int, int] | None:
    """How many cards a seat holds, or held when play began, and how many of them it kept."""
    if known.is_ending:
        return None
    if known.phase == "discard":
        eldest = ((known.dealer or 0) + 1) % known.players
        turn = ((known.to_act or 0) - eldest) % known.players
        if (seat - eldest) % known.players >= turn:
            return None
        return known.sizes[seat], known.sizes[seat]
    if known.phase == "rob":
        kept = known.sizes[seat] - (known.draws[seat] if seat != known.dealer else 0)
        return known.sizes[seat], kept
    if not known.began or len(known.draws) != known.players:
        return None
    return known.began[seat], max(0, known.began[seat] - known.draws[seat])


def _robbed(known: Knowledge, dealer: int, new_trumps: int, new_plain: int, left: int) -> float:
    """The probability that the dealer takes just these plain cards, all trumps being taken first.

    Args:
        known: what another seat knows.
        dealer: who robs.
        new_trumps: trumps that he takes.
        new_plain: plain cards that he takes.
        left: trumps that he shows, as he cannot keep them.
    """
    blind = blind_draws(known, dealer)
    pack = pack_left(known) - sum(blind) + blind[dealer]
    new_plain -= known.draws[dealer] - blind[dealer]  # these lay face up
    plain = pack - new_trumps - left
    if (left and new_plain) or not 0 <= new_plain <= plain:
        return 0.0
    return 1 / comb(plain, new_plain)


def _out_weights(known: Knowledge, count: int, unseen: int) -> tuple[float, ...]:
    """Of cards that no record shows, only those put out by who drew none can be trumps.

    He had more trumps than he could keep. The ways for x trumps to be among his cards alone.
    """
    most = field(known.rules, "kept", 0)
    over = max(0, dealing.hand_size(known.rules, known.players) - most)
    slots = over * sum(drawn == 0 for drawn in known.draws)
    return tuple(perm(slots, x) / perm(count, x) for x in range(min(count, unseen) + 1))
