#include "reduced.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <ranges>
#include <span>
#include <string>

#include "kibitz/card.hpp"
#include "kibitz/fault.hpp"

namespace kibitz {
namespace {

std::string name_of(std::uint8_t card) {
  return to_text(Card{card});
}

CardSet set_of(const std::vector<std::uint8_t>& cards) {
  CardSet set;
  for (const std::uint8_t card : cards) set.insert(card);
  return set;
}

bool is_weight(double weight) {
  return std::isfinite(weight) && weight >= 0;
}

void check_cards(const Unseen& unseen, std::vector<std::string>& faults) {
  CardSet seen;
  for (const std::uint8_t card : unseen.cards) {
    if (!is_card(card)) {
      faults.push_back("index " + std::to_string(card) + " is no card");
    } else if (seen.contains(card)) {
      faults.push_back(name_of(card) + " is there twice");
    } else {
      seen.insert(card);
    }
  }
}

void check_rooms(const Unseen& unseen, std::vector<std::string>& faults) {
  if (unseen.room.empty() || unseen.room.size() > kMaxHolders)
    faults.push_back(std::to_string(unseen.room.size()) + " holders: expected 1 to 16");
  std::int64_t rooms = 0;
  for (std::size_t holder = 0; holder < unseen.room.size(); ++holder) {
    if (unseen.room[holder] < 0)
      faults.push_back("holder " + std::to_string(holder) + " has room for " +
                       std::to_string(unseen.room[holder]) + " cards: expected 0 or more");
    rooms += unseen.room[holder];
  }
  if (rooms != static_cast<std::int64_t>(unseen.cards.size()))
    faults.push_back("room for " + std::to_string(rooms) + " cards: expected " +
                     std::to_string(unseen.cards.size()) + ", one for each card");
}

void check_weights(const Unseen& unseen, std::vector<std::string>& faults) {
  const std::size_t cards = unseen.cards.size();
  const std::size_t holders = unseen.room.size();
  if (unseen.may.size() != cards)
    faults.push_back("masks of " + std::to_string(unseen.may.size()) + " cards: expected " +
                     std::to_string(cards));
  if (unseen.weight.empty()) return;
  if (unseen.weight.size() != cards * holders) {
    faults.push_back(std::to_string(unseen.weight.size()) + " weights: expected " +
                     std::to_string(cards * holders) + ", one a card and holder");
    return;
  }
  for (std::size_t at = 0; at < unseen.weight.size(); ++at) {
    if (!is_weight(unseen.weight[at]))
      faults.push_back("the weight of " + name_of(unseen.cards[at / holders]) + " with holder " +
                       std::to_string(at % holders) + " is not a number of 0 or more");
  }
}

void check_factors(const Unseen& unseen, std::vector<std::string>& faults) {
  const CardSet all = set_of(unseen.cards);
  for (std::size_t at = 0; at < unseen.factors.size(); ++at) {
    const Unseen::Factor& factor = unseen.factors[at];
    const std::string name = "factor " + std::to_string(at);
    if (factor.holder < 0 || factor.holder >= static_cast<int>(unseen.room.size())) {
      faults.push_back(name + " is of holder " + std::to_string(factor.holder) +
                       ": expected 0 to " +
                       std::to_string(static_cast<int>(unseen.room.size()) - 1));
      continue;
    }
    const int most = std::min((factor.cards & all).size(),
                              std::max(0, unseen.room[static_cast<std::size_t>(factor.holder)]));
    if (static_cast<int>(factor.by_count.size()) <= most)
      faults.push_back(name + " has " + std::to_string(factor.by_count.size()) +
                       " values: expected one for each of 0 to " + std::to_string(most) + " cards");
    if (!std::all_of(factor.by_count.begin(), factor.by_count.end(), is_weight))
      faults.push_back(name + " has a value that is not a number of 0 or more");
    for (std::size_t other = 0; other < at; ++other) {
      const CardSet both = factor.cards & unseen.factors[other].cards & all;
      if (!both.empty() &&
          ((factor.cards & all) != both || (unseen.factors[other].cards & all) != both))
        faults.push_back("factors " + std::to_string(other) + " and " + std::to_string(at) +
                         " share some cards: expected all or none");
    }
  }
}

void check_course(const Unseen& unseen, const Unseen::Course& course, CardSet& played,
                  std::vector<std::string>& faults) {
  const std::string name = "the course of holder " + std::to_string(course.holder);
  const CardSet all = set_of(unseen.cards);
  CardSet own;
  std::int64_t size = course.began;
  bool counts = course.began >= 0;
  for (const Unseen::Step& step : course.steps) {
    counts = counts && step.drawn >= 0;
    size += step.drawn;
    if (!step.played) continue;
    size -= 1;
    counts = counts && size >= 0;
    if (!is_card(*step.played)) {
      faults.push_back(name + ": index " + std::to_string(*step.played) + " is no card");
      continue;
    }
    if (all.contains(*step.played) || played.contains(*step.played))
      faults.push_back(name + ": " + name_of(*step.played) +
                       " is played: expected a card that is seen, and played once");
    own.insert(*step.played);
    played.insert(*step.played);
  }
  if (!counts) faults.push_back(name + " has a count of cards below 0");
  const int room = unseen.room[static_cast<std::size_t>(course.holder)];
  if (size != room)
    faults.push_back(name + " ends with " + std::to_string(size) + " cards: expected " +
                     std::to_string(room));
  if (!(course.kept - all - own).empty() || course.kept.size() > course.began)
    faults.push_back(name + ": expected kept cards that it was dealt");
}

void check_courses(const Unseen& unseen, std::vector<std::string>& faults) {
  CardSet played;
  std::uint32_t holders = 0;
  for (const Unseen::Course& course : unseen.courses) {
    if (course.holder < 0 || course.holder >= static_cast<int>(unseen.room.size()) ||
        (holders >> course.holder & 1) != 0) {
      faults.push_back("a course is of holder " + std::to_string(course.holder) +
                       ": expected a holder, and one course of each");
      continue;
    }
    holders |= 1u << course.holder;
    check_course(unseen, course, played, faults);
  }
}

}  // namespace

std::vector<std::string> faults_of(const Unseen& unseen) {
  std::vector<std::string> faults;
  check_cards(unseen, faults);
  check_rooms(unseen, faults);
  check_weights(unseen, faults);
  check_factors(unseen, faults);
  check_courses(unseen, faults);
  return faults;
}

Unseen support_of(Unseen unseen) {
  for (std::size_t at = 0; at < unseen.weight.size(); ++at) {
    if (unseen.weight[at] == 0)
      unseen.may[at / unseen.room.size()] &= ~(1u << (at % unseen.room.size()));
  }
  unseen.weight.clear();
  for (Unseen::Factor& factor : unseen.factors) {
    for (double& value : factor.by_count) value = value > 0 ? 1 : 0;
  }
  return unseen;
}

Wide<4> multinomial(const std::vector<int>& rooms) {
  // Pascal's triangle; C(64, 32) still fits in 64 bits.
  std::array<std::array<std::uint64_t, 65>, 65> choose{};
  for (std::size_t n = 0; n < choose.size(); ++n) {
    choose[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
  }
  Wide<4> product(1);
  std::size_t cards = 0;
  for (const int room : rooms) {
    cards += static_cast<std::size_t>(room);
    product = product * Wide<4>(choose[cards][static_cast<std::size_t>(room)]);
  }
  return product;
}

Reduced::Reduced(const Unseen& unseen)
    : names_(unseen.cards),
      all_(set_of(unseen.cards)),
      room_(unseen.room),
      owner_(unseen.cards.size()),
      forced_(unseen.room.size()) {
  std::vector<std::uint32_t> may = unseen.may;
  const std::size_t all = unseen.cards.size();
  for (std::size_t card = 0; card < all; ++card) {
    for (std::size_t holder = 0; holder < holders(); ++holder) {
      if (!unseen.weight.empty() && unseen.weight[card * holders() + holder] == 0)
        may[card] &= ~(1u << holder);
    }
  }
  for (const Unseen::Course& course : unseen.courses) {
    for (std::size_t card = 0; card < all; ++card) {
      if (course.kept.contains(names_[card])) may[card] &= 1u << course.holder;
    }
  }
  force(may);
  for (std::size_t card = 0; card < all; ++card) {
    const auto weight = [&](std::size_t holder) {
      return unseen.weight.empty() ? 1.0 : unseen.weight[card * holders() + holder];
    };
    if (owner_[card]) {
      log_scale_ += std::log(weight(*owner_[card]));
      continue;
    }
    free_.push_back(card);
    for (std::size_t holder = 0; holder < holders(); ++holder)
      weight_.push_back((may[card] >> holder & 1) != 0 ? weight(holder) : 0);
  }
  scale_cards();
  take_factors(unseen);
  balance();
}

// A card that one holder only may have is his; a holder with no more cards to choose from than room
// has them all; a holder without room has no other. Until nothing more follows.
void Reduced::force(std::vector<std::uint32_t>& may) {
  const auto give = [&](std::size_t card, std::size_t holder) {
    owner_[card] = holder;
    forced_[holder] |= std::uint64_t{1} << names_[card];
    room_[holder] -= 1;
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t holder = 0; holder < holders(); ++holder) {
      std::vector<std::size_t> his;
      for (std::size_t card = 0; card < may.size(); ++card) {
        if (!owner_[card] && (may[card] >> holder & 1) != 0) his.push_back(card);
      }
      if (static_cast<int>(his.size()) < room_[holder])
        throw EvidenceError("no world is possible: holder " + std::to_string(holder) +
                            " has room for " + std::to_string(room_[holder]) + " more, but only " +
                            std::to_string(his.size()) + " cards can be his");
      if (his.empty()) continue;
      if (room_[holder] == 0) {
        for (const std::size_t card : his) may[card] &= ~(1u << holder);
        changed = true;
      } else if (static_cast<int>(his.size()) == room_[holder]) {
        for (const std::size_t card : his) give(card, holder);
        changed = true;
      }
    }
    for (std::size_t card = 0; card < may.size(); ++card) {
      if (owner_[card]) continue;
      if (may[card] == 0)
        throw EvidenceError("no world is possible: nobody can have " + name_of(names_[card]));
      if (!std::has_single_bit(may[card])) continue;
      const auto holder = static_cast<std::size_t>(std::countr_zero(may[card]));
      if (room_[holder] == 0)
        throw EvidenceError("no world is possible: holder " + std::to_string(holder) +
                            " has no room for " + name_of(names_[card]));
      give(card, holder);
      changed = true;
    }
  }
}

// The largest weight of each card becomes 1.
void Reduced::scale_cards() {
  for (std::size_t card = 0; card < free_.size(); ++card) {
    const std::span row = std::span(weight_).subspan(card * holders(), holders());
    const double most = std::ranges::max(row);
    if (most == 1) continue;
    for (double& each : row) each /= most;
    log_scale_ += std::log(most);
  }
}

Reduced::Alike Reduced::classes() const {
  Alike classes;
  for (std::size_t holder = 0; holder < holders(); ++holder) {
    if (room_[holder] == 0) continue;
    const auto found = std::ranges::find_if(
        classes, [&](const auto& same) { return alike(same.front(), holder); });
    if (found == classes.end()) {
      classes.push_back({holder});
    } else {
      found->push_back(holder);
    }
  }
  return classes;
}

// Where weights are far apart, a holder who must take many cards that are unlikely with him would
// make all sums vanish. His weights may all be multiplied by one number, because every world gives
// him as many cards, and those of a card because every world holds it once. By powers of two, so
// that nothing is rounded.
void Reduced::balance() {
  constexpr double kFar = 0x1p-20;
  if (std::ranges::none_of(weight_, [](double w) { return w > 0 && w < kFar; })) return;
  const Alike same = classes();
  const std::vector<int> exponent = exponents(same);
  std::vector<int> of_holder(holders());
  for (std::size_t at = 0; at < same.size(); ++at) {
    for (const std::size_t holder : same[at]) {
      of_holder[holder] = exponent[at];
      log_scale_ -= room_[holder] * exponent[at] * std::numbers::ln2;
    }
  }
  for (std::size_t card = 0; card < free_.size(); ++card) {
    const std::span row = std::span(weight_).subspan(card * holders(), holders());
    int most = std::numeric_limits<int>::min();
    for (std::size_t holder = 0; holder < holders(); ++holder) {
      if (row[holder] > 0) most = std::max(most, std::ilogb(row[holder]) + of_holder[holder]);
    }
    for (std::size_t holder = 0; holder < holders(); ++holder)
      row[holder] = std::ldexp(row[holder], of_holder[holder] - most);
    log_scale_ += most * std::numbers::ln2;
  }
}

// Numbers, as powers of two, with which cards, each by itself, would fill every room on average
// (Sinkhorn's scaling of a matrix to given sums of its rows and columns).
std::vector<int> Reduced::exponents(const Alike& classes) const {
  constexpr int kRounds = 64;
  std::vector<double> logs(classes.size());
  std::vector<double> room(classes.size());
  for (std::size_t at = 0; at < classes.size(); ++at) {
    for (const std::size_t holder : classes[at]) room[at] += room_[holder];
  }
  std::vector<double> share(classes.size());
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> filled(classes.size());
    for (std::size_t card = 0; card < free_.size(); ++card) {
      for (std::size_t at = 0; at < classes.size(); ++at)
        share[at] = logs[at] + std::log2(weight(card, classes[at].front()) *
                                         static_cast<double>(classes[at].size()));
      const double most = std::ranges::max(share);
      double sum = 0;
      for (double& each : share) {
        each = std::exp2(each - most);
        sum += each;
      }
      for (std::size_t at = 0; at < classes.size(); ++at) filled[at] += share[at] / sum;
    }
    for (std::size_t at = 0; at < classes.size(); ++at)
      logs[at] += std::log2(room[at] / std::max(filled[at], std::numeric_limits<double>::min()));
  }
  std::vector<int> rounded;
  rounded.reserve(logs.size());
  for (const double each : logs) rounded.push_back(static_cast<int>(std::lround(each)));
  return rounded;
}

void Reduced::take_factors(const Unseen& unseen) {
  std::vector<CardSet> sets;
  for (const Unseen::Factor& given : unseen.factors) {
    const auto holder = static_cast<std::size_t>(given.holder);
    const CardSet cards = given.cards & all_;
    std::vector<std::size_t> group;
    for (std::size_t card = 0; card < free_.size(); ++card) {
      if (cards.contains(names_[free_[card]])) group.push_back(card);
    }
    const auto low = static_cast<std::size_t>((cards & CardSet(forced_[holder])).size());
    const std::size_t most = std::min(group.size(), static_cast<std::size_t>(room_[holder]));
    const auto begin = given.by_count.begin() + static_cast<std::ptrdiff_t>(low);
    std::vector<double> values(begin, begin + static_cast<std::ptrdiff_t>(most + 1));
    const auto [least, largest] = std::minmax_element(values.begin(), values.end());
    const double scale = *largest;
    if (scale == 0)
      throw EvidenceError("no world is possible: every count of cards that holder " +
                          std::to_string(holder) + " can have of " + std::to_string(cards.size()) +
                          " has the weight 0");
    log_scale_ += std::log(scale);
    if (*least == scale) continue;  // it tells nothing
    for (double& value : values) value /= scale;
    auto found = std::find(sets.begin(), sets.end(), cards);
    if (found == sets.end()) {
      found = sets.insert(sets.end(), cards);
      groups_.push_back(group);
    }
    factors_.push_back({holder, static_cast<std::size_t>(found - sets.begin()), std::move(values)});
  }
}

bool Reduced::alike(std::size_t a, std::size_t b) const {
  for (const Factor& factor : factors_) {
    if (factor.holder == a || factor.holder == b) return false;
  }
  for (std::size_t card = 0; card < free_.size(); ++card) {
    if (weight(card, a) != weight(card, b)) return false;
  }
  return true;
}

// Cards that belong to no factor: those with the fewest holders first, equal ones side by side.
std::vector<Group> Reduced::loose(const Problem& problem) const {
  std::vector<bool> grouped(free_.size());
  for (const std::vector<std::size_t>& group : groups_) {
    for (const std::size_t card : group) grouped[card] = true;
  }
  const std::size_t pools = problem.room.size();
  const auto row = [&](std::size_t card) {
    return std::span(problem.weight).subspan(card * pools, pools);
  };
  const auto choices = [&](std::size_t card) {
    return std::ranges::count_if(row(card), [](double weight) { return weight > 0; });
  };
  std::vector<std::size_t> order;
  for (std::size_t card = 0; card < free_.size(); ++card) {
    if (!grouped[card]) order.push_back(card);
  }
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    if (choices(a) != choices(b)) return choices(a) < choices(b);
    if (!std::ranges::equal(row(a), row(b)))
      return std::ranges::lexicographical_compare(row(a), row(b));
    return a < b;
  });
  std::vector<Group> groups;
  groups.reserve(order.size());
  for (const std::size_t card : order) groups.push_back({{card}, {}});
  return groups;
}

Pooled Reduced::pooled(std::optional<Split> split) const {
  Pooled result;
  Problem& problem = result.problem;
  std::vector<std::size_t> pool_of(holders());
  for (std::vector<std::size_t>& same : classes()) {
    if (split) std::erase(same, split->holder);
    if (same.empty()) continue;
    int room = 0;
    for (const std::size_t holder : same) {
      room += room_[holder];
      pool_of[holder] = result.holders.size();
    }
    problem.room.push_back(room);
    result.holders.push_back(std::move(same));
  }
  if (split) {
    result.part = result.holders.size();
    result.holders.insert(result.holders.end(), 2, {split->holder});
    problem.room.insert(problem.room.end(), 2, room_[split->holder]);
  }
  for (std::size_t pool = 0; pool < problem.room.size(); ++pool)
    result.start[pool] = static_cast<std::uint8_t>(problem.room[pool]);
  for (std::size_t card = 0; card < free_.size(); ++card) {
    const std::uint8_t name = names_[free_[card]];
    problem.names.push_back(name);
    for (std::size_t pool = 0; pool < problem.room.size(); ++pool) {
      const bool other_part =
          split && pool >= result.part && (pool == result.part) != split->cards.contains(name);
      problem.weight.push_back(other_part ? 0 : weight(card, result.holders[pool].front()));
    }
  }
  for (const std::vector<std::size_t>& cards : groups_) problem.groups.push_back({cards, {}});
  for (const Factor& factor : factors_) {
    PoolFactor& own = problem.groups[factor.group].factors.emplace_back();
    own.by_count = factor.by_count;
    if (split && factor.holder == split->holder) {
      own.pools = {result.part, result.part + 1};
    } else if (room_[factor.holder] > 0) {
      own.pools = {pool_of[factor.holder]};
    }
  }
  const std::vector<Group> rest = loose(problem);
  problem.groups.insert(problem.groups.end(), rest.begin(), rest.end());
  return result;
}

}  // namespace kibitz
