// Low cards: those of a lane below its lowest card that carries points or pips. All a low card can
// do is be beaten, or win by its rank.
//
// Two positions are the same game if their low cards are, lane by lane and from the lowest on, in
// the same hands; which of them are gone does not matter. And whatever is proven of a position
// without a look at which of a lane's low cards is the higher, is proven of every position in which
// each seat has as many low cards of that lane: give the cards of each seat other names within the
// lane. What may be played does not change by it, nor what a trick is worth; nor who wins it,
// unless two cards of the lane led, both low and no trump beside them, are what decides. A proof
// that plays no such trick in a lane has not looked there.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "bits.hpp"
#include "kibitz/position.hpp"

namespace kibitz {

using LaneMask = std::uint8_t;

class LowCards {
 public:
  // `all`: every card that is still to be played.
  LowCards(const Lanes& lanes, std::uint64_t all)
      : seats_(lanes.seats),
        planes_(std::bit_width(static_cast<unsigned>(lanes.seats - 1))),
        trumps_(lanes.trumps) {
    const std::uint64_t carrying = lanes.weighted | lanes.pipped | lanes.named | lanes.joker;
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::uint64_t high = lane_mask(lane) & carrying;
      low_[at(lane)] = lane_mask(lane) & all & (high == 0 ? ~std::uint64_t{0} : (high & -high) - 1);
      high_[at(lane)] = lane_mask(lane) & all & ~low_[at(lane)];
      if (lane != lanes.trump && (high_[at(lane)] & ~carrying) != 0) plain_ = false;
      all_ |= low_[at(lane)];
      if (low_[at(lane)] != 0 && lane != lanes.trump) side_ |= static_cast<LaneMask>(1u << lane);
    }
  }

  // Is every card of the lanes other than trumps either low or one that carries something?
  [[nodiscard]] bool is_plain() const { return plain_; }

  [[nodiscard]] bool has(Slot slot) const { return (all_ & bit(slot)) != 0; }

  [[nodiscard]] std::uint64_t without(std::uint64_t cards) const { return cards & ~all_; }

  // The lane whose low cards decide a trick; 0: they do not. `table`: all its cards; `led`: the
  // first.
  [[nodiscard]] LaneMask decides(std::uint64_t table, Slot led) const {
    if ((table & trumps_) != 0) return 0;
    const std::uint64_t followed = table & lane_mask(lane_of(led));
    if ((followed & ~all_) != 0 || std::has_single_bit(followed)) return 0;
    return static_cast<LaneMask>(1u << lane_of(led));
  }

  // The low cards that one seat can as well play as this one of its own, as far as a proof goes
  // that has looked at the order in the lanes of `ranked`.
  [[nodiscard]] std::uint64_t others_like(Slot slot, LaneMask ranked) const {
    const int lane = lane_of(slot);
    const std::uint64_t low = low_[at(lane)];
    return (low & bit(slot)) != 0 && (side_ & ~ranked & 1u << lane) != 0 ? low : 0;
  }

  // Bits of the longest picture of a lane.
  [[nodiscard]] int bits(int lane) const {
    const int high = std::popcount(high_[at(lane)]);
    const int low = std::popcount(low_[at(lane)]);
    return high * (1 + planes_) +
           (low == 0 ? 0 : std::max(seats_ * kCountBits, kCountBits + low * planes_));
  }

  // Who holds what of a lane: of its high cards which, of the low ones how many, and if `ranked`
  // in which order. `owned`: the cards of seats whose number has a bit set, bit by bit.
  [[nodiscard]] std::uint64_t picture(const State& state, std::uint64_t left,
                                      const std::array<std::uint64_t, 3>& owned, int lane,
                                      bool ranked) const {
    std::uint64_t out = 0;
    int used = 0;
    const auto put = [&](std::uint64_t value, int bits) {
      out |= value << used;
      used += bits;
    };
    const std::uint64_t high = high_[at(lane)];
    const int size = std::popcount(high);
    put(gather(left, high), size);
    for (int plane = 0; plane < planes_; ++plane)
      put(gather(owned[static_cast<std::size_t>(plane)], high), size);
    const std::uint64_t low = left & low_[at(lane)];
    if (!ranked) {
      for (std::size_t seat = 0; low != 0 && seat < static_cast<std::size_t>(seats_); ++seat)
        put(static_cast<std::uint64_t>(std::popcount(state.hand[seat] & low)), kCountBits);
      return out;
    }
    const int count = std::popcount(low);
    put(static_cast<std::uint64_t>(count), kCountBits);
    for (int plane = 0; plane < planes_; ++plane)
      put(gather(owned[static_cast<std::size_t>(plane)], low), count);
    return out;
  }

  // The cards of seats whose number has a bit set, bit by bit.
  [[nodiscard]] std::array<std::uint64_t, 3> owners(const State& state) const {
    std::array<std::uint64_t, 3> owned{};
    for (std::size_t seat = 1; seat < static_cast<std::size_t>(seats_); ++seat) {
      for (std::size_t plane = 0; plane < owned.size(); ++plane) {
        if ((seat >> plane & 1) != 0) owned[plane] |= state.hand[seat];
      }
    }
    return owned;
  }

 private:
  static std::size_t at(int lane) { return static_cast<std::size_t>(lane); }

  static constexpr int kCountBits = 4;

  int seats_;
  int planes_;
  std::uint64_t trumps_;
  std::uint64_t all_ = 0;
  std::array<std::uint64_t, kLanes> high_{};
  std::array<std::uint64_t, kLanes> low_{};
  LaneMask side_ = 0;  // lanes other than trumps with low cards
  bool plain_ = true;
};

}  // namespace kibitz
