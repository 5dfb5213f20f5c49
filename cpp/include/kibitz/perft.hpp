// perft(d): how many sequences of d legal plays there are (fewer plays where the deal ends sooner),
// and its split.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "kibitz/limits.hpp"
#include "kibitz/position.hpp"

namespace kibitz {

// Counts plays as nodes against the limits; throws Stopped when one is reached.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth, const Limits& limits = {});
// perft(depth - 1) after each legal first play, in card order; they sum to perft(depth).
[[nodiscard]] std::vector<std::pair<Card, std::uint64_t>> perft_split(const Position& position,
                                                                      int depth,
                                                                      const Limits& limits = {});

}  // namespace kibitz
