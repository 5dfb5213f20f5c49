// A legal set as classes of cards that play alike. Two neighbours of a lane in one hand are one
// play when no card that can still matter lies between them (another hand's, the stock's, or one of
// the trick under way, which still decides who wins it) and both carry the same worth: whoever
// plays one or the other, the rest of the deal is the same game with the two names exchanged, so
// every line of either has its twin of equal value in the other.
#pragma once

#include <array>
#include <cstdint>

#include "kibitz/lanes.hpp"
#include "kibitz/position.hpp"

namespace kibitz {

// What makes a slot different from its neighbours apart from rank: a small number, equal for equal
// worth.
struct Worths {
  std::array<std::uint8_t, 64> id{};
  bool all_differ;  // no classes: every card is a play of its own

  explicit Worths(const Lanes& lanes, bool apart = false) : all_differ(apart) {
    std::array<std::array<int, 3>, 64> seen{};
    std::uint8_t kinds = 0;
    for (std::size_t slot = 0; slot < 64; ++slot) {
      // A card that a demand names is unlike any other.
      const int named = (lanes.named >> slot & 1) != 0 ? static_cast<int>(slot) + 1 : 0;
      const std::array<int, 3> worth{lanes.weight[slot], lanes.pips[slot], named};
      std::uint8_t kind = 0;
      while (kind < kinds && seen[kind] != worth) ++kind;
      if (kind == kinds) seen[kinds++] = worth;
      id[slot] = kind;
    }
  }
};

struct Moves {
  std::array<std::uint8_t, 64> slot;  // the lowest card of each class, in slot order
  int size = 0;

  // All slots of `legal` in the class at `at`.
  [[nodiscard]] std::uint64_t members(int at, std::uint64_t legal) const {
    const std::uint64_t from = ~(bit(slot[static_cast<std::size_t>(at)]) - 1);
    const std::uint64_t below =
        at + 1 < size ? bit(slot[static_cast<std::size_t>(at) + 1]) - 1 : ~std::uint64_t{0};
    return legal & from & below;
  }
};

// `between`: the cards that separate (all cards in play that are not in the mover's hand).
inline Moves classes(const Worths& worths, std::uint64_t legal, std::uint64_t between) {
  Moves moves;
  if (worths.all_differ) {
    for (const Slot slot : CardSet(legal))
      moves.slot[static_cast<std::size_t>(moves.size++)] = static_cast<std::uint8_t>(slot);
    return moves;
  }
  int last = -1;
  for (const Slot slot : CardSet(legal)) {
    const bool same_lane = last >= 0 && lane_of(last) == lane_of(slot);
    const std::uint64_t gap = last >= 0 ? bit(slot) - bit(last) : 0;
    const bool alike =
        same_lane && (gap & between) == 0 &&
        worths.id[static_cast<std::size_t>(last)] == worths.id[static_cast<std::size_t>(slot)];
    if (!alike)
      moves.slot[static_cast<std::size_t>(moves.size++)] = static_cast<std::uint8_t>(slot);
    last = slot;
  }
  return moves;
}

}  // namespace kibitz
