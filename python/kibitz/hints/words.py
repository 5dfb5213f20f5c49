"""Actions, chances and cards in the words of the table."""

from collections.abc import Iterable

from kibitz import show
from kibitz._core import Card
from kibitz.game import actions as act


def typed(action: act.Action) -> str:
    """An action as a person would type it.

    >>> typed(act.Bid(5)), typed(act.Name("H")), typed(act.Discard(()))
    ('bid 5', 'hearts', 'none')
    """
    match action:
        case act.Play(card):
            return str(card)
        case act.Bid(points):
            return f"bid {points}"
        case act.Name(suit):
            return show.SUIT_NAMES[suit]
        case act.Discard(cards) | act.PassCards(cards):
            return show.cards(cards) or "none"
        case act.Rob(cards, out):
            return show.cards(cards) + (f" / {show.cards(out)}" if out else "")
    return action.word.replace("_", " ")


_VERBS: dict[type[act.Action], str] = {
    act.Play: "Play",
    act.Name: "Name",
    act.Discard: "Put out",
    act.PassCards: "Pass on",
    act.Rob: "Take",
}


def advised(action: act.Action) -> str:
    """An action as advice, as a person would type it after the verb.

    >>> advised(act.Play(Card("8H"))), advised(act.Bid(7)), advised(act.Discard(()))
    ('Play 8H', 'Bid 7', 'Put out none')
    """
    verb = _VERBS.get(type(action))
    text = typed(action)
    return f"{verb} {text}" if verb else text[0].upper() + text[1:]


def plain(action: act.Action) -> str | dict[str, object]:
    """An action in JSON: a play is its card's text, all else as records write it.

    >>> plain(act.Play(Card("AH"))), plain(act.Bid(3))
    ('AH', {'do': 'bid', 'points': 3})
    """
    return str(action.card) if isinstance(action, act.Play) else action.json()


def card(some: Card) -> str:
    """A card with its suit's picture.

    >>> card(Card("TH")), card(Card("JK"))
    ('♥T', 'JK')
    """
    return some.rank if some.suit is None else show.SUIT_PICTURES[some.suit] + some.rank


def cards(some: Iterable[Card]) -> str:
    """Cards with pictures, a space between."""
    return " ".join(map(card, some))


def named(action: act.Action) -> str:
    """An action in a sentence, its cards with pictures.

    >>> named(act.Play(Card("8H"))), named(act.PassBid()), named(act.Bid(7))
    ('♥8', 'pass', 'bid 7')
    """
    match action:
        case act.Play(one):
            return card(one)
        case act.Discard(some) | act.PassCards(some):
            return cards(some) or "nothing"
        case act.Rob(some, out):
            return (cards(some) or "nothing") + (f" for {cards(out)}" if out else "")
    return typed(action)


def percent(chance: float) -> str:
    """A chance in per cent; only what is certain is called 0% or 100%.

    >>> percent(0.614), percent(0.999), percent(1.0), percent(0.0004)
    ('61%', 'over 99%', '100%', 'under 1%')
    """
    if 0 < chance < 0.01:
        return "under 1%"
    if 0.99 < chance < 1:
        return "over 99%"
    return f"{100 * chance:.0f}%"


def signed(value: float) -> str:
    """A payoff with its sign.

    >>> signed(3.25), signed(-2), signed(0)
    ('+3.25', '-2.00', '0.00')
    """
    return f"{value:+.2f}" if round(value, 2) else "0.00"
