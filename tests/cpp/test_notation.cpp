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
