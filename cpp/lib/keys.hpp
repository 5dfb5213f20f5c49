// The lossless, canonical key of a position between tricks. Cards are numbered anew within each
// lane by what is left, so that positions which differ only in cards gone are one. Written down, in
// order: the length of each lane; who leads; how much of the stock is drawn and what other state
// the rules look at; the owner of each card left, from the lowest, lane after lane; and, in lanes
// whose cards differ in worth, each card's worth, as a code of a few bits or, where that would be
// longer, as the very cards left. From the lengths the rest can be read back, so no two positions
// that play differently share a key.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "bits.hpp"
#include "kibitz/position.hpp"
#include "moves.hpp"
#include "pips.hpp"
#include "table.hpp"

namespace kibitz {

class KeyMaker {
 public:
  KeyMaker(const Lanes& lanes, const Worths& worths, const State& root)
      : lanes_(lanes), pips_(lanes) {
    std::uint64_t all = root.cards(lanes.seats) | root.table;
    for (std::size_t at = root.drawn; at < lanes.stock.size(); ++at) all |= bit(lanes.stock[at]);
    stock_left_[lanes.stock.size()] = 0;
    for (std::size_t at = lanes.stock.size(); at-- > 0;)
      stock_left_[at] = stock_left_[at + 1] | bit(lanes.stock[at]);
    has_stock_ = root.drawn < lanes.stock.size();
    const int owners = lanes.seats + (has_stock_ ? 1 : 0);
    owner_planes_ = std::bit_width(static_cast<unsigned>(owners - 1));
    int bits = 4 * kLengthBits + 3 + (has_stock_ ? 6 : 0) + (lanes.breakers != 0 ? 1 : 0) +
               (lanes.moon != MoonRule::none ? kMaxSeats : 0) + pips_.bits() +
               static_cast<int>(lanes.demands.size()) + (lanes.credits.empty() ? 0 : 6);
    bits += owner_planes_ * std::popcount(all);
    for (int lane = 0; lane < kLanes; ++lane) bits += code_lane(worths, all & lane_mask(lane));
    bits_ = bits;
  }

  // Bits of the longest key, without what an objective adds.
  [[nodiscard]] int bits() const { return bits_; }

  template <int Words>
  [[nodiscard]] Key<Words> make(const State& state, std::uint64_t left, std::uint64_t extra = 0,
                                int extra_bits = 0) const {
    Writer<Words> out;
    for (int lane = 0; lane < kLanes; ++lane) {
      out.put(static_cast<std::uint64_t>(std::popcount(left & lane_mask(lane))), kLengthBits);
    }
    out.put(state.leader, 3);
    if (has_stock_) out.put(state.drawn, 6);
    if (lanes_.breakers != 0) out.put(state.broken ? 1 : 0, 1);
    // Two takers or more: nobody shoots the moon any more.
    if (lanes_.moon != MoonRule::none)
      out.put(std::popcount(state.takers) > 1 ? 255 : state.takers, kMaxSeats);
    if (!lanes_.demands.empty()) out.put(state.demands, static_cast<int>(lanes_.demands.size()));
    if (!lanes_.credits.empty()) out.put(state.tricks, 6);
    if (pips_.matter()) out.put(pips_.code(state, left), pips_.bits());
    const int cards = std::popcount(left);
    for (int plane = 0; plane < owner_planes_; ++plane) {
      std::uint64_t owned =
          has_stock_ && (lanes_.seats >> plane & 1) != 0 ? stock_left_[state.drawn] : 0;
      for (int seat = 0; seat < lanes_.seats; ++seat) {
        if ((seat >> plane & 1) != 0) owned |= state.hand[static_cast<std::size_t>(seat)];
      }
      out.put(gather(owned, left), cards);
    }
    for (std::size_t plane = 0; plane < coded_.size() && coded_[plane].lanes != 0; ++plane) {
      const std::uint64_t within = left & coded_[plane].lanes;
      out.put(gather(coded_[plane].ones, within), std::popcount(within));
    }
    if (plain_ != 0) out.put(gather(left, plain_), std::popcount(plain_));
    if (extra_bits > 0) out.put(extra, extra_bits);
    return out.key();
  }

  // The cards in hands and in the stock.
  [[nodiscard]] std::uint64_t left(const State& state) const {
    return state.cards(lanes_.seats) | (has_stock_ ? stock_left_[state.drawn] : 0);
  }

 private:
  static constexpr int kLengthBits = 5;

  // Chooses how the worth of a lane's cards is written; returns the bits that takes.
  int code_lane(const Worths& worths, std::uint64_t cards) {
    std::array<std::uint8_t, 16> kinds{};
    std::array<std::uint8_t, 64> code{};
    std::size_t count = 0;
    for (const Slot slot : CardSet(cards)) {
      const std::uint8_t kind = worths.id[static_cast<std::size_t>(slot)];
      std::size_t at = 0;
      while (at < count && kinds[at] != kind) ++at;
      if (at == count) kinds[count++] = kind;
      code[static_cast<std::size_t>(slot)] = static_cast<std::uint8_t>(at);
    }
    if (count <= 1) return 0;
    const int size = std::popcount(cards);
    const int planes = std::bit_width(count - 1);
    if (count > 4) {
      plain_ |= cards;
      return size;
    }
    for (int plane = 0; plane < planes; ++plane) {
      Coded& coded = coded_[static_cast<std::size_t>(plane)];
      coded.lanes |= cards;
      for (const Slot slot : CardSet(cards)) {
        if ((code[static_cast<std::size_t>(slot)] >> plane & 1) != 0) coded.ones |= bit(slot);
      }
    }
    return planes * size;
  }

  struct Coded {
    std::uint64_t lanes = 0;  // cards of the lanes that need this bit of a code
    std::uint64_t ones = 0;   // where it is set
  };

  const Lanes& lanes_;
  Pips pips_;
  std::array<std::uint64_t, 65> stock_left_{};  // by cards drawn
  bool has_stock_ = false;
  int owner_planes_ = 0;
  std::array<Coded, 2> coded_;
  std::uint64_t plain_ = 0;
  int bits_ = 0;
};

}  // namespace kibitz
