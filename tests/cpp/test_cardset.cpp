#include <vector>

#include "check.hpp"
#include "kibitz/cardset.hpp"

using kibitz::CardSet;

TEST("an empty set has no cards") {
  constexpr CardSet none;
  CHECK(none.empty());
  CHECK(none.size() == 0);
  CHECK(none.begin() == none.end());
}

TEST("cards go in and out, and are walked from the lowest up") {
  CardSet set;
  for (const int index : {62, 0, 17}) set.insert(index);
  CHECK(set.size() == 3);
  CHECK(set.contains(17) && !set.contains(16));
  CHECK(set.bottom() == 0 && set.top() == 62);
  std::vector<int> walked;
  for (const int index : set) walked.push_back(index);
  CHECK((walked == std::vector<int>{0, 17, 62}));
  set.erase(17);
  CHECK((set == (CardSet::of(0) | CardSet::of(62))));
}

TEST("set algebra is that of the bits") {
  constexpr CardSet a(0b0110);
  constexpr CardSet b(0b0011);
  static_assert((a | b).bits() == 0b0111);
  static_assert((a & b).bits() == 0b0010);
  static_assert((a - b).bits() == 0b0100);
  CHECK(a != b);
}

TEST("the four lanes part all sixty-four places") {
  CardSet all;
  for (int lane = 0; lane < kibitz::kLanes; ++lane) {
    CHECK(CardSet::lane(lane).size() == kibitz::kLaneSize);
    CHECK((all & CardSet::lane(lane)).empty());
    all = all | CardSet::lane(lane);
  }
  CHECK(all.size() == 64);
  CHECK(all.in_lane(2) == CardSet::lane(2));
}
