#include "kibitz/payoff.hpp"

#include "kibitz/fault.hpp"
#include "kibitz/lanes.hpp"

namespace kibitz {

Payoff find_payoff(std::string_view name) {
  if (name == "points") return Payoff::points;
  if (name == "score") return Payoff::score;
  throw RulesError("no payoff '" + clip(name, 20) + "': expected points or score");
}

PayoffRule payoff_rule(const Deal& deal, Payoff payoff, int trump) {
  PayoffRule rule;
  rule.payoff = payoff;
  rule.seats = deal.players;
  const std::vector<int> teams = deal.rules.team_numbers(deal.players);
  for (std::size_t seat = 0; seat < teams.size(); ++seat) rule.team[seat] = static_cast<std::uint8_t>(teams[seat]);
  if (payoff != Payoff::score) return rule;
  if (deal.rules.score == ScoreRule::points) {
    throw RulesError("payoff score means nothing in " + deal.rules.name + ", which has no bid");
  }
  if (!deal.maker || !deal.bid) throw RulesError("payoff score needs the deal's maker and bid");
  rule.maker_team = rule.team[static_cast<std::size_t>(*deal.maker)];
  rule.bid = *deal.bid;
  if (trump != kNoTrump) {
    const auto lanes = lay_out(deal, trump);
    for (const auto& cards : deal.discards) {
      for (const Card card : cards) rule.discarded += lanes->weight[static_cast<std::size_t>(lanes->slot(card))];
    }
  }
  return rule;
}

PointsVector payoffs(const PayoffRule& rule, const PointsVector& points) {
  if (rule.payoff == Payoff::points) return points;
  std::array<Points, kMaxSeats> by_team{};
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(rule.seats); ++seat) {
    by_team[rule.team[seat]] += points[seat];
  }
  PointsVector out{};
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(rule.seats); ++seat) {
    int score = by_team[rule.team[seat]];
    if (rule.team[seat] == rule.maker_team) {
      score += rule.discarded;
      if (score < rule.bid) score = -rule.bid;
    }
    out[seat] = score;
  }
  return out;
}

}  // namespace kibitz
