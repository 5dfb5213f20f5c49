// A belief summed over all its worlds: what every way to do that can answer, and the choice of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "kibitz/belief.hpp"
#include "random.hpp"
#include "sums.hpp"
#include "wide.hpp"

namespace kibitz {

class Summed {
 public:
  virtual ~Summed() = default;

  [[nodiscard]] virtual double log_weight() const = 0;
  [[nodiscard]] virtual double entropy(const Meter& meter) const = 0;                   // bits
  [[nodiscard]] virtual std::vector<double> probability(const Meter& meter) const = 0;  // card x
                                                                                        // holder
  [[nodiscard]] virtual std::vector<double> count_distribution(std::size_t holder, CardSet cards,
                                                               const Budget& budget,
                                                               const Meter& meter) const = 0;
  // One world: the cards of each holder.
  virtual void draw(Random& random, std::span<std::uint64_t> world) const = 0;
  // Calls visit(world, probability) for every world.
  using Visit = std::function<void(std::span<const std::uint64_t>, double)>;
  virtual void each(const Visit& visit) const = 0;
};

// The question must be sound. Throws EvidenceError when no world is possible, Error when weights
// are too far apart, TooLarge.
[[nodiscard]] std::unique_ptr<const Summed> sum_up(const Unseen& unseen, const Budget& budget,
                                                   const Meter& meter);

// How many worlds have a positive weight. Throws as sum_up() does.
[[nodiscard]] Wide<4> count_worlds(const Unseen& unseen, const Budget& budget, const Meter& meter);

}  // namespace kibitz
