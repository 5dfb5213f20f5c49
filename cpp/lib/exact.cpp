#include "exact.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kibitz/fault.hpp"

namespace kibitz {
namespace {

Wide<4> pool_ways(const Reduced& reduced, const Pooled& pooled) {
  Wide<4> ways(1);
  for (const std::vector<std::size_t>& holders : pooled.holders) {
    std::vector<int> rooms;
    rooms.reserve(holders.size());
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
  return Wide<4>(sums.total(pooled.start));
}

}  // namespace

// Counted in words that the number of ways without any evidence fits in.
Wide<4> count_exact(const Unseen& unseen, const Budget& budget, const Meter& meter) {
  const Reduced reduced(support_of(unseen));
  const Pooled pooled = reduced.pooled();
  const Wide<4> most = multinomial(pooled.problem.room);
  const Wide<4> ways = most.fits<1>()   ? count_in<1>(pooled, budget, meter)
                       : most.fits<2>() ? count_in<2>(pooled, budget, meter)
                                        : count_in<4>(pooled, budget, meter);
  return ways * pool_ways(reduced, pooled);
}

Exact::Exact(const Unseen& unseen, const Budget& budget, const Meter& meter)
    : reduced_(unseen),
      pooled_(reduced_.pooled()),
      sums_(pooled_.problem, budget, meter),
      total_(sums_.total(pooled_.start)),
      ways_(to_double(pool_ways(reduced_, pooled_))) {
  if (total_ > 0) return;
  if (count_exact(unseen, budget, meter).is_zero())
    throw EvidenceError("no world is possible: the evidence contradicts itself");
  throw Error("weights too far apart: every world's is lost beside the largest");
}

double Exact::log_weight() const {
  return std::log(total_) + std::log(ways_) + reduced_.log_scale();
}

// The mean of -log p over worlds. Scales taken out of cards and factors cancel.
double Exact::entropy(const Meter& meter) const {
  const auto marginals = sums_.marginals({{pooled_.start, 1 / total_}}, meter);
  double logs = marginals.logs;
  for (std::size_t at = 0; at < marginals.chance.size(); ++at) {
    if (marginals.chance[at] > 0)
      logs += marginals.chance[at] * std::log(pooled_.problem.weight[at]);
  }
  const double nats = std::log(total_) + std::log(ways_) - logs;
  return std::max(0.0, nats / std::numbers::ln2);
}

std::vector<double> Exact::probability(const Meter& meter) const {
  const auto marginals = sums_.marginals({{pooled_.start, 1 / total_}}, meter);
  const std::size_t holders = reduced_.holders();
  const std::size_t pools = pooled_.holders.size();
  std::vector<double> result(reduced_.cards() * holders);
  for (std::size_t card = 0; card < reduced_.cards(); ++card) {
    if (const auto owner = reduced_.owner(card)) result[card * holders + *owner] = 1;
  }
  for (std::size_t free = 0; free < reduced_.free().size(); ++free) {
    const std::span chance = std::span(marginals.chance).subspan(free * pools, pools);
    double sum = 0;
    for (const double each : chance) sum += each;
    for (std::size_t pool = 0; pool < pools; ++pool) {
      for (const std::size_t holder : pooled_.holders[pool])
        result[reduced_.free()[free] * holders + holder] =
            chance[pool] / sum * reduced_.room()[holder] / pooled_.problem.room[pool];
    }
  }
  return result;
}

std::vector<double> Exact::count_distribution(std::size_t holder, CardSet cards,
                                              const Budget& budget, const Meter& meter) const {
  const auto forced = static_cast<std::size_t>((cards & CardSet(reduced_.forced()[holder])).size());
  std::vector<double> result(static_cast<std::size_t>((cards & reduced_.all()).size()) + 1);
  const int room = reduced_.room()[holder];
  if (room == 0) {
    result[forced] = 1;
    return result;
  }
  const Pooled split = reduced_.pooled(Split{holder, cards});
  const Sums<double> sums(split.problem, budget, meter);
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

// The pools by a walk down the sums; then their cards among their holders, every way being as
// likely as any other.
void Exact::draw(Random& random, std::span<std::uint64_t> world) const {
  Sums<double>::Sets sets{};
  sums_.draw(random, pooled_.start, sets);
  std::copy(reduced_.forced().begin(), reduced_.forced().end(), world.begin());
  for (std::size_t pool = 0; pool < pooled_.holders.size(); ++pool) {
    const std::vector<std::size_t>& holders = pooled_.holders[pool];
    if (holders.size() == 1) {
      world[holders.front()] |= sets[pool];
      continue;
    }
    std::array<int, kMaxHolders> room{};
    for (std::size_t at = 0; at < holders.size(); ++at) room[at] = reduced_.room()[holders[at]];
    std::uint64_t rest = sets[pool];
    for (auto left = static_cast<std::uint32_t>(CardSet(rest).size()); left > 0; --left) {
      int ticket = static_cast<int>(random.below(left));
      std::size_t at = 0;
      while (ticket >= room[at]) ticket -= room[at++];
      room[at] -= 1;
      world[holders[at]] |= rest & (~rest + 1);
      rest &= rest - 1;
    }
  }
}

void Exact::each(const Visit& visit) const {
  std::vector<std::uint64_t> world = reduced_.forced();
  std::vector<int> room = reduced_.room();
  Sums<double>::Sets sets{};
  sums_.each(pooled_.start, sets, 1 / (total_ * ways_), [&](double probability) {
    each_part(0, sets, room, world, [&] { visit(world, probability); });
  });
}

// Calls visit() for every way to part the cards left in these pools among their holders.
void Exact::each_part(std::size_t pool, Sums<double>::Sets& sets, std::vector<int>& room,
                      std::vector<std::uint64_t>& world, const std::function<void()>& visit) const {
  while (pool < pooled_.holders.size() && sets[pool] == 0) ++pool;
  if (pool == pooled_.holders.size()) {
    visit();
    return;
  }
  const std::uint64_t card = sets[pool] & (~sets[pool] + 1);
  sets[pool] -= card;
  for (const std::size_t holder : pooled_.holders[pool]) {
    if (room[holder] == 0) continue;
    room[holder] -= 1;
    world[holder] |= card;
    each_part(pool, sets, room, world, visit);
    world[holder] &= ~card;
    room[holder] += 1;
  }
  sets[pool] |= card;
}

}  // namespace kibitz
