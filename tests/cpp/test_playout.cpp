#include "kibitz/playout.hpp"

#include <atomic>

#include "check.hpp"
#include "kibitz/notation.hpp"

using namespace kibitz;

namespace {

constexpr const char* kDeal =
    "hearts - 0 2C3C4C5C6C7C8C9CTCJCQCKCAC/2D3D4D5D6D7D8D9DTDJDQDKDAD/"
    "2H3H4H5H6H7H8H9HTHJHQHKHAH/2S3S4S5S6S7S8S9STSJSQSKSAS";

std::vector<std::uint64_t> hands_of(const Position& now, int worlds) {
  std::vector<std::uint64_t> hands;
  for (int world = 0; world < worlds; ++world) {
    for (Seat seat = 0; seat < now.players(); ++seat) {
      std::uint64_t hand = 0;
      for (const Card card : now.hand(seat)) hand |= bit(card.index);
      hands.push_back(hand);
    }
  }
  return hands;
}

}  // namespace

TEST("a suit that nobody else holds takes every heart") {
  const Position now(parse_deal(kDeal));
  const auto hands = hands_of(now, 3);
  std::vector<std::int16_t> payoffs(std::size_t{3} * 13 * 4);
  std::vector<std::uint8_t> done(3);
  playouts(now, {hands, {}}, {}, payoffs, done);
  for (std::size_t at = 0; at < payoffs.size(); ++at) CHECK(payoffs[at] == (at % 4 == 0 ? -13 : 0));
  for (const auto each : done) CHECK(each == 1);
}

TEST("spans that do not fit are refused") {
  const Position now(parse_deal(kDeal));
  const auto hands = hands_of(now, 2);
  std::vector<std::int16_t> payoffs(std::size_t{2} * 13 * 4);
  std::vector<std::uint8_t> done(1);
  CHECK_THROWS((playouts(now, {hands, {}}, {}, payoffs, done), 0), std::invalid_argument);
}

TEST("a stop that is set leaves every world undone") {
  const Position now(parse_deal(kDeal));
  const auto hands = hands_of(now, 20);
  std::vector<std::int16_t> payoffs(std::size_t{20} * 13 * 4);
  std::vector<std::uint8_t> done(20);
  const std::atomic<bool> stop{true};
  PlayoutQuery query;
  query.limits.stop = &stop;
  query.workers = 2;
  playouts(now, {hands, {}}, query, payoffs, done);
  for (const auto each : done) CHECK(each == 0);
}

TEST("the numbers of weights that a card has are within the table") {
  for (const char* text : {kDeal, "cinch H 0 AHKHQC/3H4HKC/5D8HTD/6HTHJC",
                           "whist - 0 2C3D/4C5D/6C7D/8C9D", "pitch - 0 2C3D/4C5D/6C7D/8C9D"}) {
    const Position now(parse_deal(text));
    const auto size = static_cast<int>(policy_weights(policy_kind(now.deal().rules)).size());
    for (const CardFeatures& card : policy_features(now)) {
      CHECK(!card.features.empty());
      for (const auto& [number, sixteenths] : card.features)
        CHECK(number >= 0 && number < size && sixteenths != 0);
    }
  }
}
