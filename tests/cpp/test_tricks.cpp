// The search of tricks against the plain search, on small deals with many voids.
#include <algorithm>
#include <cstddef>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "kibitz/solver.hpp"
#include "kibitz/variants.hpp"
#include "tricks.hpp"

using namespace kibitz;

namespace {

// Hands of few lanes or of neighbouring cards: short, with voids, and with partners that hold
// nothing but trumps.
Deal random_deal(std::mt19937& random, int size) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<Card> cards;
  for (int suit = 0; suit < 4; ++suit) {
    for (int rank = 0; rank < kRanks; ++rank) cards.push_back(Card::of(suit, rank));
  }
  const int spread = below(30);
  std::vector<std::pair<int, Card>> keyed;
  for (std::size_t at = 0; at < cards.size(); ++at)
    keyed.emplace_back(static_cast<int>(at) + (spread == 0 ? 0 : below(2 * spread)), cards[at]);
  std::sort(keyed.begin(), keyed.end());
  const std::size_t wanted = static_cast<std::size_t>(4 * size);
  const auto from = static_cast<std::size_t>(below(static_cast<int>(52 - wanted + 1)));
  std::vector<Card> taken;
  for (std::size_t at = 0; at < wanted; ++at) taken.push_back(keyed[from + at].second);
  if (below(2) == 0) std::shuffle(taken.begin(), taken.end(), random);
  Deal deal;
  deal.variant = "whist";
  deal.rules = find_variant("whist");
  deal.rules.trick_points = static_cast<std::int8_t>(1 + below(2));
  deal.players = 4;
  deal.trump = below(5) - 1;
  deal.leader = below(4);
  std::vector<std::vector<Card>> hands;
  for (int seat = 0; seat < 4; ++seat) {
    const auto first = taken.begin() + seat * size;
    hands.emplace_back(first, first + size);
    std::sort(hands.back().begin(), hands.back().end());
  }
  std::shuffle(hands.begin(), hands.end(), random);
  for (auto& hand : hands) deal.hands.emplace_back(std::move(hand));
  return deal;
}

Position random_position(std::mt19937& random, int size) {
  Position position(random_deal(random, size));
  for (unsigned plays = random() % 6 < 3 ? random() % 4 : 0; plays > 0; --plays) {
    if (position.is_over()) break;
    const CardSet legal(position.legal_cards());
    auto each = legal.begin();
    for (unsigned skip = random() % static_cast<unsigned>(legal.size()); skip > 0; --skip) ++each;
    position.play(Card{static_cast<std::uint8_t>(*each)});
  }
  return position;
}

bool same(const Answer& a, const Answer& b) {
  return a.lower == b.lower && a.upper == b.upper && a.line == b.line &&
         std::equal(a.cards.begin(), a.cards.end(), b.cards.begin(), b.cards.end(),
                    [](const CardBounds& x, const CardBounds& y) {
                      return x.card == y.card && x.lower == y.lower && x.upper == y.upper;
                    });
}

Query plain_query(SeatMask max) {
  Query query;
  query.max = max;
  query.switches.partition = false;
  return query;
}

}  // namespace

TEST("values, cards and lines are those of the plain search, with each idea and without it") {
  std::mt19937 random(1);
  Solver solver;
  for (int round = 0; round < 3000; ++round) {
    const Position position = random_position(random, 1 + round % 5);
    const SeatMask max = round % 2 == 0 ? 0b0101 : 0b1010;
    Query query = plain_query(max);
    query.cards = query.line = true;
    const Answer plain = solver.solve(position, query);
    query.switches.partition = true;
    CHECK(same(plain, solver.solve(position, query)));
    bool Switches::* const ideas[] = {&Switches::bounds, &Switches::classes, &Switches::table};
    query.switches.*ideas[round % 3] = false;
    CHECK(same(plain, solver.solve(position, query)));
  }
}

TEST("threshold questions are answered as by the plain search") {
  std::mt19937 random(2);
  Solver solver;
  for (int round = 0; round < 1000; ++round) {
    const Position position = random_position(random, 1 + round % 4);
    const SeatMask max = round % 2 == 0 ? 0b0101 : 0b1010;
    const int value = solver.solve(position, plain_query(max)).lower;
    for (int k = -1; k <= 10; ++k) {
      Query query;
      query.max = max;
      query.at_least = k;
      const Answer answer = solver.solve(position, query);
      CHECK(value >= k ? answer.lower >= k : answer.upper < k);
      CHECK(answer.lower <= value && value <= answer.upper);
    }
  }
}

TEST("a search cut short proves bounds; a warm solver, or one with little memory, answers alike") {
  std::mt19937 random(3);
  Solver warm;
  for (int round = 0; round < 60; ++round) {
    const Position position(random_deal(random, 7));
    Query query;
    query.max = 0b0101;
    query.cards = true;
    Solver cold;
    const Answer full = cold.solve(position, query);
    const Answer again = warm.solve(position, query);
    CHECK(same(full, again) && full.nodes == again.nodes);
    query.limits.memory = 0;
    CHECK(same(full, warm.solve(position, query)));
    query.limits.nodes = full.nodes / 2;
    const Answer cut = warm.solve(position, query);
    CHECK(cut.nodes <= query.limits.nodes);
    CHECK(cut.lower <= full.lower && full.lower <= cut.upper);
  }
}

TEST("questions that share a table are answered as one by one, for fewer nodes, warm as cold") {
  std::mt19937 random(5);
  Solver one;
  Solver warm;
  std::uint64_t apart = 0;
  std::uint64_t shared = 0;
  for (int round = 0; round < 150; ++round) {
    // Every leader and both sides; now and then a shorter deal in between, or other trumps.
    Deal deal = random_deal(random, 3 + round % 4);
    std::vector<Position> positions;
    std::vector<SeatMask> sides;
    for (deal.leader = 0; deal.leader < 4; ++deal.leader) {
      for (const SeatMask side : {0b0101, 0b1010}) {
        positions.emplace_back(deal);
        sides.push_back(side);
      }
      if (round % 3 == 0) deal.trump = static_cast<int>(random() % 5) - 1;
      if (round % 3 != 1) continue;
      Deal other = random_deal(random, 2 + round % 3);
      other.trump = deal.trump;
      positions.emplace_back(std::move(other));
      sides.push_back(0b1010);
    }
    Query query;
    bool Switches::* const ideas[] = {&Switches::bounds, &Switches::classes, &Switches::table};
    if (round % 5 < 3) query.switches.*ideas[round % 5] = false;
    query.cards = round % 2 == 0;
    const std::vector<Answer> answers = warm.solve_each(positions, sides, query);
    Solver cold;
    const std::vector<Answer> again = cold.solve_each(positions, sides, query);
    CHECK(answers.size() == positions.size() && again.size() == positions.size());
    for (std::size_t at = 0; at < positions.size(); ++at) {
      query.max = sides[at];
      const Answer plain = one.solve(positions[at], query);
      CHECK(same(plain, answers[at]) && same(plain, again[at]));
      CHECK(answers[at].nodes == again[at].nodes);
      apart += plain.nodes;
      shared += answers[at].nodes;
    }
  }
  CHECK(3 * shared < 2 * apart);
}

TEST("what one call has proven is not used by the next") {
  std::mt19937 random(6);
  const Position position(random_deal(random, 7));
  const std::vector<Position> positions(2, position);
  const std::vector<SeatMask> sides(2, 0b0101);
  Query query;
  query.max = 0b0101;
  Solver solver;
  const std::uint64_t nodes = solver.solve(position, query).nodes;
  for (int call = 0; call < 2; ++call) {
    const std::vector<Answer> answers = solver.solve_each(positions, sides, query);
    CHECK(answers[0].nodes == nodes);
    CHECK(answers[1].nodes < nodes);
    CHECK(solver.solve(position, query).nodes == nodes);
  }
}

TEST("limits are of all questions of a call, and the first that is cut short is the last") {
  std::mt19937 random(7);
  Deal deal = random_deal(random, 7);
  std::vector<Position> positions;
  for (deal.leader = 0; deal.leader < 4; ++deal.leader) positions.emplace_back(deal);
  const std::vector<SeatMask> sides(4, 0b0101);
  Solver solver;
  const std::vector<Answer> full = solver.solve_each(positions, sides, {});
  Query query;
  query.limits.nodes = full[0].nodes + full[1].nodes + full[2].nodes / 2;
  const std::vector<Answer> cut = solver.solve_each(positions, sides, query);
  CHECK(cut.size() == 3);
  CHECK(cut[1].complete && cut[1].nodes == full[1].nodes && !cut[2].complete);
  CHECK(cut[2].nodes == full[2].nodes / 2);
  CHECK(cut[2].lower <= full[2].lower && full[2].upper <= cut[2].upper);
  CHECK_THROWS(solver.solve_each(positions, {}, query), std::invalid_argument);
}

TEST("sure tricks are never more than the plain search can win") {
  std::mt19937 random(4);
  Solver solver;
  int claimed = 0;
  for (int round = 0; round < 5000; ++round) {
    const int size = 2 + round % 4;
    const Position position(random_deal(random, size));
    const State& state = position.state();
    const SureTricks sure(position.lanes().trumps);
    const SureTricks::Hands hands{state.hand[0], state.hand[1], state.hand[2], state.hand[3]};
    const int leader = state.leader;
    const auto max = static_cast<SeatMask>(leader % 2 == 0 ? 0b0101 : 0b1010);
    const int value = solver.solve(position, plain_query(max)).lower;
    const int worth = position.lanes().trick_points;
    for (int need = 1; need <= size; ++need) {
      const int cashed = sure.cash(hands, leader, size, need).tricks;
      CHECK(cashed < need || value >= need * worth);
      claimed += cashed >= need ? 1 : 0;
    }
    const auto seat = [&](int ahead) {
      return hands[static_cast<std::size_t>((leader + ahead) % 4)];
    };
    CHECK(value >= worth * sure.top_trumps(seat(0), seat(2), seat(1) | seat(3)).tricks);
    CHECK(value <= worth * (size - sure.top_trumps(seat(1), seat(3), seat(0) | seat(2)).tricks));
  }
  CHECK(claimed > 4000);
}
