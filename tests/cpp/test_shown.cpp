#include "kibitz/shown.hpp"

#include "check.hpp"
#include "kibitz/notation.hpp"

using namespace kibitz;

namespace {

constexpr const char* kClubs = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC";

// What the last card of a trick excludes, as text; the seats play in their order from seat 0.
std::string excluded_by_last(const std::string& deal, const std::vector<std::string>& cards) {
  ShownTrick trick;
  for (const std::string& card : cards)
    trick.emplace_back(static_cast<Seat>(trick.size()), parse_card(card));
  std::vector<Card> found;
  for (const int index : CardSet(excluded(parse_deal(deal), {trick}).back()))
    found.push_back(Card{static_cast<std::uint8_t>(index)});
  return to_text(found);
}

}  // namespace

TEST("who does not follow lacks the suit, and a ruff shows nothing") {
  const std::string cinch = "cinch H 0 -/-/-/-";
  CHECK(excluded_by_last(cinch, {"AC", "3S"}) == kClubs);
  CHECK(excluded_by_last(cinch, {"AC", "3H"}).empty());
  CHECK(excluded_by_last(cinch, {"AC", "5D"}).empty());
  CHECK(excluded_by_last(cinch, {"AC", "2C"}).empty());
}

TEST("the Left Pedro is lacked with the trumps and not with its own suit") {
  const std::string cinch = "cinch H 0 -/-/-/-";
  CHECK(excluded_by_last(cinch, {"AH", "3S"}) == "5D 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH");
  CHECK(excluded_by_last(cinch, {"AD", "3S"}) == "2D 3D 4D 6D 7D 8D 9D TD JD QD KD AD");
}

TEST("a Joker may break in once a heart above the ten has been played") {
  const std::string hearts = "joker_hearts - 0 -/-/-";
  CHECK(excluded_by_last(hearts, {"AC", "QH", "JK"}).empty());
  CHECK(excluded_by_last(hearts, {"AC", "9H", "JK"}) == kClubs);
}

TEST("a heart led before hearts are broken shows a hand of hearts") {
  const std::string text = excluded_by_last("hearts?break_hearts=true - 0 -/-/-/-", {"4H"});
  CHECK(text.find("2C") != std::string::npos);
  CHECK(text.find('H') == std::string::npos);
}

TEST("a demand that was met shows what else would have met it") {
  const std::string deal = "whist - 0 -/-/-/- demands=1:lowest";
  CHECK(excluded_by_last(deal, {"2C", "5C"}) == "2C 3C 4C");
}

TEST("cards that are not of the game, and seats that there are not, show nothing") {
  const Deal deal = parse_deal("whist - 0 -/-/-/-");
  const std::vector<std::uint64_t> found =
      excluded(deal, {{{0, parse_card("AC")}, {1, parse_card("JK")}, {9, parse_card("2D")}}});
  CHECK(found.size() == 3);
  CHECK(found[1] == 0 && found[2] == 0);
}
