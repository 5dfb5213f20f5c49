#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "columns.hpp"
#include "kibitz/belief.hpp"
#include "kibitz/card.hpp"
#include "kibitz/fault.hpp"
#include "random.hpp"
#include "rows.hpp"
#include "summed.hpp"
#include "wide.hpp"

using namespace kibitz;

namespace {

std::vector<std::uint8_t> pack(std::size_t cards) {
  std::vector<std::uint8_t> all;
  for (int index = 0; all.size() < cards; ++index) {
    if (is_card(index)) all.push_back(static_cast<std::uint8_t>(index));
  }
  return all;
}

Unseen open_question(const std::vector<int>& room) {
  Unseen unseen;
  unseen.room = room;
  unseen.cards = pack(static_cast<std::size_t>(std::accumulate(room.begin(), room.end(), 0)));
  unseen.may.assign(unseen.cards.size(), (1u << room.size()) - 1);
  return unseen;
}

using World = std::vector<std::uint64_t>;

// In how many ways a course can end with these cards: every first hand, and every card drawn,
// tried.
double ways(const Unseen::Course& course, CardSet ends, CardSet hand, CardSet left,
            std::size_t step, int drawn) {
  if (step == course.steps.size()) return hand == ends ? 1 : 0;
  const Unseen::Step& now = course.steps[step];
  if (drawn < now.drawn) {
    double sum = 0;
    for (const int card : left) {
      const CardSet one = CardSet::of(card);
      sum += ways(course, ends, hand | one, left - one, step, drawn + 1);
    }
    return sum;
  }
  if (now.played) {
    if (!hand.contains(*now.played)) return 0;
    hand.erase(*now.played);
  }
  if (!(hand & now.lacks).empty()) return 0;
  return ways(course, ends, hand, left, step + 1, 0);
}

double ways(const Unseen::Course& course, CardSet ends) {
  CardSet all = ends;
  for (const Unseen::Step& step : course.steps) {
    if (step.played) all.insert(*step.played);
  }
  double sum = 0;
  std::uint64_t first = 0;
  do {  // every set of them
    const CardSet hand(first);
    if (hand.size() == course.began && (course.kept - hand).empty())
      sum += ways(course, ends, hand, all - hand, 0, 0);
    first = (first - all.bits()) & all.bits();
  } while (first != 0);
  return sum;
}

// Every world with its weight, card by card.
void list(const Unseen& unseen, std::size_t card, World& world, double weight,
          std::map<World, double>& found) {
  if (card == unseen.cards.size()) {
    for (const Unseen::Factor& factor : unseen.factors) {
      const CardSet held(world[static_cast<std::size_t>(factor.holder)]);
      weight *= factor.by_count[static_cast<std::size_t>((held & factor.cards).size())];
    }
    for (const Unseen::Course& course : unseen.courses)
      weight *= ways(course, CardSet(world[static_cast<std::size_t>(course.holder)]));
    if (weight > 0) found[world] = weight;
    return;
  }
  for (std::size_t holder = 0; holder < world.size(); ++holder) {
    if ((unseen.may[card] >> holder & 1) == 0) continue;
    if (CardSet(world[holder]).size() == unseen.room[holder]) continue;
    const std::uint64_t bit = std::uint64_t{1} << unseen.cards[card];
    world[holder] |= bit;
    const double own =
        unseen.weight.empty() ? 1 : unseen.weight[card * unseen.room.size() + holder];
    if (own > 0) list(unseen, card + 1, world, weight * own, found);
    world[holder] &= ~bit;
  }
}

std::map<World, double> list(const Unseen& unseen) {
  std::map<World, double> found;
  World world(unseen.room.size());
  list(unseen, 0, world, 1, found);
  return found;
}

// Courses for some holders of a question: cards that are played come after those unseen.
void add_courses(Random& random, Unseen& unseen) {
  std::uint8_t next = 60;
  for (std::size_t holder = 0; holder < unseen.room.size(); ++holder) {
    Unseen::Course course;
    course.holder = static_cast<int>(holder);
    course.began = unseen.room[holder];
    for (auto steps = random.below(4); steps > 0; --steps) {
      Unseen::Step step;
      step.drawn = static_cast<int>(random.below(3));
      course.began -= step.drawn;
      if (random.below(2) == 0) {
        while (!is_card(next)) --next;
        step.played = next--;
        course.began += 1;
      }
      for (const std::uint8_t card : unseen.cards) {
        if (random.below(5) == 0) step.lacks.insert(card);
      }
      course.steps.push_back(step);
    }
    int size = course.began;
    bool sound = size >= 0;
    for (const Unseen::Step& step : course.steps) {
      size += step.drawn - (step.played ? 1 : 0);
      sound = sound && size >= 0;
    }
    if (!sound || random.below(4) == 0) continue;
    for (const Unseen::Step& step : course.steps) {
      if (step.played && course.kept.size() < course.began && random.below(4) == 0)
        course.kept.insert(*step.played);
    }
    if (course.kept.size() < course.began && random.below(3) == 0)
      course.kept.insert(
          unseen.cards[random.below(static_cast<std::uint32_t>(unseen.cards.size()))]);
    unseen.courses.push_back(course);
    for (std::size_t other = 0; other + 1 < unseen.courses.size(); ++other)
      unseen.courses.back().kept = unseen.courses.back().kept - unseen.courses[other].kept;
  }
}

Unseen random_question(Random& random) {
  const std::size_t holders = 2 + random.below(3);
  std::vector<int> room(holders);
  const auto cards = static_cast<int>(4 + random.below(4));
  for (int card = 0; card < cards; ++card)
    room[random.below(static_cast<std::uint32_t>(holders))] += 1;
  Unseen unseen = open_question(room);
  for (std::uint32_t& may : unseen.may) may &= ~(1u << random.below(6));
  for (std::size_t at = 0; at < unseen.cards.size() * holders; ++at)
    unseen.weight.push_back(random.below(8) == 0 ? 0 : 0.1 + random.uniform());
  CardSet group;
  for (const std::uint8_t card : unseen.cards) {
    if (random.below(2) == 0) group.insert(card);
  }
  for (std::size_t holder = 0; holder < holders; ++holder) {
    std::vector<double> by_count;
    for (int count = 0; count <= group.size(); ++count) by_count.push_back(random.uniform());
    unseen.factors.push_back({static_cast<int>(holder), group, by_count});
  }
  return unseen;
}

double largest_difference(const Unseen& unseen, const std::vector<double>& chance,
                          const std::map<World, double>& worlds) {
  double total = 0;
  for (const auto& [world, weight] : worlds) total += weight;
  double largest = 0;
  for (std::size_t card = 0; card < unseen.cards.size(); ++card) {
    for (std::size_t holder = 0; holder < unseen.room.size(); ++holder) {
      double expected = 0;
      for (const auto& [world, weight] : worlds) {
        if (CardSet(world[holder]).contains(unseen.cards[card])) expected += weight / total;
      }
      largest = std::max(largest, std::abs(expected - chance[card * unseen.room.size() + holder]));
    }
  }
  return largest;
}

}  // namespace

TEST("wide numbers add and multiply as long ones do") {
  Wide<4> power(1);
  for (int at = 0; at < 255; ++at) power += power;
  CHECK(power.words()[3] == std::uint64_t{1} << 63);
  CHECK(!power.fits<3>());
  Wide<4> all(~std::uint64_t{0});
  const Wide<4> square = all * all;  // 2^128 - 2^65 + 1
  CHECK(square.words()[0] == 1);
  CHECK(square.words()[1] == ~std::uint64_t{0} - 1);
  CHECK(square.words()[2] == 0);
  Wide<4> sum = square;
  sum += Wide<4>(~std::uint64_t{0});
  CHECK(sum.words()[0] == 0);
  CHECK(sum.words()[1] == ~std::uint64_t{0});
}

TEST("random numbers are those published, and those below a bound are fair") {
  Random random(0);
  CHECK(random.next() == 5987356902031041503u);
  std::vector<int> seen(6);
  for (int at = 0; at < 60'000; ++at) seen[random.below(6)] += 1;
  for (const int count : seen) CHECK(std::abs(count - 10'000) < 500);
}

TEST("sums agree with all worlds listed") {
  Random random(1);
  int possible = 0;
  for (int at = 0; at < 200; ++at) {
    const Unseen unseen = random_question(random);
    const std::map<World, double> worlds = list(unseen);
    if (worlds.empty()) {
      CHECK_THROWS(Belief(unseen), EvidenceError);
      continue;
    }
    possible += 1;
    const Belief belief(unseen);
    CHECK(belief.exact());
    CHECK(belief.count()[0] == worlds.size());
    CHECK(largest_difference(unseen, belief.probability(), worlds) < 1e-12);
    const Belief::Worlds listed = belief.enumerate(worlds.size());
    CHECK(listed.probability.size() == worlds.size());
    std::vector<std::uint64_t> drawn(unseen.room.size() * 20);
    belief.sample(drawn, 3);
    for (std::size_t first = 0; first < drawn.size(); first += unseen.room.size()) {
      const auto begin = drawn.begin() + static_cast<std::ptrdiff_t>(first);
      CHECK(worlds.contains(World(begin, begin + static_cast<std::ptrdiff_t>(unseen.room.size()))));
    }
  }
  CHECK(possible > 100);
}

double log_weight(const std::map<World, double>& worlds) {
  double total = 0;
  for (const auto& [world, weight] : worlds) total += weight;
  return std::log(total);
}

double entropy(const std::map<World, double>& worlds) {
  double bits = 0;
  for (const auto& [world, weight] : worlds) {
    const double chance = weight / std::exp(log_weight(worlds));
    bits -= chance * std::log2(chance);
  }
  return bits;
}

// Everything that a way to sum can answer, against all worlds listed.
void check_sums(const Unseen& unseen, const Summed& summed, const std::map<World, double>& worlds,
                std::uint64_t some) {
  const Limits limits;
  const Meter meter(limits);
  const double total = std::exp(log_weight(worlds));
  CHECK(std::abs(summed.log_weight() - std::log(total)) < 1e-9);
  CHECK(std::abs(summed.entropy(meter) - entropy(worlds)) < 1e-9);
  CHECK(largest_difference(unseen, summed.probability(meter), worlds) < 1e-12);
  std::size_t listed = 0;
  summed.each([&](std::span<const std::uint64_t> world, double probability) {
    listed += 1;
    CHECK(std::abs(probability - worlds.at(World(world.begin(), world.end())) / total) < 1e-12);
  });
  CHECK(listed == worlds.size());
  const std::size_t holders = unseen.room.size();
  for (std::size_t holder = 0; holder < holders; ++holder) {
    std::vector<double> chance =
        summed.count_distribution(holder, CardSet(some), {1e9, 1e9}, meter);
    for (const auto& [world, weight] : worlds)
      chance[static_cast<std::size_t>(CardSet(world[holder] & some).size())] -= weight / total;
    for (const double rest : chance) CHECK(std::abs(rest) < 1e-12);
  }
  Random random(3);
  for (int at = 0; at < 20; ++at) {
    World drawn(holders);
    summed.draw(random, drawn);
    CHECK(worlds.contains(drawn));
  }
}

// Of hands that drew in play, with and without weights and factors.
TEST("sums of hands that drew in play agree with every way in which they can have come about") {
  const Limits limits;
  const Meter meter(limits);
  constexpr Budget kAny{1e9, 1e9};
  Random random(4);
  int possible = 0;
  for (int at = 0; at < 300; ++at) {
    Unseen unseen = random_question(random);
    if (at % 3 == 0) unseen.weight.clear();
    if (at % 2 == 0) unseen.factors.clear();
    add_courses(random, unseen);
    if (unseen.courses.empty()) continue;
    const std::map<World, double> worlds = list(unseen);
    if (worlds.empty()) {
      CHECK_THROWS(Rows(unseen, kAny, meter), EvidenceError);
      CHECK_THROWS(Columns(unseen, kAny, meter), EvidenceError);
      continue;
    }
    possible += 1;
    const Belief belief(unseen);
    CHECK(belief.exact());
    CHECK(belief.count()[0] == worlds.size());
    const std::uint64_t some = random.next();
    check_sums(unseen, Rows(unseen, kAny, meter), worlds, some);
    check_sums(unseen, Columns(unseen, kAny, meter), worlds, some);
  }
  CHECK(possible > 100);
}

TEST("worlds of hands that drew in play are drawn as often as they are likely") {
  const Limits limits;
  const Meter meter(limits);
  Random random(6);
  int tried = 0;
  while (tried < 4) {
    Unseen unseen = random_question(random);
    add_courses(random, unseen);
    const std::map<World, double> worlds = list(unseen);
    if (unseen.courses.empty() || worlds.size() < 5 || worlds.size() > 60) continue;
    tried += 1;
    const Rows rows(unseen, {1e9, 1e9}, meter);
    const Columns columns(unseen, {1e9, 1e9}, meter);
    for (const Summed* summed :
         {static_cast<const Summed*>(&rows), static_cast<const Summed*>(&columns)}) {
      constexpr int kDraws = 40'000;
      std::map<World, int> seen;
      World drawn(unseen.room.size());
      for (int at = 0; at < kDraws; ++at) {
        summed->draw(random, drawn);
        seen[drawn] += 1;
      }
      for (const auto& [world, weight] : worlds) {
        const double expected = kDraws * weight / std::exp(log_weight(worlds));
        CHECK(std::abs(seen[world] - expected) < 5 * std::sqrt(expected) + 1);
      }
    }
  }
}

// Three hands of six and a stock; each hand drew three cards after it had shown a void.
Unseen mid_hand(Random& random, int stock) {
  Unseen unseen = open_question({6, 6, 6, stock});
  for (std::size_t card = 0; card < unseen.cards.size(); ++card)
    unseen.cards[card] = static_cast<std::uint8_t>(16 * (card % 4) + card / 4);
  for (std::size_t at = 0; at < unseen.cards.size() * 4; ++at)
    unseen.weight.push_back(0.2 + random.uniform());
  int next = 0;
  for (int holder = 0; holder < 3; ++holder) {
    const auto played = [&] {
      const int card = 16 * (next % 4) + (18 + stock + 3) / 4 + next / 4;
      next += 1;
      return static_cast<std::uint8_t>(card);
    };
    unseen.courses.push_back(
        {holder,
         6,
         {},
         {{0, played(), CardSet::lane(holder)}, {3, played(), {}}, {0, played(), {}}}});
  }
  return unseen;
}

TEST("a chain of hands that drew in play agrees with the sums, within its error") {
  Random random(8);
  const Unseen unseen = mid_hand(random, 8);
  const Limits limits;
  const Meter meter(limits);
  const std::vector<double> exact = Columns(unseen, {1e9, 1e9}, meter).probability(meter);
  CHECK(Belief(unseen).exact());
  const Belief belief(unseen, {}, 1);
  CHECK(belief.method() == Method::gibbs);
  CHECK(belief.error() > 0 && belief.error() < 0.03);
  const std::vector<double> found = belief.probability();
  for (std::size_t at = 0; at < exact.size(); ++at)
    CHECK(std::abs(found[at] - exact[at]) < 5 * belief.error());
  std::vector<std::uint64_t> drawn(4 * 50);
  belief.sample(drawn, 3);
  for (const std::uint64_t set : drawn) CHECK(set != 0);
}

TEST("a chain says so when it finds no world to start from in which hands drew") {
  Random random(9);
  Unseen unseen = mid_hand(random, 22);
  for (std::uint32_t& may : unseen.may) may &= 0b1000 | random.below(8);
  CHECK(Belief(unseen).exact());
  CHECK_THROWS(Belief(unseen).count(), LimitError);
  CHECK_THROWS(Belief(unseen, {}, 1), LimitError);
}

TEST("a course that cannot be is refused by name") {
  Unseen unseen = open_question({2, 2});
  unseen.courses = {{0, 1, {}, {{2, {}, {}}}}};
  CHECK_THROWS(Belief(unseen), Error);  // it ends with three cards
  unseen.courses = {{0, -1, {}, {{3, {}, {}}}}};
  CHECK_THROWS(Belief(unseen), Error);
  unseen.courses = {{0, 2, {}, {{1, unseen.cards[0], {}}}}};
  CHECK_THROWS(Belief(unseen), Error);  // an unseen card is played
  unseen.courses = {{2, 2, {}, {}}};
  CHECK_THROWS(Belief(unseen), Error);
  unseen.courses = {{1, 2, {}, {}}, {1, 2, {}, {}}};
  CHECK_THROWS(Belief(unseen), Error);
  unseen.courses = {{0, 2, CardSet::of(60), {}}};
  CHECK_THROWS(Belief(unseen), Error);  // a kept card that is nowhere
  unseen.courses = {{0, 1, {}, {{1, {}, {}}}}};
  CHECK(Belief(unseen).count()[0] == 6);
}

TEST("a chain agrees with all worlds listed, within its error") {
  Random random(2);
  for (int at = 0; at < 6; ++at) {
    const Unseen unseen = random_question(random);
    const std::map<World, double> worlds = list(unseen);
    if (worlds.size() < 2) continue;
    const Belief belief(unseen, {}, 1);
    CHECK(belief.method() == Method::gibbs);
    CHECK(belief.error() < 0.02);
    CHECK(largest_difference(unseen, belief.probability(), worlds) < 5 * belief.error() + 1e-9);
    CHECK(std::isnan(belief.entropy()));
    CHECK_THROWS(belief.enumerate(1000), LimitError);
  }
}

TEST("a chain says so when no world is possible") {
  Unseen unseen = open_question({1, 1, 2, 2});
  for (std::size_t card = 0; card < 3; ++card) unseen.may[card] = 0b0011;
  CHECK_THROWS(Belief(unseen, {}, 1), EvidenceError);
}

TEST("a build looks at its limits all the time, and ends when they say so") {
  Unseen unseen = open_question({6, 6, 6, 6, 6, 6, 10});
  Random random(3);
  for (std::size_t at = 0; at < unseen.cards.size() * 7; ++at)
    unseen.weight.push_back(random.uniform());
  for (int holder = 0; holder < 6; ++holder) {
    std::vector<double> by_count(14);
    for (double& each : by_count) each = random.uniform();
    unseen.factors.push_back({holder, CardSet::lane(0), by_count});
  }
  const std::atomic<bool> stop{true};
  Limits limits;
  limits.stop = &stop;
  CHECK_THROWS(Belief(unseen, limits), Stopped);
  int looks = 0;
  limits.stop = nullptr;
  limits.poll = [&looks] { return ++looks == 20; };
  CHECK_THROWS(Belief(unseen, limits), Stopped);
  CHECK(looks == 20);
}
