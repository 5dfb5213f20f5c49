#include "check.hpp"
#include "partition.hpp"

using kibitz::Owners;
using kibitz::PartitionTable;
using kibitz::TrickBounds;

namespace {

constexpr std::uint64_t kMemory = 16 << 20;

}  // namespace

TEST("an entry holds for all positions that agree on the cards it knows, and for no other") {
  PartitionTable table;
  table.begin(kMemory);
  const Owners owners{0b1010, 0b0110};
  table.store(7, owners, {2, 5, 0b1100});
  TrickBounds found{};
  for (std::uint64_t low = 0; low < 16; ++low) {
    for (std::uint64_t high = 0; high < 16; ++high) {
      const bool agrees =
          ((low ^ owners.low) & 0b1100) == 0 && ((high ^ owners.high) & 0b1100) == 0;
      CHECK(table.probe(7, {low, high}, 2, found) == agrees);
    }
  }
  CHECK(table.probe(7, owners, 2, found));
  CHECK(found.lower == 2 && found.upper == 5 && found.known == 0b1100);
  CHECK(!table.probe(8, owners, 2, found));
}

TEST("bounds of the same set are brought together, and answer what they decide") {
  PartitionTable table;
  table.begin(kMemory);
  TrickBounds found{};
  table.store(1, {0, 0}, {2, 9, 1});
  CHECK(!table.probe(1, {0, 0}, 3, found));
  CHECK(found.seen);
  table.store(1, {0, 0}, {0, 2, 1, found.seen});
  CHECK(table.probe(1, {0, 0}, 3, found) && found.lower == 2 && found.upper == 2);
}

TEST("entries and shapes beyond any first size are kept") {
  PartitionTable table;
  table.begin(kMemory);
  TrickBounds found{};
  for (std::uint64_t shape = 0; shape < 1000; ++shape) {
    for (std::uint64_t n = 0; n < 20; ++n) table.store(shape, {n, shape}, {1, 1, 0xFFFFFFFF});
  }
  for (std::uint64_t shape = 0; shape < 1000; ++shape) {
    for (std::uint64_t n = 0; n < 20; ++n) CHECK(table.probe(shape, {n, shape}, 1, found));
    CHECK(!table.probe(shape, {20, shape}, 1, found));
  }
}

TEST("a new question knows nothing of the one before") {
  PartitionTable table;
  TrickBounds found{};
  for (std::uint64_t round = 0; round < 1000; ++round) {
    table.begin(kMemory);
    CHECK(!table.probe(round % 3, {1, 1}, 1, found));
    table.store(round % 3, {1, 1}, {1, 1, 1});
    CHECK(table.probe(round % 3, {1, 1}, 1, found));
  }
}

TEST("a table keeps to its memory, and goes on") {
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{1} << 18}) {
    PartitionTable table;
    table.begin(memory);
    TrickBounds found{};
    for (std::uint64_t n = 0; n < 100'000; ++n) {
      table.store(n % 5000, {n, 0}, {1, 1, 0xFFFFFFFF});
      CHECK(table.probe(n % 5000, {n, 0}, 1, found));
    }
    CHECK(table.bytes() <= std::max(memory, std::uint64_t{1} << 15));
  }
}
