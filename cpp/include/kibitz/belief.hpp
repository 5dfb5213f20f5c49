// Belief: the exact distribution over where unseen cards lie, given how many each holder has, what
// he may hold, and weights. It knows cards and holders only; what the rules of a game and its play
// say of them stands above it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kibitz/cardset.hpp"
#include "kibitz/limits.hpp"

namespace kibitz {

inline constexpr int kMaxHolders = 16;  // seats, and wherever else a card may be

// A world gives every card to one holder, as many to each as he has room. Its weight is the product
// of the weights of its cards and of its factors; its probability is its share of all weights.
struct Unseen {
  std::vector<std::uint8_t> cards;  // printed, all different
  std::vector<int> room;            // cards of each holder; they add up to all cards
  std::vector<std::uint32_t> may;   // of each card: bits of the holders that may have it
  std::vector<double> weight;       // card x holder, at least 0; empty: all 1

  // A world's weight is multiplied by by_count[t], t = how many of `cards` the holder has. Any two
  // factors are of the same cards, or have none in common.
  struct Factor {
    int holder = 0;
    CardSet cards;
    std::vector<double> by_count;
  };
  std::vector<Factor> factors;

  // Something that happened to a hand: cards came to it unseen, then one was played, and what was
  // left held none of some cards.
  struct Step {
    int drawn = 0;
    std::optional<std::uint8_t> played;
    CardSet lacks;
  };
  // How a holder's hand came about, where cards are drawn in play. A world's weight is multiplied
  // by the number of ways: every first hand is one, and every card drawn may be any that the hand
  // then holds. `kept` are cards known to have been in the first hand: they are the holder's own
  // until they are played. At most one course a holder.
  struct Course {
    int holder = 0;
    int began = 0;  // cards of the first hand
    CardSet kept;
    std::vector<Step> steps;
  };
  std::vector<Course> courses;
};

// exact: sums over all worlds. gibbs: too many states for that; worlds come from a chain, and
// probabilities are estimates from several.
enum class Method : std::uint8_t { exact, gibbs };
[[nodiscard]] std::string_view to_text(Method method);

using Count = std::array<std::uint64_t, 4>;  // a number of 256 bits, lowest word first

class Belief {
 public:
  static constexpr std::size_t kMaxStates = std::size_t{1} << 23;

  // Sums of more than `max_states` numbers, or as much work, are not made exactly. Throws Error
  // naming all that is wrong with `unseen`, EvidenceError when no world is possible, LimitError
  // when there are too many states to find a first world where hands drew in play, Stopped when the
  // limits say so.
  explicit Belief(Unseen unseen, const Limits& limits = {}, std::size_t max_states = kMaxStates);
  ~Belief();
  Belief(Belief&&) noexcept;
  Belief& operator=(Belief&&) noexcept;

  [[nodiscard]] const Unseen& unseen() const;
  [[nodiscard]] bool exact() const { return method() == Method::exact; }
  [[nodiscard]] Method method() const;
  // The largest standard error of a probability; 0 when exact.
  [[nodiscard]] double error(const Limits& limits = {}) const;

  // How many worlds have a positive weight: always exact. LimitError when there are too many states
  // even without weights.
  [[nodiscard]] Count count(const Limits& limits = {}) const;
  // The natural logarithm of the sum of all weights; not a number unless exact.
  [[nodiscard]] double log_weight() const;
  // In bits; not a number unless exact.
  [[nodiscard]] double entropy(const Limits& limits = {}) const;
  // Card x holder; the sum over holders is 1.
  [[nodiscard]] std::vector<double> probability(const Limits& limits = {}) const;
  // [t]: the probability that the holder has t of these cards.
  [[nodiscard]] std::vector<double> count_distribution(int holder, CardSet cards,
                                                       const Limits& limits = {}) const;
  // Fills world x holder with draws: each holder's cards as a printed CardSet. The same seed draws
  // the same worlds on every platform, and the first of many are those of few.
  void sample(std::span<std::uint64_t> worlds, std::uint64_t seed, const Limits& limits = {}) const;

  struct Worlds {
    std::vector<std::uint64_t> sets;  // world x holder
    std::vector<double> probability;
  };
  // All worlds; LimitError when they are more than `limit`, or there are too many states.
  [[nodiscard]] Worlds enumerate(std::size_t limit, const Limits& limits = {}) const;

 private:
  struct Model;
  std::unique_ptr<const Model> model_;
};

}  // namespace kibitz
