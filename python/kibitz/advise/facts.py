"""What an analysis finds, as plain values: analysis.py makes them, page.py and terminal.py show.

All values are points of the same side of the whole record (RULES section 2), whoever is to move.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz import show
from kibitz._core import Card, Deal
from kibitz.game.settle import Settlement
from kibitz.hints.outcomes import ALIKE, SURE

TITLE_LIMIT = 80


@dataclass(frozen=True, slots=True)
class AtTable:
    """What a play was worth by what its seat could know: a hint, and the card played beside it.

    `behind` is how far the card's mean payoff was below the best card's, `error` the standard
    error of that, over so many `worlds`; `exact` if these were all.
    """

    best: Card
    behind: float
    error: float
    worlds: int
    exact: bool

    @property
    def is_mistake(self) -> bool:
        """Was it behind by more than chance explains?"""
        return self.behind > max(ALIKE, SURE * self.error)


@dataclass(frozen=True, slots=True)
class Play:
    """One play of the record and what it did.

    `best` is the value before it, with best play by all; `after` the value after it; `cost` what
    it cost the side of the seat that played, never negative. `alternatives` holds every legal
    card, the one played and its equivalents included. What was not finished in time is None.
    `at_table` is what the seat could know of it, if that was asked for and there was a choice.
    """

    ply: int
    trick: int
    seat: int
    card: Card
    best: int | None
    after: int | None
    alternatives: Mapping[Card, int | None] = field(hash=False)
    at_table: AtTable | None = None

    @property
    def verdict(self) -> str:
        """Whose fault it is that the play was not the best, in words; empty if it was."""
        if self.at_table is None:
            return ""
        if self.at_table.is_mistake:
            return "mistake" if self.cost else "mistake, but cost nothing as the cards lay"
        return "only with all hands open" if self.cost else ""

    @property
    def cost(self) -> int | None:
        """Points given away by the seat's own side."""
        if self.best is None or self.after is None:
            return None
        return abs(self.best - self.after)

    @property
    def best_cards(self) -> tuple[Card, ...]:
        """The cards that keep the value, in card order."""
        if self.best is None:
            return ()
        return tuple(card for card, value in self.alternatives.items() if value == self.best)


@dataclass(frozen=True, slots=True)
class TakenTrick:
    """A completed trick: the cards by seat in order of play, its winner, and its points."""

    number: int
    cards: tuple[tuple[int, Card], ...]
    winner: int
    points: int


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A play that flips the bid, or changes the deal score as much as any.

    `swing` is the change of the deal score (RULES section 2, `deal_score`) for the analysed side,
    in points of play where the deal has no score. `made` is what becomes of the bid, None if the
    play does not change it.
    """

    ply: int
    swing: int
    made: bool | None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in the record that the play contradicts; `trick` counts from 0."""

    trick: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything found about one record.

    Attributes:
        deal: the record.
        side: the seats whose points all values are.
        value: before the first play, None if not finished in time.
        stake: all points of the record, whoever takes them.
        plays: one a play of the record.
        tricks: those completed.
        points: taken so far, by seat.
        over: whether the last card has been played.
        settled: the score; of the points to come with best play if the deal is not over.
        turning_points: in order of play.
        findings: where the record contradicts its own play.
    """

    deal: Deal
    side: tuple[int, ...]
    value: int | None
    stake: int
    plays: tuple[Play, ...]
    tricks: tuple[TakenTrick, ...]
    points: tuple[int, ...]
    over: bool
    settled: Settlement | None
    turning_points: tuple[TurningPoint, ...]
    findings: tuple[Finding, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return show.seat_names(self.deal)

    @property
    def others(self) -> tuple[int, ...]:
        """The seats not of the side."""
        return tuple(seat for seat in range(self.deal.players) if seat not in self.side)

    @property
    def side_name(self) -> str:
        """The name of the side."""
        return show.side_name(self.names, self.side)

    @property
    def others_name(self) -> str:
        """The name of the other seats."""
        return show.side_name(self.names, self.others)

    @property
    def scored(self) -> bool:
        """Whether a deal writes down anything but the points taken."""
        return self.deal.rules.score_rule != "points"

    @property
    def title(self) -> str:
        """The record's id, or its game."""
        name = self.deal.extra.get("id")
        named = isinstance(name, str | int) and show.plain(str(name), TITLE_LIMIT)
        return named or f"a deal of {self.deal.variant}"

    def taken_by(self, seats: tuple[int, ...]) -> int:
        """Points that some seats have taken so far."""
        return sum(self.points[seat] for seat in seats)

    def result(self) -> tuple[str, ...]:
        """The points and the score in words, one sentence each."""
        ours, theirs = self.taken_by(self.side), self.taken_by(self.others)
        so_far = "" if self.over else " so far"
        sentences = [f"Points{so_far}: {self.side_name} {ours}, {self.others_name} {theirs}."]
        if self.settled is not None and self.scored:
            sentences.append(self._score())
        return tuple(sentences)

    def _score(self) -> str:
        """Bid and score in one sentence."""
        assert self.settled is not None
        bid = {None: "No bid", True: "Bid made", False: "Bid failed"}[self.settled.made]
        if not self.over:
            bid = f"With best play from here: {bid.lower()}"
        teams = self.deal.rules.teams(self.deal.players)
        scores = []
        for team in dict.fromkeys(teams):
            seats = [seat for seat, of in enumerate(teams) if of == team]
            scores.append(f"{show.side_name(self.names, seats)} {self.settled.scores[seats[0]]}")
        return f"{bid}; score {', '.join(scores)}."

    def turning_text(self, turn: TurningPoint) -> str:
        """A turning point in words."""
        play = self.plays[turn.ply]
        better = show.cards(play.best_cards)
        text = f"trick {play.trick + 1}, {self.names[play.seat]} plays {play.card}"
        text += f" (best: {better}): {self.side_name} {play.best} → {play.after}"
        if turn.made is not None:
            text += ", which makes the bid" if turn.made else ", which loses the bid"
        unit = "score" if self.settled is not None and self.scored else "points"
        return f"{text}; {unit} {turn.swing:+d}"
