"""`kibitz replay`: match records played again, each line of them checked, and the standing."""

from collections.abc import Mapping
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from kibitz import schema, show
from kibitz._core import Deal, Position
from kibitz.cli import words
from kibitz.cli.io import Json, Source, for_each, named
from kibitz.cli.reader import Record
from kibitz.errors import RulesError
from kibitz.game.referee import new_match, position_is
from kibitz.game.situation import State, changed
from kibitz.game.state import replay as played_again

_LAWS = ("cannot_score", "bid_waived", "revokers")
LIMIT = 100_000_000
"""The most bytes that one record of a match may take."""


def replay(source: Source, as_json: Json = False) -> None:
    """Play every record again and print its standing; say where the first disagreement is.

    A deal record of which only the play is known is played from the first lead.
    """
    for_each(source, as_json, answer, Standing.json, Standing.text, limit=LIMIT)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands after the last deal of its record."""

    record: Record
    state: State

    def json(self) -> Record:
        """The standing under the record's id, if it has one."""
        state = self.state
        found: Record = {"id": self.record["id"]} if "id" in self.record else {}
        found |= {
            "variant": state.rules.name,
            "players": state.players,
            "deals": _deals(state),
            "scores": list(state.scores),
        }
        if any(state.chips):
            found["chips"] = list(state.chips)
        return found | {"winners": list(state.winners)}

    def text(self) -> RenderableType:
        """One line: the game, its deals, the score of each side, and who won."""
        state = self.state
        names = _names(self.record, state.players)
        teams = state.rules.teams(state.players)
        heading = (
            f"{state.rules.name}, {state.players} players, {show.count(_deals(state), 'deal')}"
        )
        line = f"{heading}: {words.standing(names, teams, state.scores)}"
        if any(state.chips) and state.chips != state.scores:
            line += f"; chips {words.standing(names, range(state.players), state.chips)}"
        if state.winners:
            line += f"; {words.sides(names, teams, state.winners)} won"
        return Text(named(self.record, line))


def answer(record: Record) -> Standing:
    """The standing of a record, once all of it has been checked.

    Raises:
        KibitzError: something is not as it must be; the message says where.
    """
    whole = "deals" in record or "log" in record or "dealt" in record
    state = played_again(record) if whole else _played_from_the_lead(record)
    deals = record.get("deals", [record])
    if isinstance(deals, list):
        for number, (deal, played) in enumerate(zip(deals, [*state.past, state], strict=False), 1):
            if whole and played.written is not None and "scores" not in deal:
                raise RulesError(f"deal {number}: no scores: the referee finds {played.written}")
            _check_winners(f"deal {number}", deal, played)
    return Standing(record, state)


def _played_from_the_lead(record: Record) -> State:
    """The end of a deal of which only the play is known, such as those of a book."""
    schema.check(record)
    deal = Deal.from_record(record)
    position = Position(deal)
    dealer = record.get("dealer", (deal.leader - 1) % deal.players)
    state = changed(
        new_match(deal.rules, deal.players, dealer=dealer if isinstance(dealer, int) else 0),
        hands=tuple(hand or () for hand in deal.hands),
        maker=deal.maker,
        bid=deal.bid,
        trump=deal.trump,
        discards=deal.discards,
        laws={name: record[name] for name in _LAWS if name in record},
    )
    state = position_is(state, position)
    found = {"points": state.points, "scores": state.written}
    for name, numbers in found.items():
        if name in record and numbers is not None and record[name] != list(numbers):
            raise RulesError(f"{name} {record[name]}: the referee finds {list(numbers)}")
    return state


def _check_winners(where: str, deal: Mapping[str, object], played: State) -> None:
    """Who took each trick, by name or number, where the record says it."""
    given = deal.get("winners")
    if not isinstance(given, list):
        return
    names = _names(deal, played.players)
    tricks = played.tricks
    for number, trick in enumerate(tricks):
        if number >= len(given) or given[number] not in (trick.winner, names[trick.winner]):
            said = given[number] if number < len(given) else "nobody"
            raise RulesError(
                f"{where}: trick {number + 1}: the winner is {said}, but "
                f"{names[trick.winner]} takes it"
            )
    if len(given) > len(tricks):
        raise RulesError(f"{where}: winners of {len(given)} tricks: expected {len(tricks)}")


def _names(record: Mapping[str, object], players: int) -> list[str]:
    names = record.get("seats")
    if isinstance(names, list) and len(names) == players:
        return [show.plain(str(name), show.NAME_LIMIT) for name in names]
    return [f"seat {seat}" for seat in range(players)]


def _deals(state: State) -> int:
    return len(state.past) + (state.phase != "deal")
