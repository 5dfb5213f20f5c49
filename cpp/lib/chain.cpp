#include "chain.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>

#include "columns.hpp"
#include "exact.hpp"
#include "kibitz/card.hpp"
#include "kibitz/fault.hpp"
#include "reduced.hpp"
#include "rows.hpp"
#include "summed.hpp"

namespace kibitz {
namespace {

constexpr double kBlockStates = 4096;  // of the holders of one step
constexpr double kBlockDrawn = 512;    // the same, where hands drew: kinds multiply them
constexpr int kSearch = 200;           // sweeps to find a world with positive factors

}  // namespace

Chain::Chain(const Unseen& unseen, std::uint64_t seed, const Meter& meter)
    : unseen_(unseen),
      may_(support_of(unseen).may),
      factors_(unseen.factors),
      random_(seed),
      world_(unseen.room.size()),
      room_(unseen.room) {
  if (!unseen_.courses.empty()) {
    start_by_kinds(meter);
    return;
  }
  find_start();
  if (positive()) return;
  soften();
  for (int at = 0; at < kSearch && !positive(); ++at) sweep(meter);
  if (!positive())
    throw Error("too many states to sum over, and no world was found to start a chain from");
  factors_ = unseen_.factors;
}

// Hands that drew need a world in which all came about. Without weights there are few kinds.
void Chain::start_by_kinds(const Meter& meter) {
  constexpr Budget kMost{0x1p23, 0x1p30};
  try {
    Rows(support_of(unseen_), kMost, meter).draw(random_, world_);
  } catch (const TooLarge&) {
    throw LimitError("too many states to sum over hands that drew in play");
  }
}

// Cards go one by one to holders with room; where none has, a chain of cards moves over (the
// augmenting paths of a bipartite matching). If there is none, no world is possible.
void Chain::find_start() {
  std::vector<std::size_t> order(unseen_.cards.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t left = order.size(); left > 1; --left)
    std::swap(order[left - 1], order[random_.below(static_cast<std::uint32_t>(left))]);
  for (const std::size_t card : order) {
    std::vector<bool> tried(room_.size());
    if (!place(card, tried))
      throw EvidenceError("no world is possible: no holder can have " +
                          to_text(Card{unseen_.cards[card]}) + " as well");
  }
}

bool Chain::place(std::size_t card, std::vector<bool>& tried) {
  const auto first = random_.below(static_cast<std::uint32_t>(room_.size()));
  const auto take = [&](std::size_t holder) {
    world_[holder] |= std::uint64_t{1} << unseen_.cards[card];
    return true;
  };
  for (std::size_t at = 0; at < room_.size(); ++at) {
    const std::size_t holder = (first + at) % room_.size();
    if ((may_[card] >> holder & 1) == 0 || room_[holder] == 0) continue;
    room_[holder] -= 1;
    return take(holder);
  }
  for (std::size_t at = 0; at < room_.size(); ++at) {
    const std::size_t holder = (first + at) % room_.size();
    if ((may_[card] >> holder & 1) == 0 || tried[holder]) continue;
    tried[holder] = true;
    for (std::size_t other = 0; other < unseen_.cards.size(); ++other) {
      const std::uint64_t bit = std::uint64_t{1} << unseen_.cards[other];
      if ((world_[holder] & bit) == 0 || !place(other, tried)) continue;
      world_[holder] &= ~bit;
      return take(holder);
    }
  }
  return false;
}

bool Chain::positive() const {
  return std::ranges::all_of(unseen_.factors, [&](const Unseen::Factor& factor) {
    const CardSet held(world_[static_cast<std::size_t>(factor.holder)]);
    return factor.by_count[static_cast<std::size_t>((held & factor.cards).size())] > 0;
  });
}

// Counts that are impossible become unlikely, the more so the farther they are from possible ones.
void Chain::soften() {
  for (Unseen::Factor& factor : factors_) {
    const std::vector<double> given = factor.by_count;
    for (std::size_t at = 0; at < given.size(); ++at) {
      if (given[at] > 0) {
        factor.by_count[at] = 1;
        continue;
      }
      std::size_t distance = given.size();
      for (std::size_t other = 0; other < given.size(); ++other) {
        if (given[other] > 0) distance = std::min(distance, other > at ? other - at : at - other);
      }
      factor.by_count[at] = 1;
      for (std::size_t step = 0; step < distance; ++step) factor.by_count[at] /= 32;
    }
  }
}

// Holders in random order, as many as can be summed over quickly; at least two.
std::vector<std::size_t> Chain::choose() {
  std::vector<std::size_t> order;
  for (std::size_t holder = 0; holder < world_.size(); ++holder) {
    if (world_[holder] != 0) order.push_back(holder);
  }
  const double most = unseen_.courses.empty() ? kBlockStates : kBlockDrawn;
  std::vector<std::size_t> chosen;
  double states = 1;
  while (!order.empty()) {
    const std::size_t at = random_.below(static_cast<std::uint32_t>(order.size()));
    const std::size_t holder = order[at];
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(at));
    states *= 1 + unseen_.room[holder];
    if (chosen.size() >= 2 && states > most) break;
    chosen.push_back(holder);
  }
  return chosen;
}

// The question of how the cards of some holders lie among them.
Unseen Chain::part(const std::vector<std::size_t>& chosen) const {
  Unseen part;
  std::uint64_t cards = 0;
  for (const std::size_t holder : chosen) {
    cards |= world_[holder];
    part.room.push_back(unseen_.room[holder]);
  }
  for (std::size_t card = 0; card < unseen_.cards.size(); ++card) {
    if ((cards >> unseen_.cards[card] & 1) == 0) continue;
    part.cards.push_back(unseen_.cards[card]);
    std::uint32_t may = 0;
    for (std::size_t at = 0; at < chosen.size(); ++at) {
      may |= (may_[card] >> chosen[at] & 1) << at;
      if (!unseen_.weight.empty())
        part.weight.push_back(unseen_.weight[card * unseen_.room.size() + chosen[at]]);
    }
    part.may.push_back(may);
  }
  for (const Unseen::Factor& factor : factors_) {
    const auto found =
        std::find(chosen.begin(), chosen.end(), static_cast<std::size_t>(factor.holder));
    if (found == chosen.end()) continue;
    part.factors.push_back(
        {static_cast<int>(found - chosen.begin()), factor.cards, factor.by_count});
  }
  for (const Unseen::Course& course : unseen_.courses) {
    const auto found =
        std::find(chosen.begin(), chosen.end(), static_cast<std::size_t>(course.holder));
    if (found == chosen.end()) continue;
    part.courses.push_back(course);
    part.courses.back().holder = static_cast<int>(found - chosen.begin());
  }
  return part;
}

std::size_t Chain::step(std::span<double> chance, const Meter& meter) {
  const std::vector<std::size_t> chosen = choose();
  const Unseen question = part(chosen);
  constexpr Budget kAny{1e12, 1e12};
  const std::unique_ptr<const Summed> exact =
      question.courses.empty()
          ? std::unique_ptr<const Summed>(std::make_unique<const Exact>(question, kAny, meter))
          : std::make_unique<const Columns>(question, kAny, meter);
  if (!chance.empty()) {
    const std::vector<double> own = exact->probability(meter);
    std::size_t at = 0;
    for (std::size_t card = 0; card < unseen_.cards.size(); ++card) {
      const std::span row = chance.subspan(card * world_.size(), world_.size());
      const std::uint64_t bit = std::uint64_t{1} << unseen_.cards[card];
      if (at < question.cards.size() && question.cards[at] == unseen_.cards[card]) {
        for (std::size_t holder = 0; holder < chosen.size(); ++holder)
          row[chosen[holder]] += own[at * chosen.size() + holder];
        at += 1;
        continue;
      }
      for (std::size_t holder = 0; holder < world_.size(); ++holder)
        row[holder] += (world_[holder] & bit) != 0 ? 1 : 0;
    }
  }
  std::vector<std::uint64_t> dealt(chosen.size());
  exact->draw(random_, dealt);
  for (std::size_t at = 0; at < chosen.size(); ++at) world_[chosen[at]] = dealt[at];
  return chosen.size();
}

std::size_t Chain::sweep(std::span<double> chance, const Meter& meter) {
  std::size_t steps = 0;
  for (std::size_t dealt = 0; dealt < 2 * world_.size(); ++steps)
    dealt += std::max<std::size_t>(1, step(chance, meter));
  return steps;
}

}  // namespace kibitz
