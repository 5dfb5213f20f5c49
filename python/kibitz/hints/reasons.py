"""Why the best play is best, in words, from the worlds that were looked at.

An idea divides the plays into those that have it and those that do not. It is a reason only if the
best play has it, the best of the others is behind by more than chance explains, and, where the
idea is about cards in somebody's hand, at least half of the difference comes from the worlds in
which they are there. Every figure in a sentence is computed from the same worlds.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kibitz import show
from kibitz._core import Card, Position
from kibitz.game.actions import Action, Play
from kibitz.hints import words
from kibitz.hints.hint import Candidate, Reason
from kibitz.hints.outcomes import ALIKE, SURE, Flags, Floats, Outcomes
from kibitz.hints.scoring import card_worth, lane_of

Hands = npt.NDArray[np.uint64]
PEDRO = 5
"""A trump worth so much is one to catch and to save."""
HALF = 0.5
LEAST = 20
"""From fewer worlds, unless they are all, no reason is given."""


class Table(Protocol):
    """What reasons need to know of the moment."""

    @property
    def seat(self) -> int:
        """Who is to play."""

    @property
    def players(self) -> int:
        """How many."""

    @property
    def names(self) -> Sequence[str] | None:
        """What the seats are called."""

    @property
    def position(self) -> Position:
        """The position in some world."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that may be played, in the order of the outcomes."""


def of_plays(
    table: Table, outcomes: Outcomes, worlds: Hands, ranked: tuple[Candidate, ...]
) -> tuple[Reason, ...]:
    """The reasons for the first of the candidates."""
    compared = _Compared(table, outcomes, worlds, ranked)
    if compared.rival is None:
        deals = show.count(outcomes.worlds, "deal")
        text = f"Every card comes to the same in {'all ' * (outcomes.worlds > 1)}{deals}."
        return (Reason("same", text),)
    gap = compared.gap(compared.rival)
    if not gap.sure:
        other = words.card(table.cards[compared.rival])
        text = f"{other} is as good, as far as {show.count(outcomes.worlds, 'deal')} tell."
        return (*_chances(compared), Reason("close", text))
    found = [*_chances(compared), _differ(compared)]
    for idea in IDEAS:
        found += idea(compared)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Gap:
    """By how much the best play is ahead of another, and in which worlds."""

    mean: float
    error: float
    apart: Floats
    enough: bool
    """Are there worlds enough to tell?"""

    @property
    def sure(self) -> bool:
        """Is it more than chance explains?"""
        return self.enough and self.mean > max(ALIKE, SURE * self.error)


class _Compared:
    """The best play and its rivals, and who holds what in each world."""

    def __init__(
        self, table: Table, outcomes: Outcomes, worlds: Hands, ranked: tuple[Candidate, ...]
    ) -> None:
        self.table, self.outcomes, self.worlds = table, outcomes, worlds
        self.exact = ranked[0].error == 0
        at = {card: number for number, card in enumerate(table.cards)}
        self.order = [at[_card(candidate.action)] for candidate in ranked]
        self.best = self.order[0]
        payoff = outcomes.payoff
        self.rival = next(
            (n for n in self.order if np.any(np.abs(payoff[:, self.best] - payoff[:, n]) > ALIKE)),
            None,
        )
        self.position = table.position
        self.rules, self.trump = self.position.deal.rules, self.position.trump
        self.teams = self.rules.teams(table.players)
        self.trick = self.position.trick
        seats = [(table.seat + step) % table.players for step in range(1, table.players)]
        played = {seat for seat, _ in self.trick}
        self.behind = [s for s in seats if s not in played]
        self.foes_behind = [s for s in self.behind if self.teams[s] != self.teams[table.seat]]
        self.led = self.lane(self.trick[0][1]) if self.trick else ()
        self.share = outcomes.weight / outcomes.weight.sum()

    # cards

    def lane(self, card: Card) -> tuple[Card, ...]:
        """The lane of a card, the highest first."""
        trumps = lane_of(self.rules, self.trump, self.trump)
        if card in trumps or card.suit is None:
            return trumps
        return lane_of(self.rules, card.suit, self.trump)

    def force(self, card: Card) -> int:
        """What a card weighs in this trick: trumps, then the lane led; others nothing."""
        lane = self.lane(card)
        trumps = lane_of(self.rules, self.trump, self.trump)
        if card in trumps:
            return 200 - trumps.index(card)
        if card in (self.led or lane):
            return 100 - (self.led or lane).index(card)
        return 0

    @property
    def winning(self) -> tuple[int, Card] | None:
        """Who has the trick so far, and with what."""
        return max(self.trick, key=lambda each: self.force(each[1]), default=None)

    def takes(self, card: Card) -> bool:
        """Would it be the best card of the trick so far?"""
        return self.winning is None or self.force(card) > self.force(self.winning[1])

    # worlds

    def holds(self, seats: Sequence[int], card: Card) -> Flags:
        """The worlds in which one of the seats holds the card."""
        bit = np.uint64(1) << np.uint64(card.index)
        found: Flags = np.zeros(len(self.worlds), dtype=bool)
        for seat in seats:
            found |= (self.worlds[:, seat] & bit) != 0
        return found

    def unseen(self, cards: Sequence[Card]) -> list[Card]:
        """Those of the cards that others hold in some world."""
        others = [s for s in range(self.table.players) if s != self.table.seat]
        return [card for card in cards if self.holds(others, card).any()]

    def chance(self, worlds: Flags) -> float:
        """How likely they are together."""
        return float(self.share @ worlds)

    def gap(self, other: int) -> Gap:
        """How far the best is ahead of another play."""
        apart = self.outcomes.payoff[:, self.best] - self.outcomes.payoff[:, other]
        error = 0.0 if self.exact else float(self.outcomes.error(apart[:, None])[0])
        enough = self.exact or len(apart) >= LEAST
        return Gap(float(self.share @ apart), error, apart, enough)

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.table.names[seat] if self.table.names else f"seat {seat}"

    def named(self, seats: Sequence[int]) -> str:
        """What some seats are called."""
        return " or ".join(map(self.name, seats))

    def reason(
        self, kind: str, has: Sequence[bool], text: str, event: Flags | None = None
    ) -> Iterator[Reason]:
        """The idea as a reason, if the figures bear it out: which plays have it, and the worlds
        that it is about."""
        if not has[self.best] or all(has):
            return
        other = next(n for n in self.order if not has[n])
        gap = self.gap(other)
        if not gap.sure:
            return
        share = 1.0 if event is None else float(self.share @ (gap.apart * event)) / gap.mean
        if share < HALF:
            return
        card = self.table.cards[other]
        yield Reason(kind, f"{text}; {words.card(card)} costs {gap.mean:.2f}.", Play(card), share)


def _card(action: Action) -> Card:
    assert isinstance(action, Play)
    return action.card


# ---- what the figures say of themselves --------------------------------------------------------


def _chances(c: _Compared) -> Iterator[Reason]:
    """What becomes of the bid, or of getting clear, after the best play and its rival."""
    assert c.rival is not None
    best, rival = c.best, c.rival
    cards = words.card(c.table.cards[best]), words.card(c.table.cards[rival])
    maker = c.position.deal.maker
    if c.outcomes.made is not None and maker is not None:
        made = c.outcomes.mean(c.outcomes.made)
        ours = c.teams[maker] == c.teams[c.table.seat]
        verb, chances = ("makes", made) if ours else ("sets", 1 - made)
        if abs(made[best] - made[rival]) > 0.005:
            text = f"{cards[0]} {verb} the bid in {words.percent(float(chances[best]))}"
            yield Reason("bid", f"{text}, {cards[1]} in {words.percent(float(chances[rival]))}.")
    if c.outcomes.clear is not None:
        clear = c.outcomes.mean(c.outcomes.clear)
        if abs(clear[best] - clear[rival]) > 0.005:
            text = f"{cards[0]} gets clear in {words.percent(float(clear[best]))}"
            yield Reason("clear", f"{text}, {cards[1]} in {words.percent(float(clear[rival]))}.")


def _differ(c: _Compared) -> Reason:
    """In how many worlds it matters, and which way."""
    assert c.rival is not None
    gap = c.gap(c.rival)
    better, worse = c.chance(gap.apart > ALIKE), c.chance(gap.apart < -ALIKE)
    cards = words.card(c.table.cards[c.best]), words.card(c.table.cards[c.rival])
    text = f"{cards[0]} is better than {cards[1]} in {words.percent(better)} of the deals"
    text += f" and worse in {words.percent(worse)}" if worse else " and never worse"
    return Reason("differ", f"{text}; on average by {gap.mean:.2f}.")


# ---- ideas -------------------------------------------------------------------------------------


def _pedros(c: _Compared) -> list[Card]:
    """The trumps that are worth most, to whoever takes them."""
    worth = card_worth(c.rules, c.trump)
    trumps = lane_of(c.rules, c.trump, c.trump)
    return [card for card, points in worth.items() if points >= PEDRO and card in trumps]


def _cinch(c: _Compared) -> Iterator[Reason]:
    """A trump above the Pedros, so that nobody behind can save one in this trick."""
    if not c.trick or not c.foes_behind:
        return
    pedros = [card for card in c.unseen(_pedros(c)) if c.holds(c.foes_behind, card).any()]
    if not pedros:
        return
    top = max(c.force(card) for card in pedros)
    has = [c.takes(card) and c.force(card) > top for card in c.table.cards]
    event = np.zeros(len(c.worlds), dtype=bool)
    for card in pedros:
        event |= c.holds(c.foes_behind, card)
    seats = [s for s in c.foes_behind if any(c.holds([s], card).any() for card in pedros)]
    text = f"It cinches the trick: in {words.percent(c.chance(event))} of the deals "
    text += f"{c.named(seats)} holds a Pedro, and cannot win with it"
    yield from c.reason("cinch", has, text, event)


def _above(c: _Compared) -> Iterator[Reason]:
    """A card that nobody behind can beat, where a lower one may be beaten."""
    if not c.trick or not c.foes_behind or c.outcomes.clear is not None:
        return
    stronger = [card for card in _all_of(c) if c.holds(c.foes_behind, card).any()]
    top = max((c.force(card) for card in stronger), default=0)
    has = [c.takes(card) and c.force(card) > top for card in c.table.cards]
    if not has[c.best] or all(has):
        return
    other = c.table.cards[next(n for n in c.order if not has[n])]
    event = np.zeros(len(c.worlds), dtype=bool)
    for card in stronger:
        if c.force(card) > c.force(other) > 0:
            event |= c.holds(c.foes_behind, card)
    text = f"Nobody behind can beat it; in {words.percent(c.chance(event))} of the deals "
    text += f"{c.named(c.foes_behind)} holds a card over {words.card(other)}"
    yield from c.reason("above", has, text, event)


def _to_partner(c: _Compared) -> Iterator[Reason]:
    """Points thrown on a trick that partner has."""
    if c.winning is None or c.winning[0] == c.table.seat:
        return
    holder, card = c.winning
    if c.teams[holder] != c.teams[c.table.seat]:
        return
    worth = card_worth(c.rules, c.trump)
    has = [worth.get(each, 0) > 0 and not c.takes(each) for each in c.table.cards]
    higher = [each for each in c.unseen(_all_of(c)) if c.force(each) > c.force(card)]
    holds = np.ones(len(c.worlds), dtype=bool)
    for each in higher:
        holds &= ~c.holds(c.foes_behind, each)
    points = show.count(worth.get(c.table.cards[c.best], 0), "point")
    text = f"It gives {points} to {c.name(holder)}, whose {words.card(card)} holds the trick in "
    yield from c.reason("partner", has, text + words.percent(c.chance(holds)), holds)


def _duck(c: _Compared) -> Iterator[Reason]:
    """A card that cannot take the trick, where taking costs."""
    if c.winning is None or c.outcomes.clear is None:
        return
    has = [not c.takes(card) for card in c.table.cards]
    if c.force(c.table.cards[c.best]) > 0:
        yield from c.reason("duck", has, f"It ducks under {words.card(c.winning[1])}")


def _dump(c: _Compared) -> Iterator[Reason]:
    """A penalty thrown on a trick that somebody else takes."""
    if c.winning is None or c.outcomes.clear is None:
        return
    worth = card_worth(c.rules, c.trump)
    best = c.table.cards[c.best]
    has = [worth.get(card, 0) == worth.get(best, 0) for card in c.table.cards]
    if worth.get(best, 0) >= 0 or c.force(best) > 0:
        return
    text = f"It gets rid of {show.count(-worth[best], 'point')} on another's trick"
    yield from c.reason("dump", has, text)


def _void(c: _Compared) -> Iterator[Reason]:
    """The last card of a plain suit."""
    trumps = lane_of(c.rules, c.trump, c.trump)
    hand = set(c.position.hands[c.table.seat])

    def last(card: Card) -> bool:
        return card not in trumps and sum(each in hand for each in c.lane(card)) == 1

    best = c.table.cards[c.best]
    if best.suit is not None and len(hand) > 1:
        text = f"It leaves you void in {show.SUIT_NAMES[best.suit]}"
        yield from c.reason("void", [last(card) for card in c.table.cards], text)


def _last_trump(c: _Compared) -> Iterator[Reason]:
    """A trump kept, where another play would part with the last."""
    trumps = lane_of(c.rules, c.trump, c.trump)
    hand = c.position.hands[c.table.seat]
    if sum(card in trumps for card in hand) != 1:
        return
    has = [card not in trumps for card in c.table.cards]
    yield from c.reason("last_trump", has, "It keeps your last trump")


def _tenace(c: _Compared) -> Iterator[Reason]:
    """Two cards kept that stand about one in another's hand."""
    hand = set(c.position.hands[c.table.seat])
    lanes = {c.lane(card) for card in hand}
    foes = [s for s in range(c.table.players) if c.teams[s] != c.teams[c.table.seat]]
    for lane in lanes:
        left = [card for card in lane if card in hand or c.unseen([card])]
        for high, middle, low in zip(left, left[1:], left[2:], strict=False):
            if high in hand and low in hand and middle not in hand:
                has = [card not in (high, low) for card in c.table.cards]
                event = c.holds(foes, middle)
                text = f"It keeps the tenace {words.card(high)} {low.rank} over "
                text += f"{words.card(middle)}, which the other side holds in "
                text += words.percent(c.chance(event))
                yield from c.reason("tenace", has, text, event)


def _lead(c: _Compared) -> Iterator[Reason]:
    """The last to play decides who leads next."""
    if c.winning is None or c.behind or c.outcomes.clear is not None:
        return
    holder = c.winning[0]
    ours = c.teams[holder] == c.teams[c.table.seat]
    takes = c.takes(c.table.cards[c.best])
    has = [c.takes(card) == takes for card in c.table.cards]
    if takes and not ours:
        yield from c.reason("lead", has, f"It keeps the lead from {c.name(holder)}")
    if not takes and ours:
        yield from c.reason("lead", has, f"It leaves the lead with {c.name(holder)}")


def _all_of(c: _Compared) -> tuple[Card, ...]:
    trumps = lane_of(c.rules, c.trump, c.trump)
    return (*trumps, *(card for card in c.led if card not in trumps))


IDEAS: tuple[Callable[[_Compared], Iterator[Reason]], ...] = (
    _cinch,
    _above,
    _to_partner,
    _duck,
    _dump,
    _void,
    _last_trump,
    _tenace,
    _lead,
)
"""In the order in which they are told."""
