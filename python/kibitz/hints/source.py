"""Records before the play, as one seat sees them.

A record may tell more than the seat knows. So the other hands are laid out anew, with any cards
that are possible, and the referee plays the record up to this moment: what the seat then sees does
not depend on what the record says of hidden cards.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz._core import Card, Rules, parse_cards
from kibitz.errors import KibitzError, NotationError
from kibitz.game import actions as act
from kibitz.game import dealing, discard, hearts, referee
from kibitz.game.choices import Actions, Subsets
from kibitz.game.entry import call
from kibitz.game.replay import replay
from kibitz.game.replay import start as start_of
from kibitz.game.state import State, View, apply, view
from kibitz.hints import thumb

Record = Mapping[str, Any]
Said = tuple[int | None, act.Action | None]
"""Who did something, and what; None if it is hidden from the seat."""
A_RIGHT = "seat {} has a right by the laws, to use or not: there is no hint for it"


def last_deal(record: Record) -> Record:
    """The deal in hand of a match record; a deal record as it is.

    Raises:
        NotationError: there is no deal in it.
    """
    deals = record.get("deals")
    if deals is None:
        return record
    if not isinstance(deals, list) or not deals or not isinstance(deals[-1], Mapping):
        raise NotationError("deals: expected a list of deal records")
    game = {name: record[name] for name in ("variant", "options", "players") if name in record}
    return {**game, **deals[-1]}


def view_of(record: Record, seat: int) -> View | None:
    """What a seat knows before the play; what the record says of hidden cards is not looked at.

    None if the record is one of the play: if it does not say what was dealt, or comes to the first
    lead.

    Raises:
        KibitzError: the record cannot be read, or not by this seat.
    """
    if record.get("plays") or "dealt" not in record:
        return None
    state = _state_of(record, seat)
    return None if state is None or state.phase == "play" else view(state, seat)


def in_play(record: Record) -> Record:
    """A record of the play; if it does not say what all were dealt it cannot be replayed."""
    dealt = record.get("dealt")
    if not isinstance(dealt, list) or None not in dealt:
        return record
    return {name: value for name, value in record.items() if name not in ("dealt", "log")}


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


def _state_of(record: Record, seat: int) -> State | None:
    """A state that looks to the seat as the record's does; None once another has robbed."""
    dealt = record["dealt"]
    if not isinstance(dealt, list) or not 0 <= seat < len(dealt):
        raise NotationError(f"dealt: expected a list of hands, with that of seat {seat} among them")
    if not isinstance(dealt[seat], str):
        raise NotationError(f"dealt: expected the cards of seat {seat}, such as 'AH 5D ...'")
    own, players, dealer = parse_cards(dealt[seat]), len(dealt), record.get("dealer", 0)
    if type(dealer) is not int or not 0 <= dealer < players:
        raise NotationError(f"dealer: {str(dealer)[:20]}, expected a seat, 0 to {players - 1}")
    game = {name: record[name] for name in ("variant", "options") if name in record}
    rules = start_of({**game, "players": players}).rules
    said = _said(record, seat, players)
    hands, rest = _laid_out(rules, players, seat, own, said, {**record, "dealer": dealer})
    start = {
        **{name: record[name] for name in ("variant", "options", "before") if name in record},
        "players": players,
        "dealer": dealer,
        "hands": [_text(hand) for hand in hands],
        "dealt": [_text(hand) for hand in hands],
        "rest": _text(rest),
        "log": [],
    }
    state = replay(start)
    for by, said_action in said:
        action = said_action
        if action is None and state.phase == "pass" and by is not None:
            action = act.PassCards(thumb.to_pass(rules, state.hands[by]))
        if action is None or isinstance(action, act.Play):
            return None
        if by != state.to_act and not isinstance(action, act.Event):
            who = "nobody" if state.to_act is None else f"seat {state.to_act}"
            raise NotationError(f"{action.word}: seat {by}, expected {who}")
        state = apply(state, action)
    return state


_HIDDEN = (act.PassCards.word, act.Rob.word)
"""What another seat does unseen: what the record says of it is not looked at."""


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
    if not isinstance(log, list) or not all(isinstance(each, Mapping) for each in log):
        raise NotationError("log: expected a list of actions")
    found: list[Said] = []
    for entry in log:
        by = entry.get("seat")
        if by is not None and (type(by) is not int or not 0 <= by < players):
            raise NotationError(f"log: seat {str(by)[:20]}, expected 0 to {players - 1}")
        if by != seat and entry.get("do") in _HIDDEN:
            found.append((by, None))
            continue
        action = act.from_json({name: value for name, value in entry.items() if name != "seat"})
        if isinstance(action, act.Name) and action.suit not in referee.SUITS:
            raise NotationError(f"log: suit {action.suit!r:.20}, expected one of C D H S")
        found.append((by, action))
    return found


def _laid_out(
    rules: Rules,
    players: int,
    seat: int,
    own: Sequence[Card],
    said: Sequence[Said],
    record: Record,
) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
    """Hands that others may have been dealt, and a rest of the pack: what is known in its place."""
    shown: list[tuple[Card, ...]] = [()] * players
    for by, action in said:
        if isinstance(action, act.Discard) and by is not None and by != seat:
            shown[by] += action.cards
    tail = _seen_rest(rules, players, seat, said, record)
    drawn, before = _four_more(rules, players, seat, own, record)
    known = {*own, *tail, *drawn, *(card for cards in shown for card in cards)}
    free = [card for card in dealing.pack(rules, players) if card not in known]
    size = dealing.hand_size(rules, players)
    trump = next((each.suit for _, each in said if isinstance(each, act.Name)), None)
    if discard.kept(rules) and trump is not None:
        trumps = discard.trumps(rules, trump)
        free.sort(key=lambda card: card not in trumps)  # who keeps cards keeps trumps
    hands: list[tuple[Card, ...]] = []
    holders = hearts.seated(rules, players, record["dealer"])
    for each in range(players):
        if each == seat:
            hands.append(tuple(own))
            continue
        need = max(0, size - len(shown[each])) if each in holders else 0
        hands.append((*shown[each], *free[:need]))
        free = free[need:]
    return hands, (*free[:before], *drawn, *free[before:], *tail)


def _four_more(
    rules: Rules, players: int, seat: int, own: Sequence[Card], record: Record
) -> tuple[tuple[Card, ...], int]:
    """The cards that the seat was dealt after the bidding, and how many others were before it."""
    if not discard.kept(rules) or discard.way(rules) != "four_more":
        return (), 0
    turn = (seat - record["dealer"] - 1) % players
    before = discard.FOUR_MORE * turn
    rest, hands = record.get("rest"), record.get("hands")
    if isinstance(rest, str):
        return parse_cards(rest)[before : before + discard.FOUR_MORE], before
    if isinstance(hands, list) and seat < len(hands) and isinstance(hands[seat], str):
        return tuple(card for card in parse_cards(hands[seat]) if card not in own), before
    return (), 0


def _seen_rest(
    rules: Rules,
    players: int,
    seat: int,
    said: Sequence[Said],
    record: Record,
) -> tuple[Card, ...]:
    """What the dealer sees of the rest of the pack, when the others have drawn and he robs."""
    put_out = [(by, each.cards) for by, each in said if isinstance(each, act.Discard)]
    robs = discard.kept(rules) and discard.way(rules) == "rob" and seat == record["dealer"]
    if not robs or len(put_out) < players or not isinstance(record.get("rest"), str):
        return ()
    size, most = dealing.hand_size(rules, players), discard.kept(rules)
    drawn = sum(max(0, most - (size - len(cards))) for by, cards in put_out if by != seat)
    return parse_cards(record["rest"])[drawn:]


def _text(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
