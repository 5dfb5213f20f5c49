// The search of games in which nothing counts but tricks: four seats, two against two, suits
// followed strictly, hands of one size. It asks what SidesSearch asks, and its answers are the
// same.
//
// Partition. Beside the number of tricks every result names the cards whose rank its proof looked
// at. Let n be how many cards of a lane lie at or above the lowest of those. The proof then holds
// for every position of the same shape (how many cards of each lane each seat holds, who leads) in
// which the top n cards of each lane lie with the same seats: play the twin of each card, where the
// i-th highest of a lane are twins among the top n, and below, any one-to-one choice within a seat.
// What may be played depends on the shape alone. A trick is won by the twin of its winner: if
// another card of its lane lies in the trick, the winner is among the cards looked at, so its twin
// is above the twins of the others; if not, rank plays no part. After the trick the same relation
// holds between what is left. So when a trick ends its winner is added, on the condition said; a
// result from the table adds the cards its entry knows; sure tricks add theirs (sure.hpp); when all
// plays fail, what all of them looked at counts, and when one succeeds, what that one did.
//
// Classes. One card stands for neighbours in one hand (moves.hpp). Exchanging two neighbours turns
// a proof for one into a proof for the other, which may look one step lower; so if the proof looks
// at a rank within the class, or below it, the lowest of the class is taken to be looked at too.
//
// Skip. If a play fails and its proof looks at no rank of the lane down to the card played, then
// each lower card of that lane, and every other below the lowest rank looked at, leads to a
// position of the same set, and fails for the same reason.
//
// Sharing. A result speaks of a shape, of the seats that hold its top cards, and of tricks of the
// even seats. What it takes from the layout is which lane is trumps. It knows nothing of how the
// deal began, of whose question it was, or of what a trick counts; so it holds for every question
// with the same trumps, whoever leads and whichever side is MAX.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "kibitz/limits.hpp"
#include "kibitz/position.hpp"
#include "kibitz/solver.hpp"
#include "partition.hpp"
#include "stakes.hpp"
#include "sure.hpp"
#include "trick_order.hpp"

namespace kibitz {

// What earlier searches found best in the same situation of a seat: a guess.
class Refutations {
 public:
  void begin();
  [[nodiscard]] int probe(std::uint64_t situation) const;
  void store(std::uint64_t situation, int slot);

 private:
  struct Entry {
    std::uint16_t check;
    std::uint8_t generation;
    std::uint8_t slot;
  };
  [[nodiscard]] static std::uint64_t hash(std::uint64_t situation);
  std::vector<Entry> entries_;
  std::uint8_t generation_ = 0;
};

// What one question knows, or several one after the other.
struct TrickTables {
  PartitionTable proofs;
  Refutations refutations;
  std::optional<int> evens;  // tricks of the even seats that were found last: a guess

  // From here on questions are new, and nothing of those before is used.
  void forget() { trumps_.reset(); }
  // Before a question. What others found stays if it holds.
  void begin(std::uint64_t memory, std::uint64_t trumps) {
    if (trumps_ == trumps) return;
    trumps_ = trumps;
    proofs.begin(memory);
    refutations.begin();
    evens.reset();
  }
  [[nodiscard]] std::uint64_t bytes() const { return proofs.bytes(); }

 private:
  std::optional<std::uint64_t> trumps_;  // of the questions so far
};

class TrickSearch {
 public:
  TrickSearch(const Lanes& lanes, SeatMask max, TrickTables& tables, Meter& meter,
              const Switches& switches);

  // Is it such a game, and such a question?
  [[nodiscard]] static bool holds(const Lanes& lanes, const State& root, SeatMask max);

  // At least `k` points for MAX from here on, the trick under way included? Fail-soft.
  [[nodiscard]] int test(const State& state, int k);
  // Bounds that hold without search.
  [[nodiscard]] Stakes::Range range(const State& state) const;
  // A first guess at the points to come.
  [[nodiscard]] int playout(const State& state) const;

  static void relax(const State&, int&, int&, int&) {}  // there is no relaxed game

 private:
  static constexpr int kSeats = 4;

  using Trick = TrickState;
  using Choices = TrickChoices;

  Proof begin(Seat leader, std::uint64_t shape, int tricks, int k);
  [[nodiscard]] Proof last(Seat leader) const;
  Proof go_on(const Trick& trick, int k);
  Proof after(const Trick& trick, Slot slot, int k);
  [[nodiscard]] std::uint64_t legal(const Trick& trick) const;
  [[nodiscard]] std::uint64_t class_of(const Trick& trick, std::uint64_t cards) const;
  void list(const Trick& trick, std::uint64_t cards, Choices& out) const;
  [[nodiscard]] bool beats(Slot slot, Slot best) const {
    return lane_of(slot) == lane_of(best) ? slot > best : (bit(slot) & trumps_) != 0;
  }
  [[nodiscard]] std::uint64_t situation(const Trick& trick) const;
  [[nodiscard]] std::uint64_t hand(Seat seat) const {
    return hands_[static_cast<std::size_t>(seat)];
  }

  SureTricks sure_;
  TrickOrder order_;
  std::array<std::uint64_t, kSeats> hands_{};
  std::uint64_t trumps_;
  int worth_;      // points of a trick
  bool mirrored_;  // MAX are the odd seats; the search itself counts tricks of the even ones
  TrickTables& tables_;
  Meter& meter_;
  Switches switches_;
};

}  // namespace kibitz
