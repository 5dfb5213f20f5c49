#include "kibitz/belief.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numbers>
#include <optional>
#include <string>

#include "kibitz/fault.hpp"
#include "reduced.hpp"
#include "sums.hpp"
#include "wide.hpp"

namespace kibitz {
namespace {

using Exact = Sums<double>;

constexpr std::string_view kNoWorld = "no world is possible";

Budget budget_of(std::size_t max_states) {
  const auto states = static_cast<double>(max_states);
  return {states, 128 * states};
}

Unseen checked(Unseen unseen) {
  const std::vector<std::string> faults = faults_of(unseen);
  if (faults.empty()) return unseen;
  std::string text;
  for (const std::string& fault : faults) text += (text.empty() ? "" : "; ") + fault;
  throw Error(text);
}

Wide<4> pool_ways(const Reduced& reduced, const Pooled& pooled) {
  Wide<4> ways(1);
  for (const std::vector<std::size_t>& holders : pooled.holders) {
    std::vector<int> rooms;
    for (const std::size_t holder : holders) rooms.push_back(reduced.room()[holder]);
    ways = ways * multinomial(rooms);
  }
  return ways;
}

double to_double(const Wide<4>& number) {
  double value = 0;
  for (std::size_t at = 4; at-- > 0;)
    value = value * 0x1p64 + static_cast<double>(number.words()[at]);
  return value;
}

template <std::size_t Words>
Wide<4> count_in(const Pooled& pooled, const Budget& budget, const Meter& meter) {
  const Sums<Wide<Words>> sums(pooled.problem, budget, meter);
  Wide<4> count;
  const auto& words = sums.total(pooled.start).words();
  for (std::size_t at = Words; at-- > 0;) {
    count = count * (Wide<4>(std::uint64_t{1} << 32) * Wide<4>(std::uint64_t{1} << 32));
    count += Wide<4>(words[at]);
  }
  return count;
}

// Counted in words that the number of ways without any evidence fits in.
Wide<4> count_worlds(const Unseen& unseen, const Budget& budget, const Meter& meter) {
  const Reduced reduced(support_of(unseen));
  const Pooled pooled = reduced.pooled();
  const Wide<4> widest = multinomial(pooled.problem.room);
  const auto& most = widest.words();
  const Wide<4> ways = most[3] != 0 || most[2] != 0 ? count_in<4>(pooled, budget, meter)
                       : most[1] != 0               ? count_in<2>(pooled, budget, meter)
                                                    : count_in<1>(pooled, budget, meter);
  return ways * pool_ways(reduced, pooled);
}

}  // namespace

std::string_view to_text(Method) {
  return "exact";
}

struct Belief::Model {
  Model(Unseen given, const Limits& limits, std::size_t max_states)
      : unseen(checked(std::move(given))),
        budget(budget_of(max_states)),
        reduced(unseen),
        pooled(reduced.pooled()),
        sums(pooled.problem, budget, Meter(limits)),
        total(sums.total(pooled.start)),
        ways(to_double(pool_ways(reduced, pooled))) {
    if (total > 0) return;
    if (count_worlds(unseen, budget, Meter(limits)) == Wide<4>())
      throw EvidenceError(std::string(kNoWorld) + ": the evidence contradicts itself");
    throw Error("weights too far apart: every world's is lost beside the largest");
  }

  [[nodiscard]] Exact::Marginals marginals(const Meter& meter) const {
    return sums.marginals({{pooled.start, 1 / total}}, meter);
  }
  void part(Random& random, const Exact::Sets& sets, std::span<std::uint64_t> world) const;
  void each_part(std::size_t pool, Exact::Sets& sets, std::vector<int>& room,
                 std::vector<std::uint64_t>& world, const std::function<void()>& visit) const;

  Unseen unseen;
  Budget budget;
  Reduced reduced;
  Pooled pooled;
  Exact sums;
  double total;  // over all ways to fill the pools
  double ways;   // to part the pools among their holders
  mutable std::mutex mutex;
  mutable std::optional<Count> count;  // once asked for
};

// Parts the cards of each pool among its holders, every way being as likely as any other.
void Belief::Model::part(Random& random, const Exact::Sets& sets,
                         std::span<std::uint64_t> world) const {
  for (std::size_t holder = 0; holder < reduced.holders(); ++holder)
    world[holder] = reduced.forced()[holder];
  for (std::size_t pool = 0; pool < sets.size(); ++pool) {
    const std::vector<std::size_t>& holders = pooled.holders[pool];
    if (holders.size() == 1) {
      world[holders.front()] |= sets[pool];
      continue;
    }
    std::array<int, kMaxHolders> room{};
    for (std::size_t at = 0; at < holders.size(); ++at) room[at] = reduced.room()[holders[at]];
    std::uint64_t rest = sets[pool];
    for (auto left = static_cast<std::uint32_t>(CardSet(rest).size()); left > 0; --left) {
      int ticket = static_cast<int>(random.below(left));
      std::size_t at = 0;
      while (ticket >= room[at]) ticket -= room[at++];
      room[at] -= 1;
      world[holders[at]] |= rest & -rest;
      rest &= rest - 1;
    }
  }
}

// Calls visit() for every way to part the cards left in these pools among their holders.
void Belief::Model::each_part(std::size_t pool, Exact::Sets& sets, std::vector<int>& room,
                              std::vector<std::uint64_t>& world,
                              const std::function<void()>& visit) const {
  while (pool < sets.size() && sets[pool] == 0) ++pool;
  if (pool == sets.size()) {
    visit();
    return;
  }
  const std::uint64_t card = sets[pool] & -sets[pool];
  sets[pool] -= card;
  for (const std::size_t holder : pooled.holders[pool]) {
    if (room[holder] == 0) continue;
    room[holder] -= 1;
    world[holder] |= card;
    each_part(pool, sets, room, world, visit);
    world[holder] &= ~card;
    room[holder] += 1;
  }
  sets[pool] |= card;
}

Belief::Belief(Unseen unseen, const Limits& limits, std::size_t max_states)
    : model_(std::make_unique<const Model>(std::move(unseen), limits, max_states)) {}
Belief::~Belief() = default;
Belief::Belief(Belief&&) noexcept = default;
Belief& Belief::operator=(Belief&&) noexcept = default;

const Unseen& Belief::unseen() const {
  return model_->unseen;
}
Method Belief::method() const {
  return Method::exact;
}
double Belief::error() const {
  return 0;
}

Count Belief::count(const Limits& limits) const {
  const std::lock_guard lock(model_->mutex);
  if (!model_->count)
    model_->count = count_worlds(model_->unseen, model_->budget, Meter(limits)).words();
  return *model_->count;
}

double Belief::log_weight() const {
  return std::log(model_->total) + std::log(model_->ways) + model_->reduced.log_scale();
}

// The mean of -log p over worlds. Scales taken out of cards and factors cancel.
double Belief::entropy(const Limits& limits) const {
  const Model& model = *model_;
  const Exact::Marginals marginals = model.marginals(Meter(limits));
  double logs = marginals.logs;
  for (std::size_t at = 0; at < marginals.chance.size(); ++at) {
    if (marginals.chance[at] > 0)
      logs += marginals.chance[at] * std::log(model.pooled.problem.weight[at]);
  }
  const double nats = std::log(model.total) + std::log(model.ways) - logs;
  return std::max(0.0, nats / std::numbers::ln2);
}

std::vector<double> Belief::probability(const Limits& limits) const {
  const Model& model = *model_;
  const Reduced& reduced = model.reduced;
  const Exact::Marginals marginals = model.marginals(Meter(limits));
  const std::size_t holders = reduced.holders();
  const std::size_t pools = model.pooled.holders.size();
  std::vector<double> result(model.unseen.cards.size() * holders);
  for (std::size_t card = 0; card < model.unseen.cards.size(); ++card) {
    if (const auto owner = reduced.owner(card)) result[card * holders + *owner] = 1;
  }
  for (std::size_t free = 0; free < reduced.free().size(); ++free) {
    const std::span chance = std::span(marginals.chance).subspan(free * pools, pools);
    double sum = 0;
    for (const double each : chance) sum += each;
    for (std::size_t pool = 0; pool < pools; ++pool) {
      for (const std::size_t holder : model.pooled.holders[pool])
        result[reduced.free()[free] * holders + holder] =
            chance[pool] / sum * reduced.room()[holder] / model.pooled.problem.room[pool];
    }
  }
  return result;
}

std::vector<double> Belief::count_distribution(int holder, CardSet cards,
                                               const Limits& limits) const {
  const Model& model = *model_;
  if (holder < 0 || holder >= static_cast<int>(model.reduced.holders()))
    throw Error("holder " + std::to_string(holder) + ": expected 0 to " +
                std::to_string(static_cast<int>(model.reduced.holders()) - 1));
  const auto own = static_cast<std::size_t>(holder);
  CardSet all;
  for (const std::uint8_t card : model.unseen.cards) all.insert(card);
  const auto forced =
      static_cast<std::size_t>((cards & CardSet(model.reduced.forced()[own])).size());
  std::vector<double> result(static_cast<std::size_t>((cards & all).size()) + 1);
  const int room = model.reduced.room()[own];
  if (room == 0) {
    result[forced] = 1;
    return result;
  }
  const Pooled split = model.reduced.pooled(Split{own, cards});
  const Exact sums(split.problem, model.budget, Meter(limits));
  double total = 0;
  for (int count = 0; count <= room; ++count) {
    Rooms rooms = split.start;
    rooms[split.part] = static_cast<std::uint8_t>(count);
    rooms[split.part + 1] = static_cast<std::uint8_t>(room - count);
    const double weight = sums.total(rooms);
    if (weight == 0) continue;
    result[forced + static_cast<std::size_t>(count)] = weight;
    total += weight;
  }
  for (double& each : result) each /= total;
  return result;
}

void Belief::sample(std::span<std::uint64_t> worlds, std::uint64_t seed,
                    const Limits& limits) const {
  const Model& model = *model_;
  const std::size_t holders = model.reduced.holders();
  const Meter meter(limits);
  Random random(seed);
  Exact::Sets sets(model.pooled.holders.size());
  for (std::size_t at = 0; at + holders <= worlds.size(); at += holders) {
    if (at / holders % 1024 == 0) meter.check();
    std::fill(sets.begin(), sets.end(), 0);
    model.sums.draw(random, model.pooled.start, sets);
    model.part(random, sets, worlds.subspan(at, holders));
  }
}

Belief::Worlds Belief::enumerate(std::size_t limit, const Limits& limits) const {
  const Model& model = *model_;
  const Count many = count(limits);
  if (many[3] != 0 || many[2] != 0 || many[1] != 0 || many[0] > limit)
    throw LimitError("more than " + std::to_string(limit) + " worlds are possible");
  Worlds worlds;
  std::vector<std::uint64_t> world = model.reduced.forced();
  std::vector<int> room = model.reduced.room();
  Exact::Sets sets(model.pooled.holders.size());
  const Meter meter(limits);
  model.sums.each(model.pooled.start, sets, 1 / (model.total * model.ways), [&](double weight) {
    if (worlds.probability.size() % 1024 == 0) meter.check();
    model.each_part(0, sets, room, world, [&] {
      worlds.sets.insert(worlds.sets.end(), world.begin(), world.end());
      worlds.probability.push_back(weight);
    });
  });
  return worlds;
}

}  // namespace kibitz
