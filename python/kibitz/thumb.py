"""Rules of thumb for what comes before the play: bids, trumps, discards, robbing, passing.

Each looks at the seat's own hand and at what is public. They stand for the other players, and for
the seat itself in what it will do later, when a hint looks ahead.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from kibitz._core import Card, Rules
from kibitz.game import actions as act
from kibitz.game.actions import Cards
from kibitz.game.auction import all_points
from kibitz.game.choices import Actions
from kibitz.game.discard import Robberies
from kibitz.game.fields import field
from kibitz.game.situation import State
from kibitz.lanes import RANKS, lane

_TOPS = (0.28, 0.19, 0.13, 0.08)
"""What the highest trumps are worth, as parts of all points; each further trump a little."""
_LENGTH = 0.04
_POOL_BID = 3
_HIGH = 10
"""From the queen up a card is likely to take what is thrown on it."""


def choose(state: State, legal: Actions) -> act.Action | None:
    """What the seat to act does by rule of thumb; None in play, and where there is no rule."""
    assert state.to_act is not None
    hand = state.hands[state.to_act]
    match state.phase:
        case "auction":
            return call(state, hand, legal)
        case "name":
            return act.Name(suit_to_name(state.rules, hand))
        case "discard":
            assert state.trump is not None
            return discard(state.rules, hand, state.trump, legal)
        case "rob" if isinstance(legal, Robberies):
            assert state.trump is not None
            return rob(state.rules, state.trump, legal)
        case "pass":
            return act.PassCards(to_pass(state.rules, hand))
    return None


# ---- bids and trumps ---------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _order(rules: Rules, trump: str) -> tuple[Card, ...]:
    return tuple(Card(card) for card in lane(rules, trump, trump))


def strength(rules: Rules, hand: Iterable[Card], trump: str) -> float:
    """The part of all points that a hand may hope for with this suit as trumps, from 0 to 1.

    >>> hand = [Card(card) for card in "AH KH QH 5D 2C 3C".split()]
    >>> round(strength(Rules("cinch"), hand, "H"), 2)
    0.64
    """
    order = _order(rules, trump)
    held = set(hand)
    tops = sum(worth for worth, card in zip(_TOPS, order, strict=False) if card in held)
    others = sum(card in held for card in order[len(_TOPS) :])
    return min(1.0, tops + _LENGTH * others)


@lru_cache(maxsize=4096)
def best_trump(rules: Rules, hand: Cards) -> tuple[float, str]:
    """The suit that makes most of a hand, and what it makes of it."""
    return max((strength(rules, hand, suit), suit) for suit in rules.trumps if suit is not None)


def suit_to_name(rules: Rules, hand: Cards) -> str:
    """The trump that makes most of a hand, or the suit to avoid in which it takes least."""
    return best_trump(rules, hand)[1] if rules.trumps else _suit_to_avoid(hand)


def call(state: State, hand: Cards, legal: Actions) -> act.Action | None:
    """What a hand is worth in the auction; None if no bid is asked for."""
    auction, seat, rules = state.auction, state.to_act, state.rules
    assert auction is not None
    assert seat is not None
    if act.Offer() in legal:
        return act.Offer()
    bids = sorted(each.points for each in legal if isinstance(each, act.Bid))
    if not rules.trumps:
        return _pool_bid(hand, bids)
    hope = int(best_trump(rules, hand)[0] * all_points(rules))
    if act.Sell() in legal:
        kept = auction.best is not None and hope > auction.best[1]
        return act.Refuse() if kept else act.Sell()
    teams = rules.teams(state.players)
    if auction.best is not None and teams[auction.best[0]] == teams[seat]:
        hope -= 2  # a partner has bid: only with clearly more
    within = [bid for bid in bids if bid <= hope]
    if not within:
        if act.PassBid() in legal:
            return act.PassBid()
        return act.Bid(bids[0]) if bids else None
    raising = field(rules, "bidding", "board") == "raise"
    return act.Bid(within[0] if raising else within[-1])


def _pool_bid(hand: Sequence[Card], bids: Sequence[int]) -> act.Action:
    """Auction Hearts: a few counters for the choice of a suit in which little can be taken."""
    suit = _suit_to_avoid(hand)
    risk = sum(_height(card) > _HIGH - 4 for card in hand if card.suit == suit)
    within = [bid for bid in bids if bid <= _POOL_BID - risk]
    return act.Bid(within[0]) if within else act.PassBid()


def _suit_to_avoid(hand: Iterable[Card]) -> str:
    cards = list(hand)
    return min("CDHS", key=lambda suit: sum(2 + _height(c) for c in cards if c.suit == suit))


# ---- discard and draw --------------------------------------------------------------------------


def discard(rules: Rules, hand: Sequence[Card], trump: str, legal: Actions) -> act.Action:
    """All but the trumps; of what must be kept besides, the high cards."""
    size = field(rules, "kept", 0)
    order = by_use(rules, hand, trump)
    trumps = sum(card in _order(rules, trump) for card in hand)
    custom = act.Discard(tuple(order[min(trumps, size) :]))
    return custom if custom in legal else act.Discard(tuple(order[size:]))


def rob(rules: Rules, trump: str, legal: Robberies) -> act.Action:
    """Every trump that can be had; to make room the cards of least use go."""
    best = by_use(rules, (*legal.hand, *legal.rest), trump)
    kept = set(best[: len(legal.hand) + legal.need])
    cards = tuple(card for card in legal.rest if card in kept)
    return act.Rob(cards, tuple(card for card in legal.hand if card not in kept))


def by_use(rules: Rules, cards: Iterable[Card], trump: str) -> list[Card]:
    """Trumps from the top, then plain cards from the top."""
    order = {card: at for at, card in enumerate(_order(rules, trump))}
    return sorted(cards, key=lambda card: (order.get(card, 100), -_height(card), card))


# ---- passing -----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def to_pass(rules: Rules, hand: Cards) -> Cards:
    """The cards that are most likely to take what nobody wants."""
    return by_danger(rules, hand)[: field(rules, "pass_cards", 0)]


def by_danger(rules: Rules, hand: Cards) -> Cards:
    """A hand, the cards that are best passed on first."""
    worth: dict[str, int] = field(rules, "card_points", {})
    costly = {Card(name): -points for name, points in worth.items() if len(name) == 2}
    suits = {card.suit: max(costly.values(), default=0) for card in costly}

    def danger(card: Card) -> float:
        own = max(costly.get(card, 0), -worth.get(card.suit or "", 0))
        catches = suits.get(card.suit, 0) if _height(card) >= _HIGH else 0
        return own + catches + _height(card)

    return tuple(sorted(hand, key=danger, reverse=True))


def _height(card: Card) -> int:
    return RANKS.index(card.rank) if card.suit is not None else len(RANKS)
