#include "kibitz/lanes.hpp"

#include <bit>

namespace kibitz {
namespace {

constexpr int kHearts = 2, kSpades = 3;
constexpr int kFive = 3, kTen = 8, kJack = 9, kQueen = 10;

// The other suit of the same colour: clubs with spades, diamonds with hearts.
constexpr int same_colour(int suit) {
  return 3 - suit;
}

bool in_pack(const Rules& rules, Card card) {
  return (rules.pack >> card.index & 1) != 0;
}

// Points of a slot of the trump lane by what the card is there.
int trump_worth(const Rules& rules, int trump, Card card) {
  const TrumpPoints& worth = rules.trump_points;
  if (card == kJoker) return worth.joker;
  if (card == kLowJoker) return worth.low_joker;
  if (card.suit() != trump) return card.rank() == kFive ? worth.off_five : worth.off_jack;
  const bool is_game = rules.game == GameRule::ten_of_trumps && card.rank() == kTen;
  return worth.rank[static_cast<std::size_t>(card.rank())] + (is_game ? worth.game : 0);
}

void assign_slots(Lanes& lanes, const Rules& rules) {
  lanes.slot_of.fill(-1);
  lanes.card_of.fill(-1);
  for (int lane = 0; lane < kLanes; ++lane) {
    Slot slot = lane * kLaneSize;
    for (const Card card : lane_order(rules, lanes.trump, lane)) {
      lanes.slot_of[card.index] = static_cast<std::int8_t>(slot);
      lanes.card_of[static_cast<std::size_t>(slot)] = static_cast<std::int8_t>(card.index);
      ++slot;
    }
  }
}

// What a card counts whoever takes it, apart from High and Low.
void assign_worth(Lanes& lanes, const Rules& rules) {
  constexpr std::array<std::uint8_t, kRanks> kPips{0, 0, 0, 0, 0, 0, 0, 0, 10, 1, 2, 3, 4};
  for (Slot slot = 0; slot < 64; ++slot) {
    const auto at = static_cast<std::size_t>(slot);
    if (lanes.card_of[at] < 0) continue;
    const Card card = lanes.card(slot);
    int worth = rules.card_points[card.index];
    if (!card.is_joker() && card.suit() == rules.penalty_suit) worth -= 1;
    if (lane_of(slot) == lanes.trump) worth += trump_worth(rules, lanes.trump, card);
    lanes.weight[at] = static_cast<std::int16_t>(worth);
    if (rules.game == GameRule::most_pips && !card.is_joker()) {
      lanes.pips[at] = kPips[static_cast<std::size_t>(card.rank())];
    }
  }
}

std::uint64_t joker_slot(const Lanes& lanes, Card joker) {
  return lanes.slot(joker) < 0 ? 0 : bit(lanes.slot(joker));
}

// High and Low, which depend on the trumps in play.
void assign_high_low(Lanes& lanes, const Deal& deal) {
  const Rules& rules = deal.rules;
  if (lanes.trump == kNoTrump) return;
  std::uint64_t in_play = 0;
  for (const auto& hand : deal.hands) in_play |= lanes.slots(*hand) & lanes.trumps;
  // A Joker is never Low.
  const std::uint64_t no_jokers =
      in_play & ~(joker_slot(lanes, kJoker) | joker_slot(lanes, kLowJoker));
  const auto award = [&](Slot slot, Taker to, int points) {
    if (to == Taker::winner) {
      lanes.weight[static_cast<std::size_t>(slot)] += static_cast<std::int16_t>(points);
      return;
    }
    for (std::size_t seat = 0; seat < deal.hands.size(); ++seat) {
      if ((lanes.slots(*deal.hands[seat]) & bit(slot)) != 0)
        lanes.base[seat] += static_cast<std::int16_t>(points);
    }
  };
  if (in_play != 0 && rules.trump_points.high != 0) {
    award(CardSet(in_play).top(), rules.high_to, rules.trump_points.high);
  }
  if (no_jokers != 0 && rules.trump_points.low != 0) {
    award(CardSet(no_jokers).bottom(), rules.low_to, rules.trump_points.low);
  }
}

// What only some games of the Hearts family ask.
void lay_out_hearts(Lanes& lanes, const Deal& deal) {
  const Rules& rules = deal.rules;
  const std::uint64_t hearts = lane_mask(kHearts);
  if (rules.joker == JokerPlace::above_ten_hearts) {
    lanes.joker = bit(lanes.slot(kJoker));
    for (int rank = kJack; rank < kRanks; ++rank)
      lanes.joker_raisers |= bit(lanes.slot(Card::of(kHearts, rank)));
  }
  if (rules.lead_card >= 0)
    lanes.lead_slot = lanes.slot(Card{static_cast<std::uint8_t>(rules.lead_card)});
  if (rules.break_hearts) {
    lanes.unled = hearts;
    lanes.breakers = hearts;
    if (rules.queen_breaks_hearts) lanes.breakers |= bit(lanes.slot(Card::of(kSpades, kQueen)));
  }
  std::uint64_t bad = 0;
  for (const Slot slot : CardSet(lanes.weighted)) {
    if (lanes.weight[static_cast<std::size_t>(slot)] < 0) bad |= bit(slot);
  }
  if (rules.no_points_first_trick) lanes.barred_first = bad;
  lanes.moon = rules.moon;
  if (rules.moon == MoonRule::none) return;
  std::uint64_t in_play = lanes.stock_cards | lanes.widow_cards;
  for (const auto& hand : deal.hands) in_play |= lanes.slots(*hand);
  lanes.penalties = bad & in_play;
  for (const Slot slot : CardSet(lanes.penalties))
    lanes.penalty_points += lanes.weight[static_cast<std::size_t>(slot)];
  if (lanes.penalties == 0) lanes.moon = MoonRule::none;
}

void lay_out_laws(Lanes& lanes, const Deal& deal) {
  lanes.hearts = lane_mask(kHearts);
  for (const Demand& demand : deal.laws.demands) {
    const std::uint64_t card = demand.card ? bit(lanes.slot(*demand.card)) : 0;
    lanes.demands.push_back({demand, card});
    lanes.named |= card;
  }
  lanes.credits = deal.laws.credits;
  lanes.last_trick = deal.laws.last_trick.value_or(kNobody);
  // A side cannot score: all its seats.
  for (const Seat named : deal.laws.cannot_score) {
    for (Seat seat = 0; seat < lanes.seats; ++seat) {
      if (lanes.team[static_cast<std::size_t>(seat)] == lanes.team[static_cast<std::size_t>(named)])
        lanes.silent = static_cast<SeatMask>(lanes.silent | 1u << seat);
    }
  }
  lanes.short_hands = deal.laws.short_hands;
  lanes.uneven = deal.laws.short_hands || deal.rules.stock == StockRule::domino ||
                 deal.rules.takes_no_cards(deal.players);
}

}  // namespace

std::vector<Card> lane_order(const Rules& rules, int trump, int lane) {
  std::vector<Card> order;
  const auto add = [&](Card card) {
    if (in_pack(rules, card)) order.push_back(card);
  };
  const bool is_trump = lane == trump;
  if (is_trump && rules.joker == JokerPlace::below_trumps) add(kJoker);
  for (int rank = 0; rank < kRanks; ++rank) {
    const Card card = Card::of(lane, rank);
    const bool elsewhere = trump != kNoTrump && lane == same_colour(trump) &&
                           ((rules.off_five && rank == kFive) || (rules.off_jack && rank == kJack));
    if (is_trump && rules.off_five && rank == kFive) add(Card::of(same_colour(lane), kFive));
    if (is_trump && rank == kJack) {
      if (rules.joker == JokerPlace::above_ten_trumps) {
        add(kLowJoker);
        add(kJoker);
      }
      if (rules.off_jack) add(Card::of(same_colour(lane), kJack));
    }
    if (lane == kHearts && rank == kJack && rules.joker == JokerPlace::above_ten_hearts)
      add(kJoker);
    if (!elsewhere) add(card);
  }
  return order;
}

std::uint64_t Lanes::slots(const std::vector<Card>& cards) const {
  std::uint64_t set = 0;
  for (const Card card : cards) set |= bit(slot(card));
  return set;
}

std::shared_ptr<const Lanes> lay_out(const Deal& deal, int trump) {
  const Rules& rules = deal.rules;
  auto lanes = std::make_shared<Lanes>();
  lanes->seats = deal.players;
  lanes->trump = trump;
  lanes->open = rules.trump == TrumpRule::named_or_led && trump == kNoTrump;
  lanes->trumps = trump == kNoTrump ? 0 : lane_mask(trump);
  lanes->ruff_at_will = rules.follow == FollowRule::or_trump;
  lanes->first_lead_trump = rules.first_lead_trump;
  assign_slots(*lanes, rules);
  if (lanes->open) {
    // Nothing is played in this layout but the pitch; the Jokers keep their printed places until
    // then.
    for (const Card joker : {kLowJoker, kJoker}) {
      if (!in_pack(rules, joker)) continue;
      lanes->slot_of[joker.index] = static_cast<std::int8_t>(joker.index);
      lanes->card_of[joker.index] = static_cast<std::int8_t>(joker.index);
    }
  }
  assign_worth(*lanes, rules);
  assign_high_low(*lanes, deal);
  for (Slot slot = 0; slot < 64; ++slot) {
    if (lanes->weight[static_cast<std::size_t>(slot)] != 0) lanes->weighted |= bit(slot);
    if (lanes->pips[static_cast<std::size_t>(slot)] != 0) lanes->pipped |= bit(slot);
  }
  lanes->trick_points = rules.trick_points;
  lanes->game_points = rules.game == GameRule::most_pips ? rules.trump_points.game : 0;
  const std::vector<int> teams = rules.team_numbers(deal.players);
  for (std::size_t seat = 0; seat < teams.size(); ++seat) {
    lanes->team[seat] = static_cast<std::uint8_t>(teams[seat]);
    lanes->teams = std::max(lanes->teams, teams[seat] + 1);
  }
  lanes->stock_rule = rules.stock;
  for (const Card card : deal.stock)
    lanes->stock.push_back(static_cast<std::uint8_t>(lanes->slot(card)));
  lanes->stock_cards = lanes->slots(deal.stock);
  lanes->widow = !deal.widow.empty();
  lanes->widow_cards = lanes->slots(deal.widow);
  for (const Card card : deal.widow) {
    lanes->widow_points += lanes->weight[static_cast<std::size_t>(lanes->slot(card))];
  }
  lay_out_hearts(*lanes, deal);
  lay_out_laws(*lanes, deal);
  return lanes;
}

}  // namespace kibitz
