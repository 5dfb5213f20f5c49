"""Soft evidence: how likely players are to do what they did in a world, and worlds weighed by it.

A model gives the likelihood of every action; worlds are drawn from the hard evidence, weighed, and
drawn again. Few worlds reweighed do harm: while too few count, more are drawn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import log
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz import thumb
from kibitz._core import Card, CardSet, Deal, Position, Rules, excluded
from kibitz.errors import EvidenceError, KibitzError, LimitError
from kibitz.game import actions as act
from kibitz.game import fields
from kibitz.game.auction import all_points
from kibitz.infer.evidence import Evidence, public_deal
from kibitz.infer.knowledge import Cards, Knowledge, Played
from kibitz.lanes import lane
from kibitz.solve import solve

Worlds = NDArray[np.uint64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that another seat did, where it could have done otherwise.

    Attributes:
        known: what the seat knows that looks back at it.
        seat: who did it.
        action: a Play, or what was said in the auction.
        number: how many cards had been played before.
        trick: the cards that lay on the table.
        lacking: the cards that each play shows the seat not to have, by the card played; filled
            as it is asked for.
    """

    known: Knowledge
    seat: int
    action: act.Action
    number: int
    trick: Played
    lacking: dict[Card, int] = field(default_factory=dict, compare=False, repr=False)


class PlayerModel(Protocol):
    """How players choose."""

    @property
    def own_hand(self) -> bool:
        """Does a likelihood depend on nothing that differs from world to world but the hand of the
        seat that acts?"""
        ...

    def likelihood(self, decision: Decision, hands: Worlds) -> Floats:
        """The likelihood of the action in each world, but for a factor; shape (worlds,).

        Args:
            decision: what was done.
            hands: what each seat held at that moment, as printed card sets of shape (worlds,
                players). For what was said before cards were drawn or passed: when play began.
        """
        ...


def decisions(known: Knowledge) -> Iterator[Decision]:
    """What other seats have said and played. None where hands draw in play: they were others."""
    if known.is_drawing:
        return
    for seat, said in known.auction:
        if seat != known.seat:
            yield Decision(known, seat, said, 0, ())
    number = 0
    for trick in known.tricks:
        for at, (seat, card) in enumerate(trick):
            if seat != known.seat and card not in known.unsure:
                yield Decision(known, seat, act.Play(card), number, trick[:at])
            number += 1


# ---- models --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Uniform:
    """Whatever is lawful says nothing more: hard evidence alone."""

    own_hand = True

    def likelihood(self, decision: Decision, hands: Worlds) -> Floats:
        """One in every world."""
        return np.ones(len(hands))


@dataclass(frozen=True, slots=True)
class Customary:
    """The sources' maxims: a card that breaks one is chosen less often than one that does not.

    - Who opens with a high trump, and not the highest, holds the next below it.
    - The maker's partner who is in leads his best trump, if it is not one that counts.
    - A partner's sure trick is given the best counting card.
    - No counting card is thrown to the others' trick if one that counts nothing can be.
    - Who bids half of all points or more has the Ace or the King of the trumps that he names.
    - Who cannot follow gets rid of a card that counts heavily against him.

    And, if a spread is given: who names the trump hopes for about as much of it as he has bid, by
    the rule of thumb of thumb.py, and the others for less than a higher bid.

    Attributes:
        slip: the weight of a card that breaks a maxim, where others have one.
        spread: how far a bid is from what the hand hopes for, as a part of all points; None: a bid
            says no more than the maxim.
    """

    slip: float = 0.1
    spread: float | None = None

    own_hand = True

    def likelihood(self, decision: Decision, hands: Worlds) -> Floats:
        """The share of the card's weight in that of all cards that could be played."""
        known, action = decision.known, decision.action
        if isinstance(action, act.Bid | act.PassBid):
            return self._bid(decision, hands) * self._hoped(decision, hands)
        if not isinstance(action, act.Play):
            return np.ones(len(hands))
        cards, legal = choices(decision, hands)
        weight = np.where(legal, 1.0, 0.0)
        for broken in _broken(decision, known, cards, legal, hands[:, decision.seat]):
            weight = np.where(broken, weight * self.slip, weight)
        chosen: Floats = weight[:, cards.index(action.card)] / weight.sum(axis=1)
        return chosen

    def _bid(self, decision: Decision, hands: Worlds) -> Floats:
        known, points = decision.known, _points(decision.action)
        dear = decision.seat == known.maker and 2 * points >= all_points(known.rules) > 0
        if not dear or known.trump is None:
            return np.ones(len(hands))
        tops = CardSet([Card(rank + known.trump) for rank in "AK"]).bits
        has = (hands[:, decision.seat] & np.uint64(tops)) != 0
        return np.where(has, 1.0, self.slip)

    def _hoped(self, decision: Decision, hands: Worlds) -> Floats:
        known, points = decision.known, _points(decision.action)
        if self.spread is None or known.trump is None:
            return np.ones(len(hands))
        hope = _hopes(known.rules, known.trump, hands[:, decision.seat])
        every = all_points(known.rules)
        if decision.seat == known.maker:
            apart = (hope - points / every) / self.spread
            return np.asarray(np.exp(-(apart**2) / 2)) if points else np.ones(len(hands))
        before = known.auction[: known.auction.index((decision.seat, decision.action))]
        least = 1 + (points or max((_points(said) for _, said in before), default=0))
        return np.asarray(1 / (1 + np.exp((hope - least / every) / self.spread)))


def _points(said: act.Action) -> int:
    """What was bid; nothing if it was no bid."""
    return said.points if isinstance(said, act.Bid) else 0


def _hopes(rules: Rules, trump: str, own: Worlds) -> Floats:
    """The part of all points that each hand may hope for in trumps."""
    mask = np.uint64(CardSet(_trumps(rules, trump)).bits)
    held, places = np.unique(own & mask, return_inverse=True)
    hopes = [thumb.strength(rules, CardSet.from_bits(bits), trump) for bits in held.tolist()]
    return np.asarray(np.array(hopes)[places.ravel()])


@dataclass(frozen=True, slots=True)
class Softmax:
    """Players who choose by what each card is worth when all hands are seen, and err.

    Attributes:
        temperature: in points; a card so much worse is chosen e times less often.
        plays: how many of the last plays are judged; those before count as any other.
        nodes: a limit for the search in each world; without a value a play says nothing.
    """

    temperature: float = 1.0
    plays: int = 4
    nodes: int = 20_000

    own_hand = False

    def likelihood(self, decision: Decision, hands: Worlds) -> Floats:
        """The softmax of the card's value among those of all legal cards."""
        known, action = decision.known, decision.action
        found = np.ones(len(hands))
        if not isinstance(action, act.Play) or decision.number < len(known.plays) - self.plays:
            return found
        teams = known.rules.teams(known.players)
        side = [seat for seat, team in enumerate(teams) if team == teams[decision.seat]]
        for at, world in enumerate(hands):
            try:
                values = solve(position_at(decision, world), side=side, cards=True,
                               nodes=self.nodes).cards  # fmt: skip
            except KibitzError:  # the record does not say all that made the play lawful
                continue
            if values and action.card in values:
                worth = np.array([*values.values()]) / self.temperature
                own = values[action.card] / self.temperature
                found[at] = 1 / np.exp(worth - own).sum()
        return found


def position_at(decision: Decision, hands: Sequence[int]) -> Position:
    """The position at a decision, in one world.

    Raises:
        DealError: the world cannot have been played so.
    """
    known = decision.known
    before = known.plays[: decision.number]
    held = [[*CardSet.from_bits(int(bits))] for bits in hands[: known.players]]
    for seat, card in before:
        held[seat].append(card)
    record = known.deal_template().record()
    record["hands"] = [" ".join(map(str, hand)) for hand in held]
    record["plays"] = " ".join(str(card) for _, card in before)
    return Position(Deal.from_record(record))


def choices(decision: Decision, hands: Worlds) -> tuple[Cards, Bools]:
    """The cards that the seat may hold in some world, and where it could have played them.

    Returns:
        The cards, and whether each is legal, of shape (worlds, cards).
    """
    known, own = decision.known, hands[:, decision.seat]
    cards = tuple(CardSet.from_bits(int(np.bitwise_or.reduce(own))))
    lacking = decision.lacking
    if not lacking.keys() >= set(cards):
        deal, before = public_deal(known), _tricks_before(known, decision)
        for card in cards:
            tricks = [*before, (*decision.trick, (decision.seat, card))]
            lacking[card] = excluded(deal, tricks)[-1].bits
    beside = [lacking[card] for card in cards]
    bits = np.array([1 << card.index for card in cards], dtype=np.uint64)
    held = (own[:, None] & bits[None, :]) != 0
    return cards, held & ((own[:, None] & np.array(beside, dtype=np.uint64)[None, :]) == 0)


def _tricks_before(known: Knowledge, decision: Decision) -> list[Played]:
    """The tricks that were done."""
    done, number = [], 0
    for trick in known.tricks:
        if number + len(trick) > decision.number:
            break
        done.append(trick)
        number += len(trick)
    return done


# ---- maxims --------------------------------------------------------------------------------------

HIGH = 4
"""So many trumps from the top are high."""
HEAVY = 5


def _broken(
    decision: Decision, known: Knowledge, cards: Cards, legal: Bools, own: Worlds
) -> Iterator[Bools]:
    """For each maxim, which cards would break it in which world; shape (worlds, cards)."""
    penalties = _penalties(known.rules)
    penalty = np.array([penalties.get(card, 0) for card in cards])
    if penalty.any() and decision.trick:
        heavy = penalty >= HEAVY
        follows = [_lane(known, card) == _lane(known, decision.trick[0][1]) for card in cards]
        void = ~(legal & np.array(follows)).any(axis=1)
        yield (void & (legal & heavy).any(axis=1))[:, None] & ~heavy
    order = _trumps(known.rules, known.trump)
    worths = _worths(known.rules, known.trump)
    worth = np.array([worths.get(card, 0) for card in cards])
    if not order or not worth.any():
        return
    gone = {card for _, card in known.plays[: decision.number]} - {c for _, c in decision.trick}
    left = [card for card in order if card not in gone]
    rank = {card: at for at, card in enumerate(left)}
    teams = known.rules.teams(known.players)
    if not decision.trick:
        maker = known.maker
        if decision.number == 0:
            yield np.array([_needs(card, left, own) for card in cards]).T & legal
        elif maker is not None and maker != decision.seat and teams[maker] == teams[decision.seat]:
            fit = [c for c in left if c == left[0] or not worths[c]]
            yield np.array([_holds_above(card, fit, rank, own) for card in cards]).T & legal
        return
    winner, card = _winning(known, decision.trick)
    mine = teams[winner] == teams[decision.seat]
    counts = legal & (worth > 0)[None, :]
    if mine and left[:1] == [card]:
        best = np.where(legal, worth[None, :], 0).max(axis=1)
        yield legal & (worth[None, :] < best[:, None])
    if not mine:
        beats = np.array([rank.get(c, 99) < rank.get(card, 98) for c in cards])
        spare = (legal & (worth == 0)[None, :]).any(axis=1)
        yield counts & ~beats[None, :] & spare[:, None]


def _needs(card: Card, left: Sequence[Card], own: Worlds) -> Bools:
    """Where a lead of this trump wants the next below it in the hand, and it is not there."""
    place = left.index(card) if card in left else 0
    if not 0 < place < HIGH:
        return np.zeros(len(own), dtype=np.bool_)
    beside = CardSet([*left[:place], left[place + 1]]).bits
    return np.asarray((own & np.uint64(beside)) == 0)


def _holds_above(card: Card, fit: Sequence[Card], rank: Mapping[Card, int], own: Worlds) -> Bools:
    """Where a better trump of these is in the hand."""
    above = [each for each in fit if rank[each] < rank.get(card, len(rank))]
    return np.asarray((own & np.uint64(CardSet(above).bits)) != 0)


def _winning(known: Knowledge, trick: Played) -> tuple[int, Card]:
    """The seat that wins the trick as it lies, and its card."""
    order = _trumps(known.rules, known.trump)
    by_trump = [(order.index(card), seat, card) for seat, card in trick if card in order]
    if by_trump:
        _, seat, card = min(by_trump)
        return seat, card
    led = lane(known.rules, trick[0][1].suit or "H", known.trump)
    _, seat, card = min((led.index(str(c)), s, c) for s, c in trick if str(c) in led)
    return seat, card


@lru_cache(maxsize=64)
def _trumps(rules: Rules, trump: str | None) -> Cards:
    return tuple(map(Card, lane(rules, trump, trump))) if trump is not None else ()


@lru_cache(maxsize=64)
def _worths(rules: Rules, trump: str | None) -> dict[Card, int]:
    """What each trump counts for whoever takes it."""
    worth: dict[str, int] = fields.field(rules, "trump_points", {})
    off = {"5": "off_five", "J": "off_jack"}
    jokers = {"JK": "joker", "JL": "low_joker"}
    return {
        card: worth.get(card.rank, 0)
        if card.suit == trump
        else worth.get(jokers.get(str(card), off.get(card.rank, "")), 0)
        for card in _trumps(rules, trump)
    }


@lru_cache(maxsize=64)
def _penalties(rules: Rules) -> dict[Card, int]:
    """What cards by themselves count against whoever takes them."""
    worth: dict[str, int] = fields.field(rules, "card_points", {})
    return {Card(name): -points for name, points in worth.items() if len(name) == 2 and points < 0}


def _lane(known: Knowledge, card: Card) -> str | None:
    if card in _trumps(known.rules, known.trump):
        return known.trump
    return card.suit or "H"


# ---- weighing ------------------------------------------------------------------------------------

FIRST, MOST, ENOUGH = 4096, 65_536, 400
"""Worlds drawn at first, and at most; and as many as have to count."""


class Weighed:
    """The sums of a belief whose worlds are weighed by a model, as `kibitz._core.Belief` has them.

    Where all worlds can be listed they are, and the sums are exact. Otherwise `effective` says as
    how many equal worlds the drawn ones count: the square of the sum of weights, by the sum of
    their squares.
    """

    def __init__(
        self,
        known: Knowledge,
        model: PlayerModel,
        cards: Cards,
        listed: tuple[Worlds, Floats] | None,
        draw: Callable[[int, int], Worlds],
    ) -> None:
        self._cards = cards
        likely = Likelihoods(known, model)
        self.exact = listed is not None
        self.method = "listed" if self.exact else "importance"
        if listed is not None:
            self.worlds, chances = listed
            weights = chances * scaled(likely.logs(self.worlds))
        else:
            self.worlds = draw(FIRST, 1)
            logs = likely.logs(self.worlds)
            weights = scaled(logs)
            while effective(weights) < ENOUGH and len(weights) < MOST:
                more = draw(len(weights), len(weights))
                self.worlds = np.concatenate([self.worlds, more])
                # All to one scale: each part by its own best would count some parts for more.
                logs = np.concatenate([logs, likely.logs(more)])
                weights = scaled(logs)
        if not weights.sum() > 0:
            raise EvidenceError("no world in which players would have done what they did")
        self.log_weight = log(weights.mean())
        self.weights: Floats = weights / weights.sum()

    @property
    def effective(self) -> float:
        """As how many equal worlds they count."""
        return effective(self.weights)

    @property
    def count(self) -> int:
        """Worlds that count for something, of those looked at."""
        return int((self.weights > 0).sum())

    @cached_property
    def entropy(self) -> float:
        """In bits; of drawn worlds a bound from below."""
        some = self.weights[self.weights > 0]
        return float(-(some * np.log2(some)).sum())

    @cached_property
    def error(self) -> float:
        """The largest standard error of a probability."""
        if self.exact:
            return 0.0
        means, squares = self.probability(), self.weights**2
        spread = [
            squares @ (self._held(at) - means[:, at]) ** 2 for at in range(self.worlds.shape[1])
        ]
        return float(np.sqrt(np.max(spread, initial=0.0)))

    def _held(self, holder: int) -> Bools:
        """Which cards a holder has, of shape (worlds, cards)."""
        bits = np.array([1 << card.index for card in self._cards], dtype=np.uint64)
        return np.asarray((self.worlds[:, holder, None] & bits) != 0)

    def probability(self) -> Floats:
        """float64 (cards, holders); rows sum to 1."""
        columns = [self.weights @ self._held(at) for at in range(self.worlds.shape[1])]
        return np.asarray(np.stack(columns, axis=1))

    def of(self, more: Evidence) -> "Weighed":
        """The same worlds, those left out that more evidence excludes.

        Raises:
            EvidenceError: it excludes all.
        """
        out = np.zeros(len(self.worlds), dtype=np.bool_)
        for at in range(self.worlds.shape[1]):
            out |= (self._held(at) & ~more.may[:, at]).any(axis=1)
        found = copy(self)
        weights = np.where(out, 0.0, self.weights)
        if not weights.sum() > 0:
            raise EvidenceError("no world agrees with more evidence")
        found.log_weight = self.log_weight + log(weights.sum())
        found.weights = weights / weights.sum()
        return found

    def count_distribution(self, holder: int, cards: CardSet) -> Floats:
        """float64: [t] is the probability that the holder has t of these cards."""
        number = np.array([bits.bit_count() for bits in (self.worlds[:, holder] & np.uint64(
            cards.bits)).tolist()], dtype=np.int64)  # fmt: skip
        return np.bincount(number, self.weights, len(cards) + 1).astype(float)

    def sample(self, n: int, seed: int) -> Worlds:
        """Worlds drawn again, each as often as it counts: evenly spaced, then mixed."""
        rng = np.random.Generator(np.random.PCG64(seed))
        points = (np.arange(n) + rng.random()) / max(n, 1)
        ends = np.cumsum(self.weights)
        chosen = np.minimum(np.searchsorted(ends, points * ends[-1], side="right"), len(ends) - 1)
        return np.asarray(self.worlds[rng.permutation(chosen)])

    def enumerate(self, limit: int) -> tuple[Worlds, Floats]:
        """All worlds, and their probabilities.

        Raises:
            LimitError: they are more than `limit`, or were not listed.
        """
        if not self.exact or len(self.worlds) > limit:
            raise LimitError(f"more than {limit} worlds are possible")
        return self.worlds.copy(), self.weights.copy()


def effective(weights: Floats) -> float:
    """As how many equal worlds these count: between one and all of them."""
    square = float((weights**2).sum())
    return float(weights.sum()) ** 2 / square if square > 0 else 0.0


class Likelihoods:
    """How likely worlds make all that others have done, if they choose as a model says."""

    def __init__(self, known: Knowledge, model: PlayerModel) -> None:
        self._known, self._model = known, model
        self._decisions = [] if isinstance(model, Uniform) else [*decisions(known)]

    def logs(self, worlds: Worlds) -> Floats:
        """Logarithms, but for a number that is the same in all worlds, whichever are asked for."""
        hands = worlds[:, : self._known.players].copy()
        plays = self._known.plays
        total, number = np.zeros(len(hands)), len(plays)
        # What a seat plays later is the same in all worlds: hands that are alike now always were.
        seats = {each.seat for each in self._decisions} if self._model.own_hand else set()
        alike = {
            at: np.unique(hands[:, at], return_index=True, return_inverse=True)[1:] for at in seats
        }
        with np.errstate(divide="ignore"):
            for decision in reversed(self._decisions):
                for seat, card in plays[decision.number : number]:
                    hands[:, seat] |= np.uint64(1 << card.index)
                number = decision.number
                if decision.seat in alike:
                    first, places = alike[decision.seat]
                    likely = self._model.likelihood(decision, hands[first])[places.ravel()]
                else:
                    likely = self._model.likelihood(decision, hands)
                total += np.log(likely)
        return total


def scaled(logs: Floats) -> Floats:
    """Likelihoods from their logarithms, the greatest of them one; none if none is more than 0."""
    most = logs.max(initial=-np.inf)
    return np.exp(logs - most) if np.isfinite(most) else np.zeros(len(logs))
