// Playouts: one position in many worlds, each card of the mover played, and the deal then played
// out by a fast policy. The policy sees its own hand and what lies open to all, no more; what it
// makes of that is a table of weights for each kind of game (ALGORITHMS: games of each for himself
// are played better by such playouts than by worlds solved with every hand open).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "kibitz/limits.hpp"
#include "kibitz/payoff.hpp"
#include "kibitz/position.hpp"
#include "kibitz/worlds.hpp"

namespace kibitz {

struct PlayoutQuery {
  Payoff payoff = Payoff::points;
  int jack = 0;
  std::uint64_t seed = 0;
  std::uint64_t first =
      0;             // number of the first world: a batch in parts gives what the whole gives
  int random = 100;  // of a thousand plays, so many are any legal card
  int workers = 1;   // 0: one a core
  // Weights of the policy, for all seats or one set after the other for each; empty: the built-in.
  std::span<const std::int16_t> weights;
  Limits limits;
};

// payoffs[(world * cards + card) * players + seat], the cards of now.legal_cards() in their order;
// done[world] is 0 where a limit came first. The same random numbers serve every card of a world,
// and depend on the seed and the world's number alone. Throws DealError naming the first faulty
// world, RulesError for a payoff that means nothing, std::invalid_argument if the spans do not fit
// or the mover must draw before he can choose.
void playouts(const Position& now, const WorldHands& worlds, const PlayoutQuery& query,
              std::span<std::int16_t> payoffs, std::span<std::uint8_t> done);

// The kind of game, which decides the weights, by the rules' properties.
enum class PolicyKind : std::uint8_t {
  avoid,        // penalties, none of them much dearer than the others
  avoid_heavy,  // one card is a great part of all penalties
  points,       // trumps, and cards that count for their taker
  pips,         // trumps, and Game by pips
  tricks,       // every trick counts
};
inline constexpr int kPolicyKinds = 5;
[[nodiscard]] std::string_view name_of(PolicyKind kind);
[[nodiscard]] PolicyKind policy_kind(const Rules& rules);
// The built-in weights of a kind.
[[nodiscard]] std::span<const std::int16_t> policy_weights(PolicyKind kind);

// The card that the policy plays; hands of other seats are not looked at. Throws
// std::invalid_argument if the deal is over.
[[nodiscard]] Card policy_card(const Position& now, std::span<const std::int16_t> weights = {});

// What the policy sees in each card that the mover may play: numbers of weights, and how many
// sixteenths of each count.
struct CardFeatures {
  Card card;
  std::vector<std::pair<int, int>> features;
};
[[nodiscard]] std::vector<CardFeatures> policy_features(const Position& now);

}  // namespace kibitz
