// What the laws may have left standing in a deal (RULES section 5), as the play and the search see
// it: exposed cards, demands on a seat's next play or lead, sides that cannot score, credited
// tricks, short hands.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kibitz/card.hpp"
#include "kibitz/types.hpp"

namespace kibitz {

enum class DemandKind : std::uint8_t {
  lead_trump,
  lead_no_trump,
  lead_heart,
  lead_no_heart,
  discard_no_heart,
  highest,  // of the suit led
  lowest,
  trump,
  no_trump,
  play_card,       // this exposed card
  withhold_trump,  // not this exposed trump, even if that makes him revoke
};

struct DemandWord {
  std::string_view text;
  DemandKind kind;
};
// The names of the kinds in records, all of them.
[[nodiscard]] const std::vector<DemandWord>& demand_words();

// By its name in records; throws NotationError.
[[nodiscard]] DemandKind find_demand(std::string_view text);

// A demand on a lead waits for the seat's next lead; any other is for his next play, and is gone
// after it.
struct Demand {
  Seat seat = 0;
  DemandKind kind = DemandKind::lead_trump;
  std::optional<Card> card;  // for play_card and withhold_trump
  friend bool operator==(const Demand&, const Demand&) = default;

  [[nodiscard]] bool on_lead() const { return kind <= DemandKind::lead_no_heart; }
  [[nodiscard]] bool names_card() const { return kind >= DemandKind::play_card; }
};

// A trick (numbered from 0, from the start of the record) that counts for a seat other than its
// winner, who still leads.
struct Credit {
  int trick = 0;
  Seat seat = 0;
  friend bool operator==(const Credit&, const Credit&) = default;
};

struct Laws {
  std::vector<std::vector<Card>> exposed;  // by seat, or empty
  std::vector<Demand> demands;
  std::vector<Seat> cannot_score;  // seats of the sides that score nothing
  bool bid_waived = false;         // the maker's side scores what it makes, whatever the bid
  std::vector<Credit> credits;
  std::optional<Seat> last_trick;  // the seat that must take the last trick
  bool short_hands = false;        // hands may be of unequal size
  friend bool operator==(const Laws&, const Laws&) = default;
};

}  // namespace kibitz
