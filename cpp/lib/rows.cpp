#include "rows.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <concepts>
#include <numbers>
#include <numeric>
#include <utility>

namespace kibitz {
namespace {

// Pascal's triangle; C(64, 32) still fits in 64 bits.
using Triangle = std::array<std::array<std::uint64_t, 65>, 65>;
constexpr Triangle kChoose = [] {
  Triangle choose{};
  for (std::size_t n = 0; n < choose.size(); ++n) {
    choose[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
  }
  return choose;
}();

double factorial(int number) {
  double product = 1;
  for (int at = 2; at <= number; ++at) product *= at;
  return product;
}

Packed pack_tally(const Tally& tally) {
  Packed packed;
  for (std::size_t kind = 0; kind < kMaxKinds; ++kind)
    packed.add(static_cast<int>(kind), tally[kind]);
  return packed;
}

Tally minus(const Tally& from, const Tally& take) {
  Tally left{};
  for (std::size_t kind = 0; kind < kMaxKinds; ++kind)
    left[kind] = static_cast<std::uint8_t>(from[kind] - take[kind]);
  return left;
}

}  // namespace

// The widest holder comes last, and takes what is left.
template <class Number>
RowSums<Number>::RowSums(const Kinds& kinds, const Budget& budget, const Meter& meter) {
  State start;
  double box = 1;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    start.left[kind] = static_cast<std::uint8_t>(kinds.cards(kind).size());
    stride_.push_back(static_cast<std::size_t>(box));
    box *= static_cast<double>(1 + kinds.cards(kind).size());
  }
  const std::vector<int>& room = kinds.reduced().room();
  if (box * static_cast<double>(room.size()) > budget.states) throw TooLarge{};
  box_ = static_cast<std::size_t>(box);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    start.code += start.left[kind] * stride_[kind];
  start.packed = pack_tally(start.left);

  stages_.resize(room.size());
  std::vector<std::size_t> order(room.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t h) { return std::pair(room[h], h); });
  stages_.front().states.push_back(start);
  double work = 0;
  for (std::size_t at = 0; at < stages_.size(); ++at) {
    Stage& stage = stages_[at];
    stage.holder = order[at];
    stage.sums.resize(box_);
    if (at + 1 == stages_.size()) break;
    for (const Kinds::Choice& choice : kinds.choices(stage.holder, budget))
      stage.choices.push_back(choice_of(choice));
    std::ranges::sort(stage.choices, [](const Choice& a, const Choice& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.code < b.code;
    });
    work += static_cast<double>(stage.states.size()) * static_cast<double>(stage.choices.size());
    if (work > budget.work) throw TooLarge{};
    reach(at, meter);
  }
  Stage& last = stages_.back();
  for (const State& state : last.states) {
    const double weight = kinds.weight(last.holder, state.left);
    if (weight > 0) last.sums[state.code] = choice_of({state.left, weight}).share;
  }
  for (std::size_t at = stages_.size() - 1; at-- > 0;) pull(at, meter);
}

template <class Number>
typename RowSums<Number>::Choice RowSums<Number>::choice_of(const Kinds::Choice& choice) const {
  Choice result;
  result.counts = choice.counts;
  result.take = pack_tally(choice.counts);
  result.weight = choice.weight;
  for (std::size_t kind = 0; kind < stride_.size(); ++kind)
    result.code += choice.counts[kind] * stride_[kind];
  if constexpr (std::same_as<Number, double>) {
    result.share = choice.weight;
    for (const std::uint8_t count : choice.counts) result.share /= factorial(count);
  } else {
    result.share = Number(1);
  }
  return result;
}

// The states after a stage.
template <class Number>
void RowSums<Number>::reach(std::size_t at, const Meter& meter) {
  const Stage& stage = stages_[at];
  std::vector<State>& next = stages_[at + 1].states;
  std::vector<bool> seen(box_);
  for (const State& state : stage.states) {
    meter.check();
    for (const Choice& choice : stage.choices) {
      if (!state.packed.covers(choice.take) || seen[state.code - choice.code]) continue;
      State& found = next.emplace_back();
      found.code = state.code - choice.code;
      found.left = minus(state.left, choice.counts);
      found.packed = pack_tally(found.left);
      seen[found.code] = true;
    }
  }
}

template <class Number>
void RowSums<Number>::pull(std::size_t at, const Meter& meter) {
  Stage& stage = stages_[at];
  const std::vector<Number>& next = stages_[at + 1].sums;
  for (const State& state : stage.states) {
    meter.check();
    Number sum{};
    for (const Choice& choice : stage.choices) {
      if (!state.packed.covers(choice.take)) continue;
      const Number& rest = next[state.code - choice.code];
      if constexpr (std::same_as<Number, double>) {
        sum += choice.share * rest;
      } else if (!rest.is_zero()) {
        sum += splits(state, choice) * rest;
      }
    }
    stage.sums[state.code] = sum;
  }
}

// In how many ways so many cards of each kind can be taken from those left.
template <class Number>
Number RowSums<Number>::splits(const State& state, const Choice& choice) const {
  if constexpr (std::same_as<Number, double>) {
    return 1;
  } else {
    std::uint64_t product = 1;
    for (std::size_t kind = 0; kind < stride_.size(); ++kind)
      product *= kChoose[state.left[kind]][choice.counts[kind]];
    return Number(product);
  }
}

template class RowSums<double>;
template class RowSums<Wide<1>>;
template class RowSums<Wide<2>>;
template class RowSums<Wide<4>>;

Wide<4> count_rows(const Unseen& unseen, const Budget& budget, const Meter& meter) {
  const Kinds kinds(support_of(unseen), true, budget, meter);
  std::vector<int> room;
  for (const int each : kinds.reduced().room()) room.push_back(each);
  const Wide<4> most = multinomial(room);
  if (most.fits<1>()) return Wide<4>(RowSums<Wide<1>>(kinds, budget, meter).total());
  if (most.fits<2>()) return Wide<4>(RowSums<Wide<2>>(kinds, budget, meter).total());
  return RowSums<Wide<4>>(kinds, budget, meter).total();
}

// ---- answers
// -------------------------------------------------------------------------------------

Rows::Rows(const Unseen& unseen, const Budget& budget, const Meter& meter)
    : kinds_(unseen, true, budget, meter), names_(unseen.cards), sums_(kinds_, budget, meter) {
  if (!(sums_.total() > 0)) refuse(!count_rows(unseen, budget, meter).is_zero());
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
    orders_ *= factorial(static_cast<int>(kinds_.cards(kind).size()));
  if (sums_.stages().size() < 2) return;
  const auto& stage = sums_.stages().front();
  double sum = 0;
  for (const auto& choice : stage.choices) {
    const auto& start = stage.states.front();
    if (start.packed.covers(choice.take))
      sum += choice.share * sums_.stages()[1].sums[start.code - choice.code];
    first_.push_back(sum);
  }
}

double Rows::log_weight() const {
  return std::log(sums_.total() * orders_) + kinds_.log_scale();
}

template <class Visitor>
void Rows::flow(const Meter& meter, Visitor&& visit) const {
  const auto& stages = sums_.stages();
  std::vector<double> here(stages.front().sums.size());
  here[stages.front().states.front().code] = 1 / sums_.total();
  for (std::size_t at = 0; at + 1 < stages.size(); ++at) {
    meter.check();
    std::vector<double> next(here.size());
    std::vector<double> chance(stages[at].choices.size());
    for (const auto& state : stages[at].states) {
      const double share = here[state.code];
      if (share == 0) continue;
      for (std::size_t number = 0; number < chance.size(); ++number) {
        const auto& choice = stages[at].choices[number];
        if (!state.packed.covers(choice.take)) continue;
        const double moved = share * choice.share;
        next[state.code - choice.code] += moved;
        chance[number] += moved * stages[at + 1].sums[state.code - choice.code];
      }
    }
    for (std::size_t number = 0; number < chance.size(); ++number) {
      const auto& choice = stages[at].choices[number];
      if (chance[number] > 0)
        visit(stages[at].holder, choice.counts, chance[number], choice.weight);
    }
    here = std::move(next);
  }
  const auto& last = stages.back();
  for (const auto& state : last.states) {
    const double chance = here[state.code] * last.sums[state.code];
    if (chance > 0) visit(last.holder, state.left, chance, kinds_.weight(last.holder, state.left));
  }
}

double Rows::entropy(const Meter& meter) const {
  double nats = std::log(sums_.total() * orders_);
  flow(meter, [&](std::size_t, const Tally&, double chance, double weight) {
    nats -= chance * std::log(weight);
  });
  return std::max(0.0, nats / std::numbers::ln2);
}

std::vector<double> Rows::probability(const Meter& meter) const {
  const Reduced& reduced = kinds_.reduced();
  const std::size_t holders = reduced.holders();
  std::vector<double> mean(kinds_.size() * holders);
  flow(meter, [&](std::size_t holder, const Tally& counts, double chance, double) {
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
      mean[kind * holders + holder] += chance * counts[kind];
  });
  std::vector<double> result(reduced.cards() * holders);
  for (std::size_t card = 0; card < reduced.cards(); ++card) {
    if (const auto owner = reduced.owner(card)) result[card * holders + *owner] = 1;
  }
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const auto many = static_cast<double>(kinds_.cards(kind).size());
    for (const std::size_t card : kinds_.cards(kind)) {
      for (std::size_t holder = 0; holder < holders; ++holder)
        result[reduced.free()[card] * holders + holder] = mean[kind * holders + holder] / many;
    }
  }
  return result;
}

// Which cards of a kind a holder has is as any draw of so many from the kind.
std::vector<double> Rows::count_distribution(std::size_t holder, CardSet cards, const Budget&,
                                             const Meter& meter) const {
  const Reduced& reduced = kinds_.reduced();
  const auto forced = static_cast<std::size_t>((cards & CardSet(reduced.forced()[holder])).size());
  std::vector<double> result(static_cast<std::size_t>((cards & reduced.all()).size()) + 1);
  std::vector<std::size_t> wanted;
  wanted.reserve(kinds_.size());
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    wanted.push_back(
        static_cast<std::size_t>(std::ranges::count_if(kinds_.cards(kind), [&](std::size_t card) {
          return cards.contains(names_[reduced.free()[card]]);
        })));
  }
  flow(meter, [&](std::size_t own, const Tally& counts, double chance, double) {
    if (own != holder) return;
    std::vector<double> spread(result.size());
    spread[forced] = chance;
    for (std::size_t kind = 0; kind < wanted.size(); ++kind) {
      const std::size_t others = kinds_.cards(kind).size() - wanted[kind];
      const auto ways = static_cast<double>(kChoose[wanted[kind] + others][counts[kind]]);
      std::vector<double> next(result.size());
      for (std::size_t t = 0; t <= wanted[kind] && t <= counts[kind]; ++t) {
        if (counts[kind] - t > others) continue;
        const double share = static_cast<double>(kChoose[wanted[kind]][t]) *
                             static_cast<double>(kChoose[others][counts[kind] - t]) / ways;
        for (std::size_t at = 0; at + t < next.size(); ++at) next[at + t] += spread[at] * share;
      }
      spread = std::move(next);
    }
    for (std::size_t at = 0; at < result.size(); ++at) result[at] += spread[at];
  });
  return result;
}

std::uint64_t Rows::bit(std::size_t kind, std::size_t card) const {
  return std::uint64_t{1} << names_[kinds_.reduced().free()[kinds_.cards(kind)[card]]];
}

// How many of each kind by a walk down the sums; then the cards of each kind, every way being as
// likely as any other. Rounding can leave a trace of a sum unclaimed; it falls to the last choice
// that is possible.
void Rows::draw(Random& random, std::span<std::uint64_t> world) const {
  const auto& stages = sums_.stages();
  std::ranges::copy(kinds_.reduced().forced(), world.begin());
  std::array<Tally, kMaxHolders> take{};
  Tally left = stages.front().states.front().left;
  std::size_t code = stages.front().states.front().code;
  for (std::size_t at = 0; at + 1 < stages.size(); ++at) {
    const auto& choices = stages[at].choices;
    const std::vector<double>& next = stages[at + 1].sums;
    std::size_t found = choices.size();
    if (at == 0) {
      const double share = random.uniform() * first_.back();
      found = static_cast<std::size_t>(std::ranges::upper_bound(first_, share) - first_.begin());
    } else {
      const Packed packed = pack_tally(left);
      double rest = random.uniform() * stages[at].sums[code];
      for (std::size_t number = 0; number < choices.size() && rest >= 0; ++number) {
        if (!packed.covers(choices[number].take)) continue;
        const double share = choices[number].share * next[code - choices[number].code];
        if (share == 0) continue;
        found = number;
        rest -= share;
      }
    }
    assert(found < choices.size());
    take[stages[at].holder] = choices[found].counts;
    left = minus(left, choices[found].counts);
    code -= choices[found].code;
  }
  take[stages.back().holder] = left;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const std::size_t many = kinds_.cards(kind).size();
    for (std::size_t card = 0; card < many; ++card) {
      auto ticket = static_cast<int>(random.below(static_cast<std::uint32_t>(many - card)));
      std::size_t holder = 0;
      while (ticket >= take[holder][kind]) ticket -= take[holder++][kind];
      take[holder][kind] -= 1;
      world[holder] |= bit(kind, card);
    }
  }
}

void Rows::each(const Visit& visit) const {
  std::vector<std::uint64_t> world = kinds_.reduced().forced();
  Take take(world.size());
  each_take(0, sums_.stages().front().states.front().left, take, 1, [&](double weight) {
    const double probability = weight / (sums_.total() * orders_);
    each_card(0, 0, take, world, [&] { visit(world, probability); });
  });
}

// Calls visit(weight) for everything that all holders may have.
void Rows::each_take(std::size_t stage, const Tally& left, Take& take, double weight,
                     const std::function<void(double)>& visit) const {
  const auto& stages = sums_.stages();
  const std::size_t holder = stages[stage].holder;
  if (stage + 1 == stages.size()) {
    const double last = kinds_.weight(holder, left);
    take[holder] = left;
    if (last > 0) visit(weight * last);
    return;
  }
  const Packed packed = pack_tally(left);
  for (const auto& choice : stages[stage].choices) {
    if (!packed.covers(choice.take)) continue;
    const Tally rest = minus(left, choice.counts);
    if (stages[stage + 1].sums[sums_.choice_of({rest, 1}).code] == 0) continue;
    take[holder] = choice.counts;
    each_take(stage + 1, rest, take, weight * choice.weight, visit);
  }
}

// Calls visit() for every way to give the cards from this one on to holders of so many.
void Rows::each_card(std::size_t kind, std::size_t card, Take& take,
                     std::vector<std::uint64_t>& world, const std::function<void()>& visit) const {
  if (kind == kinds_.size()) {
    visit();
    return;
  }
  const bool last = card + 1 == kinds_.cards(kind).size();
  for (std::size_t holder = 0; holder < world.size(); ++holder) {
    if (take[holder][kind] == 0) continue;
    take[holder][kind] -= 1;
    world[holder] |= bit(kind, card);
    each_card(last ? kind + 1 : kind, last ? 0 : card + 1, take, world, visit);
    world[holder] &= ~bit(kind, card);
    take[holder][kind] += 1;
  }
}

}  // namespace kibitz
