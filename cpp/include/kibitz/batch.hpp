// Many questions in one call: spans in, spans out, a pool of workers with one Solver each. Answers
// are those of one by one, whatever the number of workers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "kibitz/rules.hpp"
#include "kibitz/solver.hpp"
#include "kibitz/worlds.hpp"

namespace kibitz {

struct BatchOptions {
  int workers = 0;  // 0: one a core
  // Seconds, the stop and the poll are of the whole call; nodes of one item, and memory of one
  // worker's tables.
  Limits limits;
  double item_seconds = std::numeric_limits<double>::infinity();  // a limit for each item
  std::function<void(std::size_t)> progress;  // items finished, on the caller's thread
};

struct BatchReport {
  std::uint64_t nodes = 0;
  std::uint64_t table_bytes = 0;  // at most held by the tables of all workers together
};

// Deals as printed card sets.
struct DealBatch {
  Rules rules;
  int players = 0;
  std::span<const std::uint64_t> hands;  // deals * players
  std::span<const std::int8_t> trumps;   // a suit, or -1
  std::span<const std::int8_t> leaders;
};

// Where a card may not be played.
inline constexpr std::int16_t kNotLegal = std::numeric_limits<std::int16_t>::min();

struct DealValues {
  std::span<std::int16_t> values;  // of each deal
  std::span<std::uint8_t> done;    // of each deal: 0 where a limit came first; its values are 0
  std::span<std::int16_t> cards;   // deals * 64, by printed card, or kNotLegal; empty: not asked
};

// The points of the seats of `side` in each deal, played out by both sides, and after each legal
// card. Throws DealError naming the first faulty deal, std::invalid_argument if the spans do not
// fit together.
BatchReport solve_batch(const DealBatch& batch, SeatMask side, const BatchOptions& options,
                        const DealValues& out);

// Any positions, each for its own side; the answers are those of Solver::solve, save that the
// limits are those of a batch.
[[nodiscard]] std::vector<Answer> solve_positions(std::span<const Position> positions,
                                                  std::span<const SeatMask> sides,
                                                  const Query& query, const BatchOptions& options);

struct WorldValues {
  std::span<std::int16_t> values;  // worlds * cards, the cards in card order
  std::span<std::uint8_t> done;    // of each world: 0 where a limit came first; its values are 0
};

// What each legal card is worth to the seats of `side` in each world, as a payoff that depends on
// their points alone. Throws DealError naming the first faulty world, RulesError for a payoff that
// depends on more, std::invalid_argument as Worlds does.
BatchReport solve_worlds(const Position& now, const WorldHands& worlds, SeatMask side,
                         Payoff payoff, const BatchOptions& options, const WorldValues& out);

}  // namespace kibitz
