// A table of results that hold wherever things stand better for the side that they speak for, in
// games of one seat against the rest (`hunt.hpp`). The shape of a position says how many cards of
// each lane each seat holds; its pairs, one bit each, which card of the single seat lies above
// which of an opponent's (or, if MAX likes that, which does not). The fewer pairs, the better for
// MAX: a lower bound holds for all positions of the shape with a part of the entry's pairs, an
// upper bound for all with those pairs and more.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "runs.hpp"
#include "table.hpp"

namespace kibitz {

template <int Words>
class BetterTable {
 public:
  static constexpr int kMostPairs = 128;
  struct Pairs {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    // Is this a part of `other`?
    [[nodiscard]] bool within(const Pairs& other) const {
      return ((low & ~other.low) | (high & ~other.high)) == 0;
    }
  };

  // Forgets all entries; `memory` in bytes bounds the table from now on.
  void begin(std::uint64_t memory) { runs_.begin(memory); }

  // Is it proven that `k` is reached, or that it is not? Then `bound` is what is proven.
  [[nodiscard]] bool probe(const Key<Words>& shape, const Pairs& pairs, int k, int& bound) {
    const std::span<Entry> run = runs_.find(shape);
    for (std::size_t at = 0; at < run.size(); ++at) {
      Entry& entry = run[at];
      if (entry.is_lower ? entry.bound < k || !pairs.within(entry.pairs())
                         : entry.bound >= k || !entry.pairs().within(pairs))
        continue;
      bound = entry.bound;
      // What was of use stands further in front the next time.
      if (at > 0) std::swap(entry, run[at / 2]);
      return true;
    }
    return false;
  }

  // `bound` is a lower bound if it reaches `k`, else an upper one.
  void store(const Key<Words>& shape, const Pairs& pairs, int k, int bound) {
    const Entry found{pairs.low, pairs.high, bound, bound >= k};
    for (Entry& entry : runs_.find(shape)) {
      if (entry.is_lower != found.is_lower) continue;
      if (found.is_lower ? bound < entry.bound || !entry.pairs().within(pairs)
                         : bound > entry.bound || !pairs.within(entry.pairs()))
        continue;
      entry = found;
      return;
    }
    runs_.add(shape, found);
  }

  [[nodiscard]] std::uint64_t bytes() const { return runs_.bytes(); }

 private:
  struct Entry {
    std::uint64_t low;
    std::uint64_t high;
    std::int32_t bound;
    bool is_lower;

    [[nodiscard]] Pairs pairs() const { return {low, high}; }
  };

  Runs<Key<Words>, Entry> runs_;
};

}  // namespace kibitz
