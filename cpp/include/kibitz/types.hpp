// Bounds and small words shared by everything. Nothing here knows a rule of any game.
#pragma once

#include <cstdint>

namespace kibitz {

using Seat = int;    // 0 .. players-1, clockwise; play passes from s to s+1
using Slot = int;    // 0 .. 63: lane * 16 + place in the lane, higher beats lower
using Points = int;  // points of a deal; a penalty is negative
using SeatMask = std::uint8_t;

inline constexpr int kMaxSeats = 8;
inline constexpr int kLanes = 4;
inline constexpr int kLaneSize = 16;
inline constexpr int kRanks = 13;
inline constexpr int kNobody = -1;
inline constexpr int kNoTrump = -1;

inline constexpr std::uint64_t kLaneMask = 0xFFFF;

[[nodiscard]] constexpr std::uint64_t lane_mask(int lane) {
  return kLaneMask << (lane * kLaneSize);
}
[[nodiscard]] constexpr std::uint64_t bit(int slot) {
  return std::uint64_t{1} << slot;
}
[[nodiscard]] constexpr int lane_of(Slot slot) {
  return slot / kLaneSize;
}
[[nodiscard]] constexpr bool has(SeatMask seats, Seat seat) {
  return (seats >> seat & 1) != 0;
}

}  // namespace kibitz
