#include "check.hpp"
#include "kibitz/lanes.hpp"
#include "kibitz/notation.hpp"
#include "kibitz/variants.hpp"

using namespace kibitz;

namespace {

std::string order(std::string_view variant, int trump, int lane) {
  return to_text(lane_order(find_variant(variant), trump, lane));
}

}  // namespace

TEST("a plain suit ranks from the deuce to the ace") {
  CHECK(order("whist", kNoTrump, 0) == "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC");
}

TEST("in Cinch the Left Pedro ranks between the five and the four of trumps") {
  CHECK(order("cinch", 2, 2) == "2H 3H 4H 5D 5H 6H 7H 8H 9H TH JH QH KH AH");
  CHECK(order("cinch", 2, 1) == "2D 3D 4D 6D 7D 8D 9D TD JD QD KD AD");
  CHECK(order("cinch", 0, 0) == "2C 3C 4C 5S 5C 6C 7C 8C 9C TC JC QC KC AC");
}

TEST("every card of the pack gets one slot, whatever the trump") {
  for (int trump = 0; trump < kLanes; ++trump) {
    std::uint64_t cards = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
      for (const Card card : lane_order(find_variant("cinch"), trump, lane)) {
        CHECK(!CardSet(cards).contains(card.index));
        cards |= bit(card.index);
      }
    }
    CHECK(cards == full_pack());
  }
}

TEST("the points of Cinch are fourteen, on six trumps") {
  const auto lanes = lay_out(parse_deal("cinch S 0 AS/KS/QS/JS"), 3);
  int points = 0;
  int cards = 0;
  for (const Slot slot : CardSet(lanes->weighted)) {
    CHECK(lane_of(slot) == lanes->trump);
    points += lanes->weight[static_cast<std::size_t>(slot)];
    cards += 1;
  }
  CHECK(points == 14);
  CHECK(cards == 6);
  CHECK(lanes->weight[static_cast<std::size_t>(lanes->slot(parse_card("5C")))] == 5);
}

TEST("slots and cards are one to one") {
  const auto lanes = lay_out(parse_deal("cinch D 0 AS/KS/QS/JS"), 1);
  for (const Card card : parse_cards("AD 5D 5H 2C KS"))
    CHECK(lanes->card(lanes->slot(card)) == card);
}
