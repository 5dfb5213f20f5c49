// What the caller's thread does while a batch runs, for Cython: a Python object that looks at
// signals and stop tokens and hears of progress.
#pragma once

#include <cstddef>
#include <memory>

#include "kibitz/batch.hpp"

// `look(self, done)` is called now and then with the items finished; true stops the batch.
inline void watch(kibitz::BatchOptions& options, bool (*look)(void*, std::size_t), void* self) {
  auto stop = std::make_shared<bool>(false);
  options.progress = [look, self, stop](std::size_t done) {
    if (look(self, done)) *stop = true;
  };
  options.limits.poll = [stop] { return *stop; };
}
