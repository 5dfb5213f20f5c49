// A table of whole sets of positions. An entry is proven for every position of one shape (how many
// cards of each lane each seat holds, and who leads) in which certain top cards of each lane lie
// with the same seats; where the lower ones lie is left open.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "runs.hpp"

namespace kibitz {

// A position as the table sees it: cards left, packed from the lowest of the lowest lane up, and
// the two bits of each card's owner.
struct Owners {
  std::uint64_t low;
  std::uint64_t high;
};

struct TrickBounds {
  int lower;
  int upper;
  std::uint64_t known;  // which of the packed cards the proof looked at
  bool seen = false;    // entries that hold for the position were found, but none that decides
};

class PartitionTable {
 public:
  static constexpr int kMostCards = 52;
  static constexpr int kMostTricks = 15;

  // Forgets all entries; `memory` in bytes bounds the table from now on.
  void begin(std::uint64_t memory) { runs_.begin(memory); }

  // Is it proven that `k` tricks can be won, or that they cannot?
  [[nodiscard]] bool probe(std::uint64_t shape, const Owners& owners, int k, TrickBounds& out) {
    out.seen = false;
    const std::span<Entry> run = runs_.find(shape);
    for (std::size_t at = 0; at < run.size(); ++at) {
      Entry& entry = run[at];
      if ((((entry.low ^ owners.low) | (entry.high ^ owners.high)) & entry.known) != 0) continue;
      const int lower = entry.lower();
      const int upper = entry.upper();
      if (lower < k && upper >= k) {
        out.seen = true;
        continue;
      }
      out = {lower, upper, entry.known & kCards};
      // What was of use stands further in front the next time.
      if (at > 0) std::swap(entry, run[at / 2]);
      return true;
    }
    return false;
  }

  void store(std::uint64_t shape, const Owners& owners, const TrickBounds& bounds) {
    const std::uint64_t low = owners.low & bounds.known;
    const std::uint64_t high = owners.high & bounds.known;
    // An entry of the same set is one that was seen.
    for (Entry& entry : bounds.seen ? runs_.find(shape) : std::span<Entry>{}) {
      if (entry.low != low || entry.high != high || (entry.known & kCards) != bounds.known)
        continue;
      entry = Entry::of(low, high, bounds.known, std::max(bounds.lower, entry.lower()),
                        std::min(bounds.upper, entry.upper()));
      return;
    }
    runs_.add(shape, Entry::of(low, high, bounds.known, bounds.lower, bounds.upper));
  }

  [[nodiscard]] std::uint64_t bytes() const { return runs_.bytes(); }

 private:
  struct Entry {
    std::uint64_t low;
    std::uint64_t high;
    std::uint64_t known;  // and above the cards: the bounds

    static Entry of(std::uint64_t low, std::uint64_t high, std::uint64_t known, int lower,
                    int upper) {
      return {low, high,
              known | static_cast<std::uint64_t>(lower) << kMostCards |
                  static_cast<std::uint64_t>(upper) << (kMostCards + 4)};
    }
    [[nodiscard]] int lower() const { return static_cast<int>(known >> kMostCards & 15); }
    [[nodiscard]] int upper() const { return static_cast<int>(known >> (kMostCards + 4) & 15); }
  };
  static constexpr std::uint64_t kCards = (std::uint64_t{1} << kMostCards) - 1;

  Runs<std::uint64_t, Entry> runs_;
};

}  // namespace kibitz
