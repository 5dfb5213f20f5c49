// Long work in the core: the GIL is released, and Ctrl-C is looked for now and then on the main
// thread.
#pragma once

#include "bind.hpp"

#include <atomic>
#include <chrono>
#include <optional>

#include "kibitz/limits.hpp"

// Set from any thread to stop the work that was given it.
struct StopToken {
  std::atomic<bool> flag{false};
};

inline kibitz::Limits limits_of(std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                                std::optional<std::uint64_t> memory, const StopToken* stop) {
  kibitz::Limits limits;
  if (seconds) limits.seconds = *seconds;
  if (nodes) limits.nodes = *nodes;
  if (memory) limits.memory = *memory;
  if (stop != nullptr) limits.stop = &stop->flag;
  return limits;
}

// Runs `work(limits)` without the GIL. A signal handler that raises stops the work, and its
// exception goes on.
template <class Work>
void run_interruptible(kibitz::Limits limits, Work&& work) {
  using Clock = std::chrono::steady_clock;
  bool raised = false;
  auto last = Clock::now();
  limits.poll = [&raised, &last] {
    const auto now = Clock::now();
    if (now - last < std::chrono::milliseconds(20)) return false;
    last = now;
    const py::gil_scoped_acquire gil;
    raised = PyErr_CheckSignals() != 0;
    return raised;
  };
  {
    const py::gil_scoped_release no_gil;
    try {
      work(static_cast<const kibitz::Limits&>(limits));
    } catch (const kibitz::Stopped&) {
    }
  }
  if (raised) throw py::error_already_set();
}
