"""What a seat may know: its own cards, and all that was done in the open.

A View is built from public things and the seat's own, never by striking out of the State.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz._core import Card, Rules
from kibitz.game import course
from kibitz.game.actions import Action, Cards, Deal, PassCards, Rob
from kibitz.game.events import DrawBack
from kibitz.game.hearts import pass_steps, passes_to
from kibitz.game.laws import actions
from kibitz.game.pools import Pool
from kibitz.game.situation import State


@dataclass(frozen=True, slots=True)
class Heard:
    """What a seat knows of something done: the action, or only its kind and how many cards."""

    seat: int | None
    word: str
    action: Action | None
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick that has been taken."""

    leader: int
    winner: int
    cards: tuple[tuple[int, Card], ...]


@dataclass(frozen=True, slots=True)
class View:
    """A seat's knowledge.

    Attributes:
        seat: whose view it is.
        hand: its cards.
        sizes: how many cards each seat holds.
        found: what the seat has seen besides: the pack it robs, a widow it won, cards it passed.
        got: cards that it was passed.
        stock: how many cards are left to draw.
        began: how many cards each seat held when play began.
        drew: how many cards each play drew from the stock, where turns draw.
        laws: what the laws have left standing, as the fields of a deal record.
        early: cards that lie on the table before their turn.
        history: what was done in this deal, as this seat knows it.
    """

    seat: int
    rules: Rules
    players: int
    phase: str
    to_act: int | None
    dealer: int
    number: int
    hand: Cards
    sizes: tuple[int, ...]
    found: Cards
    got: Cards
    stock: int
    began: tuple[int, ...]
    drew: tuple[int, ...]
    turned: Cards
    maker: int | None
    bid: int | None
    trump: str | None
    avoid: str | None
    discards: tuple[Cards, ...]
    draws: tuple[int, ...]
    trick: tuple[tuple[int, Card], ...]
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]
    chips: tuple[int, ...]
    pool: Pool
    laws: Mapping[str, Any]
    early: tuple[tuple[int, Card], ...]
    history: tuple[Heard, ...]
    choices: tuple[Action, ...] | None

    @property
    def is_to_act(self) -> bool:
        """Is it this seat's turn?"""
        return self.to_act == self.seat


LISTED = 200
"""As many choices are listed in a view; a longer list is left to `actions`."""


def view(state: State, seat: int) -> View:
    """What a seat knows.

    >>> from kibitz import Rules
    >>> from kibitz.game.state import apply, actions, new_match
    >>> state = new_match(Rules("whist"), seed=1)
    >>> state = apply(state, next(iter(actions(state))))
    >>> len(view(state, 2).hand), view(state, 2).sizes
    (13, (13, 13, 13, 13))
    """
    position = state.position
    stock = len(state.stock)
    if position is not None:
        stock = len(position.deal.stock)
        stock -= sum(map(len, position.hands)) + len(position.plays)
        stock += sum(len(hand or ()) for hand in position.deal.hands)
    choices = None
    if state.to_act == seat:
        allowed = actions(state)
        choices = tuple(allowed) if len(allowed) <= LISTED else None
        if choices and isinstance(choices[0], DrawBack):
            choices = None  # they are drawn face down
    return View(
        seat=seat,
        rules=state.rules,
        players=state.players,
        phase=state.phase,
        to_act=state.to_act,
        dealer=state.dealer,
        number=state.number,
        hand=_sorted(state.hand(seat)) if state.hands else (),
        sizes=tuple(len(state.hand(each)) for each in range(state.players)) if state.hands else (),
        found=_found(state, seat),
        got=_got(state, seat),
        stock=stock,
        began=tuple(len(hand or ()) for hand in state.parts[0].deal.hands) if state.parts else (),
        drew=course.drew(state.parts),
        turned=state.turned,
        maker=state.maker,
        bid=state.bid,
        trump=state.trump,
        avoid=state.avoid,
        discards=state.discards,
        draws=state.draws,
        trick=position.trick if position is not None else (),
        tricks=_tricks(state),
        points=_points(state),
        scores=state.scores,
        chips=state.chips,
        pool=state.pool,
        laws=state.laws,
        early=state.early,
        history=tuple(_heard(state, by, action, seat) for by, action in state.log),
        choices=choices,
    )


def _tricks(state: State) -> tuple[Trick, ...]:
    tricks = state.tricks
    return tuple(Trick(each.leader, each.winner, each.cards) for each in tricks)


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards))


def _points(state: State) -> tuple[int, ...]:
    """Points are told at the end: before that, some are known to their holders only."""
    return state.points if state.phase in ("scored", "over") else ()


def _found(state: State, seat: int) -> Cards:
    found: Cards = ()
    robs = state.phase == "rob" or any(isinstance(action, Rob) for _, action in state.log)
    if robs and seat == state.dealer:
        found += state.rest
    if state.passes and state.passes[seat]:
        found += state.passes[seat] or ()
    tricks = state.tricks
    if state.widow and tricks and tricks[0].winner == seat:
        found += state.widow
    return _sorted(found)


def _got(state: State, seat: int) -> Cards:
    if not state.passes or None in state.passes:
        return ()
    if seat not in state.seats:
        return ()
    steps = pass_steps(state.rules, state.players, state.number)
    return _sorted(state.passes[passes_to(state.seats, seat, -steps)] or ())


def _heard(state: State, by: int | None, action: Action, seat: int) -> Heard:
    if isinstance(action, Deal):
        return Heard(by, action.word, None, len(action.rest))
    if by != seat and isinstance(action, PassCards):
        return Heard(by, action.word, None, len(action.cards))
    if by != seat and isinstance(action, Rob):
        return Heard(by, action.word, None, len(action.cards))
    if isinstance(action, DrawBack) and seat != action.of:
        return Heard(by, action.word, None, len(action.cards))
    return Heard(by, action.word, action)
