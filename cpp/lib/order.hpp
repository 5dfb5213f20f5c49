// Which class of cards to try first. Order never changes a value, only how soon it is proven.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "kibitz/position.hpp"
#include "moves.hpp"

namespace kibitz {

class Order {
 public:
  Order(const Lanes& lanes, SeatMask max) : lanes_(lanes), max_(max) {}

  // Scores for the mover, higher first.
  void score(const State& state, const Moves& moves, std::array<std::int32_t, 64>& scores) const {
    const bool mine = has(max_, state.turn);
    for (std::size_t at = 0; at < static_cast<std::size_t>(moves.size); ++at) {
      const Slot slot = moves.slot[at];
      scores[at] = guess(state, slot, mine);
    }
  }

 private:
  // The points in the trick, for or against the mover, by which side holds the card that can win
  // it.
  [[nodiscard]] std::int32_t guess(const State& state, Slot slot, bool mine) const {
    const std::uint64_t lead = lane_mask(lane_of(state.count == 0 ? slot : state.trick[0]));
    Slot top = slot;
    bool ours = true;
    if (state.count > 0 && !beats(slot, state.best)) {
      top = state.best;
      ours = has(max_, state.best_seat) == mine;
    }
    Seat seat = state.turn;
    for (int rest = std::popcount(state.active) - state.count - 1; rest > 0; --rest) {
      do seat = seat + 1 == lanes_.seats ? 0 : seat + 1;
      while (!has(state.active, seat));
      const std::uint64_t hand = state.hand[static_cast<std::size_t>(seat)];
      std::uint64_t can = hand & lead;
      if (can == 0) {
        can = hand & lanes_.trumps;
      } else if (lanes_.ruff_at_will) {
        can |= hand & lanes_.trumps;
      }
      if (can == 0) continue;
      const std::uint64_t trumps = can & lanes_.trumps;
      const Slot best = CardSet(trumps != 0 ? trumps : can).top();
      if (beats(best, top)) {
        top = best;
        ours = has(max_, seat) == mine;
      }
    }
    // A pip is a fraction of the point that most of them win.
    std::int32_t worth = worth_of(slot) + lanes_.trick_points * kPoint;
    for (const Slot other : CardSet(state.table & (lanes_.weighted | lanes_.pipped))) {
      worth += worth_of(other);
    }
    const std::int32_t rank = slot % kLaneSize;
    if (!lanes_.ruff_at_will) return (ours ? worth : -worth) * 16 + (ours ? 64 : 0) - rank;
    // Where any trump may be played, trumps are for leading: highest first, and dear otherwise.
    const bool trump = lane_of(slot) == lanes_.trump;
    const std::int32_t shape = state.count == 0 ? (trump ? 50 : -50) + 8 * rank
                                                : (trump ? -200 : -50) - (ours ? 8 : 1) * rank;
    return (ours ? worth * 16 + 200 : -worth * 8) + shape;
  }

  [[nodiscard]] std::int32_t worth_of(Slot slot) const {
    const auto at = static_cast<std::size_t>(slot);
    return lanes_.weight[at] * kPoint + lanes_.pips[at];
  }

  [[nodiscard]] bool beats(Slot slot, Slot best) const {
    return lane_of(slot) == lane_of(best) ? slot > best : lane_of(slot) == lanes_.trump;
  }

  static constexpr std::int32_t kPoint = 16;

  const Lanes& lanes_;
  SeatMask max_;
};

}  // namespace kibitz
