// From the points of a deal to what a seat plays for (RULES section 2, "payoffs", and sections 3
// and 4). Pure functions.
#pragma once

#include <array>
#include <string_view>

#include "kibitz/deal.hpp"
#include "kibitz/lanes.hpp"
#include "kibitz/position.hpp"
#include "kibitz/types.hpp"

namespace kibitz {

enum class Payoff : std::uint8_t {
  points,
  score,  // the maker's team its points if they reach the bid, else minus the bid; others their
          // points
  deal_score,  // what the deal writes down for the seat's team; in Cinch minus what it writes down
               // for the others
  sweepstake,  // Hearts: chips received less chips paid
  howell,      // Hearts: T - n h
};

// By its name in text; throws RulesError.
[[nodiscard]] Payoff find_payoff(std::string_view name);
// Does the payoff mean anything under these rules?
[[nodiscard]] bool has_payoff(const Rules& rules, Payoff payoff);

using PointsVector = std::array<Points, kMaxSeats>;

// What a payoff needs to know of a deal.
struct PayoffRule {
  Payoff payoff = Payoff::points;
  int seats = 0;
  Seat out = kNobody;  // the dealer, where he takes no cards: he neither pays nor is paid
  std::array<std::uint8_t, kMaxSeats> team{};
  int maker_team = kNobody;
  int bid = 0;
  int discarded = 0;  // counting trumps among the discards, which belong to the maker's side
  ScoreRule score = ScoreRule::points;
  bool set_back = false;
  SeatMask silent = 0;          // seats that cannot score
  bool bid_waived = false;      // the maker's team scores what it makes, whatever the bid
  int total = 0;                // T: the penalty points in play
  int jack = 0;                 // counters of a standing Jack
  bool joker_apart = false;     // points count the Joker as kJokerApart, so that its taker shows
  Seat joker_holder = kNobody;  // who held the Joker when the record starts
};

// A weight for the Joker that no number of hearts reaches.
inline constexpr int kJokerApart = 64;

// Throws RulesError if the game has no such payoff, or the deal lacks what it needs (maker, bid).
[[nodiscard]] PayoffRule payoff_rule(const Deal& deal, Payoff payoff, int trump, int jack = 0);
// The layout whose points `payoffs` reads: the deal's own, or for chips one that counts penalties
// only.
[[nodiscard]] std::shared_ptr<const Lanes> payoff_lanes(const PayoffRule& rule,
                                                        std::shared_ptr<const Lanes> lanes);
// The payoff of each seat for the final points of each seat.
[[nodiscard]] PointsVector payoffs(const PayoffRule& rule, const PointsVector& points);

// Throws RulesError unless the payoff of `side` depends on nothing but its own points, and never
// falls as they rise: what is best in points is then best in the payoff.
void check_side_payoff(const PayoffRule& rule, const Lanes& lanes, SeatMask side);
// Such a payoff: of each seat of a team, or of all seats of `side` together (points, howell), where
// the side ends with `own` of `all` points.
[[nodiscard]] Points side_payoff(const PayoffRule& rule, SeatMask side, Points own, Points all);
// The points that a deal has to give, where that is certain.
[[nodiscard]] Points all_points(const Lanes& lanes, const State& state);

}  // namespace kibitz
