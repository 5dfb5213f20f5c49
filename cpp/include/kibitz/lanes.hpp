// Lanes: the cards of one deal laid out for play. Each printed card gets a slot once, for (rules,
// trump), so that the Left Pedro, the off-jack and the Jokers stand where they rank and the search
// knows neither suits nor variants. Beside the order stand what each slot is worth in this deal and
// what the rules ask of a play.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "kibitz/deal.hpp"
#include "kibitz/rules.hpp"
#include "kibitz/types.hpp"

namespace kibitz {

struct Lanes {
  int seats = 0;
  bool open = false;          // the trump is still to be named by the first lead
  int trump = kNoTrump;       // lane
  std::uint64_t trumps = 0;   // slots of the trump lane; 0 without a trump
  bool ruff_at_will = false;  // FollowRule::or_trump
  bool first_lead_trump = false;

  std::array<std::int8_t, 64> slot_of{};  // printed card to slot; -1: not in this game
  std::array<std::int8_t, 64> card_of{};  // slot to printed card; -1: empty slot

  std::array<std::int16_t, 64> weight{};       // points to whoever takes the slot in a trick
  std::array<std::uint8_t, 64> pips{};         // towards Game, where the most pips win it
  std::uint64_t weighted = 0;                  // slots with a weight
  std::uint64_t pipped = 0;                    // slots with pips
  int trick_points = 0;                        // to the winner of each trick
  int game_points = 0;                         // to the team with most pips
  std::array<std::int16_t, kMaxSeats> base{};  // points to holders, scored by the deal itself
  std::array<std::uint8_t, kMaxSeats> team{};
  int teams = 0;

  StockRule stock_rule = StockRule::none;
  std::vector<std::uint8_t> stock;  // slots, the first is drawn first
  std::uint64_t stock_cards = 0;
  bool widow = false;  // the winner of the first trick takes widow_points
  std::uint64_t widow_cards = 0;
  int widow_points = 0;

  // Joker Hearts.
  std::uint64_t joker = 0;          // the Joker's bit where it may break in on a plain lead
  std::uint64_t joker_raisers = 0;  // the hearts above the ten, which let it in

  // Modern Hearts.
  int lead_slot = -1;  // must be led to the first trick by whoever holds it
  // Hearts may not be led before one of these has been played; 0: no such rule.
  std::uint64_t breakers = 0;
  std::uint64_t unled = 0;         // what may not be led until then
  std::uint64_t barred_first = 0;  // not to be played to the first trick, if anything else can be
  std::uint64_t penalties = 0;     // the cards in play that shooting the moon takes
  int penalty_points = 0;          // what they count together
  MoonRule moon = MoonRule::none;

  // What the laws left standing.
  struct Bound {
    Demand demand;
    std::uint64_t card = 0;  // the slot it names
  };
  std::vector<Bound> demands;  // a bit each in State::demands
  std::uint64_t named = 0;     // slots that a demand names
  std::vector<Credit> credits;
  Seat last_trick = kNobody;
  SeatMask silent = 0;       // seats that cannot score
  bool short_hands = false;  // as marked in the record
  bool uneven = false;       // a seat may run out of cards before the others
  std::uint64_t hearts = 0;  // the heart lane
  // Is anything here that a bound would have to look at?
  [[nodiscard]] bool under_law() const {
    return !demands.empty() || !credits.empty() || last_trick != kNobody || silent != 0 ||
           short_hands;
  }

  [[nodiscard]] Slot slot(Card card) const { return slot_of[card.index]; }
  [[nodiscard]] Card card(Slot slot) const {
    return Card{static_cast<std::uint8_t>(card_of[static_cast<std::size_t>(slot)])};
  }
  [[nodiscard]] std::uint64_t slots(const std::vector<Card>& cards) const;
};

// Lays out a deal without faults before play; `trump` is the suit, or kNoTrump.
[[nodiscard]] std::shared_ptr<const Lanes> lay_out(const Deal& deal, int trump);
// The printed cards that have a slot for (rules, trump), lowest first within each suit's lane.
[[nodiscard]] std::vector<Card> lane_order(const Rules& rules, int trump, int lane);

}  // namespace kibitz
