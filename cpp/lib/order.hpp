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
    std::int32_t table = lanes_.trick_points * kPoint;
    for (const Slot slot : CardSet(state.table & (lanes_.weighted | lanes_.pipped)))
      table += worth_of(slot);
    int lane = -1;
    Top rest;
    for (std::size_t at = 0; at < static_cast<std::size_t>(moves.size); ++at) {
      const Slot slot = moves.slot[at];
      const int led = lane_of(state.count == 0 ? slot : state.trick[0]);
      if (led != lane) {
        lane = led;
        rest = of_others(state, lane_mask(led), mine);
      }
      scores[at] = guess(state, slot, table, rest);
    }
  }

 private:
  // A card that wins, and whether it is of the mover's side; -1: none.
  struct Top {
    Slot slot = -1;
    bool ours = false;
  };

  // The best card of the trick under way and of those that the seats to follow may play.
  [[nodiscard]] Top of_others(const State& state, std::uint64_t lead, bool mine) const {
    Top top;
    if (state.count > 0) top = {state.best, has(max_, state.best_seat) == mine};
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
      if (top.slot < 0 || beats(best, top.slot)) top = {best, has(max_, seat) == mine};
    }
    return top;
  }

  // The points in the trick, for or against the mover, by which side holds the card that can win
  // it.
  [[nodiscard]] std::int32_t guess(const State& state, Slot slot, std::int32_t table,
                                   const Top& rest) const {
    const bool ours = rest.slot < 0 || beats(slot, rest.slot) || rest.ours;
    // A pip is a fraction of the point that most of them win.
    const std::int32_t worth = worth_of(slot) + table;
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
