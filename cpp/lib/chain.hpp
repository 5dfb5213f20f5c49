// Worlds by a Gibbs chain, for beliefs with too many states to sum over: again and again the cards
// of a few holders, chosen at random, are dealt anew among them, exactly, given all the others'.
// Each such step leaves the distribution of worlds as it is, so in the long run the worlds that the
// chain passes are draws of it, though neighbours are alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kibitz/belief.hpp"
#include "random.hpp"

namespace kibitz {

class Chain {
 public:
  // Finds a first world, at random. Throws EvidenceError when masks and rooms allow none, Error
  // when none with positive factors is found, LimitError when hands drew and even without weights
  // there are too many states.
  Chain(const Unseen& unseen, std::uint64_t seed, const Meter& meter);

  // As many steps as choose every holder about twice.
  void sweep(const Meter& meter) { sweep({}, meter); }
  // Adds to `chance` (card x holder), for each step, the exact chances of the cards dealt anew, and
  // 1 where the others lie. Returns the number of steps.
  std::size_t sweep(std::span<double> chance, const Meter& meter);
  [[nodiscard]] std::span<const std::uint64_t> world() const { return world_; }

 private:
  void find_start();
  void start_by_kinds(const Meter& meter);
  [[nodiscard]] bool place(std::size_t card, std::vector<bool>& tried);
  [[nodiscard]] bool positive() const;
  void soften();
  [[nodiscard]] std::vector<std::size_t> choose();
  [[nodiscard]] Unseen part(const std::vector<std::size_t>& chosen) const;
  std::size_t step(std::span<double> chance, const Meter& meter);  // how many holders it chose

  const Unseen& unseen_;
  std::vector<std::uint32_t> may_;       // masks without weights of 0
  std::vector<Unseen::Factor> factors_;  // softened until a world of positive weight is found
  Random random_;
  std::vector<std::uint64_t> world_;
  std::vector<int> room_;  // left, while a first world is sought
};

}  // namespace kibitz
