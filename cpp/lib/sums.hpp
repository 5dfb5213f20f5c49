// The dynamic programme of beliefs: sums of weights over all ways to give cards to pools of limited
// room. Cards go one by one, or as a group whose weight also depends on how many each pool has of
// it; then the group has sums of its own, and is taken in one step. Backward sums give the total,
// forward times backward the marginals, a walk down the sums a draw without rejection.
// docs/inference.md derives it.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kibitz/limits.hpp"
#include "random.hpp"
#include "shape.hpp"

namespace kibitz {

// The weight of a world is multiplied by by_count[t], t = how many cards of the group the pools
// have together; by 0 when there is no such value.
struct PoolFactor {
  std::vector<std::size_t> pools;
  std::vector<double> by_count;
};

struct Group {
  std::vector<std::size_t> cards;   // by their number in the problem
  std::vector<PoolFactor> factors;  // none: they go one by one
};

struct Problem {
  std::vector<int> room;            // of each pool
  std::vector<std::uint8_t> names;  // of each card: its bit in a set
  std::vector<double> weight;       // card x pool, at least 0
  std::vector<Group> groups;        // every card in one; those without factors hold one card

  [[nodiscard]] double at(std::size_t card, std::size_t pool) const {
    return weight[card * room.size() + pool];
  }
};

// What a build may cost: states in memory, and additions.
struct Budget {
  double states;
  double work;
};

// Thrown instead of a build that would cost more than its budget.
struct TooLarge {};

// Number is double, or Wide to count the ways with a positive weight.
template <class Number>
class Sums {
 public:
  using Sets = std::array<std::uint64_t, kMaxPools>;  // bits by the names of cards

  Sums(Problem problem, const Budget& budget, const Meter& meter);

  // The sum over all ways to fill these rooms (of the first stage) exactly.
  [[nodiscard]] const Number& total(const Rooms& rooms) const {
    return sums_[shape_.index(0, rooms)];
  }

  // Adds to `sets` one draw of a way to fill the rooms.
  void draw(Random& random, Rooms rooms, Sets& sets) const
    requires std::same_as<Number, double>;

  struct Start {
    Rooms rooms{};
    double weight = 0;
  };
  struct Marginals {
    std::vector<double> chance;  // card x pool
    double logs = 0;             // the mean of the logarithm of the product of factors
  };
  // Sums over all ways from each start, times its weight. Spoils no state of its own.
  [[nodiscard]] Marginals marginals(const std::vector<Start>& starts, const Meter& meter) const
    requires std::same_as<Number, double>;

  // Calls visit(weight) for every way with a positive weight, while its cards are in `sets`.
  using Visit = std::function<void(double)>;
  void each(const Rooms& rooms, Sets& sets, double weight, const Visit& visit) const
    requires std::same_as<Number, double>
  {
    descend(0, rooms, sets, weight, visit);
  }

 private:
  // A group's move as a draw looks at it.
  struct Choice {
    Packed take;
    Number weight;
    std::ptrdiff_t offset;
    std::size_t move;
  };
  struct Step {
    std::vector<Move> moves;  // neighbours in memory side by side
    std::vector<Number> weight;
    std::vector<double> factor;    // of a group's moves
    std::vector<Choice> heaviest;  // the same, heavy ones first: so draws go through few
    std::unique_ptr<Sums> inside;  // a group's own
  };

  void add_card(std::size_t at);
  void add_group(std::size_t at, const Budget& budget, const Meter& meter);
  void pull(std::size_t at, const Meter& meter);
  void sum_first()
    requires std::same_as<Number, double>;
  [[nodiscard]] std::size_t pick(Random& random, const Step& step, std::size_t index,
                                 const Rooms& rooms) const
    requires std::same_as<Number, double>;
  [[nodiscard]] std::size_t pick_group(Random& random, const Step& step, std::size_t index,
                                       const Rooms& rooms) const
    requires std::same_as<Number, double>;
  void descend(std::size_t at, const Rooms& rooms, Sets& sets, double weight,
               const Visit& visit) const;

  // Calls visit(row) for every row of a stage, and looks at the limits now and then.
  template <class Visitor>
  void rows(std::size_t stage, const Meter& meter, Visitor&& visit) const {
    constexpr std::size_t kLook = std::size_t{1} << 20;  // moves of rows between two looks
    std::size_t since = 0;
    shape_.rows(stage, [&](const Row& row) {
      visit(row);
      since += steps_[stage].moves.size();
      if (since < kLook) return;
      since = 0;
      meter.check();
    });
    meter.check();
  }

  // Calls visit(index, target) for the states of a row in which a move can be made.
  template <class Visitor>
  void open(const Row& row, const Move& move, Visitor&& visit) const {
    if (!row.outer.covers(move.outer)) return;
    const int low = std::max(row.low, move.inner);
    const int high = std::min(row.high, row.rest - move.implied);
    const std::ptrdiff_t step = shape_.step();
    auto index = static_cast<std::ptrdiff_t>(row.index) + (low - row.low) * step;
    for (int at = low; at <= high; ++at, index += step)
      visit(static_cast<std::size_t>(index), static_cast<std::size_t>(index + move.offset));
  }

  Problem problem_;
  Shape shape_;
  std::vector<Step> steps_;
  std::vector<Number> sums_;
  std::vector<double> first_;  // running shares of the first moves, when they take a group
};

}  // namespace kibitz
