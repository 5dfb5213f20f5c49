// Many deals in one call: spans in, spans out, a pool of workers with one Solver each. Answers are
// those of one by one, whatever the number of workers.
#pragma once

#include <cstdint>
#include <span>

#include "kibitz/rules.hpp"

namespace kibitz {

// Deals as printed card sets.
struct DealBatch {
  Rules rules;
  int players = 0;
  std::span<const std::uint64_t> hands;  // deals * players
  std::span<const std::int8_t> trumps;   // a suit, or -1
  std::span<const std::int8_t> leaders;
};

// values[i]: the points of the seats of `side` in deal i, played out by both sides. Throws
// DealError naming the first faulty deal, std::invalid_argument if the spans do not fit together.
// `workers` 0: one a core.
void solve_batch(const DealBatch& batch, SeatMask side, int workers,
                 std::span<std::int16_t> values);

}  // namespace kibitz
