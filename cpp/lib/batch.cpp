#include "kibitz/batch.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kibitz/solver.hpp"

namespace kibitz {
namespace {

Deal deal_at(const DealBatch& batch, std::size_t at) {
  Deal deal;
  deal.variant = batch.rules.name;
  deal.rules = batch.rules;
  deal.players = batch.players;
  deal.trump = batch.trumps[at];
  deal.leader = batch.leaders[at];
  const auto players = static_cast<std::size_t>(batch.players);
  for (const std::uint64_t bits : batch.hands.subspan(at * players, players)) {
    std::vector<Card> hand;
    for (const int index : CardSet(bits)) hand.push_back(Card{static_cast<std::uint8_t>(index)});
    deal.hands.emplace_back(std::move(hand));
  }
  return deal;
}

// Workers take deals in small runs; the first fault by number is the one reported.
class Pool {
 public:
  Pool(const DealBatch& batch, SeatMask side, std::span<std::int16_t> values)
      : batch_(batch), side_(side), values_(values), faulty_(values.size()) {}

  void run(int workers) {
    std::vector<std::thread> threads;
    for (int at = 1; at < workers; ++at) threads.emplace_back([this] { work(); });
    work();
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  static constexpr std::size_t kRun = 16;

  void work() {
    Solver solver;
    while (true) {
      const std::size_t first = next_.fetch_add(kRun);
      if (first >= values_.size()) return;
      for (std::size_t at = first; at < std::min(first + kRun, values_.size()); ++at)
        one(solver, at);
    }
  }

  void one(Solver& solver, std::size_t at) {
    try {
      Query query;
      query.max = side_;
      values_[at] =
          static_cast<std::int16_t>(solver.solve(Position(deal_at(batch_, at)), query).lower);
    } catch (const DealError& error) {
      const std::lock_guard lock(mutex_);
      if (at >= faulty_) return;
      faulty_ = at;
      std::vector<Fault> faults = error.faults();
      faults.front().text = "deal " + std::to_string(at) + ": " + faults.front().text;
      error_ = std::make_exception_ptr(DealError(std::move(faults)));
    }
  }

  const DealBatch& batch_;
  SeatMask side_;
  std::span<std::int16_t> values_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::size_t faulty_;
  std::exception_ptr error_;
};

}  // namespace

void solve_batch(const DealBatch& batch, SeatMask side, int workers,
                 std::span<std::int16_t> values) {
  const std::size_t deals = values.size();
  if (batch.players < 1 || batch.players > kMaxSeats || batch.trumps.size() != deals ||
      batch.leaders.size() != deals ||
      batch.hands.size() != deals * static_cast<std::size_t>(batch.players)) {
    throw std::invalid_argument("hands, trumps, leaders and values must be of equally many deals");
  }
  for (const std::uint64_t bits : batch.hands) {
    for (const int index : CardSet(bits)) {
      if (!is_card(index))
        throw std::invalid_argument("a hand has bit " + std::to_string(index) +
                                    ", which is no card");
    }
  }
  for (const std::int8_t trump : batch.trumps) {
    if (trump < kNoTrump || trump >= kLanes)
      throw std::invalid_argument("a trump is neither a suit (0-3) nor -1");
  }
  if (workers <= 0) workers = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  workers =
      static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(workers), deals / 16 + 1));
  Pool(batch, side, values).run(workers);
}

}  // namespace kibitz
