// Rules: one variant as plain data. A named variant is a value of this type (variants.hpp); so is a
// house rule. The core asks for properties, never for a variant's name. Sources: RULES sections 2,
// 3 and 7.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kibitz/card.hpp"
#include "kibitz/types.hpp"

namespace kibitz {

enum class Family : std::uint8_t { whist, all_fours, hearts };

// When the trump is known.
enum class TrumpRule : std::uint8_t {
  none,           // the game has no trump
  named,          // named before play
  named_or_none,  // a suit, or no trump
  named_or_led,   // named before play, or by the suit of the maker's first lead
};

// What may be played to a lead of a plain suit by a player who could follow.
enum class FollowRule : std::uint8_t {
  strict,    // only the suit led
  or_trump,  // the suit led or a trump
};

// Where the Jokers stand.
enum class JokerPlace : std::uint8_t {
  none,
  below_trumps,      // Dom Pedro: the lowest trump
  above_ten_hearts,  // Joker Hearts: between the ten and the jack of hearts
  above_ten_trumps,  // modern Pitch: JL, JK above the ten, below the off-jack
};

enum class Taker : std::uint8_t { winner, holder };

enum class GameRule : std::uint8_t { none, ten_of_trumps, most_pips };

// How a stock comes into hands during play.
enum class StockRule : std::uint8_t {
  none,
  two_players,  // after each trick the winner draws, then the other (only when two play)
  domino,       // whoever cannot follow draws until he can
};

// Taking every penalty card: the others lose 26, or the taker gains 26.
enum class MoonRule : std::uint8_t { none, others, own };

// What a deal writes down (RULES section 3).
enum class ScoreRule : std::uint8_t {
  points,  // what was taken
  bid,     // All-Fours: the bid made or set back
  cinch,   // netted; a failed bid goes to the others
};

enum class CinchDraw : std::uint8_t { rob, no_rob, four_more };

// Who may bid for the trump, and to whom.
enum class BidRule : std::uint8_t {
  none,
  sell,   // to eldest hand, who accepts or refuses the highest; one bid each
  raise,  // the same, going round until all but one have passed
  board,  // to nobody, one bid each
  pool,   // Auction Hearts: the bid is paid to the pool
};

// May an accepted bid put the seller out?
enum class SellerCap : std::uint8_t {
  strict,      // no; a bid that could is lost
  within_one,  // no; he scores to within one of game
  none,        // yes
};

// What a revoke costs.
enum class RevokeRule : std::uint8_t {
  none,
  set_back,        // the bid, or two, and a red counter; all others score
  forfeit,         // his score, and the bid
  forfeit_or_ten,  // his score, and the bid, or ten
  silent,          // his side's score
  pays_all,        // every loss of the deal
};

// To whom cards are passed before play.
enum class PassRule : std::uint8_t {
  left,
  right,
  across,
  hold,
  by_deal,  // left, right, across (if four play), hold, and again
};

// How Hearts are settled between deals (RULES section 4).
enum class SettleRule : std::uint8_t {
  points,  // scores are kept
  sweepstake,
  howell,
  excess,      // the most pays each other the excess
  difference,  // the same, between two
  six_free,    // the loser's first six cost nothing
  spot,
  joker,
  auction,
};

// Worth of a trump by its rank or part.
struct TrumpPoints {
  std::array<std::int8_t, kRanks> rank{};
  std::int8_t off_five = 0;  // the five of the other suit of the colour (Left Pedro)
  std::int8_t off_jack = 0;
  std::int8_t joker = 0;      // JK
  std::int8_t low_joker = 0;  // JL
  std::int8_t high = 0;       // the highest trump in play
  std::int8_t low = 0;        // the lowest trump in play, no Joker
  std::int8_t game = 0;       // by GameRule
  friend bool operator==(const TrumpPoints&, const TrumpPoints&) = default;
};

struct Rules {
  std::string name;
  Family family = Family::hearts;
  int min_players = 4;
  int max_players = 4;
  int default_players = 4;
  // Player counts (bit n) at which seats sit in two partnerships, alternately; otherwise each for
  // himself.
  std::uint16_t partnerships = 0;
  // Team number of each seat; empty: as `partnerships` says.
  std::vector<std::uint8_t> teams;

  std::uint64_t pack = full_pack();  // the printed cards that exist

  TrumpRule trump = TrumpRule::none;
  FollowRule follow = FollowRule::strict;
  bool first_lead_trump = false;  // the first lead must be a trump, if one is held
  bool off_five = false;          // Left Pedro is a trump
  bool off_jack = false;
  JokerPlace joker = JokerPlace::none;

  std::array<std::int8_t, 64> card_points{};  // by printed card, whatever the trump
  int penalty_suit = -1;       // each card of it counts one against its taker; -1: none
  bool names_penalty = false;  // Auction Hearts: the suit is chosen deal by deal
  TrumpPoints trump_points;
  Taker high_to = Taker::winner;
  Taker low_to = Taker::winner;
  GameRule game = GameRule::none;
  std::int8_t trick_points = 0;  // whist

  StockRule stock = StockRule::none;
  bool widow = false;

  // Modern Hearts.
  int lead_card = -1;  // printed card whose holder leads it to the first trick; -1: none
  bool break_hearts = false;
  bool queen_breaks_hearts = false;
  bool no_points_first_trick = false;
  MoonRule moon = MoonRule::none;

  ScoreRule score = ScoreRule::points;
  bool set_back = false;  // Cinch, old style
  CinchDraw draw = CinchDraw::rob;

  // Around the play: deal, bid, score, match (RULES sections 3 and 4). The search reads none of it.
  int hand_size = 0;     // cards dealt to each; 0: the pack, evenly
  int kept = 0;          // cards each holds after the discard and the draw; 0: as dealt
  bool turn_up = false;  // trump is turned: the next card of the pack, or the dealer's last
  BidRule bidding = BidRule::none;
  int min_bid = 1;
  SellerCap seller_cap = SellerCap::strict;
  bool pitch_unasked = false;  // eldest hand may pitch before any bid, for all points
  bool dealer_names = false;   // with no bid the dealer names the trump; otherwise eldest hand
  bool dealer_may_steal = false;
  bool stick_the_dealer = false;  // with no bid the dealer has bid the least
  bool smudge = false;            // four bid and made wins, if not in the hole
  bool red_on_set_back = false;
  int target = 0;           // 0: a game is one deal
  bool maker_first = true;  // who makes his bid goes out first
  bool misdeal_passes = false;
  RevokeRule revoke = RevokeRule::none;
  int pass_count = 0;
  PassRule pass_direction = PassRule::left;
  SettleRule settle = SettleRule::points;
  bool divided_jack = false;  // the odd counter of a divided pool makes a Jack
  bool dealer_out = false;    // one more than can play may sit: the dealer takes no cards

  friend bool operator==(const Rules&, const Rules&) = default;

  // Team number of each of `players` seats, numbered from 0 in the order of their first seats.
  [[nodiscard]] std::vector<int> team_numbers(int players) const;
  // How many may sit at most: one more than can play if the dealer may be out.
  [[nodiscard]] int most_seats() const {
    return max_players + (dealer_out && !has_trump() && max_players < kMaxSeats ? 1 : 0);
  }
  // Whether so many may sit; whether the dealer is then dealt no cards.
  [[nodiscard]] bool may_sit(int players) const {
    return players >= min_players && players <= most_seats();
  }
  [[nodiscard]] bool takes_no_cards(int players) const {
    return players > max_players && players <= most_seats();
  }
  [[nodiscard]] bool has_trump() const { return trump != TrumpRule::none; }
};

}  // namespace kibitz
