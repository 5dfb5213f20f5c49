#include "kibitz/belief.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <string>

#include "chain.hpp"
#include "kibitz/fault.hpp"
#include "reduced.hpp"
#include "summed.hpp"
#include "sums.hpp"

namespace kibitz {
namespace {

constexpr int kChains = 8;    // their differences tell the error of their mean
constexpr int kBurn = 10;     // sweeps of a chain before its worlds count
constexpr int kSweeps = 100;  // sweeps of a chain for an estimate

Budget budget_of(std::size_t max_states) {
  const auto states = static_cast<double>(max_states);
  return {states, 128 * states};
}

Unseen checked(Unseen unseen) {
  const std::vector<std::string> faults = faults_of(unseen);
  if (faults.empty()) return unseen;
  std::string text;
  for (const std::string& fault : faults) text += (text.empty() ? "" : "; ") + fault;
  throw Error(text);
}

// What several chains say.
struct Estimate {
  std::vector<double> probability;
  double error = 0;
  std::vector<std::uint64_t> worlds;
};

Estimate estimate_of(const Unseen& unseen, const Meter& meter) {
  const std::size_t size = unseen.cards.size() * unseen.room.size();
  std::vector<double> sum(size);
  std::vector<double> squares(size);
  Estimate estimate;
  for (int number = 0; number < kChains; ++number) {
    Chain chain(unseen, static_cast<std::uint64_t>(number), meter);
    for (int sweep = 0; sweep < kBurn; ++sweep) chain.sweep(meter);
    std::vector<double> chance(size);
    std::size_t steps = 0;
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      steps += chain.sweep(chance, meter);
      estimate.worlds.insert(estimate.worlds.end(), chain.world().begin(), chain.world().end());
    }
    for (std::size_t at = 0; at < size; ++at) {
      const double mean = chance[at] / static_cast<double>(steps);
      sum[at] += mean;
      squares[at] += mean * mean;
    }
  }
  for (std::size_t at = 0; at < size; ++at) {
    const double mean = sum[at] / kChains;
    const double variance = std::max(0.0, squares[at] / kChains - mean * mean);
    estimate.probability.push_back(mean);
    estimate.error = std::max(estimate.error, std::sqrt(variance / (kChains - 1)));
  }
  return estimate;
}

}  // namespace

std::string_view to_text(Method method) {
  return method == Method::exact ? "exact" : "gibbs";
}

struct Belief::Model {
  Model(Unseen given, const Limits& limits, std::size_t max_states)
      : unseen(checked(std::move(given))), budget(budget_of(max_states)) {
    const Meter meter(limits);
    try {
      exact = sum_up(unseen, budget, meter);
    } catch (const TooLarge&) {
      const Chain possible(unseen, 0, meter);  // throws when there is no world
    }
  }

  [[nodiscard]] const Estimate& estimated(const Limits& limits) const {
    const std::lock_guard lock(mutex);
    if (!estimate) estimate = estimate_of(unseen, Meter(limits));
    return *estimate;
  }

  Unseen unseen;
  Budget budget;
  std::unique_ptr<const Summed> exact;
  // Once asked for.
  mutable std::mutex mutex;
  mutable std::optional<Count> count;
  mutable std::optional<Estimate> estimate;
};

Belief::Belief(Unseen unseen, const Limits& limits, std::size_t max_states)
    : model_(std::make_unique<const Model>(std::move(unseen), limits, max_states)) {}
Belief::~Belief() = default;
Belief::Belief(Belief&&) noexcept = default;
Belief& Belief::operator=(Belief&&) noexcept = default;

const Unseen& Belief::unseen() const {
  return model_->unseen;
}
Method Belief::method() const {
  return model_->exact ? Method::exact : Method::gibbs;
}
double Belief::error(const Limits& limits) const {
  return model_->exact ? 0 : model_->estimated(limits).error;
}

Count Belief::count(const Limits& limits) const {
  const std::lock_guard lock(model_->mutex);
  if (!model_->count) {
    try {
      model_->count = count_worlds(model_->unseen, model_->budget, Meter(limits)).words();
    } catch (const TooLarge&) {
      throw LimitError("too many states to count all worlds");
    }
  }
  return *model_->count;
}

double Belief::log_weight() const {
  return model_->exact ? model_->exact->log_weight() : std::numeric_limits<double>::quiet_NaN();
}

double Belief::entropy(const Limits& limits) const {
  return model_->exact ? model_->exact->entropy(Meter(limits))
                       : std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> Belief::probability(const Limits& limits) const {
  return model_->exact ? model_->exact->probability(Meter(limits))
                       : model_->estimated(limits).probability;
}

std::vector<double> Belief::count_distribution(int holder, CardSet cards,
                                               const Limits& limits) const {
  const Unseen& unseen = model_->unseen;
  const std::size_t holders = unseen.room.size();
  if (holder < 0 || static_cast<std::size_t>(holder) >= holders)
    throw Error("holder " + std::to_string(holder) + ": expected 0 to " +
                std::to_string(holders - 1));
  const auto own = static_cast<std::size_t>(holder);
  if (model_->exact) {
    try {
      return model_->exact->count_distribution(own, cards, model_->budget, Meter(limits));
    } catch (const TooLarge&) {
      throw LimitError("too many states to count these cards of holder " + std::to_string(holder));
    }
  }
  CardSet all;
  for (const std::uint8_t card : unseen.cards) all.insert(card);
  std::vector<double> result(static_cast<std::size_t>((cards & all).size()) + 1);
  const std::vector<std::uint64_t>& worlds = model_->estimated(limits).worlds;
  const double share = static_cast<double>(holders) / static_cast<double>(worlds.size());
  for (std::size_t at = own; at < worlds.size(); at += holders)
    result[static_cast<std::size_t>((cards & CardSet(worlds[at])).size())] += share;
  return result;
}

void Belief::sample(std::span<std::uint64_t> worlds, std::uint64_t seed,
                    const Limits& limits) const {
  const std::size_t holders = model_->unseen.room.size();
  const Meter meter(limits);
  if (model_->exact) {
    Random random(seed);
    for (std::size_t at = 0; at + holders <= worlds.size(); at += holders) {
      if (at / holders % 1024 == 0) meter.check();
      model_->exact->draw(random, worlds.subspan(at, holders));
    }
    return;
  }
  Chain chain(model_->unseen, seed, meter);
  for (int sweep = 0; sweep < kBurn; ++sweep) chain.sweep(meter);
  for (std::size_t at = 0; at + holders <= worlds.size(); at += holders) {
    chain.sweep(meter);
    std::copy(chain.world().begin(), chain.world().end(),
              worlds.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

Belief::Worlds Belief::enumerate(std::size_t limit, const Limits& limits) const {
  if (!model_->exact) throw LimitError("too many states to list all worlds");
  const Count many = count(limits);
  if (many[3] != 0 || many[2] != 0 || many[1] != 0 || many[0] > limit)
    throw LimitError("more than " + std::to_string(limit) + " worlds are possible");
  Worlds worlds;
  const Meter meter(limits);
  model_->exact->each([&](std::span<const std::uint64_t> world, double probability) {
    if (worlds.probability.size() % 1024 == 0) meter.check();
    worlds.sets.insert(worlds.sets.end(), world.begin(), world.end());
    worlds.probability.push_back(probability);
  });
  return worlds;
}

}  // namespace kibitz
