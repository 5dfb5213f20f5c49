"""`kibitz play`: a person at the table with the engine in the terminal, or the engine alone.

What is said goes to stdout, what is typed comes from stdin, a line each. Rules and choices are the
referee's, hints are hints/, and the other seats are the engine player's.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from kibitz import show
from kibitz._core import Rules
from kibitz.advise.player import choose
from kibitz.cli import words
from kibitz.cli.io import House, Options, Players, game_rules, shorten
from kibitz.errors import KibitzError, NotationError
from kibitz.game import actions as act
from kibitz.game.state import State, actions, apply, match_record, new_match, view
from kibitz.hints.advice import hint
from kibitz.hints.words import signed, typed

HELP = """\
Type what you do: a card (AH, 10h), bid 5, pass, sell, refuse, offer, pitch, a suit, or the cards
to put out or to pass on (none for none). And:
  hint        what the engine would do, and why
  undo        back to before your last action
  table       what lies on the table, and your hand
  save FILE   keep the game; kibitz play --resume FILE goes on with it
  record FILE write the game so far as a match record
  help, quit"""
SHOWN = 6
"""So many of the best actions are told in a hint."""
SAVED = 1
"""The version of a saved game."""


def play(
    variant: Annotated[str | None, typer.Argument(metavar="VARIANT", help="The game.")] = None,
    players: Players = None,
    seat: Annotated[int, typer.Option(min=0, max=7, help="Where you sit.")] = 0,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same cards. [default: chance]")
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Only watch: the engine plays all.")
    ] = False,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a game that was saved.")
    ] = None,
    deals: Annotated[int, typer.Option(min=1, help="Deals to a game that has no target.")] = 1,
    options: Options = None,
    rules: House = None,
) -> None:
    """Play a game in the terminal; type help at your turn."""
    if resume is not None:
        if variant is not None or rules is not None:
            raise typer.BadParameter("a game that is resumed has its variant in the file")
        game = _resumed(resume)
    else:
        chosen = game_rules(variant, options, rules)
        number = Random().getrandbits(31) if seed is None else seed
        try:
            state = new_match(chosen, players, seed=number, deals=deals)
        except KibitzError as error:
            raise typer.BadParameter(shorten(str(error))) from None
        if not watch and seat >= state.players:
            raise typer.BadParameter(f"seat {seat}: expected 0 to {state.players - 1}")
        game = Game(state, None if watch else seat, number)
    try:
        Session(game).run()
    except KeyboardInterrupt:
        print()
        raise typer.Exit(130) from None


@dataclass(slots=True)
class Game:
    """A game that can go back: its state, and all that was done since its beginning."""

    state: State
    seat: int | None
    seed: int
    done: list[act.Action] = field(default_factory=list)
    marks: list[tuple[int, State]] = field(default_factory=list)
    """Before each action of the person: how much had been done, and the state."""

    def do(self, action: act.Action) -> None:
        """Do what the referee allows.

        Raises:
            KibitzError: he does not.
        """
        after = apply(self.state, action)
        if self.state.to_act is not None and self.state.to_act == self.seat:
            self.marks.append((len(self.done), self.state))
        self.done.append(action)
        self.state = after

    def undo(self) -> bool:
        """Back to before the person's last action; False if there is none."""
        if not self.marks:
            return False
        count, self.state = self.marks.pop()
        del self.done[count:]
        return True

    def rng(self) -> Random:
        """What chance does now; the same after undo, and after the game is resumed."""
        return Random(f"{self.seed}/{len(self.done)}")

    def saved(self) -> dict[str, Any]:
        """The game as plain data."""
        first = self.state.past[0] if self.state.past else self.state
        return {
            "kibitz_play": SAVED,
            "variant": self.state.rules.name,
            "options": self.state.rules.options,
            "players": self.state.players,
            "dealer": first.dealer,
            "deals": self.state.deals,
            "seed": self.seed,
            "seat": self.seat,
            "actions": [action.json() for action in self.done],
        }

    @classmethod
    def load(cls, data: object) -> "Game":
        """The game of plain data.

        Raises:
            KibitzError: it is no saved game, or not one that can be played.
        """
        if not isinstance(data, Mapping) or data.get("kibitz_play") != SAVED:
            raise NotationError(f"no saved game: expected an object with kibitz_play {SAVED}")
        try:
            options: dict[str, Any] = dict(data["options"])
            seat, seed, said = data["seat"], data["seed"], list(data["actions"])
            numbers = [data["players"], data["dealer"], data["deals"], seed, *[seat or 0]]
            if not all(type(number) is int for number in numbers):
                raise TypeError("players, dealer, deals, seed and seat are whole numbers")
            state = new_match(
                Rules(str(data["variant"]), **options),
                data["players"],
                dealer=data["dealer"],
                seed=seed,
                deals=data["deals"],
            )
        except KibitzError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise NotationError(f"no saved game: {error}") from None
        if seat is not None and not 0 <= seat < state.players:
            raise NotationError(f"seat {seat}: expected 0 to {state.players - 1}")
        game = cls(state, seat, seed)
        for number, each in enumerate(said, 1):
            try:
                game.do(act.from_json(each))
            except KibitzError as error:
                raise type(error)(f"action {number}: {error}") from None
        return game


def _resumed(path: Path) -> Game:
    try:
        return Game.load(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        said = error.strerror or str(error)
    except (ValueError, RecursionError) as error:
        said = str(error)
    raise typer.BadParameter(shorten(f"{path.name}: {said}"), param_hint="--resume")


class Session:
    """The talk with the person: what is printed, and what is done with each line typed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._left = False

    @property
    def _state(self) -> State:
        return self.game.state

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self._open()
        while not self._left and self._state.phase != "over":
            if self._state.to_act is None:
                self._deal()
            elif self._state.to_act == self.game.seat:
                self._turn()
            else:
                self._engine(self._state.to_act)
        if self._state.phase == "over":
            self._end_of_deal(self._state)
            self._say(f"{self._sides(self._state.winners)} won the game.")

    # what is printed

    def _say(self, text: str = "") -> None:
        print(text, flush=True)

    def _who(self, seat: int) -> str:
        return "you" if seat == self.game.seat else f"seat {seat}"

    def _names(self) -> list[str]:
        return [self._who(seat) for seat in range(self._state.players)]

    def _sides(self, seats: tuple[int, ...]) -> str:
        teams = self._state.rules.teams(self._state.players)
        return words.sides([f"seat {s}" for s in range(self._state.players)], teams, seats)

    def _standing(self, numbers: tuple[int, ...]) -> str:
        teams = self._state.rules.teams(self._state.players)
        names = [f"seat {s}" for s in range(self._state.players)]
        return words.standing(names, teams, numbers)

    def _open(self) -> None:
        state = self._state
        sitting = "you watch" if self.game.seat is None else f"you are seat {self.game.seat}"
        self._say(f"{state.rules.name}, {state.players} players; {sitting}. Seed {self.game.seed}.")
        if self.game.seat is not None:
            self._say("Type help for what can be typed.")

    def _deal(self) -> None:
        if self._state.phase == "scored":
            self._end_of_deal(self._state)
        self.game.do(next(iter(actions(self._state))))
        self._heading()

    def _heading(self) -> None:
        state = self._state
        self._say()
        self._say(f"Deal {state.number + 1}: {self._who(state.dealer)} deal"
                  f"{'' if state.dealer == self.game.seat else 's'}.")  # fmt: skip
        if state.turned:
            self._say(f"{state.turned[0]} is turned up.")
        if self.game.seat is None:
            for seat, hand in enumerate(state.hands):
                self._say(f"  seat {seat}: {words.hand(hand, state.rules, state.trump)}")

    def _end_of_deal(self, state: State) -> None:
        if state.position is not None:
            teams = state.rules.teams(state.players)
            taken = [
                sum(p for p, of in zip(state.points, teams, strict=True) if of == team)
                for team in teams
            ]
            self._say(f"Taken in play: {self._standing(tuple(taken))}.")
        if state.made is not None and state.bid is not None:
            self._say(f"The bid of {state.bid} was {'made' if state.made else 'not made'}.")
        if state.written is not None:
            self._say(f"This deal scores: {self._standing(state.written)}.")
        self._say(f"The score: {self._standing(state.scores)}.")
        if state.pool.counters:
            jack = ", a Jack" if state.pool.jack else ""
            self._say(f"In the pool: {state.pool.counters}{jack}.")

    def _table(self) -> None:
        """The trick so far and the person's hand, and what is known beside them."""
        state, seat = self._state, self.game.seat
        if state.trump is not None:
            self._say(f"{show.SUIT_NAMES[state.trump].capitalize()} are trumps.")
        elif state.avoid is not None:
            self._say(f"{show.SUIT_NAMES[state.avoid].capitalize()} are to be avoided.")
        if state.maker is not None:
            bid = "no bid" if state.bid is None else f"bid {state.bid}"
            self._say(f"Maker: {self._who(state.maker)}, {bid}.")
        if any(state.draws):
            drew = ", ".join(f"{self._who(s)} {count}" for s, count in enumerate(state.draws))
            self._say(f"Drawn: {drew}.")
        if seat is None:
            return
        seen = view(state, seat)
        if seen.trick:
            self._say("On the table: " + ", ".join(
                f"{self._who(by)} {card}" for by, card in seen.trick))  # fmt: skip
        self._say(f"Your hand: {words.hand(seen.hand, seen.rules, seen.trump)}")

    # what is done

    def _engine(self, seat: int) -> None:
        legal = actions(self._state)
        self._done(seat, choose(view(self._state, seat), legal, self.game.rng()))

    def _done(self, seat: int, action: act.Action) -> None:
        """Do it, and tell what the person may know of it."""
        before = self._state
        self.game.do(action)
        own = seat == self.game.seat
        if not isinstance(action, act.Play):  # plays are told when the trick is done
            seen = self.game.seat is None or own
            self._say(f"  {words.told(self._who(seat), action, own=own, seen=seen)}")
        after = self._state
        if after.phase == "play" and before.phase == "pass" and self.game.seat is not None:
            self._say(f"  you get {show.cards(view(after, self.game.seat).got)}")
        position = after.position
        if position is None:
            return
        done = len(before.position.tricks) if before.position is not None else 0
        for number, trick in list(enumerate(position.tricks, 1))[done:]:
            cards = ", ".join(f"{self._who(by)} {card}" for by, card in trick.cards)
            takes = "take" if trick.winner == self.game.seat else "takes"
            self._say(f"Trick {number}: {cards}; {self._who(trick.winner)} {takes} it.")

    def _turn(self) -> None:
        seat = self._state.to_act
        assert seat is not None
        legal = actions(self._state)
        self._say()
        self._table()
        self._say(f"You may: {words.may(legal)}")
        while True:
            line = self._ask()
            if line is None:
                self._left = True
                return
            if self._command(line, seat):
                return

    def _ask(self) -> str | None:
        """The next line that is not empty; None at the end of the input."""
        while True:
            print("> ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                self._say()
                return None
            if line.strip():
                return line.strip()

    def _command(self, line: str, seat: int) -> bool:
        """Do what a line says; True if it is no longer the same turn."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "help" | "?":
                self._say(HELP)
            case "hint":
                self._hint(seat)
            case "table":
                self._table()
            case "save" | "record":
                self._write(word.lower(), rest.strip())
            case "undo":
                if self.game.undo():
                    self._say("Back to your last turn.")
                    return True
                self._say("There is nothing of yours to undo.")
            case "quit" | "exit":
                self._left = True
                return True
            case _:
                try:
                    action = words.read(line, actions(self._state))
                except KibitzError as error:
                    self._say(f"{shorten(str(error))}")
                    return False
                self._done(seat, action)
                return True
        return False

    def _hint(self, seat: int) -> None:
        try:
            found = hint(view(self._state, seat), seed=len(self.game.done))
        except KibitzError as error:
            self._say(f"There is no hint: {shorten(str(error))}.")
            return
        self._say(f"Hint: {typed(found.action)}")
        for reason in found.reasons:
            self._say(f"  {reason.text}")
        if found.worlds:
            self._say(f"  {found.payoff} on average, {found.basis}:")
        for candidate in found.candidates[:SHOWN] if found.worlds else ():
            around = f" ± {candidate.error:.2f}" if candidate.error else ""
            self._say(f"  {typed(candidate.action)} {signed(candidate.mean)}{around}")

    def _write(self, word: str, name: str) -> None:
        if not name:
            self._say(f"{word} to which file? For example: {word} game.json")
            return
        data = self.game.saved() if word == "save" else match_record(self._state)
        try:
            Path(name).expanduser().write_text(json.dumps(data) + "\n", encoding="utf-8")
        except (OSError, ValueError) as error:
            self._say(f"{shorten(name, 60)}: {getattr(error, 'strerror', None) or error}")
        else:
            self._say(f"Written to {shorten(name, 60)}.")
