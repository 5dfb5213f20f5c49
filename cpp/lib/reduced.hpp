// A belief's question, checked and made small: forced cards are placed, scales taken out, and
// holders that nothing tells apart pooled. It can then be written as a Problem for Sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kibitz/belief.hpp"
#include "sums.hpp"
#include "wide.hpp"

namespace kibitz {

// A holder looked at as two: his cards of a set, and the others.
struct Split {
  std::size_t holder;
  CardSet cards;
};

struct Pooled {
  Problem problem;
  Rooms start{};                                  // without a split: all rooms
  std::vector<std::vector<std::size_t>> holders;  // of each pool
  std::size_t part = 0;  // with a split: the pool of the set; then the rest
};

class Reduced {
 public:
  // Throws EvidenceError when some card or holder cannot be served.
  explicit Reduced(const Unseen& unseen);

  [[nodiscard]] std::size_t holders() const { return room_.size(); }
  [[nodiscard]] std::size_t cards() const { return names_.size(); }
  [[nodiscard]] CardSet all() const { return all_; }
  [[nodiscard]] const std::vector<int>& room() const { return room_; }  // after forced cards
  [[nodiscard]] const std::vector<std::size_t>& free() const { return free_; }  // not forced
  // The holder of a forced card.
  [[nodiscard]] std::optional<std::size_t> owner(std::size_t card) const { return owner_[card]; }
  [[nodiscard]] const std::vector<std::uint64_t>& forced() const { return forced_; }
  [[nodiscard]] double log_scale() const { return log_scale_; }
  [[nodiscard]] double weight(std::size_t free, std::size_t holder) const {
    return weight_[free * holders() + holder];
  }

  struct Factor {
    std::size_t holder;
    std::size_t group;
    std::vector<double> by_count;  // by cards that are not forced
  };
  [[nodiscard]] const std::vector<Factor>& factors() const { return factors_; }
  // The cards of factors, by their numbers among the free ones.
  [[nodiscard]] const std::vector<std::vector<std::size_t>>& groups() const { return groups_; }

  [[nodiscard]] Pooled pooled(std::optional<Split> split = {}) const;

 private:
  void force(std::vector<std::uint32_t>& may);
  void scale_cards();
  void take_factors(const Unseen& unseen);
  void balance();
  using Alike = std::vector<std::vector<std::size_t>>;  // holders that nothing tells apart
  [[nodiscard]] Alike classes() const;
  [[nodiscard]] std::vector<int> exponents(const Alike& classes) const;
  [[nodiscard]] bool alike(std::size_t a, std::size_t b) const;
  [[nodiscard]] std::vector<Group> loose(const Problem& problem) const;

  std::vector<std::uint8_t> names_;  // of all cards
  CardSet all_;
  std::vector<int> room_;
  std::vector<std::optional<std::size_t>> owner_;
  std::vector<std::uint64_t> forced_;
  std::vector<std::size_t> free_;
  std::vector<double> weight_;                    // free card x holder, the largest of a card 1
  std::vector<std::vector<std::size_t>> groups_;  // free cards of factors
  std::vector<Factor> factors_;
  double log_scale_ = 0;
};

// All that is wrong with a question, in words; empty when it is sound.
[[nodiscard]] std::vector<std::string> faults_of(const Unseen& unseen);

// The same worlds, all of weight 1.
[[nodiscard]] Unseen support_of(Unseen unseen);

// How many ways there are to part so many cards among rooms that add up to them.
[[nodiscard]] Wide<4> multinomial(const std::vector<int>& rooms);

}  // namespace kibitz
