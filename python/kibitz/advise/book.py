"""The book's four hands of Cinch: its winners, points and scores checked, its claims judged."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from rich.console import Group, RenderableType
from rich.text import Text

from kibitz import show
from kibitz._core import Deal
from kibitz.advise import page, terminal
from kibitz.advise.analysis import Analysis, analyse
from kibitz.advise.checks import Claim, Ruling, Verdict, judge
from kibitz.advise.claims import CLAIMS

STYLES = {Verdict.RIGHT: "green", Verdict.WRONG: "bold red"}
TONES = {Verdict.RIGHT: True, Verdict.WRONG: False}
LEGEND = "In a line of play the cards in brackets are the claim's; all others are best play."


@dataclass(frozen=True, slots=True)
class PrintedFact:
    """Something the book prints about the play of a hand, and what the play says."""

    what: str
    printed: str
    found: str

    @property
    def agrees(self) -> bool:
        """Whether the book is right."""
        return self.printed == self.found

    @property
    def text(self) -> str:
        """The comparison in words."""
        if self.agrees:
            return f"{self.what}: {self.printed}, as printed"
        return f"{self.what}: {self.printed} printed, {self.found} found"


@dataclass(frozen=True, slots=True)
class HandReport:
    """One hand: its analysis, what the book prints of it, and the book's claims with verdicts."""

    analysis: Analysis
    printed: tuple[PrintedFact, ...]
    claims: tuple[tuple[Claim, Ruling], ...]

    @property
    def gifts(self) -> tuple[str, ...]:
        """The plays that gave away points, in words."""
        facts = self.analysis
        return tuple(
            f"trick {play.trick + 1}: {facts.names[play.seat]} gives away "
            f"{show.count(play.cost, 'point')} with {play.card}; best is "
            f"{show.cards(play.best_cards)} ({facts.side_name} {play.best} → {play.after})"
            for play in facts.plays
            if play.cost
        )

    def json(self) -> dict[str, object]:
        """The analysis as `kibitz analyse --json` prints it, the checks and the claims."""
        return {
            **self.analysis.json(),
            "printed": [
                {"what": fact.what, "printed": fact.printed, "found": fact.found}
                for fact in self.printed
            ],
            "claims": [_claim_json(claim, ruling) for claim, ruling in self.claims],
        }

    def section(self) -> str:
        """The hand as a section of an HTML page."""
        checks = [
            page.Note("agrees" if fact.agrees else "differs", fact.text, good=fact.agrees)
            for fact in self.printed
        ]
        return page.section(self.analysis, [*checks, *map(_note, self.claims)])

    def __rich__(self) -> RenderableType:
        return Group(
            self.analysis,
            *terminal.bullets("Points given away", self.gifts),
            *terminal.bullets("Printed in the book", [fact.text for fact in self.printed]),
            Text("What the book says:", style="bold"),
            *(line for pair in self.claims for line in _claim_lines(*pair)),
            Text(),
        )


@dataclass(frozen=True, slots=True)
class Report:
    """All hands of the book."""

    hands: tuple[HandReport, ...]

    def json(self) -> list[dict[str, object]]:
        """One object a hand."""
        return [hand.json() for hand in self.hands]

    def html(self) -> str:
        """One page with all hands."""
        return page.page(
            "Four hands of Cinch, and what the book says of them",
            [f"<p>{LEGEND}</p>", *(hand.section() for hand in self.hands)],
        )

    def summary(self) -> str:
        """How many claims were found right, wrong, and so on."""
        rulings = [ruling for hand in self.hands for _, ruling in hand.claims]
        counts = {verdict: sum(r.verdict is verdict for r in rulings) for verdict in Verdict}
        parts = [f"{number} {verdict.value}" for verdict, number in counts.items() if number]
        return f"{len(rulings)} claims: {', '.join(parts)}."

    def __rich__(self) -> RenderableType:
        return Group(*self.hands, Text(self.summary(), style="bold"), Text(LEGEND, style="dim"))


@lru_cache(maxsize=1)
def hands() -> tuple[Deal, ...]:
    """The four hands as the book prints them."""
    text = resources.files("kibitz").joinpath("data", "book.jsonl").read_text("utf-8")
    return tuple(Deal.from_record(json.loads(line)) for line in text.splitlines())


def report(*, hints: int | None = None, seed: int = 0) -> Report:
    """Analyse the book's hands and judge what it says of them; with hints, as for `analyse`."""
    return Report(tuple(hand_report(deal, hints=hints, seed=seed) for deal in hands()))


def hand_report(deal: Deal, *, hints: int | None = None, seed: int = 0) -> HandReport:
    """One hand of the book; a record that prints less is checked for less."""
    analysis = analyse(deal, hints=hints, seed=seed)
    claims = [claim for claim in CLAIMS if claim.hand == deal.extra.get("id")]
    return HandReport(
        analysis,
        tuple(_printed(analysis)),
        tuple((claim, judge(claim, analysis)) for claim in claims),
    )


def _printed(analysis: Analysis) -> Iterator[PrintedFact]:
    """Winners, points and score as the record's `winners` and `book` have them."""
    deal, names = analysis.deal, analysis.names
    winners = deal.extra.get("winners")
    if isinstance(winners, list | tuple):
        found = " ".join(names[trick.winner] for trick in analysis.tricks)
        yield PrintedFact("winners of the tricks", " ".join(map(str, winners)), found)
    book = deal.extra.get("book")
    if not isinstance(book, Mapping):
        return
    for key, value in book.items():
        if key.endswith("_points") and value is not None:
            seats = _seats(analysis, key.removesuffix("_points"))
            side = show.side_name(names, seats)
            yield PrintedFact(f"points of {side}", str(value), str(analysis.taken_by(seats)))
    if analysis.settled is not None and "score" in book:
        seats = _seats(analysis, str(book["score_side"]))
        score = analysis.settled.scores[seats[0]]
        side = show.side_name(names, seats)
        yield PrintedFact(f"score of {side}", str(book["score"]), str(score))


def _seats(analysis: Analysis, letters: str) -> tuple[int, ...]:
    """The seats of a side written as AB."""
    return tuple(analysis.names.index(letter) for letter in letters)


def _note(pair: tuple[Claim, Ruling]) -> page.Note:
    claim, ruling = pair
    details = (ruling.reason, *ruling.lines)
    return page.Note(
        ruling.verdict.value,
        f"Trick {claim.trick}. {claim.words}",
        details,
        TONES.get(ruling.verdict),
    )


def _claim_lines(claim: Claim, ruling: Ruling) -> Iterator[RenderableType]:
    verdict = (ruling.verdict.value, STYLES.get(ruling.verdict, "yellow"))
    yield terminal.indented(Text.assemble(f"Trick {claim.trick}. {claim.words} ", verdict), 2)
    yield terminal.indented(Text(ruling.reason), 6)
    for line in ruling.lines:
        yield terminal.indented(Text(line, style="dim"), 6)


def _claim_json(claim: Claim, ruling: Ruling) -> dict[str, object]:
    return {
        "trick": claim.trick,
        "claim": claim.words,
        "verdict": ruling.verdict.value,
        "reason": ruling.reason,
        "lines": list(ruling.lines),
    }
