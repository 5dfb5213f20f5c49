// From the points of a deal to what a seat plays for (RULES section 2, "payoffs"). Pure functions.
#pragma once

#include <array>
#include <string_view>

#include "kibitz/deal.hpp"
#include "kibitz/types.hpp"

namespace kibitz {

enum class Payoff : std::uint8_t {
  points,
  score,  // the maker's team its points if they reach the bid, else minus the bid; others their points
};

// By its name in text; throws RulesError.
[[nodiscard]] Payoff find_payoff(std::string_view name);

using PointsVector = std::array<Points, kMaxSeats>;

// What a payoff needs to know of a deal.
struct PayoffRule {
  Payoff payoff = Payoff::points;
  int seats = 0;
  std::array<std::uint8_t, kMaxSeats> team{};
  int maker_team = kNobody;
  int bid = 0;
  int discarded = 0;  // counting trumps among the discards, which belong to the maker's side
};

// Throws RulesError if the deal lacks what the payoff needs (maker and bid).
[[nodiscard]] PayoffRule payoff_rule(const Deal& deal, Payoff payoff, int trump);
// The payoff of each seat for the final points of each seat.
[[nodiscard]] PointsVector payoffs(const PayoffRule& rule, const PointsVector& points);

}  // namespace kibitz
