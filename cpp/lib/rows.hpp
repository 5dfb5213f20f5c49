// Sums over hands that drew in play, holder by holder: the state is how many cards of each kind are
// left. Few numbers however many holders there are, as long as there are few kinds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kinds.hpp"
#include "summed.hpp"
#include "wide.hpp"

namespace kibitz {

// Number is double, or Wide to count the ways with a positive weight.
template <class Number>
class RowSums {
 public:
  struct Choice {
    Tally counts{};
    Packed take;
    std::size_t code = 0;
    double weight = 0;  // of the holder that takes it
    Number share;       // the same, by the orders of the cards of each kind
  };
  struct State {
    Tally left{};
    Packed packed;
    std::size_t code = 0;
  };
  // One holder: what may be left before it, what it may take, and the sums over all ways to go on.
  struct Stage {
    std::size_t holder = 0;
    std::vector<Choice> choices;  // heavy ones first; of the last holder none: it takes the rest
    std::vector<State> states;
    std::vector<Number> sums;  // by code
  };

  RowSums(const Kinds& kinds, const Budget& budget, const Meter& meter);

  [[nodiscard]] const std::vector<Stage>& stages() const { return stages_; }
  [[nodiscard]] const Number& total() const {
    return stages_.front().sums[stages_.front().states.front().code];
  }
  [[nodiscard]] Choice choice_of(const Kinds::Choice& choice) const;

 private:
  void reach(std::size_t at, const Meter& meter);
  void pull(std::size_t at, const Meter& meter);
  [[nodiscard]] Number splits(const State& state, const Choice& choice) const;

  std::vector<std::size_t> stride_;
  std::size_t box_ = 1;
  std::vector<Stage> stages_;
};

class Rows : public Summed {
 public:
  Rows(const Unseen& unseen, const Budget& budget, const Meter& meter);

  [[nodiscard]] double log_weight() const override;
  [[nodiscard]] double entropy(const Meter& meter) const override;
  [[nodiscard]] std::vector<double> probability(const Meter& meter) const override;
  [[nodiscard]] std::vector<double> count_distribution(std::size_t holder, CardSet cards,
                                                       const Budget& budget,
                                                       const Meter& meter) const override;
  void draw(Random& random, std::span<std::uint64_t> world) const override;
  void each(const Visit& visit) const override;

 private:
  using Take = std::vector<Tally>;  // of each holder
  // Calls visit(holder, counts, probability, weight) for everything that a holder may have.
  template <class Visitor>
  void flow(const Meter& meter, Visitor&& visit) const;
  void each_take(std::size_t stage, const Tally& left, Take& take, double weight,
                 const std::function<void(double)>& visit) const;
  void each_card(std::size_t kind, std::size_t card, Take& take, std::vector<std::uint64_t>& world,
                 const std::function<void()>& visit) const;
  [[nodiscard]] std::uint64_t bit(std::size_t kind, std::size_t card) const;

  Kinds kinds_;
  std::vector<std::uint8_t> names_;
  RowSums<double> sums_;
  double orders_ = 1;          // of all cards, each kind by itself
  std::vector<double> first_;  // running shares of the first holder's choices
};

// How many worlds have a positive weight. The question has courses. Throws TooLarge.
[[nodiscard]] Wide<4> count_rows(const Unseen& unseen, const Budget& budget, const Meter& meter);

}  // namespace kibitz
