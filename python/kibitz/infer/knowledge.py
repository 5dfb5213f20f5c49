"""Knowledge: all that a seat knows that bears on where cards lie, from a view or from a record.

Of a record only what the seat may see is looked at: its own hand, and what was done in the open.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any

from kibitz._core import Card, CardSet, Deal, Position, Rules, parse_cards
from kibitz.arguments import whole
from kibitz.errors import NotationError
from kibitz.game import actions as act
from kibitz.game import course, dealing, discard, entry, events, hearts, seen
from kibitz.game.fields import field as rule
from kibitz.game.replay import replay
from kibitz.game.views import View, view

Cards = tuple[Card, ...]
Played = tuple[tuple[int, Card], ...]
World = Sequence[int]
LAWS = (*("exposed", "demands", "cannot_score", "credits", "last_trick", "bid_waived", "short"),)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows.

    Attributes:
        rules: the game; in Auction Hearts with the suit that was named.
        seat: whose knowledge it is.
        players: how many play.
        phase: as in a `State`.
        hand: its cards now.
        sizes: how many cards each seat holds now.
        pool: the cards of the deal: the pack, or in an ending those in play.
        dealer, maker, bid, trump: None where it is not known or there is none.
        to_act: whose turn it is; None at the end.
        leader: who led first, or is to; None before the play.
        tricks: who played what, in order; the last is the trick under way, or empty.
        stock: cards left to draw in play.
        widow: cards of a widow that the seat has not seen.
        began: how many cards each seat held when play began; empty before.
        drew: cards that each play drew from the stock (Domino).
        draws: cards that each seat took after the discard.
        discards: what each seat has put out, face up; None where it is not recorded.
        left: trumps that the dealer who robbed could not keep; None where it is not known which.
        known: cards that the seat knows others to hold, and who.
        seen: cards that it has seen and nobody holds.
        unsure: cards played that say nothing of the hand: revokes, plays out of turn or by force
            of law.
        passed, got: cards that it passed, and was passed.
        auction: what each said, in order.
        laws: what the laws left standing when play began, as the fields of a deal record.
        is_ending: was play begun with fewer cards than are dealt?
        names: what the seats are called.
    """

    rules: Rules
    seat: int
    players: int
    phase: str
    hand: Cards
    sizes: tuple[int, ...]
    pool: Cards
    dealer: int | None = None
    maker: int | None = None
    bid: int | None = None
    trump: str | None = None
    to_act: int | None = None
    leader: int | None = None
    tricks: tuple[Played, ...] = ((),)
    stock: int = 0
    widow: int = 0
    began: tuple[int, ...] = ()
    drew: tuple[int, ...] = ()
    draws: tuple[int, ...] = ()
    discards: tuple[Cards, ...] | None = None
    left: Cards | None = None
    known: Mapping[Card, int] = field(default_factory=dict)
    seen: frozenset[Card] = frozenset()
    unsure: frozenset[Card] = frozenset()
    passed: Cards = ()
    got: Cards = ()
    auction: tuple[tuple[int, act.Action], ...] = ()
    laws: Mapping[str, Any] = field(default_factory=dict)
    is_ending: bool = False
    names: tuple[str, ...] = ()

    @property
    def plays(self) -> Played:
        """All cards played, in order, with who played them."""
        return tuple(chain.from_iterable(self.tricks))

    def played_by(self, seat: int) -> Cards:
        """The cards that a seat has played, in order."""
        return tuple(card for by, card in self.plays if by == seat)

    @property
    def unseen(self) -> Cards:
        """The cards that the seat does not see, in the order of their numbers."""
        out = {*self.hand, *self.seen, *chain.from_iterable(self.discards or ())}
        out.update(card for _, card in self.plays)
        return tuple(card for card in self.pool if card not in out)

    @property
    def places(self) -> tuple[tuple[str, int], ...]:
        """Where unseen cards lie that no seat holds, and how many: each has at least one.

        `stock` is drawn from in play, `widow` goes to the winner of the first trick, `undealt` is
        the rest of the pack; `out` are all cards that have gone where the record does not show.
        """
        held = sum(size for seat, size in enumerate(self.sizes) if seat != self.seat)
        rest = len(self.unseen) - held - self.stock - self.widow
        shown = self.discards is not None and not self.is_ending
        places = (
            ("stock", self.stock),
            ("widow", self.widow),
            ("undealt" if shown else "out", rest),
        )
        return tuple((name, count) for name, count in places if count)

    @property
    def is_drawing(self) -> bool:
        """Does the play draw from a stock?"""
        return hearts.draws(self.rules, self.players)

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.names[seat] if self.names else f"seat {seat}"

    @classmethod
    def of_view(cls, view: View) -> "Knowledge":
        """What the seat of a view knows.

        Raises:
            NotationError: no cards have been dealt.
        """
        if not view.sizes:
            raise NotationError("no cards have been dealt: there is nothing to know")
        rules = view.rules
        if view.avoid is not None:
            rules = rules.replace(penalty_suit=view.avoid)
        tricks = (*(trick.cards for trick in view.tricks), view.trick)
        played = {card for trick in tricks for _, card in trick}
        pool = dealing.pack(rules, view.players)
        known = _known(view, pool, played)
        rest = len(pool) - sum(view.sizes) - len(played)
        lying = frozenset(view.turned) if rest else frozenset()
        sizes, stock = _at_the_end(view) if view.phase in _ENDED else (view.sizes, view.stock)
        return cls(
            rules=rules,
            seat=view.seat,
            players=view.players,
            phase=view.phase,
            hand=view.hand,
            sizes=sizes,
            pool=pool,
            dealer=view.dealer,
            maker=view.maker,
            bid=view.bid,
            trump=view.trump,
            to_act=view.to_act,
            leader=_leader(view),
            tricks=tricks,
            stock=stock,
            widow=0 if not rule(rules, "widow", False) or _won_widow(view) else rest,
            began=view.began,
            drew=view.drew,
            draws=view.draws,
            discards=view.discards,
            left=_left(view),
            known=known,
            seen=(frozenset(view.found) | lying | _lost(view))
            - known.keys()
            - {*view.hand}
            - played,
            unsure=_unsure(view),
            passed=_passed(view),
            got=view.got,
            auction=_auction(view),
            laws=_standing(view),
        )

    @classmethod
    def of_record(cls, record: Mapping[str, Any], seat: int) -> "Knowledge":
        """What a seat knows at the end of a deal record.

        Hands of other seats may be null. Where they are given they are not looked at, save that in
        an ending (fewer cards than are dealt) the cards in play are known to all, though not who
        holds which. A record that says what all were dealt, with a `log`, is played again, and what
        the seat has seen on the way counts. One that has not come to the play needs only what was
        `dealt` to this seat and what has been done since, as a `log` or an `auction`.

        Args:
            record: a deal record, or a match record: its last deal. Domino Hearts needs `drew`, the
                number of cards drawn before each play, unless other hands and the stock are given.
            seat: whose knowledge.

        Raises:
            NotationError: the record lacks what the seat must know, or says it twice.
            KibitzError: it is not a record, or cannot be played again.
        """
        seat = whole("seat", seat)
        record = seen.deal_of(record)
        if _is_whole(record):
            state = replay(record)
            if not 0 <= seat < state.players:
                raise NotationError(f"seat {seat}: expected 0 to {state.players - 1}")
            found: View | None = view(state, seat)
        else:
            found = seen.view_of(record, seat)
        if found is None:
            return _Reading(seen.with_plays(record), seat).knowledge()
        return replace(cls.of_view(found), names=_names(record, found.players))

    def position(self, world: World, *, seed: int = 0) -> Position:
        """The position in one world.

        A game that draws from a stock is taken up at the trick under way: what was taken before is
        in no position, and the stock lies in an order that the seed shuffles.

        Args:
            world: what each seat and then each place holds now, as printed card sets: a row of
                `Belief.sample`.
            seed: of the order of the stock.

        Raises:
            DealError: the world cannot be played.
        """
        deal = self.deal_template()
        held = [CardSet.from_bits(int(bits)) for bits in world]
        hands = [[*(played or ()), *now] for played, now in zip(deal.hands, held, strict=False)]
        lying = {name: [*held[self.players + at]] for at, (name, _) in enumerate(self.places)}
        stock, widow = lying.get("stock", []), lying.get("widow", [])
        Random(seed).shuffle(stock)
        if rule(self.rules, "widow", False) and not widow:
            widow = sorted(self.seen)
        record = deal.record()
        record["hands"] = [" ".join(map(str, hand)) for hand in hands]
        record["stock"], record["widow"] = (" ".join(map(str, c)) for c in (stock, widow))
        return Position(Deal.from_record(record))

    def deal_template(self) -> Deal:
        """The public part of the deal: what each seat has played stands for its hand.

        Add to each hand what a world gives the seat, and it is the deal of that world.
        """
        tricks = self.tricks[-1:] if self.is_drawing else self.tricks
        rules = self.rules
        if self.is_drawing and len(self.tricks) > 1:
            rules = course.later(rules, [card for trick in self.tricks[:-1] for _, card in trick])
        hands = [
            [card for trick in tricks for by, card in trick if by == seat]
            for seat in range(self.players)
        ]
        leader = tricks[0][0][0] if tricks[0] else self.leader if len(tricks) > 1 else self.to_act
        record: dict[str, Any] = {
            "variant": rules.name,
            "options": rules.options,
            "players": self.players,
            "trump": self.trump,
            "leader": self.seat if leader is None else leader,
            "hands": [" ".join(map(str, hand)) for hand in hands],
            "plays": " ".join(str(card) for trick in tricks for _, card in trick),
            "maker": self.maker,
            "bid": self.bid,
        }
        if self.discards is not None and any(self.discards):
            record["discards"] = [" ".join(map(str, cards)) for cards in self.discards]
        laws = dict(self.laws)
        if self.is_drawing:
            laws.pop("demands", None)
        return Deal.from_record(record | laws)


# ---- from a view -------------------------------------------------------------------------------


_ENDED = ("scored", "over")


def _at_the_end(view: View) -> tuple[tuple[int, ...], int]:
    """How many cards each seat and the stock hold: the last seat's have not been laid to it yet."""
    if not view.drew:
        return view.sizes, view.stock
    sizes = list(view.began)
    played = chain(*(trick.cards for trick in view.tricks), view.trick)
    for (seat, _), count in zip(played, view.drew, strict=True):
        sizes[seat] += count - 1
    sizes[view.seat] = len(view.hand)
    return tuple(sizes), view.stock - sum(sizes) + len(view.hand)


def _leader(view: View) -> int | None:
    if view.tricks:
        return view.tricks[0].leader
    if view.trick:
        return view.trick[0][0]
    return view.to_act if view.phase == "play" else None


def _won_widow(view: View) -> bool:
    return bool(view.tricks) and view.tricks[0].winner == view.seat


def _standing(view: View) -> dict[str, Any]:
    """The laws as they were when play began: later demands are in no position of the whole."""
    begun = bool(view.tricks or view.trick)
    names = [name for name in LAWS if name != "demands" or not begun]
    return {name: view.laws[name] for name in names if view.laws.get(name)}


def _passed(view: View) -> Cards:
    return tuple(
        card
        for heard in view.history
        if heard.seat == view.seat and isinstance(heard.action, act.PassCards)
        for card in heard.action.cards
    )


def _known(view: View, pool: Cards, played: set[Card]) -> dict[Card, int]:
    """Cards that are known to lie with others, and who has them."""
    known: dict[Card, int] = {}
    for heard in view.history:
        if isinstance(heard.action, events.ExposedInDeal):
            known.update(dict.fromkeys(heard.action.cards, heard.action.to))
    if hearts.pass_steps(view.rules, view.players, view.number):
        known.clear()  # they may have been passed on
        steps = hearts.pass_steps(view.rules, view.players, view.number)
        order = hearts.seated(view.rules, view.players, view.dealer)
        if view.seat in order:
            known.update(dict.fromkeys(_passed(view), hearts.passes_to(order, view.seat, steps)))
    if view.turned and len(pool) == sum(view.sizes) + len(played):
        known.update(dict.fromkeys(view.turned, view.dealer))
    made = _made_good(view)
    known.update(_lifted(view, made) | made)
    for seat, cards in enumerate(view.laws.get("exposed", ())):
        known.update(dict.fromkeys(parse_cards(cards), seat))
    known.update({card: seat for seat, card in view.early})
    gone = {*view.hand, *played, *chain.from_iterable(view.discards)}
    return {card: seat for card, seat in known.items() if card not in gone}


def _made_good(view: View) -> dict[Card, int]:
    """Cards put out that have made a short hand good, and whose."""
    made: dict[Card, int] = {}
    for heard in view.history:
        action = heard.action
        if isinstance(action, events.MakeGood):
            made.update(dict.fromkeys(action.cards, action.of))
        elif isinstance(action, events.ShortHand) and action.drawn is not None:
            made[action.drawn] = action.by
    return made


def _lost(view: View) -> frozenset[Card]:
    """Cards that have gone from short hands."""
    lost = [each.action.card for each in view.history if isinstance(each.action, events.ShortHand)]
    return frozenset(card for card in lost if card is not None)


def _lifted(view: View, made: Mapping[Card, int]) -> dict[Card, int]:
    """Plain cards put out that filled hands when the pack had run out, and whose."""
    out: dict[Card, None] = {}
    for heard in view.history:
        if isinstance(heard.action, act.Discard):
            out.update(dict.fromkeys(heard.action.cards))
        if isinstance(heard.action, events.RecallDiscard):
            for card in heard.action.cards:
                out.pop(card, None)
            out.update(dict.fromkeys(heard.action.instead))
    lying = {card for cards in view.discards for card in cards}
    lifted = [card for card in out if card not in lying and card not in made]
    if not lifted or not any(view.draws):
        return {}
    size = dealing.hand_size(view.rules, view.players)
    pack = len(dealing.pack(view.rules, view.players)) - size * view.players
    found: dict[Card, int] = {}
    for step in range(1, view.players + 1):
        seat = (view.dealer + step) % view.players
        blind = min(view.draws[seat], pack)
        pack -= blind
        taken, lifted = lifted[: view.draws[seat] - blind], lifted[view.draws[seat] - blind :]
        found.update(dict.fromkeys(taken, seat))
    return found


def _left(view: View) -> Cards:
    """Trumps that the dealer showed when he had robbed the pack."""
    if view.trump is None or not any(heard.word == act.Rob.word for heard in view.history):
        return ()
    own = {card for heard in view.history if heard.seat == view.dealer
           and isinstance(heard.action, act.Discard) for card in heard.action.cards}  # fmt: skip
    suit = discard.trumps(view.rules, view.trump)
    return tuple(card for card in view.discards[view.dealer] if card in suit - own)


def _unsure(view: View) -> frozenset[Card]:
    """Cards played against the rules of following, before their turn, or by force of law."""
    found: set[Card] = set()
    forbidden: set[int] = set()
    holders = {
        card: seat
        for seat, cards in enumerate(view.laws.get("exposed", ()))
        for card in parse_cards(cards)
    }
    for heard in view.history:
        action = heard.action
        if isinstance(action, events.Revoke | events.Amend | events.PlayOutOfTurn):
            found.add(action.card)
        elif isinstance(action, events.Forbid):
            forbidden.add(holders.get(action.card, action.by))
        elif isinstance(action, act.Play) and heard.seat in forbidden:
            found.add(action.card)
            forbidden.discard(heard.seat)
    return frozenset(found)


def _auction(view: View) -> tuple[tuple[int, act.Action], ...]:
    calls = (act.Bid, act.PassBid, act.Offer, act.Pitch, act.Sell, act.Refuse)
    return tuple(
        (heard.seat, heard.action)
        for heard in view.history
        if heard.seat is not None and isinstance(heard.action, calls)
    )


# ---- from a record -----------------------------------------------------------------------------


class _Reading:
    """A record read as one seat sees it."""

    def __init__(self, record: Mapping[str, Any], seat: int) -> None:
        self.deal = deal = Deal.from_record(record)
        self.record, self.seat, self.players = record, seat, deal.players
        if not 0 <= seat < deal.players or len(deal.hands) != deal.players:
            raise NotationError(f"seat {seat}: expected 0 to {deal.players - 1}, and a hand a seat")
        own = deal.hands[seat]
        if own is None:
            raise NotationError(f"seat {seat}'s hand is null: expected the cards that it sees")
        self.own, self.dealer = own, _seat("dealer", record.get("dealer"), deal.players)
        self.out = self._out()
        self.dealer = self.dealer if self.out is None else self.out
        hands = [() if at == self.out else hand for at, hand in enumerate(deal.hands)]
        self.given = [hand for hand in hands if hand is not None]
        self.pack = dealing.pack(deal.rules, deal.players)
        self.size = _dealt(deal.rules, deal.players)
        self.draws = hearts.draws(deal.rules, deal.players)
        if faults := [*self._faults()]:
            raise NotationError("; ".join(faults))

    def _out(self) -> int | None:
        """The seat that takes no cards, where there is one too many at the table: the dealer."""
        hands, players, dealer = self.deal.hands, self.players, self.dealer
        if not hearts.dealer_out(self.deal.rules, players):
            return None
        if dealer is None and hands.count(()) == 1:
            dealer = hands.index(())
        if dealer is None:
            raise NotationError(f"dealer is missing: with {players} expected who takes no cards")
        if hands[dealer]:
            raise NotationError(f"dealer {dealer} holds cards: with {players} he takes none")
        if self.deal.leader == dealer:
            raise NotationError(f"dealer {dealer} is to lead: with {players} he takes no cards")
        return dealer

    def _faults(self) -> Iterator[str]:
        """What is wrong with fields that are nothing to the solver, and with the seat's hand."""
        record, players = self.record, self.players
        twice = sorted({card for card in self.own if self.own.count(card) > 1})
        if twice:
            yield f"{twice[0]} is twice in seat {self.seat}'s hand: expected each card once"
        if len(self.own) > self.size:
            held = f"seat {self.seat}'s hand holds {len(self.own)} cards"
            yield f"{held}: expected at most {self.size}"
        if self.deal.stock and not self.draws:
            yield f"{self.deal.rules.name} of {players} players has no stock"
        draws, passes = record.get("draws"), record.get("passes")
        if draws and not _is_list(draws, players, lambda n: type(n) is int and 0 <= n <= self.size):
            yield f"draws: expected {players} numbers from 0 to {self.size}, one a seat"
        if (given := len(self.deal.discards)) not in (0, players):
            yield f"discards: expected the cards of {players} seats, not of {given}"
        if passes and not _is_list(passes, players, lambda each: isinstance(each, str | None)):
            yield f"passes: expected the cards of {players} seats; null where they are not known"
        if record.get("auction") and not _is_list(record["auction"], None, self._is_call):
            yield "auction: expected lists of a seat and what it said"
        before = record.get("before") or {}
        if not isinstance(before, Mapping) or type(before.get("deals", 0)) is not int:
            yield "before: expected deals, a whole number, and scores"
        if not isinstance(record.get("rest") or "", str):
            yield "rest: expected cards such as 'AH TD'"

    def _is_call(self, entry: object) -> bool:
        if not isinstance(entry, list) or len(entry) != 2:
            return False
        by, said = entry
        seated = type(by) is int and 0 <= by < self.players
        return seated and (said is None or type(said) in (int, str))

    def knowledge(self) -> Knowledge:
        deal, rules, players = self.deal, self.deal.rules, self.players
        trump, drew = deal.trump, self._drew()
        tricks, turn = _seated(deal, self._sizes(), drew)
        if trump is None and deal.plays and None not in rules.trumps:
            trump = deal.plays[0].suit if rules.trumps else None
        pool, stock, widow = self._pool()
        hand, sizes, stock = self._now(tricks, drew, stock)
        played = {card for trick in tricks for _, card in trick}
        twice = sorted(played & {*hand}) or [c for c in deal.plays if deal.plays.count(c) > 1]
        strange = sorted((played | {*hand}) - {*pool})
        if twice or strange:
            what = "is played twice or still held" if twice else "is not in play"
            raise NotationError(f"{(twice or strange)[0]} {what}: expected each card once")
        passes = self.record.get("passes") or ()
        mine, got, known = self._passes(passes, hand, played)
        for seat, cards in enumerate(deal.laws["exposed"]):
            known |= {c: seat for c in cards if seat != self.seat and c not in played}
        laws = {name: self.record[name] for name in LAWS if self.record.get(name)}
        seen = self._seen(tricks, played, hand, known)
        discards = deal.discards or None if rule(rules, "kept", 0) else deal.discards
        return Knowledge(
            rules=rules,
            seat=self.seat,
            players=players,
            phase="play",
            hand=hand,
            sizes=sizes,
            pool=pool,
            dealer=self.dealer,
            maker=_seat("maker", deal.maker, players),
            bid=deal.bid,
            trump=trump,
            to_act=turn if any(sizes) else None,
            leader=deal.leader,
            tricks=tricks,
            stock=stock,
            widow=0 if seen and widow else widow,
            began=tuple(self._sizes()),
            drew=drew,
            draws=tuple(self.record.get("draws") or ()),
            discards=discards,
            known=known,
            seen=seen,
            passed=mine,
            got=got,
            auction=tuple((by, entry.call(said)) for by, said in self.record.get("auction") or ()),
            laws=laws,
            is_ending=self._is_ending,
            names=_names(self.record, players),
        )

    @property
    def _is_ending(self) -> bool:
        """Are fewer cards in play than a deal has?"""
        if len(self.given) == self.players:
            return sum(map(len, self.given)) + len(self.deal.stock) < self._whole()
        return self.seat != self.out and len(self.own) < self.size

    def _whole(self) -> int:
        """How many cards hands and stock hold when play starts."""
        seats = self.players - (self.out is not None)
        return len(self.pack) if self.draws else self.size * seats

    def _pool(self) -> tuple[Cards, int, int]:
        """The cards that may lie anywhere, and how many are in the stock and in the widow."""
        deal = self.deal
        stock, widow = len(deal.stock), len(deal.widow)
        if self._is_ending:
            if len(self.given) == self.players:
                cards = {*chain(*self.given), *deal.stock, *deal.widow}
                return tuple(sorted(cards)), stock, widow
            return self.pack, stock, widow
        left = len(self.pack) - self._whole()
        if self.draws:
            stock = len(self.pack) - sum(self._sizes())
        return self.pack, stock, left if rule(deal.rules, "widow", False) else 0

    def _sizes(self) -> list[int]:
        """How many cards each seat holds when play starts."""
        uneven, hands, size = self.draws or self.deal.laws["short"], self.deal.hands, len(self.own)
        if self.seat == self.out:
            size = max(map(len, self.given)) if len(self.given) == self.players else self.size
        sizes = [len(hand) if hand is not None and uneven else size for hand in hands]
        return [0 if seat == self.out else size for seat, size in enumerate(sizes)]

    def _drew(self) -> tuple[int, ...]:
        """How many cards each play drew (Domino)."""
        if rule(self.deal.rules, "stock", "none") != "domino" or not self.deal.plays:
            return ()
        drew = self.record.get("drew")
        if drew is not None:
            if not isinstance(drew, list) or not all(type(each) is int for each in drew):
                raise NotationError("drew: expected a list, the cards drawn before each play")
            if len(drew) != len(self.deal.plays) or min(drew) < 0:
                raise NotationError(f"drew: expected {len(self.deal.plays)} numbers, one a play")
            return tuple(drew)
        if len(self.given) < self.players:
            raise NotationError(
                "drew is missing: expected the cards drawn before each play, as hands are null"
            )
        return course.drew((Position(self.deal),))

    def _now(
        self, tricks: tuple[Played, ...], drew: tuple[int, ...], stock: int
    ) -> tuple[Cards, tuple[int, ...], int]:
        """The seat's hand, how many cards each holds, and how many are left in the stock."""
        sizes, hand, left = self._sizes(), {*self.own}, list(self.deal.stock)
        number = 0
        for at, trick in enumerate(tricks):
            for seat, card in trick:
                count = drew[number] if drew else 0
                if seat == self.seat:
                    hand.update(left[:count])
                    if card not in hand:
                        raise NotationError(f"seat {seat} plays {card}: expected a card it holds")
                    hand.discard(card)
                left, stock, number = left[count:], stock - count, number + 1
                sizes[seat] += count - 1
            if self.draws and not drew and stock and at + 1 < len(tricks):
                order = [_winner(self.deal, trick)]
                order.append(1 - order[0])
                for seat, card in zip(order, left, strict=False):
                    hand.update([card] * (seat == self.seat))
                left, stock = left[2:], stock - 2
                sizes = [size + 1 for size in sizes]
        return tuple(sorted(hand)), tuple(sizes), stock

    def _passes(
        self, passes: Sequence[Any], hand: Cards, played: set[Card]
    ) -> tuple[Cards, Cards, dict[Card, int]]:
        """What the seat passed and got, and what it knows by that."""
        if not passes or not passes[self.seat]:
            return (), (), {}
        order = [seat for seat in range(self.players) if seat != self.out]
        number = (self.record.get("before") or {}).get("deals", 0)
        steps = hearts.pass_steps(self.deal.rules, self.players, number)
        mine = parse_cards(passes[self.seat])
        to, giver = (hearts.passes_to(order, self.seat, way) for way in (steps, -steps))
        got = parse_cards(passes[giver]) if passes[giver] else ()
        known = {card: to for card in mine if card not in played and card not in hand}
        return mine, got, known

    def _seen(
        self, tricks: tuple[Played, ...], played: set[Card], hand: Cards, known: Mapping[Card, int]
    ) -> frozenset[Card]:
        """Cards seen that nobody holds: a widow that was won, the pack that was robbed."""
        seen: set[Card] = set()
        if self.deal.widow and len(tricks) > 1 and _winner(self.deal, tricks[0]) == self.seat:
            seen |= {*self.deal.widow}
        rest, draws = self.record.get("rest"), self.record.get("draws")
        robs = rule(self.deal.rules, "kept", 0) and discard.way(self.deal.rules) == "rob"
        if robs and rest and draws and self.record.get("dealer") == self.seat:
            seen |= {*parse_cards(rest)[sum(draws) - draws[self.seat] :]}
        return frozenset(seen - played - {*hand} - known.keys())


def _is_whole(record: Mapping[str, Any]) -> bool:
    """Can the record be played again from the shuffle on?"""
    dealt = record.get("dealt")
    whole = isinstance(dealt, list) and all(isinstance(hand, str) for hand in dealt)
    return "log" in record and whole


def _dealt(rules: Rules, players: int) -> int:
    """How many cards a seat holds when play starts, in a whole deal."""
    return rule(rules, "kept", 0) or dealing.hand_size(rules, players)


def _seat(name: str, value: object, players: int) -> int | None:
    if value is None:
        return None
    if type(value) is not int or not 0 <= value < players:
        raise NotationError(f"{name} {str(value)[:40]}: expected a seat, 0 to {players - 1}")
    return value


def _is_list(value: object, length: int | None, holds: Callable[[Any], bool]) -> bool:
    """Is it a list, of so many, and does this hold of each?"""
    sized = isinstance(value, list) and length in (None, len(value))
    return isinstance(value, list) and sized and all(map(holds, value))


def _names(record: Mapping[str, Any], players: int) -> tuple[str, ...]:
    names = record.get("seats")
    if isinstance(names, list) and len(names) == players:
        return tuple(str(name) for name in names)
    return ()


def _seated(
    deal: Deal, sizes: Sequence[int], drew: tuple[int, ...]
) -> tuple[tuple[Played, ...], int | None]:
    """Who played each card, trick by trick, and whose turn it is."""
    left, number, leader = list(sizes), 0, deal.leader
    drawing = hearts.draws(deal.rules, deal.players)
    tricks: list[Played] = []
    trick: list[tuple[int, Card]] = []
    while True:
        active = [
            seat for step in range(deal.players) if left[seat := (leader + step) % deal.players]
        ]
        if drawing and not drew:
            active = [(leader + step) % deal.players for step in range(deal.players)]
        if not active or (drew and len(active) == 1):
            if number < len(deal.plays):
                raise NotationError(f"{len(deal.plays)} plays: expected at most {number}")
            return (*tricks, ()), None
        for seat in active:
            if number == len(deal.plays):
                tricks.append(tuple(trick))
                return tuple(tricks), seat
            trick.append((seat, deal.plays[number]))
            left[seat] += (drew[number] if drew else 0) - 1
            number += 1
        tricks.append(tuple(trick))
        leader, trick = _winner(deal, tricks[-1], first=tricks[0]), []


@lru_cache(maxsize=4096)
def _won(rules: Rules, trump: str | None, cards: Cards) -> int:
    """Which card of a trick wins it: 0 the first."""
    options = {**rules.options, "teams": None} if "teams" in rules.options else rules.options
    seats = max(rules.players[0], len(cards))
    record = {
        "variant": rules.name,
        "options": options,
        "players": seats,
        "trump": trump,
        "leader": 0,
        "hands": [*map(str, cards), *[""] * (seats - len(cards))],
        "plays": " ".join(map(str, cards)),
        "short": True,
    }
    [trick] = Position(Deal.from_record(record)).tricks
    return trick.winner


def _winner(deal: Deal, trick: Played, first: Played | None = None) -> int:
    """Who won a trick."""
    trump = deal.trump
    if trump is None and deal.rules.trumps and None not in deal.rules.trumps:
        trump = (first or trick)[0][1].suit
    return trick[_won(deal.rules, trump, tuple(card for _, card in trick))][0]
