#include <random>

#include "check.hpp"
#include "kibitz/notation.hpp"

using namespace kibitz;

TEST("a deal is printed as it was read") {
  for (const char* text : {
           "cinch H 0 AH5H/KH2H/QH3H/JH4H",
           "cinch?first_lead_trump=true S 3 AS/KS/QS/JS plays=JS maker=2 bid=9",
           "cinch C 0 ?/KC/QC/JC discards=2D3D/-/4D/- extra={\"id\":\"a%20b\"}",
           "whist - 1 AS/KS/QS/JS",
           "whist D 1 -/-/-/-",
           "whist D 1 AS/KS players=4",
       }) {
    CHECK(to_text(parse_deal(text)) == text);
    CHECK(parse_deal(to_text(parse_deal(text))) == parse_deal(text));
  }
}

TEST("text that is no deal is refused") {
  for (const char* text :
       {"", "cinch", "cinch H 0", "cinch X 0 AH/KH/QH/JH", "cinch H zero AH/KH/QH/JH",
        "cinch H 0 AH/KH/QH/JX", "cinch H 0 AH/KH/QH/JH bid", "cinch H 0 AH/KH/QH/JH bid=x",
        "cinch H 0 AH/KH/QH/JH luck=7", "cinch H 0 AH/KH/QH/JH extra=%2"}) {
    CHECK_THROWS(parse_deal(text), NotationError);
  }
  CHECK_THROWS(parse_deal(std::string(2'000'000, 'A')), NotationError);
}

TEST("a variant or an option that does not exist is refused") {
  CHECK_THROWS(parse_deal("bridge H 0 AH/KH/QH/JH"), RulesError);
  CHECK_THROWS(parse_deal("whist?set_back=true H 0 AH/KH/QH/JH"), RulesError);
  CHECK_THROWS(parse_deal("cinch?draw=twice H 0 AH/KH/QH/JH"), RulesError);
}

TEST("any deal that can be built is printed and read back equal") {
  std::mt19937 random(7);
  const auto below = [&random](std::size_t n) { return static_cast<int>(random() % n); };
  const auto cards = [&] {
    std::vector<Card> out;
    for (int count = below(4); count > 0; --count) {
      const int index = below(54);
      out.push_back(index < 52    ? Card::of(index / 13, index % 13)
                    : index == 52 ? kJoker
                                  : kLowJoker);
    }
    return out;
  };
  const std::vector<std::vector<Option>> options{
      {}, {{"set_back", "true"}}, {{"draw", "\"four_more\""}, {"teams", "[0,0,1,2]"}}};
  for (int round = 0; round < 2000; ++round) {
    Deal deal;
    set_variant(deal, round % 2 == 0 ? "cinch" : "double_pedro",
                options[random() % options.size()]);
    deal.trump = below(5) - 1;
    deal.leader = below(19'999) - 9'999;
    for (int seat = below(5); seat >= 0; --seat) {
      if (below(4) == 0) {
        deal.hands.emplace_back(std::nullopt);
      } else {
        deal.hands.emplace_back(cards());
      }
    }
    deal.players = below(3) == 0 ? below(9) : static_cast<int>(deal.hands.size());
    deal.plays = cards();
    deal.stock = cards();
    deal.widow = cards();
    if (below(2) == 0) deal.maker = below(9) - 2;
    if (below(2) == 0) deal.bid = below(99) - 50;
    for (int seat = below(4); seat > 0; --seat) deal.discards.push_back(cards());
    if (below(2) == 0) {
      deal.extra = "{\"note\": \"";
      for (int length = below(20); length > 0; --length) {
        const int which = below(10);
        deal.extra += which == 9 ? "\xc3\xa4" : std::string(1, " %&=?/-~\x7f"[which]);
      }
      deal.extra += "\"}";
    }
    const std::string text = to_text(deal);
    CHECK(text.find('\n') == text.npos);
    CHECK(parse_deal(text) == deal);
    CHECK(to_text(parse_deal(text)) == text);
  }
}
