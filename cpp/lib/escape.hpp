// Can a seat keep from winning any trick of what is left, where suits are followed strictly and
// there is no trump?
//
// In a lane it can while its i-th lowest card lies below its opponents' i-th lowest, for every i
// that both have. To a lead it plays its highest card below it (its lowest lies below all), void it
// discards the highest of a lane. Let the lead be their j-th, and the card its p-th, so p >= j: the
// cards above move down one place on its side from p, on theirs from j, and the comparison holds at
// every place: below j and from p on as it did; between, its i-th lies below the lead, hence below
// their new i-th. Fewer of their cards, or fewer of its highest, only help. So no lead of theirs
// can make it win.
//
// If it must lead itself, it needs one card which an opponent has to beat: below all that this
// opponent has of the lane. Every holder then gives a card; whichever they are, what they keep is
// no lower, place by place, than what they would keep by giving their highest.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "kibitz/cardset.hpp"
#include "kibitz/types.hpp"

namespace kibitz {

class Escape {
 public:
  Escape(const std::array<std::uint64_t, kMaxSeats>& hands, int seats, Seat single)
      : hands_(hands), seats_(seats), single_(single) {
    for (Seat seat = 0; seat < seats; ++seat) {
      if (seat != single) rest_ |= hands[static_cast<std::size_t>(seat)];
    }
  }

  [[nodiscard]] bool exists(bool leads) const {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (!ducks(own() & lane_mask(lane), rest_ & lane_mask(lane))) return false;
    }
    for (int lane = 0; leads && lane < kLanes; ++lane) {
      if (exits(lane)) return true;
    }
    return !leads;
  }

 private:
  [[nodiscard]] std::uint64_t own() const { return hands_[static_cast<std::size_t>(single_)]; }

  // Both of one lane.
  [[nodiscard]] static bool ducks(std::uint64_t own, std::uint64_t theirs) {
    for (; own != 0 && theirs != 0; own &= own - 1, theirs &= theirs - 1) {
      if (std::countr_zero(own) > std::countr_zero(theirs)) return false;
    }
    return true;
  }

  [[nodiscard]] bool exits(int lane) const {
    std::uint64_t own_cards = own() & lane_mask(lane);
    std::uint64_t theirs = rest_ & lane_mask(lane);
    std::uint64_t beaten_by = 0;  // the highest of their lowest cards
    int holders = 0;
    for (Seat seat = 0; seat < seats_; ++seat) {
      const std::uint64_t held = hands_[static_cast<std::size_t>(seat)] & theirs;
      if (seat == single_ || held == 0) continue;
      beaten_by = std::max(beaten_by, held & (~held + 1));
      ++holders;
    }
    const std::uint64_t under = beaten_by == 0 ? 0 : own_cards & (beaten_by - 1);
    if (under == 0) return false;
    own_cards &= ~bit(CardSet(under).top());
    for (; holders > 0; --holders) theirs &= ~bit(CardSet(theirs).top());
    return ducks(own_cards, theirs);
  }

  const std::array<std::uint64_t, kMaxSeats>& hands_;
  int seats_;
  Seat single_;
  std::uint64_t rest_ = 0;
};

}  // namespace kibitz
