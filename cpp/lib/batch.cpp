#include "kibitz/batch.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>

#include "pool.hpp"

namespace kibitz {
namespace {

// Neighbours that a worker takes at a time: small deals, where taking one costs something.
constexpr std::size_t kRun = 16;

Deal deal_at(const DealBatch& batch, std::size_t at) {
  Deal deal;
  deal.variant = batch.rules.name;
  deal.rules = batch.rules;
  deal.players = batch.players;
  deal.trump = batch.trumps[at];
  deal.leader = batch.leaders[at];
  const auto players = static_cast<std::size_t>(batch.players);
  for (const std::uint64_t bits : batch.hands.subspan(at * players, players)) {
    std::vector<Card> hand;
    for (const int index : CardSet(bits)) hand.push_back(Card{static_cast<std::uint8_t>(index)});
    deal.hands.emplace_back(std::move(hand));
  }
  return deal;
}

Position position_at(const DealBatch& batch, std::size_t at) {
  try {
    return Position(deal_at(batch, at));
  } catch (const DealError& error) {
    std::vector<Fault> faults = error.faults();
    faults.front().text = "deal " + std::to_string(at) + ": " + faults.front().text;
    throw DealError(std::move(faults));
  }
}

// What all workers used, added up as each ends.
class Used {
 public:
  void add(std::uint64_t nodes, std::uint64_t bytes) {
    nodes_ += nodes;
    bytes_ += bytes;
  }
  [[nodiscard]] BatchReport report() const { return {nodes_, bytes_}; }

 private:
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<std::uint64_t> bytes_{0};
};

// A worker of a pool: a solver, and what to do with an item.
template <class Item>
class Worker {
 public:
  Worker(const Item& item, Used& used) : item_(item), used_(used) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() { used_.add(nodes_, solver_.table_bytes()); }

  void begin() const {}
  void operator()(std::size_t at, const Limits& limits) { nodes_ += item_(solver_, at, limits); }

 private:
  Solver solver_;
  const Item& item_;
  Used& used_;
  std::uint64_t nodes_ = 0;
};

// Does `item(solver, at, limits)`, which returns the nodes it took, for each of `items`.
template <class Item>
BatchReport in_pool(std::size_t items, std::size_t run, const BatchOptions& options,
                    const Item& item) {
  Used used;
  Pool pool(items, run, options.limits, options.item_seconds);
  pool.run(
      options.workers, [&] { return Worker<Item>(item, used); },
      [&](std::size_t done) {
        if (options.progress) options.progress(done);
      });
  return used.report();
}

void check(const DealBatch& batch, const DealValues& out) {
  const std::size_t deals = out.values.size();
  if (batch.players < 1 || batch.players > kMaxSeats || batch.trumps.size() != deals ||
      batch.leaders.size() != deals || out.done.size() != deals ||
      (!out.cards.empty() && out.cards.size() != deals * 64) ||
      batch.hands.size() != deals * static_cast<std::size_t>(batch.players)) {
    throw std::invalid_argument("hands, trumps, leaders and values must be of equally many deals");
  }
  for (const std::uint64_t bits : batch.hands) {
    for (const int index : CardSet(bits)) {
      if (!is_card(index))
        throw std::invalid_argument("a hand has bit " + std::to_string(index) +
                                    ", which is no card");
    }
  }
  for (const std::int8_t trump : batch.trumps) {
    if (trump < kNoTrump || trump >= kLanes)
      throw std::invalid_argument("a trump is neither a suit (0-3) nor -1");
  }
}

// One world at a time: the cards of the mover, each worth what the payoff makes of its points.
class WorldSolver {
 public:
  WorldSolver(const Worlds& worlds, SeatMask side, const WorldValues& out)
      : worlds_(worlds), side_(side), out_(out) {}

  std::uint64_t operator()(Solver& solver, std::size_t at, const Limits& limits) const {
    const Deal deal = worlds_.deal(at);
    const std::vector<Card>& cards = worlds_.cards();
    const int trump = worlds_.trump_after(cards.front());
    Query query;
    query.max = side_;
    query.limits = limits;
    std::vector<std::int16_t> values;
    std::uint64_t nodes = 0;
    if (trump == worlds_.trump_now()) {
      const World world = worlds_.laid_out(deal, at, trump);
      query.cards = true;
      const Answer answer = solver.solve(*world.lanes, world.state, query);
      nodes = answer.nodes;
      for (const CardBounds& each : answer.cards) note(world, each.lower, each.upper, values);
    } else {
      // Each lead names its own trump.
      for (const Card card : cards) {
        World world = worlds_.laid_out(deal, at, worlds_.trump_after(card));
        play(*world.lanes, world.state, world.lanes->slot(card));
        const Answer answer = solver.solve(*world.lanes, world.state, query);
        nodes += answer.nodes;
        note(world, answer.lower, answer.upper, values);
      }
    }
    if (values.size() < cards.size()) return nodes;
    std::copy(values.begin(), values.end(),
              out_.values.begin() + static_cast<std::ptrdiff_t>(at * cards.size()));
    out_.done[at] = 1;
    return nodes;
  }

 private:
  // Adds the payoff if it is known.
  void note(const World& world, Points lower, Points upper,
            std::vector<std::int16_t>& values) const {
    const Points all = all_points(*world.lanes, world.state);
    const Points value = side_payoff(world.rule, side_, lower, all);
    if (value == side_payoff(world.rule, side_, upper, all))
      values.push_back(static_cast<std::int16_t>(value));
  }

  const Worlds& worlds_;
  SeatMask side_;
  const WorldValues& out_;
};

}  // namespace

BatchReport solve_batch(const DealBatch& batch, SeatMask side, const BatchOptions& options,
                        const DealValues& out) {
  check(batch, out);
  return in_pool(out.values.size(), kRun, options,
                 [&](Solver& solver, std::size_t at, const Limits& limits) {
                   Query query;
                   query.max = side;
                   query.cards = !out.cards.empty();
                   query.limits = limits;
                   const Answer answer = solver.solve(position_at(batch, at), query);
                   if (!answer.complete) return answer.nodes;
                   out.done[at] = 1;
                   out.values[at] = static_cast<std::int16_t>(answer.lower);
                   if (!out.cards.empty()) {
                     const auto row = out.cards.subspan(64 * at, 64);
                     std::fill(row.begin(), row.end(), kNotLegal);
                     for (const CardBounds& each : answer.cards)
                       row[each.card.index] = static_cast<std::int16_t>(each.lower);
                   }
                   return answer.nodes;
                 });
}

std::vector<Answer> solve_positions(std::span<const Position> positions,
                                    std::span<const SeatMask> sides, const Query& query,
                                    const BatchOptions& options) {
  if (positions.size() != sides.size())
    throw std::invalid_argument("expected a side for each position");
  std::vector<Answer> answers(positions.size());
  std::vector<std::uint8_t> begun(positions.size());
  const auto one = [&](Solver& solver, std::size_t at, const Limits& limits) {
    Query each = query;
    each.max = sides[at];
    each.limits = limits;
    answers[at] = solver.solve(positions[at], each);
    begun[at] = 1;
    return answers[at].nodes;
  };
  in_pool(positions.size(), 1, options, one);
  // What no worker came to has the bounds that need no search.
  Solver solver;
  Limits none;
  none.seconds = 0;
  for (std::size_t at = 0; at < positions.size(); ++at) {
    if (begun[at] == 0) one(solver, at, none);
  }
  return answers;
}

BatchReport solve_worlds(const Position& now, const WorldHands& worlds, SeatMask side,
                         Payoff payoff, const BatchOptions& options, const WorldValues& out) {
  const std::size_t cards = static_cast<std::size_t>(CardSet(now.legal_cards()).size());
  const std::size_t count = worlds.hands.size() / static_cast<std::size_t>(now.players());
  if (out.values.size() != count * cards || out.done.size() != count)
    throw std::invalid_argument(
        "expected a value for each world and card, and a mark for each world");
  const Worlds all(now, worlds, count, payoff);
  check_side_payoff(payoff_rule(now.deal(), payoff, now.trump()), now.lanes(), side);
  return in_pool(count, 1, options, WorldSolver(all, side, out));
}

}  // namespace kibitz
