"""A simple engine player: what it does at each turn, from what its seat may know and no more.

In play it deals the hidden cards at random a few times, solves each deal and takes the card that is
best on average; where a deal is too large to solve it plays it out at random. All else is rules of
thumb. The same generator gives the same answers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from kibitz import show
from kibitz._core import Card, CardSet, Deal, Position, Rules
from kibitz.advise.worlds import Unseen, shown_void
from kibitz.errors import KibitzError
from kibitz.explain import lane
from kibitz.game import actions as act
from kibitz.game import dealing, hearts
from kibitz.game.auction import all_points
from kibitz.game.choices import Actions
from kibitz.game.discard import Robberies
from kibitz.game.fields import field
from kibitz.game.state import View
from kibitz.solve import solve

WORLDS = 8
NODES = 20_000
"""Cards that may be played in the search of one world, before it is played out at random."""
PLAYOUTS = 12
_RANKS = "23456789TJQKA"
_TOPS = (0.28, 0.19, 0.13, 0.08)
"""What the highest trumps are worth, as parts of all points; each further trump a little."""
_LENGTH = 0.04
_POOL_BID = 3
_RAISE = 0.28
"""How often a random player says more than the least that he may say."""


def choose(view: View, legal: Actions, rng: Random) -> act.Action:
    """What the engine does in this seat's turn.

    Args:
        view: what the seat may know.
        legal: what it may do.
        rng: makes all choices that are left to chance.
    """
    if len(legal) == 1:
        return next(iter(legal))
    if view.phase == "play":
        return _play(view, legal, rng)
    for policy in (_rob, _discard, _pass_cards, _name, _call):
        action = policy(view, legal)
        if action is not None and action in legal:
            return action
    return legal.sample(rng)


def choose_at_random(view: View, legal: Actions, rng: Random) -> act.Action:
    """Anything that may be done; bids are mostly low or none, so that games come to an end."""
    if view.phase != "auction":
        return legal.sample(rng)
    calls = list(legal)
    at = 0
    while at + 1 < len(calls) and rng.random() < _RAISE:
        at += 1
    return calls[at]


# ---- before the play -------------------------------------------------------------------------


def strength(rules: Rules, hand: Iterable[Card], trump: str) -> float:
    """The part of all points that a hand may hope for with this suit as trumps, from 0 to 1.

    >>> hand = [Card(card) for card in "AH KH QH 5D 2C 3C".split()]
    >>> round(strength(Rules("cinch"), hand, "H"), 2)
    0.64
    """
    order = [Card(card) for card in lane(rules, trump, trump)]
    held = set(hand)
    tops = sum(worth for worth, card in zip(_TOPS, order, strict=False) if card in held)
    others = sum(card in held for card in order[len(_TOPS) :])
    return min(1.0, tops + _LENGTH * others)


def best_trump(rules: Rules, hand: Sequence[Card]) -> tuple[float, str]:
    """The suit that makes most of a hand, and what it makes of it."""
    return max((strength(rules, hand, suit), suit) for suit in rules.trumps if suit is not None)


def _call(view: View, legal: Actions) -> act.Action | None:
    if act.Offer() in legal:
        return act.Offer()
    bids = sorted(call.points for call in legal if isinstance(call, act.Bid))
    highest = _highest(view)
    if not view.rules.trumps:
        return _pool_bid(view, bids)
    hope = int(best_trump(view.rules, view.hand)[0] * all_points(view.rules))
    if act.Sell() in legal:
        return act.Refuse() if highest is not None and hope > highest[1] else act.Sell()
    teams = view.rules.teams(view.players)
    if highest is not None and teams[highest[0]] == teams[view.seat]:
        hope -= 2  # a partner has bid: only with clearly more
    within = [bid for bid in bids if bid <= hope]
    if not within:
        return act.PassBid() if act.PassBid() in legal else act.Bid(bids[0]) if bids else None
    raising = field(view.rules, "bidding", "board") == "raise"
    return act.Bid(within[0] if raising else within[-1])


def _highest(view: View) -> tuple[int, int] | None:
    """Who has bid the most, and how much."""
    bids = [
        (heard.seat, heard.action.points)
        for heard in view.history
        if heard.seat is not None and isinstance(heard.action, act.Bid)
    ]
    return bids[-1] if bids else None


def _pool_bid(view: View, bids: Sequence[int]) -> act.Action | None:
    """Auction Hearts: a few counters for the choice of a suit in which little can be taken."""
    suit = _suit_to_avoid(view.hand)
    risk = sum(_height(card) > 6 for card in view.hand if card.suit == suit)
    within = [bid for bid in bids if bid <= _POOL_BID - risk]
    return act.Bid(within[0]) if within else act.PassBid()


def _suit_to_avoid(hand: Iterable[Card]) -> str:
    cards = list(hand)
    return min("CDHS", key=lambda suit: sum(2 + _height(c) for c in cards if c.suit == suit))


def _name(view: View, legal: Actions) -> act.Action | None:
    suits = {call.suit for call in legal if isinstance(call, act.Name)}
    if not suits:
        return None
    if not view.rules.trumps:
        return act.Name(_suit_to_avoid(view.hand))
    return act.Name(max(suits, key=lambda suit: (strength(view.rules, view.hand, suit), suit)))


def _discard(view: View, legal: Actions) -> act.Action | None:
    """All but the trumps; of what must be kept besides, the high cards."""
    size = field(view.rules, "kept", 0)
    if view.phase != "discard" or view.trump is None:
        return None
    order = _by_use(view.rules, view.hand, view.trump)
    trumps = sum(card in _trumps(view.rules, view.trump) for card in view.hand)
    for keep in (min(trumps, size), size):
        action = act.Discard(tuple(order[keep:]))
        if action in legal:
            return action
    return None


def _rob(view: View, legal: Actions) -> act.Action | None:
    """Every trump that can be had; to make room the cards of least use go."""
    if not isinstance(legal, Robberies) or view.trump is None:
        return None
    best = _by_use(view.rules, (*legal.hand, *legal.rest), view.trump)
    kept = set(best[: len(legal.hand) + legal.need])
    cards = tuple(card for card in legal.rest if card in kept)
    return act.Rob(cards, tuple(card for card in legal.hand if card not in kept))


def _pass_cards(view: View, legal: Actions) -> act.Action | None:
    """The cards that are most likely to take what nobody wants."""
    if view.phase != "pass":
        return None
    worth: dict[str, int] = field(view.rules, "card_points", {})
    costly = {Card(name): -points for name, points in worth.items() if len(name) == 2}
    suits = {card.suit: max(costly.values(), default=0) for card in costly}

    def danger(card: Card) -> float:
        own = max(costly.get(card, 0), -worth.get(card.suit or "", 0))
        catches = suits.get(card.suit, 0) if _height(card) >= 10 else 0
        return own + catches + _height(card)

    count = field(view.rules, "pass_count", 0)
    return act.PassCards(tuple(sorted(view.hand, key=danger, reverse=True)[:count]))


def _trumps(rules: Rules, trump: str) -> set[Card]:
    return {Card(card) for card in lane(rules, trump, trump)}


def _by_use(rules: Rules, cards: Iterable[Card], trump: str) -> list[Card]:
    """Trumps from the top, then plain cards from the top."""
    order = {Card(card): at for at, card in enumerate(lane(rules, trump, trump))}
    return sorted(cards, key=lambda card: (order.get(card, 100), -_height(card), card))


def _height(card: Card) -> int:
    return _RANKS.index(card.rank) if card.suit is not None else len(_RANKS)


# ---- the play --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weighed:
    """What each card brings on average, in points of the player's team."""

    means: Mapping[Card, float]
    worlds: int
    """How many ways for the unseen cards to lie were looked at."""
    solved: bool
    """Whether each was solved; otherwise it was played out at random."""


def _play(view: View, legal: Actions, rng: Random) -> act.Action:
    candidates = [each.card for each in legal if isinstance(each, act.Play)]
    if len(candidates) < 2:
        return act.Play(candidates[0]) if candidates else legal.sample(rng)
    means = _weighed(_Table.of(view), candidates, rng).means
    return act.Play(max(sorted(candidates, key=_height), key=lambda card: means.get(card, -1e9)))


def weigh(view: View, rng: Random) -> Weighed | None:
    """What the cards that the seat may play are worth; None if there is no choice of cards."""
    cards = [each.card for each in view.choices or () if isinstance(each, act.Play)]
    return _weighed(_Table.of(view), cards, rng) if len(cards) > 1 else None


def _weighed(table: "_Table", candidates: Sequence[Card], rng: Random) -> Weighed:
    totals = dict.fromkeys(candidates, 0.0)
    solved = 0
    for _ in range(WORLDS):
        position = table.world(rng)
        if position is None:
            continue
        found = solve(position, cards=True, nodes=NODES).cards or {}
        if not set(candidates) <= set(found):
            break
        solved += 1
        for card in candidates:
            totals[card] += found[card]
    if solved:
        return Weighed({card: total / solved for card, total in totals.items()}, solved, True)
    totals, counts = dict.fromkeys(candidates, 0.0), dict.fromkeys(candidates, 0)
    for _ in range(PLAYOUTS):
        position = table.world(rng)
        if position is None:
            continue
        for card in CardSet(candidates) & position.legal():
            totals[card] += _played_out(position.play(card), table.seat, rng)
            counts[card] += 1
    means = {card: totals[card] / counts[card] for card in candidates if counts[card]}
    return Weighed(means, max(counts.values()), False)


@dataclass(frozen=True, slots=True)
class _Table:
    """What a seat knows of the cards when it is to play."""

    rules: Rules
    seat: int
    trump: str | None
    leader: int
    maker: int | None
    hand: tuple[Card, ...]
    tricks: tuple[tuple[tuple[int, Card], ...], ...]
    """The last of them the trick that is being played."""
    unseen: Unseen
    """The places are the seats, then the stock, the widow, and where cards are out of play."""
    draws: bool

    @classmethod
    def of(cls, view: View) -> "_Table":
        rules = view.rules
        if view.avoid is not None:
            rules = rules.replace(penalty_suit=view.avoid)
        tricks = (*(each.cards for each in view.tricks), view.trick)
        played = {card for each in tricks for _, card in each}
        put_out = {card for cards in view.discards for card in cards}
        known = _passed_on(view, played)
        seen = played | put_out | {*view.hand} | ({*view.found} - known.keys())
        cards = tuple(c for c in dealing.pack(rules, view.players) if c not in seen)
        sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.sizes)]
        widow = 0
        if field(rules, "widow", False) and not view.tricks:
            widow = len(cards) - sum(sizes) - view.stock
        rest = len(cards) - sum(sizes) - view.stock - widow
        draws = hearts.draws(rules, view.players)
        void = {} if draws else shown_void(rules, view.trump, tricks)
        barred = [void.get(seat, frozenset()) for seat in range(view.players)]
        return cls(
            rules=rules,
            seat=view.seat,
            trump=view.trump,
            leader=(tricks[0][0][0] if tricks[0] else view.seat),
            maker=view.maker,
            hand=view.hand,
            tricks=tricks,
            unseen=Unseen(
                cards,
                (*sizes, view.stock, widow, rest),
                (*barred, frozenset(), frozenset(), frozenset()),
                known,
            ),
            draws=draws,
        )

    def world(self, rng: Random) -> Position | None:
        """The position in one of the ways in which the cards may lie.

        A game that draws is begun at this trick: what was taken before counts for every card alike.
        """
        *held, stock, widow, _ = self.unseen.sample(rng)
        held[self.seat] = self.hand
        begun = self.tricks[-1:] if self.draws else self.tricks
        hands = [
            [card for trick in begun for seat, card in trick if seat == each] + list(cards)
            for each, cards in enumerate(held)
        ]
        first = begun[0][0][0] if begun[0] else self.seat
        record = {
            "variant": self.rules.name,
            "options": self.rules.options,
            "players": len(hands),
            "trump": self.trump,
            "leader": first,
            "hands": [show.cards(cards) for cards in hands],
            "stock": show.cards(stock),
            "widow": show.cards(widow),
            "plays": show.cards(card for trick in begun for _, card in trick),
            "maker": self.maker,
        }
        try:
            return Position(Deal.from_record(record))
        except KibitzError:  # the laws have made of it what no record can be
            return None


def _passed_on(view: View, played: set[Card]) -> dict[Card, int]:
    """The cards that this seat passed and that have not been played, with who holds them."""
    steps = hearts.pass_steps(view.rules, view.players, view.number)
    return {
        card: (view.seat + steps) % view.players
        for heard in view.history
        if heard.seat == view.seat and isinstance(heard.action, act.PassCards)
        for card in heard.action.cards
        if card not in played
    }


def _played_out(position: Position, seat: int, rng: Random) -> int:
    """The points of a seat's team when all play on at random."""
    while not position.is_over:
        legal = list(position.legal())
        position = position.play(legal[int(rng.random() * len(legal))])
    teams = position.deal.rules.teams(position.players)
    return sum(points for points, team in zip(position.points, teams, strict=True)
               if team == teams[seat])  # fmt: skip
