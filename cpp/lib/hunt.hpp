// A relaxed game that bounds the real one where one seat plays against all others, suits are
// followed strictly and there is no trump (the Hearts family).
//
// After a trick that the single seat does not win, its opponents may choose which of them leads.
// That only adds to their choices: they may always let the trick's winner lead. So what they can
// do to the single seat in the real game they can do in this one, and the value is a bound on
// their side. What the relaxation forgets: which opponent wins a trick, hence how the opponents'
// cards rank among themselves. A suit is then cut into bands by the single seat's cards, and in a
// band it only matters who holds how many cards.
//
// Of the opponents that hold a suit only the one nearest before the single seat need lead it: if a
// farther one could lead it well, let the nearer lead the card it would have followed with, and
// the farther play its card after the single seat, which then has seen less; the suit to follow is
// the same, and who wins among the opponents does not matter.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "bits.hpp"
#include "kibitz/limits.hpp"
#include "kibitz/position.hpp"
#include "moves.hpp"
#include "stakes.hpp"
#include "table.hpp"

namespace kibitz {

template <int Words>
class Hunt {
 public:
  Hunt(const Lanes& lanes, const Worths& worths, const Stakes& stakes, const State& root,
       SeatMask max, Table<Words, Bounds>& table, Meter& meter, bool remembers)
      : lanes_(lanes), worths_(worths), stakes_(stakes), table_(table), meter_(meter) {
    single_is_max_ = std::popcount(max) == 1;
    const auto others = static_cast<SeatMask>(((1u << lanes.seats) - 1) & ~max);
    single_ = std::countr_zero(single_is_max_ ? max : others);
    layout_ = Layout(worths, root.cards(lanes.seats) | root.table);
    // A key that does not fit is not stored: at most the first trick of a whole deal.
    most_cards_ = std::popcount(root.cards(lanes.seats));
    if (!remembers) most_cards_ = 0;
    while (most_cards_ > 0 && layout_.bits(lanes.seats, most_cards_ / lanes.seats) > 64 * Words) {
      most_cards_ -= lanes.seats;
    }
  }

  // May it be used for this question?
  [[nodiscard]] static bool holds(const Lanes& lanes, SeatMask max) {
    const int many = std::popcount(max);
    return (many == 1 || many == lanes.seats - 1) && lanes.seats > 2 && lanes.trump == kNoTrump &&
           !lanes.open && lanes.joker == 0 && lanes.stock.empty() && !lanes.widow &&
           lanes.unled == 0 && lanes.moon == MoonRule::none && lanes.game_points == 0 &&
           !lanes.uneven && !lanes.under_law();
  }
  // Only between tricks; not where the first trick has rules of its own.
  [[nodiscard]] static bool holds_at(const Lanes& lanes, const State& state) {
    return state.count == 0 && !state.over &&
           (state.tricks > 0 || (lanes.lead_slot < 0 && lanes.barred_first == 0));
  }
  // Bits of the longest key worth storing: after the first trick.
  [[nodiscard]] static int bits(const Lanes& lanes, const Worths& worths, const State& root) {
    const std::uint64_t cards = root.cards(lanes.seats) | root.table;
    const int tricks = std::popcount(cards) / lanes.seats;
    return Layout(worths, cards).bits(lanes.seats, std::max(1, tricks - 1));
  }

  [[nodiscard]] bool bounds_below() const { return single_is_max_; }

  // Bounds the points to come for MAX in the relaxed game, as SidesSearch::test does in the real
  // one: from below if the single seat is MAX, else from above.
  int test(const State& state, int k) {
    Hands hands;
    hands.hand = state.hand;
    return test_trick(hands, state.leader == single_, k);
  }

 private:
  struct Hands {
    std::array<std::uint64_t, kMaxSeats> hand;
  };
  struct Trick {
    Seat leader = 0;
    int played = 0;
    std::uint64_t lane = 0;  // the suit led
    int own = -1;            // the single seat's card, once played
    int best = -1;           // the opponents' highest of the suit led
    int worth = 0;
  };

  // How cards that differ in worth from the rest of their lane are written: one or two of them by
  // holder and band; more, and the lane's cards and owners stand in the key as they are.
  struct Layout {
    std::array<std::uint8_t, 8> odd{};
    std::size_t odds = 0;
    std::uint64_t exact = 0;

    Layout() = default;
    Layout(const Worths& worths, std::uint64_t cards) {
      for (int lane = 0; lane < kLanes; ++lane) add(worths, cards & lane_mask(lane));
    }

    [[nodiscard]] int bits(int seats, int tricks) const {
      const int planes = std::bit_width(static_cast<unsigned>(seats - 1));
      return 5 + 12 * seats + 2 * (seats - 1) * tricks + static_cast<int>(odds) * kOddBits +
             (1 + planes) * std::popcount(exact);
    }

   private:
    void add(const Worths& worths, std::uint64_t cards) {
      const auto kind = [&](Slot slot) { return worths.id[static_cast<std::size_t>(slot)]; };
      int usual = -1;
      int most = 0;
      for (const Slot slot : CardSet(cards)) {
        int alike = 0;
        for (const Slot other : CardSet(cards)) alike += kind(other) == kind(slot) ? 1 : 0;
        if (alike > most) {
          most = alike;
          usual = kind(slot);
        }
      }
      if (std::popcount(cards) - most > 2) {
        exact |= cards;
        return;
      }
      for (const Slot slot : CardSet(cards)) {
        if (kind(slot) != usual) odd[odds++] = static_cast<std::uint8_t>(slot);
      }
    }
  };
  static constexpr int kOddBits = 7;

  [[nodiscard]] std::uint64_t all(const Hands& hands) const {
    std::uint64_t cards = 0;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(lanes_.seats); ++seat)
      cards |= hands.hand[seat];
    return cards;
  }

  // For each opponent, how its cards lie among the single seat's, lane by lane; lanes that differ
  // in worth exactly.
  [[nodiscard]] Key<Words> key_of(const Hands& hands, std::uint64_t left, bool leads) const {
    std::array<std::uint64_t, Words + 2> words{};
    std::size_t at = 0;
    int used = 0;
    const auto put = [&](std::uint64_t value, int bits) {
      if (bits == 0) return;
      words[at] |= value << used;
      used += bits;
      if (used < 64) return;
      used -= 64;
      ++at;
      if (used > 0) words[at] = value >> (bits - used);
    };
    const std::uint64_t single = hands.hand[static_cast<std::size_t>(single_)];
    put(leads ? 1 : 0, 1);
    put(static_cast<std::uint64_t>(std::popcount(single)), 4);
    put(lengths(single), 12);
    const std::uint64_t own = single & ~layout_.exact;
    for (Seat seat = 0; seat < lanes_.seats; ++seat) {
      if (seat == single_) continue;
      const std::uint64_t hand = hands.hand[static_cast<std::size_t>(seat)];
      put(lengths(hand), 12);
      const std::uint64_t both = (hand & ~layout_.exact) | own;
      put(gather(own, both), std::popcount(both));
    }
    for (std::size_t odd = 0; odd < layout_.odds; ++odd) {
      const Slot slot = layout_.odd[odd];
      Seat holder = 0;
      while (holder < lanes_.seats &&
             (hands.hand[static_cast<std::size_t>(holder)] & bit(slot)) == 0)
        ++holder;
      const bool gone = holder == lanes_.seats;
      const std::uint64_t over = single & lane_mask(lane_of(slot)) & ~((bit(slot) << 1) - 1);
      // Eight seats at most, so the last of 16 bands marks a card that is gone.
      put(gone ? 127
               : static_cast<std::uint64_t>(holder) << 4 |
                     static_cast<std::uint64_t>(std::popcount(over)),
          kOddBits);
    }
    if (layout_.exact != 0) {
      const std::uint64_t within = left & layout_.exact;
      put(gather(within, layout_.exact), std::popcount(layout_.exact));
      for (int plane = 0; (lanes_.seats - 1) >> plane != 0; ++plane) {
        std::uint64_t owned = 0;
        for (Seat seat = 0; seat < lanes_.seats; ++seat) {
          if ((seat >> plane & 1) != 0) owned |= hands.hand[static_cast<std::size_t>(seat)];
        }
        put(gather(owned, within), std::popcount(within));
      }
    }
    Key<Words> key;
    for (std::size_t word = 0; word < Words; ++word) key[word] = words[word];
    return key;
  }

  [[nodiscard]] static std::uint64_t lengths(std::uint64_t hand) {
    std::uint64_t code = 0;
    for (int lane = 0; lane < kLanes - 1; ++lane) {
      code = code << 4 | static_cast<std::uint64_t>(std::popcount(hand & lane_mask(lane)));
    }
    return code;
  }

  int test_trick(const Hands& hands, bool leads, int k) {
    const std::uint64_t left = all(hands);
    const Stakes::Range range = stakes_.sums_of(left);
    if (range.least >= k || range.least == range.most) return range.least;
    if (range.most < k) return range.most;
    const bool fits = std::popcount(left) <= most_cards_;
    const Key<Words> key = fits ? key_of(hands, left, leads) : Key<Words>{};
    Bounds known{static_cast<std::int16_t>(range.least), static_cast<std::int16_t>(range.most),
                 255};
    if (fits && table_.probe(key, known)) {
      if (known.lower >= k) return known.lower;
      if (known.upper < k) return known.upper;
    }
    Hands inner = hands;
    const int value = leads ? play(inner, Trick{single_}, k, left, &known.move)
                            : lead(inner, k, left, &known.move);
    if (value >= k) {
      known.lower = static_cast<std::int16_t>(value);
    } else {
      known.upper = static_cast<std::int16_t>(value);
    }
    if (fits) table_.store(key, known, static_cast<std::uint8_t>(std::popcount(left)));
    return value;
  }

  // One of the opponents leads: for each suit the holder nearest before the single seat.
  int lead(Hands& hands, int k, std::uint64_t left, std::uint8_t* first) {
    std::array<std::uint8_t, 64> seats;
    Moves moves;
    std::uint64_t seen = 0;
    for (int step = 1; step < lanes_.seats; ++step) {
      const Seat seat = (single_ + lanes_.seats - step) % lanes_.seats;
      const std::uint64_t hand = hands.hand[static_cast<std::size_t>(seat)] & ~seen;
      const Moves more = classes(worths_, hand, hands.hand[static_cast<std::size_t>(single_)]);
      for (std::size_t at = 0; at < static_cast<std::size_t>(more.size); ++at) {
        seats[static_cast<std::size_t>(moves.size)] = static_cast<std::uint8_t>(seat);
        moves.slot[static_cast<std::size_t>(moves.size++)] = more.slot[at];
      }
      for (int lane = 0; lane < kLanes; ++lane) {
        if ((hand & lane_mask(lane)) != 0) seen |= lane_mask(lane);
      }
    }
    std::array<std::int32_t, 64> scores;
    for (std::size_t at = 0; at < static_cast<std::size_t>(moves.size); ++at) {
      scores[at] = rate(Trick{seats[at]}, seats[at], moves.slot[at]);
    }
    return choose(hands, Trick{}, k, left, moves, scores, seats.data(), first);
  }

  int play(Hands& hands, const Trick& trick, int k, std::uint64_t left, std::uint8_t* first) {
    Seat seat = trick.leader + trick.played;
    if (seat >= lanes_.seats) seat -= lanes_.seats;
    const std::uint64_t hand = hands.hand[static_cast<std::size_t>(seat)];
    const std::uint64_t follow = hand & trick.lane;
    const std::uint64_t own = hands.hand[static_cast<std::size_t>(single_)];
    const std::uint64_t between = seat == single_
                                      ? (left & ~own) | (trick.best >= 0 ? bit(trick.best) : 0)
                                      : own | (trick.own >= 0 ? bit(trick.own) : 0);
    const Moves moves = classes(worths_, follow != 0 ? follow : hand, between);
    std::array<std::int32_t, 64> scores;
    if (moves.size > 1) {
      for (std::size_t at = 0; at < static_cast<std::size_t>(moves.size); ++at) {
        scores[at] = rate(trick, seat, moves.slot[at]);
      }
    }
    return choose(hands, trick, k, left, moves, scores, nullptr, first);
  }

  int choose(Hands& hands, const Trick& trick, int k, std::uint64_t left, const Moves& moves,
             std::array<std::int32_t, 64>& scores, const std::uint8_t* seats, std::uint8_t* first) {
    std::array<std::uint8_t, 64> order;
    const auto size = static_cast<std::size_t>(moves.size);
    for (std::size_t at = 0; at < size; ++at) order[at] = static_cast<std::uint8_t>(at);
    if (first != nullptr && *first < size) scores[*first] = 1 << 30;
    Seat seat = trick.leader + trick.played;
    if (seat >= lanes_.seats) seat -= lanes_.seats;
    if (seats != nullptr) seat = seats[0];
    const bool maximise = (seat == single_) == single_is_max_;
    int best = maximise ? -(1 << 14) : 1 << 14;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = i + 1; j < size; ++j) {
        if (scores[order[j]] > scores[order[i]]) std::swap(order[i], order[j]);
      }
      Trick next = trick;
      if (seats != nullptr) next.leader = seat = seats[order[i]];
      const Slot slot = moves.slot[order[i]];
      const int value = after(hands, next, seat, slot, k, left);
      if (maximise ? value > best : value < best) {
        best = value;
        if (first != nullptr) *first = order[i];
      }
      if (maximise ? best >= k : best < k) {
        if (size > 1) reward(trick, seat, slot, std::popcount(left));
        break;
      }
    }
    return best;
  }

  int after(Hands& hands, Trick trick, Seat seat, Slot slot, int k, std::uint64_t left) {
    meter_.count();
    std::uint64_t& hand = hands.hand[static_cast<std::size_t>(seat)];
    hand &= ~bit(slot);
    left &= ~bit(slot);
    if (trick.played == 0) trick.lane = lane_mask(lane_of(slot));
    if (seat == single_) {
      trick.own = slot;
    } else if ((bit(slot) & trick.lane) != 0) {
      trick.best = std::max(trick.best, slot);
    }
    trick.worth += lanes_.weight[static_cast<std::size_t>(slot)];
    ++trick.played;
    int value = 0;
    if (trick.played < lanes_.seats) {
      value = play(hands, trick, k, left, nullptr);
    } else {
      const bool wins = (bit(trick.own) & trick.lane) != 0 && trick.own > trick.best;
      const int gain = wins == single_is_max_ ? trick.worth + lanes_.trick_points : 0;
      value = gain + test_trick(hands, wins, k - gain);
    }
    hand |= bit(slot);
    return value;
  }

  void reward(const Trick& trick, Seat seat, Slot slot, int cards) {
    std::int32_t& credit = history_[situation(trick, seat)][static_cast<std::size_t>(seat)]
                                   [static_cast<std::size_t>(slot)];
    credit += cards;
    if (credit < kMostCredit) return;
    for (auto& seats : history_) {
      for (auto& slots : seats) {
        for (std::int32_t& each : slots) each /= 2;
      }
    }
  }

  [[nodiscard]] std::size_t situation(const Trick& trick, Seat seat) const {
    if (trick.played == 0) return seat == single_ ? 5 : 0;
    if (seat == single_) return 1;
    if (trick.own < 0) return 2;
    return trick.own > trick.best && (bit(trick.own) & trick.lane) != 0 ? 3 : 4;
  }

  // What has cut the search off before, in the same situation, by the same seat and card.
  [[nodiscard]] std::int32_t rate(const Trick& trick, Seat seat, Slot slot) const {
    return history_[situation(trick, seat)][static_cast<std::size_t>(seat)]
                   [static_cast<std::size_t>(slot)];
  }

  static constexpr std::int32_t kMostCredit = 1 << 20;

  const Lanes& lanes_;
  const Worths& worths_;
  const Stakes& stakes_;
  Table<Words, Bounds>& table_;
  Meter& meter_;
  Seat single_ = 0;
  bool single_is_max_ = false;
  Layout layout_;
  int most_cards_ = 0;
  std::array<std::array<std::array<std::int32_t, 64>, kMaxSeats>, 6> history_{};
};

}  // namespace kibitz
