#include "kibitz/solver.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "maxn.hpp"
#include "search.hpp"
#include "tricks.hpp"

namespace kibitz {
namespace {

// Tables for short and for long keys; a question uses the narrowest that holds its keys.
template <template <int> class Tables>
struct TableSet {
  Tables<2> narrow;
  Tables<4> middle;
  Tables<6> wide;

  template <class Work>
  void with(int bits, Work&& work) {
    if (bits <= 128) {
      work(narrow);
    } else if (bits <= 256) {
      work(middle);
    } else {
      work(wide);
    }
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return narrow.bytes() + middle.bytes() + wide.bytes();
  }
};

int sum(const State& state, SeatMask seats) {
  int points = 0;
  for (std::size_t seat = 0; seat < state.points.size(); ++seat) {
    if (has(seats, static_cast<Seat>(seat))) points += state.points[seat];
  }
  return points;
}

// The position's bounds from those of all its cards.
void combine(Answer& answer, bool maximise) {
  answer.lower = answer.cards.front().lower;
  answer.upper = answer.cards.front().upper;
  for (const CardBounds& each : answer.cards) {
    answer.lower =
        maximise ? std::max(answer.lower, each.lower) : std::min(answer.lower, each.lower);
    answer.upper =
        maximise ? std::max(answer.upper, each.upper) : std::min(answer.upper, each.upper);
  }
}

// Cards of one class, and the position after any of them.
struct Branch {
  std::vector<Card> cards;  // in card order
  State child;
};

std::vector<Branch> branches(const Lanes& lanes, const Worths& worths, const KeyMaker& keys,
                             const State& state) {
  const std::uint64_t all = legal(lanes, state);
  const Moves moves =
      classes(worths, all, (keys.left(state) & ~state.hand[state.turn]) | state.table);
  std::vector<Branch> found;
  for (int at = 0; at < moves.size; ++at) {
    Branch branch{{}, state};
    for (const Slot slot : CardSet(moves.members(at, all)))
      branch.cards.push_back(lanes.card(slot));
    std::sort(branch.cards.begin(), branch.cards.end());
    play(lanes, branch.child, lanes.slot(branch.cards.front()));
    found.push_back(std::move(branch));
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.cards[0] < b.cards[0]; });
  return found;
}

// One question about one layout (its trump is known): values of positions of this deal for MAX,
// with one table.
template <class Search>
class Question {
 public:
  Question(const Lanes& lanes, const Worths& worths, const KeyMaker& keys, const Query& query,
           Search& search)
      : lanes_(lanes),
        worths_(worths),
        keys_(keys),
        max_(query.max),
        counting_(static_cast<SeatMask>(query.max & ~lanes.silent)),
        at_least_(query.at_least),
        search_(search) {}

  // What can be said without search.
  void open(const State& state, Points& lower, Points& upper) const {
    const int taken = sum(state, counting_);
    const Stakes::Range range = search_.range(state);
    lower = taken + range.least;
    upper = taken + range.most;
  }

  // Narrows a position's bounds until they meet, or until it is known whether it reaches what is
  // asked for.
  void narrow_at(const State& state, Points& lower, Points& upper, int guess) {
    const int taken = sum(state, counting_);
    const auto test = [&](int k) { return taken + search_.test(state, k - taken); };
    if (at_least_) {
      if (lower >= *at_least_ || upper < *at_least_) return;
      const int value = test(*at_least_);
      (value >= *at_least_ ? lower : upper) = value;
      return;
    }
    if (lower < upper) {
      Stakes::Range open{lower - taken, upper - taken};
      guess -= taken;
      search_.relax(state, open.least, open.most, guess);
      lower = taken + open.least;
      upper = taken + open.most;
      guess += taken;
    }
    narrow(test, lower, upper, guess);
  }

  void value(const State& root, Answer& answer) {
    narrow_at(root, answer.lower, answer.upper,
              root.over ? 0 : sum(root, counting_) + search_.playout(root));
  }

  // Every card's value; the position's follows from them.
  void cards(const State& root, Answer& answer) {
    const std::vector<Branch> all = branches(lanes_, worths_, keys_, root);
    for (const Branch& branch : all) {
      CardBounds bounds{};
      open(branch.child, bounds.lower, bounds.upper);
      for (const Card card : branch.cards)
        answer.cards.push_back({card, bounds.lower, bounds.upper});
    }
    std::sort(answer.cards.begin(), answer.cards.end(),
              [](const auto& a, const auto& b) { return a.card < b.card; });
    int guess = sum(root, counting_) + search_.playout(root);
    for (const Branch& branch : all) {
      CardBounds& first = *find(answer.cards, branch.cards.front());
      try {
        narrow_at(branch.child, first.lower, first.upper, guess);
      } catch (const Stopped&) {
        settle(root, branch, answer);
        throw;
      }
      settle(root, branch, answer);
      guess = first.lower;
    }
  }

  // At each turn the first best card in card order.
  void line(State state, Answer& answer) {
    while (!state.over) {
      const bool maximise = has(max_, state.turn);
      const std::vector<Branch> all = branches(lanes_, worths_, keys_, state);
      for (const Branch& branch : all) {
        const int wanted = answer.lower - sum(branch.child, counting_);
        const bool holds =
            &branch == &all.back() || (maximise ? search_.test(branch.child, wanted) >= wanted
                                                : search_.test(branch.child, wanted + 1) <= wanted);
        if (!holds) continue;
        answer.line.push_back(branch.cards.front());
        state = branch.child;
        break;
      }
    }
  }

 private:
  static std::vector<CardBounds>::iterator find(std::vector<CardBounds>& cards, Card card) {
    return std::find_if(cards.begin(), cards.end(),
                        [&](const CardBounds& each) { return each.card == card; });
  }

  // Gives a branch's bounds to all its cards, and to the position what follows from all.
  void settle(const State& root, const Branch& branch, Answer& answer) const {
    const CardBounds found = *find(answer.cards, branch.cards.front());
    for (const Card card : branch.cards) {
      CardBounds& each = *find(answer.cards, card);
      each.lower = found.lower;
      each.upper = found.upper;
    }
    combine(answer, has(max_, root.turn));
  }

  const Lanes& lanes_;
  const Worths& worths_;
  const KeyMaker& keys_;
  SeatMask max_;
  SeatMask counting_;  // those of MAX that can score
  std::optional<Points> at_least_;
  Search& search_;
};

}  // namespace

template <int Words>
using VectorTable = Table<Words, VectorValue>;

struct Solver::Tables {
  TableSet<SideTables> sides;
  RelaxedTables relaxed;
  TrickTables tricks;
  TableSet<VectorTable> vectors;

  // A state whose trump is known.
  void solve(const Lanes& lanes, const State& root, const Query& query, Meter& meter,
             Answer& answer) {
    const Worths worths(lanes, !query.switches.classes);
    const KeyMaker keys(lanes, worths, root);
    const auto ask = [&](auto& search) {
      Question question(lanes, worths, keys, query, search);
      question.open(root, answer.lower, answer.upper);
      meter.check();
      if (query.cards && !root.over) {
        question.cards(root, answer);
      } else {
        question.value(root, answer);
      }
      if (query.line && answer.exact()) question.line(root, answer);
    };
    if (query.switches.partition && TrickSearch::holds(lanes, root, query.max)) {
      tricks.begin(query.limits.memory, lanes.trumps);
      TrickSearch search(lanes, query.max, tricks, meter, query.switches);
      ask(search);
      return;
    }
    const bool hunts = Hunt<2>::holds(lanes, query.max);
    const bool leads = query.switches.leads && LeadSearch<2>::holds(lanes, root, query.max);
    const int bits = std::max(leads ? LeadSearch<2>::bits(lanes, root) : keys.bits(),
                              hunts ? Hunt<2>::bits(lanes, worths, root) : 0);
    sides.with(bits, [&]<int Words>(SideTables<Words>& tables) {
      // Each table that the question uses gets its share; the others keep what they have.
      const bool relaxes = Relaxation::holds(lanes);
      const std::uint64_t half = query.limits.memory / 2;
      if (!leads) tables.exact.begin(hunts || relaxes ? half : 2 * half);
      if (hunts) {
        tables.hunt.begin(half / 2);
        tables.better.begin(half / 2);
      }
      if (leads) tables.leads.begin(2 * half);
      if (relaxes) relaxed.begin(half / 2);
      SidesSearch<Words> search(lanes, worths, keys, root, query.max, tables, relaxed, meter,
                                query.switches);
      ask(search);
    });
  }

  // The first lead names the trump: each lead is a question of its own, with its own layout.
  void solve_open(const Position& position, const Query& query, Meter& meter, Answer& answer) {
    const bool maximise = has(query.max, position.to_move());
    Query inner = query;
    inner.cards = inner.line = false;
    for (const int index : CardSet(position.legal_cards())) {
      const Card card{static_cast<std::uint8_t>(index)};
      const Position child = after(position, card);
      const int taken =
          sum(child.state(), static_cast<SeatMask>(query.max & ~child.lanes().silent));
      CardBounds bounds{card, taken, taken};
      const Stakes::Range range =
          Stakes(child.lanes(), query.max, false)
              .sums(child.state(), child.state().cards(child.players()) | child.state().table);
      bounds.lower += range.least;
      bounds.upper += range.most;
      answer.cards.push_back(bounds);
    }
    combine(answer, maximise);
    for (CardBounds& bounds : answer.cards) {
      Answer found;
      const Position child = after(position, bounds.card);
      try {
        solve(child.lanes(), child.state(), inner, meter, found);
      } catch (const Stopped&) {
        bounds.lower = found.lower;
        bounds.upper = found.upper;
        combine(answer, maximise);
        throw;
      }
      bounds.lower = found.lower;
      bounds.upper = found.upper;
      combine(answer, maximise);
    }
    if (!query.line || !answer.exact()) return;
    const auto best =
        std::find_if(answer.cards.begin(), answer.cards.end(),
                     [&](const CardBounds& bounds) { return bounds.lower == answer.lower; });
    Answer rest;
    inner.line = true;
    const Position child = after(position, best->card);
    solve(child.lanes(), child.state(), inner, meter, rest);
    answer.line = std::move(rest.line);
    answer.line.insert(answer.line.begin(), best->card);
  }

  void maxn(const Position& position, const VectorQuery& query, Meter& meter,
            VectorAnswer& answer) {
    const PayoffRule rule =
        payoff_rule(position.deal(), query.payoff, position.trump(), query.jack);
    const auto counted = payoff_lanes(rule, position.shared_lanes());
    const Lanes& lanes = *counted;
    const State root = position.replayed(lanes);
    const Worths worths(lanes);
    const KeyMaker keys(lanes, worths, root);
    vectors.with(keys.bits() + MaxnSearch<2>::extra_bits(rule),
                 [&]<int Words>(Table<Words, VectorValue>& table) {
                   table.begin(query.limits.memory);
                   MaxnSearch<Words> search(lanes, worths, keys, rule, table, meter);
                   if (query.cards && !root.over) {
                     for (const Branch& branch : branches(lanes, worths, keys, root)) {
                       const PointsVector reached =
                           payoffs(rule, search.total(branch.child, search.value(branch.child)));
                       for (const Card card : branch.cards) answer.cards.push_back({card, reached});
                     }
                     std::sort(answer.cards.begin(), answer.cards.end(),
                               [](const auto& a, const auto& b) { return a.card < b.card; });
                   }
                   answer.values = payoffs(rule, search.total(root, search.value(root)));
                 });
  }

  void maxn_open(const Position& position, const VectorQuery& query, Meter& meter,
                 VectorAnswer& answer) {
    VectorQuery inner = query;
    inner.cards = false;
    const Seat mover = position.to_move();
    for (const int index : CardSet(position.legal_cards())) {
      const Card card{static_cast<std::uint8_t>(index)};
      const Position child = after(position, card);
      VectorAnswer found;
      maxn(child, inner, meter, found);
      if (answer.cards.empty() || prefers(mover, position.players(), found.values, answer.values)) {
        answer.values = found.values;
      }
      answer.cards.push_back({card, found.values});
    }
    if (!query.cards) answer.cards.clear();
  }

 private:
  static Position after(Position position, Card card) {
    position.play(card);
    return position;
  }
};

Solver::Solver() : tables_(std::make_unique<Tables>()) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Answer Solver::answer(const Query& query, const std::function<void(Meter&, Answer&)>& work) {
  Meter meter(query.limits);
  Answer answer;
  try {
    work(meter, answer);
    answer.complete = true;
  } catch (const Stopped&) {
    answer.line.clear();
  }
  if (!query.cards) answer.cards.clear();
  answer.nodes = meter.nodes();
  answer.seconds = meter.seconds();
  return answer;
}

Answer Solver::solve(const Position& position, const Query& query) {
  tables_->tricks.forget();
  return go_on(position, query);
}

Answer Solver::solve(const Lanes& lanes, const State& state, const Query& query) {
  tables_->tricks.forget();
  return answer(query, [&](Meter& meter, Answer& found) {
    tables_->solve(lanes, state, query, meter, found);
  });
}

std::vector<Answer> Solver::solve_each(std::span<const Position> positions,
                                       std::span<const SeatMask> sides, const Query& query) {
  if (sides.size() != positions.size())
    throw std::invalid_argument("solve_each: expected a side for each position");
  tables_->tricks.forget();
  std::vector<Answer> answers;
  Query rest = query;
  for (std::size_t at = 0; at < positions.size(); ++at) {
    rest.max = sides[at];
    answers.push_back(go_on(positions[at], rest));
    if (!answers.back().complete) break;
    rest.limits.seconds -= answers.back().seconds;
    rest.limits.nodes -= answers.back().nodes;
  }
  return answers;
}

Answer Solver::go_on(const Position& position, const Query& query) {
  return answer(query, [&](Meter& meter, Answer& found) {
    if (position.lanes().open && !position.is_over()) {
      tables_->solve_open(position, query, meter, found);
    } else {
      tables_->solve(position.lanes(), position.state(), query, meter, found);
    }
  });
}

VectorAnswer Solver::maxn(const Position& position, const VectorQuery& query) {
  Meter meter(query.limits);
  VectorAnswer answer;
  // A payoff that the deal cannot have is refused before the search.
  (void)payoff_rule(position.deal(), query.payoff, position.trump(), query.jack);
  try {
    meter.check();
    if (position.lanes().open && !position.is_over()) {
      tables_->maxn_open(position, query, meter, answer);
    } else {
      tables_->maxn(position, query, meter, answer);
    }
    answer.complete = true;
  } catch (const Stopped&) {
    answer.cards.clear();
  }
  answer.nodes = meter.nodes();
  answer.seconds = meter.seconds();
  return answer;
}

std::uint64_t Solver::table_bytes() const {
  return tables_->sides.bytes() + tables_->relaxed.bytes() + tables_->tricks.bytes() +
         tables_->vectors.bytes();
}

}  // namespace kibitz
