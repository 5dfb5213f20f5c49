// Entries by shape: the shape is looked up by hash, and its entries stand in one run of memory, to
// be tried one after the other.
//
// Like Table, it starts small for every question and grows with the work up to a limit of memory,
// and a warm one behaves as a cold one. When the limit is reached it forgets everything and begins
// anew.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "table.hpp"

namespace kibitz {

[[nodiscard]] inline std::size_t shape_hash(std::uint64_t shape) {
  shape *= 0xD6E8FEB86659FD93ull;
  shape ^= shape >> 32;
  shape *= 0x9E3779B97F4A7C15ull;
  return shape >> 20;
}
template <std::size_t Words>
[[nodiscard]] std::size_t shape_hash(const std::array<std::uint64_t, Words>& shape) {
  return hash_of<static_cast<int>(Words)>(shape);
}

// `Entry` has a field `low` of 64 bits, in which runs that are free are linked.
template <class Shape, class Entry>
class Runs {
 public:
  // Forgets all entries; `memory` in bytes bounds the table from now on.
  void begin(std::uint64_t memory) {
    most_slots_ = std::max(kFirstSlots, std::bit_floor(memory / 4 / sizeof(Slot)));
    most_entries_ = std::clamp<std::size_t>(memory / 4 * 3 / sizeof(Entry), kFirstEntries, kNone);
    forget();
  }

  // The entries of a shape, until the next is added.
  [[nodiscard]] std::span<Entry> find(const Shape& shape) {
    const Slot& slot = place(shape);
    if (slot.generation != generation_) return {};
    return {entries_.data() + slot.first, slot.size};
  }

  void add(const Shape& shape, const Entry& entry) {
    Slot* slot = make(shape);
    if (slot->size == slot->capacity() && !widen(*slot)) {
      forget();
      slot = make(shape);
    }
    entries_[slot->first + slot->size++] = entry;
  }

  [[nodiscard]] std::uint64_t bytes() const {
    return entries_.capacity() * sizeof(Entry) + slots_.capacity() * sizeof(Slot);
  }

 private:
  struct Slot {
    Shape shape;
    std::uint32_t generation;
    std::uint32_t first;  // of its entries
    std::uint32_t size;
    std::uint32_t rank;  // room for 2^rank entries
    [[nodiscard]] std::uint32_t capacity() const { return 1u << rank; }
  };
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr std::size_t kFirstSlots = 256;
  static constexpr std::size_t kFirstEntries = 1024;

  void forget() {
    if (++generation_ == 0) {
      slots_.clear();
      generation_ = 1;
    }
    live_slots_ = 0;
    live_entries_ = 0;
    slot_count_ = kFirstSlots;
    if (slots_.size() < slot_count_) slots_.resize(slot_count_);
    if (entries_.size() < kFirstEntries) entries_.resize(kFirstEntries);
    free_.fill(kNone);
  }

  [[nodiscard]] Slot& place(const Shape& shape) {
    std::size_t at = shape_hash(shape) & (slot_count_ - 1);
    while (slots_[at].generation == generation_ && slots_[at].shape != shape)
      at = (at + 1) & (slot_count_ - 1);
    return slots_[at];
  }

  [[nodiscard]] Slot* make(const Shape& shape) {
    if (Slot& slot = place(shape); slot.generation == generation_) return &slot;
    if (live_slots_ >= slot_count_ / 2 && slot_count_ < most_slots_) grow();
    std::uint32_t first = take(0);
    if (first == kNone || live_slots_ >= slot_count_ / 2) {
      forget();
      first = take(0);
    }
    ++live_slots_;
    Slot& slot = place(shape);
    slot = {shape, generation_, first, 0, 0};
    return &slot;
  }

  void grow() {
    std::vector<Slot> old;
    old.reserve(live_slots_);
    for (std::size_t at = 0; at < slot_count_; ++at) {
      if (slots_[at].generation == generation_) old.push_back(slots_[at]);
      slots_[at].generation = 0;
    }
    slot_count_ *= 2;
    if (slots_.size() < slot_count_) {
      slots_.reserve(slot_count_);
      slots_.resize(slot_count_);
    }
    for (const Slot& slot : old) place(slot.shape) = slot;
  }

  // Room for 2^rank entries, or kNone if that is more than the limit.
  [[nodiscard]] std::uint32_t take(std::uint32_t rank) {
    if (const std::uint32_t first = free_[rank]; first != kNone) {
      free_[rank] = static_cast<std::uint32_t>(entries_[first].low);
      return first;
    }
    const std::size_t wanted = live_entries_ + (std::size_t{1} << rank);
    if (wanted > most_entries_) return kNone;
    if (wanted > entries_.size()) {
      const std::size_t size = std::min(most_entries_, std::max(wanted, 2 * entries_.size()));
      entries_.reserve(size);  // and not what resize thinks best
      entries_.resize(size);
    }
    const auto first = static_cast<std::uint32_t>(live_entries_);
    live_entries_ = wanted;
    return first;
  }

  // Gives a run twice the room; false if there is none.
  [[nodiscard]] bool widen(Slot& slot) {
    const std::uint32_t first = take(slot.rank + 1);
    if (first == kNone) return false;
    std::copy_n(entries_.begin() + slot.first, slot.size, entries_.begin() + first);
    entries_[slot.first].low = free_[slot.rank];
    free_[slot.rank] = slot.first;
    slot.first = first;
    ++slot.rank;
    return true;
  }

  std::vector<Slot> slots_;
  std::vector<Entry> entries_;
  std::array<std::uint32_t, 32> free_{};
  std::size_t slot_count_ = 0;
  std::size_t live_slots_ = 0;
  std::size_t live_entries_ = 0;
  std::size_t most_slots_ = 0;
  std::size_t most_entries_ = 0;
  std::uint32_t generation_ = 0;
};

}  // namespace kibitz
