"""Records as one seat sees them, before the play.

A record may tell more than the seat knows. So the other hands are laid out anew, with any cards
that are possible, and the referee plays the record up to this moment: what the seat then sees does
not depend on what the record says of hidden cards.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from kibitz._core import Card, parse_cards
from kibitz.errors import KibitzError, NotationError
from kibitz.game import actions as act
from kibitz.game import dealing, discard, hearts, referee
from kibitz.game.choices import Actions, Subsets
from kibitz.game.entry import call
from kibitz.game.replay import replay
from kibitz.game.replay import start as start_of
from kibitz.game.state import State, View, apply, view

Record = Mapping[str, Any]
Said = tuple[int | None, act.Action | None]
"""Who did something, and what; None if it is hidden from the seat."""
A_RIGHT = "seat {} has a right by the laws, to use or not: there is no hint for it"
_LATER = ("trump", "draws", "discards", "passes")
"""Fields that a record without a log has only when it is one of the play."""


def deal_of(record: Record, number: int | None = None) -> Record:
    """A deal of a match record, from 1, or the last; a deal record as it is.

    Raises:
        NotationError: there is no such deal in it.
    """
    if not isinstance(record, Mapping):
        raise NotationError(f"a record is a JSON object, not {type(record).__name__}")
    deals = record.get("deals")
    if deals is None and number is None:
        return record
    if not isinstance(deals, list) or not deals or not all(isinstance(d, Mapping) for d in deals):
        raise NotationError("deals: expected a match record, with a list of deal records")
    if number is not None and not 1 <= number <= len(deals):
        raise NotationError(f"deal {number}: expected 1 to {len(deals)}")
    game = {name: record[name] for name in ("variant", "options", "players") if name in record}
    return {**game, **deals[-1 if number is None else number - 1]}


def view_of(record: Record, seat: int) -> View | None:
    """What a seat knows before the play; what the record says of hidden cards is not looked at.

    None if the record is one of the play: if it does not say what was dealt, or comes to the first
    lead.

    Raises:
        KibitzError: the record cannot be read, or not by this seat.
    """
    if record.get("plays") or "dealt" not in record:
        return None
    if record.get("log") is None and any(record.get(name) for name in _LATER):
        return None
    table = _Table(record, seat)
    state = table.state()
    if state is None or state.phase == "play":
        return None
    seen = view(state, seat)
    if table.held is not None and {*table.held} != {*seen.hand}:
        raise NotationError(f"hands: seat {seat} holds {_text(seen.hand)}, not {_text(table.held)}")
    return seen


def with_plays(record: Record) -> Record:
    """The record with the plays of its log, if they stand nowhere else.

    Raises:
        NotationError: the log and the plays do not agree, or the log cannot be read.
    """
    log = record.get("log")
    if log is None:
        return record
    said = [_action(entry) for entry in _entries(log)]
    played = [action.card for action in said if isinstance(action, act.Play)]
    if not played:
        return record
    if any(isinstance(action, act.Event) for action in said):
        if record.get("plays"):
            return record
        raise NotationError("plays: expected the cards played, as the log has irregularities")
    plays = record.get("plays") or _text(played)
    if not isinstance(plays, str) or list(parse_cards(plays)) != played:
        raise NotationError(f"plays {str(plays)[:40]}: the log has {_text(played)[:80]}")
    return {**record, "plays": plays}


def legal(seen: View) -> Actions:
    """What the seat of a view may do.

    Raises:
        KibitzError: it is not its turn.
    """
    if seen.to_act != seen.seat:
        who = "nobody" if seen.to_act is None else f"seat {seen.to_act}"
        raise KibitzError(f"seat {seen.seat} is not to act: {who} is")
    match seen.phase:
        case "discard":
            return discard.choices(seen.rules, seen.hand)
        case "rob":
            return discard.Robberies(seen.hand, seen.found, discard.kept(seen.rules))
        case "pass":
            count = hearts.pass_count(seen.rules)
            return Subsets(act.PassCards, seen.hand, count, count)
    return Actions(seen.choices or ())


class _Table:
    """A record before the play, and how its hidden cards may lie."""

    def __init__(self, record: Record, seat: int) -> None:
        dealt = record["dealt"]
        if not isinstance(dealt, list) or not 0 <= seat < len(dealt):
            raise NotationError(
                f"dealt: expected a list of hands, with that of seat {seat} among them"
            )
        if not isinstance(dealt[seat], str):
            raise NotationError(f"dealt: expected the cards of seat {seat}, such as 'AH 5D ...'")
        players = len(dealt)
        if record.get("players") not in (None, players):
            raise NotationError(
                f"players {str(record['players'])[:20]}: expected {players}, as many as are dealt"
            )
        dealer = record.get("dealer", 0)
        if type(dealer) is not int or not 0 <= dealer < players:
            raise NotationError(f"dealer: {str(dealer)[:20]}, expected a seat, 0 to {players - 1}")
        game = {name: record[name] for name in ("variant", "options", "before") if name in record}
        self.start = {**game, "players": players, "dealer": dealer, "log": []}
        game.pop("before", None)
        self.rules = start_of({**game, "players": players}).rules
        self.seat, self.players, self.dealer = seat, players, dealer
        self.own = parse_cards(dealt[seat])
        self.said = _said(record, seat, players)
        hands = record.get("hands")
        held = hands[seat] if isinstance(hands, list) and seat < len(hands) else None
        self.held, self.rest = _cards("hands", held), _cards("rest", record.get("rest"))

    def state(self) -> State | None:
        """A state that looks to the seat as the record's does; None if it is one of the play.

        Cards that come to the seat out of the pack are first laid out like the others. Where it
        sees one the record must tell which, and all is laid out again around that.
        """
        fixed: dict[int, Card] = {}
        while True:
            hands, rest = self._laid_out(fixed)
            blind = {card for at, card in enumerate(rest) if at not in fixed}
            state, seen = self._played(hands, rest, blind)
            places = [at for at, card in enumerate(rest) if card in seen & blind]
            if not places:
                return state
            fixed |= dict(zip(places, self._told(places, fixed), strict=True))

    def _played(
        self, hands: Sequence[act.Cards], rest: act.Cards, blind: set[Card]
    ) -> tuple[State | None, set[Card]]:
        """The record played with these cards, and those of the pack that the seat then sees.

        It is played no further than to the first of them that are `blind`.
        """
        dealt = [_text(hand) for hand in hands]
        state = replay({**self.start, "hands": dealt, "dealt": dealt, "rest": _text(rest)})
        for by, said in self.said:
            action = said
            if action is None and state.phase == "pass" and by is not None:
                action = act.PassCards(state.hands[by][: hearts.pass_count(self.rules)])
            if action is None or isinstance(action, act.Rob | act.Play):
                return None, set()  # when the dealer has robbed the play begins
            if by != state.to_act and not isinstance(action, act.Event):
                who = "nobody" if state.to_act is None else f"seat {state.to_act}"
                raise NotationError(f"{action.word}: seat {by}, expected {who}")
            state = apply(state, action)
            if seen := blind & {*state.hands[self.seat]}:
                return state, seen
        if state.phase == "play":
            return state, set()
        now = view(state, self.seat)
        return state, {*now.hand, *now.found, *now.turned}

    def _told(self, places: Sequence[int], fixed: Mapping[int, Card]) -> Sequence[Card]:
        """The cards that the record gives for some places in the rest of the pack."""
        if self.rest is not None:
            if places[-1] >= len(self.rest):
                raise NotationError(
                    f"rest: expected {places[-1] + 1} cards or more, not {len(self.rest)}"
                )
            return [self.rest[at] for at in places]
        put_out = (
            action.cards
            for by, action in self.said
            if by == self.seat and isinstance(action, act.Discard)
        )
        known = {*self.own, *fixed.values()}
        drawn = [card for card in (*(self.held or ()), *chain(*put_out)) if card not in known]
        if len(drawn) < len(places):
            raise NotationError(
                f"rest: expected the rest of the pack, of which seat {self.seat} has seen cards"
            )
        return drawn[: len(places)]

    def _laid_out(self, fixed: Mapping[int, Card]) -> tuple[list[act.Cards], act.Cards]:
        """Hands that may have been dealt, and a rest of the pack with some cards in their places.

        What others have put out they were dealt.
        """
        rules, players = self.rules, self.players
        shown: list[act.Cards] = [()] * players
        for by, action in self.said:
            if isinstance(action, act.Discard) and by is not None and by != self.seat:
                shown[by] += action.cards
        known = {*self.own, *fixed.values(), *chain(*shown)}
        free = [card for card in dealing.pack(rules, players) if card not in known]
        trump = next((each.suit for _, each in self.said if isinstance(each, act.Name)), None)
        if discard.kept(rules) and trump is not None:
            trumps = discard.trumps(rules, trump)
            free.sort(key=lambda card: card not in trumps)  # who keeps cards keeps trumps
        size, order = dealing.hand_size(rules, players), hearts.seated(rules, players, self.dealer)
        hands = []
        for seat in range(players):
            need = max(0, size - len(shown[seat])) if seat in order and seat != self.seat else 0
            hands.append(self.own if seat == self.seat else (*shown[seat], *free[:need]))
            free = free[need:]
        left = iter(free)
        places = range(len(free) + len(fixed))
        return hands, tuple(fixed[at] if at in fixed else next(left) for at in places)


_HIDDEN = (act.PassCards.word, act.Rob.word)
"""What another seat does unseen: what the record says of it is not looked at."""


def _entries(log: object) -> list[Mapping[str, Any]]:
    if not isinstance(log, list) or not all(isinstance(each, Mapping) for each in log):
        raise NotationError("log: expected a list of actions")
    return log


def _action(entry: Mapping[str, Any]) -> act.Action:
    return act.from_json({name: value for name, value in entry.items() if name != "seat"})


def _said(record: Record, seat: int, players: int) -> list[Said]:
    """What was done, as a log; without one it is the auction."""
    log = record.get("log")
    if log is None:
        calls = record.get("auction") or []
        if not isinstance(calls, list) or not all(
            isinstance(each, list) and len(each) == 2 and type(each[0]) is int for each in calls
        ):
            raise NotationError("auction: expected lists of a seat and what it said")
        return [(by, call(said)) for by, said in calls]
    found: list[Said] = []
    for entry in _entries(log):
        by = entry.get("seat")
        if by is not None and (type(by) is not int or not 0 <= by < players):
            raise NotationError(f"log: seat {str(by)[:20]}, expected 0 to {players - 1}")
        if by != seat and entry.get("do") in _HIDDEN:
            found.append((by, None))
            continue
        action = _action(entry)
        if isinstance(action, act.Name) and action.suit not in referee.SUITS:
            raise NotationError(f"log: suit {action.suit!r:.20}, expected one of C D H S")
        found.append((by, action))
    return found


def _cards(name: str, given: object) -> act.Cards | None:
    if given is None:
        return None
    if not isinstance(given, str):
        raise NotationError(f"{name} {str(given)[:20]}: expected cards such as 'AH TD'")
    return parse_cards(given)


def _text(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
