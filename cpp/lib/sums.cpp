#include "sums.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "wide.hpp"

namespace kibitz {
namespace {

Shape shape_of(const Problem& problem) {
  std::vector<int> cards;
  std::vector<Rooms> may;
  for (const Group& group : problem.groups) {
    cards.push_back(static_cast<int>(group.cards.size()));
    Rooms& step = may.emplace_back();
    for (const std::size_t card : group.cards) {
      for (std::size_t pool = 0; pool < problem.room.size(); ++pool) {
        if (problem.at(card, pool) > 0) step[pool] += 1;
      }
    }
  }
  return {problem.room, cards, may};
}

// The cards of a group, one by one, in rooms no larger than the group.
Problem inner_problem(const Problem& problem, const Group& group) {
  Problem inner;
  for (std::size_t pool = 0; pool < problem.room.size(); ++pool) {
    int may = 0;
    for (const std::size_t card : group.cards) may += problem.at(card, pool) > 0 ? 1 : 0;
    inner.room.push_back(std::min(problem.room[pool], may));
  }
  for (const std::size_t card : group.cards) {
    inner.groups.push_back({{inner.names.size()}, {}});
    inner.names.push_back(problem.names[card]);
    for (std::size_t pool = 0; pool < problem.room.size(); ++pool)
      inner.weight.push_back(problem.at(card, pool));
  }
  return inner;
}

double factor_of(const Group& group, const Rooms& take) {
  double product = 1;
  for (const PoolFactor& factor : group.factors) {
    std::size_t count = 0;
    for (const std::size_t pool : factor.pools) count += take[pool];
    product *= count < factor.by_count.size() ? factor.by_count[count] : 0;
  }
  return product;
}

template <class Number>
Number number(double weight) {
  if constexpr (std::same_as<Number, double>) {
    return weight;
  } else {
    return Number(weight > 0 ? 1 : 0);
  }
}

bool is_zero(double number) {
  return number == 0;
}
template <std::size_t Words>
bool is_zero(const Wide<Words>& number) {
  return number.is_zero();
}

void multiply_add(double& sum, double a, double b) {
  sum += a * b;
}
template <std::size_t Words>
void multiply_add(Wide<Words>& sum, const Wide<Words>& a, const Wide<Words>& b) {
  sum += a == Wide<Words>(1) ? b : a * b;
}

// Calls visit(rooms, index) for every state of the first stage.
template <class Visitor>
void first_states(const Shape& shape, Visitor&& visit) {
  Rooms rooms = shape.stages().front().low;
  const Stage& stage = shape.stages().front();
  const auto pools = static_cast<std::size_t>(shape.pools());
  while (true) {
    int sum = 0;
    for (std::size_t pool = 0; pool < pools; ++pool) sum += rooms[pool];
    if (sum == stage.left) visit(static_cast<const Rooms&>(rooms), shape.index(0, rooms));
    std::size_t pool = 0;
    for (; pool < pools; ++pool) {
      if (rooms[pool] < stage.high[pool] && sum < stage.left) {
        rooms[pool] += 1;
        break;
      }
      sum -= rooms[pool] - stage.low[pool];
      rooms[pool] = stage.low[pool];
    }
    if (pool == pools) return;
  }
}

}  // namespace

template <class Number>
Sums<Number>::Sums(Problem problem, const Budget& budget, const Meter& meter)
    : problem_(std::move(problem)), shape_(shape_of(problem_)) {
  if (shape_.size() > budget.states) throw TooLarge{};
  double work = 0;
  for (std::size_t at = 0; at < problem_.groups.size(); ++at) {
    steps_.emplace_back();
    if (problem_.groups[at].factors.empty()) {
      add_card(at);
    } else {
      add_group(at, budget, meter);
    }
    work += static_cast<double>(steps_.back().moves.size()) * shape_.states(at);
    if (work > budget.work) throw TooLarge{};
  }
  sums_.resize(static_cast<std::size_t>(shape_.size()));
  shape_.rows(steps_.size(), [this](const Row& row) { sums_[row.index] = Number(1); });
  for (std::size_t at = steps_.size(); at-- > 0;) pull(at, meter);
  if constexpr (std::same_as<Number, double>) sum_first();
}

template <class Number>
void Sums<Number>::add_card(std::size_t at) {
  const std::size_t card = problem_.groups[at].cards.front();
  Step& step = steps_.back();
  for (std::size_t pool = 0; pool < problem_.room.size(); ++pool) {
    const double weight = problem_.at(card, pool);
    if (weight <= 0 || problem_.room[pool] == 0) continue;
    Rooms take{};
    take[pool] = 1;
    step.moves.push_back(shape_.move(at, take));
    step.weight.push_back(number<Number>(weight));
  }
}

template <class Number>
void Sums<Number>::add_group(std::size_t at, const Budget& budget, const Meter& meter) {
  const Group& group = problem_.groups[at];
  Step& step = steps_.back();
  step.inside = std::make_unique<Sums>(inner_problem(problem_, group), budget, meter);
  first_states(step.inside->shape_, [&](const Rooms& take, std::size_t index) {
    const double factor = factor_of(group, take);
    const Number& ways = step.inside->sums_[index];
    if (factor == 0 || is_zero(ways)) return;
    step.moves.push_back(shape_.move(at, take));
    step.factor.push_back(factor);
    step.weight.push_back(number<Number>(factor) * ways);
  });
  if constexpr (std::same_as<Number, double>) {
    for (std::size_t move = 0; move < step.moves.size(); ++move)
      step.heaviest.push_back(
          {pack(step.moves[move].take), step.weight[move], step.moves[move].offset, move});
    std::ranges::sort(step.heaviest, [](const Choice& a, const Choice& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.move < b.move;
    });
  }
}

template <class Number>
void Sums<Number>::pull(std::size_t at, const Meter& meter) {
  const Step& step = steps_[at];
  rows(at, meter, [&](const Row& row) {
    for (std::size_t move = 0; move < step.moves.size(); ++move) {
      const Number& weight = step.weight[move];
      open(row, step.moves[move], [&](std::size_t index, std::size_t target) {
        multiply_add(sums_[index], weight, sums_[target]);
      });
    }
  });
}

// When there is one first state, its moves need not be gone through for every draw.
template <class Number>
void Sums<Number>::sum_first()
  requires std::same_as<Number, double>
{
  if (steps_.empty() || !steps_.front().inside || !shape_.one_start()) return;
  const std::size_t index = shape_.index(0, shape_.room());
  const Packed packed = pack(shape_.room());
  double sum = 0;
  for (const Choice& choice : steps_.front().heaviest) {
    if (packed.covers(choice.take))
      sum += choice.weight * sums_[index + static_cast<std::size_t>(choice.offset)];
    first_.push_back(sum);
  }
}

// A move by its share of the sum at a state. Rounding can leave a trace of the sum unclaimed; it
// falls to the last move that is possible.
template <class Number>
std::size_t Sums<Number>::pick(Random& random, const Step& step, std::size_t index,
                               const Rooms& rooms) const
  requires std::same_as<Number, double>
{
  if (step.inside) return pick_group(random, step, index, rooms);
  double left = random.uniform() * sums_[index];
  std::size_t last = step.moves.size();
  for (std::size_t at = 0; at < step.moves.size(); ++at) {
    const Move& move = step.moves[at];
    if (rooms[static_cast<std::size_t>(move.pool)] == 0) continue;
    const double share = step.weight[at] * sums_[index + static_cast<std::size_t>(move.offset)];
    if (share == 0) continue;
    last = at;
    left -= share;
    if (left < 0) break;
  }
  assert(last < step.moves.size());
  return last;
}

template <class Number>
std::size_t Sums<Number>::pick_group(Random& random, const Step& step, std::size_t index,
                                     const Rooms& rooms) const
  requires std::same_as<Number, double>
{
  if (!first_.empty() && &step == steps_.data()) {
    const double share = random.uniform() * first_.back();
    const auto found = std::ranges::upper_bound(first_, share) - first_.begin();
    return step.heaviest[static_cast<std::size_t>(found)].move;
  }
  const Packed packed = pack(rooms);
  double left = random.uniform() * sums_[index];
  std::size_t last = step.moves.size();
  for (const Choice& choice : step.heaviest) {
    if (!packed.covers(choice.take)) continue;
    const double share = choice.weight * sums_[index + static_cast<std::size_t>(choice.offset)];
    if (share == 0) continue;
    last = choice.move;
    left -= share;
    if (left < 0) break;
  }
  assert(last < step.moves.size());
  return last;
}

template <class Number>
void Sums<Number>::draw(Random& random, Rooms rooms, Sets& sets) const
  requires std::same_as<Number, double>
{
  std::size_t index = shape_.index(0, rooms);
  for (std::size_t at = 0; at < steps_.size(); ++at) {
    const Step& step = steps_[at];
    const Move& move = step.moves[pick(random, step, index, rooms)];
    if (step.inside) {
      step.inside->draw(random, move.take, sets);
      for (std::size_t pool = 0; pool < problem_.room.size(); ++pool)
        rooms[pool] = static_cast<std::uint8_t>(rooms[pool] - move.take[pool]);
    } else {
      const auto pool = static_cast<std::size_t>(move.pool);
      rooms[pool] -= 1;
      sets[pool] |= std::uint64_t{1} << problem_.names[problem_.groups[at].cards.front()];
    }
    index += static_cast<std::size_t>(move.offset);
  }
}

template <class Number>
typename Sums<Number>::Marginals Sums<Number>::marginals(const std::vector<Start>& starts,
                                                         const Meter& meter) const
  requires std::same_as<Number, double>
{
  const std::size_t pools = problem_.room.size();
  Marginals result;
  result.chance.resize(problem_.weight.size());
  std::vector<double> forward(sums_.size());
  for (const Start& start : starts) forward[shape_.index(0, start.rooms)] += start.weight;
  for (std::size_t at = 0; at < steps_.size(); ++at) {
    const Step& step = steps_[at];
    std::vector<double> through(step.moves.size());  // of each move, its weight left out
    rows(at, meter, [&](const Row& row) {
      for (std::size_t move = 0; move < step.moves.size(); ++move) {
        const double weight = step.weight[move];
        double sum = 0;
        open(row, step.moves[move], [&](std::size_t index, std::size_t target) {
          sum += forward[index] * sums_[target];
          forward[target] += forward[index] * weight;
        });
        through[move] += sum;
      }
    });
    const std::vector<std::size_t>& cards = problem_.groups[at].cards;
    if (!step.inside) {
      for (std::size_t move = 0; move < step.moves.size(); ++move) {
        result.chance[cards.front() * pools + static_cast<std::size_t>(step.moves[move].pool)] +=
            through[move] * step.weight[move];
      }
    } else {
      std::vector<Start> inner;
      for (std::size_t move = 0; move < step.moves.size(); ++move) {
        inner.push_back({step.moves[move].take, through[move] * step.factor[move]});
        result.logs += through[move] * step.weight[move] * std::log(step.factor[move]);
      }
      const Marginals within = step.inside->marginals(inner, meter);
      for (std::size_t card = 0; card < cards.size(); ++card) {
        for (std::size_t pool = 0; pool < pools; ++pool)
          result.chance[cards[card] * pools + pool] += within.chance[card * pools + pool];
      }
    }
  }
  return result;
}

template <class Number>
void Sums<Number>::descend(std::size_t at, const Rooms& rooms, Sets& sets, double weight,
                           const Visit& visit) const {
  if (at == steps_.size()) {
    visit(weight);
    return;
  }
  const Step& step = steps_[at];
  const std::size_t index = shape_.index(at, rooms);
  for (std::size_t number = 0; number < step.moves.size(); ++number) {
    const Move& move = step.moves[number];
    if (!pack(rooms).covers(pack(move.take)) ||
        is_zero(sums_[index + static_cast<std::size_t>(move.offset)]))
      continue;
    Rooms rest = rooms;
    for (std::size_t pool = 0; pool < problem_.room.size(); ++pool)
      rest[pool] = static_cast<std::uint8_t>(rest[pool] - move.take[pool]);
    if (step.inside) {
      step.inside->descend(0, move.take, sets, weight * step.factor[number],
                           [&](double inner) { descend(at + 1, rest, sets, inner, visit); });
    } else {
      const std::size_t card = problem_.groups[at].cards.front();
      const auto pool = static_cast<std::size_t>(move.pool);
      const std::uint64_t bit = std::uint64_t{1} << problem_.names[card];
      sets[pool] |= bit;
      descend(at + 1, rest, sets, weight * problem_.at(card, pool), visit);
      sets[pool] &= ~bit;
    }
  }
}

template class Sums<double>;
template class Sums<Wide<1>>;
template class Sums<Wide<2>>;
template class Sums<Wide<4>>;

}  // namespace kibitz
