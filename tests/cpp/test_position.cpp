#include <random>

#include "check.hpp"
#include "kibitz/notation.hpp"
#include "kibitz/perft.hpp"
#include "kibitz/position.hpp"

using namespace kibitz;

namespace {

constexpr const char* kDeal = "cinch H 0 AHKH2HQC8SQH/3H4H7HKCACQS/5D8H9H3CTCKD/6HTHJHJC2D5H";

std::string legal_text(const Position& position) {
  std::vector<Card> cards;
  for (const int index : CardSet(position.legal_cards())) {
    cards.push_back(Card{static_cast<std::uint8_t>(index)});
  }
  return to_text(cards);
}

}  // namespace

TEST("trumps must be followed, a plain lead may always be trumped") {
  Position position(parse_deal(kDeal));
  CHECK(legal_text(position) == "QC 2H QH KH AH 8S");
  position.play(parse_card("AH"));
  CHECK(legal_text(position) == "3H 4H 7H");
  position.undo();
  position.play(parse_card("QC"));
  CHECK(legal_text(position) == "KC AC 3H 4H 7H");
}

TEST("the Left Pedro follows to a trump, not to its own suit") {
  Position position(parse_deal("cinch H 0 AH/5D/2D/3D plays=AH"));
  CHECK(legal_text(position) == "5D");
  Position plain(parse_deal("cinch H 0 AD9C/5D2D/3D4D/6D7D plays=AD"));
  CHECK(legal_text(plain) == "2D 5D");
}

TEST("what may not be played is refused and changes nothing") {
  Position position(parse_deal(kDeal));
  position.play(parse_card("AH"));
  for (const char* card : {"KC", "AH", "2S"})
    CHECK_THROWS((position.play(parse_card(card)), 0), IllegalPlayError);
  CHECK(position.plays().size() == 1);
  CHECK(position.is_ok());
}

TEST("a faulty deal is refused with all its faults") {
  try {
    const Position position(parse_deal("cinch - 7 AHAH/KH/QH/JH"));
    CHECK(false);
  } catch (const DealError& error) {
    CHECK(error.faults().size() >= 4);  // trump, leader, the ace twice, unequal hands
  }
}

TEST("playing a deal out and taking it all back restores every state") {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    Position position(parse_deal(kDeal));
    std::vector<std::string> legal;
    std::vector<std::array<Points, kMaxSeats>> points;
    while (!position.is_over()) {
      CHECK(position.is_ok());
      legal.push_back(legal_text(position));
      points.push_back(position.points());
      std::vector<Card> cards = parse_cards(legal.back());
      position.play(cards[random() % cards.size()]);
    }
    const auto total = position.points();
    CHECK(total[0] + total[1] + total[2] + total[3] == 14);
    while (!legal.empty()) {
      position.undo();
      CHECK(legal_text(position) == legal.back());
      CHECK(position.points() == points.back());
      legal.pop_back();
      points.pop_back();
    }
  }
}

TEST("perft counts lines of play, and its split sums to it") {
  const Position position(parse_deal("cinch D 0 8D6D5D3D2D9S/4DTH9H5HJSTS maker=0 bid=5"));
  const std::array<std::uint64_t, 5> expected{1, 6, 14, 70, 238};
  for (int depth = 0; depth < 5; ++depth) {
    CHECK(perft(position, depth) == expected[static_cast<std::size_t>(depth)]);
  }
  std::uint64_t sum = 0;
  for (const auto& [card, count] : perft_split(position, 4)) sum += count;
  CHECK(sum == 238);
}

TEST("undo restores the state bit for bit, in every line of play") {
  struct Walk {
    static void down(Position& position, int depth) {
      if (depth == 0 || position.is_over()) return;
      const State before = position.state();
      const std::string legal = legal_text(position);
      const std::string text = to_text(position.deal());
      for (const Card card : parse_cards(legal)) {
        position.play(card);
        down(position, depth - 1);
        position.undo();
        const State& after = position.state();
        CHECK(after.hand == before.hand && after.table == before.table);
        CHECK(after.count == before.count && after.leader == before.leader);
        CHECK(after.turn == before.turn && after.points == before.points);
        CHECK(after.tricks == before.tricks && after.pips == before.pips);
        CHECK(legal_text(position) == legal && to_text(position.deal()) == text);
      }
    }
  };
  for (const char* text : {"cinch H 0 AH2HQC/3H4HKC/5D8H3C/6HTH2D plays=QC",
                           "whist - 3 AH2HQC/3H4HKC/5D8H3C/6HTH2D"}) {
    Position position(parse_deal(text));
    Walk::down(position, 6);
  }
}

TEST("taking back goes behind the recorded plays, to the start and no further") {
  Position position(parse_deal("whist - 0 AH/KH/QH/JH plays=AHKHQHJH"));
  CHECK(position.is_over());
  for (int play = 0; play < 4; ++play) position.undo();
  CHECK(to_text(position.deal()) == "whist - 0 AH/KH/QH/JH");
  CHECK_THROWS((position.undo(), 0), IllegalPlayError);
}
