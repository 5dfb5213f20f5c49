// Hands that drew in play. In how many ways a hand came about depends only on how many cards it has
// of each kind, a kind being cards that nothing tells apart; so worlds are summed up by kinds.
// docs/inference.md derives it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kibitz/belief.hpp"
#include "reduced.hpp"
#include "shape.hpp"
#include "sums.hpp"

namespace kibitz {

inline constexpr std::size_t kMaxKinds = 24;  // as many bytes as a Packed has

using Tally = std::array<std::uint8_t, kMaxKinds>;  // cards of each kind

// In how many ways a hand came about, by its cards of each class of its own: cards that its own
// course tells not apart. Kept cards do not count.
class Ways {
 public:
  // `unseen`: the cards that the hand may hold at the end. Throws TooLarge.
  Ways(const Unseen::Course& course, CardSet unseen, const Budget& budget, const Meter& meter);

  [[nodiscard]] const std::vector<CardSet>& classes() const { return classes_; }
  // But for a factor, whose logarithm is log_scale().
  [[nodiscard]] double at(std::span<const int> counts) const;
  [[nodiscard]] double log_scale() const { return log_scale_; }

 private:
  void lay_out(std::size_t most, const Budget& budget);
  void draw(std::size_t size);
  void play(std::size_t size, std::uint8_t card);
  void lack(std::size_t size, CardSet cards);
  void scale(std::size_t size);
  [[nodiscard]] std::uint8_t digit(std::size_t code, std::size_t at) const {
    return digits_[code * classes_.size() + at];
  }

  std::vector<CardSet> classes_;
  std::vector<std::size_t> extent_;  // of each class: 1 + the most that a hand can hold
  std::vector<std::size_t> stride_;
  std::vector<std::uint8_t> digits_;               // of each code, cards of each class
  std::vector<std::vector<std::size_t>> by_size_;  // codes of hands of so many cards
  std::vector<double> ways_;                       // by code
  double log_scale_ = 0;
};

// A question with courses, its free cards parted into kinds.
class Kinds {
 public:
  // Only worlds in which the holder has just so many of these cards.
  struct Just {
    std::size_t holder;
    CardSet cards;
    int count;
  };
  // Cards of one kind are of the same factors and of the same class of every course; by weight,
  // they also have the same weight with each holder. Throws EvidenceError, TooLarge.
  Kinds(const Unseen& unseen, bool by_weight, const Budget& budget, const Meter& meter,
        std::optional<Just> just = {});

  [[nodiscard]] const Reduced& reduced() const { return reduced_; }
  [[nodiscard]] std::size_t size() const { return cards_.size(); }
  // The cards of a kind, by their numbers among the free ones.
  [[nodiscard]] const std::vector<std::size_t>& cards(std::size_t kind) const {
    return cards_[kind];
  }
  // How many cards of a kind a holder can have.
  [[nodiscard]] int most(std::size_t kind, std::size_t holder) const {
    return holders_[holder].most[kind];
  }
  // But for the sums: what all worlds share.
  [[nodiscard]] double log_scale() const { return log_scale_; }

  // Cards of each kind that a holder may have together, and what that multiplies a world by: the
  // ways, its factors, and by weight the weights of the cards. None with 0.
  struct Choice {
    Tally counts{};
    double weight = 0;
  };
  // In lexicographic order. Throws TooLarge.
  [[nodiscard]] std::vector<Choice> choices(std::size_t holder, const Budget& budget) const;
  [[nodiscard]] double weight(std::size_t holder, const Tally& counts) const;

 private:
  struct Factor {
    std::vector<std::size_t> kinds;
    std::vector<double> by_count;
  };
  struct Holder {
    std::optional<std::size_t> ways;
    std::vector<std::size_t> class_of;  // of each kind
    std::vector<int> forced;            // cards of each class that are his for certain
    std::vector<Factor> factors;
    std::vector<std::uint8_t> most;  // of each kind, that he can have
  };

  void part(const Unseen& unseen, bool by_weight, const std::optional<Just>& just);
  void part_by_weight();
  void add_course(const Unseen::Course& course);
  void add_factors(const std::optional<Just>& just);
  [[nodiscard]] std::vector<std::size_t> kinds_in(CardSet cards) const;
  [[nodiscard]] CardSet names(const std::vector<std::size_t>& cards) const;
  void choose(std::size_t holder, std::size_t kind, int room, Tally& counts,
              std::vector<Choice>& found, double& left) const;

  Reduced reduced_;
  std::vector<std::uint8_t> names_;  // of all cards
  bool by_weight_;
  std::vector<Ways> ways_;
  std::vector<std::vector<std::size_t>> cards_;
  std::vector<CardSet> sets_;  // the same, as printed
  std::vector<Holder> holders_;
  double log_scale_ = 0;
};

// What a question is once it is known that no world has any weight: EvidenceError where even
// without weights there is none, Error where they are too far apart.
[[noreturn]] void refuse(bool possible);

}  // namespace kibitz
