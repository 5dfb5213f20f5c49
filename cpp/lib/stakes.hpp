// What is at stake in a position, and what is proven of it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "kibitz/position.hpp"
#include "pips.hpp"

namespace kibitz {

// What is proven of the points to come for MAX, and the class of first lead that proved it (255:
// none).
struct Bounds {
  std::int16_t lower;
  std::int16_t upper;
  std::uint8_t move;
};

// Bounds of the points still to come for MAX, without search.
//
// Sums: no result lies outside the negative and the positive worth of what is left.
// Top trumps: a trump of one side above every trump of the other is taken by its own side whenever
// it is played, since only the same side can beat it. So its worth is decided. (All trumps on one
// side: everything in the lane is.) Drawing trumps: let the seat on lead hold r trumps above all
// others'. Leading them in turn it wins r tricks, and each opponent must give r trumps, or all it
// has; it gives at best its least worth. The run, and what falls to it, is the leader's side's at
// least, if no trump counts less than nothing; with all opponents out of trumps, all trumps are.
class Stakes {
 public:
  // `sharp`: look at the trumps; otherwise sums only.
  Stakes(const Lanes& lanes, SeatMask max, bool sharp)
      : lanes_(lanes), max_(max), sharp_(sharp && !lanes.under_law()), pips_(lanes) {
    for (const Slot slot : CardSet(lanes.weighted)) {
      const int weight = lanes.weight[static_cast<std::size_t>(slot)];
      std::size_t at = 0;
      while (at < size_ && kinds_[at].weight != weight) ++at;
      if (at == size_) kinds_[size_++] = {weight, 0};
      kinds_[at].slots |= bit(slot);
    }
    std::sort(kinds_.begin(), kinds_.begin() + static_cast<std::ptrdiff_t>(size_),
              [](const Kind& a, const Kind& b) { return a.weight < b.weight; });
    scoring_trumps_ = lanes.weighted & lanes.trumps;
    if (scoring_trumps_ == 0) return;
    shift_ = lanes.trump * kLaneSize;
    worthless_ = static_cast<unsigned>((lanes.trumps & ~scoring_trumps_) >> shift_);
    for (std::size_t at = 0; at < size_; ++at) {
      const auto places = static_cast<unsigned>((kinds_[at].slots & lanes.trumps) >> shift_);
      if (places == 0) continue;
      trump_kinds_[trump_size_++] = {kinds_[at].weight, places};
      trumps_are_good_ = trumps_are_good_ && kinds_[at].weight > 0;
    }
  }

  struct Range {
    int least = 0;
    int most = 0;
  };

  // `left`: cards in hands and stock; with a trick under way, its table too.
  [[nodiscard]] Range sums(const State& state, std::uint64_t left) const {
    Range range = plain_sums(state, left, left);
    if (lanes_.game_points != 0) add_game(state, left, range);
    return range;
  }

  // The sums of whole tricks, where nothing else is to be won.
  [[nodiscard]] Range sums_of(std::uint64_t cards) const {
    Range range = worth(cards & lanes_.weighted);
    if (lanes_.trick_points != 0)
      add(range, lanes_.trick_points * (std::popcount(cards) / lanes_.seats));
    return range;
  }

  // What the end of the deal adds for MAX: Game by pips, and the moon.
  [[nodiscard]] int at_end(const State& state) const {
    if (lanes_.game_points == 0 && lanes_.moon == MoonRule::none) return 0;
    State end = state;
    add_final_points(lanes_, end);
    int points = 0;
    for (unsigned seats = max_ & ~lanes_.silent; seats != 0; seats &= seats - 1) {
      const auto seat = static_cast<std::size_t>(std::countr_zero(seats));
      points += end.points[seat] - state.points[seat];
    }
    return points;
  }

  // At the start of a trick.
  [[nodiscard]] Range of(const State& state, std::uint64_t left) const {
    Range range = without_game(state, left);
    if (lanes_.game_points != 0) add_game(state, left, range);
    return range;
  }

  // The same, Game by pips left out.
  [[nodiscard]] Range without_game(const State& state, std::uint64_t left) const {
    const std::uint64_t trumps = left & lanes_.trumps;
    if ((trumps & scoring_trumps_) == 0) return plain_sums(state, left, left);
    std::array<std::uint16_t, kMaxSeats> hands{};
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(lanes_.seats); ++seat) {
      hands[seat] = static_cast<std::uint16_t>(state.hand[seat] >> shift_);
    }
    const Range lane = of_trumps(hands, state.leader, static_cast<unsigned>(trumps >> shift_));
    const Range plain = plain_sums(state, left & ~trumps, left);
    return {lane.least + plain.least, lane.most + plain.most};
  }

  // The points of the trump lane alone; `hands` and `left` are bits of the lane.
  [[nodiscard]] Range of_trumps(const std::array<std::uint16_t, kMaxSeats>& hands, Seat leader,
                                unsigned left) const {
    unsigned ours = 0;
    for (unsigned seats = max_; seats != 0; seats &= seats - 1) {
      ours |= hands[static_cast<std::size_t>(std::countr_zero(seats))];
    }
    const unsigned theirs = left & ~ours;
    const unsigned sure_ours = sharp_ ? above(ours, theirs) : 0;
    const unsigned sure_theirs = sharp_ ? above(theirs, ours) : 0;
    Range range{sum_trumps(sure_ours), sum_trumps(sure_ours)};
    for (std::size_t at = 0; at < trump_size_; ++at) {
      add(range, trump_kinds_[at].weight *
                     std::popcount(left & ~(sure_ours | sure_theirs) & trump_kinds_[at].places));
    }
    if (sharp_ && trumps_are_good_ && range.least < range.most)
      draw_trumps(hands, leader, left, range);
    return range;
  }

 private:
  struct Kind {
    int weight;
    std::uint64_t slots;
  };

  // The sums of `cards`, and of what else is still to be won while `all` are left.
  [[nodiscard]] Range plain_sums(const State& state, std::uint64_t cards, std::uint64_t all) const {
    Range range = worth(cards & lanes_.weighted);
    if (lanes_.widow && state.tricks == 0) add(range, lanes_.widow_points);
    if (lanes_.trick_points != 0) add(range, lanes_.trick_points * tricks_left(state, all));
    if (lanes_.moon != MoonRule::none) add_moon(state, range);
    return range;
  }

  // At most, the trick under way included.
  [[nodiscard]] int tricks_left(const State& state, std::uint64_t all) const {
    if (!lanes_.uneven) return std::popcount(all) / lanes_.seats;
    int most = 0;
    for (const std::uint64_t hand : state.hand) most = std::max(most, std::popcount(hand));
    return most + (state.count > 0 ? 1 : 0);
  }

  // Game may go to MAX if a team of its credit can get above all others, and does if no other
  // outcome is left.
  void add_game(const State& state, std::uint64_t all, Range& range) const {
    const int to_come = pips_.of(all);
    bool may = false;
    bool must = false;
    for (Seat seat = 0; seat < lanes_.seats; ++seat) {
      const std::uint8_t team = lanes_.team[static_cast<std::size_t>(seat)];
      if (credit(team) != seat || !has(max_, seat)) continue;
      int best_other = -1;
      for (std::size_t other = 0; other < static_cast<std::size_t>(lanes_.teams); ++other) {
        if (other != team) best_other = std::max<int>(best_other, state.pips[other]);
      }
      may = may || state.pips[team] + to_come > best_other;
      must = must || lanes_.teams == 1 || state.pips[team] > best_other + to_come;
    }
    if (may) range.most += lanes_.game_points;
    if (must && lanes_.silent == 0) range.least += lanes_.game_points;
  }

  // The seat that Game is credited to: the team's lowest.
  [[nodiscard]] Seat credit(std::uint8_t team) const {
    Seat seat = 0;
    while (lanes_.team[static_cast<std::size_t>(seat)] != team) ++seat;
    return seat;
  }

  // Whoever can still shoot may.
  void add_moon(const State& state, Range& range) const {
    const int takers = std::popcount(state.takers);
    if (takers > 1) return;
    int least = 0;
    int most = 0;
    for (Seat shooter = 0; shooter < lanes_.seats; ++shooter) {
      if (takers == 1 && !has(state.takers, shooter)) continue;
      int change = 0;
      for (Seat seat = 0; seat < lanes_.seats; ++seat)
        change += has(max_, seat) ? moon_change(lanes_, shooter, seat) : 0;
      least = std::min(least, change);
      most = std::max(most, change);
    }
    range.least += least;
    range.most += most;
  }

  static void add(Range& range, int points) { (points < 0 ? range.least : range.most) += points; }

  // What of `a` lies above all of `b`.
  static unsigned above(unsigned a, unsigned b) {
    return b == 0 ? a : a & ~((2u << (31 - std::countl_zero(b))) - 1);
  }

  [[nodiscard]] Range worth(std::uint64_t cards) const {
    Range range;
    for (std::size_t at = 0; at < size_; ++at) {
      add(range, kinds_[at].weight * std::popcount(cards & kinds_[at].slots));
    }
    return range;
  }

  [[nodiscard]] int sum_trumps(unsigned places) const {
    int points = 0;
    for (std::size_t at = 0; at < trump_size_; ++at) {
      points += trump_kinds_[at].weight * std::popcount(places & trump_kinds_[at].places);
    }
    return points;
  }

  // The least that `count` of these trumps can be worth.
  [[nodiscard]] int cheapest(unsigned places, int count) const {
    int points = 0;
    count -= std::popcount(places & worthless_);
    for (std::size_t at = 0; at < trump_size_ && count > 0; ++at) {
      const int here = std::min(count, std::popcount(places & trump_kinds_[at].places));
      points += here * trump_kinds_[at].weight;
      count -= here;
    }
    return points;
  }

  void draw_trumps(const std::array<std::uint16_t, kMaxSeats>& hands, Seat leader, unsigned left,
                   Range& range) const {
    const unsigned hand = hands[static_cast<std::size_t>(leader)];
    const unsigned run = above(hand, left & ~hand);
    const int rounds = std::popcount(run);
    if (rounds == 0) return;
    const bool maximise = has(max_, leader);
    int taken = sum_trumps(run);
    bool all = true;
    for (int seat = 0; seat < lanes_.seats; ++seat) {
      if (has(max_, seat) == maximise) continue;
      const unsigned held = hands[static_cast<std::size_t>(seat)];
      if (std::popcount(held) <= rounds) {
        taken += sum_trumps(held);
      } else {
        taken += cheapest(held, rounds);
        all = false;
      }
    }
    if (all) taken = sum_trumps(left);
    if (maximise) {
      range.least = std::max(range.least, taken);
    } else {
      range.most = std::min(range.most, sum_trumps(left) - taken);
    }
  }

  const Lanes& lanes_;
  SeatMask max_;
  bool sharp_;
  Pips pips_;
  std::array<Kind, 64> kinds_{};
  std::size_t size_ = 0;
  std::uint64_t scoring_trumps_ = 0;
  bool trumps_are_good_ = true;
  struct TrumpKind {
    int weight;
    unsigned places;
  };
  std::array<TrumpKind, kLaneSize> trump_kinds_{};  // the scoring trumps, cheapest first
  std::size_t trump_size_ = 0;
  unsigned worthless_ = 0;
  int shift_ = 0;
};

}  // namespace kibitz
