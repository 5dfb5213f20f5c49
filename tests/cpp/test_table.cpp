#include "check.hpp"
#include "table.hpp"

namespace {

using Table = kibitz::Table<2, int>;

kibitz::Key<2> key(std::uint64_t n) {
  return {n * n, n};
}

}  // namespace

TEST("what was stored is found, and nothing else") {
  Table table;
  table.begin(1 << 20);
  table.store(key(1), 10, 1);
  table.store(key(2), 20, 1);
  table.store(key(1), 11, 1);
  int value = 0;
  CHECK(table.probe(key(1), value) && value == 11);
  CHECK(table.probe(key(2), value) && value == 20);
  CHECK(!table.probe(key(3), value));
  CHECK(table.entries() == 2);
}

TEST("a new question knows nothing of the one before") {
  Table table;
  int value = 0;
  for (int round = 0; round < 70'000; ++round) {  // more than there are generations
    table.begin(1 << 20);
    CHECK(!table.probe(key(7), value));
    table.store(key(7), round, 1);
    CHECK(table.probe(key(7), value) && value == round);
  }
}

TEST("a table grows without losing an entry that has room") {
  Table table;
  table.begin(64 << 20);
  for (std::uint64_t n = 0; n < 10'000; ++n) table.store(key(n), static_cast<int>(n), 1);
  int kept = 0;
  for (std::uint64_t n = 0; n < 10'000; ++n) {
    int value = 0;
    if (!table.probe(key(n), value)) continue;
    CHECK(value == static_cast<int>(n));
    kept += 1;
  }
  CHECK(kept > 9'000);
}

TEST("a table keeps to its memory") {
  Table table;
  constexpr std::uint64_t kMemory = 1 << 16;
  table.begin(kMemory);
  for (std::uint64_t n = 0; n < 100'000; ++n)
    table.store(key(n), 0, static_cast<std::uint8_t>(n % 32));
  CHECK(table.bytes() <= kMemory);
}
