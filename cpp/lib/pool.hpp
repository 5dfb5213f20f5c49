// Many pieces of work for a few threads. Each worker has what it works with (a solver, say) and
// takes runs of neighbouring items, so that what it keeps from one item to the next depends on the
// run alone and never on how many workers there are. The caller's thread waits, and asks now and
// then whether to stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "kibitz/limits.hpp"

namespace kibitz {

// `limits.seconds`, `stop` and `poll` are of the whole work; `nodes`, `memory` and `item_seconds`
// of one item.
class Pool {
 public:
  Pool(std::size_t items, std::size_t run, const Limits& limits,
       double item_seconds = std::numeric_limits<double>::infinity())
      : items_(items),
        run_(std::max<std::size_t>(run, 1)),
        limits_(limits),
        item_seconds_(item_seconds),
        stop_(limits.stop != nullptr && limits.stop->load()),
        failed_(items) {}

  // `make()` gives a worker; `worker.begin()` opens a run and `worker(item, limits)` does an item,
  // with limits that tell it what time is left and when to stop. Throws what the first failing item
  // threw. `done` hears from the caller's thread how many items are finished.
  template <class Make, class Done>
  void run(int workers, Make&& make, Done&& done) {
    if (workers <= 0) workers = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const std::size_t runs = (items_ + run_ - 1) / run_;
    workers = static_cast<int>(std::min(static_cast<std::size_t>(workers), runs));
    std::vector<std::thread> threads;
    for (int at = 0; at < workers; ++at) {
      try {
        threads.emplace_back([&] { work(make); });
        ++working_;
      } catch (const std::system_error&) {
        if (threads.empty()) throw;
        break;
      }
    }
    std::exception_ptr thrown;
    try {
      wait(done);
    } catch (...) {
      thrown = std::current_exception();
      stop_ = true;
    }
    for (std::thread& thread : threads) thread.join();
    if (thrown) std::rethrow_exception(thrown);
    if (error_) std::rethrow_exception(error_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kLook{20};

  template <class Done>
  void wait(Done&& done) {
    std::unique_lock lock(mutex_);
    while (!finished_.wait_for(lock, kLook, [&] { return left_ == working_; })) {
      lock.unlock();
      done(finished_items_.load(std::memory_order_relaxed));
      const bool asked =
          (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) ||
          (limits_.poll && limits_.poll());
      if (asked) stop_ = true;
      lock.lock();
    }
    lock.unlock();
    done(finished_items_.load(std::memory_order_relaxed));
  }

  template <class Make>
  void work(Make& make) {
    std::size_t at = 0;
    try {
      auto worker = make();
      while (!over()) {
        at = next_.fetch_add(run_);
        if (at >= std::min(items_, failed_.load())) break;
        worker.begin();
        for (const std::size_t end = std::min(at + run_, items_); at < end && !over(); ++at) {
          Limits inner;
          inner.seconds = std::min(limits_.seconds - seconds(), item_seconds_);
          inner.nodes = limits_.nodes;
          inner.memory = limits_.memory;
          inner.stop = &stop_;
          worker(at, static_cast<const Limits&>(inner));
          if (!over()) finished_items_.fetch_add(1, std::memory_order_relaxed);
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (at < failed_ || !error_) {
        failed_ = at;
        error_ = std::current_exception();
      }
    }
    const std::lock_guard lock(mutex_);
    ++left_;
    finished_.notify_one();
  }

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  [[nodiscard]] bool over() const {
    return stop_.load(std::memory_order_relaxed) || seconds() > limits_.seconds;
  }

  std::size_t items_;
  std::size_t run_;
  const Limits& limits_;
  double item_seconds_;
  Clock::time_point start_ = Clock::now();
  std::atomic<bool> stop_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> finished_items_{0};
  std::atomic<std::size_t> failed_;  // the first item that failed
  std::exception_ptr error_;
  std::mutex mutex_;
  std::condition_variable finished_;
  int working_ = 0;
  int left_ = 0;
};

}  // namespace kibitz
