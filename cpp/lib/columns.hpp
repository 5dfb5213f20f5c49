// Sums over hands that drew in play, kind by kind: every card may have weights of its own, because
// the cards of a kind have sums of theirs. The state is what each holder has of the kinds before,
// as far as it matters for what is to come; so there must be few holders.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "kinds.hpp"
#include "summed.hpp"

namespace kibitz {

// A holder as a machine that reads how many cards of each kind it has. Beginnings that leave the
// same weights for every way to go on are one node.
class Reader {
 public:
  Reader(const Kinds& kinds, std::size_t holder, const Budget& budget);

  static constexpr std::uint16_t kDead = 0xFFFF;  // no way to go on has any weight

  [[nodiscard]] std::uint16_t start() const { return start_; }
  [[nodiscard]] std::uint16_t next(std::size_t kind, std::uint16_t node, std::size_t count) const {
    const std::vector<std::uint16_t>& after = nodes_[kind][node];
    return count < after.size() ? after[count] : kDead;
  }
  // Before the last kind: how many of it the holder must have to fill its room.
  [[nodiscard]] std::uint8_t rest(std::uint16_t node) const { return rest_[node]; }
  [[nodiscard]] double weight(std::uint16_t node) const { return weights_[node]; }  // at the end

 private:
  using Choices = std::span<const Kinds::Choice>;
  std::uint16_t build(std::size_t kind, Choices choices);

  std::vector<std::vector<std::vector<std::uint16_t>>> nodes_;  // of each kind: by count, the next
  std::vector<std::map<std::vector<std::uint16_t>, std::uint16_t>> known_;
  std::vector<double> weights_;
  std::vector<std::uint8_t> rest_;
  std::uint16_t start_ = kDead;
};

class ColumnSums {
 public:
  // Kinds must not be parted by weight.
  ColumnSums(Kinds kinds, std::span<const std::uint8_t> names, const Budget& budget,
             const Meter& meter);

  [[nodiscard]] const Kinds& kinds() const { return kinds_; }
  [[nodiscard]] double total() const { return total_; }

  struct Marginals {
    std::vector<double> chance;  // free card x holder
    double logs = 0;             // the mean of the logarithm of a world's weight
  };
  [[nodiscard]] Marginals marginals(const Meter& meter) const;

  using Sets = Sums<double>::Sets;
  void draw(Random& random, Sets& sets) const;
  // Calls visit(weight) for every way with a positive weight, while its cards are in `sets`.
  void each(Sets& sets, const Sums<double>::Visit& visit) const {
    descend(0, start_, 1, sets, visit);
  }

 private:
  using Key = std::array<std::uint16_t, kMaxHolders>;  // a node of each holder
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  // How the cards of a kind may lie among holders, and the sum over all ways for them to.
  struct Column {
    Rooms take{};
    double weight = 0;
  };
  struct Layer {
    std::optional<Sums<double>> cards;
    std::vector<Column> columns;  // heavy ones first
    std::vector<Key> states;      // before the kind; of the last kind none is stored
    std::unordered_map<Key, std::size_t, Hash> index;
    std::vector<double> sums;
  };
  struct End {
    Rooms take{};
    double weight = 0;  // without that of the cards
  };

  void add_kind(std::size_t kind, std::span<const std::uint8_t> names, const Budget& budget,
                const Meter& meter);
  void columns_of(Layer& layer, std::size_t kind, std::size_t holder, int left, Rooms& take) const;
  void reach(std::size_t kind, const Budget& budget);
  [[nodiscard]] std::optional<Key> next(std::size_t kind, const Key& key, const Rooms& take) const;
  [[nodiscard]] End end_of(const Key& key) const;
  [[nodiscard]] double value(std::size_t kind, const Key& key) const;
  void descend(std::size_t kind, const Key& key, double weight, Sets& sets,
               const Sums<double>::Visit& visit) const;

  Kinds kinds_;
  std::vector<Reader> readers_;
  std::vector<Layer> layers_;
  Key start_{};
  bool possible_ = true;
  double total_ = 0;
  double work_ = 0;
};

class Columns : public Summed {
 public:
  Columns(const Unseen& unseen, const Budget& budget, const Meter& meter);

  [[nodiscard]] double log_weight() const override;
  [[nodiscard]] double entropy(const Meter& meter) const override;
  [[nodiscard]] std::vector<double> probability(const Meter& meter) const override;
  [[nodiscard]] std::vector<double> count_distribution(std::size_t holder, CardSet cards,
                                                       const Budget& budget,
                                                       const Meter& meter) const override;
  void draw(Random& random, std::span<std::uint64_t> world) const override;
  void each(const Visit& visit) const override;

 private:
  Unseen unseen_;
  ColumnSums sums_;
};

}  // namespace kibitz
