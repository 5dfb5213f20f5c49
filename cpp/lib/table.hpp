// Transposition table: lossless keys, buckets of four. It starts small for every question and grows
// with the work, up to a limit of memory, so that small deals never pay for clearing a large table;
// entries of earlier questions are told apart by a generation and overwritten. Growth and
// replacement depend on the question alone, never on what was asked before: a warm table searches
// the same nodes as a cold one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace kibitz {

template <int Words>
using Key = std::array<std::uint64_t, Words>;

// Writes a key, value after value; the rest of it is nought.
template <int Words>
class Writer {
 public:
  void put(std::uint64_t value, int bits) {
    if (bits == 0) return;
    words_[at_] |= value << used_;
    used_ += bits;
    if (used_ < 64) return;
    used_ -= 64;
    ++at_;
    if (used_ > 0) words_[at_] = value >> (bits - used_);
  }
  [[nodiscard]] Key<Words> key() const {
    Key<Words> key;
    for (std::size_t word = 0; word < Words; ++word) key[word] = words_[word];
    return key;
  }

 private:
  std::array<std::uint64_t, Words + 2> words_{};
  std::size_t at_ = 0;
  int used_ = 0;
};

template <int Words>
[[nodiscard]] inline std::uint64_t hash_of(const Key<Words>& key) {
  std::uint64_t hash = 0x9E3779B97F4A7C15ull;
  for (const std::uint64_t word : key) {
    hash ^= word;
    hash *= 0xD6E8FEB86659FD93ull;
    hash ^= hash >> 32;
  }
  hash *= 0xD6E8FEB86659FD93ull;
  return hash ^ hash >> 29;
}

template <int Words, class Value>
class Table {
 public:
  // Forgets all entries; `memory` in bytes bounds the table from now on.
  void begin(std::uint64_t memory) {
    memory_ = memory;
    buckets_ = kFirstBuckets;
    live_ = 0;
    if (++generation_ == 0) {
      std::memset(static_cast<void*>(store_.get()), 0, allocated_ * sizeof(Bucket));
      generation_ = 1;
    }
    reserve(buckets_);
  }

  // A copy of what is known of `key`; false if nothing is.
  [[nodiscard]] bool probe(const Key<Words>& key, Value& out) const {
    for (const Entry& entry : bucket(key).entries) {
      if (entry.generation == generation_ && same(entry.key, key)) {
        out = entry.value;
        return true;
      }
    }
    return false;
  }

  // `depth`, the cards left, says which entry of a full bucket goes first: the one with the fewest.
  void store(const Key<Words>& key, const Value& value, std::uint8_t depth) {
    Entry* victim = nullptr;
    for (Entry& entry : bucket(key).entries) {
      if (entry.generation != generation_) {
        if (victim == nullptr || victim->generation == generation_) victim = &entry;
      } else if (same(entry.key, key)) {
        entry.value = value;
        return;
      } else if (victim == nullptr ||
                 (victim->generation == generation_ && entry.depth < victim->depth)) {
        victim = &entry;
      }
    }
    if (victim->generation != generation_) ++live_;
    *victim = Entry{key, value, generation_, depth};
    if (live_ > 2 * buckets_ && 2 * buckets_ * sizeof(Bucket) <= memory_) grow();
  }

  [[nodiscard]] std::uint64_t bytes() const { return allocated_ * sizeof(Bucket); }
  [[nodiscard]] std::uint64_t entries() const { return live_; }

 private:
  // Word by word: a call to compare memory costs more than the words.
  [[nodiscard]] static bool same(const Key<Words>& a, const Key<Words>& b) {
    std::uint64_t differ = 0;
    for (std::size_t word = 0; word < Words; ++word) differ |= a[word] ^ b[word];
    return differ == 0;
  }

  struct Entry {
    Key<Words> key;
    Value value;
    std::uint16_t generation;
    std::uint8_t depth;
  };
  struct Bucket {
    std::array<Entry, 4> entries;
  };
  static_assert(std::is_trivially_copyable_v<Bucket>);
  static constexpr std::size_t kFirstBuckets = 64;

  struct Free {
    void operator()(Bucket* buckets) const { std::free(static_cast<void*>(buckets)); }
  };

  [[nodiscard]] Bucket& bucket(const Key<Words>& key) const {
    return store_.get()[hash_of<Words>(key) & (buckets_ - 1)];
  }

  void reserve(std::size_t buckets) {
    if (buckets <= allocated_) return;
    void* grown = std::realloc(static_cast<void*>(store_.get()), buckets * sizeof(Bucket));
    if (grown == nullptr) throw std::bad_alloc();
    (void)store_.release();
    store_.reset(static_cast<Bucket*>(grown));
    std::memset(static_cast<void*>(store_.get() + allocated_), 0,
                (buckets - allocated_) * sizeof(Bucket));
    allocated_ = buckets;
  }

  // Twice the buckets: an entry stays in its bucket or moves to that bucket's new twin, which
  // receives from no other.
  void grow() {
    reserve(2 * buckets_);
    for (std::size_t at = 0; at < buckets_; ++at) {
      Bucket& low = store_.get()[at];
      Bucket& high = store_.get()[at + buckets_];
      std::size_t moved = 0;
      for (Entry& entry : low.entries) {
        if (entry.generation != generation_ || (hash_of<Words>(entry.key) & buckets_) == 0)
          continue;
        high.entries[moved++] = entry;
        entry.generation = 0;
      }
      for (; moved < high.entries.size(); ++moved) high.entries[moved].generation = 0;
    }
    buckets_ *= 2;
  }

  std::unique_ptr<Bucket, Free> store_;
  std::size_t allocated_ = 0;
  std::size_t buckets_ = 0;
  std::uint64_t live_ = 0;
  std::uint64_t memory_ = 0;
  std::uint16_t generation_ = 0;
};

}  // namespace kibitz
