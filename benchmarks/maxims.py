"""The book's maxims, measured: writes docs/book.md.

    python benchmarks/maxims.py > docs/book.md          # some minutes on one core
    python benchmarks/maxims.py --scale 0.1             # a tenth of the deals

Each maxim is tried on seeded random deals. The verdict follows from the figure and its 95%
interval alone.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from random import Random

import numpy as np

from kibitz import Card, CardSet, Position, Rules, hint, show, thumb
from kibitz.arrays import solve_many
from kibitz.game import actions as act
from kibitz.game import match
from kibitz.game.pools import Account, Pool, pay
from kibitz.game.situation import State
from kibitz.game.state import actions, apply, new_match, view
from kibitz.hints.hint import Hint
from kibitz.hints.race import race
from kibitz.lanes import RANKS, lane
from kibitz.playouts import playouts, policy_card

CINCH = Rules("cinch")
HEARTS = Rules("hearts")
AUCTION_HEARTS = Rules("auction_hearts")
SEED = 1
SUITS = "CDHS"
TOP = "King or Ace"
ALL_POINTS = 14
"""Of Cinch."""
WORLDS = 60
"""Deals of the unseen cards by which a play is judged."""
RIGHT, WRONG, OPEN = "right", "wrong", "not settled"


@dataclass(frozen=True, slots=True)
class Finding:
    """A maxim, what was measured, and what follows."""

    maxim: str
    measured: str
    figure: str
    verdict: str


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and how far the 95% interval goes to each side of it."""
    found = np.array(values, dtype=float)
    if len(found) < 2:
        return float(found.mean()) if len(found) else float("nan"), float("inf")
    return float(found.mean()), float(1.96 * found.std(ddof=1) / np.sqrt(len(found)))


def sign(values: Sequence[float]) -> str:
    """Is the mean above nothing, below it, or neither?"""
    mean, error = interval(values)
    return RIGHT if mean > error else WRONG if mean < -error else OPEN


def shown(values: Sequence[float], unit: str = "") -> str:
    mean, error = interval(values)
    return f"{mean:+.2f} ± {error:.2f}{unit}, {len(values)} cases"


def percent(values: Sequence[bool]) -> str:
    mean, error = interval([float(value) for value in values])
    return f"{mean:.0%} ± {error:.0%}"


# ---- Cinch: bidding ----------------------------------------------------------------------------


def whole_pack(rules: Rules) -> list[Card]:
    pack = {Card(rank + suit) for suit in SUITS for rank in RANKS}
    return sorted(pack)


def dealt(hand: Sequence[Card], rng: Random, rules: Rules = CINCH) -> State:
    """A deal in which seat 0 holds a hand, any seat dealing, all but it passing at the end."""
    rest = [card for card in whole_pack(rules) if card not in hand]
    rng.shuffle(rest)
    size = len(hand)
    hands = (tuple(hand), *(tuple(rest[size * at : size * (at + 1)]) for at in range(3)))
    state = new_match(rules, dealer=rng.randrange(4))
    return apply(state, act.Deal(hands, tuple(rest[3 * size :])))


def made_trumps(state: State, suit: str) -> State:
    """Seat 0 bids and names the suit; then all go by rule of thumb until the first lead."""
    while state.phase == "auction":
        state = apply(state, act.Bid(1) if state.to_act == 0 else act.PassBid())
    return to_play(apply(state, act.Name(suit)))


def to_play(state: State) -> State:
    while state.phase not in ("play", "over"):
        action = thumb.choose(state, actions(state))
        assert action is not None
        state = apply(state, action)
    return state


def with_hearts(held: str, among: str, rng: Random) -> list[Card]:
    """Nine cards of which just these are trumps among those named; hearts are trumps."""
    wanted = [Card(card) for card in held.split()]
    barred = {Card(card) for card in among.split()}
    rest = [card for card in whole_pack(CINCH) if card not in barred and card not in wanted]
    return [*wanted, *rng.sample(rest, 9 - len(wanted))]


HEART_LANE = " ".join(lane(CINCH, "H", "H"))


def maker_points(held: str, deals: int) -> tuple[list[int], list[int]]:
    """What the side of a seat makes whose trumps are these, discarded trumps counted: with all
    hands open, and when the fast policy plays."""
    rng = Random(SEED)
    states = [
        made_trumps(dealt(with_hearts(held, HEART_LANE, rng), rng), "H") for _ in range(deals)
    ]
    hands = np.array([[CardSet(hand).bits for hand in each.hands] for each in states], np.uint64)
    leaders = [each.to_act or 0 for each in states]
    trumps = [SUITS.index("H")] * deals
    solved = solve_many(CINCH, hands, trumps, leaders, side=(0, 2)).values.tolist()
    played = [policy_points(each) for each in states]
    out = [match.put_out(each) for each in states]
    return (
        [points + more for points, more in zip(solved, out, strict=True)],
        [points + more for points, more in zip(played, out, strict=True)],
    )


def policy_points(state: State) -> int:
    position = state.position
    assert position is not None
    found = playouts(position, [[hand.bits for hand in position.hands]], payoff="points")
    row = found.payoffs[0, found.cards.index(policy_card(position))]
    return int(row[0] + row[2])


def bid_findings(scale: float) -> Iterator[Finding]:
    deals = max(20, int(1000 * scale))
    eight = maker_points("AH KH QH", deals)
    small = maker_points("AH KH QH 3H", deals)
    two_small = maker_points("AH KH QH 3H 4H", deals)
    for words, points, bid, least in (  # what is certain with open hands, and risky in play
        ("A K Q of trumps should certainly be good for eight", eight, 8, 0.9),
        ("A K Q, a bid of twelve: risky with no small trump", eight, 12, 0.5),
        ("… less so with one small trump", small, 12, 0.5),
        ("… with two small trumps", two_small, 12, 0.5),
    ):
        solved, played = ([each >= bid for each in some] for some in points)
        yield Finding(
            words,
            f"bid {bid} made, {deals} deals, no other trump held",
            f"all hands open {percent(solved)}; by the fast policy {percent(played)}",
            certain(solved, least) if bid == 8 else risky(played, least),
        )
    solved_points, played_points = maker_points("5H 5D JH 2H", deals)
    scores = {bid: bid_score(solved_points, bid) for bid in range(5, 9)}
    best = max(scores, key=lambda bid: interval(scores[bid])[0])
    made = [
        f"{percent([p >= 5 for p in some])} / {percent([p >= 6 for p in some])}"
        for some in (solved_points, played_points)
    ]
    means = ", ".join(f"bid {bid} scores {interval(each)[0]:+.1f}" for bid, each in scores.items())
    yield Finding(
        "Two Pedroes with Jack and Low are not worth bidding more than five on",
        f"five made / more than five made, {deals} deals, all hands open",
        f"{made[0]}; by the fast policy {made[1]}; all hands open {means}",
        RIGHT if best == 5 else f"bid {best} scores best, all hands open",
    )


def certain(made: Sequence[bool], least: float) -> str:
    rate, error = interval([float(each) for each in made])
    verdict = RIGHT if rate - error > least else WRONG if rate + error < least else OPEN
    return f"{verdict} (certain: more than {least:.0%})"


def risky(made: Sequence[bool], least: float) -> str:
    rate, error = interval([float(each) for each in made])
    if abs(rate - least) <= error:
        return OPEN
    return "risky" if rate < least else "better than even"


def bid_score(points: Sequence[int], bid: int) -> list[float]:
    """What the deal writes down for the maker's side less what it writes down for the others."""
    return [2 * p - 14 if p >= bid else -(14 - p) - bid for p in points]


# ---- Cinch: discards ---------------------------------------------------------------------------


def discard_finding(scale: float) -> Finding:
    """All but trumps against keeping the highest plain card besides, for seats that do not deal."""
    rng, gains = Random(SEED), list[float]()
    while len(gains) < max(5, int(60 * scale)):
        state = dealt(rng.sample(whole_pack(CINCH), 9), rng)
        while state.phase in ("auction", "name"):
            action = thumb.choose(state, actions(state))
            assert action is not None
            state = apply(state, action)
        turns = rng.randrange(3)
        for _ in range(turns):
            action = thumb.choose(state, actions(state))
            assert action is not None
            state = apply(state, action)
        seat, trump = state.to_act, state.trump
        assert seat is not None
        assert trump is not None
        found = hint(view(state, seat), worlds=WORLDS, seed=SEED)
        custom = thumb.discard(CINCH, state.hands[seat], trump, actions(state))
        means = {c.action: c.mean for c in found.candidates}
        assert isinstance(custom, act.Discard)
        more = act.Discard(custom.cards[1:])  # the best of the cards put out is kept
        if more in means and len(custom.cards) + 6 > len(state.hands[seat]):
            gains.append(means[custom] - means[more])
    return Finding(
        "Discard everything but trumps",
        f"score against keeping the highest plain card besides, {WORLDS} deals a hand",
        shown(gains, " points"),
        sign(gains),
    )


# ---- Cinch: play -------------------------------------------------------------------------------

Split = Callable[["Turn"], Sequence[bool] | None]


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision in play as a maxim sees it: what the seat may know."""

    position: Position
    seat: int
    cards: tuple[Card, ...]
    trumps: tuple[Card, ...]
    """The highest first."""

    @property
    def unseen(self) -> set[Card]:
        seen = {*self.position.plays, *self.position.hands[self.seat]}
        return {card for card in whole_pack(CINCH) if card not in seen}

    @property
    def partner(self) -> int:
        return (self.seat + 2) % 4

    @property
    def best(self) -> tuple[int, Card]:
        """Who has the trick under way, and with what."""
        return max(self.position.trick, key=lambda each: self.force(each[1]))

    def force(self, card: Card) -> int:
        if card in self.trumps:
            return 100 - self.trumps.index(card)
        led = self.position.trick[0][1].suit if self.position.trick else card.suit
        return RANKS.index(card.rank) if card.suit == led else -1

    def counts(self, card: Card) -> int:
        """Points of a trump in Cinch (RULES section 2)."""
        if card not in self.trumps:
            return 0
        return {"A": 1, "J": 1, "T": 1, "2": 1, "5": 5}.get(card.rank, 0)


def cinches(turn: Turn) -> Sequence[bool] | None:
    """An opponent behind may win with a Pedro: does the card keep it from winning?"""
    if not turn.position.trick or len(turn.position.trick) == 3:
        return None
    pedros = [card for card in turn.trumps if card.rank == "5" and card in turn.unseen]
    if not pedros or turn.force(turn.best[1]) > turn.force(pedros[0]):
        return None
    return [turn.force(card) > turn.force(pedros[0]) for card in turn.cards]


def is_partners(turn: Turn) -> bool:
    """Is the trick partner's for sure, as far as can be known?"""
    if not turn.position.trick or turn.best[0] != turn.partner:
        return False
    higher = [card for card in turn.trumps if turn.force(card) > turn.force(turn.best[1])]
    last = len(turn.position.trick) == 3
    return last or not any(card in turn.unseen for card in higher)


def gives(turn: Turn) -> Sequence[bool] | None:
    """A counting card to partner's sure trick, in place of one that counts nothing."""
    if not is_partners(turn):
        return None
    return [
        turn.counts(card) > 0 and turn.force(card) < turn.force(turn.best[1]) for card in turn.cards
    ]


def gives_low(turn: Turn) -> Sequence[bool | None] | None:
    """Of counting cards the deuce; others are left out."""
    if not is_partners(turn):
        return None
    under = [turn.counts(c) > 0 and turn.force(c) < turn.force(turn.best[1]) for c in turn.cards]
    return [card.rank == "2" if ok else None for card, ok in zip(turn.cards, under, strict=True)]


def leads_of(turn: Turn, seat: int) -> list[Card]:
    return [trick.cards[0][1] for trick in turn.position.tricks if trick.leader == seat]


def returns(turn: Turn) -> Sequence[bool] | None:
    """Partner has led a trump, and the seat is on lead: a trump back."""
    if turn.position.trick or not any(c in turn.trumps for c in leads_of(turn, turn.partner)[-1:]):
        return None
    return [card in turn.trumps for card in turn.cards]


def leads_plain(turn: Turn) -> Sequence[bool] | None:
    """The opponent on the right has renounced trumps: a plain suit."""
    right = (turn.seat + 3) % 4
    if turn.position.trick:
        return None
    out = any(
        trick.cards[0][1] in turn.trumps
        and any(seat == right and card not in turn.trumps for seat, card in trick.cards)
        for trick in turn.position.tricks
    )
    return [card not in turn.trumps for card in turn.cards] if out else None


def wins_boldly(turn: Turn) -> Sequence[bool] | None:
    """By what the others have taken the bid must fail: does the card take the trick as it lies?"""
    deal, taken = turn.position.deal, turn.position.points
    if not turn.position.trick or deal.maker is None or deal.maker in (turn.seat, turn.partner):
        return None
    if ALL_POINTS - taken[turn.seat] - taken[turn.partner] >= (deal.bid or 0):
        return None
    return [turn.force(card) > turn.force(turn.best[1]) for card in turn.cards]


RARE = "When the bid must fail, play boldly"
"""Sought in sixty times as many deals as the others."""
MAXIMS: Mapping[str, tuple[str, Callable[[Turn], Sequence[bool | None] | None]]] = {
    "Cinch every trick that a Pedro could be saved on": (
        "best play that cinches, less best that does not",
        cinches,
    ),
    "Give counting cards to partner's sure trick": (
        "best counting card under partner's, less best other play",
        gives,
    ),
    "Low first to partner's sure trick": ("the deuce less the best other counting card", gives_low),
    "Return partner's trump": (
        "best trump less best plain card, on lead after partner led trumps",
        returns,
    ),
    "When the right-hand opponent renounces, lead plain suits": (
        "best plain card less best trump, on lead",
        leads_plain,
    ),
    RARE: (
        "best card that takes the trick from a maker who must fail, less best that does not",
        wins_boldly,
    ),
}


def play_findings(scale: float) -> Iterator[Finding]:
    """Every decision of some deals, played by the fast policy, that a maxim speaks of."""
    gains: dict[str, list[float]] = {maxim: [] for maxim in MAXIMS}
    usual = max(2, int(150 * scale))
    for number in range(60 * usual):
        maxims = MAXIMS if number < usual else {RARE: MAXIMS[RARE]}
        state = new_match(CINCH, seed=SEED + number)
        state = to_play(apply(state, next(iter(actions(state)))))
        position, record = state.position, None
        while position is not None and not position.is_over:
            seat = position.to_move
            assert seat is not None
            cards = tuple(position.legal())
            turn = Turn(
                position, seat, cards, tuple(map(Card, lane(CINCH, state.trump, state.trump)))
            )
            splits = (
                {maxim: split(turn) for maxim, (_, split) in maxims.items()}
                if len(cards) > 1
                else {}
            )
            splits = {m: s for m, s in splits.items() if s is not None and True in s and False in s}
            if splits:
                record = position.deal.record() | {
                    "dealer": state.dealer,
                    "draws": list(state.draws),
                }
                means = means_of(hint(record, seat, worlds=WORLDS, seed=SEED))
                for maxim, split in splits.items():
                    assert split is not None
                    sides = [
                        max(means[c] for c, has in zip(cards, split, strict=True) if has is wanted)
                        for wanted in (True, False)
                    ]
                    gains[maxim].append(sides[0] - sides[1])
            position = position.play(policy_card(position))
    for maxim, values in gains.items():
        better = percent([value > -1e-9 for value in values])
        yield Finding(
            maxim,
            f"{MAXIMS[maxim][0]}; {WORLDS} deals a decision",
            f"{shown(values, ' points')}; at least as good in {better}",
            sign(values),
        )


def means_of(found: Hint) -> dict[Card, float]:
    return {c.action.card: c.mean for c in found.candidates if isinstance(c.action, act.Play)}


# ---- Cinch: robbing, and matches ---------------------------------------------------------------


def robbing_findings(scale: float) -> Iterator[Finding]:
    gains = {}
    for name, rules in (("rob", CINCH), ("no_rob", CINCH.replace(draw="no_rob"))):
        gains[name] = [dealer_gain(rules, SEED + n) for n in range(max(20, int(800 * scale)))]
    apart = [a - b for a, b in zip(gains["rob"], gains["no_rob"], strict=True)]
    yield Finding(
        "Robbing is one of the greatest advantages of the dealer",
        "score of the dealer's side less the others', the same packs with robbing and without",
        f"robbing is worth {shown(apart, ' points')}",
        sign(apart),
    )
    spread = {name: float(np.std(values)) for name, values in gains.items()}
    yield Finding(
        "no_rob makes it more a game of luck",
        "standard deviation of that difference, a deal",
        f"robbing {spread['rob']:.1f}; no_rob {spread['no_rob']:.1f}",
        "not decidable from this alone",
    )
    found = race(CINCH, 4, max(100, int(2000 * scale)))
    ahead = [found.wins(50, 2, deals=deals) for deals in (True, False)]
    yield Finding(
        "A side that wants one to go is not uncommonly beaten by one that wants forty-nine",
        f"chance of the side at 50 against 2, {found.deals} deals by rule of thumb, solved",
        f"{ahead[0]:.0%} if it deals next, {ahead[1]:.0%} if not",
        RIGHT if min(ahead) < 0.95 else WRONG,
    )


def dealer_gain(rules: Rules, seed: int) -> float:
    state = new_match(rules, seed=seed)
    state = to_play(apply(state, next(iter(actions(state)))))
    if state.phase != "play" or state.maker is None or state.trump is None:
        return 0.0
    hands = np.array([[CardSet(hand).bits for hand in state.hands]], np.uint64)
    own = (state.maker, (state.maker + 2) % 4)
    worth = solve_many(
        rules, hands, [SUITS.index(state.trump)], [state.to_act or 0], side=tuple(sorted(own))
    ).values[0]
    lanes = lane(rules, state.trump, state.trump)
    total = sum({"A": 1, "2": 1, "J": 1, "T": 1, "5": 5}.get(str(c)[0], 0)
                for hand in state.hands for c in hand if str(c) in lanes)  # fmt: skip
    made, against = int(worth) + match.put_out(state), total - int(worth)
    score = made - against if made >= (state.bid or 0) else -against - (state.bid or 0)
    return float(score if state.dealer in own else -score)


# ---- Hearts ------------------------------------------------------------------------------------


def hearts_findings(scale: float) -> Iterator[Finding]:
    hands = max(5, int(120 * scale))
    four = opening(hands, four_and_three, heart=lambda card: str(card) == "4H", plain=high_of_three)
    yield Finding(
        "The 4 of hearts is a safer lead than a high card of a plain suit, even one of three cards",
        f"hearts saved by leading the 4 of three hearts, not {TOP} of three cards; 200 playouts",
        shown(four, " hearts"),
        sign(four),
    )
    kept = opening(hands, seven_five_three_two, heart=is_heart, plain=is_plain)
    low, high = split_by_danger(kept, hands, seven_five_three_two)
    yield Finding(
        "7 5 3 2 of hearts: better kept than led, unless the plain suits are dangerous",
        "hearts saved by the best plain lead, less dangerous / more dangerous half of the hands",
        f"{shown([-v for v in low], ' hearts')} / {shown([-v for v in high], ' hearts')}",
        sign([-v for v in low]),
    )
    safe = opening(hands, safe_hearts, heart=is_heart, plain=is_plain)
    yield Finding(
        "High plain suits with safe hearts: lead hearts at every chance",
        "hearts saved by the best heart lead; four hearts up to the 6, nine plain cards over the 8",
        shown(safe, " hearts"),
        sign(safe),
    )


Hand = Callable[[Random], list[Card]]


def drawn(rng: Random, fixed: Sequence[str], allowed: Callable[[Card], bool]) -> list[Card]:
    held = [Card(card) for card in fixed]
    rest = [card for card in whole_pack(HEARTS) if card not in held and allowed(card)]
    return [*held, *rng.sample(rest, 13 - len(held))]


def four_and_three(rng: Random) -> list[Card]:
    """The 4 and two higher hearts, three clubs with King or Ace, the rest diamonds and spades."""
    hearts = ["4H", *rng.sample([r + "H" for r in "56789TJQKA"], 2)]
    clubs = [rng.choice("KA") + "C", *rng.sample([r + "C" for r in "3456789TJQ"], 2)]
    return drawn(rng, [*hearts, *clubs], lambda card: card.suit in ("D", "S"))


def high_of_three(card: Card) -> bool:
    return card.suit == "C" and card.rank in "KA"


def seven_five_three_two(rng: Random) -> list[Card]:
    return drawn(rng, ["7H", "5H", "3H", "2H"], lambda card: card.suit != "H")


def safe_hearts(rng: Random) -> list[Card]:
    hearts = [r + "H" for r in rng.sample("23456", 4)]
    return drawn(rng, hearts, lambda card: card.suit != "H" and card.rank in "9TJQKA")


def is_heart(card: Card) -> bool:
    return card.suit == "H"


def is_plain(card: Card) -> bool:
    return card.suit != "H"


def opening(
    count: int, deal: Hand, *, heart: Callable[[Card], bool], plain: Callable[[Card], bool]
) -> list[float]:
    """By how much the best such heart lead is ahead of the best such plain one, hand by hand."""
    rng, gains = Random(SEED), []
    for _ in range(count):
        record = {
            "variant": "hearts",
            "players": 4,
            "leader": 0,
            "hands": [show.cards(deal(rng)), None, None, None],
        }
        means = means_of(hint(record, 0, payoff="points", worlds=200, seed=SEED))
        gains.append(
            max(mean for card, mean in means.items() if heart(card))
            - max(mean for card, mean in means.items() if plain(card))
        )
    return gains


def split_by_danger(
    values: Sequence[float], count: int, deal: Hand
) -> tuple[list[float], list[float]]:
    """The hands again, by how high their plain cards are."""
    rng = Random(SEED)
    heights = [sum(RANKS.index(c.rank) for c in deal(rng) if c.suit != "H") for _ in range(count)]
    order = sorted(range(count), key=lambda at: heights[at])
    half = count // 2
    return [values[at] for at in order[:half]], [values[at] for at in order[half:]]


# ---- Hearts: the auction -----------------------------------------------------------------------

BIDDING_WORLDS = 12
"""Deals of the unseen cards by which a bid and a suit are chosen."""


def last_bid_finding(scale: float) -> Finding:
    """The same four hands, each seat dealing in turn."""
    rng, gains = Random(SEED), []
    for _ in range(max(2, int(30 * scale))):
        pack = whole_pack(HEARTS)
        rng.shuffle(pack)
        hands = tuple(tuple(pack[13 * at : 13 * (at + 1)]) for at in range(4))
        gains.append(float(np.mean([dealer_chips(hands, dealer) for dealer in range(4)])))
    return Finding(
        "Auction Hearts: the last bid is a great advantage of the dealer",
        "chips of the dealer less the mean of the others, each seat dealing the same hands in turn;"
        f" bids and suits by hints from {BIDDING_WORLDS} deals, played by the fast policy",
        shown(gains, " chips"),
        sign(gains),
    )


def dealer_chips(hands: tuple[tuple[Card, ...], ...], dealer: int) -> float:
    """What the dealer wins more than the mean of the others."""
    state = apply(new_match(AUCTION_HEARTS, dealer=dealer), act.Deal(hands, ()))
    while state.phase in ("auction", "name"):
        assert state.to_act is not None
        found = hint(view(state, state.to_act), worlds=BIDDING_WORLDS, seed=SEED)
        state = apply(state, found.action)
    while state.phase == "play":
        assert state.position is not None
        state = apply(state, act.Play(policy_card(state.position)))
    assert state.paid is not None
    return above_others(state.paid, dealer)


def above_others(chips: Sequence[int], seat: int) -> float:
    """Chips of a seat less the mean of the others."""
    return chips[seat] - (sum(chips) - chips[seat]) / (len(chips) - 1)


# ---- Hearts: settling --------------------------------------------------------------------------


def sweepstake_sixty() -> list[tuple[int, ...]]:
    """Sixty deals: one player takes 58 hearts and is 46 behind, another 500 and is 46 ahead.

    The second takes all thirteen in 38 deals, each of which makes a Jack, and is clear alone in
    nineteen; twice he divides a pool of thirteen with the first. Seventeen Jacks lie at the end.
    """
    second_has_all, second_clear, divided = (0, 13, 0, 0), (3, 0, 5, 5), (0, 0, 6, 7)
    return [
        *[second_has_all] * 21,
        (1, 6, 3, 3),
        second_clear,
        divided,
        *[second_clear] * 18,
        divided,
        *[second_has_all] * 17,
    ]


def settled(deals: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Hearts taken and chips won, over all deals."""
    pool, chips, taken = Pool(), [0] * 4, [0] * 4
    for deal in deals:
        payment = pay(HEARTS, Account(tuple(deal)), pool)
        pool = payment.pool
        chips = [a + b for a, b in zip(chips, payment.chips, strict=True)]
        taken = [a + b for a, b in zip(taken, deal, strict=True)]
    return taken, chips


def settling_findings() -> Iterator[Finding]:
    deals = sweepstake_sixty()
    taken, chips = settled(deals)
    so = len(deals) == 60 and taken[:2] == [58, 500] and chips[:2] == [-46, 46]
    yield Finding(
        "Sweepstake, 60 deals: 58 hearts taken are 46 counters lost, 500 taken are 46 won",
        "sixty deals, settled: the second takes all in 38, is clear alone in 19, divides twice",
        f"hearts {taken}, chips {chips}",
        "possible" if so else OPEN,
    )
    howell = HEARTS.replace(settle="howell")
    least_wins = all(
        max(range(4), key=lambda s: chips[s]) in [s for s in range(4) if taken[s] == min(taken)]
        for taken in (
            (*each, 13 - sum(each))
            for each in combinations_with_replacement(range(14), 3)
            if sum(each) <= 13
        )
        for chips in [pay(howell, Account(taken)).chips]
    )
    yield Finding(
        "Howell: who takes in the fewest hearts must be the winner",
        "every division of thirteen hearts among four",
        "always" if least_wins else "not always",
        RIGHT if least_wins else WRONG,
    )


# ---- the page ----------------------------------------------------------------------------------


HEAD = """\
# The book's maxims, measured

What the book says of good play, tried on random deals; `python benchmarks/maxims.py > docs/book.md`
makes this page anew, from the same seeds. Intervals are of 95%. What the book says of its four
hands is judged by `kibitz analyse --book`, the odds of Hearts leads by `kibitz odds`.

With *all hands open* a deal is solved: everybody sees everything. By the *fast policy* all four
seats play as in the playouts of [hints](hints.md), each by its own hand. Decisions in play are
those of deals that the fast policy plays; what a play is worth is what a hint says of it.

| maxim | what is measured | figure | verdict |
|---|---|---|---|"""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scale", type=float, default=1.0, help="how many of the usual deals")
    scale = parser.parse_args(arguments).scale
    print(HEAD)
    for findings in (
        bid_findings(scale),
        [discard_finding(scale)],
        play_findings(scale),
        robbing_findings(scale),
        hearts_findings(scale),
        [last_bid_finding(scale)],
        settling_findings(),
    ):
        for each in findings:
            print(
                f"| {each.maxim} | {each.measured} | {each.figure} | {each.verdict} |", flush=True
            )


if __name__ == "__main__":
    main()
