#include "kibitz/playout.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>

#include "policy.hpp"
#include "policy_weights.hpp"
#include "pool.hpp"
#include "random.hpp"

namespace kibitz {
namespace {

// A part of all penalties that makes one card feared for itself.
constexpr int kHeavyPart = 4;
// Cards whose worth is the mean: hearts in Hearts, points in Cinch.
constexpr int kMeanCards = 13;

// What a card counts against its taker before any trump is known.
int cost_of(const Rules& rules, int index) {
  const Card card{static_cast<std::uint8_t>(index)};
  const bool penalty = !card.is_joker() && card.suit() == rules.penalty_suit;
  return std::max(0, (penalty ? 1 : 0) - rules.card_points[card.index]);
}

// The cards played so far, by seat, and what they show of each seat.
struct Played {
  std::array<std::uint64_t, kMaxSeats> by{};
  std::uint64_t all = 0;
  Open open;
};

Played played_in(const Position& now, const Lanes& lanes) {
  Played played;
  std::vector<Trick> tricks = now.tricks();
  tricks.push_back({now.state().leader, kNobody, now.trick()});
  for (std::size_t number = 0; number < tricks.size(); ++number) {
    const Trick& trick = tricks[number];
    const bool draws =
        lanes.stock_rule == StockRule::two_players && 2 * number < lanes.stock.size();
    for (const auto& [seat, card] : trick.cards) {
      const auto at = static_cast<std::size_t>(seat);
      played.by[at] |= bit(card.index);
      played.all |= bit(card.index);
      played.open.gone |= bit(lanes.slot(card));
      const int led = lane_of(lanes.slot(trick.cards.front().second));
      const int lane = lane_of(lanes.slot(card));
      const bool ruff = lanes.ruff_at_will && led != lanes.trump && lane == lanes.trump;
      if (lane == led || ruff || draws || (bit(lanes.slot(card)) & lanes.joker) != 0) continue;
      played.open.voids[at] = static_cast<std::uint8_t>(played.open.voids[at] | 1u << led);
    }
  }
  return played;
}

// The cards that all know may be in play: those of an ending, or of a pack dealt out, are known;
// of others only what was put out is known to be gone.
std::uint64_t universe_of(const Position& now, const Deal& deal, const Played& played) {
  const Rules& rules = deal.rules;
  std::uint64_t in_play = played.all | set_of(deal.stock) | set_of(deal.widow);
  int most = 0;
  for (Seat seat = 0; seat < deal.players; ++seat) {
    const std::uint64_t hand = set_of(now.hand(seat)) | played.by[static_cast<std::size_t>(seat)];
    most = std::max(most, std::popcount(hand));
    in_play |= hand;
  }
  const int dealt = rules.kept != 0 ? rules.kept : rules.hand_size;
  if (dealt == 0 || rules.stock == StockRule::domino || most < dealt) return in_play;
  std::uint64_t out = 0;
  for (const auto& cards : deal.discards) out |= set_of(cards);
  return rules.pack & ~out;
}

// Nobody's hand goes into the ground: High and Low go to the highest and lowest trump that may be
// in play.
Ground ground_of(const Deal& deal, int trump, std::uint64_t universe) {
  Deal bare = deal;
  for (auto& hand : bare.hands) hand->clear();
  bare.stock.clear();
  bare.widow.clear();
  bare.laws = Laws{};
  const auto lanes = lay_out(bare, trump);
  const Rules& rules = deal.rules;
  Ground ground;
  ground.kind = policy_kind(rules);
  ground.avoid = ground.kind == PolicyKind::avoid || ground.kind == PolicyKind::avoid_heavy;
  for (const int index : CardSet(universe)) {
    const int slot = lanes->slot_of[static_cast<std::size_t>(index)];
    if (slot >= 0) ground.universe |= bit(slot);
  }
  std::array<int, 64> worth{};
  int total = 0;
  for (const Slot slot : CardSet(ground.universe)) {
    const auto at = static_cast<std::size_t>(slot);
    worth[at] = ground.avoid ? -lanes->weight[at] : lanes->weight[at];
  }
  std::uint64_t suit = 0;
  for (const Slot slot : CardSet(ground.universe & lanes->trumps)) {
    if (!lanes->card(slot).is_joker()) suit |= bit(slot);
  }
  if (suit != 0 && rules.high_to == Taker::winner)
    worth[static_cast<std::size_t>(CardSet(suit).top())] += rules.trump_points.high;
  if (suit != 0 && rules.low_to == Taker::winner)
    worth[static_cast<std::size_t>(CardSet(suit).bottom())] += rules.trump_points.low;
  for (const int each : worth) total += std::max(0, each);
  for (const Slot slot : CardSet(ground.universe)) {
    const auto at = static_cast<std::size_t>(slot);
    if (worth[at] == 0) continue;
    ground.worth[at] =
        static_cast<std::int16_t>(kOne * kMeanCards * worth[at] / std::max(1, total));
    const bool much = worth[at] * kHeavyPart >= total;
    ground.big[at] = worth[at] < 0 ? 0 : much ? 2 : 1;
    if (worth[at] > 0) ground.costly |= bit(slot);
    if (much && ground.avoid) ground.heavy |= bit(slot);
  }
  ground.side.fill(-1);
  for (std::size_t seat = 0; deal.maker && seat < static_cast<std::size_t>(deal.players); ++seat) {
    ground.side[seat] =
        lanes->team[seat] == lanes->team[static_cast<std::size_t>(*deal.maker)] ? 1 : 0;
  }
  return ground;
}

// The numbers of a world: they depend on nothing but the seed and the world's own.
Random chance_of(std::uint64_t seed, std::uint64_t world) {
  return Random(seed + 0xD1342543DE82EF95ull * (world + 1));
}

Slot nth(std::uint64_t cards, unsigned number) {
  for (; number > 0; --number) cards &= cards - 1;
  return std::countr_zero(cards);
}

// One position in many worlds.
class Table {
 public:
  Table(const Position& now, const WorldHands& hands, const PlayoutQuery& query,
        std::span<std::int16_t> payoffs, std::span<std::uint8_t> done)
      : query_(query),
        payoffs_(payoffs),
        done_(done),
        worlds_(now, hands, done.size(), query.payoff, query.jack),
        players_(static_cast<std::size_t>(now.players())) {
    if (payoffs.size() != done.size() * worlds_.cards().size() * players_)
      throw std::invalid_argument("expected payoffs for each card of each world");
    if (query.random < 0 || query.random > 1000) {
      throw std::invalid_argument("random: expected 0 to 1000 of a thousand plays, not " +
                                  std::to_string(query.random));
    }
    const Deal deal = now.deal();
    const Played played = played_in(now, now.lanes());
    open_ = played.open;
    const std::uint64_t universe = universe_of(now, deal, played);
    for (const Card card : worlds_.cards()) {
      Ground& ground = ground_after(card);
      if (ground.universe == 0) ground = ground_of(deal, worlds_.trump_after(card), universe);
    }
    const auto built_in = policy_weights(policy_kind(deal.rules));
    const std::span<const std::int16_t> given = query.weights.empty() ? built_in : query.weights;
    const bool shared = given.size() == built_in.size();
    if (!shared && given.size() != built_in.size() * players_) {
      throw std::invalid_argument("expected " + std::to_string(built_in.size()) +
                                  " weights, or as many for each seat, not " +
                                  std::to_string(given.size()));
    }
    for (std::size_t seat = 0; seat < players_; ++seat)
      weights_[seat] = given.data() + (shared ? 0 : seat * built_in.size());
  }

  void run() {
    Pool pool(done_.size(), 4, query_.limits);
    pool.run(query_.workers, [this] { return Worker{*this}; }, [](std::size_t) {});
  }

 private:
  struct Worker {
    Table& table;
    void begin() {}
    void operator()(std::size_t at, const Limits&) {
      const auto* stop = table.query_.limits.stop;
      if (stop == nullptr || !stop->load(std::memory_order_relaxed)) table.play_cards(at);
    }
  };

  [[nodiscard]] Ground& ground_after(Card card) {
    return grounds_[static_cast<std::size_t>(worlds_.trump_after(card)) + 1];
  }

  void play_cards(std::size_t at) {
    const Deal deal = worlds_.deal(at);
    const std::vector<Card>& cards = worlds_.cards();
    std::vector<std::int16_t> row;
    World world;
    for (const Card card : cards) {
      const int trump = worlds_.trump_after(card);
      if (row.empty() || trump != world.lanes->trump) world = worlds_.laid_out(deal, at, trump);
      const PointsVector values =
          payoffs(world.rule, played_out(world, ground_after(card), card, at));
      for (std::size_t seat = 0; seat < players_; ++seat)
        row.push_back(static_cast<std::int16_t>(values[seat]));
    }
    std::copy(row.begin(), row.end(), payoffs_.subspan(at * row.size()).begin());
    done_[at] = 1;
  }

  // The final points of all seats.
  [[nodiscard]] PointsVector played_out(const World& world, const Ground& ground, Card card,
                                        std::size_t at) const {
    const Lanes& lanes = *world.lanes;
    State state = world.state;
    Open open = open_;
    Random chance = chance_of(query_.seed, query_.first + at);
    open.see(lanes, state, lanes.slot(card));
    play(lanes, state, lanes.slot(card));
    while (!state.over) {
      const std::uint64_t drawn = chance.next();  // one a play, whatever card was played first
      const std::uint64_t choice = legal(lanes, state);
      Slot slot = std::countr_zero(choice);
      if ((choice & (choice - 1)) != 0) {
        const auto count = static_cast<std::uint64_t>(std::popcount(choice));
        if ((drawn & 0xFFFF) * 1000 < static_cast<std::uint64_t>(query_.random) << 16) {
          slot = nth(choice, static_cast<unsigned>((drawn >> 32) * count >> 32));
        } else {
          slot = policy::best(policy::Turn(ground, lanes, state, open, choice), choice,
                              weights_[state.turn]);
        }
      }
      open.see(lanes, state, slot);
      play(lanes, state, slot);
    }
    add_final_points(lanes, state);
    PointsVector points{};
    for (std::size_t seat = 0; seat < players_; ++seat) points[seat] = state.points[seat];
    return points;
  }

  const PlayoutQuery& query_;
  std::span<std::int16_t> payoffs_;
  std::span<std::uint8_t> done_;
  Worlds worlds_;
  std::size_t players_;
  Open open_;                               // as the mover's turn comes
  std::array<Ground, kLanes + 1> grounds_;  // by trump
  std::array<const std::int16_t*, kMaxSeats> weights_{};
};

}  // namespace

void playouts(const Position& now, const WorldHands& worlds, const PlayoutQuery& query,
              std::span<std::int16_t> payoffs, std::span<std::uint8_t> done) {
  Table(now, worlds, query, payoffs, done).run();
}

std::string_view name_of(PolicyKind kind) {
  constexpr std::array<std::string_view, kPolicyKinds> kNames{"avoid", "avoid_heavy", "points",
                                                              "pips", "tricks"};
  return kNames[static_cast<std::size_t>(kind)];
}

PolicyKind policy_kind(const Rules& rules) {
  if (rules.trick_points > 0) return PolicyKind::tricks;
  if (rules.has_trump())
    return rules.game == GameRule::most_pips ? PolicyKind::pips : PolicyKind::points;
  int total = 0;
  int dearest = 0;
  for (const int index : CardSet(rules.pack)) {
    total += cost_of(rules, index);
    dearest = std::max(dearest, cost_of(rules, index));
  }
  return dearest * kHeavyPart >= total ? PolicyKind::avoid_heavy : PolicyKind::avoid;
}

std::span<const std::int16_t> policy_weights(PolicyKind kind) {
  switch (kind) {
    case PolicyKind::avoid:
      return kAvoidWeights;
    case PolicyKind::avoid_heavy:
      return kAvoidHeavyWeights;
    case PolicyKind::points:
      return kPointsWeights;
    case PolicyKind::pips:
      return kPipsWeights;
    case PolicyKind::tricks:
      return kTricksWeights;
  }
  return {};
}

namespace {

// Calls `visit(card, turn, slot)` for every card that the mover may play.
template <class Visit>
void each_card(const Position& now, Visit&& visit) {
  if (now.is_over()) throw std::invalid_argument("the deal is over: nobody is to play");
  const Deal deal = now.deal();
  const Played played = played_in(now, now.lanes());
  const std::uint64_t universe = universe_of(now, deal, played);
  const bool open = now.lanes().open;
  std::shared_ptr<const Lanes> lanes;
  Ground ground;
  State state = now.state();
  int trump = kNoTrump - 1;
  for (const Card card : cards_of(now.legal_cards())) {
    const int named = open ? card.suit() : now.trump();
    if (named != trump) {
      trump = named;
      lanes = open ? lay_out(deal, trump) : now.shared_lanes();
      ground = ground_of(deal, trump, universe);
      if (open) state = first_state(*lanes, deal);
    }
    const policy::Turn turn(ground, *lanes, state, played.open, legal(*lanes, state));
    visit(card, turn, lanes->slot(card));
  }
}

}  // namespace

Card policy_card(const Position& now, std::span<const std::int16_t> weights) {
  const auto built_in = policy_weights(policy_kind(now.deal().rules));
  if (weights.empty()) weights = built_in;
  if (weights.size() != built_in.size())
    throw std::invalid_argument("expected " + std::to_string(built_in.size()) + " weights, not " +
                                std::to_string(weights.size()));
  // Among equals the lowest slot, as in playouts.
  std::tuple<int, int, Card> best{std::numeric_limits<int>::min(), 0, Card{}};
  each_card(now, [&](Card card, const policy::Turn& turn, Slot slot) {
    best = std::max(best, {policy::score(turn, slot, weights.data()), -slot, card});
  });
  return std::get<Card>(best);
}

std::vector<CardFeatures> policy_features(const Position& now) {
  std::vector<CardFeatures> cards;
  each_card(now, [&](Card card, const policy::Turn& turn, Slot slot) {
    cards.push_back({card, {}});
    policy::features(turn, slot, [&](int number, int sixteenths) {
      cards.back().features.emplace_back(number, sixteenths);
    });
  });
  return cards;
}

}  // namespace kibitz
