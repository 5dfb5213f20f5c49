// A relaxed game that bounds the real one, for games of trumps at will (All-Fours) in which only
// trumps score.
//
// To a lead of a plain suit any trump may be played, and a plain card by whoever holds one; which
// plain card it is matters only to who wins a trick without a trump, that is to who leads next. The
// relaxed game lets one side name that winner. All other choices are the same ones in both games: a
// seat may play a plain card exactly when it holds one, to a plain lead always and to a trump lead
// when it has no trump. So whatever a side can force in the real game it can force in the relaxed
// game where it names the winners, by naming the real one: with MAX naming, the value is an upper
// bound; with MIN naming, a lower bound. The relaxed state forgets suits and ranks of plain cards:
// trumps left, their owners, the leader and the number of tricks left, from which each seat's plain
// cards follow.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "keys.hpp"
#include "kibitz/limits.hpp"
#include "kibitz/position.hpp"
#include "moves.hpp"
#include "stakes.hpp"
#include "table.hpp"

namespace kibitz {

// Tables of the relaxed game: with MAX naming, and with MIN naming.
struct RelaxedTables {
  Table<2, Bounds> above;
  Table<2, Bounds> below;

  void begin(std::uint64_t memory) {
    above.begin(memory);
    below.begin(memory);
  }
  [[nodiscard]] std::uint64_t bytes() const { return above.bytes() + below.bytes(); }
};

class Relaxation {
 public:
  // May the relaxation be used in this layout at all?
  [[nodiscard]] static bool holds(const Lanes& lanes) {
    return lanes.ruff_at_will && lanes.trumps != 0 && (lanes.weighted & ~lanes.trumps) == 0 &&
           lanes.pipped == 0 && lanes.trick_points == 0 && lanes.stock.empty() && !lanes.widow &&
           !lanes.under_law() && lanes.moon == MoonRule::none;
  }
  // Only between tricks, and not before a first lead that must be a trump.
  [[nodiscard]] static bool holds_at(const Lanes& lanes, const State& state) {
    return !(lanes.first_lead_trump && state.tricks == 0) && state.count == 0 && !state.over;
  }

  Relaxation(const Lanes& lanes, const Worths& worths, const Stakes& stakes, SeatMask max,
             bool max_names, Table<2, Bounds>& table, Meter& meter, bool remembers)
      : seats_(lanes.seats),
        shift_(lanes.trump == kNoTrump ? 0 : lanes.trump * kLaneSize),
        stakes_(stakes),
        max_(max),
        max_names_(max_names),
        table_(table),
        meter_(meter),
        remembers_(remembers) {
    std::uint8_t kinds = 0;
    std::array<std::uint8_t, kLaneSize> seen{};
    for (std::size_t at = 0; at < kLaneSize; ++at) {
      const auto slot = static_cast<std::size_t>(shift_) + at;
      weight_[at] = lanes.weight[slot];
      kind_[at] = 0;
      while (kind_[at] < kinds && (worths.all_differ || seen[kind_[at]] != worths.id[slot]))
        ++kind_[at];
      if (kind_[at] == kinds) seen[kinds++] = worths.id[slot];
      for (std::size_t plane = 0; plane < kind_planes_.size(); ++plane) {
        if ((kind_[at] >> plane & 1) != 0) kind_planes_[plane] |= std::uint64_t{1} << at;
      }
    }
    planes_ = std::bit_width(static_cast<unsigned>(kinds - 1));
    owner_planes_ = std::bit_width(static_cast<unsigned>(seats_ - 1));
  }

  // Bounds the points to come for MAX in the relaxed game, as SidesSearch::test does in the real
  // one.
  int test(const State& state, int k) {
    Trumps trumps;
    trumps.leader = state.leader;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats_); ++seat) {
      trumps.hand[seat] = static_cast<std::uint16_t>(state.hand[seat] >> shift_);
    }
    return test_trick(trumps, std::popcount(state.hand[0]), k);
  }

 private:
  // The state between tricks: trumps held, as bits of the lane alone.
  struct Trumps {
    std::array<std::uint16_t, kMaxSeats> hand{};
    Seat leader = 0;
  };
  struct Trick {
    int played = 0;  // seats that have played
    bool trump_led = false;
    bool best_ours = false;  // the highest trump so far is MAX's
    unsigned table = 0;
    int gain = 0;   // worth of the table
    int best = -1;  // highest trump so far
    Seat best_seat = 0;
  };
  static constexpr int kPlain = -1;
  static constexpr std::size_t kMostMoves = kLaneSize + 1;

  [[nodiscard]] unsigned all(const Trumps& trumps) const {
    unsigned left = 0;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats_); ++seat)
      left |= trumps.hand[seat];
    return left;
  }

  [[nodiscard]] Key<2> key_of(const Trumps& trumps, unsigned left, int tricks) const {
    const int count = std::popcount(left);
    std::uint64_t owners = 0;
    for (int plane = owner_planes_ - 1; plane >= 0; --plane) {
      std::uint64_t owned = 0;
      for (int seat = 0; seat < seats_; ++seat) {
        if ((seat >> plane & 1) != 0) owned |= trumps.hand[static_cast<std::size_t>(seat)];
      }
      owners = owners << count | gather(owned, left);
    }
    std::uint64_t kinds = 0;
    if (planes_ > 3) {
      kinds = left;
    } else {
      for (int plane = planes_ - 1; plane >= 0; --plane) {
        kinds = kinds << count | gather(kind_planes_[static_cast<std::size_t>(plane)], left);
      }
    }
    const auto head = static_cast<std::uint64_t>(count | trumps.leader << 5 | tricks << 8);
    return {owners << 12 | head, kinds};
  }

  int test_trick(const Trumps& trumps, int tricks, int k) {
    const unsigned left = all(trumps);
    const Stakes::Range range = stakes_.of_trumps(trumps.hand, trumps.leader, left);
    if (range.least >= k || range.least == range.most) return range.least;
    if (range.most < k) return range.most;
    if (tricks == 1) return last_trick(trumps);
    const Key<2> key = key_of(trumps, left, tricks);
    Bounds known{static_cast<std::int16_t>(range.least), static_cast<std::int16_t>(range.most),
                 255};
    if (remembers_ && table_.probe(key, known)) {
      if (known.lower >= k) return known.lower;
      if (known.upper < k) return known.upper;
    }
    Trumps inner = trumps;
    Trick trick;
    pass(inner, trick);
    const int value = test_play(inner, tricks, trick, k, left, &known);
    if (value >= k) {
      known.lower = static_cast<std::int16_t>(value);
    } else {
      known.upper = static_cast<std::int16_t>(value);
    }
    if (remembers_) table_.store(key, known, static_cast<std::uint8_t>(tricks));
    return value;
  }

  // Each seat plays what it has left.
  [[nodiscard]] int last_trick(const Trumps& trumps) const {
    int gain = 0;
    unsigned best = 0;
    bool ours = false;
    for (int seat = 0; seat < seats_; ++seat) {
      const unsigned hand = trumps.hand[static_cast<std::size_t>(seat)];
      if (hand == 0) continue;
      gain += weight_[static_cast<std::size_t>(std::countr_zero(hand))];
      if (hand > best) {
        best = hand;
        ours = has(max_, seat);
      }
    }
    return ours ? gain : 0;
  }

  // `left`: trumps in hands. A move is a place in the lane, or kPlain.
  int test_play(Trumps& trumps, int tricks, const Trick& trick, int k, unsigned left,
                Bounds* known) {
    const auto seat = static_cast<Seat>(turn(trumps, trick));
    const bool maximise = has(max_, seat);
    const unsigned hand = trumps.hand[static_cast<std::size_t>(seat)];
    std::array<std::int8_t, kMostMoves> move;
    std::array<std::int32_t, kMostMoves> score;
    const std::size_t size = list(trumps, tricks, trick, seat, hand, left, move, score);
    if (known != nullptr && known->move < size) score[known->move] = 1 << 30;
    std::array<std::uint8_t, kMostMoves> order;
    for (std::size_t at = 0; at < size; ++at) order[at] = static_cast<std::uint8_t>(at);
    int best = maximise ? -(1 << 14) : 1 << 14;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = i + 1; j < size; ++j) {
        if (score[order[j]] > score[order[i]]) std::swap(order[i], order[j]);
      }
      const int value = after(trumps, tricks, trick, seat, move[order[i]], k, left);
      if (maximise ? value > best : value < best) {
        best = value;
        if (known != nullptr) known->move = order[i];
      }
      if (maximise ? best >= k : best < k) break;
    }
    return best;
  }

  // The moves of a seat, one a class of trumps that play alike, with a score for their order: the
  // points of the trick for or against the mover, by who holds the trump that can win it.
  std::size_t list(const Trumps& trumps, int tricks, const Trick& trick, Seat seat, unsigned hand,
                   unsigned left, std::array<std::int8_t, kMostMoves>& move,
                   std::array<std::int32_t, kMostMoves>& score) const {
    const bool maximise = has(max_, seat);
    unsigned ours_behind = 0;
    unsigned theirs_behind = 0;
    for (int step = 1; step < seats_ - trick.played; ++step) {
      const Seat other = seat + step >= seats_ ? seat + step - seats_ : seat + step;
      (has(max_, other) == maximise ? ours_behind : theirs_behind) |=
          trumps.hand[static_cast<std::size_t>(other)];
    }
    const auto rate = [&](int place) {
      const bool tops = place > trick.best;
      const int top = tops ? place : trick.best;
      const bool ours = tops || (trick.best >= 0 && trick.best_ours == maximise);
      const unsigned over = top < 0 ? ~0u : ~((2u << top) - 1);
      const unsigned mine = ours_behind & over;
      const unsigned other = theirs_behind & over;
      const bool wins = mine > other || (other == 0 && ours);
      const int points = trick.gain + (place >= 0 ? weight_[static_cast<std::size_t>(place)] : 0);
      // Points first when the trick is lost, the cheapest card that wins it otherwise; a plain lead
      // last. Weights by trial on random deals.
      if (place == kPlain && trick.played == 0) return wins ? -284 : -300;
      const int cost = place == kPlain ? 0 : (wins && trick.played > 0 ? 4 * place : place) + 32;
      return (wins ? points * 64 + 16 : -points * 256) - cost;
    };
    std::size_t size = 0;
    if (tricks > std::popcount(hand) && !(trick.trump_led && hand != 0)) {
      move[size] = kPlain;
      score[size++] = rate(kPlain);
    }
    const unsigned between = (left & ~hand) | trick.table;
    int last = -1;
    for (unsigned rest = hand; rest != 0; rest &= rest - 1) {
      const int place = std::countr_zero(rest);
      const bool alike =
          last >= 0 &&
          kind_[static_cast<std::size_t>(last)] == kind_[static_cast<std::size_t>(place)] &&
          (((1u << place) - (1u << last)) & between) == 0;
      last = place;
      if (alike) continue;
      move[size] = static_cast<std::int8_t>(place);
      score[size++] = rate(place);
    }
    return size;
  }

  int after(Trumps& trumps, int tricks, Trick trick, Seat seat, int place, int k, unsigned left) {
    meter_.count();
    std::uint16_t& hand = trumps.hand[static_cast<std::size_t>(seat)];
    const std::uint16_t before = hand;
    if (place != kPlain) {
      if (trick.played == 0) trick.trump_led = true;
      if (place > trick.best) {
        trick.best = place;
        trick.best_seat = seat;
        trick.best_ours = has(max_, seat);
      }
      trick.table |= 1u << place;
      trick.gain += weight_[static_cast<std::size_t>(place)];
      left &= ~(1u << place);
      hand = static_cast<std::uint16_t>(hand & ~(1u << place));
    }
    ++trick.played;
    pass(trumps, trick);
    const int value = trick.played < seats_ ? test_play(trumps, tricks, trick, k, left, nullptr)
                                            : finish(trumps, tricks - 1, trick, k);
    hand = before;
    return value;
  }

  // Seats without a trump play a plain card: no choice, and nothing that counts.
  void pass(const Trumps& trumps, Trick& trick) const {
    while (trick.played < seats_ && trumps.hand[turn(trumps, trick)] == 0) ++trick.played;
  }

  [[nodiscard]] std::size_t turn(const Trumps& trumps, const Trick& trick) const {
    const Seat seat = trumps.leader + trick.played;
    return static_cast<std::size_t>(seat >= seats_ ? seat - seats_ : seat);
  }

  int finish(Trumps& trumps, int tricks, const Trick& trick, int k) {
    const Seat leader = trumps.leader;
    int best = 0;
    if (trick.best >= 0) {
      trumps.leader = trick.best_seat;
      const int gain = trick.best_ours ? trick.gain : 0;
      best = gain + test_trick(trumps, tricks, k - gain);
    } else {
      best = max_names_ ? -(1 << 14) : 1 << 14;
      for (trumps.leader = 0; trumps.leader < seats_; ++trumps.leader) {
        const int value = test_trick(trumps, tricks, k);
        best = max_names_ ? std::max(best, value) : std::min(best, value);
        if (max_names_ ? best >= k : best < k) break;
      }
    }
    trumps.leader = leader;
    return best;
  }

  int seats_;
  int shift_;
  const Stakes& stakes_;
  SeatMask max_;
  bool max_names_;
  Table<2, Bounds>& table_;
  Meter& meter_;
  bool remembers_;
  std::array<std::int16_t, kLaneSize> weight_{};
  std::array<std::uint8_t, kLaneSize> kind_{};  // equal for equal worth
  std::array<std::uint64_t, 4> kind_planes_{};
  int planes_ = 0;
  int owner_planes_ = 0;
};

}  // namespace kibitz
