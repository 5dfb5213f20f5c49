// A table of whole sets of positions. An entry is proven for every position of one shape (how many
// cards of each lane each seat holds, and who leads) in which certain top cards of each lane lie
// with the same seats; where the lower ones lie is left open. The shape is looked up by hash; its
// entries stand in one run of memory and are tried one after the other.
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
#include <vector>

namespace kibitz {

// A position as the table sees it: cards left, packed from the lowest of the lowest lane up, and
// the two bits of each card's owner.
struct Owners {
  std::uint64_t low;
  std::uint64_t high;
};

struct TrickBounds {
  int lower;
  int upper;
  std::uint64_t known;  // which of the packed cards the proof looked at
  bool seen = false;    // entries that hold for the position were found, but none that decides
};

class PartitionTable {
 public:
  static constexpr int kMostCards = 52;
  static constexpr int kMostTricks = 15;

  // Forgets all entries; `memory` in bytes bounds the table from now on.
  void begin(std::uint64_t memory) {
    most_slots_ = std::max(kFirstSlots, std::bit_floor(memory / 4 / sizeof(Slot)));
    most_entries_ = std::clamp<std::size_t>(memory / 4 * 3 / sizeof(Entry), kFirstEntries, kNone);
    forget();
  }

  // Is it proven that `k` tricks can be won, or that they cannot?
  [[nodiscard]] bool probe(std::uint64_t shape, const Owners& owners, int k, TrickBounds& out) {
    out.seen = false;
    const Slot* slot = find(shape);
    if (slot == nullptr) return false;
    Entry* const first = entries_.data() + slot->first;
    for (std::uint32_t at = 0; at < slot->size; ++at) {
      Entry& entry = first[at];
      if ((((entry.low ^ owners.low) | (entry.high ^ owners.high)) & entry.known) != 0) continue;
      const int lower = entry.lower();
      const int upper = entry.upper();
      if (lower < k && upper >= k) {
        out.seen = true;
        continue;
      }
      out = {lower, upper, entry.known & kCards};
      // What was of use stands further in front the next time.
      if (at > 0) std::swap(entry, first[at / 2]);
      return true;
    }
    return false;
  }

  void store(std::uint64_t shape, const Owners& owners, const TrickBounds& bounds) {
    Slot* slot = make(shape);
    const std::uint64_t low = owners.low & bounds.known;
    const std::uint64_t high = owners.high & bounds.known;
    Entry* const first = entries_.data() + slot->first;
    // An entry of the same set is one that was seen.
    for (std::uint32_t at = 0; bounds.seen && at < slot->size; ++at) {
      Entry& entry = first[at];
      if (entry.low != low || entry.high != high || (entry.known & kCards) != bounds.known)
        continue;
      entry = Entry::of(low, high, bounds.known, std::max(bounds.lower, entry.lower()),
                        std::min(bounds.upper, entry.upper()));
      return;
    }
    if (slot->size == slot->capacity() && !widen(*slot)) {
      forget();
      slot = make(shape);
    }
    entries_[slot->first + slot->size++] =
        Entry::of(low, high, bounds.known, bounds.lower, bounds.upper);
  }

  [[nodiscard]] std::uint64_t bytes() const {
    return entries_.capacity() * sizeof(Entry) + slots_.capacity() * sizeof(Slot);
  }

 private:
  struct Entry {
    std::uint64_t low;
    std::uint64_t high;
    std::uint64_t known;  // and above the cards: the bounds

    static Entry of(std::uint64_t low, std::uint64_t high, std::uint64_t known, int lower,
                    int upper) {
      return {low, high,
              known | static_cast<std::uint64_t>(lower) << kMostCards |
                  static_cast<std::uint64_t>(upper) << (kMostCards + 4)};
    }
    [[nodiscard]] int lower() const { return static_cast<int>(known >> kMostCards & 15); }
    [[nodiscard]] int upper() const { return static_cast<int>(known >> (kMostCards + 4) & 15); }
  };
  struct Slot {
    std::uint64_t shape;
    std::uint32_t generation;
    std::uint32_t first;  // of its entries
    std::uint32_t size;
    std::uint32_t rank;  // room for 2^rank entries
    [[nodiscard]] std::uint32_t capacity() const { return 1u << rank; }
  };
  static constexpr std::uint64_t kCards = (std::uint64_t{1} << kMostCards) - 1;
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

  [[nodiscard]] static std::size_t hash(std::uint64_t shape) {
    shape *= 0xD6E8FEB86659FD93ull;
    shape ^= shape >> 32;
    shape *= 0x9E3779B97F4A7C15ull;
    return shape >> 20;
  }

  [[nodiscard]] Slot& place(std::uint64_t shape) {
    std::size_t at = hash(shape) & (slot_count_ - 1);
    while (slots_[at].generation == generation_ && slots_[at].shape != shape)
      at = (at + 1) & (slot_count_ - 1);
    return slots_[at];
  }

  [[nodiscard]] const Slot* find(std::uint64_t shape) {
    const Slot& slot = place(shape);
    return slot.generation == generation_ ? &slot : nullptr;
  }

  [[nodiscard]] Slot* make(std::uint64_t shape) {
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
