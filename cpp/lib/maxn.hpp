// max^n: each seat plays for its own payoff; among equals it picks the play that gives the seat on
// its left the least, then the next, and so on round (RULES section 2), which makes the vector
// unique. Values are points still to come, by seat; a payoff that is not a sum of points puts what
// it needs of the points so far into the key.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "keys.hpp"
#include "kibitz/limits.hpp"
#include "kibitz/payoff.hpp"
#include "kibitz/position.hpp"
#include "kibitz/solver.hpp"
#include "moves.hpp"
#include "table.hpp"

namespace kibitz {

using VectorValue = std::array<std::int16_t, kMaxSeats>;

// Does the mover prefer payoffs `a` to `b`? His own first, then the left neighbour's the least, and
// so round.
inline bool prefers(Seat mover, int seats, const PointsVector& a, const PointsVector& b) {
  const auto own = static_cast<std::size_t>(mover);
  if (a[own] != b[own]) return a[own] > b[own];
  for (int step = 1; step < seats; ++step) {
    const auto seat = static_cast<std::size_t>((mover + step) % seats);
    if (a[seat] != b[seat]) return a[seat] < b[seat];
  }
  return false;
}

template <int Words>
class MaxnSearch {
  enum class Taken : std::uint8_t { nothing, maker, clear, all };
  static constexpr int kMakerBits = 12;

 public:
  // Bits that the payoff adds to the key.
  [[nodiscard]] static int extra_bits(const PayoffRule& rule) {
    switch (kind_of(rule)) {
      case Taken::nothing:
        return 0;
      case Taken::maker:
        return kMakerBits;
      case Taken::clear:
        return 10;
      case Taken::all:
        return 8 * rule.seats;
    }
    return 64;
  }

  MaxnSearch(const Lanes& lanes, const Worths& worths, const KeyMaker& keys, const PayoffRule& rule,
             Table<Words, VectorValue>& table, Meter& meter)
      : lanes_(lanes),
        worths_(worths),
        keys_(keys),
        rule_(rule),
        kind_(kind_of(rule)),
        table_(table),
        meter_(meter) {}

  // Points to come, by seat.
  VectorValue value(const State& state) {
    if (state.over) return at_end(state);
    return state.count == 0 ? trick(state) : choose(state);
  }

  // The points at the end of the deal if the points to come after `state` are `to_come`.
  [[nodiscard]] PointsVector total(const State& state, const VectorValue& to_come) const {
    PointsVector points{};
    for (std::size_t seat = 0; seat < points.size(); ++seat)
      points[seat] = state.points[seat] + to_come[seat];
    return points;
  }

 private:
  VectorValue trick(const State& state) {
    const std::uint64_t left = keys_.left(state);
    if (nothing_left(state, left)) return at_end(state);
    const Key<Words> key = keys_.template make<Words>(state, left, taken(state), extra_bits(rule_));
    VectorValue known;
    if (table_.probe(key, known)) return known;
    known = choose(state);
    table_.store(key, known, static_cast<std::uint8_t>(std::popcount(left)));
    return known;
  }

  VectorValue choose(const State& state) {
    const std::uint64_t hand = state.hand[state.turn];
    const Moves moves =
        classes(worths_, legal(lanes_, state), (keys_.left(state) & ~hand) | state.table);
    VectorValue best{};
    PointsVector best_payoffs{};
    for (int at = 0; at < moves.size; ++at) {
      meter_.count();
      State child = state;
      play(lanes_, child, moves.slot[static_cast<std::size_t>(at)]);
      const VectorValue below = value(child);
      const PointsVector sums = total(child, below);
      const PointsVector reached = payoffs(rule_, sums);
      if (at > 0 && !prefers(state.turn, lanes_.seats, reached, best_payoffs)) continue;
      best_payoffs = reached;
      for (std::size_t seat = 0; seat < best.size(); ++seat) {
        best[seat] = static_cast<std::int16_t>(sums[seat] - state.points[seat]);
      }
    }
    return best;
  }

  [[nodiscard]] bool nothing_left(const State& state, std::uint64_t left) const {
    return (left & (lanes_.weighted | lanes_.pipped | lanes_.penalties)) == 0 &&
           lanes_.trick_points == 0 && (!lanes_.widow || state.tricks > 0);
  }

  // What the end of the deal adds.
  [[nodiscard]] VectorValue at_end(const State& state) const {
    VectorValue points{};
    if (lanes_.game_points == 0 && lanes_.moon == MoonRule::none) return points;
    State end = state;
    add_final_points(lanes_, end);
    for (std::size_t seat = 0; seat < points.size(); ++seat) {
      points[seat] = static_cast<std::int16_t>(end.points[seat] - state.points[seat]);
    }
    return points;
  }

  // What the payoff must know of the points so far, beyond what only adds up:
  // score: has the maker's team the bid; sweepstake: who is no longer clear, and where the Joker
  // went (its five counters may pass the pool by); Cinch's deal score: every seat's points, which
  // are netted.
  [[nodiscard]] std::uint64_t taken(const State& state) const {
    std::uint64_t code = 0;
    switch (kind_) {
      case Taken::nothing:
        return 0;
      case Taken::maker: {
        int points = 1 << (kMakerBits - 1);
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(lanes_.seats); ++seat) {
          if (rule_.team[seat] == rule_.maker_team) points += state.points[seat];
        }
        return static_cast<std::uint64_t>(points);
      }
      case Taken::clear:
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(lanes_.seats); ++seat) {
          if (state.points[seat] == 0) code |= 1u << seat;
          if (rule_.joker_apart && state.points[seat] <= -kJokerApart) {
            code |= static_cast<Seat>(seat) == rule_.joker_holder ? 1u << 8 : 1u << 9;
          }
        }
        return code;
      case Taken::all:
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(lanes_.seats); ++seat) {
          code = code << 8 | static_cast<std::uint8_t>(state.points[seat]);
        }
        return code;
    }
    return 0;
  }

  [[nodiscard]] static Taken kind_of(const PayoffRule& rule) {
    switch (rule.payoff) {
      case Payoff::points:
      case Payoff::howell:
        return Taken::nothing;
      case Payoff::sweepstake:
        return Taken::clear;
      case Payoff::score:
        return Taken::maker;
      case Payoff::deal_score:
        return rule.score == ScoreRule::cinch ? Taken::all : Taken::maker;
    }
    return Taken::all;
  }

  const Lanes& lanes_;
  const Worths& worths_;
  const KeyMaker& keys_;
  const PayoffRule& rule_;
  Taken kind_;
  Table<Words, VectorValue>& table_;
  Meter& meter_;
};

}  // namespace kibitz
