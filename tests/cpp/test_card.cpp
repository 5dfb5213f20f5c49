#include "check.hpp"
#include "kibitz/card.hpp"
#include "kibitz/fault.hpp"

using namespace kibitz;

TEST("every card is read from the text it is printed as") {
  int count = 0;
  for (int index = 0; index < 64; ++index) {
    if (!is_card(index)) continue;
    const Card card{static_cast<std::uint8_t>(index)};
    CHECK(to_text(card).size() == 2);
    CHECK(parse_card(to_text(card)) == card);
    count += 1;
  }
  CHECK(count == 54);
}

TEST("one card is read in all its spellings") {
  const Card ten_of_hearts = Card::of(2, 8);
  for (const char* text : {"TH", "th", "10H", "10h", "♥T", "T♥", "♡T", "♥10"}) {
    CHECK(find_card(text) == ten_of_hearts);
  }
}

TEST("what is no card is not read") {
  for (const char* text :
       {"", "H", "1H", "11H", "THH", "XH", "TX", "JKH", "♥", "TH ", "\xe2\x99"}) {
    CHECK(!find_card(text));
    CHECK_THROWS(parse_card(text), NotationError);
  }
}

TEST("cards are read apart or run together, and all wrong ones are named") {
  CHECK(to_text(parse_cards("AH, kh JK")) == "AH KH JK");
  CHECK(parse_cards("AHKH10D") == parse_cards("AH KH TD"));
  CHECK(parse_cards("").empty());
  try {
    (void)parse_cards("AH XX KH YY");
    CHECK(false);
  } catch (const NotationError& error) {
    const std::string_view text = error.what();
    CHECK(text.find("XX") != text.npos && text.find("YY") != text.npos);
  }
}
