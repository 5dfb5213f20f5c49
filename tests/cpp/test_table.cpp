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

TEST("a warm table keeps and forgets the same entries as a cold one") {
  Table warm;
  for (std::uint64_t round = 0; round < 3; ++round) {  // earlier questions, of other sizes
    warm.begin(4 << 20);
    for (std::uint64_t n = 0; n < 20'000 * (3 - round); ++n) warm.store(key(n * 3), -1, 9);
  }
  Table cold;
  for (Table* table : {&warm, &cold}) {
    table->begin(1 << 16);
    for (std::uint64_t n = 0; n < 5'000; ++n) {
      table->store(key(n), static_cast<int>(n), static_cast<std::uint8_t>(n % 24));
    }
  }
  int kept = 0;
  for (std::uint64_t n = 0; n < 60'000; ++n) {
    int of_warm = 0;
    int of_cold = 0;
    const bool held = warm.probe(key(n), of_warm);
    CHECK(held == cold.probe(key(n), of_cold));
    CHECK(!held || (of_warm == of_cold && of_warm == static_cast<int>(n)));
    kept += held ? 1 : 0;
  }
  CHECK(kept > 500 && kept < 5'000);
  CHECK(warm.entries() == cold.entries());
}

TEST("growth into memory that an earlier question used brings none of its entries back") {
  Table table;
  table.begin(8 << 20);
  for (std::uint64_t n = 0; n < 50'000; ++n) table.store(key(n), 1, 1);
  table.begin(8 << 20);
  for (std::uint64_t n = 100'000; n < 150'000; ++n) table.store(key(n), 2, 1);
  int value = 0;
  for (std::uint64_t n = 0; n < 50'000; ++n) CHECK(!table.probe(key(n), value));
}

TEST("a full bucket gives up the entry with the fewest cards left") {
  Table table;
  table.begin(0);  // never grows: 64 buckets of four
  for (std::uint64_t n = 0; n < 64; ++n) table.store(key(n), 7, 30);
  int deep = 0;
  int value = 0;
  for (std::uint64_t n = 0; n < 64; ++n) deep += table.probe(key(n), value) ? 1 : 0;
  for (std::uint64_t n = 1'000; n < 100'000; ++n) table.store(key(n), 1, 2);
  int still = 0;
  for (std::uint64_t n = 0; n < 64; ++n) still += table.probe(key(n), value) && value == 7 ? 1 : 0;
  CHECK(deep > 50);
  CHECK(still >= deep - 4);  // only where five such fell into one bucket
}
