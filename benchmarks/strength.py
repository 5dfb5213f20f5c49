"""Matches between players: points a deal with 95% intervals, and the time a play takes.

    python benchmarks/strength.py --game hearts --players playouts:200 policy --deals 200
    python benchmarks/strength.py --game openspiel --players playouts:100 ismcts:2000 --deals 100
    python benchmarks/strength.py --game cinch --players pimc:20 rule --json cinch.json

The first named player meets the second over the same deals: a seat (where sides play, a side) of
the first among seats of the second, in every seat in turn. A deal's figure is what the first won a
deal above its share, the mean over the seats. Play begins when the first card is led: bids,
discards and passes are made by the engine's own player, alike for both. `--players X X` is the
control, which must come out even: the two draw different random numbers.

Players, with how many worlds (or simulations) a play:
    random      any legal card
    rule        a rule of thumb: duck, throw what is dear; or win what counts, cheaply
    policy      the fast policy alone, one look at the cards
    playouts:N  N worlds, each card played out by the fast policy, the best mean
    pimc:N      N worlds solved with all hands open, one seat or side against the rest; one that
                takes more than NODES nodes is left, and if it is the first the fast policy plays
    kibitz:N    the play that `kibitz hint` recommends from N worlds
    hard:N      the same, but bids and plays of others are read no further than the rules go
    uniform:N   pimc in Cinch, but no draws, discards or voids are read: any card may be anywhere
    ismcts:N    OpenSpiel's ISMCTSBot with random rollouts, in the game openspiel
The game `openspiel` is OpenSpiel's hearts (kibitz's modern_hearts, no passing).
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from kibitz import Card, CardSet, Deal, KibitzError, Position, Rules, maxn, solve_worlds
from kibitz.advise.player import choose
from kibitz.game import state as game
from kibitz.game.actions import Play
from kibitz.game.dealing import pack
from kibitz.game.fields import field
from kibitz.hints.advice import hint
from kibitz.infer.belief import belief
from kibitz.infer.models import PlayerModel, Uniform
from kibitz.lanes import lane
from kibitz.playouts import playouts, policy_card
from kibitz.show import cards as show
from kibitz.solve import Payoff

NODES = 30_000
EXPLORATION = 20.0
REPLAYED = ("dealt", "rest", "log", "points")
"""What a record says for a replay; a match plays on without."""
RANKS = "23456789TJQKA"


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player may use: the table, of which it must not look at other hands, and chance."""

    position: Position
    seat: int
    payoff: Payoff
    record: dict[str, Any]
    """The deal so far."""
    rng: Random
    shadow: Any = None
    """The deal in another program, if the match is played in two."""

    def worlds(self, count: int) -> npt.NDArray[np.uint64]:
        """So many ways for the hands to lie, drawn from what the seat can know."""
        position = self.position
        drawn = belief(self.record, self.seat).sample(count, self.rng.getrandbits(60))
        hands = np.ascontiguousarray(drawn[:, : position.players])
        hands[:, self.seat] = position.hands[self.seat].bits
        return hands


Player = Callable[[Turn], Card]


def random_card(turn: Turn) -> Card:
    return turn.rng.choice(list(turn.position.legal()))


def policy(turn: Turn) -> Card:
    return policy_card(turn.position)


def played_out(turn: Turn, worlds: int) -> Card:
    found = playouts(
        turn.position, turn.worlds(worlds), payoff=turn.payoff, seed=turn.rng.getrandbits(60)
    )
    means = found.payoffs[:, :, turn.seat].mean(axis=0)
    return found.cards[int(means.argmax())]


def solved(turn: Turn, worlds: int) -> Card:
    """Each world solved, all hands open; the best mean of what the side to move wins."""
    first = turn.worlds(worlds)
    found = solve_worlds(turn.position, first[:1], payoff=turn.payoff, nodes=NODES, workers=1)
    if not found.done[0]:
        return policy(turn)
    found = solve_worlds(turn.position, first, payoff=turn.payoff, nodes=NODES, workers=1)
    return found.cards[int(found.values[found.done].mean(axis=0).argmax())]


def hinted(turn: Turn, worlds: int, model: PlayerModel | None = None) -> Card:
    seed = turn.rng.getrandbits(31)
    found = hint(turn.record, turn.seat, worlds=worlds, seed=seed, workers=1, model=model)
    if not isinstance(found.action, Play):
        raise ValueError(f"a hint to {found.action.word}: expected a play")
    return found.action.card


def hard(turn: Turn, worlds: int) -> Card:
    return hinted(turn, worlds, Uniform())


def uniform(turn: Turn, worlds: int) -> Card:
    """As `solved` in Cinch, with the unseen cards anywhere: no draws and no voids are read."""
    position = turn.position
    deal, taken = position.deal, position.points
    teams = deal.rules.teams(position.players)
    mine = [seat for seat, team in enumerate(teams) if team == teams[turn.seat]]
    worth = worths(position)
    ending = ending_of(position)
    drawn = [uniform_world(turn, ending) for _ in range(worlds)]
    now = Position(Deal.from_record(ending | {"hands": [show(hand) for hand in drawn[0]]}))
    hands = [[bits & ~CardSet(now.plays).bits for bits in map(bits_of, each)] for each in drawn]
    found = solve_worlds(now, hands, payoff="points", nodes=NODES, workers=1)
    if not found.done[0]:
        return policy(turn)
    in_play = np.array([sum(worth[card] for hand in each for card in hand) for each in drawn])
    own = found.values + sum(taken[seat] for seat in mine)
    others = (in_play + sum(taken))[:, None] - own
    ours = deal.maker in mine
    made, against = (own, others) if ours else (others, own)
    made = made + sum(worth[card] for cards in deal.discards for card in cards)
    score = np.where(made >= (deal.bid or 0), made - against, -against - (deal.bid or 0))
    means = (score if ours else -score)[found.done].mean(axis=0)
    return found.cards[int(means.argmax())]


def ending_of(position: Position) -> dict[str, Any]:
    """The deal from the trick under way on, its hands left open."""
    record = position.deal.record()
    kept = ("variant", "options", "players", "trump")
    return {name: record[name] for name in kept if name in record} | {
        "leader": position.leader,
        "plays": show(card for _, card in position.trick),
    }


def uniform_world(turn: Turn, ending: Mapping[str, Any]) -> list[list[Card]]:
    """Hands as the trick under way began, such that its plays were allowed."""
    position = turn.position
    seen = {*position.plays, *position.hands[turn.seat]}
    seen |= {card for cards in position.deal.discards for card in cards}
    unseen = [card for card in pack(position.deal.rules, position.players) if card not in seen]
    on_table = dict(position.trick)
    while True:
        turn.rng.shuffle(unseen)
        rest = iter(unseen)
        hands = []
        for seat, held in enumerate(position.hands):
            own = list(held) if seat == turn.seat else [next(rest) for _ in held]
            hands.append([*own, *([on_table[seat]] if seat in on_table else [])])
        try:
            Position(Deal.from_record({**ending, "hands": [show(hand) for hand in hands]}))
        except KibitzError:
            continue
        return hands


def bits_of(cards: Iterable[Card]) -> int:
    return CardSet(cards).bits


def rule(turn: Turn) -> Card:
    """A rule of thumb, from the own hand and the trick alone."""
    position = turn.position
    worth = worths(position)
    legal = sorted(position.legal(), key=lambda card: (height(card), str(card)))
    if min(worth.values(), default=0) < 0:
        return avoiding(position, legal, worth)
    return seeking(position, legal, worth)


def height(card: Card) -> int:
    return RANKS.index(card.rank) if card.rank in RANKS else len(RANKS)


def worths(position: Position) -> dict[Card, int]:
    """What cards count for whoever takes them, as the rules say and nothing more."""
    rules, trump = position.deal.rules, position.trump
    pack = [Card(rank + suit) for suit in "CDHS" for rank in RANKS]
    found: dict[Card, int] = {}
    suit = field(rules, "penalty_suit", "")
    named: dict[str, int] = field(rules, "card_points", {})
    for card in [*pack, Card("JK")]:
        own = named.get(str(card), named.get(card.suit or "", 0))
        found[card] = own - (1 if suit and card.suit == suit and suit not in named else 0)
    points: dict[str, int] = field(rules, "trump_points", {})
    if trump is not None:
        for at, text in enumerate(order := lane(rules, trump, trump)):
            card = Card(text)
            off = card.suit not in (trump, None)
            name = {"5": "off_five", "J": "off_jack"}.get(card.rank, "") if off else card.rank
            found[card] = points.get("joker" if card.suit is None else name, 0)
            found[card] += points.get("high", 0) * (at == 0)
            found[card] += points.get("low", 0) * (at == len(order) - 1)
    return found


def winner_so_far(position: Position) -> tuple[int, Card]:
    """Who has the trick under way, and with what."""
    rules, trump = position.deal.rules, position.trump
    trumps = [] if trump is None else list(reversed(lane(rules, trump, trump)))
    led = position.trick[0][1]

    def power(played: tuple[int, Card]) -> tuple[int, int]:
        card = played[1]
        if str(card) in trumps:
            return 2, trumps.index(str(card))
        return int(card.suit == led.suit), height(card)

    return max(position.trick, key=power)


def beats(position: Position, card: Card) -> bool:
    """Would the card be the best of the trick so far?"""
    rules, trump = position.deal.rules, position.trump
    trumps = [] if trump is None else list(reversed(lane(rules, trump, trump)))
    best = winner_so_far(position)[1]
    if str(card) in trumps:
        return str(best) not in trumps or trumps.index(str(card)) > trumps.index(str(best))
    return str(best) not in trumps and card.suit == best.suit and height(card) > height(best)


def avoiding(position: Position, legal: Sequence[Card], worth: Mapping[Card, int]) -> Card:
    """Lead low; duck as high as may be; take a trick high when last; throw what is dear."""
    if not position.trick:
        return min(legal, key=lambda card: (height(card), worth[card]))
    led = position.trick[0][1].suit
    if all(card.suit != led for card in legal):
        return min(legal, key=lambda card: (worth[card], -height(card)))
    ducks = [card for card in legal if not beats(position, card)]
    if ducks:
        return min(ducks, key=lambda card: (worth[card] if worth[card] < -4 else 0, -height(card)))
    cheap = [card for card in legal if worth[card] >= -4] or legal
    return cheap[-1] if len(position.trick) == position.players - 1 else cheap[0]


def seeking(position: Position, legal: Sequence[Card], worth: Mapping[Card, int]) -> Card:
    """Lead trumps from the top if maker, else high plain cards; win what counts, as cheaply as will
    do; give counting cards to a partner's trick and none to the others'."""
    trump, seat = position.trump, position.to_move
    teams = position.deal.rules.teams(position.players)
    if seat is None:
        raise ValueError("the deal is over")
    order = [] if trump is None else lane(position.deal.rules, trump, trump)

    def strength(card: Card) -> tuple[bool, int]:
        at = len(order) - order.index(str(card)) if str(card) in order else height(card)
        return str(card) in order, at

    def cost(card: Card) -> tuple[int, tuple[bool, int]]:
        return worth[card], strength(card)

    if not position.trick:
        maker = position.deal.maker
        if trump is None or (maker is not None and teams[maker] == teams[seat]):
            return max(legal, key=strength)
        plain = [card for card in legal if str(card) not in order]
        return max(plain, key=height) if plain else min(legal, key=cost)
    best_seat, _ = winner_so_far(position)
    last = len(position.trick) == position.players - 1
    winners = [card for card in legal if beats(position, card)]
    others = [card for card in legal if card not in winners]
    if teams[best_seat] == teams[seat]:
        return max(others or legal, key=lambda card: (worth[card], not strength(card)[0]))
    at_stake = sum(worth[card] for _, card in position.trick) + field(
        position.deal.rules, "trick_points", 0
    )
    if winners and last:
        counting = max(winners, key=lambda card: (worth[card], [-part for part in strength(card)]))
        if at_stake + worth[counting] > 0:
            return counting
    if winners and at_stake > 0:
        return max(winners, key=strength)
    return min(others or legal, key=cost)


# ---- matches ---------------------------------------------------------------------------------


def player(text: str) -> Player:
    """A player by its name.

    Raises:
        ValueError: there is none of that name.
    """
    name, _, number = text.partition(":")
    plain: dict[str, Player] = {"random": random_card, "rule": rule, "policy": policy}
    if name in plain and not number:
        return plain[name]
    counted: dict[str, Callable[[Turn, int], Card]] = {
        "playouts": played_out,
        "pimc": solved,
        "uniform": uniform,
        "kibitz": hinted,
        "hard": hard,
        "ismcts": searched,
    }
    if name in counted and number.isdigit() and int(number) > 0:
        return lambda turn: counted[name](turn, int(number))
    raise ValueError(f"player {text!r}: expected one of {', '.join(plain)}, or with a number of"
                     f" worlds, as in playouts:100, {', '.join(counted)}")  # fmt: skip


@dataclass(slots=True)
class Tally:
    """What a match has come to."""

    figures: list[float]
    """Of each deal: what the first player won above the mean of all seats."""
    apart: list[float]
    """Of each deal: what it won above the mean of the second's seats."""
    seconds: list[float]
    """Process time of the first player's plays, and of the second's."""
    plays: list[int]

    def json(self) -> dict[str, Any]:
        above, above_error = interval(self.figures)
        apart, apart_error = interval(self.apart)
        return {
            "deals": len(self.figures),
            "above_share": round(above, 4),
            "above_share_95": round(above_error, 4),
            "above_other": round(apart, 4),
            "above_other_95": round(apart_error, 4),
            "ms_a_play": [
                round(1000 * seconds / max(1, plays), 3)
                for seconds, plays in zip(self.seconds, self.plays, strict=True)
            ],
        }


def interval(figures: Sequence[float]) -> tuple[float, float]:
    """The mean, and how far the 95% interval goes to each side of it."""
    values = np.array(figures)
    if len(values) < 2:
        return float(values.mean()), float("inf")
    return float(values.mean()), float(1.96 * values.std(ddof=1) / np.sqrt(len(values)))


@dataclass(frozen=True, slots=True)
class Match:
    """Two players over the same deals.

    `records` gives a deal as it stands when the first card is to be led.
    """

    records: Callable[[int], dict[str, Any]]
    payoff: Payoff
    players: tuple[Player, Player]
    seed: int
    shadow: Callable[[Position], Any] | None = None
    """The same deal in another program, for a player of that program."""

    def deal(self, number: int, tally: Tally) -> None:
        """Play a deal once for each seat (or side) of the first player."""
        start = Position(Deal.from_record(self.records(number)))
        teams = start.deal.rules.teams(start.players)
        above, apart = [], []
        for team in range(max(teams) + 1):
            payoffs = self._played(start, number, [at == team for at in teams], tally)
            first = np.array(teams) == team
            above.append(payoffs[first].mean() - np.mean(by_team(payoffs, teams)))
            apart.append(payoffs[first].mean() - payoffs[~first].mean())
        tally.figures.append(float(np.mean(above)))
        tally.apart.append(float(np.mean(apart)))

    def _played(
        self, position: Position, number: int, firsts: Sequence[bool], tally: Tally
    ) -> npt.NDArray[np.float64]:
        shadow = self.shadow(position) if self.shadow else None
        record = position.deal.record()
        while (seat := position.to_move) is not None:
            who = 0 if firsts[seat] else 1
            rng = Random(f"{self.seed} {number} {len(position.plays)} {who}")
            turn = Turn(position, seat, self.payoff, record, rng, shadow)
            began = time.process_time()
            legal = position.legal()
            card = next(iter(legal)) if len(legal) == 1 else self.players[who](turn)
            tally.seconds[who] += time.process_time() - began
            tally.plays[who] += len(legal) > 1
            position = position.play(card)
            record = record | {"plays": f"{record['plays']} {card}".strip()}
            if shadow is not None:
                shadow.play(card)
        return final_payoffs(position, self.payoff)


def by_team(payoffs: npt.NDArray[np.float64], teams: Sequence[int]) -> list[float]:
    return [float(payoffs[np.array(teams) == team].mean()) for team in range(max(teams) + 1)]


def final_payoffs(position: Position, payoff: Payoff) -> npt.NDArray[np.float64]:
    """What each seat has of a deal that is over."""
    return np.array(maxn(position, payoff=payoff).values, dtype=float)


def dealt(rules: Rules, players: int | None, seed: int) -> Callable[[int], dict[str, Any]]:
    """Deals by number; what goes before the play is done by the engine's own player.

    Who has to pitch without a bid has bid nothing.
    """

    def record(number: int) -> dict[str, Any]:
        rng = Random(f"{seed} {number}")
        count = players or rules.default_players
        state = game.new_match(rules, count, dealer=number % count, seed=rng.getrandbits(31))
        while state.phase != "play":
            legal = game.actions(state)
            if state.to_act is None:
                state = game.apply(state, next(iter(legal)))
            else:
                state = game.apply(state, choose(game.view(state, state.to_act), legal, rng))
        found = game.deal_record(state)
        unbid = {"bid": 0} if found.get("maker") is not None and rules.trumps else {}
        return unbid | {name: value for name, value in found.items() if name not in REPLAYED}

    return record


# ---- OpenSpiel -------------------------------------------------------------------------------


class Spiel:
    """A deal of OpenSpiel's hearts beside ours, after the pass."""

    def __init__(self, position: Position) -> None:
        import pyspiel  # the only use of an extra

        self.game = pyspiel.load_game("hearts", {"pass_cards": False})
        self.state = self.game.new_initial_state()
        self.state.apply_action(self.state.legal_actions()[0])  # no pass
        left = [list(hand) for hand in position.hands]
        for turn in range(sum(map(len, left))):
            self.play(left[turn % len(left)].pop())

    def play(self, card: Card) -> None:
        actions = {self.state.action_to_string(a): a for a in self.state.legal_actions()}
        self.state.apply_action(actions[str(card)])


def searched(turn: Turn, simulations: int) -> Card:
    """The choice of OpenSpiel's IS-MCTS, with one random rollout a simulation."""
    import pyspiel

    spiel: Spiel = turn.shadow
    bot = pyspiel.ISMCTSBot(
        turn.rng.getrandbits(31),
        pyspiel.RandomRolloutEvaluator(1, turn.rng.getrandbits(31)),
        EXPLORATION,
        simulations,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    return Card(spiel.state.action_to_string(bot.step(spiel.state)))


SPIEL_RULES = Rules(
    "black_lady",
    lead_card="2C",
    shoot_the_moon="others",
    break_hearts=True,
    queen_breaks_hearts=True,
    no_points_first_trick=True,
)
"""OpenSpiel's hearts as it is by default."""


# ---- the command -----------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="hearts", help="a variant, or openspiel")
    parser.add_argument("--seats", type=int, help="how many play")
    parser.add_argument("--players", nargs=2, metavar=("FIRST", "SECOND"), required=True)
    parser.add_argument(
        "--payoff",
        choices=get_args(Payoff),
        help="points, or deal_score (where there is a bid), ...",
    )
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    asked = parser.parse_args(arguments)
    spiel = asked.game == "openspiel"
    rules = SPIEL_RULES if spiel else Rules(asked.game)
    usual: Payoff = "points" if rules.score_rule == "points" else "deal_score"
    payoff: Payoff = asked.payoff or usual
    try:
        players = (player(asked.players[0]), player(asked.players[1]))
    except ValueError as error:
        parser.error(str(error))
    records = dealt(rules, asked.seats, asked.seed)
    match = Match(records, payoff, players, asked.seed, Spiel if spiel else None)
    tally = Tally([], [], [0.0, 0.0], [0, 0])
    for number in range(asked.deals):
        match.deal(number, tally)
        if sys.stderr.isatty() or (number + 1) % 20 == 0:
            above, width = interval(tally.figures)
            print(f"{number + 1} deals: {above:+.3f} ± {width:.3f}", file=sys.stderr, flush=True)
    found = {"game": asked.game, "payoff": payoff, "players": asked.players, "seed": asked.seed}
    found |= tally.json()
    print(json.dumps(found))
    if asked.json:
        asked.json.write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
