// Position: only playable states. State is its plain part, which the search copies; Position adds
// the deal, the layout and the history. The rules of play (what is legal, who wins, who draws, who
// leads) stand here once.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kibitz/deal.hpp"
#include "kibitz/lanes.hpp"

namespace kibitz {

struct State {
  std::array<std::uint64_t, kMaxSeats> hand{};
  std::uint64_t table = 0;                      // cards of the trick under way
  std::array<std::uint8_t, kMaxSeats> trick{};  // their slots, in order of play
  std::uint8_t count = 0;                       // how many
  std::uint8_t leader = 0;
  std::uint8_t turn = 0;
  SeatMask active = 0;    // seats that take part in the trick
  std::uint8_t best = 0;  // slot that wins so far
  std::uint8_t best_seat = 0;
  std::uint8_t last_winner = 0;
  std::uint8_t drawn = 0;     // cards drawn from the stock
  std::uint8_t tricks = 0;    // tricks completed
  SeatMask takers = 0;        // seats that have taken a penalty card (moon)
  std::uint16_t demands = 0;  // those that still stand
  bool broken = false;        // hearts may be led
  bool over = false;
  std::array<std::int16_t, kMaxSeats>
      points{};  // so far, points to holders included; Game and moon come at the end
  std::array<std::uint8_t, kMaxSeats> pips{};  // so far, by team

  [[nodiscard]] std::uint64_t cards(int seats) const {
    std::uint64_t all = 0;
    for (int seat = 0; seat < seats; ++seat) all |= hand[static_cast<std::size_t>(seat)];
    return all;
  }
};

// The state when play starts.
[[nodiscard]] State first_state(const Lanes& lanes, const Deal& deal);
// What the seat to move may play, as slots. In Domino Hearts: after drawing.
[[nodiscard]] std::uint64_t legal(const Lanes& lanes, const State& state);
// Plays a legal slot; completes the trick, draws and finds the next seat to move.
void play(const Lanes& lanes, State& state, Slot slot);
// The team that has most pips alone, or kNobody.
[[nodiscard]] int game_winner(const Lanes& lanes, const State& state);
// What shooting the moon adds to a seat's points.
inline constexpr int kMoonPoints = 26;
[[nodiscard]] int moon_change(const Lanes& lanes, Seat shooter, Seat seat);
// Adds what is decided when the last card is gone: Game by pips, and the moon.
void add_final_points(const Lanes& lanes, State& state);

struct Trick {
  Seat leader;
  Seat winner;
  std::vector<std::pair<Seat, Card>> cards;  // in order of play
};

class Position {
 public:
  // Replays the recorded plays; throws DealError with all faults.
  explicit Position(Deal deal);
  // The start of the deal, its plays ignored; throws DealError.
  [[nodiscard]] static Position start(Deal deal);

  [[nodiscard]] Deal deal() const;  // with the plays made so far
  [[nodiscard]] const Lanes& lanes() const { return *lanes_; }
  [[nodiscard]] std::shared_ptr<const Lanes> shared_lanes() const { return lanes_; }
  // The state that the plays lead to under another count of points.
  [[nodiscard]] State replayed(const Lanes& lanes) const;
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] int players() const { return lanes_->seats; }
  [[nodiscard]] int trump() const { return trump_; }  // suit, or kNoTrump
  [[nodiscard]] bool is_over() const { return state_.over; }
  [[nodiscard]] Seat to_move() const { return state_.over ? kNobody : state_.turn; }
  // The team of the seat to move; once the deal is over, of the seat that led first.
  [[nodiscard]] SeatMask side_to_move() const;
  [[nodiscard]] const std::vector<Card>& plays() const { return plays_; }
  [[nodiscard]] const std::vector<Trick>& tricks() const { return tricks_; }

  [[nodiscard]] std::uint64_t legal_cards() const;  // printed
  // The legal cards that play alike with `card`, itself included; throws IllegalPlayError if it is
  // not legal.
  [[nodiscard]] CardSet equivalents(Card card) const;
  [[nodiscard]] std::vector<Card> hand(Seat seat) const;           // printed, in card order
  [[nodiscard]] std::vector<std::pair<Seat, Card>> trick() const;  // on the table
  [[nodiscard]] std::array<Points, kMaxSeats> points() const;

  // Throws IllegalPlayError, naming seat, card and what was expected.
  void play(Card card);
  // Takes the last play back; throws IllegalPlayError if there is none.
  void undo();

  [[nodiscard]] bool is_ok() const;

 private:
  Position() = default;
  [[nodiscard]] static Position without_plays(std::shared_ptr<const Deal> deal);
  [[nodiscard]] std::vector<Fault> replay(const std::vector<Card>& plays);
  [[nodiscard]] std::string why_illegal(Card card) const;
  friend std::vector<Fault> play_faults(const Deal& deal);

  std::shared_ptr<const Deal> deal_;  // its own plays are not looked at
  std::vector<Card> plays_;
  std::shared_ptr<const Lanes> lanes_;
  int trump_ = kNoTrump;
  State state_;
  std::vector<Trick> tricks_;
};

// Faults of the recorded plays of a deal that is faultless before play.
[[nodiscard]] std::vector<Fault> play_faults(const Deal& deal);

}  // namespace kibitz
