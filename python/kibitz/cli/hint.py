"""`kibitz hint`, `kibitz bid` and `kibitz pass`: what a seat had best do, from what it may know."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from kibitz import explain, show
from kibitz._core import Rules, StopToken, parse_cards
from kibitz.cli.io import (
    DealNumber,
    House,
    Json,
    Options,
    Output,
    Players,
    Source,
    for_each,
    game_rules,
    seen_reader,
    shorten,
)
from kibitz.cli.reader import Record
from kibitz.errors import KibitzError, RulesError
from kibitz.game import auction, hearts
from kibitz.game.entry import call
from kibitz.hints.advice import hint as hint_of
from kibitz.hints.hint import Hint

Seat = Annotated[int, typer.Option("--seat", min=0, help="Whose decision it is.")]
Worlds = Annotated[
    int | None,
    typer.Option(
        min=1, help="Deals of the unseen cards to look at. [default: as many as it takes]"
    ),
]
Seed = Annotated[int, typer.Option(min=0, help="The same seed and worlds give the same hint.")]
Limit = Annotated[
    float | None, typer.Option("--seconds", min=0, help="Time limit. [default: 2, if no --worlds]")
]
Payoff = Annotated[
    str | None,
    typer.Option(
        help="What counts: score, points, chips, or match (the chance to win it, in per cent). "
        "[default: what the game is scored by]"
    ),
]
Hand = Annotated[str, typer.Argument(metavar="HAND", help="The cards: 'AH KH 5D ...'.")]


def hint(
    source: Source,
    seat: Seat,
    worlds: Worlds = None,
    seconds: Limit = None,
    seed: Seed = 0,
    payoff: Payoff = None,
    deal: DealNumber = None,
    rules: House = None,
    as_json: Json = False,
) -> None:
    """Say what a seat that is to decide had best do, and why, from what it may know.

    Hands that the seat cannot see may be null; they are not looked at.
    """
    reader = seen_reader(rules, deal)

    def answer(record: Record) -> Hint:
        return _asked(reader(record), seat, worlds, seconds, seed, payoff)

    for_each(source, as_json, answer, Hint.json, lambda found: found)


def bid(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="The game.")],
    hand: Hand,
    said: Annotated[
        str,
        typer.Option(help="The bidding so far, from its beginning: '5 pass 7'; - for nothing yet."),
    ] = "-",
    scores: Annotated[
        str | None, typer.Option(help="The score of each seat, eldest hand first: '3 10 0 7'.")
    ] = None,
    players: Players = None,
    worlds: Worlds = None,
    seconds: Limit = None,
    seed: Seed = 0,
    payoff: Payoff = None,
    options: Options = None,
    as_json: Json = False,
) -> None:
    """Say what a hand is worth in the bidding: for each bid its score, for each suit its points."""
    rules = game_rules(variant, options, None)
    with Output(as_json) as output:
        try:
            record, seat = _bidding(rules, players, hand, said.replace(",", " ").split(), scores)
            found = _asked(record, seat, worlds, seconds, seed, payoff)
        except KibitzError as error:
            output.fault("bid", str(error))
        else:
            output.show(found.json() if as_json else found)


def pass_cards(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="The game.")],
    hand: Hand,
    deal: Annotated[
        int,
        typer.Option(min=1, help="Which deal of the game it is: the way of passing may change."),
    ] = 1,
    players: Players = None,
    worlds: Worlds = None,
    seconds: Limit = None,
    seed: Seed = 0,
    options: Options = None,
    as_json: Json = False,
) -> None:
    """Say which cards to pass on, in games in which cards are passed."""
    rules = game_rules(variant, options, None)
    with Output(as_json) as output:
        try:
            seats = _seats(rules, players)
            if not hearts.pass_steps(rules, seats, deal - 1):
                raise RulesError(f"deal {deal} of {rules.name} for {seats}: nobody passes cards")
            record = _dealt(rules, seats, 0, hand, dealer=seats - 1)
            if deal > 1:
                record["before"] = {"deals": deal - 1, "scores": [0] * seats}
            found = _asked(record, 0, worlds, seconds, seed, None)
        except KibitzError as error:
            output.fault("pass", str(error))
        else:
            output.show(found.json() if as_json else found)


def _asked(
    record: Mapping[str, Any],
    seat: int,
    worlds: int | None,
    seconds: float | None,
    seed: int,
    payoff: str | None,
) -> Hint:
    stop = StopToken()
    return hint_of(
        record, seat, worlds=worlds, seconds=seconds, seed=seed, payoff=payoff, stop=stop
    )


def _seats(rules: Rules, players: int | None) -> int:
    count = rules.default_players if players is None else players
    if not rules.players[0] <= count <= rules.most_seats:
        raise RulesError(f"{count} players: expected {explain.seats(rules)} in {rules.name}")
    return count


def _dealt(rules: Rules, seats: int, seat: int, hand: str, dealer: int) -> dict[str, Any]:
    """A record in which one hand is known."""
    cards = show.cards(parse_cards(hand))
    return {
        "variant": rules.name,
        "options": rules.options,
        "players": seats,
        "dealer": dealer,
        "dealt": [cards if each == seat else None for each in range(seats)],
    }


def _bidding(
    rules: Rules, players: int | None, hand: str, said: Sequence[str], scores: str | None
) -> tuple[dict[str, Any], int]:
    """The record of an auction so far, and whose turn it is; eldest hand is seat 0."""
    seats = _seats(rules, players)
    bidding = auction.begun(rules, seats, seats - 1)
    if bidding is None:
        raise RulesError(f"{rules.name}: nobody bids")
    calls: list[list[Any]] = []
    for word in said:
        if word == "-":
            continue
        seat = bidding.to_act
        if seat is None:
            raise RulesError(f"{word}: the bidding is over")
        what: Any = int(word) if word.isdecimal() and len(word) < 4 else word
        bidding = bidding.call(call(None if what == "pass" else what))
        calls.append([seat, None if what == "pass" else what])
    if bidding.to_act is None:
        raise RulesError("the bidding is over")
    record = _dealt(rules, seats, bidding.to_act, hand, dealer=seats - 1)
    record["auction"] = calls
    if scores is not None:
        numbers = scores.replace(",", " ").split()
        if len(numbers) != seats or not all(n.lstrip("-").isdecimal() for n in numbers):
            raise RulesError(f"scores {shorten(scores, 40)}: expected {seats} whole numbers")
        # A game that has begun: the number of its deals does not matter in the bidding.
        record["before"] = {"deals": seats, "scores": [int(number) for number in numbers]}
    return record, bidding.to_act
