"""Actions in the words of the table: what a person types, and what is printed of what was done."""

from collections.abc import Iterable, Sequence

from kibitz import show
from kibitz._core import Card, Rules, parse_cards
from kibitz.errors import NotationError
from kibitz.game import actions as act
from kibitz.game.choices import Actions, Subsets
from kibitz.game.discard import Robberies
from kibitz.hints.words import typed
from kibitz.lanes import lane

_SUITS = {"c": "C", "d": "D", "h": "H", "s": "S"} | {
    name: suit for suit, name in show.SUIT_NAMES.items()
}
_SIMPLE: dict[str, act.Action] = {
    "pass": act.PassBid(),
    "sell": act.Sell(),
    "refuse": act.Refuse(),
    "offer": act.Offer(),
    "pitch": act.Pitch(),
}


def read(text: str, legal: Actions) -> act.Action:
    """The action that somebody means by what he types, one of the legal ones.

    Cards as in a record or as printed; `bid 5` or `5`; `pass`, `sell`, `refuse`, `offer`, `pitch`;
    a suit; cards to put out or pass on (`none` for none); `5H 2H / 9C` to take and to put out.

    Raises:
        NotationError: it is none of them; the message says what may be done.
    """
    action = _meant(text.strip().lower(), legal)
    if action is None or action not in legal:
        raise NotationError(f"you cannot {text.strip()[:40]!r} now; you may: {may(legal)}")
    return action


def _meant(text: str, legal: Actions) -> act.Action | None:
    words = text.split()
    if isinstance(legal, Subsets):
        kinds = {type(legal.make(()))}
    else:
        kinds = {type(each) for each in _some(legal)}
    if text in _SIMPLE and _SIMPLE[text] in legal:
        return _SIMPLE[text]
    if words and words[0] in {"bid", "name", "play", "discard", "rob", "take"}:
        words = words[1:]
    rest = " ".join(words)
    if act.Bid in kinds and rest.isdecimal() and len(rest) < 4:
        return act.Bid(int(rest))
    if act.Name in kinds and rest in _SUITS:
        return act.Name(_SUITS[rest])
    first, _, second = rest.partition("/")
    cards, out = _cards(first), _cards(second)
    if cards is None or out is None:
        return None
    if act.Play in kinds:
        return act.Play(cards[0]) if len(cards) == 1 and not out else None
    for kind in (act.Discard, act.PassCards):
        if kind in kinds:
            return kind(cards) if not out else None
    return act.Rob(cards, out) if isinstance(legal, Robberies) else None


def _cards(text: str) -> tuple[Card, ...] | None:
    text = text.strip()
    try:
        return () if text in {"", "none", "-"} else parse_cards(text)
    except NotationError:
        return None


def _some(legal: Actions) -> list[act.Action]:
    """A few actions of a set that may be too large to list, one of each kind that is in it."""
    found: list[act.Action] = []
    for number, each in enumerate(legal):
        found.append(each)
        if number > 80:
            break
    return found


def may(legal: Actions) -> str:
    """What may be done, as a person would type it.

    >>> may(Actions([act.PassBid(), act.Bid(3), act.Bid(4), act.Bid(5)]))
    'pass, bid 3 to 5'
    """
    if isinstance(legal, Robberies):
        return (
            f"take {legal.need} of {show.cards(legal.rest)}, or more and put out as many of yours "
            "(5H 2H / 9C)"
        )
    if isinstance(legal, Subsets):
        verb = "pass on" if isinstance(legal.make(()), act.PassCards) else "put out"
        sizes = f"{legal.least}" if legal.least == legal.most else f"{legal.least} to {legal.most}"
        return f"{verb} {sizes} of your cards"
    listed = _some(legal)
    bids = [each.points for each in listed if isinstance(each, act.Bid)]
    parts = [typed(each) for each in listed if not isinstance(each, act.Bid)]
    if bids:
        parts.append(f"bid {bids[0]}" + (f" to {bids[-1]}" if len(bids) > 1 else ""))
    return ", ".join(parts)


def told(who: str, action: act.Action, *, own: bool, seen: bool) -> str:
    """One line of what a seat did.

    Args:
        who: its name; "you" if it is the reader's own.
        action: what it did.
        own: whether it is the reader's own.
        seen: whether the reader sees what is hidden from the others at the table.
    """
    verb = "" if own else "s"
    passes = "pass" if own else "passes"
    match action:
        case act.Play(card):
            return f"{who} play{verb} {card}"
        case act.Bid(points):
            return f"{who} bid{verb} {points}"
        case act.PassBid():
            return f"{who} {passes}"
        case act.Name(suit):
            return f"{who} name{verb} {show.SUIT_NAMES[suit]}"
        case act.Offer():
            return f"{who} offer{verb} the pitch for sale"
        case act.Pitch():
            return f"{who} will pitch unasked"
        case act.Sell():
            return f"{who} sell{verb}"
        case act.Refuse():
            return f"{who} refuse{verb} to sell"
        case act.Discard(cards):
            return f"{who} put{verb} out {show.cards(cards) or 'nothing'}"
        case act.PassCards(cards):
            what = show.cards(cards) if seen else show.count(len(cards), "card")
            return f"{who} {passes} on {what}"
        case act.Rob(cards, out):
            if not seen:
                return f"{who} robs the pack"
            took = f"{who} take{verb} {show.cards(cards) or 'nothing'}"
            return took + (f" and put{verb} out {show.cards(out)}" if out else "")
    return f"{who}: {action.word.replace('_', ' ')}"


def hand(cards: Iterable[Card], rules: Rules, trump: str | None) -> str:
    """A hand in suits, trumps first, each from the top as it ranks in play.

    >>> hand(parse_cards("2C KD 5H AH 4D"), Rules("cinch"), "D")
    'KD 5H 4D | 2C | AH'
    """
    held = set(cards)
    suits = sorted("CDHS", key=lambda suit: (suit != trump, suit))
    groups = [
        [card for card in map(Card, lane(rules, suit, trump)) if card in held] for suit in suits
    ]
    groups.append(sorted(held.difference(*groups)))  # a Joker, while there is no trump
    return " | ".join(show.cards(group) for group in groups if group) or "no cards"


def standing(names: Sequence[str], teams: Sequence[int], scores: Sequence[int]) -> str:
    """The score of each side.

    >>> standing(["A", "Y", "B", "Z"], [0, 1, 0, 1], [8, 3, 8, 3])
    'A-B 8, Y-Z 3'
    """
    first = {team: teams.index(team) for team in teams}
    return ", ".join(f"{sides(names, teams, [seat])} {scores[seat]}" for seat in first.values())


def sides(names: Sequence[str], teams: Sequence[int], seats: Iterable[int]) -> str:
    """The sides of some seats, each by the names of all its seats."""
    wanted = dict.fromkeys(teams[seat] for seat in seats)
    return " and ".join(
        show.side_name(names, [seat for seat, of in enumerate(teams) if of == team])
        for team in wanted
    )
