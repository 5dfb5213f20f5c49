#include "kibitz/payoff.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "kibitz/fault.hpp"

namespace kibitz {
namespace {

constexpr std::array<std::string_view, 5> kNames{"points", "score", "deal_score", "sweepstake",
                                                 "howell"};

std::string seats_text(SeatMask seats) {
  std::string text;
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if (has(seats, seat)) text += (text.empty() ? "" : "+") + std::to_string(seat);
  }
  return text;
}

using TeamPoints = std::array<Points, kMaxSeats>;

bool is_chips(Payoff payoff) {
  return payoff == Payoff::sweepstake || payoff == Payoff::howell;
}

TeamPoints by_team(const PayoffRule& rule, const PointsVector& points) {
  TeamPoints sums{};
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(rule.seats); ++seat) {
    sums[rule.team[seat]] += points[seat];
  }
  if (rule.maker_team != kNobody) sums[static_cast<std::size_t>(rule.maker_team)] += rule.discarded;
  return sums;
}

// The best of the teams that did not make the trump.
Points best_other(const PayoffRule& rule, const TeamPoints& sums, int teams) {
  Points best = 0;
  for (int team = 0; team < teams; ++team) {
    if (team != rule.maker_team) best = std::max(best, sums[static_cast<std::size_t>(team)]);
  }
  return best;
}

bool is_silent(const PayoffRule& rule, std::size_t team) {
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(rule.seats); ++seat) {
    if (rule.team[seat] == team && has(rule.silent, static_cast<Seat>(seat))) return true;
  }
  return false;
}

bool is_made(const PayoffRule& rule, const TeamPoints& sums) {
  return rule.bid_waived || sums[static_cast<std::size_t>(rule.maker_team)] >= rule.bid;
}

// What Cinch writes down (RULES section 3): netted between two sides; three or more, each for
// himself. A side that cannot score writes nothing, and nothing is deducted for it.
TeamPoints cinch_written(const PayoffRule& rule, TeamPoints sums, int teams) {
  const auto maker = static_cast<std::size_t>(rule.maker_team);
  const bool made = is_made(rule, sums);
  for (std::size_t team = 0; team < static_cast<std::size_t>(teams); ++team) {
    if (is_silent(rule, team)) sums[team] = 0;
  }
  if (rule.set_back) {
    if (!made) sums[maker] = -rule.bid;
    return sums;
  }
  const Points a = sums[maker];
  const Points other = best_other(rule, sums, teams);
  TeamPoints written{};
  if (made) {
    written[maker] = std::max(0, a - other);
    if (teams == 2) written[1 - maker] = std::max(0, other - a);
    return written;
  }
  for (std::size_t team = 0; team < static_cast<std::size_t>(teams); ++team) {
    if (team != maker && !is_silent(rule, team)) written[team] = sums[team] + rule.bid;
  }
  return written;
}

// Each team its points; the maker's team minus its bid if it failed.
TeamPoints bid_written(const PayoffRule& rule, TeamPoints sums) {
  const bool made = is_made(rule, sums);
  for (std::size_t team = 0; team < sums.size(); ++team) {
    if (is_silent(rule, team)) sums[team] = 0;
  }
  if (!made) sums[static_cast<std::size_t>(rule.maker_team)] = -rule.bid;
  return sums;
}

PointsVector by_seat(const PayoffRule& rule, const TeamPoints& sums) {
  PointsVector out{};
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(rule.seats); ++seat)
    out[seat] = sums[rule.team[seat]];
  return out;
}

PointsVector deal_score(const PayoffRule& rule, const PointsVector& points) {
  const TeamPoints taken = by_team(rule, points);
  if (rule.score != ScoreRule::cinch) return by_seat(rule, bid_written(rule, taken));
  int teams = 0;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(rule.seats); ++seat) {
    teams = std::max(teams, rule.team[seat] + 1);
  }
  TeamPoints written = cinch_written(rule, taken, teams);
  Points whole = 0;
  for (const Points each : written) whole += each;
  for (Points& each : written) each = 2 * each - whole;
  return by_seat(rule, written);
}

// Chips received less chips paid (RULES section 4).
PointsVector sweepstake(const PayoffRule& rule, const PointsVector& points) {
  PointsVector paid{};
  int clear = 0;
  int pool = rule.jack;
  const auto seats = static_cast<std::size_t>(rule.seats);
  const int playing = rule.seats - (rule.out == kNobody ? 0 : 1);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (static_cast<Seat>(seat) == rule.out) continue;
    const int raw = -points[seat];
    const bool joker = rule.joker_apart && raw >= kJokerApart;
    const int lost = joker ? raw - kJokerApart + 5 : raw;
    if (lost == 0) ++clear;
    paid[seat] += lost;
    pool += lost;
    if (joker && rule.joker_holder != kNobody &&
        static_cast<std::size_t>(rule.joker_holder) != seat) {
      // The five go to the Joker's first holder and pass the pool by.
      paid[static_cast<std::size_t>(rule.joker_holder)] -= 5;
      pool -= 5;
    }
  }
  const bool divides = clear > 0 && clear < playing - 1;
  const bool won = rule.jack > 0 ? clear == 1 && playing > 2 : divides;
  PointsVector out{};
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const bool takes = won && points[seat] == 0 && static_cast<Seat>(seat) != rule.out;
    out[seat] = (takes ? pool / clear : 0) - paid[seat];
  }
  return out;
}

}  // namespace

Payoff find_payoff(std::string_view name) {
  for (std::size_t at = 0; at < kNames.size(); ++at) {
    if (kNames[at] == name) return static_cast<Payoff>(at);
  }
  throw RulesError("no payoff '" + clip(name, 20) +
                   "': expected points, score, deal_score, sweepstake or howell");
}

bool has_payoff(const Rules& rules, Payoff payoff) {
  if (payoff == Payoff::score) return rules.score != ScoreRule::points;
  return !is_chips(payoff) || rules.family == Family::hearts;
}

PayoffRule payoff_rule(const Deal& deal, Payoff payoff, int trump, int jack) {
  const Rules& rules = deal.rules;
  const std::string name(kNames[static_cast<std::size_t>(payoff)]);
  if (!has_payoff(rules, payoff))
    throw RulesError("payoff " + name + " means nothing in " + rules.name);
  PayoffRule rule;
  rule.payoff =
      payoff == Payoff::deal_score && rules.score == ScoreRule::points ? Payoff::points : payoff;
  rule.seats = deal.players;
  rule.score = rules.score;
  rule.set_back = rules.set_back;
  rule.bid_waived = deal.laws.bid_waived;
  rule.jack = jack;
  const std::vector<int> teams = rules.team_numbers(deal.players);
  for (std::size_t seat = 0; seat < teams.size(); ++seat)
    rule.team[seat] = static_cast<std::uint8_t>(teams[seat]);
  const auto lanes = lay_out(deal, trump);
  rule.silent = lanes->silent;
  if (rule.payoff == Payoff::score || rule.payoff == Payoff::deal_score) {
    if (!deal.maker || !deal.bid)
      throw RulesError("payoff " + name + " needs the deal's maker and bid");
    rule.maker_team = rule.team[static_cast<std::size_t>(*deal.maker)];
    rule.bid = *deal.bid;
    for (const auto& cards : deal.discards) {
      for (const Card card : cards)
        rule.discarded += lanes->weight[static_cast<std::size_t>(lanes->slot(card))];
    }
  }
  if (is_chips(payoff)) {
    if (rules.takes_no_cards(deal.players)) {
      const auto empty = std::find_if(deal.hands.begin(), deal.hands.end(),
                                      [](const auto& hand) { return hand && hand->empty(); });
      if (empty != deal.hands.end()) rule.out = static_cast<Seat>(empty - deal.hands.begin());
    }
    std::uint64_t in_play = lanes->stock_cards | lanes->widow_cards;
    for (const auto& hand : deal.hands) in_play |= lanes->slots(*hand);
    for (const Slot slot : CardSet(in_play))
      rule.total -= std::min<int>(0, lanes->weight[static_cast<std::size_t>(slot)]);
    rule.joker_apart = payoff == Payoff::sweepstake && rules.joker == JokerPlace::above_ten_hearts;
    for (std::size_t seat = 0; rule.joker_apart && seat < deal.hands.size(); ++seat) {
      const auto& hand = *deal.hands[seat];
      if (std::find(hand.begin(), hand.end(), kJoker) != hand.end())
        rule.joker_holder = static_cast<Seat>(seat);
    }
  }
  return rule;
}

std::shared_ptr<const Lanes> payoff_lanes(const PayoffRule& rule,
                                          std::shared_ptr<const Lanes> lanes) {
  if (!is_chips(rule.payoff)) return lanes;
  // Chips are paid for penalty cards alone: no bonus, no moon.
  auto chips = std::make_shared<Lanes>(*lanes);
  chips->moon = MoonRule::none;
  chips->penalties = 0;
  for (Slot slot = 0; slot < 64; ++slot) {
    std::int16_t& weight = chips->weight[static_cast<std::size_t>(slot)];
    if (weight > 0) {
      weight = 0;
      chips->weighted &= ~bit(slot);
    }
    if (rule.joker_apart && chips->joker == bit(slot)) weight = -kJokerApart;
  }
  chips->widow_points = 0;
  for (const Slot slot : CardSet(chips->widow_cards)) {
    chips->widow_points += chips->weight[static_cast<std::size_t>(slot)];
  }
  return chips;
}

PointsVector payoffs(const PayoffRule& rule, const PointsVector& points) {
  switch (rule.payoff) {
    case Payoff::points: {
      PointsVector out = points;
      for (std::size_t seat = 0; seat < out.size(); ++seat) {
        if (has(rule.silent, static_cast<Seat>(seat))) out[seat] = 0;
      }
      return out;
    }
    case Payoff::score:
      return by_seat(rule, bid_written(rule, by_team(rule, points)));
    case Payoff::deal_score:
      return deal_score(rule, points);
    case Payoff::sweepstake:
      return sweepstake(rule, points);
    case Payoff::howell: {
      PointsVector out{};
      const int playing = rule.seats - (rule.out == kNobody ? 0 : 1);
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(rule.seats); ++seat) {
        if (static_cast<Seat>(seat) == rule.out) continue;
        out[seat] = rule.total + playing * points[seat];
      }
      return out;
    }
  }
  return points;
}

void check_side_payoff(const PayoffRule& rule, const Lanes& lanes, SeatMask side) {
  const auto refuse = [&](const std::string& why) {
    throw RulesError("payoff " + std::string(kNames[static_cast<std::size_t>(rule.payoff)]) +
                     " of seats " + seats_text(side) + ": " + why);
  };
  if (rule.payoff == Payoff::points || rule.payoff == Payoff::howell) return;
  if (rule.payoff == Payoff::sweepstake)
    refuse("it depends on who else is clear; expected each seat for itself (max^n)");
  const auto first = static_cast<std::size_t>(std::countr_zero(side));
  SeatMask team = 0;
  int teams = 0;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(rule.seats); ++seat) {
    if (rule.team[seat] == rule.team[first]) team = static_cast<SeatMask>(team | 1u << seat);
    teams = std::max(teams, rule.team[seat] + 1);
  }
  if (team != side) refuse("expected one team, seats " + seats_text(team));
  if (rule.payoff == Payoff::deal_score && rule.score == ScoreRule::cinch &&
      (teams != 2 || lanes.game_points != 0 || lanes.moon != MoonRule::none || lanes.silent != 0)) {
    refuse("what the others take counts too; expected two teams that share all points");
  }
}

Points side_payoff(const PayoffRule& rule, SeatMask side, Points own, Points all) {
  if (rule.payoff == Payoff::points) return own;
  if (rule.payoff == Payoff::howell) return std::popcount(side) * rule.total + rule.seats * own;
  const auto seat = static_cast<std::size_t>(std::countr_zero(side));
  const auto other = static_cast<std::size_t>(std::countr_one(side));
  PointsVector points{};
  points[seat] = own;
  points[other] = all - own;
  return payoffs(rule, points)[seat];
}

Points all_points(const Lanes& lanes, const State& state) {
  std::uint64_t left = state.cards(lanes.seats) | state.table;
  for (std::size_t at = state.drawn; at < lanes.stock.size(); ++at) left |= bit(lanes.stock[at]);
  Points all = lanes.trick_points * (std::popcount(left) / lanes.seats);
  if (lanes.widow && state.tricks == 0) all += lanes.widow_points;
  for (const Slot slot : CardSet(left & lanes.weighted))
    all += lanes.weight[static_cast<std::size_t>(slot)];
  for (const Points points : state.points) all += points;
  return all;
}

}  // namespace kibitz
