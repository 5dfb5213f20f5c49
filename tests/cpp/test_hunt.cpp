#include "hunt.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

#include "better.hpp"
#include "check.hpp"
#include "kibitz/notation.hpp"
#include "kibitz/solver.hpp"
#include "random.hpp"
#include "search.hpp"

using namespace kibitz;

namespace {

// The free game, plainly: the opponents of the single seat say who leads, whoever won.
class Plain {
 public:
  Plain(const Lanes& lanes, Seat single, bool single_is_max)
      : lanes_(lanes), single_(single), single_is_max_(single_is_max) {}

  int value(const std::array<std::uint64_t, kMaxSeats>& hands) {
    if (hands[0] == 0) return 0;
    if (const auto known = known_.find(hands); known != known_.end()) return known->second;
    int best = single_is_max_ ? 1 << 14 : -(1 << 14);
    for (Seat leader = 0; leader < lanes_.seats; ++leader) {
      const int here = trick(hands, leader, {});
      best = single_is_max_ ? std::min(best, here) : std::max(best, here);
    }
    return known_[hands] = best;
  }

 private:
  int trick(const std::array<std::uint64_t, kMaxSeats>& hands, Seat leader,
            const std::vector<Slot>& played) {
    if (static_cast<int>(played.size()) == lanes_.seats) return finish(hands, leader, played);
    const Seat seat = (leader + static_cast<Seat>(played.size())) % lanes_.seats;
    const auto at = static_cast<std::size_t>(seat);
    std::uint64_t choice = hands[at];
    if (!played.empty() && (choice & lane_mask(lane_of(played[0]))) != 0)
      choice &= lane_mask(lane_of(played[0]));
    const bool maximise = (seat == single_) == single_is_max_;
    int best = maximise ? -(1 << 14) : 1 << 14;
    for (const Slot slot : CardSet(choice)) {
      std::array<std::uint64_t, kMaxSeats> rest = hands;
      rest[at] &= ~bit(slot);
      std::vector<Slot> more = played;
      more.push_back(slot);
      const int here = trick(rest, leader, more);
      best = maximise ? std::max(best, here) : std::min(best, here);
    }
    return best;
  }

  int finish(const std::array<std::uint64_t, kMaxSeats>& hands, Seat leader,
             const std::vector<Slot>& played) {
    std::size_t best = 0;
    int worth = lanes_.trick_points;
    for (std::size_t at = 0; at < played.size(); ++at) {
      worth += lanes_.weight[static_cast<std::size_t>(played[at])];
      if (lane_of(played[at]) == lane_of(played[0]) && played[at] > played[best]) best = at;
    }
    const bool wins = (leader + static_cast<Seat>(best)) % lanes_.seats == single_;
    return (wins == single_is_max_ ? worth : 0) + value(hands);
  }

  const Lanes& lanes_;
  Seat single_;
  bool single_is_max_;
  std::map<std::array<std::uint64_t, kMaxSeats>, int> known_;
};

// What the relaxed games say of a position, and what is true.
struct Found {
  int free;
  int cut_short;  // the free game, where an escape ends it
  int close;
  int real;
};

template <class Test>
int value_of(const Lanes& lanes, SeatMask max, const State& root, bool escapes, Test&& test) {
  const Worths worths(lanes);
  const Stakes stakes(lanes, max, true);
  const Limits limits;
  Meter meter(limits);
  SideTables<4> tables;
  tables.hunt.begin(1 << 20);
  tables.better.begin(1 << 20);
  Hunt<4> hunt(lanes, worths, stakes, root, max, tables.hunt, tables.better, meter, true, escapes);
  Stakes::Range range = stakes.sums_of(root.cards(lanes.seats));
  narrow([&](int k) { return test(hunt, k); }, range.least, range.most, range.most);
  return range.least;
}

Found look(const Position& position, SeatMask max) {
  const Lanes& lanes = position.lanes();
  const State& root = position.state();
  const auto free = [&](Hunt<4>& hunt, int k) { return hunt.test_freely(root, k); };
  const auto close = [&](Hunt<4>& hunt, int k) { return hunt.test(root, k); };
  Query query;
  query.max = max;
  query.switches.relaxed = false;
  return {value_of(lanes, max, root, false, free), value_of(lanes, max, root, true, free),
          value_of(lanes, max, root, true, close), Solver().solve(position, query).lower};
}

std::string random_hands(const std::string& variant, int seats, int each, Random& random) {
  std::vector<std::string> pack;
  for (const char suit : std::string("CDHS")) {
    for (const char rank : std::string("23456789TJQKA")) pack.push_back({rank, suit});
  }
  std::string text =
      variant + " - " + std::to_string(random.below(static_cast<std::uint32_t>(seats)));
  for (int seat = 0; seat < seats; ++seat) {
    text += seat == 0 ? ' ' : '/';
    for (int card = 0; card < each; ++card) {
      const auto at =
          static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(pack.size())));
      text += pack[static_cast<std::size_t>(at)];
      pack.erase(pack.begin() + at);
    }
  }
  return text;
}

}  // namespace

TEST(
    "the free game is worth what plain minimax says, and bounds the close one, and that the real") {
  Random random(7);
  int loose = 0;
  for (const std::string variant :
       {"hearts", "black_lady", "spot_hearts", "whist?teams=[0,1,2,3]"}) {
    for (int deal = 0; deal < 40; ++deal) {
      const int seats = variant.front() == 'w' ? 4 : 3 + deal % 2;
      const int each = deal % 4 == 0 ? 4 : 3;
      const Position position(parse_deal(random_hands(variant, seats, each, random)));
      const Seat single = deal % seats;
      for (const bool is_max : {true, false}) {
        const auto all = (1u << seats) - 1;
        const auto max = static_cast<SeatMask>(is_max ? 1u << single : all & ~(1u << single));
        CHECK(Hunt<4>::holds(position.lanes(), max));
        const Found found = look(position, max);
        Plain plain(position.lanes(), single, is_max);
        CHECK(found.free == plain.value(position.state().hand));
        const int sign = is_max ? 1 : -1;
        CHECK(sign * found.free <= sign * found.cut_short);
        CHECK(sign * found.cut_short <= sign * found.close);
        CHECK(sign * found.close <= sign * found.real);
        loose += found.free != found.real ? 1 : 0;
      }
    }
  }
  CHECK(loose > 0);
}

TEST("a result holds for parts of its pairs if it is a lower bound, for more if it is an upper") {
  const Key<2> shape{1, 2};
  for (const bool is_lower : {true, false}) {
    BetterTable<2> table;
    table.begin(1 << 20);
    table.store(shape, {0b0110, 0b01}, is_lower ? -3 : -2, -3);
    for (std::uint64_t low = 0; low < 16; ++low) {
      for (std::uint64_t high = 0; high < 4; ++high) {
        const bool part = (low & ~0b0110u) == 0 && (high & ~0b01u) == 0;
        const bool more = (low & 0b0110u) == 0b0110 && (high & 0b01u) == 0b01;
        int bound = 0;
        CHECK(table.probe(shape, {low, high}, -3, bound) == (is_lower && part));
        CHECK(table.probe(shape, {low, high}, -2, bound) == (!is_lower && more));
        CHECK(!table.probe({1, 3}, {low, high}, -3, bound));
      }
    }
  }
}

TEST("what is stronger takes the place of what it covers") {
  const Key<2> shape{5, 0};
  BetterTable<2> table;
  table.begin(1 << 20);
  const std::uint64_t before = table.bytes();
  for (std::uint64_t size = 1; size < 64; ++size) {
    for (int round = 0; round < 1000; ++round)
      table.store(shape, {(std::uint64_t{1} << size) - 1, 0}, -1, -1);
  }
  int bound = 0;
  CHECK(table.probe(shape, {1, 0}, -1, bound) && bound == -1);
  CHECK(table.bytes() == before);
}
