"""How a saying of a book about a hand is decided: a check searches, judges and gives the proof.

What is said is not here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from kibitz import show
from kibitz._core import Card, CardSet, Deal, Position
from kibitz.advise import trial
from kibitz.advise.facts import Facts
from kibitz.infer.belief import CERTAIN, Belief
from kibitz.infer.evidence import trumps
from kibitz.infer.knowledge import Knowledge
from kibitz.infer.models import Customary
from kibitz.infer.picture import percent


class Verdict(Enum):
    """What a search says of a claim."""

    RIGHT = "right"
    WRONG = "wrong"
    UNDECIDABLE = "not decidable from what is printed"
    LIKELY = "likely, not certain"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict, the reason in words, and the lines of play that prove it."""

    verdict: Verdict
    reason: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One saying of the book about one hand.

    Attributes:
        hand: the record's id.
        trick: the trick it is about, from 1.
        words: what the book says.
        ply: how many plays of the record stand.
        plan: what is forced after them (see trial.py).
        divided: cards of Y that the claim supposes with Z; "or" stands between cases.
        check: decides it.
    """

    hand: str
    trick: int
    words: str
    check: "Check"
    ply: int = 0
    plan: str = ""
    divided: str = ""


Check = Callable[[Claim, Facts], Ruling]


def judge(claim: Claim, facts: Facts) -> Ruling:
    """The verdict on a claim about an analysed hand."""
    return claim.check(claim, facts)


# ---- checks --------------------------------------------------------------------------------------

Z = 3
PEDROES = 10
"""Points of both Pedroes: the rest of the pack is worth 4, so who has ten or more has both."""


def makes(side: str, points: int) -> Check:
    """The side makes just so many points when the plan is forced."""

    def check(claim: Claim, facts: Facts) -> Ruling:
        seats = _seats(facts, side)
        outcome = _outcome(claim, facts.deal, seats)
        free = trial.force(trial.before(facts.deal, claim.ply), seats)
        reason = f"With best play around it {side} make {outcome.value}"
        reason += "." if outcome.value == points else f", not {points}."
        if free.value == outcome.value:
            return Ruling(_verdict(outcome.value == points), reason, (outcome.text,))
        reason += f" With nothing forced they make {free.value}."
        return Ruling(_verdict(outcome.value == points), reason, (outcome.text, free.text))

    return check


def at_least(side: str, points: int, wanted: str) -> Check:
    """The side makes at least so many points, in the printed deal or in all layouts supposed."""

    def check(claim: Claim, facts: Facts) -> Ruling:
        seats = _seats(facts, side)
        deals = _deals(claim, facts.deal)
        outcomes = [_outcome(claim, deal, seats) for deal in deals]
        hits = [outcome for outcome in outcomes if outcome.value >= points]
        return _tally(f"{side} {wanted}", outcomes, hits)

    return check


def catches_both(side: str) -> Check:
    """The side takes both Pedroes when the plan is forced."""
    return at_least(side, PEDROES, "take both Pedroes")


def misses_one(side: str) -> Check:
    """The side cannot take both Pedroes when the plan is forced, with whatever card it answers."""

    def check(claim: Claim, facts: Facts) -> Ruling:
        seats = _seats(facts, side)
        outcomes = [
            trial.force(trial.before(facts.deal, claim.ply), seats, plan)
            for plan in claim.plan.split(" or ")
        ]
        caught = [outcome for outcome in outcomes if outcome.value >= PEDROES]
        most = max(outcome.value for outcome in outcomes)
        reason = f"{side} make {most} at most, so they take both Pedroes."
        if not caught:
            reason = f"{side} make {most} at most, so a Pedro escapes them."
        return Ruling(_verdict(not caught), reason, tuple(outcome.text for outcome in outcomes))

    return check


def cannot_take(side: str, card: str) -> Check:
    """The side cannot make sure of a card when the plan is forced."""

    def check(claim: Claim, facts: Facts) -> Ruling:
        outcome = _outcome(claim, facts.deal, _seats(facts, side))
        position = trial.before(facts.deal, claim.ply)
        for forced in claim.plan.split():
            position = position.play(Card(forced))
        can = trial.can_take(position, _seats(facts, side), Card(card))
        reason = f"{side} {'can' if can else 'cannot'} make sure of the {card}, whatever it costs."
        return Ruling(_verdict(not can), reason, (outcome.text,))

    return check


def is_best(card: str) -> Check:
    """No other card is worth more to the seat to move than this one."""

    def check(claim: Claim, facts: Facts) -> Ruling:
        position = _after_plan(claim, facts.deal)
        values = trial.values(position, facts.side)
        choose = max if position.to_move in facts.side else min
        best, own = choose(values.values()), values[Card(card)]
        reason = f"{facts.side_name} make {_spread(values)}."
        if own == best and len(set(values.values())) == 1 < len(values):
            reason += " No card is better than another."
        outcome = trial.force(position, facts.side, card)
        return Ruling(_verdict(own == best), reason, (outcome.text,))

    return check


def worse_than(side: str, other: str) -> Check:
    """The plan is worth less to the side than another plan."""

    def check(claim: Claim, facts: Facts) -> Ruling:
        seats = _seats(facts, side)
        position = trial.before(facts.deal, claim.ply)
        first, second = (trial.force(position, seats, plan) for plan in (claim.plan, other))
        reason = f"{side} make {first.value} with {claim.plan}, {second.value} with {other}."
        return Ruling(_verdict(first.value < second.value), reason, (first.text, second.text))

    return check


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a seat is said to know.

    Attributes:
        words: what, in words.
        where: cards and who holds them, such as `JH:Y 5H:YZ`; "or" stands between cases that
            exclude each other.
        least: at least so many trumps, of those with which `holder` began.
        holder: whose trumps.
    """

    words: str
    where: str = ""
    least: int = 0
    holder: str = ""

    def chance(self, belief: Belief, names: Sequence[str]) -> float:
        """Its probability."""
        if self.least:
            known, seat = belief.knowledge, names.index(self.holder)
            suit = trumps(known.rules, known.trump)
            more = max(0, self.least - len(CardSet(known.played_by(seat)) & suit))
            return float(belief.number(seat, suit)[more:].sum())
        total = 0.0
        for case in self.where.split(" or "):
            pairs = (each.split(":") for each in case.split())
            total += belief.together(
                {Card(card): [names.index(name) for name in seats] for card, seats in pairs}
            )
        return total


def knows(seat: str, *some: Fact) -> Check:
    """A seat can be certain, by what it has seen, whoever deals.

    What is not certain is likely, if it is by the maxims of play, or wrong.
    """

    def check(claim: Claim, facts: Facts) -> Ruling:
        names, at = facts.names, facts.names.index(seat)
        record = trial.before(facts.deal, claim.ply).deal.record()
        record["hands"] = [hand if s == at else None for s, hand in enumerate(record["hands"])]
        dealers = [record | {"dealer": dealer} for dealer in range(facts.deal.players)]
        known = Knowledge.of_record(record, at)
        beliefs = [Belief(Knowledge.of_record(each, at)) for each in dealers]
        hard, soft = Belief(known), Belief.of(known, Customary())
        sure, likely, lines = True, True, []
        for fact in some:
            chance = fact.chance(hard, names)
            span = [fact.chance(belief, names) for belief in beliefs]
            by_maxims = fact.chance(soft, names)
            sure, likely = sure and chance >= 1 - CERTAIN, likely and by_maxims >= 0.5
            text = f"{fact.words}: {percent(chance)}%"
            if max(span) - min(span) > CERTAIN:
                text += f" ({percent(min(span))} to {percent(max(span))} by who deals)"
            if CERTAIN < chance < 1 - CERTAIN:
                text += f", {percent(by_maxims)}% by the maxims"
            lines.append(text)
        verdict = Verdict.RIGHT if sure else Verdict.LIKELY if likely else Verdict.WRONG
        return Ruling(verdict, f"What {seat} can know. {'; '.join(lines)}.")

    return check


def scores(side: str, score: int) -> Check:
    """The side writes down just so much when the hand has been played as printed."""

    def check(claim: Claim, facts: Facts) -> Ruling:
        if facts.settled is None:
            return Ruling(Verdict.UNDECIDABLE, "The hand has no score.")
        actual = facts.settled.scores[_seats(facts, side)[0]]
        return Ruling(_verdict(actual == score), f"{side} score {actual}.")

    return check


def _seats(facts: Facts, side: str) -> tuple[int, ...]:
    """The seats of a side written with their names: A-B."""
    return tuple(facts.names.index(name) for name in side.split("-"))


def _verdict(true: bool) -> Verdict:
    return Verdict.RIGHT if true else Verdict.WRONG


def _outcome(claim: Claim, deal: Deal, side: tuple[int, ...]) -> trial.Outcome:
    return trial.force(trial.before(deal, claim.ply), side, claim.plan)


def _after_plan(claim: Claim, deal: Deal) -> Position:
    position = trial.before(deal, claim.ply)
    for card in claim.plan.split():
        position = position.play(Card(card))
    return position


def _deals(claim: Claim, deal: Deal) -> list[Deal]:
    """The printed deal, or the layouts the claim supposes."""
    if not claim.divided:
        return [deal]
    cases = [[Card(card) for card in case.split()] for case in claim.divided.split(" or ")]
    return [layout for move in cases for layout in trial.layouts(deal, claim.ply, move, Z)]


def _tally(wanted: str, outcomes: Sequence[trial.Outcome], hits: Sequence[trial.Outcome]) -> Ruling:
    """The verdict over one or more layouts, with a line for it and, if there is one, against it."""
    if not outcomes:
        return Ruling(Verdict.UNDECIDABLE, "No layout fits both the claim and the play.")
    misses = [outcome for outcome in outcomes if outcome not in hits]
    if len(outcomes) == 1:
        reason = f"{wanted}." if hits else f"It is not so that {wanted}."
    else:
        reason = f"{wanted} in {len(hits)} of the {len(outcomes)} layouts it may mean."
    lines = tuple(some[0].text for some in (misses, hits) if some)
    return Ruling(_verdict(not misses), reason, lines)


def _spread(values: dict[Card, int]) -> str:
    """Values with the cards that have them, the highest first."""
    cards = {
        value: show.cards(card for card, worth in values.items() if worth == value)
        for value in sorted(set(values.values()), reverse=True)
    }
    return ", ".join(f"{value} with {some}" for value, some in cards.items())
