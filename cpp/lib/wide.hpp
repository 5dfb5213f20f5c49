// Unsigned integers of a few words: counts of worlds do not fit in 64 bits, and must be exact.
// Callers choose a width that their largest sum fits in; nothing here looks for overflow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace kibitz {

template <std::size_t Words>
class Wide {
 public:
  constexpr Wide() = default;
  constexpr explicit Wide(std::uint64_t low) { words_[0] = low; }

  // Of a narrower one.
  template <std::size_t Other>
    requires(Other <= Words)
  constexpr explicit Wide(const Wide<Other>& other) {
    for (std::size_t at = 0; at < Other; ++at) words_[at] = other.words()[at];
  }

  [[nodiscard]] constexpr const std::array<std::uint64_t, Words>& words() const { return words_; }
  // Whether the lowest words hold all of it.
  template <std::size_t Some>
  [[nodiscard]] constexpr bool fits() const {
    for (std::size_t at = Some; at < Words; ++at) {
      if (words_[at] != 0) return false;
    }
    return true;
  }
  [[nodiscard]] constexpr bool is_zero() const { return fits<0>(); }

  constexpr Wide& operator+=(const Wide& other) {
    std::uint64_t carry = 0;
    for (std::size_t at = 0; at < Words; ++at) {
      const std::uint64_t sum = words_[at] + other.words_[at];
      const std::uint64_t all = sum + carry;
      carry = static_cast<std::uint64_t>(sum < words_[at]) | static_cast<std::uint64_t>(all < sum);
      words_[at] = all;
    }
    return *this;
  }

  // Long multiplication in digits of 32 bits, which every compiler can carry.
  friend constexpr Wide operator*(const Wide& a, const Wide& b) {
    Wide product;
    for (std::size_t i = 0; i < 2 * Words; ++i) {
      const std::uint64_t digit = a.digit(i);
      if (digit == 0) continue;
      std::uint64_t carry = 0;
      for (std::size_t j = 0; i + j < 2 * Words; ++j) {
        const std::uint64_t sum = digit * b.digit(j) + product.digit(i + j) + carry;
        product.set_digit(i + j, sum & kDigit);
        carry = sum >> 32;
      }
    }
    return product;
  }

  friend constexpr bool operator==(const Wide&, const Wide&) = default;

 private:
  static constexpr std::uint64_t kDigit = 0xFFFFFFFF;

  [[nodiscard]] constexpr std::uint64_t digit(std::size_t at) const {
    return words_[at / 2] >> (at % 2 * 32) & kDigit;
  }
  constexpr void set_digit(std::size_t at, std::uint64_t value) {
    const std::size_t shift = at % 2 * 32;
    words_[at / 2] = (words_[at / 2] & ~(kDigit << shift)) | value << shift;
  }

  std::array<std::uint64_t, Words> words_{};
};

}  // namespace kibitz
