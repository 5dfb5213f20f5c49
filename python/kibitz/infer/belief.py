"""Belief: the distribution over where the cards lie that a seat does not see."""

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from math import factorial, inf, isnan, log, log2, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz._core import Belief as Sums
from kibitz._core import Card, CardSet
from kibitz.arguments import numbers, refused, whole
from kibitz.errors import EvidenceError, KibitzError, LimitError
from kibitz.game.views import View
from kibitz.infer.draws import CUSTOM, NO_CUSTOM, Custom, Factor, dealer_log_weights, factors
from kibitz.infer.evidence import Evidence, Holder, Shown, evidence, shown
from kibitz.infer.knowledge import Cards, Knowledge
from kibitz.infer.models import PlayerModel, Weighed
from kibitz.infer.stocks import Course, courses, has_drawn
from kibitz.infer.words import words

Worlds = NDArray[np.uint64]
MOST_LISTED = 20_000
MOST_DRAWN = 10_000_000
"""So many worlds may be asked for."""
CERTAIN = 1e-12
"""A probability as near as this to one is one: sums of floating-point numbers have led to it."""


@dataclass(frozen=True, slots=True)
class _Case:
    """One way in which the evidence may have come about: its probability, and its sums."""

    chance: float
    sums: Sums | Weighed
    again: Callable[[Evidence], Sums | Weighed]
    """The sums of more evidence."""
    factors: tuple[Factor, ...] | None = None
    """What worlds are weighed by, where more of it can be added."""

    def share(self, more: Evidence) -> float:
        """The probability of more evidence.

        Raises:
            LimitError: the worlds are too many for exact sums.
        """
        if isnan(self.sums.log_weight):
            raise LimitError("too many worlds to say how likely several cards are together")
        try:
            return float(np.exp(self.again(more).log_weight - self.sums.log_weight))
        except EvidenceError:
            return 0.0


class Belief:
    """What a seat can know of the cards that it does not see.

    >>> deal = {"variant": "whist", "trump": "S", "leader": 0, "plays": "AC 2C 3C 4H"}
    >>> hands = ["AC 2H", "2C 3H", "3C KH", "4H 9S"]
    >>> seen = Belief(Knowledge.of_record({**deal, "hands": hands}, 0))
    >>> print(seen.count, *seen.cards, seen.holders)
    6 3H KH 9S (0, 1, 2, 3)
    >>> print(seen.chance("KH", 3), CardSet.from_bits(int(seen.sample(1, seed=5)[0, 0])))
    0.3333333333333333 2H

    Attributes:
        knowledge: what the seat knows.
        custom: the custom that draws are judged by; `NO_CUSTOM` if no world agrees with the one
            asked for.
        lacks: the plays that have shown what a seat had not.
        evidence: who may hold what.
    """

    def __init__(self, knowledge: Knowledge, custom: Custom = CUSTOM) -> None:
        self.knowledge = knowledge
        self.custom = custom
        self.lacks: tuple[Shown, ...] = shown(knowledge)
        self._courses = courses(knowledge, self.lacks) if has_drawn(knowledge) else ()
        self.evidence: Evidence = evidence(knowledge, () if self._courses else self.lacks)
        self._cases = self._summed()
        self._hard = self._cases[0].sums

    def _summed(self) -> tuple[_Case, ...]:
        if self._courses:
            return (_case(1.0, self.evidence, (), drawn=self._courses),)
        try:
            return _cases(self.knowledge, self.evidence, self.custom)
        except EvidenceError:
            if self.custom == NO_CUSTOM:
                raise
            self.custom = NO_CUSTOM
            return _cases(self.knowledge, self.evidence, NO_CUSTOM)

    @classmethod
    def of(
        cls, knowledge: Knowledge, model: PlayerModel | None = None, custom: Custom = CUSTOM
    ) -> "Belief":
        """What a seat can know if players choose as a model says.

        Up to 20,000 worlds are listed and weighed exactly; more are drawn at random.

        Args:
            knowledge: what the seat knows.
            model: how others choose; None counts every lawful choice alike.
            custom: how they keep to the custom of the discard.

        Raises:
            EvidenceError: no world agrees with what is known, or with the model.
        """
        self = cls(knowledge, custom)
        if model is not None:
            listed = self.enumerate() if self.is_small else None
            sums = Weighed(knowledge, model, self.cards, listed, self.sample)
            self._cases = (_Case(1.0, sums, sums.of),)
        return self

    def given(
        self,
        weight: NDArray[np.float64] | None = None,
        counts: Sequence[tuple[Holder, CardSet, Sequence[float]]] = (),
    ) -> "Belief":
        """The belief with soft evidence of one's own, within the exact sums.

        Args:
            weight: what a world is multiplied by for each card and its holder, at least 0, of shape
                (cards, holders).
            counts: a holder, some unseen cards (a lane, say; any two sets are equal or share
                nothing, and where draws count the trumps are such a set), and what a world is
                multiplied by for each number of these cards that the holder has.

        Raises:
            EvidenceError: no world has any weight.
            LimitError: it is not known who deals, and there are too many worlds for exact sums; or
                cards are drawn in play, and weights of 0 are too many even for a chain.
            KibitzError: the arrays do not fit; or a model has been used.
        """
        more = tuple(
            (self._place(holder), cards & CardSet(self.cards), numbers("counts", by_count).tolist())
            for holder, cards, by_count in counts
        )
        given = None if weight is None else numbers("weight", weight)
        cases, logs = [], []
        for case in self._cases:
            if case.factors is None:
                raise KibitzError("expected a belief without a model")
            weighed = (*case.factors, *more)
            found = _case(case.chance, self.evidence, weighed, given, self._courses)
            cases.append(found)
            logs.append(
                (log(case.chance) if case.chance else -inf)
                + found.sums.log_weight
                - case.sums.log_weight
            )
        self = copy(self)
        for name in ("count", "probability", "entropy_bounds", "certain"):
            vars(self).pop(name, None)
        self._cases = _shared(cases, logs)
        self._hard = self._cases[0].sums
        return self

    @property
    def cards(self) -> Cards:
        """The cards that are not seen, in the order of their numbers."""
        return self.evidence.cards

    @property
    def holders(self) -> tuple[Holder, ...]:
        """The seats by number, the one that looks too, and then the names of places."""
        return self.evidence.holders

    @property
    def room(self) -> tuple[int, ...]:
        """How many of the cards each holder has."""
        return self.evidence.room

    @property
    def method(self) -> str:
        """How the probabilities were found: `exact`, or the name of an approximation."""
        return self._cases[0].sums.method

    @property
    def exact(self) -> bool:
        """Are they exact?"""
        return all(case.sums.exact for case in self._cases)

    @property
    def error(self) -> float:
        """The largest standard error of a probability; 0 if they are exact."""
        return max(case.sums.error for case in self._cases)

    @cached_property
    def count(self) -> int:
        """How many worlds are possible.

        A world says who holds what now. It counts once, however it came about.

        Raises:
            LimitError: they are too many to count, and the probabilities are not exact.
        """
        return self._hard.count

    @property
    def countable(self) -> int | None:
        """How many worlds are possible; None if they are too many to count."""
        try:
            return self.count
        except LimitError:
            return None

    @property
    def is_small(self) -> bool:
        """Are there at most 20,000 worlds, so that all can be looked at?"""
        return self.countable is not None and self.count <= MOST_LISTED

    @cached_property
    def probability(self) -> NDArray[np.float64]:
        """The probability that a holder has a card, of shape (cards, holders)."""
        parts = [case.chance * case.sums.probability() for case in self._cases]
        return np.asarray(sum(parts[1:], parts[0]))

    def chance(self, card: Card | str, holder: Holder) -> float:
        """The probability that a holder has a card; 0 for a card that is seen elsewhere.

        Raises:
            KibitzError: there is no such holder.
        """
        at = self._place(holder)
        card = Card(card) if isinstance(card, str) else card
        if not isinstance(card, Card):
            raise refused("card", card, "a Card, or its text")
        if card not in self.cards:
            return float(holder == self.knowledge.seat and card in self.knowledge.hand)
        return float(self.probability[self.cards.index(card), at])

    def together(self, where: Mapping[Card, Holder | Collection[Holder]]) -> float:
        """The probability that each of some unseen cards lies with its holder, or one of several.

        Raises:
            KibitzError: a card is not among the unseen ones, or there is no such holder.
            LimitError: the worlds are too many for exact sums.

        >>> deal = {"variant": "whist", "trump": "S", "hands": ["AC 2H", "2C 3H", "3C KH", "4H 9S"]}
        >>> seen = Belief(Knowledge.of_record(deal, 0))
        >>> round(seen.together({Card("KH"): 2, Card("9S"): [1, 3]}), 6)
        0.266667
        """
        if not isinstance(where, Mapping):
            raise refused("where", where, "a mapping of cards to holders")
        may = self.evidence.may.copy()
        for card, named in where.items():
            holders = [named] if isinstance(named, int | str) else [*named]
            if card not in self.cards or not set(holders) <= set(self.holders):
                raise KibitzError(f"{card} with {named}: expected an unseen card, and its holders")
            allowed = np.isin(np.arange(len(self.holders)), [*map(self.holders.index, holders)])
            may[self.cards.index(card)] &= allowed
        return sum(
            case.chance * case.share(replace(self.evidence, may=may)) for case in self._cases
        )

    def number(self, holder: Holder, cards: CardSet) -> NDArray[np.float64]:
        """How many of some unseen cards a holder has: [t] is the probability of just t.

        Raises:
            KibitzError: there is no such holder.
        """
        at = self._place(holder)
        if not isinstance(cards, CardSet):
            raise refused("cards", cards, "a CardSet")
        parts = [
            case.chance * case.sums.count_distribution(at, cards & CardSet(self.cards))
            for case in self._cases
        ]
        return np.asarray(sum(parts[1:], parts[0]))

    def sample(self, n: int, seed: int = 0) -> Worlds:
        """Worlds drawn at random, as printed card sets of shape (n, holders).

        The cards that a seat holds now; the seat that looks has its own hand. The same seed draws
        the same worlds.

        Raises:
            KibitzError: `n` is not from 0 to 10,000,000, or the seed not from 0 below 2**64.
        """
        n, seed = whole("n", n, 0, MOST_DRAWN), whole("seed", seed, 0, 2**64 - 1)
        parts = []
        for at, (case, share) in enumerate(zip(self._cases, self._shares(n, seed), strict=True)):
            parts.append(case.sums.sample(share, (seed + at) % 2**64))
        worlds: Worlds = parts[0] if len(parts) == 1 else np.concatenate(parts)
        if len(parts) > 1:
            np.random.default_rng(seed).shuffle(worlds)
        worlds[:, self.knowledge.seat] = CardSet(self.knowledge.hand).bits
        return worlds

    def enumerate(self, limit: int = 20_000) -> tuple[Worlds, NDArray[np.float64]]:
        """All worlds as printed card sets, of shape (worlds, holders), and their probabilities.

        Raises:
            LimitError: there are more than `limit`.
            KibitzError: `limit` is not from 0 to 10,000,000.
        """
        limit = whole("limit", limit, 0, MOST_DRAWN)
        worlds, chances = self._cases[0].sums.enumerate(limit)
        if len(self._cases) > 1:
            order = {world.tobytes(): at for at, world in enumerate(worlds)}
            chances = np.zeros(len(worlds))
            for case in self._cases:
                for world, chance in zip(*case.sums.enumerate(limit), strict=True):
                    chances[order[world.tobytes()]] += case.chance * chance
        worlds[:, self.knowledge.seat] = CardSet(self.knowledge.hand).bits
        return worlds, chances

    @property
    def entropy(self) -> float | None:
        """How much is not known, in bits; None where only `entropy_bounds` are."""
        low, high = self.entropy_bounds
        return low if low == high else None

    @cached_property
    def entropy_bounds(self) -> tuple[float, float]:
        """What the entropy lies between, in bits; twice the same where it is known.

        Where the dealer is not known and there are more than 20,000 worlds: the mean over dealers,
        and as much more as is not known of the dealer. Where probabilities are estimated: nothing,
        and what it would be if all worlds were equally likely; if they are too many to count, all
        ways to give each holder as many of the cards as it has.
        """
        if not self.exact:
            ways = factorial(len(self.cards)) // prod(map(factorial, self.room))
            return 0.0, log2(self.countable or ways)
        if len(self._cases) > 1 and self.is_small:
            chances = self.enumerate(MOST_LISTED)[1]
            found = float(-(chances * np.log2(chances)).sum())
            return found, found
        mean = sum(case.chance * case.sums.entropy for case in self._cases)
        dealers = sum(case.chance * log2(case.chance) for case in self._cases if case.chance)
        return mean, mean - dealers

    @cached_property
    def certain(self) -> tuple[tuple[Card, Holder], ...]:
        """Cards of which it is certain who has them."""
        return tuple(
            (card, self.holders[int(row.argmax())])
            for card, row in zip(self.cards, self.probability, strict=True)
            if row.max() >= 1 - CERTAIN
        )

    def json(self) -> dict[str, Any]:
        """Plain data: the worlds, who may hold what, and what is certain.

        `probability` has a row for each of `cards`, with a number for each of `holders`. No number
        is NaN or infinite: what is not known is None.
        """
        return {
            "seat": self.knowledge.seat,
            "count": self.countable,
            "entropy": self.entropy,
            "entropy_bounds": list(self.entropy_bounds),
            "exact": self.exact,
            "method": self.method,
            "error": self.error,
            "holders": list(self.holders),
            "room": list(self.room),
            "cards": [str(card) for card in self.cards],
            "probability": self.probability.tolist(),
            "certain": {str(card): holder for card, holder in self.certain},
            "why": list(self.explain()),
        }

    def explain(self) -> tuple[str, ...]:
        """What is certain, and why, in words: first what is known, then from what."""
        return words(self.knowledge, self.lacks, self.certain, self.custom)

    def _place(self, holder: Holder) -> int:
        if holder not in self.holders:
            raise KibitzError(f"holder {holder!r}: expected one of {self.holders}")
        return self.holders.index(holder)

    def _shares(self, n: int, seed: int) -> list[int]:
        if len(self._cases) == 1:
            return [n]
        chances = [case.chance for case in self._cases]
        return [int(share) for share in np.random.default_rng(seed).multinomial(n, chances)]


def belief(source: View | Mapping[str, Any], seat: int | None = None) -> Belief:
    """What a seat can know: of a view, or of a deal record.

    Args:
        source: a view, or a deal record in which other hands may be null.
        seat: whose knowledge; of a view, its own seat.

    Raises:
        KibitzError: the record cannot be read, or no world agrees with it.
    """
    if isinstance(source, View):
        return Belief(Knowledge.of_view(source))
    if seat is None:
        raise KibitzError("a record is seen from a seat: expected its number")
    return Belief(Knowledge.of_record(source, seat))


def _cases(known: Knowledge, found: Evidence, custom: Custom) -> tuple[_Case, ...]:
    """The sums, for every seat that may be the dealer if he is not known and it matters."""
    dealers = dealer_log_weights(known, custom)
    if not dealers:
        return (_case(1.0, found, factors(known, known.dealer, custom)),)
    logs, cases = [], []
    for dealer, log_weight in dealers.items():
        try:
            cases.append(_case(1.0, found, factors(known, dealer, custom)))
        except EvidenceError:
            continue
        logs.append(log_weight + cases[-1].sums.log_weight)
    if not cases:
        raise EvidenceError("no seat can be the dealer")
    return _shared(cases, logs)


def _shared(cases: Sequence[_Case], logs: Sequence[float]) -> tuple[_Case, ...]:
    """The cases with their shares of weights that are given by their logarithms.

    Raises:
        LimitError: there are several, and too many worlds to say what they weigh.
    """
    if len(cases) == 1:
        return (replace(cases[0], chance=1.0),)
    if any(map(isnan, logs)):
        raise LimitError("too many worlds to say how likely each seat is to be the dealer")
    weights = np.exp(np.array(logs) - max(logs))
    return tuple(
        replace(case, chance=float(weight))
        for case, weight in zip(cases, weights / weights.sum(), strict=True)
    )


def _case(
    chance: float,
    found: Evidence,
    weights: tuple[Factor, ...],
    weight: NDArray[np.float64] | None = None,
    drawn: tuple[Course, ...] = (),
) -> _Case:
    def again(more: Evidence) -> Sums:
        return Sums(more.cards, more.room, more.may, weight, weights, drawn)

    return _Case(chance, again(found), again, weights)
