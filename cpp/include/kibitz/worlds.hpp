// Worlds: one position as a seat sees it, with the cards it does not see in different places. What
// was played is the same in all of them; the hands, the order of the stock and the widow are not.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kibitz/payoff.hpp"
#include "kibitz/position.hpp"

namespace kibitz {

// What unseen hands may be, as printed card sets: worlds * players, the cards each seat holds now.
// A game that draws needs the order of the rest of the stock too: worlds * cards, the next first.
// A widow is what is left over.
struct WorldHands {
  std::span<const std::uint64_t> hands;
  std::span<const std::uint8_t> stocks;
};

// A world laid out for play, and what its payoff needs to know of it.
struct World {
  std::shared_ptr<const Lanes> lanes;
  State state;
  PayoffRule rule;
};

// The worlds of one position, each checked as it is laid out.
class Worlds {
 public:
  // Throws std::invalid_argument if the spans do not fit `count` worlds, nobody is to move, or the
  // mover must draw before he can choose; RulesError for a payoff that means nothing. Keeps
  // references to `now` and to what the spans show.
  Worlds(const Position& now, const WorldHands& worlds, std::size_t count, Payoff payoff,
         int jack = 0);

  [[nodiscard]] std::size_t size() const { return count_; }
  // What the seat to move may play: the same in all worlds, in card order.
  [[nodiscard]] const std::vector<Card>& cards() const { return cards_; }
  [[nodiscard]] int trump_now() const { return now_.trump(); }
  // The trump once the card is played: a first lead may name it.
  [[nodiscard]] int trump_after(Card card) const;

  // The deal as it began in a world; throws DealError, naming the world, if it cannot be.
  [[nodiscard]] Deal deal(std::size_t at) const;
  // A world as it stands now; throws DealError if its hands could not have played what was played.
  [[nodiscard]] World laid_out(const Deal& deal, std::size_t at, int trump) const;

 private:
  [[nodiscard]] std::vector<Card> widow(std::size_t at, std::uint64_t taken) const;

  const Position& now_;
  WorldHands worlds_;
  std::size_t count_;
  Payoff payoff_;
  int jack_;
  Deal deal_;
  std::size_t players_;
  std::vector<Card> cards_;
  std::array<std::uint64_t, kMaxSeats> played_{};  // by seat, printed
  std::size_t drawn_;                              // cards of the stock still to be drawn
  std::optional<PayoffRule> rule_;                 // where it is the same in every world
};

}  // namespace kibitz
