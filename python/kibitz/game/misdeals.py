"""Errors before the first lead: in the deal, in the bidding, in the discard and the draw.

Each effect takes a state and an event to the state after it; which games have it is in laws.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from kibitz._core import Card
from kibitz.errors import RulesError
from kibitz.game import discard, referee
from kibitz.game.actions import Bid, Cards, Deal, Event, PassBid
from kibitz.game.auction import Auction
from kibitz.game.events import (
    BidOutOfTurn,
    Choice,
    DrawBack,
    Exposed,
    ExposedInDeal,
    IrregularBid,
    IrregularDraw,
    MakeGood,
    Misdeal,
    NewDeal,
    RecallDiscard,
    Stand,
)
from kibitz.game.fields import field
from kibitz.game.situation import State, changed


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the deal: until when it counts, and whether it loses the deal."""

    until: str
    loses: bool = True


FAULTS: Mapping[str, Fault] = {
    "not_cut": Fault("first action"),
    "reshuffled": Fault("first bid"),
    "uneven_round": Fault("first bid"),
    "uncorrected": Fault("first bid"),
    "counted": Fault("first bid"),
    "wrong_number": Fault("first bid"),
    "two_wrong_numbers": Fault("first trick"),
    "faced": Fault("first bid", loses=False),
    "imperfect_pack": Fault("the end", loses=False),
    "wrong_dealer": Fault("first action", loses=False),
    "wrong_pack": Fault("first action", loses=False),
}
"""Where nobody bids, the first bid is the end of the first trick.

A deal out of turn is lost to nobody: who should have dealt does."""


def nothing(state: State, event: Event) -> State:
    """There is no penalty."""
    return state


def stand(state: State, event: Stand) -> State:
    """A right is not used."""
    return all_right(state)


def misdeal(state: State, event: Misdeal) -> State:
    """A new deal; by the next dealer, if the fault loses it and the rules have it so."""
    fault = FAULTS.get(event.fault)
    if fault is None:
        raise RulesError(f"misdeal {event.fault[:40]}: expected one of {', '.join(FAULTS)}")
    if not _in_time(state, fault.until):
        raise RulesError(f"misdeal {event.fault}: too late, expected before {fault.until}")
    passes = fault.loses and not event.interrupted and field(state.rules, "misdeal_passes", False)
    return _deal_again(state, passes=passes)


def _in_time(state: State, until: str) -> bool:
    last = state.log[-1][1] if state.log else None
    if until == "first action":
        return isinstance(last, Deal)
    if until == "first bid" and state.auction is not None:
        return not any(isinstance(call, Bid) for _, call in state.auction.calls) and (
            state.auction.to_act is not None
        )
    return until == "the end" or not state.tricks


def _deal_again(state: State, *, passes: bool) -> State:
    return State(
        state.rules, state.players, state.seed,
        dealer=state.left_of(state.dealer) if passes else state.dealer,
        skipped=state.skipped, redeals=state.redeals + 1, lost=state.lost + passes,
        deals=state.deals, before=state.before, scores=state.before,
        chips=state.chips_before, chips_before=state.chips_before,
        pool=state.pool_before, pool_before=state.pool_before, past=state.past,
    )  # fmt: skip


def new_deal(state: State, event: NewDeal) -> State:
    """The same dealer deals again."""
    return _deal_again(state, passes=False)


def adversary(state: State, seat: int) -> int:
    """The first seat to the left that is of another side."""
    teams = state.rules.teams(state.players)
    others = [state.left_of(seat, step) for step in range(1, state.players)]
    return next(other for other in others if teams[other] != teams[seat])


def asks(state: State, seat: int, *options: Event) -> State:
    """The state in which a seat has a right."""
    return changed(state, choices=(*state.choices, Choice(seat, options, state.to_act)))


def exposed_in_deal(state: State, event: ExposedInDeal) -> State:
    """Those who have done no wrong may have a new deal; in Hearts, he whose card it is.

    A card that stays exposed so cannot be called.
    """
    if not _in_time(state, "first action"):
        raise RulesError("exposed_in_deal: too late, expected before a player touches his cards")
    _held(state, event.to, event.cards)
    teams = state.rules.teams(state.players)
    if not state.rules.trumps:
        judge = event.to
    elif teams[event.by] == teams[state.dealer]:
        judge = adversary(state, state.dealer)
    else:
        judge = state.dealer
    return asks(state, judge, Stand(), NewDeal())


def exposed_early(state: State, event: Exposed) -> State:
    """A card exposed before the trump is named: the other side may have a new deal."""
    _held(state, event.by, event.cards)
    return asks(face(state, event.by, event.cards), adversary(state, event.by), Stand(), NewDeal())


def face(state: State, seat: int, cards: Cards) -> State:
    """The state in which these cards lie face up as well."""
    lying = [cards_.split() for cards_ in state.laws.get("exposed", [""] * state.players)]
    lying[seat] += [str(card) for card in cards if str(card) not in lying[seat]]
    return changed(state, laws={**state.laws, "exposed": [" ".join(each) for each in lying]})


def _held(state: State, seat: int, cards: Cards) -> None:
    if not cards or not set(cards) <= set(state.hand(seat)):
        shown = " ".join(map(str, cards)) or "no cards"
        raise RulesError(f"seat {seat} does not hold {shown}: expected cards of a hand")


# ---- bids --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EarlyBid:
    """A bid before its turn: whose, counted from eldest hand, after how many have spoken.

    `bars` are the seats that lose their bids, counted likewise.
    """

    spoken: tuple[int, ...]
    bidder: tuple[int, ...]
    bars: tuple[int, ...]


ELDEST, PARTNER, PONE, DEALER = range(4)
EARLY_BIDS: tuple[EarlyBid, ...] = (
    EarlyBid((0,), (PARTNER, DEALER), (PARTNER, DEALER)),
    EarlyBid((0,), (PONE,), (ELDEST, PONE)),
    EarlyBid((1,), (PONE,), (PONE,)),
    EarlyBid((1,), (DEALER,), (PARTNER, DEALER)),
    EarlyBid((2,), (DEALER,), (DEALER,)),
)
"""For four players, one bid each: eldest hand, the dealer's partner, the pone, the dealer."""


def bid_out_of_turn(state: State, event: BidOutOfTurn) -> State:
    """The bid is lost, and with some the partner's too; after the pone's the dealer's stands."""
    bidding = _bidding(state)
    place = (event.by - bidding.eldest) % state.players
    seats = [state.left_of(bidding.eldest, step) for step in range(state.players)]
    gone = [seat for seat in seats if seat in _spoken(bidding) or seat in bidding.barred]
    if event.by == bidding.to_act or event.by in gone or len(seats) != len(EARLY_BIDS) - 1:
        raise RulesError(f"bid_out_of_turn: seat {event.by} is in turn, or has no bid to lose")
    if place == DEALER and seats[PONE] in bidding.barred and seats[PARTNER] not in gone:
        return _bids_before_partner(state, bidding, event)
    spoken = len(_spoken(bidding))
    row = next((row for row in EARLY_BIDS if spoken in row.spoken and place in row.bidder), None)
    if row is None:
        raise RulesError(f"bid_out_of_turn: seat {event.by} is in turn")
    barred = bidding.barred | {seats[at] for at in row.bars}
    must = spoken == 0
    return referee.auction_is(state, replace(bidding, barred=barred, must_bid=must))


def _bids_before_partner(state: State, bidding: Auction, event: BidOutOfTurn) -> State:
    bid = Bid(event.points)
    if bid not in bidding.legal():
        raise RulesError(f"seat {event.by} cannot bid {event.points}: expected a higher bid")
    calls = (*bidding.calls, (event.by, bid))
    return referee.auction_is(state, replace(bidding, calls=calls))


def _bidding(state: State) -> Auction:
    assert state.auction is not None
    return state.auction


def _spoken(bidding: Auction) -> list[int]:
    return [seat for seat, call in bidding.calls if isinstance(call, Bid | PassBid)]


def irregular_bid(state: State, event: IrregularBid) -> State:
    """A suit named too soon, a hand too large, or a bid that would put the seller out."""
    bidding = _bidding(state)
    bars = _BARS.get(event.fault)
    if bars is None or bars[0] != (bidding.seller is not None):
        raise RulesError(f"irregular_bid {event.fault[:40]}: expected one of {', '.join(_BARS)}")
    seats = bars[1](state, event.by)
    calls = tuple(
        (seat, PassBid() if seat in seats and isinstance(call, Bid) else call)
        for seat, call in bidding.calls
    )
    return referee.auction_is(
        state, replace(bidding, calls=calls, barred=bidding.barred | set(seats))
    )


def _himself(state: State, seat: int) -> list[int]:
    return [seat]


def _partners_to_come(state: State, seat: int) -> list[int]:
    """His partners, if they have still to bid."""
    teams, spoken = state.rules.teams(state.players), _spoken(_bidding(state))
    return [
        other
        for other in range(state.players)
        if other != seat and teams[other] == teams[seat] and other not in spoken
    ]


_BARS = {
    "named_suit": (False, _partners_to_come),
    "too_many_cards": (False, _himself),
    "puts_seller_out": (True, _himself),
}
"""By the fault: is it one of bids to a seller, and who loses his bid?"""


# ---- discard and draw --------------------------------------------------------------------------


def recall_discard(state: State, event: RecallDiscard) -> State:
    """A trump put out is taken back, as long as nobody has helped its owner to cards."""
    seat = event.by
    if state.phase == "rob" and seat != state.dealer:
        raise RulesError(f"recall_discard: seat {seat} has been helped to cards")
    assert state.trump is not None
    out = state.discards[seat]
    trumps = discard.trumps(state.rules, state.trump)
    if not event.cards or not set(event.cards) <= trumps & set(out):
        raise RulesError(f"recall_discard: seat {seat} has not put out those trumps")
    if not set(event.instead) <= set(state.hands[seat]):
        raise RulesError(f"recall_discard: seat {seat} does not hold what he puts out instead")
    hand = (*(c for c in state.hands[seat] if c not in event.instead), *event.cards)
    if len(hand) > discard.kept(state.rules):
        raise RulesError(
            f"recall_discard: seat {seat} keeps {len(hand)}, expected {discard.kept(state.rules)}"
        )
    hands, discards = list(state.hands), list(state.discards)
    hands[seat] = hand
    discards[seat] = (*(card for card in out if card not in event.cards), *event.instead)
    return changed(state, hands=tuple(hands), discards=tuple(discards))


def irregular_draw(state: State, event: IrregularDraw) -> State:
    """A seat will be helped to too many cards or too few; it is put right after the next."""
    known = dict(state.asked)
    if event.by == state.dealer or not event.excess:
        raise RulesError(f"irregular_draw: seat {event.by}, expected one who is helped by number")
    if discard.way(state.rules) == "four_more" or abs(event.excess) > discard.kept(state.rules):
        raise RulesError(f"irregular_draw: {event.excess} cards cannot be drawn")
    return changed(state, asked=tuple({**known, event.by: event.excess}.items()))


def after_drawing(state: State) -> State:
    """Who has too many is drawn from by the other side; who has too few may make his hand good."""
    size = discard.kept(state.rules)
    for seat, _ in state.asked:
        hand, plain = state.hands[seat], referee.plain_discards(state)
        excess = len(hand) - size
        if excess > 0:
            draws = (DrawBack(seat, cards) for cards in combinations(hand, excess))
            state = asks(state, adversary(state, seat), *draws)
        elif excess < 0 and len(plain) >= -excess:
            goods = (MakeGood(seat, cards) for cards in combinations(plain, -excess))
            state = asks(state, seat, Stand(), *goods)
    return state if state.choices else all_right(state)


def draw_back(state: State, event: DrawBack) -> State:
    """The cards go on top of the pack."""
    hands = _changed(state.hands, event.of, out=event.cards)
    state = changed(state, hands=hands, rest=(*event.cards, *state.rest))
    return all_right(_drew(state, event.of, -len(event.cards)))


def make_good(state: State, event: MakeGood) -> State:
    """The cards come from those put out; never a trump."""
    discards = tuple(
        tuple(card for card in cards if card not in event.cards) for cards in state.discards
    )
    hands = _changed(state.hands, event.of, new=event.cards)
    state = changed(state, hands=hands, discards=discards)
    return all_right(_drew(state, event.of, len(event.cards)))


def _drew(state: State, seat: int, count: int) -> State:
    draws = tuple(n + count * (at == seat) for at, n in enumerate(state.draws))
    return changed(state, draws=draws)


def _changed(
    hands: tuple[Cards, ...], seat: int, *, out: Cards = (), new: tuple[Card, ...] = ()
) -> tuple[Cards, ...]:
    hand = (*(card for card in hands[seat] if card not in out), *new)
    return (*hands[:seat], hand, *hands[seat + 1 :])


def all_right(state: State) -> State:
    """Once every wrong draw has been put right, or let stand, the game goes on."""
    if state.choices or state.phase != "draw":
        return state
    short = any(
        len(hand) < discard.kept(state.rules)
        for seat, hand in enumerate(state.hands)
        if seat in dict(state.asked)
    )
    laws = {**state.laws, "short": True} if short else state.laws
    return referee.drawn(changed(state, asked=(), laws=laws))
