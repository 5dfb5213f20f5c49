// Bit gathering for keys, and its inverse.
#pragma once

#include <bit>
#include <cstdint>

namespace kibitz {

// The bits of `value` under `mask`, moved together at the low end, in plain arithmetic.
[[nodiscard]] constexpr std::uint64_t gather_plainly(std::uint64_t value, std::uint64_t mask) {
  std::uint64_t out = 0;
  for (int at = 0; mask != 0; ++at, mask &= mask - 1) {
    if ((value & mask & (~mask + 1)) != 0) out |= std::uint64_t{1} << at;
  }
  return out;
}

// The low bits of `value`, moved to the places of `mask`: undoes a gathering.
[[nodiscard]] constexpr std::uint64_t scatter_plainly(std::uint64_t value, std::uint64_t mask) {
  std::uint64_t out = 0;
  for (; mask != 0 && value != 0; mask &= mask - 1, value >>= 1) {
    if ((value & 1) != 0) out |= mask & (~mask + 1);
  }
  return out;
}

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
// Asked once; the baseline build runs on any x86-64 and uses the instructions where the machine
// has them.
inline const bool kHasGather = __builtin_cpu_supports("bmi2") != 0;

[[nodiscard]] inline std::uint64_t gather(std::uint64_t value, std::uint64_t mask) {
  if (!kHasGather) return gather_plainly(value, mask);
  std::uint64_t out;
  asm("pext %2, %1, %0" : "=r"(out) : "r"(value), "r"(mask));
  return out;
}

[[nodiscard]] inline std::uint64_t scatter(std::uint64_t value, std::uint64_t mask) {
  if (!kHasGather) return scatter_plainly(value, mask);
  std::uint64_t out;
  asm("pdep %2, %1, %0" : "=r"(out) : "r"(value), "r"(mask));
  return out;
}
#else
[[nodiscard]] inline std::uint64_t gather(std::uint64_t value, std::uint64_t mask) {
  return gather_plainly(value, mask);
}
[[nodiscard]] inline std::uint64_t scatter(std::uint64_t value, std::uint64_t mask) {
  return scatter_plainly(value, mask);
}
#endif

}  // namespace kibitz
