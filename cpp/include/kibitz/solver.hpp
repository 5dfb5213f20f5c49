// Solver: owns a table and answers questions about positions. The only door to the search. One a
// thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kibitz/limits.hpp"
#include "kibitz/payoff.hpp"
#include "kibitz/position.hpp"

namespace kibitz {

// Ideas that make the search faster and never change a value; tests turn them off one by one.
struct Switches {
  bool table = true;      // remember positions
  bool classes = true;    // one card for all that play alike
  bool bounds = true;     // top trumps and drawing trumps (sums are always used)
  bool leads = true;      // one team's leads in pips kept out of the key
  bool partition = true;  // tricks: sets of positions by shape and top cards, and sure tricks
  bool relaxed = true;    // the relaxed games: of trumps, and of one seat against the rest
};

// "What do the seats of `max` get, if they play together to raise the sum of their points and all
// others to lower it?"
struct Query {
  SeatMask max = 0;
  bool cards = false;  // the value after each legal play
  bool line = false;   // a principal variation: at each turn the first best card in card order
  std::optional<Points> at_least;  // only whether the value reaches this: bounds then tell
  Limits limits;
  Switches switches;
};

struct CardBounds {
  Card card;
  Points lower;
  Points upper;
  [[nodiscard]] bool exact() const { return lower == upper; }
};

// Values count the whole record: points taken in its plays and those to come.
struct Answer {
  Points lower = 0;  // proven bounds; equal when exact
  Points upper = 0;
  std::vector<CardBounds> cards;  // every legal card, in card order, if asked for
  std::vector<Card> line;         // if asked for, and the value is exact
  bool complete = false;          // nothing was cut short
  std::uint64_t nodes = 0;
  double seconds = 0;
  [[nodiscard]] bool exact() const { return lower == upper; }
};

struct VectorQuery {
  Payoff payoff = Payoff::points;
  int jack = 0;  // sweepstake: counters of a Jack that stands
  bool cards = false;
  Limits limits;
};

struct CardVector {
  Card card;
  PointsVector values;
};

struct VectorAnswer {
  PointsVector values{};
  std::vector<CardVector> cards;
  bool complete = false;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

class Solver {
 public:
  Solver();
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  // Two sides: alpha-beta. A search that is cut short returns proven bounds.
  [[nodiscard]] Answer solve(const Position& position, const Query& query);
  // The same of a state in its layout; the trump must be known.
  [[nodiscard]] Answer solve(const Lanes& lanes, const State& state, const Query& query);
  // Several positions, each for the seats of its side, one after the other; `query.max` is not
  // looked at. The values are those of one by one, the nodes fewer: what is proven for one serves
  // the next where it holds (tricks.hpp). Limits are of the whole call. The first answer that is
  // cut short is the last. Throws std::invalid_argument if the spans differ in length.
  [[nodiscard]] std::vector<Answer> solve_each(std::span<const Position> positions,
                                               std::span<const SeatMask> sides, const Query& query);
  // Each seat for itself: max^n with the tie-break of RULES section 2. Cut short: not complete, no
  // values.
  [[nodiscard]] VectorAnswer maxn(const Position& position, const VectorQuery& query);

  // Bytes held by tables now.
  [[nodiscard]] std::uint64_t table_bytes() const;

 private:
  // Beside what the questions before have left in the tables.
  [[nodiscard]] Answer go_on(const Position& position, const Query& query);
  [[nodiscard]] static Answer answer(const Query& query,
                                     const std::function<void(Meter&, Answer&)>& work);

  struct Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace kibitz
