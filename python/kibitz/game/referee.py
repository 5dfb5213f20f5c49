"""The state machine of every game: what may be done, and what comes of it.

From the shuffle to the score, phase by phase; which phases a game has is said by its rules. The
irregularities are in laws.py.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kibitz._core import Deal as PlayedDeal
from kibitz._core import Position, Rules
from kibitz.errors import IllegalPlayError, RulesError
from kibitz.game import auction, dealing, discard, hearts, match
from kibitz.game.actions import (
    Action,
    Bid,
    Cards,
    Deal,
    Discard,
    Name,
    Offer,
    PassBid,
    PassCards,
    Pitch,
    Play,
    Refuse,
    Rob,
    Sell,
)
from kibitz.game.choices import Actions, Subsets
from kibitz.game.fields import field
from kibitz.game.records import play_record
from kibitz.game.situation import State, changed

SUITS = "CDHS"


def new_match(
    rules: Rules,
    players: int | None = None,
    *,
    dealer: int = 0,
    seed: int | None = None,
    deals: int = 1,
) -> State:
    """A game that has not begun.

    Args:
        rules: the game and its options.
        players: how many sit at the table; as many as are usual if not given.
        dealer: who deals first.
        seed: shuffles the packs, and none can be dealt otherwise; without one they are dealt by
            Deal actions.
        deals: how many deals make a game that has no target.

    Raises:
        RulesError: so many cannot play, or the dealer is none of them.
    """
    players = rules.default_players if players is None else players
    fewest, most = rules.players
    if not fewest <= players <= rules.most_seats:
        more = ", or one more with the dealer out" if rules.most_seats > most else ""
        raise RulesError(f"{players} players: expected {fewest} to {most} in {rules.name}{more}")
    if not 0 <= dealer < players:
        raise RulesError(f"dealer {dealer}: expected a seat, 0 to {players - 1}")
    if discard.kept(rules) and discard.way(rules) == "four_more" and players > dealing.MOST_NINES:
        raise RulesError(f"draw four_more: expected at most {dealing.MOST_NINES} players")
    teams = rules.options.get("teams")
    if teams is not None and len(teams) != players:
        raise RulesError(f"option teams gives {len(teams)} seats, expected {players}")
    if deals < 1:
        raise RulesError(f"{deals} deals: expected at least one")
    nothing = (0,) * players
    return State(
        rules, players, seed, dealer=dealer, deals=deals,
        before=nothing, scores=nothing, chips=nothing, chips_before=nothing,
    )  # fmt: skip


def actions(state: State) -> Actions:
    """What may be done now; empty when the game is over."""
    choose = _CHOICES.get(state.phase)
    return choose(state) if choose is not None else Actions()


def apply(state: State, action: Action) -> State:
    """The state after an action.

    Raises:
        IllegalPlayError: a card that may not be played.
        RulesError: anything else that may not be done now.
    """
    allowed = actions(state)
    if action not in allowed:
        raise _refusal(state, action, allowed)
    if state.phase == "scored":
        state = next_deal(state)
    said = (*state.log, (state.to_act, action))
    return _DOERS[type(action)](changed(state, log=said), action)


def _refusal(state: State, action: Action, allowed: Actions) -> Exception:
    who = "nobody" if state.to_act is None else f"seat {state.to_act}"
    data = action.json()
    done = " ".join(str(value) for value in data.values())[:80]
    text = f"{who} cannot {done} in the phase {state.phase}"
    if isinstance(action, Deal) and isinstance(allowed, Deals):
        return allowed.fault(action) or RulesError(text)
    text += f": expected {allowed.expected()}"
    return IllegalPlayError(text) if isinstance(action, Play) else RulesError(text)


# ---- dealing ---------------------------------------------------------------------------------


class Deals(Actions):
    """The deal of the seed; without a seed every way to deal, none of them listed."""

    __slots__ = ("_dealer", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        dealer, number, again = state.dealer, state.number, state.redeals
        if state.phase == "scored":
            dealer, number, again = state.left_of(dealer), number + 1, 0
        self._dealer = dealer
        listed = (
            [dealing.deal(state.rules, state.players, dealer, f"{state.seed}:{number}:{again}")]
            if state.seed is not None
            else []
        )
        super().__init__(listed)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Deal) and self.fault(action) is None

    def fault(self, dealt: Deal) -> RulesError | None:
        """What is wrong with a deal."""
        for expected in self:
            if dealt == expected:
                return None
            assert isinstance(expected, Deal)
            differ = (
                f"seat {seat} {' '.join(map(str, hand))}"
                for seat, hand in enumerate(expected.hands)
                if dealt.hands[seat : seat + 1] != (hand,)
            )
            what = next(differ, "the same hands, and another rest of the pack")
            return RulesError(f"seed {self._state.seed} does not deal so: it deals {what}")
        try:
            dealing.check(self._state.rules, self._state.players, self._dealer, dealt)
        except RulesError as error:
            return error
        return None

    def sample(self, rng: random.Random) -> Action:
        """The deal of the seed, or any."""
        if len(self):
            return super().sample(rng)
        return dealing.shuffled(self._state.rules, self._state.players, self._dealer, rng)

    def expected(self) -> str:
        return "a deal"


def next_deal(state: State) -> State:
    """The deal passes to the left."""
    ended = changed(state, past=(), skipped=state.number)
    return State(
        state.rules, state.players, state.seed, dealer=state.left_of(state.dealer),
        skipped=state.skipped, deals=state.deals, before=state.scores, scores=state.scores,
        chips=state.chips, chips_before=state.chips, pool=state.pool, pool_before=state.pool,
        past=(*state.past, ended),
    )  # fmt: skip


def _deal(state: State, action: Deal) -> State:
    state = changed(state, hands=action.hands, rest=action.rest)
    if not state.rules.trumps:
        left = hearts.left_over(state.rules, state.players, state.rest)
        state = changed(state, rest=(), stock=left.stock, widow=left.widow, aside=left.aside)
    if field(state.rules, "turn_up", False):
        state = _turn_up(state)
    bidding = auction_of(state)
    if bidding is None:
        return _pass_or_play(state)
    if state.pool.chooser is not None:
        return changed(state, maker=state.pool.chooser, phase="name", to_act=state.pool.chooser)
    return changed(state, phase="auction", auction=bidding, to_act=bidding.to_act)


def _turn_up(state: State) -> State:
    """The next card of the pack is the trump, or the dealer's last if all are dealt.

    A Joker turned is no trump; the card after it is.
    """
    cards = state.rest or state.hands[state.dealer][::-1]
    at = next(at for at, card in enumerate(cards) if card.suit is not None)
    return changed(state, turned=cards[: at + 1], trump=cards[at].suit)


def auction_of(state: State) -> auction.Auction | None:
    """The auction of a deal before anybody has spoken; None if nobody bids."""
    bidding = auction.begun(state.rules, state.players, state.dealer)
    target = field(state.rules, "target", 0)
    strict = field(state.rules, "seller_cap", "none") == "strict"
    if bidding is None or bidding.seller is None or not target or not strict:
        return bidding
    # The greatest bid that leaves the seller in the game.
    return replace(bidding, cap=max(0, target - state.before[bidding.seller] - 1))


# ---- bidding and naming ----------------------------------------------------------------------


def _call(state: State, action: Action) -> State:
    assert state.auction is not None
    return auction_is(state, state.auction.call(action))


def auction_is(state: State, bidding: auction.Auction) -> State:
    """The state with this auction: who speaks next, or what comes of it."""
    state = changed(state, auction=bidding, to_act=bidding.to_act)
    if bidding.to_act is not None:
        return state
    outcome = bidding.outcome()
    state = changed(state, maker=outcome.maker, bid=outcome.bid)
    if outcome.seller is not None:
        state = match.sold(state)
        if state.phase == "over":
            return state
    if discard.kept(state.rules) and discard.way(state.rules) == "four_more":
        state = _four_more(state)
    if state.maker is not None and (_names_trump(state.rules) or bidding.terms.way == "pool"):
        return changed(state, phase="name", to_act=state.maker)
    return _pass_or_play(state)


def _names_trump(rules: Rules) -> bool:
    return field(rules, "trump", "none") in ("named", "named_or_none")


def _four_more(state: State) -> State:
    drawn = discard.Drawn(state.hands, state.rest, ((),) * state.players, (0,) * state.players)
    for step in range(state.players):
        seat = state.left_of(state.eldest, step)
        size = len(drawn.hands[seat]) + discard.FOUR_MORE
        drawn = discard.fill(drawn, seat, size, ())
    return _lies(state, drawn)


def _lies(state: State, drawn: discard.Drawn) -> State:
    return changed(
        state, hands=drawn.hands, rest=drawn.rest, discards=drawn.discards, draws=drawn.draws
    )


def _name(state: State, action: Name) -> State:
    if field(state.rules, "penalty_suit", ""):
        return _pass_or_play(changed(state, avoid=action.suit))
    state = changed(state, trump=action.suit)
    if discard.kept(state.rules):
        nothing: tuple[Cards, ...] = ((),) * state.players
        state = changed(state, discards=nothing, draws=state.draws or (0,) * state.players)
        return changed(state, phase="discard", to_act=state.eldest)
    return _pass_or_play(state)


# ---- discard and draw ------------------------------------------------------------------------


def _discard(state: State, action: Discard) -> State:
    seat = state.to_act
    assert seat is not None
    hands, discards = list(state.hands), list(state.discards)
    hands[seat] = tuple(card for card in hands[seat] if card not in action.cards)
    discards[seat] += action.cards
    state = changed(state, hands=tuple(hands), discards=tuple(discards))
    if seat != state.dealer:
        return changed(state, to_act=state.left_of(seat))
    return _draw(state)


def _draw(state: State) -> State:
    """The dealer fills the hands in turn, and then his own or robs."""
    way = discard.way(state.rules)
    if way == "four_more":
        return _pass_or_play(state)
    for step in range(state.players - (way == "rob")):
        state = _filled(state, state.left_of(state.eldest, step))
    if state.asked:
        return changed(state, phase="draw", to_act=None)  # who asked wrongly is put right first
    return drawn(state)


def drawn(state: State) -> State:
    """The state when all have drawn but a dealer who robs."""
    if discard.way(state.rules) == "rob":
        return changed(state, phase="rob", to_act=state.dealer)
    return _pass_or_play(state)


def _filled(state: State, seat: int) -> State:
    drawn = discard.Drawn(state.hands, state.rest, state.discards, state.draws)
    size = discard.kept(state.rules) + dict(state.asked).get(seat, 0)
    return _lies(state, discard.fill(drawn, seat, size, plain_discards(state)))


def plain_discards(state: State) -> Cards:
    """The plain cards put out, in the order in which they lie."""
    assert state.trump is not None
    trumps = discard.trumps(state.rules, state.trump)
    seats = [state.left_of(state.eldest, step) for step in range(state.players)]
    return tuple(card for seat in seats for card in state.discards[seat] if card not in trumps)


def _rob(state: State, action: Rob) -> State:
    assert state.trump is not None
    drawn = discard.Drawn(state.hands, state.rest, state.discards, state.draws)
    plain = plain_discards(state)
    drawn = discard.give(drawn, state.dealer, action.cards, action.out)
    drawn = discard.fill(drawn, state.dealer, discard.kept(state.rules), plain)
    trumps = discard.trumps(state.rules, state.trump)
    shown = tuple(card for card in drawn.rest if card in trumps)
    state = _lies(state, drawn)
    discards = list(state.discards)
    discards[state.dealer] += shown
    rest = tuple(card for card in state.rest if card not in shown)
    return _pass_or_play(changed(state, discards=tuple(discards), rest=rest))


# ---- passing and playing ---------------------------------------------------------------------


def _pass_or_play(state: State) -> State:
    if hearts.pass_steps(state.rules, state.players, state.number):
        unpassed = tuple(None if seat in state.seats else () for seat in range(state.players))
        return changed(state, phase="pass", to_act=state.eldest, passes=unpassed)
    return play(state)


def _pass_cards(state: State, action: PassCards) -> State:
    seat = state.to_act
    assert seat is not None
    passes = (*state.passes[:seat], action.cards, *state.passes[seat + 1 :])
    state = changed(state, passes=passes, to_act=state.left_of(seat))
    if None in passes:
        return state
    steps = hearts.pass_steps(state.rules, state.players, state.number)
    out = [cards or () for cards in passes]
    return play(changed(state, hands=hearts.passed(state.hands, out, steps)))


def play(state: State) -> State:
    """The state when the first card is to be led.

    Raises:
        DealError: the hands cannot be played.
    """
    record: dict[str, Any] = play_record(state)
    return position_is(state, Position(PlayedDeal.from_record(record)))


def position_is(state: State, position: Position) -> State:
    """The state with this position of the play: whose turn it is, or the score."""
    trump = position.trump if state.rules.trumps else state.trump
    state = changed(state, phase="play", position=position, trump=trump, to_act=position.to_move)
    return match.close(state) if position.is_over else state


def _play(state: State, action: Play) -> State:
    assert state.position is not None
    return position_is(state, state.position.play(action.card))


# ---- tables ----------------------------------------------------------------------------------


def _auction_choices(state: State) -> Actions:
    assert state.auction is not None
    return Actions(state.auction.legal())


def _name_choices(state: State) -> Actions:
    return Actions(Name(suit) for suit in SUITS)


def _discard_choices(state: State) -> Actions:
    assert state.to_act is not None
    return discard.choices(state.rules, state.hands[state.to_act])


def _rob_choices(state: State) -> Actions:
    return discard.Robberies(state.hands[state.dealer], state.rest, discard.kept(state.rules))


def _pass_choices(state: State) -> Actions:
    assert state.to_act is not None
    count = hearts.pass_count(state.rules)
    return Subsets(PassCards, state.hands[state.to_act], count, count)


def _play_choices(state: State) -> Actions:
    assert state.position is not None
    return Actions(Play(card) for card in state.position.legal())


_CHOICES: Mapping[str, Callable[[State], Actions]] = {
    "deal": Deals,
    "auction": _auction_choices,
    "name": _name_choices,
    "discard": _discard_choices,
    "rob": _rob_choices,
    "pass": _pass_choices,
    "play": _play_choices,
    "scored": Deals,
}
_DOERS: Mapping[type[Action], Callable[[State, Any], State]] = {
    Deal: _deal,
    **dict.fromkeys((Offer, Pitch, Bid, PassBid, Sell, Refuse), _call),
    Name: _name,
    Discard: _discard,
    Rob: _rob,
    PassCards: _pass_cards,
    Play: _play,
}
