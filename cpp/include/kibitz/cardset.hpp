// CardSet: a set of up to 64 cards as one word, four lanes of sixteen. It serves for printed cards
// (bit = suit * 16
// + rank) and for cards laid out for play (bit = slot); it does not know which.
#pragma once

#include <bit>
#include <cstdint>

#include "kibitz/types.hpp"

namespace kibitz {

class CardSet {
 public:
  constexpr CardSet() = default;
  constexpr explicit CardSet(std::uint64_t bits) : bits_(bits) {}

  [[nodiscard]] static constexpr CardSet of(int index) { return CardSet(bit(index)); }
  [[nodiscard]] static constexpr CardSet lane(int lane) { return CardSet(lane_mask(lane)); }

  [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }
  [[nodiscard]] constexpr bool contains(int index) const { return (bits_ >> index & 1) != 0; }
  [[nodiscard]] constexpr int bottom() const { return std::countr_zero(bits_); }
  [[nodiscard]] constexpr int top() const { return 63 - std::countl_zero(bits_); }
  [[nodiscard]] constexpr CardSet in_lane(int lane) const {
    return CardSet(bits_ & lane_mask(lane));
  }

  constexpr void insert(int index) { bits_ |= bit(index); }
  constexpr void erase(int index) { bits_ &= ~bit(index); }

  friend constexpr CardSet operator|(CardSet a, CardSet b) { return CardSet(a.bits_ | b.bits_); }
  friend constexpr CardSet operator&(CardSet a, CardSet b) { return CardSet(a.bits_ & b.bits_); }
  friend constexpr CardSet operator-(CardSet a, CardSet b) { return CardSet(a.bits_ & ~b.bits_); }
  friend constexpr bool operator==(CardSet, CardSet) = default;

  // Iteration from the lowest bit up.
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr int operator*() const { return std::countr_zero(rest_); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint64_t rest_;
  };
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace kibitz
