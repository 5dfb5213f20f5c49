// Which card to try first where nothing counts but tricks. A guess made of a few weighted facts:
// who can win the trick, what leading a lane or throwing from it gives away. Order never changes a
// value, only how soon it is proven.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "kibitz/types.hpp"

namespace kibitz {

// A trick under way, between four seats.
struct TrickState {
  std::uint64_t all;    // the cards in play when it began
  std::uint64_t table;  // those played to it
  std::uint64_t lane;   // of the card led
  std::uint64_t shape;
  Slot best;
  Seat best_seat;
  Seat turn;
  int count;
  int tricks;  // to come, this one included
};

// What may be played: one card for each class, the highest, and the lowest beside it.
struct TrickChoices {
  std::array<std::uint8_t, 16> slot;
  std::array<std::uint8_t, 16> lowest;
  std::array<std::int16_t, 16> score;
  int size = 0;

  static constexpr std::int16_t kTaken = -32768;

  // The first of the highest score, which is not taken again.
  [[nodiscard]] std::size_t take_best() {
    std::size_t best = 0;
    for (std::size_t at = 1; at < static_cast<std::size_t>(size); ++at) {
      if (score[at] > score[best]) best = at;
    }
    score[best] = kTaken;
    return best;
  }
};

class TrickOrder {
 public:
  using Hands = std::array<std::uint64_t, 4>;

  explicit TrickOrder(std::uint64_t trumps) : trumps_(trumps) {}

  // Scores for the seat to play, higher first.
  void score(const Hands& hands, const TrickState& trick, TrickChoices& choices) const {
    if (trick.count == 0) {
      lead(hands, trick, choices);
    } else if ((hands[at(trick.turn)] & trick.lane) != 0) {
      follow(hands, trick, choices);
    } else {
      part(hands, trick, choices);
    }
  }

  // Facts about a lead, and what each counts; with trumps in play, and without.
  enum Lead : std::uint8_t {
    kTrump,          // from the trump lane
    kWinner,         // the highest of the lane
    kLow,            // the lowest class of the lane, of several
    kPartnerTop,     // partner holds the highest
    kLeftTop,        // who plays next does
    kRightTop,       // who plays last does
    kTowards,        // partner's second highest, with the highest before it
    kGift,           // away from the highest, with the second highest in last place
    kLeftRuffs,      // who plays next is void and has a trump
    kRightRuffs,     // who plays last
    kPartnerRuffs,   // partner
    kOwnLength,      // each card of the lane in the own hand
    kPartnerLength,  // in partner's
    kLeftLength,
    kRightLength,
    kSecond,       // the side holds the second highest
    kSequence,     // the seat holds the highest and the second
    kAlone,        // the only card of its lane
    kTrumpWinner,  // a trump, and the highest
    kSideWins,     // the side can win the trick
    kAbove,        // each card above that an opponent holds, up to three
    kLeadFacts
  };
  // How a card of the lane led stands to the trick.
  enum Card : std::uint8_t { kLowest, kLoser, kCheapest, kBetween, kHighest, kCards };
  static constexpr std::size_t kContexts = 8;
  // Facts about a card thrown.
  enum Throw : std::uint8_t {
    kThrow,         // no trump
    kTop,           // the highest of its lane
    kLowestOfLane,  // of the hand
    kLaneLength,    // each card of the lane in the own hand
    kBares,         // leaves a second highest alone, and so on
    kPartnerHas,    // partner holds the highest
    kOnly,          // the last of its lane
    kOpponents,     // each card of the lane with the opponents
    kThrowFacts
  };
  enum Ruff : std::uint8_t { kCheapRuff, kHighRuff, kUnderRuff, kRuffs };

  // What each counts, found by trial: changes at random, kept if endings of nine and ten cards then
  // took fewer nodes. Leads and cards thrown: without trumps in play, and with; the others: by
  // place in the trick and by context.
  template <std::size_t Rows, std::size_t Facts>
  using Weights = std::array<std::array<std::int16_t, Facts>, Rows>;
  static constexpr Weights<2, kLeadFacts> kLeadWeights{
      {{-13, 24, 10, 21, 9, -20, 23, 3, -34, -25, 22, 24, 23, -14, -7, -23, 13, -34, 66, 29, 10},
       {-13, 5, 4, 10, 1, 4, 18, -6, -40, -58, 23, 1, 0, 0, -3, 4, -1, 0, -8, 20, -1}}};
  static constexpr std::array<Weights<kContexts, kCards>, 3> kFollowWeights{{{{{2, -5, 1, 0, 0},
                                                                               {1, 0, 1, 0, 1},
                                                                               {2, 2, 5, 2, -3},
                                                                               {2, 0, 1, 4, 1},
                                                                               {2, 0, 3, 5, 6},
                                                                               {2, -1, 2, 2, 1},
                                                                               {2, 0, 4, 4, 5},
                                                                               {-8, 0, 1, -3, -1}}},
                                                                             {{{1, -1, 1, 0, -1},
                                                                               {2, -1, 1, -3, 5},
                                                                               {0, 0, 1, 0, -2},
                                                                               {2, 0, 4, 0, 1},
                                                                               {2, 0, 4, 5, 5},
                                                                               {2, 0, 1, 0, 0},
                                                                               {2, 0, 3, 6, 5},
                                                                               {2, -5, 4, -1, 5}}},
                                                                             {{{8, -1, 4, 3, 1},
                                                                               {2, 0, -3, -4, 10},
                                                                               {2, 0, 1, 0, 1},
                                                                               {2, 0, 1, 0, 1},
                                                                               {2, 0, 4, 4, 5},
                                                                               {10, 0, 9, 0, 0},
                                                                               {2, 0, 4, 4, 8},
                                                                               {2, 0, 4, 4, 10}}}}};
  static constexpr Weights<2, kThrowFacts> kThrowWeights{
      {{-12, -10, 52, 14, -19, 0, -3, -1}, {0, -24, 5, 2, -17, -12, 7, 0}}};
  static constexpr std::array<Weights<kContexts, kRuffs>, 3> kRuffWeights{{{{{0, -2, -3},
                                                                             {0, 3, -4},
                                                                             {0, -2, -4},
                                                                             {0, 2, -4},
                                                                             {5, -4, -4},
                                                                             {0, 0, 0},
                                                                             {5, 4, -4},
                                                                             {0, -1, -4}}},
                                                                           {{{0, -2, -4},
                                                                             {-3, 0, -3},
                                                                             {0, -3, -4},
                                                                             {0, -2, -4},
                                                                             {4, 3, -8},
                                                                             {-3, 0, -3},
                                                                             {5, 2, -4},
                                                                             {5, 3, -4}}},
                                                                           {{{0, -2, -4},
                                                                             {-3, 0, -4},
                                                                             {0, -2, -1},
                                                                             {0, -2, -4},
                                                                             {5, 2, -4},
                                                                             {-2, 0, -4},
                                                                             {5, 3, -8},
                                                                             {5, 3, -4}}}}};

 private:
  [[nodiscard]] static std::size_t at(Seat seat) { return static_cast<std::size_t>(seat & 3); }
  [[nodiscard]] static Slot top_of(std::uint64_t cards) { return 63 - std::countl_zero(cards); }
  [[nodiscard]] bool beats(Slot slot, Slot best) const {
    return lane_of(slot) == lane_of(best) ? slot > best : (bit(slot) & trumps_) != 0;
  }

  // The best a seat can play to a trick; -1 if it can win nothing.
  [[nodiscard]] Slot can(std::uint64_t hand, std::uint64_t lane) const {
    std::uint64_t cards = hand & lane;
    if (cards == 0) cards = hand & trumps_;
    return cards == 0 ? -1 : top_of(cards);
  }

  void lead(const Hands& hands, const TrickState& trick, TrickChoices& choices) const {
    const std::uint64_t own = hands[at(trick.turn)];
    const std::uint64_t left = hands[at(trick.turn + 1)];
    const std::uint64_t partner = hands[at(trick.turn + 2)];
    const std::uint64_t right = hands[at(trick.turn + 3)];
    const bool has_trumps = (trick.all & trumps_) != 0;
    const auto& weight = kLeadWeights[has_trumps ? 1 : 0];
    int last_lane = -1;
    int base = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(choices.size); ++i) {
      const Slot slot = choices.slot[i];
      const int lane = lane_of(slot);
      const std::uint64_t cards = lane_mask(lane);
      const std::uint64_t in_play = trick.all & cards;
      const std::uint64_t highest = bit(top_of(in_play));
      const std::uint64_t rest = in_play ^ highest;
      const std::uint64_t second = rest == 0 ? 0 : bit(top_of(rest));
      const bool is_trump = cards == trumps_;
      if (lane != last_lane) {
        last_lane = lane;
        base = weight[kOwnLength] * std::popcount(own & cards) +
               weight[kPartnerLength] * std::popcount(partner & cards) +
               weight[kLeftLength] * std::popcount(left & cards) +
               weight[kRightLength] * std::popcount(right & cards);
        if (is_trump) base += weight[kTrump];
        if ((partner & highest) != 0) base += weight[kPartnerTop];
        if ((left & highest) != 0) base += weight[kLeftTop];
        if ((right & highest) != 0) base += weight[kRightTop];
        if ((partner & second) != 0 && (left & highest) != 0) base += weight[kTowards];
        if ((own & highest) != 0 && (right & second) != 0) base += weight[kGift];
        if (((own | partner) & second) != 0) base += weight[kSecond];
        if ((own & highest) != 0 && (own & second) != 0) base += weight[kSequence];
        if (std::has_single_bit(own & cards)) base += weight[kAlone];
        if (has_trumps && !is_trump) {
          if ((left & cards) == 0 && (left & trumps_) != 0) base += weight[kLeftRuffs];
          if ((right & cards) == 0 && (right & trumps_) != 0) base += weight[kRightRuffs];
          if ((partner & cards) == 0 && (partner & trumps_) != 0) base += weight[kPartnerRuffs];
        }
      }
      int score = base;
      if ((own & highest) != 0 && slot == top_of(highest))
        score += weight[kWinner] + (is_trump ? weight[kTrumpWinner] : 0);
      if ((own & cards & (bit(choices.lowest[i]) - 1)) == 0 && (own & cards) >> slot > 1)
        score += weight[kLow];
      const std::uint64_t above = (left | right) & cards & ~((std::uint64_t{2} << slot) - 1);
      score += weight[kAbove] * std::min(3, std::popcount(above));
      Slot best = slot;
      bool ours = true;
      if (const Slot other = can(left, cards); other >= 0 && beats(other, best)) {
        best = other;
        ours = false;
      }
      if (const Slot other = can(partner, cards); other >= 0 && beats(other, best)) {
        best = other;
        ours = true;
      }
      if (const Slot other = can(right, cards); other >= 0 && beats(other, best)) ours = false;
      if (ours) score += weight[kSideWins];
      choices.score[i] = static_cast<std::int16_t>(score);
    }
  }

  // What is known of the trick before the card is chosen: up to three facts.
  [[nodiscard]] std::size_t context(const Hands& hands, const TrickState& trick, Slot mine) const {
    const Seat partner = (trick.turn + 2) & 3;
    const Slot next = trick.count == 3 ? -1 : can(hands[at(trick.turn + 1)], trick.lane);
    const bool next_beats = next >= 0 && beats(next, trick.best);
    if (trick.count == 1) {
      const Slot fourth = can(hands[at(partner)], trick.lane);
      const Slot best = next_beats ? next : trick.best;
      const bool partner_wins = fourth >= 0 && beats(fourth, best);
      const bool mine_stands = mine >= 0 && beats(mine, best);
      return (partner_wins ? 1u : 0u) + (next_beats ? 2u : 0u) + (mine_stands ? 4u : 0u);
    }
    const bool partner_best = trick.best_seat == partner;
    const bool mine_stands =
        mine >= 0 && beats(mine, trick.best) && (next < 0 || !beats(next, mine));
    return (partner_best ? 1u : 0u) + (next_beats ? 2u : 0u) + (mine_stands ? 4u : 0u);
  }

  void follow(const Hands& hands, const TrickState& trick, TrickChoices& choices) const {
    const Slot mine = top_of(hands[at(trick.turn)] & trick.lane);
    const auto& weight =
        kFollowWeights[static_cast<std::size_t>(trick.count - 1)][context(hands, trick, mine)];
    // Classes of one lane stand from the highest down.
    const int size = choices.size;
    for (int i = 0; i < size; ++i) {
      const auto here = static_cast<std::size_t>(i);
      const Slot slot = choices.slot[here];
      Card card = kLoser;
      if (beats(slot, trick.best)) {
        const bool cheapest = i + 1 == size || !beats(choices.slot[here + 1], trick.best);
        card = cheapest ? kCheapest : i == 0 ? kHighest : kBetween;
      } else if (i + 1 == size) {
        card = kLowest;
      }
      // Among equals the lower goes first.
      choices.score[here] = static_cast<std::int16_t>(weight[card] * 16 + i);
    }
  }

  // Neither following: ruffs and cards thrown.
  void part(const Hands& hands, const TrickState& trick, TrickChoices& choices) const {
    const std::uint64_t own = hands[at(trick.turn)];
    const std::uint64_t partner = hands[at(trick.turn + 2)];
    const std::uint64_t opponents = hands[at(trick.turn + 1)] | hands[at(trick.turn + 3)];
    const std::uint64_t ruffs = own & trumps_;
    const auto& ruff = kRuffWeights[static_cast<std::size_t>(trick.count - 1)]
                                   [context(hands, trick, ruffs == 0 ? -1 : top_of(ruffs))];
    const bool has_trumps = (trick.all & trumps_) != 0;
    const auto& weight = kThrowWeights[has_trumps ? 1 : 0];
    const int size = choices.size;
    for (int i = 0; i < size; ++i) {
      const auto here = static_cast<std::size_t>(i);
      const Slot slot = choices.slot[here];
      const std::uint64_t cards = lane_mask(lane_of(slot));
      int score = 0;
      if (cards == trumps_) {
        Ruff kind = kUnderRuff;
        if (beats(slot, trick.best)) {
          const bool cheapest = i + 1 == size || lane_of(choices.slot[here + 1]) != lane_of(slot) ||
                                !beats(choices.slot[here + 1], trick.best);
          kind = cheapest ? kCheapRuff : kHighRuff;
        }
        score = ruff[kind] * 16 - slot % kLaneSize;
      } else {
        const std::uint64_t in_play = (trick.all & ~trick.table) & cards;
        const std::uint64_t highest = bit(top_of(in_play));
        const std::uint64_t rest = in_play ^ highest;
        const std::uint64_t second = rest == 0 ? 0 : bit(top_of(rest));
        const int length = std::popcount(own & cards);
        score = weight[kThrow] + weight[kLaneLength] * length +
                weight[kOpponents] * std::popcount(opponents & cards);
        if ((own & highest) != 0 && slot == top_of(highest)) score += weight[kTop];
        if ((own & cards & (bit(choices.lowest[here]) - 1)) == 0) score += weight[kLowestOfLane];
        if (length == 2 && (own & second) != 0 && (opponents & highest) != 0)
          score += weight[kBares];
        if ((partner & highest) != 0) score += weight[kPartnerHas];
        if (length == 1) score += weight[kOnly];
        score = score * 2 - slot % kLaneSize;
      }
      choices.score[here] = static_cast<std::int16_t>(score);
    }
  }

  std::uint64_t trumps_;
};

}  // namespace kibitz
