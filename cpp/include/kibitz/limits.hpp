// Limits of a search, and the clock that polls them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

namespace kibitz {

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t memory = std::uint64_t{256} << 20;  // bytes of table
  const std::atomic<bool>* stop = nullptr;          // set from any thread to stop
  std::function<bool()> poll;                       // asked every 1,024 nodes; true stops
};

// Thrown inside a search to unwind it; the solver turns it into bounds.
struct Stopped {};

// Counts nodes, and throws Stopped when a limit is reached. A node limit stops at the same node
// every time.
class Meter {
 public:
  explicit Meter(const Limits& limits) : limits_(limits), start_(Clock::now()) {}

  void count() {
    if (nodes_ >= limits_.nodes) throw Stopped{};
    if ((++nodes_ & 1023u) == 0) check();
  }
  void check() const {
    if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) throw Stopped{};
    if (limits_.poll && limits_.poll()) throw Stopped{};
    if (seconds() > limits_.seconds) throw Stopped{};
  }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  const Limits& limits_;
  Clock::time_point start_;
  std::uint64_t nodes_ = 0;
};

}  // namespace kibitz
