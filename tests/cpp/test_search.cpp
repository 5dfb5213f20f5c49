#include "check.hpp"
#include "kibitz/notation.hpp"
#include "kibitz/solver.hpp"

using namespace kibitz;

namespace {

constexpr const char* kDeal =
    "cinch H 0 AHKH2HQC8SQH/3H4H7HKCACQS/5D8H9H3CTCKD/6HTHJHJC2D5H maker=0 bid=12";
constexpr SeatMask kMakers = 0b0101;

Answer solve(Solver& solver, const char* text, Limits limits = {}) {
  Query query;
  query.max = kMakers;
  query.cards = true;
  query.line = true;
  query.limits = std::move(limits);
  return solver.solve(Position(parse_deal(text)), query);
}

}  // namespace

TEST("the value is that of the best card, and the line earns it") {
  Solver solver;
  const Answer answer = solve(solver, kDeal);
  CHECK(answer.complete && answer.exact());
  CHECK(answer.cards.size() == 6);
  Points best = 0;
  for (const CardBounds& card : answer.cards) {
    CHECK(card.exact());
    best = std::max(best, card.lower);
  }
  CHECK(best == answer.lower);
  Position position(parse_deal(kDeal));
  for (const Card card : answer.line) position.play(card);
  CHECK(position.is_over());
  CHECK(position.points()[0] + position.points()[2] == answer.lower);
}

TEST("a side and its opponents share what is at stake") {
  Solver solver;
  Query query;
  query.max = kMakers;
  const Position position(parse_deal(kDeal));
  const Answer ours = solver.solve(position, query);
  query.max = 0b1010;
  const Answer theirs = solver.solve(position, query);
  CHECK(ours.lower + theirs.lower == 14);
}

TEST("a warm solver answers as a cold one, node for node") {
  Solver warm;
  const Answer cold = solve(warm, kDeal);
  for (int round = 0; round < 3; ++round) {
    (void)solve(warm, "whist S 0 ASKC/KSQC/QSJC/JSTC");
    const Answer again = solve(warm, kDeal);
    CHECK(again.nodes == cold.nodes);
    CHECK(again.line == cold.line);
    CHECK(again.lower == cold.lower);
  }
}

TEST("a search cut short by nodes proves bounds around the value, the same every time") {
  Solver solver;
  const Answer full = solve(solver, kDeal);
  for (std::uint64_t nodes = 0; nodes < full.nodes; nodes += full.nodes / 7 + 1) {
    Limits limits;
    limits.nodes = nodes;
    const Answer cut = solve(solver, kDeal, limits);
    CHECK(!cut.complete);
    CHECK(cut.nodes <= nodes);
    CHECK(cut.lower <= full.lower && full.lower <= cut.upper);
    const Answer again = solve(solver, kDeal, limits);
    CHECK(again.nodes == cut.nodes && again.lower == cut.lower && again.upper == cut.upper);
  }
}

TEST("a stop flag that is up ends a search at its next look") {
  const std::atomic<bool> stop{true};
  Limits limits;
  limits.stop = &stop;
  Solver solver;
  CHECK(solve(solver, kDeal, limits).nodes <= 1024);
}

TEST("max^n gives every seat its points, and they sum to what is at stake") {
  Solver solver;
  const Position position(parse_deal("cinch D 0 8D6D5D3D2D9S/4DTH9H5HJSTS maker=0 bid=5"));
  const VectorAnswer answer = solver.maxn(position, VectorQuery{});
  CHECK(answer.complete);
  CHECK(answer.values[0] == 11 && answer.values[1] == 0);
}
