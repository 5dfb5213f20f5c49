#include "kibitz/batch.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "kibitz/notation.hpp"
#include "kibitz/worlds.hpp"

namespace {

using kibitz::Position;

constexpr kibitz::SeatMask kSide = 0b0101;

// Four cards each of a pack of spades and hearts, dealt in so many ways.
kibitz::DealBatch whist(std::size_t deals, std::vector<std::uint64_t>& hands,
                        std::vector<std::int8_t>& trumps, std::vector<std::int8_t>& leaders) {
  std::uint64_t random = 1;
  for (std::size_t deal = 0; deal < deals; ++deal) {
    std::array<int, 16> cards{};
    for (int at = 0; at < 16; ++at)
      cards[static_cast<std::size_t>(at)] = (at % 2 == 0 ? 32 : 48) + at / 2;
    for (std::size_t at = cards.size(); at-- > 1;) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      std::swap(cards[at], cards[(random >> 33) % (at + 1)]);
    }
    for (std::size_t seat = 0; seat < 4; ++seat) {
      std::uint64_t hand = 0;
      for (std::size_t at = 4 * seat; at < 4 * seat + 4; ++at) hand |= kibitz::bit(cards[at]);
      hands.push_back(hand);
    }
    trumps.push_back(static_cast<std::int8_t>(deal % 2 == 0 ? 3 : -1));
    leaders.push_back(static_cast<std::int8_t>(deal % 4));
  }
  return {kibitz::parse_rules("whist"), 4, hands, trumps, leaders};
}

}  // namespace

TEST("a batch answers as a solver does one by one, with any number of workers") {
  constexpr std::size_t kDeals = 200;
  std::vector<std::uint64_t> hands;
  std::vector<std::int8_t> trumps;
  std::vector<std::int8_t> leaders;
  const kibitz::DealBatch batch = whist(kDeals, hands, trumps, leaders);
  std::vector<std::int16_t> first;
  for (const int workers : {1, 2, 8}) {
    std::vector<std::int16_t> values(kDeals);
    std::vector<std::uint8_t> done(kDeals);
    std::vector<std::int16_t> cards(64 * kDeals);
    kibitz::BatchOptions options;
    options.workers = workers;
    std::size_t heard = 0;
    options.progress = [&](std::size_t items) { heard = items; };
    const auto report = kibitz::solve_batch(batch, kSide, options, {values, done, cards});
    CHECK(heard == kDeals);
    CHECK(report.nodes > 0 && report.table_bytes > 0);
    int sum = 0;
    for (std::size_t at = 0; at < kDeals; ++at) {
      sum += done[at];
      const bool ours = leaders[at] % 2 == 0;
      std::int16_t best = ours ? std::int16_t{-1} : std::int16_t{99};
      for (std::size_t card = 64 * at; card < 64 * at + 64; ++card) {
        if (cards[card] == kibitz::kNotLegal) continue;
        best = ours ? std::max(best, cards[card]) : std::min(best, cards[card]);
      }
      CHECK(best == values[at]);
    }
    CHECK(sum == static_cast<int>(kDeals));
    if (first.empty()) first = values;
    CHECK(first == values);
  }
}

TEST("a stop ends a batch, and the first fault of many is told") {
  std::vector<std::uint64_t> hands;
  std::vector<std::int8_t> trumps;
  std::vector<std::int8_t> leaders;
  kibitz::DealBatch batch = whist(100, hands, trumps, leaders);
  std::vector<std::int16_t> values(100);
  std::vector<std::uint8_t> done(100);
  const std::atomic<bool> stop{true};
  kibitz::BatchOptions options;
  options.limits.stop = &stop;
  kibitz::solve_batch(batch, kSide, options, {values, done, {}});
  for (const std::uint8_t each : done) CHECK(each == 0);
  hands[4 * 40] = hands[4 * 40 + 1];
  hands[4 * 70] = 0;
  batch.hands = hands;
  options = {};
  options.workers = 4;
  std::string told;
  try {
    kibitz::solve_batch(batch, kSide, options, {values, done, {}});
  } catch (const kibitz::DealError& error) {
    told = error.what();
  }
  CHECK(told.starts_with("deal 40: "));
}

TEST("worlds answer as their positions do") {
  const Position now(kibitz::parse_deal("cinch H 0 KH5H/5D9S/8S4C/TH6C"));
  const Position other(kibitz::parse_deal("cinch H 0 KH5H/5DTH/8S4C/9S6C"));
  std::vector<std::uint64_t> hands;
  for (const Position* each : {&now, &other}) {
    for (kibitz::Seat seat = 0; seat < 4; ++seat) {
      std::uint64_t hand = 0;
      for (const kibitz::Card card : each->hand(seat)) hand |= kibitz::bit(card.index);
      hands.push_back(hand);
    }
  }
  std::vector<std::int16_t> values(4);
  std::vector<std::uint8_t> done(2);
  kibitz::BatchOptions options;
  options.workers = 2;
  kibitz::solve_worlds(now, {hands, {}}, kSide, kibitz::Payoff::points, options, {values, done});
  kibitz::Solver solver;
  kibitz::Query query;
  query.max = kSide;
  query.cards = true;
  std::size_t at = 0;
  for (const Position* each : {&now, &other}) {
    for (const kibitz::CardBounds& card : solver.solve(*each, query).cards)
      CHECK(values[at++] == card.lower);
  }
  CHECK(done[0] == 1 && done[1] == 1);
  hands[0] = hands[1];
  CHECK_THROWS(kibitz::solve_worlds(now, {hands, {}}, kSide, kibitz::Payoff::points, options,
                                    {values, done}),
               kibitz::DealError);
}
