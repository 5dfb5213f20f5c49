// Game by pips: what is left to win, and what of the pips so far still matters.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "kibitz/position.hpp"

namespace kibitz {

class Pips {
 public:
  explicit Pips(const Lanes& lanes)
      : pipped_(lanes.pipped), teams_(lanes.game_points == 0 ? 0 : lanes.teams) {
    for (const Slot slot : CardSet(lanes.pipped)) {
      const int pips = lanes.pips[static_cast<std::size_t>(slot)];
      std::size_t at = 0;
      while (at < size_ && kinds_[at].pips != pips) ++at;
      if (at == size_) kinds_[size_++] = {pips, 0};
      kinds_[at].slots |= bit(slot);
    }
    std::sort(kinds_.begin(), kinds_.begin() + static_cast<std::ptrdiff_t>(size_),
              [](const Kind& a, const Kind& b) { return a.pips < b.pips; });
  }

  [[nodiscard]] bool matter() const { return teams_ > 0; }
  [[nodiscard]] int bits() const { return teams_ * kTeamBits; }

  // Pips on these cards.
  [[nodiscard]] int of(std::uint64_t cards) const {
    int pips = 0;
    if ((cards & pipped_) == 0) return pips;
    for (std::size_t at = 0; at < size_; ++at)
      pips += kinds_[at].pips * std::popcount(cards & kinds_[at].slots);
    return pips;
  }

  // The least and the most that `count` of these cards can carry.
  [[nodiscard]] int least(std::uint64_t cards, int count) const {
    count -= std::popcount(cards & ~pipped_);
    int pips = 0;
    for (std::size_t at = 0; at < size_ && count > 0; ++at) {
      const int here = std::min(count, std::popcount(cards & kinds_[at].slots));
      pips += here * kinds_[at].pips;
      count -= here;
    }
    return pips;
  }
  [[nodiscard]] int most(std::uint64_t cards, int count) const {
    int pips = 0;
    for (std::size_t at = size_; at-- > 0 && count > 0;) {
      const int here = std::min(count, std::popcount(cards & kinds_[at].slots));
      pips += here * kinds_[at].pips;
      count -= here;
    }
    return pips;
  }

  // The pips so far, up to what cannot matter: a team that cannot even draw level any more is 0;
  // the others count from the least that can, since adding as much to each of them changes no
  // comparison.
  [[nodiscard]] std::uint64_t code(const State& state, std::uint64_t left) const {
    const int to_come = of(left);
    int most = 0;
    int least = 255;
    for (std::size_t team = 0; team < static_cast<std::size_t>(teams_); ++team) {
      most = std::max<int>(most, state.pips[team]);
      least = std::min<int>(least, state.pips[team]);
    }
    const int base = std::max(least, most - to_come);
    std::uint64_t code = 0;
    for (auto team = static_cast<std::size_t>(teams_); team-- > 0;) {
      const int pips = state.pips[team];
      code = code << kTeamBits | static_cast<std::uint64_t>(pips < base ? 0 : pips - base + 1);
    }
    return code;
  }

 private:
  static constexpr int kTeamBits = 7;  // a pack has 80 pips

  struct Kind {
    int pips;
    std::uint64_t slots;
  };
  std::array<Kind, 8> kinds_{};
  std::size_t size_ = 0;
  std::uint64_t pipped_;
  int teams_;
};

}  // namespace kibitz
