// Relaxed games that bound the real one where one seat plays against all others, suits are followed
// strictly and there is no trump (the Hearts family).
//
// After a trick that the single seat does not win, its opponents may choose which of them leads.
// That only adds to their choices: they may always let the trick's winner lead. So what they can
// do to the single seat in the real game they can do in this one, and the value is a bound on
// their side. What the relaxation forgets: how the opponents' cards rank among themselves. A suit
// is then cut into bands by the single seat's cards, and in a band it only matters who holds how
// many cards.
//
// There are two such games. In the close one those opponents may lead who can have won by what is
// remembered: whose card lay in the highest band that was played to the trick; the real winner is
// always one of them. It is nearly always worth what the real one is. In the free one the opponents
// choose the leader after every trick, also after one that the single seat wins, and may choose the
// single seat too. A bound of the free game is one of the close game, and the free game is far
// smaller: who leads is no part of a position, and better cards are known when they are seen.
//
// Let the single seat do well to win nothing (no card or trick counts more than nothing). Of two
// positions of the free game, alike in how many cards of each lane and which worths in which order
// each seat holds, let the second have every card of the single seat that lies below an opponent's
// in the first lie below it too. Then the second is no worse for the single seat: card for card it
// does what it would do in the first; each trick that it wins in the second it would win in the
// first, as its card lies above all others of the lane also there; what is left is alike again; and
// who won has no say in who leads. (Where winning is good, the same with above for below.) Two
// uses:
//
// - Of two cards of a lane, of equal worth, with which the trick goes to the same side whatever
//   follows, only the higher need be played: what is kept is better. So discards are the highest of
//   a lane; under a card that beats them, the highest; and above it likewise if nothing can change.
// - A result holds for all positions of its shape that are better, or that are worse: `better.hpp`.
//
// A single seat that can escape even if it leads (`escape.hpp`) takes nothing more in the close
// game, so the free game may be cut short there with that value and still bounds the close one; and
// a better position can escape too, as fewer cards lie below each of the single seat's.
//
// Of the opponents that may lead and hold a suit only the one nearest before the single seat need
// lead it: if a farther one could lead it well, let the nearer lead the card it would have followed
// with, and the farther play its card after the single seat, which then has seen less; the suit to
// follow is the same, and so are the cards in the trick, hence who may lead next. Opponents whose
// suits are all led by nearer ones are left out of the key.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "better.hpp"
#include "bits.hpp"
#include "escape.hpp"
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
       SeatMask max, Table<Words, Bounds>& table, BetterTable<Words>& better, Meter& meter,
       bool remembers, bool escapes)
      : lanes_(lanes),
        worths_(worths),
        stakes_(stakes),
        table_(table),
        better_(better),
        meter_(meter),
        remembers_(remembers),
        escapes_(escapes) {
    single_is_max_ = std::popcount(max) == 1;
    const auto others = static_cast<SeatMask>(((1u << lanes.seats) - 1) & ~max);
    single_ = std::countr_zero(single_is_max_ ? max : others);
    opponents_ = static_cast<SeatMask>(((1u << lanes.seats) - 1) & ~(1u << single_));
    low_is_good_ = lanes.trick_points <= 0;
    bool high_is_good = lanes.trick_points >= 0;
    for (const Slot slot : CardSet(root.cards(lanes.seats) | root.table)) {
      const int weight = lanes.weight[static_cast<std::size_t>(slot)];
      low_is_good_ = low_is_good_ && weight <= 0;
      high_is_good = high_is_good && weight >= 0;
    }
    has_free_game_ = low_is_good_ || high_is_good;
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
  // Not where the first trick has rules of its own.
  [[nodiscard]] static bool holds_at(const Lanes& lanes, const State& state) {
    return !state.over && (state.tricks > 0 || (lanes.lead_slot < 0 && lanes.barred_first == 0));
  }
  // Bits of the longest key worth storing: after the first trick.
  [[nodiscard]] static int bits(const Lanes& lanes, const Worths& worths, const State& root) {
    const std::uint64_t cards = root.cards(lanes.seats) | root.table;
    const int tricks = std::popcount(cards) / lanes.seats;
    return Layout(worths, cards).bits(lanes.seats, std::max(1, tricks - 1));
  }

  [[nodiscard]] bool bounds_below() const { return single_is_max_; }

  // Bounds the points to come for MAX, the trick under way included, as SidesSearch::test does in
  // the real game: from below if the single seat is MAX, else from above.
  int test(const State& state, int k) { return test_state<true>(state, k); }
  // The same by the free game alone, where there is one.
  [[nodiscard]] bool has_free_game() const { return has_free_game_; }
  int test_freely(const State& state, int k) { return test_state<false>(state, k); }

  // Does the table, to the end of the trick, show that the opponents can keep MAX below k (or, if
  // they are MAX, reach it)? In the relaxed game, so it is no proof: it tells what to try first.
  bool is_promising(const State& state, int k) {
    only_known_ = true;
    const int value = test(state, k);
    only_known_ = false;
    return single_is_max_ ? value < k : value >= k;
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
    SeatMask winners = 0;  // opponents with a card in the band of `best`
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
      return 4 + seats + 12 * seats + 2 * (seats - 1) * tricks + static_cast<int>(odds) * kOddBits +
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
  [[nodiscard]] Key<Words> key_of(const Hands& hands, std::uint64_t left, SeatMask may_lead) const {
    Writer<Words> out;
    const std::uint64_t single = hands.hand[static_cast<std::size_t>(single_)];
    // The single seat's own bit is left out: it leads if no other does.
    out.put(gather(may_lead, opponents_), lanes_.seats - 1);
    out.put(static_cast<std::uint64_t>(std::popcount(single)), 5);
    out.put(lengths(single), 12);
    const std::uint64_t own = single & ~layout_.exact;
    for (Seat seat = 0; seat < lanes_.seats; ++seat) {
      if (seat == single_) continue;
      const std::uint64_t hand = hands.hand[static_cast<std::size_t>(seat)];
      out.put(lengths(hand), 12);
      const std::uint64_t both = (hand & ~layout_.exact) | own;
      out.put(gather(own, both), std::popcount(both));
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
      out.put(gone ? 127
                   : static_cast<std::uint64_t>(holder) << 4 |
                         static_cast<std::uint64_t>(std::popcount(over)),
              kOddBits);
    }
    put_exact(hands, left, out);
    return out.key();
  }

  // The lanes whose cards stand in a key as they are, and who holds them.
  void put_exact(const Hands& hands, std::uint64_t left, Writer<Words>& out) const {
    if (layout_.exact == 0) return;
    const std::uint64_t within = left & layout_.exact;
    out.put(gather(within, layout_.exact), std::popcount(layout_.exact));
    for (int plane = 0; (lanes_.seats - 1) >> plane != 0; ++plane) {
      std::uint64_t owned = 0;
      for (Seat seat = 0; seat < lanes_.seats; ++seat) {
        if ((seat >> plane & 1) != 0) owned |= hands.hand[static_cast<std::size_t>(seat)];
      }
      out.put(gather(owned, within), std::popcount(within));
    }
  }

  // What of a position of the free game must be the same for one to be better than another: how
  // many cards of each lane each seat holds, and where in its hand those of other worth stand.
  [[nodiscard]] Key<Words> shape_of(const Hands& hands, std::uint64_t left) const {
    Writer<Words> out;
    out.put(static_cast<std::uint64_t>(std::popcount(hands.hand[0])), 5);
    for (Seat seat = 0; seat < lanes_.seats; ++seat)
      out.put(lengths(hands.hand[static_cast<std::size_t>(seat)]), 12);
    for (std::size_t odd = 0; odd < layout_.odds; ++odd) {
      const Slot slot = layout_.odd[odd];
      std::uint64_t code = 127;  // gone
      for (Seat seat = 0; seat < lanes_.seats; ++seat) {
        const std::uint64_t hand = hands.hand[static_cast<std::size_t>(seat)];
        if ((hand & bit(slot)) == 0) continue;
        const std::uint64_t below = hand & lane_mask(lane_of(slot)) & (bit(slot) - 1);
        code = static_cast<std::uint64_t>(seat << 4 | std::popcount(below));
      }
      out.put(code, kOddBits);
    }
    put_exact(hands, left, out);
    return out.key();
  }

  // For each card of the single seat how many of each opponent's lie below it, one bit each (or
  // above, if MAX likes them below); false if they are too many.
  [[nodiscard]] bool pairs_of(const Hands& hands, typename BetterTable<Words>::Pairs& pairs) const {
    const std::uint64_t single = hands.hand[static_cast<std::size_t>(single_)];
    std::array<std::uint64_t, 2> words{};
    int used = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
      for (Seat seat = 0; seat < lanes_.seats; ++seat) {
        const std::uint64_t held = hands.hand[static_cast<std::size_t>(seat)] & lane_mask(lane);
        const int size = std::popcount(held);
        if (seat == single_ || size == 0) continue;
        for (const Slot slot : CardSet(single & lane_mask(lane))) {
          if (used + size > BetterTable<Words>::kMostPairs) return false;
          std::uint64_t code = (std::uint64_t{1} << std::popcount(held & (bit(slot) - 1))) - 1;
          if (single_is_max_ != low_is_good_) code ^= (std::uint64_t{1} << size) - 1;
          const auto at = static_cast<std::size_t>(used) / 64;
          const int shift = used % 64;
          words[at] |= code << shift;
          if (shift + size > 64) words[at + 1] |= code >> (64 - shift);
          used += size;
        }
      }
    }
    pairs = {words[0], words[1]};
    return true;
  }

  [[nodiscard]] static std::uint64_t lengths(std::uint64_t hand) {
    std::uint64_t code = 0;
    for (int lane = 0; lane < kLanes - 1; ++lane) {
      code = code << 4 | static_cast<std::uint64_t>(std::popcount(hand & lane_mask(lane)));
    }
    return code;
  }

  template <bool Close>
  int test_state(const State& state, int k) {
    Hands hands;
    hands.hand = state.hand;
    const auto leader = static_cast<SeatMask>(1u << state.leader);
    if (state.count == 0) return test_trick<Close>(hands, leader, k);
    Trick trick{state.leader};
    std::uint64_t bands = state.hand[static_cast<std::size_t>(single_)];
    const int turn = (single_ + lanes_.seats - state.leader) % lanes_.seats;
    if (turn < state.count) bands |= bit(state.trick[static_cast<std::size_t>(turn)]);
    for (std::size_t at = 0; at < state.count; ++at) add(trick, state.trick[at], bands);
    return play<Close>(hands, trick, k, all(hands), nullptr);
  }

  // `may_lead`: the single seat, or opponents; any in the free game.
  template <bool Close>
  int test_trick(const Hands& hands, SeatMask may_lead, int k) {
    const bool leads = has(may_lead, single_);
    const std::uint64_t left = all(hands);
    const Stakes::Range range = stakes_.sums_of(left);
    if (range.least >= k || range.least == range.most) return range.least;
    if (range.most < k) return range.most;
    const int none = single_is_max_ ? 0 : range.least + range.most;
    if (escapes_ && (single_is_max_ ? none >= k : none < k) &&
        Escape(hands.hand, lanes_.seats, single_).exists(leads || !Close)) {
      return none;
    }
    if constexpr (!Close) {
      return test_free(hands, left, k);
    } else {
      if (!leads) may_lead = nearest(hands, may_lead);
      const bool fits = std::popcount(left) <= most_cards_;
      const Key<Words> key = fits ? key_of(hands, left, may_lead) : Key<Words>{};
      Bounds known{static_cast<std::int16_t>(range.least), static_cast<std::int16_t>(range.most),
                   255};
      if (fits && table_.probe(key, known)) {
        if (known.lower >= k) return known.lower;
        if (known.upper < k) return known.upper;
      }
      if (only_known_) return single_is_max_ ? k : k - 1;
      if (has_free_game_) {
        const int free = test_trick<false>(hands, may_lead, k);
        if (single_is_max_ ? free >= k : free < k) return free;
      }
      Hands inner = hands;
      const int value = leads ? play<true>(inner, Trick{single_}, k, left, &known.move)
                              : lead<true>(inner, may_lead, k, left, &known.move);
      if (value >= k) {
        known.lower = static_cast<std::int16_t>(value);
      } else {
        known.upper = static_cast<std::int16_t>(value);
      }
      if (fits) table_.store(key, known, static_cast<std::uint8_t>(std::popcount(left)));
      return value;
    }
  }

  int test_free(const Hands& hands, std::uint64_t left, int k) {
    typename BetterTable<Words>::Pairs pairs;
    const bool fits = remembers_ && pairs_of(hands, pairs);
    const Key<Words> shape = fits ? shape_of(hands, left) : Key<Words>{};
    int value = 0;
    if (fits && better_.probe(shape, pairs, k, value)) return value;
    Hands inner = hands;
    value = lead<false>(inner, opponents_, k, left, nullptr);
    if (single_is_max_ ? value >= k : value < k) {
      const int own = play<false>(inner, Trick{single_}, k, left, nullptr);
      value = single_is_max_ ? std::min(value, own) : std::max(value, own);
    }
    if (fits) better_.store(shape, pairs, k, value);
    return value;
  }

  // Those of `may_lead` that are nearest before the single seat in some suit.
  [[nodiscard]] SeatMask nearest(const Hands& hands, SeatMask may_lead) const {
    std::uint64_t seen = 0;
    unsigned needed = 0;
    for (int step = 1; step < lanes_.seats; ++step) {
      const Seat seat = (single_ + lanes_.seats - step) % lanes_.seats;
      if (!has(may_lead, seat)) continue;
      const std::uint64_t hand = hands.hand[static_cast<std::size_t>(seat)] & ~seen;
      if (hand == 0) continue;
      needed |= 1u << seat;
      for (int lane = 0; lane < kLanes; ++lane) {
        if ((hand & lane_mask(lane)) != 0) seen |= lane_mask(lane);
      }
    }
    return static_cast<SeatMask>(needed);
  }
  // One of the opponents leads: for each suit the holder nearest before the single seat.
  template <bool Close>
  int lead(Hands& hands, SeatMask may_lead, int k, std::uint64_t left, std::uint8_t* first) {
    std::array<std::uint8_t, 64> seats;
    Moves moves;
    std::uint64_t seen = 0;
    for (int step = 1; step < lanes_.seats; ++step) {
      const Seat seat = (single_ + lanes_.seats - step) % lanes_.seats;
      if (!has(may_lead, seat)) continue;
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
      scores[at] = credit(Trick{seats[at]}, seats[at], moves.slot[at]);
    }
    return choose<Close>(hands, Trick{}, k, left, moves, scores, seats.data(), first);
  }

  template <bool Close>
  int play(Hands& hands, const Trick& trick, int k, std::uint64_t left, std::uint8_t* first) {
    Seat seat = trick.leader + trick.played;
    if (seat >= lanes_.seats) seat -= lanes_.seats;
    const std::uint64_t hand = hands.hand[static_cast<std::size_t>(seat)];
    const std::uint64_t follow = hand & trick.lane;
    const std::uint64_t own = hands.hand[static_cast<std::size_t>(single_)];
    const std::uint64_t between = seat == single_
                                      ? (left & ~own) | (trick.best >= 0 ? bit(trick.best) : 0)
                                      : own | (trick.own >= 0 ? bit(trick.own) : 0);
    Moves moves = classes(worths_, follow != 0 ? follow : hand, between);
    if constexpr (!Close) {
      if (trick.played > 0) keep_best(trick, seat, moves);
    }
    std::array<std::int32_t, 64> scores;
    if (moves.size > 1) {
      for (std::size_t at = 0; at < static_cast<std::size_t>(moves.size); ++at) {
        scores[at] = credit(trick, seat, moves.slot[at]);
      }
    }
    return choose<Close>(hands, trick, k, left, moves, scores, nullptr, first);
  }

  // In the free game: of cards of a lane, of equal worth, that do the same in the trick, those that
  // it is best to be rid of.
  void keep_best(const Trick& trick, Seat seat, Moves& moves) const {
    const auto alike = [&](Slot low, Slot high) {
      if (lane_of(low) != lane_of(high) ||
          worths_.id[static_cast<std::size_t>(low)] != worths_.id[static_cast<std::size_t>(high)])
        return false;
      if ((bit(low) & trick.lane) == 0 || high < trick.best) return true;
      if (seat == single_) return low > trick.best && trick.played + 1 == lanes_.seats;
      if (trick.own < 0) return false;
      const bool follows = (bit(trick.own) & trick.lane) != 0;
      return !follows || trick.best > trick.own || high < trick.own || low > trick.own;
    };
    Moves kept;
    for (int at = 0; at < moves.size; ++at) {
      const Slot slot = moves.slot[static_cast<std::size_t>(at)];
      const int next = low_is_good_ ? at + 1 : at - 1;
      if (next >= 0 && next < moves.size) {
        const Slot other = moves.slot[static_cast<std::size_t>(next)];
        if (alike(std::min(slot, other), std::max(slot, other))) continue;
      }
      kept.slot[static_cast<std::size_t>(kept.size++)] = static_cast<std::uint8_t>(slot);
    }
    moves = kept;
  }

  template <bool Close>
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
      const int value = after<Close>(hands, next, seat, slot, k, left);
      if (maximise ? value > best : value < best) {
        best = value;
        if (first != nullptr) *first = order[i];
      }
      if (maximise ? best >= k : best < k) {
        if (size == 1 || only_known_) break;
        // What cut off gains, and what was tried before it in vain loses.
        const int cards = std::popcount(left);
        reward(trick, seat, slot, cards);
        for (std::size_t j = 0; j < i; ++j) {
          if (seats != nullptr) seat = seats[order[j]];
          std::int32_t& failed = credit(trick, seat, moves.slot[order[j]]);
          failed = std::max(failed - cards / 2, -kMostCredit);
        }
        break;
      }
    }
    return best;
  }

  template <bool Close>
  int after(Hands& hands, Trick trick, Seat seat, Slot slot, int k, std::uint64_t left) {
    meter_.count();
    std::uint64_t& hand = hands.hand[static_cast<std::size_t>(seat)];
    hand &= ~bit(slot);
    left &= ~bit(slot);
    add(trick, slot,
        hands.hand[static_cast<std::size_t>(single_)] | (seat == single_ ? bit(slot) : 0) |
            (trick.own >= 0 ? bit(trick.own) : 0));
    int value = 0;
    if (trick.played < lanes_.seats) {
      value = play<Close>(hands, trick, k, left, nullptr);
    } else {
      const bool wins = (bit(trick.own) & trick.lane) != 0 && trick.own > trick.best;
      const auto single = static_cast<SeatMask>(1u << single_);
      const int gain = wins == single_is_max_ ? trick.worth + lanes_.trick_points : 0;
      value = gain + test_trick<Close>(hands, wins ? single : trick.winners, k - gain);
    }
    hand |= bit(slot);
    return value;
  }

  // The next seat plays `slot`; `bands`: what the single seat held when the trick began.
  void add(Trick& trick, Slot slot, std::uint64_t bands) const {
    Seat seat = trick.leader + trick.played;
    if (seat >= lanes_.seats) seat -= lanes_.seats;
    if (trick.played == 0) trick.lane = lane_mask(lane_of(slot));
    if (seat == single_) {
      trick.own = slot;
    } else if ((bit(slot) & trick.lane) != 0) {
      const auto mask = static_cast<SeatMask>(1u << seat);
      const Slot low = std::min(trick.best, slot);
      const Slot high = std::max(trick.best, slot);
      const bool parted = low < 0 || ((bit(high) - bit(low)) & bands) != 0;
      if (!parted) {
        trick.winners |= mask;
      } else if (slot == high) {
        trick.winners = mask;
      }
      trick.best = high;
    }
    trick.worth += lanes_.weight[static_cast<std::size_t>(slot)];
    ++trick.played;
  }

  // What has cut the search off before, in the same situation, by the same seat and card.
  [[nodiscard]] std::int32_t& credit(const Trick& trick, Seat seat, Slot slot) {
    return history_[situation(trick, seat)][static_cast<std::size_t>(seat)]
                   [static_cast<std::size_t>(slot)];
  }

  void reward(const Trick& trick, Seat seat, Slot slot, int cards) {
    std::int32_t& mine = credit(trick, seat, slot);
    mine += cards;
    if (mine < kMostCredit) return;
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

  static constexpr std::int32_t kMostCredit = 1 << 20;

  const Lanes& lanes_;
  const Worths& worths_;
  const Stakes& stakes_;
  Table<Words, Bounds>& table_;
  BetterTable<Words>& better_;
  Meter& meter_;
  Seat single_ = 0;
  bool single_is_max_ = false;
  SeatMask opponents_ = 0;
  bool remembers_;
  bool escapes_;
  bool low_is_good_ = false;    // for the single seat: to win a trick is never good
  bool has_free_game_ = false;  // to win one is never good, or never bad
  bool only_known_ = false;     // the table is read and neither filled nor taught
  Layout layout_;
  int most_cards_ = 0;
  std::array<std::array<std::array<std::int32_t, 64>, kMaxSeats>, 6> history_{};
};

}  // namespace kibitz
