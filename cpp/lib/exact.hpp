// A belief that the dynamic programme answers exactly: what was asked, made small, and its sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kibitz/belief.hpp"
#include "random.hpp"
#include "reduced.hpp"
#include "summed.hpp"
#include "sums.hpp"
#include "wide.hpp"

namespace kibitz {

class Exact : public Summed {
 public:
  // The question must be sound, and without courses. Throws EvidenceError when no world is
  // possible, TooLarge.
  Exact(const Unseen& unseen, const Budget& budget, const Meter& meter);

  [[nodiscard]] double log_weight() const override;
  [[nodiscard]] double entropy(const Meter& meter) const override;
  [[nodiscard]] std::vector<double> probability(const Meter& meter) const override;
  [[nodiscard]] std::vector<double> count_distribution(std::size_t holder, CardSet cards,
                                                       const Budget& budget,
                                                       const Meter& meter) const override;
  void draw(Random& random, std::span<std::uint64_t> world) const override;
  void each(const Visit& visit) const override;

 private:
  void each_part(std::size_t pool, Sums<double>::Sets& sets, std::vector<int>& room,
                 std::vector<std::uint64_t>& world, const std::function<void()>& visit) const;

  Reduced reduced_;
  Pooled pooled_;
  Sums<double> sums_;
  double total_;  // over all ways to fill the pools
  double ways_;   // to part the pools among their holders
};

// How many worlds have a positive weight. Throws as Exact does.
[[nodiscard]] Wide<4> count_exact(const Unseen& unseen, const Budget& budget, const Meter& meter);

}  // namespace kibitz
