#include "columns.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>

namespace kibitz {

// ---- a holder
// ------------------------------------------------------------------------------------

Reader::Reader(const Kinds& kinds, std::size_t holder, const Budget& budget)
    : nodes_(kinds.size()), known_(kinds.size()) {
  const std::vector<Kinds::Choice> choices = kinds.choices(holder, budget);
  if (!choices.empty()) start_ = build(0, choices);
  known_.clear();
}

// The node before a kind, of choices that agree in all kinds before it.
std::uint16_t Reader::build(std::size_t kind, Choices choices) {
  const auto number = [](std::size_t size) {
    if (size >= kDead) throw TooLarge{};
    return static_cast<std::uint16_t>(size);
  };
  if (kind == nodes_.size()) {
    const double weight = choices.front().weight;
    const auto found = std::ranges::find(weights_, weight);
    const auto at = static_cast<std::size_t>(found - weights_.begin());
    if (found == weights_.end()) weights_.push_back(weight);
    return number(at);
  }
  std::vector<std::uint16_t> after(1u + choices.back().counts[kind], kDead);
  while (!choices.empty()) {
    const std::uint8_t count = choices.front().counts[kind];
    const auto same = static_cast<std::size_t>(
        std::ranges::find_if(choices, [&](const auto& c) { return c.counts[kind] != count; }) -
        choices.begin());
    after[count] = build(kind + 1, choices.first(same));
    choices = choices.subspan(same);
  }
  const auto found = known_[kind].find(after);
  if (found != known_[kind].end()) return found->second;
  const std::uint16_t node = number(nodes_[kind].size());
  known_[kind].emplace(after, node);
  if (kind + 1 == nodes_.size()) rest_.push_back(static_cast<std::uint8_t>(after.size() - 1));
  nodes_[kind].push_back(std::move(after));
  return node;
}

// ---- sums
// ----------------------------------------------------------------------------------------

std::size_t ColumnSums::Hash::operator()(const Key& key) const {
  std::uint64_t hash = 0;
  for (const std::uint16_t each : key) {
    hash = (hash ^ each) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 29;
  }
  return static_cast<std::size_t>(hash);
}

// What is left for the last kind follows from the rooms, so states before it need not be kept.
ColumnSums::ColumnSums(Kinds kinds, std::span<const std::uint8_t> names, const Budget& budget,
                       const Meter& meter)
    : kinds_(std::move(kinds)), layers_(kinds_.size()) {
  for (std::size_t holder = 0; holder < kinds_.reduced().holders(); ++holder) {
    readers_.emplace_back(kinds_, holder, budget);
    start_[holder] = readers_.back().start();
    possible_ = possible_ && start_[holder] != Reader::kDead;
  }
  if (!possible_) return;
  for (std::size_t kind = 0; kind < layers_.size(); ++kind) add_kind(kind, names, budget, meter);
  if (layers_.size() > 1) {
    layers_.front().states.push_back(start_);
    layers_.front().index.emplace(start_, 0);
  }
  for (std::size_t kind = 0; kind + 1 < layers_.size(); ++kind) {
    meter.check();
    reach(kind, budget);
  }
  for (std::size_t kind = layers_.size(); kind-- > 0;) {
    Layer& layer = layers_[kind];
    for (const Key& state : layer.states) {
      meter.check();
      double sum = 0;
      for (const Column& column : layer.columns) {
        const std::optional<Key> after = next(kind, state, column.take);
        if (after) sum += column.weight * value(kind + 1, *after);
      }
      layer.sums.push_back(sum);
    }
  }
  total_ = value(0, start_);
}

void ColumnSums::add_kind(std::size_t kind, std::span<const std::uint8_t> names,
                          const Budget& budget, const Meter& meter) {
  Problem problem;
  for (std::size_t holder = 0; holder < readers_.size(); ++holder)
    problem.room.push_back(kinds_.most(kind, holder));
  for (const std::size_t card : kinds_.cards(kind)) {
    problem.groups.push_back({{problem.names.size()}, {}});
    problem.names.push_back(names[kinds_.reduced().free()[card]]);
    for (std::size_t holder = 0; holder < readers_.size(); ++holder)
      problem.weight.push_back(kinds_.reduced().weight(card, holder));
  }
  Layer& layer = layers_[kind];
  layer.cards.emplace(std::move(problem), budget, meter);
  if (kind + 1 == layers_.size()) return;
  Rooms take{};
  columns_of(layer, kind, 0, static_cast<int>(kinds_.cards(kind).size()), take);
  std::ranges::sort(layer.columns, [](const Column& a, const Column& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.take < b.take;
  });
}

void ColumnSums::columns_of(Layer& layer, std::size_t kind, std::size_t holder, int left,
                            Rooms& take) const {
  if (holder == readers_.size()) {
    const double weight = left == 0 ? layer.cards->total(take) : 0;
    if (weight > 0) layer.columns.push_back({take, weight});
    return;
  }
  int later = 0;
  for (std::size_t at = holder + 1; at < readers_.size(); ++at) later += kinds_.most(kind, at);
  const int most = std::min(left, kinds_.most(kind, holder));
  for (int count = std::max(0, left - later); count <= most; ++count) {
    take[holder] = static_cast<std::uint8_t>(count);
    columns_of(layer, kind, holder + 1, left - count, take);
  }
  take[holder] = 0;
}

// The states before the next kind, unless that is the last.
void ColumnSums::reach(std::size_t kind, const Budget& budget) {
  const Layer& layer = layers_[kind];
  work_ += static_cast<double>(layer.states.size()) * static_cast<double>(layer.columns.size());
  if (work_ > budget.work) throw TooLarge{};
  if (kind + 2 >= layers_.size()) return;
  Layer& later = layers_[kind + 1];
  for (const Key& state : layer.states) {
    for (const Column& column : layer.columns) {
      const std::optional<Key> after = next(kind, state, column.take);
      if (!after || !later.index.emplace(*after, later.states.size()).second) continue;
      later.states.push_back(*after);
      if (static_cast<double>(later.states.size()) > budget.states) throw TooLarge{};
    }
  }
}

std::optional<ColumnSums::Key> ColumnSums::next(std::size_t kind, const Key& key,
                                                const Rooms& take) const {
  Key after{};
  for (std::size_t holder = 0; holder < readers_.size(); ++holder) {
    after[holder] = readers_[holder].next(kind, key[holder], take[holder]);
    if (after[holder] == Reader::kDead) return std::nullopt;
  }
  return after;
}

// How the cards of the last kind must lie.
ColumnSums::End ColumnSums::end_of(const Key& key) const {
  End end;
  end.weight = 1;
  for (std::size_t holder = 0; holder < readers_.size(); ++holder) {
    const Reader& reader = readers_[holder];
    if (layers_.empty()) {
      end.weight *= reader.weight(key[holder]);
      continue;
    }
    end.take[holder] = reader.rest(key[holder]);
    end.weight *= reader.weight(reader.next(layers_.size() - 1, key[holder], end.take[holder]));
  }
  return end;
}

// The sum over all ways to go on before a kind.
double ColumnSums::value(std::size_t kind, const Key& key) const {
  if (kind + 1 >= layers_.size()) {
    const End end = end_of(key);
    return layers_.empty() ? end.weight : end.weight * layers_.back().cards->total(end.take);
  }
  const auto found = layers_[kind].index.find(key);
  return found == layers_[kind].index.end() ? 0 : layers_[kind].sums[found->second];
}

ColumnSums::Marginals ColumnSums::marginals(const Meter& meter) const {
  const std::size_t holders = readers_.size();
  Marginals result;
  result.chance.resize(kinds_.reduced().free().size() * holders);
  std::vector<std::vector<Sums<double>::Start>> starts(layers_.size());
  std::map<Rooms, double> ends;
  const auto finish = [&](const Key& key, double share) {
    const End end = end_of(key);
    const double ways = layers_.empty() ? 1 : layers_.back().cards->total(end.take);
    if (ways == 0) return;
    ends[end.take] += share * end.weight;
    result.logs += share * end.weight * ways * std::log(end.weight);
  };
  std::vector<double> here{1 / total_};
  if (layers_.size() < 2) finish(start_, here.front());
  for (std::size_t kind = 0; kind + 1 < layers_.size(); ++kind) {
    const Layer& layer = layers_[kind];
    std::vector<double> later(layers_[kind + 1].states.size());
    std::vector<double> through(layer.columns.size());
    for (std::size_t state = 0; state < layer.states.size(); ++state) {
      meter.check();
      if (here[state] == 0) continue;
      for (std::size_t at = 0; at < layer.columns.size(); ++at) {
        const Column& column = layer.columns[at];
        const std::optional<Key> after = next(kind, layer.states[state], column.take);
        if (!after) continue;
        through[at] += here[state] * value(kind + 1, *after);
        if (kind + 2 == layers_.size()) {
          finish(*after, here[state] * column.weight);
        } else {
          later[layers_[kind + 1].index.at(*after)] += here[state] * column.weight;
        }
      }
    }
    for (std::size_t at = 0; at < layer.columns.size(); ++at)
      starts[kind].push_back({layer.columns[at].take, through[at]});
    here = std::move(later);
  }
  if (!layers_.empty()) {
    for (const auto& [take, weight] : ends) starts.back().push_back({take, weight});
  }
  for (std::size_t kind = 0; kind < layers_.size(); ++kind) {
    const auto within = layers_[kind].cards->marginals(starts[kind], meter);
    const std::vector<std::size_t>& cards = kinds_.cards(kind);
    for (std::size_t card = 0; card < cards.size(); ++card) {
      for (std::size_t holder = 0; holder < holders; ++holder) {
        const double chance = within.chance[card * holders + holder];
        result.chance[cards[card] * holders + holder] = chance;
        if (chance > 0)
          result.logs += chance * std::log(kinds_.reduced().weight(cards[card], holder));
      }
    }
  }
  return result;
}

// Rounding can leave a trace of a sum unclaimed; it falls to the last column that is possible.
void ColumnSums::draw(Random& random, Sets& sets) const {
  Key key = start_;
  for (std::size_t kind = 0; kind + 1 < layers_.size(); ++kind) {
    const Layer& layer = layers_[kind];
    double left = random.uniform() * value(kind, key);
    std::size_t found = layer.columns.size();
    Key after{};
    for (std::size_t at = 0; at < layer.columns.size(); ++at) {
      const std::optional<Key> open = next(kind, key, layer.columns[at].take);
      const double share = open ? layer.columns[at].weight * value(kind + 1, *open) : 0;
      if (share == 0) continue;
      found = at;
      after = *open;
      left -= share;
      if (left < 0) break;
    }
    assert(found < layer.columns.size());
    layer.cards->draw(random, layer.columns[found].take, sets);
    key = after;
  }
  if (!layers_.empty()) layers_.back().cards->draw(random, end_of(key).take, sets);
}

void ColumnSums::descend(std::size_t kind, const Key& key, double weight, Sets& sets,
                         const Sums<double>::Visit& visit) const {
  if (kind + 1 >= layers_.size()) {
    const End end = end_of(key);
    if (layers_.empty()) {
      visit(weight * end.weight);
    } else if (layers_.back().cards->total(end.take) > 0) {
      layers_.back().cards->each(end.take, sets, weight * end.weight, visit);
    }
    return;
  }
  for (const Column& column : layers_[kind].columns) {
    const std::optional<Key> after = next(kind, key, column.take);
    if (!after || value(kind + 1, *after) == 0) continue;
    layers_[kind].cards->each(column.take, sets, weight,
                              [&](double inner) { descend(kind + 1, *after, inner, sets, visit); });
  }
}

// ---- answers
// -------------------------------------------------------------------------------------

Columns::Columns(const Unseen& unseen, const Budget& budget, const Meter& meter)
    : unseen_(unseen), sums_(Kinds(unseen, false, budget, meter), unseen.cards, budget, meter) {
  if (sums_.total() > 0) return;
  const Unseen support = support_of(unseen);
  refuse(ColumnSums(Kinds(support, false, budget, meter), support.cards, budget, meter).total() >
         0);
}

double Columns::log_weight() const {
  return std::log(sums_.total()) + sums_.kinds().log_scale();
}

double Columns::entropy(const Meter& meter) const {
  return std::max(0.0, (std::log(sums_.total()) - sums_.marginals(meter).logs) / std::numbers::ln2);
}

std::vector<double> Columns::probability(const Meter& meter) const {
  const Reduced& reduced = sums_.kinds().reduced();
  const std::size_t holders = reduced.holders();
  const std::vector<double> chance = sums_.marginals(meter).chance;
  std::vector<double> result(reduced.cards() * holders);
  for (std::size_t card = 0; card < reduced.cards(); ++card) {
    if (const auto owner = reduced.owner(card)) result[card * holders + *owner] = 1;
  }
  for (std::size_t free = 0; free < reduced.free().size(); ++free) {
    const std::span row = std::span(chance).subspan(free * holders, holders);
    double sum = 0;
    for (const double each : row) sum += each;
    for (std::size_t holder = 0; holder < holders; ++holder)
      result[reduced.free()[free] * holders + holder] = row[holder] / sum;
  }
  return result;
}

// The sums once more for every number, as if no other were possible.
std::vector<double> Columns::count_distribution(std::size_t holder, CardSet cards,
                                                const Budget& budget, const Meter& meter) const {
  const Reduced& reduced = sums_.kinds().reduced();
  std::vector<double> result(static_cast<std::size_t>((cards & reduced.all()).size()) + 1);
  double total = 0;
  const std::size_t most =
      std::min(result.size() - 1, static_cast<std::size_t>(unseen_.room[holder]));
  for (std::size_t count = 0; count <= most; ++count) {
    const Kinds::Just just{holder, cards, static_cast<int>(count)};
    result[count] =
        ColumnSums(Kinds(unseen_, false, budget, meter, just), unseen_.cards, budget, meter)
            .total();
    total += result[count];
  }
  for (double& each : result) each /= total;
  return result;
}

void Columns::draw(Random& random, std::span<std::uint64_t> world) const {
  ColumnSums::Sets sets{};
  sums_.draw(random, sets);
  for (std::size_t holder = 0; holder < world.size(); ++holder)
    world[holder] = sums_.kinds().reduced().forced()[holder] | sets[holder];
}

void Columns::each(const Visit& visit) const {
  ColumnSums::Sets sets{};
  std::vector<std::uint64_t> world(unseen_.room.size());
  sums_.each(sets, [&](double weight) {
    for (std::size_t holder = 0; holder < world.size(); ++holder)
      world[holder] = sums_.kinds().reduced().forced()[holder] | sets[holder];
    visit(world, weight / sums_.total());
  });
}

}  // namespace kibitz
