// Where the sums of a dynamic programme over rooms lie in memory. A stage is a number of cards
// left; a state of it is the room that each pool has left, which adds up to those cards.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kibitz {

inline constexpr int kMaxPools = 17;  // sixteen holders, one of them in two parts

using Rooms = std::array<std::uint8_t, kMaxPools>;

// A byte a pool; all are below 128, so that a whole word is compared at once.
struct Packed {
  std::array<std::uint64_t, 3> words{};

  void add(int pool, int count) {
    words[static_cast<std::size_t>(pool) / 8] += static_cast<std::uint64_t>(count)
                                                 << (pool % 8 * 8);
  }
  [[nodiscard]] bool covers(const Packed& take) const {
    constexpr std::uint64_t kGuard = 0x8080808080808080;
    std::uint64_t held = kGuard;
    for (std::size_t at = 0; at < words.size(); ++at) held &= (words[at] | kGuard) - take.words[at];
    return held == kGuard;
  }
};

[[nodiscard]] inline Packed pack(const Rooms& rooms) {
  Packed packed;
  for (int pool = 0; pool < kMaxPools; ++pool)
    packed.add(pool, rooms[static_cast<std::size_t>(pool)]);
  return packed;
}

// States of a stage that differ in two pools only: the inner one has `low` to `high`, the implied
// one what is left of `rest`.
struct Row {
  Packed outer;
  int low = 0;
  int high = 0;
  int rest = 0;
  std::size_t index = 0;  // of the state with `low`
};

// What one step takes from the pools: one card, or a group of cards at once.
struct Move {
  Rooms take{};
  Packed outer;
  int inner = 0;
  int implied = 0;
  int pool = 0;               // of a single card
  std::ptrdiff_t offset = 0;  // from the index of a state to that of what is left
};

struct Stage {
  int left = 0;
  std::size_t offset = 0;
  Rooms low{};  // states below or above cannot be reached, or cannot be finished
  Rooms high{};
};

class Shape {
 public:
  // `may[s][p]`: cards that step s can give to pool p; `cards[s]`: all its cards. When the rooms
  // add up to the cards there is one first state, otherwise every state of the first stage is one.
  Shape(const std::vector<int>& room, const std::vector<int>& cards,
        const std::vector<Rooms>& may) {
    pools_ = static_cast<int>(room.size());
    for (std::size_t pool = 0; pool < room.size(); ++pool)
      room_[pool] = static_cast<std::uint8_t>(room[pool]);
    find_stages(cards, may);
    find_strides();
  }

  [[nodiscard]] int pools() const { return pools_; }
  [[nodiscard]] bool one_start() const { return one_start_; }  // with all rooms
  [[nodiscard]] double size() const { return size_; }  // a double: it may be beyond all bounds
  [[nodiscard]] const std::vector<Stage>& stages() const { return stages_; }
  [[nodiscard]] const Rooms& room() const { return room_; }
  [[nodiscard]] std::ptrdiff_t step() const { return stride_of(inner_) - stride_of(implied_); }

  [[nodiscard]] std::size_t index(std::size_t stage, const Rooms& rooms) const {
    std::size_t at = stages_[stage].offset;
    for (std::size_t pool = 0; pool < static_cast<std::size_t>(pools_); ++pool)
      at += rooms[pool] * stride_[pool];
    return at;
  }

  [[nodiscard]] Move move(std::size_t stage, const Rooms& take) const {
    Move move;
    move.take = take;
    move.offset = static_cast<std::ptrdiff_t>(stages_[stage + 1].offset) -
                  static_cast<std::ptrdiff_t>(stages_[stage].offset);
    for (int pool = 0; pool < pools_; ++pool) {
      const int count = take[static_cast<std::size_t>(pool)];
      move.offset -= count * stride_of(pool);
      if (count > 0) move.pool = pool;
      if (pool == inner_) {
        move.inner = count;
      } else if (pool == implied_) {
        move.implied = count;
      } else {
        move.outer.add(pool, count);
      }
    }
    return move;
  }

  // An upper bound of the states of a stage.
  [[nodiscard]] double states(std::size_t stage) const;

  // Calls visit(row) for every row of a stage.
  template <class Visit>
  void rows(std::size_t number, Visit&& visit) const {
    const Stage& stage = stages_[number];
    std::array<int, kMaxPools> digit{};
    Row row;
    int sum = 0;
    std::size_t base = stage.offset;
    for (const int pool : outer_) {
      const int low = stage.low[static_cast<std::size_t>(pool)];
      digit[static_cast<std::size_t>(pool)] = low;
      sum += low;
      base += static_cast<std::size_t>(low) * stride_[static_cast<std::size_t>(pool)];
      row.outer.add(pool, low);
    }
    while (true) {
      row.rest = stage.left - sum;
      row.low = std::max(low_of(stage, inner_), row.rest - high_of(stage, implied_));
      row.high = std::min(high_of(stage, inner_), row.rest - low_of(stage, implied_));
      if (row.low <= row.high) {
        row.index = base + static_cast<std::size_t>(row.low * stride_of(inner_)) +
                    static_cast<std::size_t>((row.rest - row.low) * stride_of(implied_));
        visit(static_cast<const Row&>(row));
      }
      // The next outer rooms, as an odometer counts; too large a sum turns the wheel over.
      bool more = false;
      for (const int pool : outer_) {
        const auto at = static_cast<std::size_t>(pool);
        if (digit[at] < stage.high[at] && sum < stage.left) {
          digit[at] += 1;
          sum += 1;
          base += stride_[at];
          row.outer.add(pool, 1);
          more = true;
          break;
        }
        const int turned = digit[at] - stage.low[at];
        digit[at] -= turned;
        sum -= turned;
        base -= static_cast<std::size_t>(turned) * stride_[at];
        row.outer.add(pool, -turned);
      }
      if (!more) return;
    }
  }

 private:
  [[nodiscard]] std::ptrdiff_t stride_of(int pool) const {
    return pool < 0 ? 0 : static_cast<std::ptrdiff_t>(stride_[static_cast<std::size_t>(pool)]);
  }
  [[nodiscard]] static int low_of(const Stage& stage, int pool) {
    return pool < 0 ? 0 : stage.low[static_cast<std::size_t>(pool)];
  }
  [[nodiscard]] static int high_of(const Stage& stage, int pool) {
    return pool < 0 ? 0 : stage.high[static_cast<std::size_t>(pool)];
  }
  void find_stages(const std::vector<int>& cards, const std::vector<Rooms>& may);
  void find_strides();

  int pools_ = 0;
  bool one_start_ = false;
  int inner_ = -1;
  int implied_ = -1;
  Rooms room_{};
  std::vector<int> outer_;
  std::array<std::size_t, kMaxPools> stride_{};
  std::vector<Stage> stages_;
  double size_ = 0;
};

inline void Shape::find_stages(const std::vector<int>& cards, const std::vector<Rooms>& may) {
  int total = 0;
  for (const int count : cards) total += count;
  int rooms = 0;
  std::array<int, kMaxPools> later{};  // cards that steps to come can give
  for (std::size_t pool = 0; pool < static_cast<std::size_t>(pools_); ++pool) {
    rooms += room_[pool];
    for (const Rooms& step : may) later[pool] += step[pool];
  }
  one_start_ = rooms == total;
  std::array<int, kMaxPools> before{};
  for (std::size_t at = 0; at <= cards.size(); ++at) {
    Stage stage;
    stage.left = total;
    for (std::size_t pool = 0; pool < static_cast<std::size_t>(pools_); ++pool) {
      stage.high[pool] = static_cast<std::uint8_t>(std::min<int>(room_[pool], later[pool]));
      const int least = one_start_ ? room_[pool] - before[pool] : 0;
      stage.low[pool] = static_cast<std::uint8_t>(std::max(0, least));
    }
    stages_.push_back(stage);
    if (at == cards.size()) break;
    total -= cards[at];
    for (std::size_t pool = 0; pool < static_cast<std::size_t>(pools_); ++pool) {
      later[pool] -= may[at][pool];
      before[pool] += may[at][pool];
    }
  }
}

inline void Shape::find_strides() {
  // Either all stages share one box of all the rooms, in which a stage is a slice, or each has a
  // box of its own in which the widest pool is implied by the others: whichever is smaller.
  for (int pool = 0; pool < pools_; ++pool) {
    if (implied_ < 0 ||
        room_[static_cast<std::size_t>(pool)] > room_[static_cast<std::size_t>(implied_)])
      implied_ = pool;
  }
  for (int pool = 0; pool < pools_; ++pool) {
    if (pool == implied_) continue;
    if (inner_ < 0 ||
        room_[static_cast<std::size_t>(pool)] > room_[static_cast<std::size_t>(inner_)])
      inner_ = pool;
  }
  for (int pool = 0; pool < pools_; ++pool) {
    if (pool != implied_ && pool != inner_) outer_.push_back(pool);
  }
  std::vector<int> order = outer_;
  if (inner_ >= 0) order.insert(order.begin(), inner_);
  double box = 1;
  for (const int pool : order) box *= 1 + room_[static_cast<std::size_t>(pool)];
  const double wide = implied_ < 0 ? 1 : 1 + room_[static_cast<std::size_t>(implied_)];
  const bool shared = wide <= static_cast<double>(stages_.size());
  size_ = box * (shared ? wide : static_cast<double>(stages_.size()));
  if (size_ > 0x1p40) return;  // never laid out
  std::size_t stride = 1;
  for (const int pool : order) {
    stride_[static_cast<std::size_t>(pool)] = stride;
    stride *= 1 + room_[static_cast<std::size_t>(pool)];
  }
  if (shared) {
    if (implied_ >= 0) stride_[static_cast<std::size_t>(implied_)] = stride;
    return;
  }
  for (std::size_t at = 0; at < stages_.size(); ++at) stages_[at].offset = at * stride;
}

inline double Shape::states(std::size_t stage) const {
  const auto left = static_cast<std::size_t>(stages_[stage].left);
  std::vector<double> ways(left + 1);
  ways[0] = 1;
  for (std::size_t pool = 0; pool < static_cast<std::size_t>(pools_); ++pool) {
    std::vector<double> next(left + 1);
    for (std::size_t sum = 0; sum <= left; ++sum) {
      for (std::size_t r = stages_[stage].low[pool]; r <= stages_[stage].high[pool]; ++r) {
        if (sum + r <= left) next[sum + r] += ways[sum];
      }
    }
    ways = next;
  }
  return ways[left];
}

}  // namespace kibitz
