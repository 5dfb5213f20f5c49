// The alpha-beta search between two sides. It asks, of a position, whether MAX gets at least k of the points still to
// come; values so found merge whatever happened before. Answers are fail-soft: at least k, a proven lower bound; below k,
// a proven upper bound.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "keys.hpp"
#include "kibitz/limits.hpp"
#include "kibitz/position.hpp"
#include "moves.hpp"
#include "order.hpp"
#include "table.hpp"

namespace kibitz {

// What is proven of the points to come for MAX, and the class of first lead that proved it (255: none).
struct Bounds {
  std::int16_t lower;
  std::int16_t upper;
  std::uint8_t move;
};

// Sums of what is left: no result can lie outside.
class Stakes {
 public:
  explicit Stakes(const Lanes& lanes) : lanes_(lanes) {
    for (const Slot slot : CardSet(lanes.weighted)) {
      const int weight = lanes.weight[static_cast<std::size_t>(slot)];
      std::size_t at = 0;
      while (at < size_ && kinds_[at].weight != weight) ++at;
      if (at == size_) kinds_[size_++] = {weight, 0};
      kinds_[at].slots |= bit(slot);
    }
  }

  struct Range {
    int least = 0;
    int most = 0;
  };
  [[nodiscard]] Range of(const State& state, std::uint64_t left) const {
    Range range;
    for (std::size_t at = 0; at < size_; ++at) {
      add(range, kinds_[at].weight * std::popcount(left & kinds_[at].slots));
    }
    if (lanes_.widow && state.tricks == 0) add(range, lanes_.widow_points);
    if (lanes_.trick_points != 0) {
      const int tricks = std::popcount(left) / lanes_.seats;
      add(range, lanes_.trick_points * tricks);
    }
    return range;
  }

 private:
  static void add(Range& range, int points) { (points < 0 ? range.least : range.most) += points; }

  struct Kind {
    int weight;
    std::uint64_t slots;
  };
  const Lanes& lanes_;
  std::array<Kind, 64> kinds_{};
  std::size_t size_ = 0;
};

template <int Words>
class SidesSearch {
 public:
  using Store = Table<Words, Bounds>;

  SidesSearch(const Lanes& lanes, const Worths& worths, const KeyMaker& keys, SeatMask max, Store& table, Meter& meter)
      : lanes_(lanes), worths_(worths), keys_(keys), stakes_(lanes), order_(lanes, max), max_(max), table_(table),
        meter_(meter) {}

  // Bounds that hold without search.
  [[nodiscard]] Stakes::Range range(const State& state) const {
    return stakes_.of(state, keys_.left(state) | state.table);
  }

  // At least `k` for MAX from here on, the trick under way included?
  int test(const State& state, int k) {
    if (state.over) return 0;
    return state.count == 0 ? test_trick(state, k) : test_play(state, k, nullptr);
  }

 private:
  int test_trick(const State& state, int k) {
    const std::uint64_t left = keys_.left(state);
    const Stakes::Range range = stakes_.of(state, left);
    if (range.least >= k || range.least == range.most) return range.least;
    if (range.most < k) return range.most;
    const Key<Words> key = keys_.make<Words>(state, left);
    Bounds known{static_cast<std::int16_t>(range.least), static_cast<std::int16_t>(range.most), 255};
    if (table_.probe(key, known)) {
      if (known.lower >= k) return known.lower;
      if (known.upper < k) return known.upper;
    }
    const int value = test_play(state, k, &known);
    if (value >= k) {
      known.lower = static_cast<std::int16_t>(value);
    } else {
      known.upper = static_cast<std::int16_t>(value);
    }
    table_.store(key, known, static_cast<std::uint8_t>(std::popcount(left)));
    return value;
  }

  int test_play(const State& state, int k, Bounds* known) {
    const bool maximise = has(max_, state.turn);
    const std::uint64_t hand = state.hand[state.turn];
    const std::uint64_t between = (keys_.left(state) & ~hand) | state.table;
    const Moves moves = classes(worths_, legal(lanes_, state), between);
    std::array<std::int32_t, 64> scores;
    if (moves.size > 1) {
      order_.score(state, moves, scores);
      if (known != nullptr && known->move < moves.size) scores[known->move] = 1 << 30;
    }
    int best = maximise ? -(1 << 14) : 1 << 14;
    std::array<std::uint8_t, 64> at;
    for (std::size_t i = 0; i < static_cast<std::size_t>(moves.size); ++i) at[i] = static_cast<std::uint8_t>(i);
    for (std::size_t i = 0; i < static_cast<std::size_t>(moves.size); ++i) {
      for (std::size_t j = i + 1; j < static_cast<std::size_t>(moves.size); ++j) {
        if (scores[at[j]] > scores[at[i]]) std::swap(at[i], at[j]);
      }
      const Slot slot = moves.slot[at[i]];
      const int value = after(state, slot, k);
      if (maximise ? value > best : value < best) {
        best = value;
        if (known != nullptr) known->move = at[i];
      }
      if (maximise ? best >= k : best < k) {
        if (moves.size > 1) order_.reward(state, slot, std::popcount(hand));
        break;
      }
    }
    return best;
  }

  int after(const State& state, Slot slot, int k) {
    meter_.count();
    State child = state;
    play(lanes_, child, slot);
    if (child.count != 0) return test_play(child, k, nullptr);
    const int gain = max_points(child) - max_points(state);
    return gain + test(child, k - gain);
  }

  [[nodiscard]] int max_points(const State& state) const {
    int points = 0;
    for (unsigned seats = max_; seats != 0; seats &= seats - 1) {
      points += state.points[static_cast<std::size_t>(std::countr_zero(seats))];
    }
    return points;
  }

  const Lanes& lanes_;
  const Worths& worths_;
  const KeyMaker& keys_;
  Stakes stakes_;
  Order order_;
  SeatMask max_;
  Store& table_;
  Meter& meter_;
};

}  // namespace kibitz
