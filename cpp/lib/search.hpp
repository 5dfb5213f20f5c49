// The alpha-beta search between two sides. It asks, of a position, whether MAX gets at least k of
// the points still to come; values so found merge whatever happened before. Answers are fail-soft:
// at least k, a proven lower bound; below k, a proven upper bound.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "hunt.hpp"
#include "keys.hpp"
#include "kibitz/limits.hpp"
#include "kibitz/position.hpp"
#include "kibitz/solver.hpp"
#include "leads.hpp"
#include "moves.hpp"
#include "order.hpp"
#include "relax.hpp"
#include "stakes.hpp"
#include "table.hpp"

namespace kibitz {

// The tables of one question: of the game itself, of one seat against the rest, and of one team's
// leads in pips.
template <int Words>
struct SideTables {
  Table<Words, Bounds> exact;
  Table<Words, Bounds> hunt;
  BetterTable<Words> better;
  Table<Words, LeadProofs> leads;

  [[nodiscard]] std::uint64_t bytes() const {
    return exact.bytes() + hunt.bytes() + better.bytes() + leads.bytes();
  }
};

// Narrows proven bounds until they meet, by null windows, the first of them at `guess`:
// `test(k)` answers whether the value is at least k, fail-soft. The bounds hold at every moment, so
// a stop leaves what is proven.
template <class Test>
void narrow(Test&& test, int& lower, int& upper, int guess) {
  int k = std::clamp(guess, lower + 1, std::max(lower + 1, upper));
  while (lower < upper) {
    const int value = test(k);
    if (value >= k) {
      lower = std::max(lower, value);
      k = lower + 1;
    } else {
      upper = std::min(upper, value);
      k = upper;
    }
  }
}

template <int Words>
class SidesSearch {
 public:
  SidesSearch(const Lanes& lanes, const Worths& worths, const KeyMaker& keys, const State& root,
              SeatMask max, SideTables<Words>& tables, RelaxedTables& relaxed, Meter& meter,
              const Switches& switches)
      : lanes_(lanes),
        worths_(worths),
        keys_(keys),
        stakes_(lanes, max, switches.bounds),
        order_(lanes, max),
        max_(max),
        table_(tables.exact),
        meter_(meter),
        remembers_(switches.table),
        relaxes_(switches.relaxed && Relaxation::holds(lanes)),
        hunts_(switches.relaxed && Hunt<Words>::holds(lanes, max)),
        above_(lanes, worths, stakes_, max, true, relaxed.above, meter, switches.table),
        below_(lanes, worths, stakes_, max, false, relaxed.below, meter, switches.table),
        hunt_(lanes, worths, stakes_, root, max, tables.hunt, tables.better, meter, switches.table,
              switches.bounds),
        leads_(switches.leads && LeadSearch<Words>::holds(lanes, root, max)),
        lead_(lanes, worths, keys, stakes_, order_, root, max, tables.leads, meter,
              switches.table) {}

  // Bounds that hold without search.
  [[nodiscard]] Stakes::Range range(const State& state) const {
    if (state.over) return {stakes_.at_end(state), stakes_.at_end(state)};
    const std::uint64_t left = keys_.left(state);
    return state.count == 0 ? stakes_.of(state, left) : stakes_.sums(state, left | state.table);
  }

  // Narrows a position's bounds by the relaxed games, and says where to ask first in the real one.
  // They are often worth the same.
  void relax(const State& state, int& lower, int& upper, int& guess) {
    if (relaxes_ && Relaxation::holds_at(lanes_, state)) {
      Stakes::Range open = range(state);
      narrow([&](int k) { return above_.test(state, k); }, open.least, open.most, guess);
      guess = upper = std::min(upper, open.most);
    }
    if (hunts_ && Hunt<Words>::holds_at(lanes_, state)) hunt(state, lower, upper, guess);
  }

  // The points to come if every seat plays what looks best at once: a first guess.
  [[nodiscard]] int playout(State state) const {
    const int before = max_points(state);
    std::array<std::int32_t, 64> scores;
    while (!state.over) {
      const std::uint64_t hand = state.hand[state.turn];
      const Moves moves =
          classes(worths_, legal(lanes_, state), (keys_.left(state) & ~hand) | state.table);
      order_.score(state, moves, scores);
      const auto best =
          std::max_element(scores.begin(), scores.begin() + moves.size) - scores.begin();
      play(lanes_, state, moves.slot[static_cast<std::size_t>(best)]);
    }
    return max_points(state) - before + stakes_.at_end(state);
  }

  // At least `k` for MAX from here on, the trick under way included?
  int test(const State& state, int k) {
    if (state.over) return stakes_.at_end(state);
    if (state.count != 0) return test_play(state, k, nullptr);
    return leads_ ? lead_.test(state, k) : test_trick(state, k);
  }

 private:
  // First the free game, from the end where the opponents do most: what they can do is soon shown.
  void hunt(const State& state, int& lower, int& upper, int& guess) {
    const bool below = hunt_.bounds_below();
    Stakes::Range open{lower, upper};
    if (hunt_.has_free_game()) {
      narrow([&](int k) { return hunt_.test_freely(state, k); }, open.least, open.most,
             below ? upper : lower + 1);
    }
    if (below) {
      open = {open.least, upper};
    } else {
      open = {lower, open.most};
    }
    narrow([&](int k) { return hunt_.test(state, k); }, open.least, open.most,
           below ? open.least + 1 : open.most);
    if (below) {
      lower = std::max(lower, open.least);
      guess = lower + 1;
    } else {
      upper = std::min(upper, open.most);
      guess = upper;
    }
  }

  int test_trick(const State& state, int k) {
    const std::uint64_t left = keys_.left(state);
    const Stakes::Range range = stakes_.of(state, left);
    if (range.least >= k || range.least == range.most) return range.least;
    if (range.most < k) return range.most;
    const Key<Words> key = keys_.make<Words>(state, left);
    Bounds known{static_cast<std::int16_t>(range.least), static_cast<std::int16_t>(range.most),
                 255};
    if (remembers_ && table_.probe(key, known)) {
      if (known.lower >= k) return known.lower;
      if (known.upper < k) return known.upper;
    }
    if (relaxes_ && Relaxation::holds_at(lanes_, state)) {
      // A question is asked at a value that will most likely be reached, so the bound from below
      // settles more of them.
      const int below = below_.test(state, k);
      if (below >= k) return below;
      const int above = above_.test(state, k);
      if (above < k) return above;
    }
    if (hunts_ && Hunt<Words>::holds_at(lanes_, state)) {
      const int bound = hunt_.test(state, k);
      if (hunt_.bounds_below() ? bound >= k : bound < k) return bound;
    }
    const int value = test_play(state, k, &known);
    if (value >= k) {
      known.lower = static_cast<std::int16_t>(value);
    } else {
      known.upper = static_cast<std::int16_t>(value);
    }
    if (remembers_) table_.store(key, known, static_cast<std::uint8_t>(std::popcount(left)));
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
      if (known != nullptr && known->move < moves.size) scores[known->move] = kKnown;
    }
    int best = maximise ? -(1 << 14) : 1 << 14;
    const auto cuts_off = [&](std::uint8_t which, bool promising) {
      const int value = after(state, moves.slot[which], k, promising);
      if (maximise ? value > best : value < best) {
        best = value;
        if (known != nullptr) known->move = which;
      }
      return maximise ? best >= k : best < k;
    };
    const auto size = static_cast<std::size_t>(moves.size);
    std::array<std::uint8_t, 64> at;
    for (std::size_t i = 0; i < size; ++i) at[i] = static_cast<std::uint8_t>(i);
    // At a turn of the single seat's opponents: first what the relaxed game has shown to work.
    const bool looks_up = size > 1 && hunted(state);
    std::size_t put_off = 0;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = i + 1; j < size; ++j) {
        if (scores[at[j]] > scores[at[i]]) std::swap(at[i], at[j]);
      }
      const std::uint8_t which = at[i];
      const bool asks = looks_up && scores[which] < kKnown;
      if (asks && !is_promising(state, moves.slot[which], k)) {
        at[put_off++] = which;
      } else if (cuts_off(which, asks)) {
        return best;
      }
    }
    for (std::size_t i = 0; i < put_off; ++i) {
      if (cuts_off(at[i], false)) break;
    }
    return best;
  }

  // Is it the turn of an opponent of the single seat, so that a play can be looked up in the
  // relaxed game before it is searched?
  [[nodiscard]] bool hunted(const State& state) const {
    return hunts_ && Hunt<Words>::holds_at(lanes_, state) &&
           has(max_, state.turn) != hunt_.bounds_below();
  }

  // Has the relaxed game shown a play to work?
  [[nodiscard]] bool is_promising(const State& state, Slot slot, int k) {
    State child = state;
    play(lanes_, child, slot);
    const int gain = child.count == 0 ? max_points(child) - max_points(state) : 0;
    return hunt_.is_promising(child, k - gain);
  }

  // `promising`: the relaxed game was asked already.
  int after(const State& state, Slot slot, int k, bool promising) {
    meter_.count();
    State child = state;
    play(lanes_, child, slot);
    if (child.count != 0) {
      if (!promising && hunted(state)) {
        const int bound = hunt_.test(child, k);
        if (hunt_.bounds_below() ? bound >= k : bound < k) return bound;
      }
      return test_play(child, k, nullptr);
    }
    const int gain = max_points(child) - max_points(state);
    return gain + test(child, k - gain);
  }

  [[nodiscard]] int max_points(const State& state) const {
    int points = 0;
    for (unsigned seats = max_ & ~lanes_.silent; seats != 0; seats &= seats - 1) {
      points += state.points[static_cast<std::size_t>(std::countr_zero(seats))];
    }
    return points;
  }

  static constexpr std::int32_t kKnown = 1 << 30;  // the score of what was best before

  const Lanes& lanes_;
  const Worths& worths_;
  const KeyMaker& keys_;
  Stakes stakes_;
  Order order_;
  SeatMask max_;
  Table<Words, Bounds>& table_;
  Meter& meter_;
  bool remembers_;
  bool relaxes_;
  bool hunts_;
  Relaxation above_;
  Relaxation below_;
  Hunt<Words> hunt_;
  bool leads_;
  LeadSearch<Words> lead_;
};

}  // namespace kibitz
