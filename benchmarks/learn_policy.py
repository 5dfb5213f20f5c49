"""Learns the weights of the fast policy (kibitz.playouts) and writes cpp/lib/policy_weights.hpp.

    python benchmarks/learn_policy.py                 # every kind of game, then rebuild
    python benchmarks/learn_policy.py --only avoid --from 3    # on from the third generation

The first generation plays at random. Each next one is learned from playouts of the one before: in
deals played by that policy, with a share of random plays, every card of some turns is played out a
few times in the very deal on the table, which is one fair draw of what the mover may expect. The
weights are those whose soft choice, exp(score) over its sum, brings the mover's side most on
average over all these turns (the gradient of that mean, by Adam), so a wrong card counts by what it
costs. A generation learns from the turns of the last KEPT ones: without that the fifth and the
sixth lost to the fourth. Nobody looks into a hand at any time.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz import Deal, Position, Rules, _core
from kibitz.bench import random_deal
from kibitz.playouts import playouts, policy_card, policy_kind

HEADER = Path(__file__).parent.parent / "cpp/lib/policy_weights.hpp"
GAMES: dict[str, tuple[tuple[str, int], ...]] = {
    "avoid": (("hearts", 4), ("hearts", 4), ("hearts", 4), ("spot_hearts", 4), ("hearts", 3),
              ("hearts", 5), ("domino_hearts", 4), ("hearts", 2)),
    "avoid_heavy": (("black_lady", 4), ("modern_hearts", 4), ("black_jack", 4), ("joker_hearts", 4),
                    ("black_lady", 3)),
    "points": (("pedro", 4), ("cinch", 4), ("pedro_sancho", 5), ("dom_pedro", 4), ("cinch", 3)),
    "pips": (("pitch", 4), ("pitch", 5), ("pitch", 6), ("modern_pitch", 4)),
    "tricks": (("whist", 4),),
}  # fmt: skip
"""What each kind learns from: deals of these games, in turn."""
LIKELY = 0.5
"""The share of turns that are looked into."""
REPEATS = 10
STEPS, BATCH, RATE, DECAY = 2500, 2048, 0.03, 1e-4
KEPT = 3
LARGEST = 16000

Weights = npt.NDArray[np.int16]
Row = tuple[int, int, list[tuple[int, int]], float]
"""A game, a turn, what the policy sees in a card, and what the card brought."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Cards of many turns, one row a card; a turn's rows lie together."""

    turn: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int64]
    """Shape (rows, features), filled up with counts of zero."""
    counts: npt.NDArray[np.float64]
    payoff: npt.NDArray[np.float64]
    """What the card brought the mover's side, less the mean of the turn, in the game's usual
    differences."""


def deal_of(game: tuple[str, int], seed: int) -> Position:
    variant, players = game
    return Position(Deal.from_record(random_deal(variant, seed, players=players)))


def worlds_of(now: Position, copies: int) -> tuple[npt.NDArray[np.uint64], list[list[int]]]:
    """The deal on the table, so many times."""
    hands = np.array([[hand.bits for hand in now.hands]] * copies, dtype=np.uint64)
    held = {card for hand in now.hands for card in hand} | set(now.plays)
    stock = [card.index for card in now.deal.stock if card not in held]
    return hands, [stock] * copies


def gather(
    games: Sequence[tuple[str, int]], deals: int, weights: Weights | None, seed: int
) -> Turns:
    """Turns of deals played by a policy (None: at random), with what every card brought."""
    rows: list[Row] = []
    turns = 0
    for number in range(deals):
        rng = Random(f"{seed} {number}")
        now = deal_of(games[number % len(games)], 1_000_000 * seed + number)
        team = now.deal.rules.teams(now.players)
        while not now.is_over:
            legal = list(now.legal())
            mover = now.to_move
            assert mover is not None
            if len(legal) > 1 and rng.random() < LIKELY and not _draws(now):
                brought = _payoffs(now, weights, rng.getrandbits(60))
                mine = [seat for seat in range(now.players) if team[seat] == team[mover]]
                own = brought[:, :, mine].sum(axis=2).mean(axis=0)
                if np.ptp(own) > 0:
                    seen = [features for _, features in _core.policy_features(now)]
                    game = number % len(games)
                    rows += zip(repeat(game), repeat(turns), seen, own - own.mean())
                    turns += 1
            if weights is None or rng.random() < 0.1:
                card = rng.choice(legal)
            else:
                card = policy_card(now, weights)
            now = now.play(card)
    return _packed(rows)


def _draws(now: Position) -> bool:
    """Domino Hearts: the mover draws first, and has no choice worth the name."""
    return bool(now.deal.stock) and not now.legal() <= now.hands[now.to_move or 0]


def _payoffs(now: Position, weights: Weights | None, seed: int) -> npt.NDArray[np.int16]:
    hands, stocks = worlds_of(now, REPEATS)
    share = 1.0 if weights is None else 0.1
    found = playouts(now, hands, stocks=stocks, seed=seed, random=share, weights=weights)
    return found.payoffs


def _packed(rows: Sequence[Row]) -> Turns:
    width = max(len(features) for _, _, features, _ in rows)
    numbers = np.zeros((len(rows), width), dtype=np.int64)
    counts = np.zeros((len(rows), width))
    for at, (_, _, features, _) in enumerate(rows):
        for place, (number, sixteenths) in enumerate(features):
            numbers[at, place] = number
            counts[at, place] = sixteenths / 16
    game = np.array([game for game, _, _, _ in rows])
    payoff = np.array([payoff for _, _, _, payoff in rows])
    spread = np.sqrt(np.bincount(game, payoff**2) / np.bincount(game))
    return Turns(np.array([turn for _, turn, _, _ in rows]), numbers, counts, payoff / spread[game])


def joined(several: Sequence[Turns]) -> Turns:
    """The turns of several generations as one list."""
    starts = np.cumsum([0, *(each.turn[-1] + 1 for each in several)])
    width = max(each.numbers.shape[1] for each in several)

    def wide(table: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.pad(table, ((0, 0), (0, width - table.shape[1])))

    return Turns(
        np.concatenate([each.turn + at for each, at in zip(several, starts, strict=False)]),
        np.concatenate([wide(each.numbers) for each in several]),
        np.concatenate([wide(each.counts) for each in several]),
        np.concatenate([each.payoff for each in several]),
    )


def fit(turns: Turns, size: int, seed: int) -> npt.NDArray[np.float64]:
    """The weights whose soft choice brings most."""
    rng = np.random.default_rng(seed)
    first = np.flatnonzero(np.r_[True, np.diff(turns.turn) != 0])
    length = np.diff(np.r_[first, len(turns.turn)])
    weights = np.zeros(size)
    mean, square = np.zeros(size), np.zeros(size)
    for step in range(1, STEPS + 1):
        chosen = rng.integers(0, len(first), BATCH)
        lengths = length[chosen]
        begins = np.cumsum(lengths) - lengths
        rows = np.repeat(first[chosen] - begins, lengths) + np.arange(lengths.sum())
        numbers, counts, payoff = turns.numbers[rows], turns.counts[rows], turns.payoff[rows]
        score = (weights[numbers] * counts).sum(axis=1)
        soft = np.exp(score - np.repeat(np.maximum.reduceat(score, begins), lengths))
        soft = soft / np.repeat(np.add.reduceat(soft, begins), lengths)
        expected = np.repeat(np.add.reduceat(soft * payoff, begins), lengths)
        pull = soft * (payoff - expected) / BATCH
        pulled = np.bincount(numbers.ravel(), (pull[:, None] * counts).ravel(), size)
        slope = pulled - DECAY * weights / size
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        rate = RATE * (1 - step / STEPS) + RATE / 20
        weights += rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    return weights


def whole(weights: npt.NDArray[np.float64]) -> Weights:
    """As int16; only the order of scores matters, not their scale."""
    scaled = weights * (LARGEST / max(1e-9, float(np.abs(weights).max())))
    return np.asarray(np.rint(scaled), dtype=np.int16)


def duel(
    game: tuple[str, int], new: Weights, old: Weights | None, deals: int, seed: int
) -> tuple[float, float]:
    """What a deal more one seat of `new` wins among `old` than `old` there; with its error."""
    gains = []
    for number in range(deals):
        now = deal_of(game, 1_000_000 * seed + number)
        seats = now.players
        team = now.deal.rules.teams(seats)
        base = _outcome(now, [old] * seats)
        for seat in range(seats):
            mine = [at for at in range(seats) if team[at] == team[seat]]
            mixed = _outcome(now, [new if at == seat else old for at in range(seats)])
            gains.append(float(mixed[mine].sum() - base[mine].sum()))
    per_deal = np.array(gains).reshape(deals, -1).mean(axis=1)
    return float(per_deal.mean()), float(per_deal.std(ddof=1) / np.sqrt(deals))


def _outcome(now: Position, by_seat: Sequence[Weights | None]) -> npt.NDArray[np.int16]:
    """The payoffs of a deal that each seat plays by weights of its own; None: the lowest card."""
    size = _core.policy_weights(now.deal.rules).size
    none = np.zeros(size, dtype=np.int16)
    sets = np.stack([none if weights is None else weights for weights in by_seat])
    hands, stocks = worlds_of(now, 1)
    found = playouts(now, hands, stocks=stocks, random=0, weights=sets)
    lead = policy_card(now, sets[now.to_move or 0])
    return np.asarray(found.payoffs[0, found.cards.index(lead)])


def learn(
    kind: str, generations: int, deals: int, weights: Weights | None = None, done: int = 0
) -> Weights:
    """The last generation of a kind, telling of each how it does against the one before.

    `weights` are those of the generations that are `done`.
    """
    games = GAMES[kind]
    size = _core.policy_weights(Rules(games[0][0])).size
    kept: list[Turns] = []
    for generation in range(done + 1, generations + 1):
        kept = [*kept[1 - KEPT :], gather(games, deals, weights, generation)]
        turns = joined(kept)
        new = whole(fit(turns, size, generation))
        for game in dict.fromkeys(games[:2]):
            gain, error = duel(game, new, weights, 1000, 99)
            print(
                f"{kind} generation {generation}: {turns.turn[-1] + 1} turns;"
                f" {game[0]} of {game[1]}: {gain:+.3f} ± {1.96 * error:.3f} points a deal",
                flush=True,
            )
        weights = new
    assert weights is not None
    return weights


def write(tables: dict[str, Weights]) -> None:
    lines = [
        "// Weights of the fast policy (policy.hpp says what each number stands for), a set for",
        "// each kind of game. Learned and written by benchmarks/learn_policy.py.",
        "// clang-format off",
        "#pragma once",
        "",
        "#include <array>",
        "#include <cstdint>",
        "",
        "namespace kibitz {",
    ]
    for kind, weights in tables.items():
        name = "k" + "".join(word.capitalize() for word in kind.split("_")) + "Weights"
        lines += ["", f"inline constexpr std::array<std::int16_t, {weights.size}> {name}{{{{"]
        texts = [f"{value}," for value in weights.tolist()]
        line = "   "
        for text in texts:
            if len(line) + len(text) > 98:
                lines.append(line)
                line = "   "
            line += " " + text
        lines += [line, "}};"]
    lines += ["", "}  // namespace kibitz", ""]
    HEADER.write_text("\n".join(lines), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=sorted(GAMES), help="the others keep their weights")
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--from", dest="done", type=int, default=0, help="go on from this one")
    parser.add_argument("--deals", type=int, default=2000, help="for each generation")
    asked = parser.parse_args(arguments)
    tables = {kind: _core.policy_weights(Rules(games[0][0])) for kind, games in GAMES.items()}
    for kind, games in GAMES.items():
        assert all(policy_kind(Rules(variant)) == kind for variant, _ in games)
        if asked.only in (None, kind):
            built_in = tables[kind] if asked.done else None
            tables[kind] = learn(kind, asked.generations, asked.deals, built_in, asked.done)
    write(tables)


if __name__ == "__main__":
    main()
