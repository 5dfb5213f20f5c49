"""What to do before the play: bids, sales, trumps, discards, robbing and cards to pass on.

In each world the deal goes on by the referee, everybody by rule of thumb, until the first card is
to be led; from there it is valued as a play is. What is asked is what the seat may do now.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from time import monotonic

import numpy as np

from kibitz import show, thumb
from kibitz._core import Card, Rules
from kibitz.errors import KibitzError
from kibitz.game import actions as act
from kibitz.game import match, referee
from kibitz.game.actions import Action
from kibitz.game.auction import MOST_IN_POOL
from kibitz.game.choices import Actions
from kibitz.game.discard import Robberies, kept
from kibitz.game.fields import field
from kibitz.game.seen import A_RIGHT
from kibitz.game.state import State, View
from kibitz.hints import words
from kibitz.hints.ends import End, Ends
from kibitz.hints.hint import Candidate, Reason
from kibitz.hints.loop import Limits, Worlds
from kibitz.hints.outcomes import ALIKE, SURE, Floats, Outcomes, gathered
from kibitz.hints.scoring import Scorer, Standing, Worth
from kibitz.hints.table import Table
from kibitz.lanes import sorted_hand

STEP = 5
"""So many worlds are valued at a time; no more are begun once there may be no time for them."""
SPARE = 3
"""So many cards that the rule of thumb would not choose are tried in the place of others."""
WORDS = (act.PassBid, act.Sell, act.Refuse, act.Offer, act.Pitch)
"""What is said in an auction beside bids."""
MOST_BIDS = 14
"""So many bids are compared; of more, some as far apart as the next."""
WIDE = 8
"""Bids to a pool that are compared; nobody bids more for the choice of a suit."""
MOST_PASSES = 7
"""Cards to pass on are sought among so many that are best passed on."""


class Before:
    """The question what to do before the play."""

    first = 50
    most = 200

    def __init__(
        self,
        view: View,
        legal: Actions,
        payoff: str,
        standing: Standing,
        *,
        how: str | None = None,
    ) -> None:
        self.view, self.payoff = view, payoff
        self.seat, self.phase = view.seat, view.phase
        self.table = Table.of(view)
        self.ends = Ends(view.rules, view.players, view.seat, view.hand, how)
        self.how = self.ends.how
        self.scorer = Scorer(view.rules, view.players, view.seat, payoff, view.pool, standing)
        self.actions = _shortlist(view, legal)
        if not self.actions:
            raise KibitzError(A_RIGHT.format(view.seat))
        self._seed = 0
        self._meant: dict[tuple[int, tuple[object, ...]], int] = {}
        self._outlook: dict[str, list[int]] = {}

    def cost(self, action: Action) -> float:
        """Among equals the lowest bid; else what stands first in the list."""
        return self.actions.index(action)

    def every_world(self) -> tuple[Worlds, Floats] | None:
        """There are too many."""
        return None

    def draw(self, count: int, seed: int) -> Worlds:
        """Layouts of the hidden cards."""
        self._seed = seed  # for what is left to chance in the playing out
        return self.table.draw(count, seed)

    def look(self, worlds: Worlds, weight: Floats, limits: Limits) -> Outcomes:
        """The end of each world after each action."""
        rows: list[list[list[End]]] = []
        for start in range(0, len(worlds), STEP):
            began = monotonic()
            rows += [self._row(self.table.state(each)) for each in worlds[start : start + STEP]]
            self.ends.value(limits, self._seed)
            if limits.over or (limits.left is not None and limits.left < monotonic() - began):
                break
        return self._outcomes(weight[: len(rows)], rows)

    def hurry(self) -> None:
        """The first world is always done."""

    @property
    def suits(self) -> dict[str, dict[int, float]]:
        """For each suit that the seat might make trumps, its side's points and their chances."""
        return {
            suit: {points: count / len(found) for points, count in sorted(Counter(found).items())}
            for suit, found in sorted(self._outlook.items())
        }

    # one world

    def _row(self, state: State) -> list[list[End]]:
        """For each action its end; or several, of which the seat will choose one."""
        reached: dict[object, State] = {}
        return [list(self._after(state, action, reached)) for action in self.actions]

    def _after(self, state: State, action: Action, reached: dict[object, State]) -> Iterator[End]:
        state = referee.apply(state, action)
        while state.phase == "auction":
            state = _by_thumb(state)
        own = state.phase == "name" and state.maker == self.seat
        for suit in referee.SUITS if own else (None,):
            key = (state.phase, state.maker, suit) if self.phase == "auction" else None
            begun = reached.get(key) if key is not None else None
            if begun is None:
                begun = state if suit is None else referee.apply(state, act.Name(suit))
                while begun.phase not in ("play", "over"):
                    begun = _by_thumb(begun)
                reached[key] = begun
            yield from self.ends.add(begun, state.bid, match.sale(state))

    # all worlds

    def _outcomes(self, weight: Floats, rows: list[list[list[End]]]) -> Outcomes:
        columns = [self._chosen(at, [row[at] for row in rows]) for at in range(len(self.actions))]
        worths = [worth for column in columns for worth in column]
        places = np.arange(len(worths)).reshape(len(columns), -1).T
        if self.phase == "auction":
            self._look_out([row[-1] for row in rows])
        return gathered(weight, worths, places)

    def _look_out(self, ends: list[list[End]]) -> None:
        """Keep what each suit would bring, from worlds in which the seat may choose among them."""
        by_suit: dict[str, list[list[int]]] = {}
        for some in ends:
            if len(some) > 1:
                for suit in {end.suit for end in some} - {None}:
                    led = [e.worth(self.scorer).points for e in some if e.suit == suit]
                    by_suit.setdefault(str(suit), []).append(led)
        for suit, worlds in by_suit.items():
            leads = zip(*worlds, strict=True)
            self._outlook.setdefault(suit, []).extend(max(leads, key=sum))

    def _chosen(self, at: int, ends: list[list[End]]) -> list[Worth]:
        """The worth of an action in each world: of his own suits and leads the seat means the
        one that is best on average where it comes to that, and means it ever after."""
        groups: dict[tuple[object, ...], list[int]] = {}
        for world, some in enumerate(ends):
            groups.setdefault(tuple((end.suit, end.lead) for end in some), []).append(world)
        found: dict[int, Worth] = {}
        for group, members in groups.items():
            columns = [[ends[w][n].worth(self.scorer) for w in members] for n in range(len(group))]
            means = [sum(worth.payoff for worth in column) for column in columns]
            best = self._meant.setdefault(
                (at, group), max(range(len(means)), key=means.__getitem__)
            )
            found |= dict(zip(members, columns[best], strict=True))
        return [found[world] for world in range(len(ends))]

    def reasons(
        self, outcomes: Outcomes, worlds: Worlds, ranked: tuple[Candidate, ...]
    ) -> tuple[Reason, ...]:
        """What sets the best apart from the next, in figures."""
        best, other = ranked[0], ranked[1]
        found: list[Reason] = []
        names = words.named(best.action), words.named(other.action)
        if best.makes is not None and other.makes is not None:
            chances = words.percent(best.makes), words.percent(other.makes)
            text = f"{names[0]}: the bid is made in {chances[0]} of the deals; {names[1]}: in "
            found.append(Reason("bid", f"{text}{chances[1]}."))
        if other.behind > max(ALIKE, SURE * other.behind_error):
            text = f"{names[0]} is better than {names[1]} by {other.behind:.2f} on average"
            found.append(Reason("differ", f"{text}, over {show.count(len(worlds), 'deal')}."))
        else:
            text = f"{names[1]} is as good, as far as {show.count(len(worlds), 'deal')} tell."
            found.append(Reason("close", text))
        return tuple(found)


def _by_thumb(state: State) -> State:
    action = thumb.choose(state, referee.actions(state))
    assert action is not None, f"a rule for the phase {state.phase}"
    return referee.apply(state, action)


# ---- what is compared --------------------------------------------------------------------------


def _shortlist(view: View, legal: Actions) -> tuple[Action, ...]:
    """What is compared: all that may be done or, where that is too much, the likely best of it."""
    rules, trump = view.rules, view.trump
    if view.phase == "auction":
        return _calls(legal)
    if view.phase == "name":
        return tuple(each for each in legal if isinstance(each, act.Name))
    if view.phase == "pass":
        return tuple(_tidy(each, rules, None) for each in _passes(view, legal))
    assert trump is not None
    if isinstance(legal, Robberies):
        best = thumb.by_use(rules, (*legal.hand, *legal.rest), trump)
        found = [thumb.rob(rules, trump, legal)]
        for keep in _varied(best, len(legal.hand) + legal.need):
            cards = tuple(card for card in legal.rest if card in keep)
            found.append(act.Rob(cards, tuple(c for c in legal.hand if c not in keep)))
    else:
        best = thumb.by_use(rules, view.hand, trump)
        custom = thumb.discard(rules, view.hand, trump, legal)
        assert isinstance(custom, act.Discard)
        found, held = [custom], len(best) - len(custom.cards)
        keeps = [set(best[:size]) for size in range(held, kept(rules) + 1)]
        keeps += [*_varied(best, held), *({*best[:held]} - {out} for out in best[:held][-SPARE:])]
        for keep in keeps:
            found.append(act.Discard(tuple(card for card in best if card not in keep)))
    return tuple(dict.fromkeys(_tidy(each, rules, trump) for each in found if each in legal))


def _tidy(action: Action, rules: Rules, trump: str | None) -> Action:
    """The same with its cards in the order in which hands are shown."""

    def tidy(cards: act.Cards) -> act.Cards:
        return tuple(sorted_hand(cards, rules, trump))

    match action:
        case act.PassCards(cards):
            return act.PassCards(tidy(cards))
        case act.Discard(cards):
            return act.Discard(tidy(cards))
        case act.Rob(cards, out):
            return act.Rob(tidy(cards), tidy(out))
    return action


def _calls(legal: Actions) -> tuple[Action, ...]:
    """Every bid or, where there are many, some of them as far apart as the next."""
    calls = list(legal)
    bids = [each for each in calls if isinstance(each, act.Bid)]
    others = [each for each in calls if isinstance(each, WORDS)]
    if bids and bids[-1].points == MOST_IN_POOL:
        bids = bids[:WIDE]
    places = sorted({round(at) for at in np.linspace(0, len(bids) - 1, MOST_BIDS)}) if bids else []
    return (*others, *(bids[at] for at in places))


def _varied(order: Sequence[Card], size: int) -> Iterator[set[Card]]:
    """The first cards of an order, and each way to put one of the next in the place of one."""
    first, spare = list(order[:size]), order[size : size + SPARE]
    yield set(first)
    for out in first[-SPARE:]:
        for card in spare[:1] if out != first[-1] else spare:
            yield {*first, card} - {out}


def _passes(view: View, legal: Actions) -> Iterator[Action]:
    """Every choice among the cards that are best passed on, the rule of thumb's first."""
    order = thumb.by_danger(view.rules, view.hand)
    for cards in combinations(order[:MOST_PASSES], field(view.rules, "pass_cards", 0)):
        action = act.PassCards(cards)
        if action in legal:
            yield action
