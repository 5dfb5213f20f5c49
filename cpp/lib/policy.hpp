// The fast policy: a card's score is the sum of the weights of what is true of it. All that is
// asked is what a player at the table knows: his hand, the cards played, voids shown. Whole numbers
// throughout, so that every machine plays alike.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "kibitz/lanes.hpp"
#include "kibitz/playout.hpp"
#include "kibitz/position.hpp"

namespace kibitz {

inline constexpr int kOne = 16;  // a weight counted once

// What the players may know of the game before any card: slots, and what each counts.
struct Ground {
  PolicyKind kind = PolicyKind::avoid;
  bool avoid = true;
  std::uint64_t universe = 0;  // slots that may be in play
  std::uint64_t costly = 0;    // slots that nobody wants
  std::uint64_t heavy = 0;     // slots that nobody wants at all
  std::uint64_t joker = 0;
  std::uint64_t joker_raisers = 0;
  std::array<std::int16_t, 64> worth{};  // in sixteenths of a mean card's; a penalty is positive
  std::array<std::uint8_t, 64> big{};    // 0: counts nothing, 1: something, 2: much
  std::array<std::int8_t, kMaxSeats> side{};  // 1: the maker's, 0: the others', -1: no maker
};

// What lies open to all as the deal goes on.
struct Open {
  std::uint64_t gone = 0;                       // played, the trick under way included
  std::array<std::uint8_t, kMaxSeats> voids{};  // lanes that a seat has shown to be out of

  // Before `slot` is played.
  void see(const Lanes& lanes, const State& state, Slot slot) {
    gone |= bit(slot);
    if (state.count == 0 || lane_of(slot) == lane_of(state.trick[0])) return;
    // Who draws after the trick is not void for long; in Domino Hearts the stock has run out.
    if (lanes.stock_rule == StockRule::two_players && state.drawn < lanes.stock.size()) return;
    if ((bit(slot) & lanes.joker) != 0) return;
    const int led = lane_of(state.trick[0]);
    if (lanes.ruff_at_will && led != lanes.trump && lane_of(slot) == lanes.trump) return;
    voids[state.turn] = static_cast<std::uint8_t>(voids[state.turn] | 1u << led);
  }
};

namespace policy {

// 0, 1, 2, 3, 4 to 5, 6 and more.
inline constexpr std::array<std::uint8_t, 17> kFew{0, 1, 2, 3, 4, 4, 5, 5, 5,
                                                   5, 5, 5, 5, 5, 5, 5, 5};
inline int few(unsigned lane) {
  return kFew[static_cast<std::size_t>(std::popcount(lane))];
}
inline unsigned in_lane(std::uint64_t cards, int lane) {
  return static_cast<unsigned>(cards >> (lane * kLaneSize) & kLaneMask);
}

// Where each group of weights begins: groups are laid out one after the other.
struct Group {
  int at;
  int size;
  [[nodiscard]] constexpr int end() const { return at + size; }
};
constexpr Group after(Group group, int size) {
  return {group.end(), size};
}

// Numbers of weights for games in which points are avoided.
namespace avoid {
inline constexpr int kRank = 4 * 6 * 6;  // kind of lane, unseen below, unseen above
inline constexpr int kLength = 4 * 6;    // kind of lane, length
inline constexpr int kLower = 6 * 4;     // unseen below, own below
inline constexpr Group kLeadRank{0, kRank};
inline constexpr Group kLeadLength = after(kLeadRank, kLength);
inline constexpr Group kLeadVoid = after(kLeadLength, 4 * 4 * 4);  // kind, others void, above
inline constexpr Group kLeadLower = after(kLeadVoid, kLower);
inline constexpr Group kLeadUnseen = after(kLeadLower, 6 * 4);  // unseen, above
inline constexpr Group kWinRank = after(kLeadUnseen, kRank);
inline constexpr Group kWinLength = after(kWinRank, kLength);
inline constexpr Group kWinRest = after(kWinLength, 4 * 4 * 6);  // kind, still to play, above
inline constexpr Group kWinTable = after(kWinRest, 4 * 6);       // times what lies on the table
inline constexpr Group kWinVoid = after(kWinTable, 4 * 3 * 4);   // still to play, void, above
inline constexpr Group kWinUnseen = after(kWinVoid, 4 * 6);      // still to play, unseen
inline constexpr Group kWinCost = after(kWinUnseen, 4 * 4);      // times its cost: to play, above
inline constexpr Group kDuckRank = after(kWinCost, kRank);
inline constexpr Group kDuckLength = after(kDuckRank, kLength);
inline constexpr Group kDuckLower = after(kDuckLength, kLower);
inline constexpr Group kDuckCost = after(kDuckLower, 4);  // times its cost: still to play
inline constexpr Group kThrowRank = after(kDuckCost, kRank);
inline constexpr Group kThrowLength = after(kThrowRank, kLength);
inline constexpr Group kThrowLower = after(kThrowLength, kLower);
inline constexpr Group kThrowCost = after(kThrowLower, 1);         // times its cost
inline constexpr Group kLeadStage = after(kThrowCost, 4 * 4 * 4);  // kind, stage, above
inline constexpr Group kWinStage = after(kLeadStage, 4 * 4 * 4);   // still to play, stage, above
inline constexpr Group kDuckStage = after(kWinStage, 4 * 4 * 4);   // kind, stage, above
inline constexpr Group kThrowStage = after(kDuckStage, 4 * 4 * 4);
inline constexpr Group kWinExits = after(kThrowStage, 4 * 4);  // still to play, lanes to get out by
inline constexpr int kSize = kWinExits.end();
}  // namespace avoid

// Numbers of weights for games in which points are sought.
namespace seek {
inline constexpr int kRank = 2 * 3 * 6 * 6;  // trump, worth, unseen below, unseen above
inline constexpr int kLength = 2 * 6;        // trump, length
inline constexpr Group kLeadRank{0, kRank};
inline constexpr Group kLeadLength = after(kLeadRank, kLength);
inline constexpr Group kLeadTrumps = after(kLeadLength, 2 * 6 * 6);  // trump, own trumps, unseen
inline constexpr Group kLeadSide = after(kLeadTrumps, 2 * 3 * 4);    // trump, side, above
inline constexpr Group kLeadVoid = after(kLeadSide, 2 * 3 * 4);      // trump, others void, above
inline constexpr Group kWinRank = after(kLeadVoid, kRank);
inline constexpr Group kWinLength = after(kWinRank, kLength);
inline constexpr Group kWinFoes = after(kWinLength, 2 * 4 * 6);  // trump, foes to play, above
inline constexpr Group kWinTable = after(kWinFoes, 2 * 4 * 4);   // times what lies on the table
inline constexpr Group kWinWorth = after(kWinTable, 2 * 4 * 4);  // times its worth
inline constexpr Group kWinPips = after(kWinWorth, 4 * 4);       // times its pips
inline constexpr Group kWinTablePips = after(kWinPips, 4 * 4);   // times the pips on the table
inline constexpr Group kWinPartner =
    after(kWinTablePips, 2 * 4);  // over a partner's card: beaten by
inline constexpr Group kLoseRank = after(kWinPartner, kRank);
inline constexpr Group kLoseLength = after(kLoseRank, kLength);
inline constexpr Group kLoseWho =
    after(kLoseLength, 2 * 4 * 4);  // partner's, foes to play, beaten by
inline constexpr Group kLoseTable = after(kLoseWho, 2 * 4 * 4);    // times what lies on the table
inline constexpr Group kLoseWorth = after(kLoseTable, 2 * 4 * 4);  // times its worth
inline constexpr Group kLosePips = after(kLoseWorth, 2 * 4 * 4);   // times its pips
inline constexpr int kSize = kLosePips.end();
}  // namespace seek

// What is the same for every card of the mover.
struct Turn {
  const Ground& ground;
  const Lanes& lanes;
  const State& state;
  const Open& open;
  std::uint64_t hand;
  std::uint64_t unseen;
  int rest = 0;       // seats still to play after the mover
  int rest_void = 0;  // of these, shown void in the lane led
  int foes = 0;       // of these, not on the mover's side
  int table = 0;      // what lies on the table, in sixteenths
  int pips = 0;
  int beats_best = 0;    // unseen cards that beat the best card so far, as few()
  bool partner = false;  // the best card is of the mover's side
  int stage = 0;         // cards in hand: 0 to 3, to 6, to 9, more
  int exits = 0;         // lanes in which the lowest card is likely to lose, at most 3
  int own_trumps = 0;    // as few()
  int unseen_trumps = 0;

  // `choice`: what the mover may play, which in Domino Hearts he may have to draw first.
  Turn(const Ground& with, const Lanes& laid, const State& now, const Open& seen,
       std::uint64_t choice)
      : ground(with),
        lanes(laid),
        state(now),
        open(seen),
        hand(now.hand[now.turn] | choice),
        unseen(with.universe & ~seen.gone & ~hand) {
    const int led = state.count > 0 ? lane_of(state.trick[0]) : -1;
    const auto team = lanes.team[state.turn];
    int seat = state.turn;
    for (int left = std::popcount(state.active) - state.count - 1; left > 0; --left) {
      do seat = seat + 1 == lanes.seats ? 0 : seat + 1;
      while (!has(state.active, seat));
      ++rest;
      if (lanes.team[static_cast<std::size_t>(seat)] != team) ++foes;
      if (led >= 0 && (open.voids[static_cast<std::size_t>(seat)] >> led & 1) != 0) ++rest_void;
    }
    for (std::size_t at = 0; at < state.count; ++at) table += ground.worth[state.trick[at]];
    if (ground.avoid) {
      look_for_exits();
      return;
    }
    if (lanes.trump != kNoTrump) {
      own_trumps = few(in_lane(hand, lanes.trump));
      unseen_trumps = few(in_lane(unseen, lanes.trump));
    }
    if (state.count > 0) {
      partner = lanes.team[state.best_seat] == team;
      const int lane = lane_of(state.best);
      int better = std::popcount(above(in_lane(unseen, lane), state.best));
      if (lanes.trump != kNoTrump && lane != lanes.trump)
        better += std::popcount(in_lane(unseen, lanes.trump));
      beats_best = kFew[static_cast<std::size_t>(std::min(16, better))];
      for (std::size_t at = 0; at < state.count; ++at) pips += lanes.pips[state.trick[at]];
    }
  }

  // Points avoided: how long the hand still is, and how well it gets out of the lead.
  void look_for_exits() {
    stage = std::min(3, (std::popcount(hand) - 1) / 3);
    if (state.count == 0) return;
    for (int lane = 0; lane < kLanes; ++lane) {
      const unsigned mine = in_lane(hand, lane);
      if (mine == 0) continue;
      const int lowest = std::countr_zero(mine);
      const unsigned others = in_lane(unseen, lane);
      const int higher = std::popcount(above(others, lowest));
      if (higher >= 2 && higher >= 2 * std::popcount(below(others, lowest))) ++exits;
    }
    exits = std::min(3, exits);
  }

  // Of the cards of a slot's lane, those above it and those below.
  [[nodiscard]] static unsigned above(unsigned lane, Slot slot) {
    return lane & ~((2u << slot % kLaneSize) - 1);
  }
  [[nodiscard]] static unsigned below(unsigned lane, Slot slot) {
    return lane & ((1u << slot % kLaneSize) - 1);
  }
  // Would the slot be the best card of the trick so far?
  [[nodiscard]] bool wins(Slot slot) const {
    const std::uint64_t special = lanes.joker | lanes.joker_raisers;
    if (((state.table | bit(slot)) & lanes.joker) != 0 &&
        lane_of(state.trick[0]) != lane_of(std::countr_zero(lanes.joker))) {
      const std::uint64_t raised = state.table & special;
      return (bit(slot) & special) != 0 && bit(slot) > raised;
    }
    if (lane_of(slot) == lane_of(state.best)) return slot > state.best;
    return lane_of(slot) == lanes.trump;
  }
};

// Calls `add(number, sixteenths)` for all that is true of a card, where points are avoided.
template <class Add>
void features_avoid(const Turn& turn, Slot slot, Add&& add) {
  using namespace avoid;
  const Ground& ground = turn.ground;
  const int number = lane_of(slot);
  const std::uint64_t lane = lane_mask(number);
  const unsigned mine = in_lane(turn.hand, number);
  const unsigned unseen = in_lane(turn.unseen, number);
  const int lo = few(Turn::below(unseen, slot));
  const int hi = few(Turn::above(unseen, slot));
  const int hi4 = std::min(3, hi);
  const int length = kFew[static_cast<std::size_t>(std::popcount(mine) - 1)];
  const int lower = std::min(3, std::popcount(Turn::below(mine, slot)));
  // 0: no penalties, 1: light ones, 2: a heavy one unseen, 3: a heavy one in hand.
  int kind = (ground.costly & lane) != 0 ? 1 : 0;
  if ((ground.heavy & lane) != 0) {
    if ((ground.heavy & turn.hand & lane) != 0) {
      kind = 3;
    } else if ((ground.heavy & turn.unseen & lane) != 0) {
      kind = 2;
    }
  }
  const int cost = ground.worth[static_cast<std::size_t>(slot)];
  const int rank = (kind * 6 + lo) * 6 + hi;
  const State& state = turn.state;
  if (state.count == 0) {
    int others_void = 0;
    for (int seat = 0; seat < turn.lanes.seats; ++seat) {
      if (seat != state.turn && has(state.active, seat) &&
          (turn.open.voids[static_cast<std::size_t>(seat)] >> lane_of(slot) & 1) != 0)
        ++others_void;
    }
    add(kLeadRank.at + rank, kOne);
    add(kLeadLength.at + kind * 6 + length, kOne);
    add(kLeadVoid.at + (kind * 4 + std::min(3, others_void)) * 4 + hi4, kOne);
    add(kLeadLower.at + lo * 4 + lower, kOne);
    add(kLeadUnseen.at + few(unseen) * 4 + hi4, kOne);
    add(kLeadStage.at + (kind * 4 + turn.stage) * 4 + hi4, kOne);
    return;
  }
  const int rest = std::min(3, turn.rest);
  if (turn.wins(slot)) {
    add(kWinRank.at + rank, kOne);
    add(kWinLength.at + kind * 6 + length, kOne);
    add(kWinRest.at + (kind * 4 + rest) * 6 + hi, kOne);
    add(kWinTable.at + rest * 6 + hi, turn.table);
    add(kWinVoid.at + (rest * 3 + std::min(2, turn.rest_void)) * 4 + hi4, kOne);
    add(kWinUnseen.at + rest * 6 + few(unseen), kOne);
    add(kWinStage.at + (rest * 4 + turn.stage) * 4 + hi4, kOne);
    add(kWinExits.at + rest * 4 + turn.exits, kOne);
    if (cost != 0) add(kWinCost.at + rest * 4 + hi4, cost);
  } else if (lane_of(slot) == lane_of(state.trick[0])) {
    add(kDuckRank.at + rank, kOne);
    add(kDuckLength.at + kind * 6 + length, kOne);
    add(kDuckLower.at + lo * 4 + lower, kOne);
    if (cost != 0) add(kDuckCost.at + rest, cost);
    add(kDuckStage.at + (kind * 4 + turn.stage) * 4 + hi4, kOne);
  } else {
    add(kThrowRank.at + rank, kOne);
    add(kThrowLength.at + kind * 6 + length, kOne);
    add(kThrowLower.at + lo * 4 + lower, kOne);
    if (cost != 0) add(kThrowCost.at, cost);
    add(kThrowStage.at + (kind * 4 + turn.stage) * 4 + hi4, kOne);
  }
}

// The same where points are sought.
template <class Add>
void features_seek(const Turn& turn, Slot slot, Add&& add) {
  using namespace seek;
  const Ground& ground = turn.ground;
  const Lanes& lanes = turn.lanes;
  const State& state = turn.state;
  const int number = lane_of(slot);
  const unsigned mine = in_lane(turn.hand, number);
  const unsigned unseen = in_lane(turn.unseen, number);
  const int trump = number == lanes.trump ? 1 : 0;
  const int lo = few(Turn::below(unseen, slot));
  const int hi = few(Turn::above(unseen, slot));
  const int hi4 = std::min(3, hi);
  const int length = kFew[static_cast<std::size_t>(std::popcount(mine) - 1)];
  const auto at = static_cast<std::size_t>(slot);
  const int rank = ((trump * 3 + ground.big[at]) * 6 + lo) * 6 + hi;
  const int worth = ground.worth[at];
  const int pips = lanes.pips[at] * kOne;
  if (state.count == 0) {
    int others_void = 0;
    for (int seat = 0; seat < lanes.seats; ++seat) {
      if (lanes.team[static_cast<std::size_t>(seat)] != lanes.team[state.turn] &&
          (turn.open.voids[static_cast<std::size_t>(seat)] >> lane_of(slot) & 1) != 0)
        ++others_void;
    }
    add(kLeadRank.at + rank, kOne);
    add(kLeadLength.at + trump * 6 + length, kOne);
    add(kLeadTrumps.at + (trump * 6 + turn.own_trumps) * 6 + turn.unseen_trumps, kOne);
    add(kLeadSide.at + (trump * 3 + ground.side[state.turn] + 1) * 4 + hi4, kOne);
    add(kLeadVoid.at + (trump * 3 + std::min(2, others_void)) * 4 + hi4, kOne);
    return;
  }
  const int foes = std::min(3, turn.foes);
  const int beats4 = (turn.beats_best + 1) / 2;  // 0, 1 to 2, 3 to 5, more
  if (turn.wins(slot)) {
    add(kWinRank.at + rank, kOne);
    add(kWinLength.at + trump * 6 + length, kOne);
    add(kWinFoes.at + (trump * 4 + foes) * 6 + hi, kOne);
    add(kWinTable.at + (trump * 4 + foes) * 4 + hi4, turn.table);
    if (worth != 0) add(kWinWorth.at + (trump * 4 + foes) * 4 + hi4, worth);
    if (pips != 0) add(kWinPips.at + foes * 4 + hi4, pips);
    if (turn.pips != 0) add(kWinTablePips.at + foes * 4 + hi4, turn.pips * kOne);
    if (turn.partner) add(kWinPartner.at + trump * 4 + beats4, kOne);
    return;
  }
  const int who = ((turn.partner ? 1 : 0) * 4 + foes) * 4 + beats4;
  add(kLoseRank.at + rank, kOne);
  add(kLoseLength.at + trump * 6 + length, kOne);
  add(kLoseWho.at + who, kOne);
  add(kLoseTable.at + who, turn.table);
  if (worth != 0) add(kLoseWorth.at + who, worth);
  if (pips != 0) add(kLosePips.at + who, pips);
}

template <class Add>
void features(const Turn& turn, Slot slot, Add&& add) {
  if (turn.ground.avoid) {
    features_avoid(turn, slot, add);
  } else {
    features_seek(turn, slot, add);
  }
}

inline int score(const Turn& turn, Slot slot, const std::int16_t* weights) {
  int sum = 0;
  features(turn, slot, [&](int number, int sixteenths) { sum += weights[number] * sixteenths; });
  return sum;
}

// The slot of `choice` that scores most; among equals the lowest.
inline Slot best(const Turn& turn, std::uint64_t choice, const std::int16_t* weights) {
  Slot chosen = std::countr_zero(choice);
  int most = std::numeric_limits<int>::min();
  for (const Slot slot : CardSet(choice)) {
    const int sum = score(turn, slot, weights);
    if (sum <= most) continue;
    most = sum;
    chosen = slot;
  }
  return chosen;
}

}  // namespace policy
}  // namespace kibitz
