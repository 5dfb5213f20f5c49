// Tricks that a side is sure of without search, in a game that counts tricks only.
//
// Cashing. The leader's side takes tricks one after the other without giving up the lead. In a
// lane let H be the opponents' highest card. The leader's cards above H win when led, highest
// first, as long as partner can stay below: at the i-th lead partner plays its i-th lowest card of
// the lane, which must lie under the leader's i-th highest, or has none left. In a plain lane this
// holds for as many rounds as each opponent that has a trump can follow; for any number when the
// opponents have no trump, or when the leader has first led trumps that take all of theirs.
// Partner, void, throws a card that this plan does not need; there is always one, since the plan
// takes no more tricks than there are cards. But a partner with nothing except trumps must ruff,
// and then has the lead: so partner's plain cards limit the number of plain tricks, the trick that
// it ruffs included (no opponent can overruff: those with trumps follow).
//
// Crossing. If partner has a winner that beats the leader's lowest card of a lane, the leader may
// first cash, then lead that lowest card, and partner cashes in turn by the same rule, with the
// leader's lowest cards under partner's highest. In the first part partner gives to each lane its
// lowest cards and throws what it needs neither to follow nor to win: tricks are at most cards, so
// that is enough. In the second part the leader throws from above, so that its lowest stay. Now
// neither hand may be forced to ruff: the plain cards of each hand that has a trump limit the plain
// tricks.
//
// Top trumps. A seat's trumps above all of the opponents' win a trick each, since they are played
// in different tricks and only the own side can beat them.
//
// Each claim rests on the lengths of lanes and on the named winners lying above what the others
// must play to them: those winners are what the proof looked at. Where nobody else can still
// follow, rank does not matter, and the winner is not looked at.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "bits.hpp"
#include "kibitz/types.hpp"

namespace kibitz {

// Some tricks, and the cards whose rank the proof looked at.
struct Proof {
  int tricks;
  std::uint64_t cards;
};

class SureTricks {
 public:
  using Hands = std::array<std::uint64_t, 4>;

  explicit SureTricks(std::uint64_t trumps) : trumps_(trumps) {}

  // Tricks that the side of `leader` takes at once: `need` of them, or fewer than that.
  [[nodiscard]] Proof cash(const Hands& hands, int leader, int tricks, int need) const {
    const std::uint64_t own = hands[at(leader)];
    const std::uint64_t partner = hands[at(leader + 2)];
    const std::uint64_t left = hands[at(leader + 1)];
    const std::uint64_t right = hands[at(leader + 3)];
    const int left_trumps = std::popcount(left & trumps_);
    const int right_trumps = std::popcount(right & trumps_);
    std::array<Suit, kLanes> suits;
    bool drawn = left_trumps + right_trumps == 0;
    const bool needs_drawing = !drawn;
    int trump_tricks = 0;
    if (trumps_ != 0) {
      Suit& suit = suits[0];
      suit = look(own, partner, left, right, trumps_, kEndless, kEndless);
      trump_tricks = suit.own;
      drawn = drawn || suit.own >= std::max(left_trumps, right_trumps);
    }
    std::size_t size = trumps_ != 0 ? 1 : 0;
    int plain = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::uint64_t cards = lane_mask(lane);
      if (cards == trumps_ || ((own | partner) & cards) == 0) continue;
      int before = kEndless;
      if (left_trumps > 0) before = std::popcount(left & cards);
      if (right_trumps > 0) before = std::min(before, std::popcount(right & cards));
      suits[size] = look(own, partner, left, right, cards, drawn ? kEndless : before,
                         drawn ? kEndless : before);
      plain += suits[size].own;
      ++size;
    }
    const int partner_trumps = std::popcount(partner & trumps_);
    // The leader alone.
    int most_plain = kEndless;
    if (partner_trumps > trump_tricks) most_plain = tricks - partner_trumps + 1;
    if (trump_tricks + std::min(plain, most_plain) >= need) {
      return alone(suits, size, need, needs_drawing && drawn);
    }
    return both(suits, size, own, partner, tricks, need, needs_drawing && drawn);
  }

  // Tricks that the top trumps of two partners take whatever happens.
  [[nodiscard]] Proof top_trumps(std::uint64_t one, std::uint64_t other,
                                 std::uint64_t opponents) const {
    const std::uint64_t above = over(opponents & trumps_) & trumps_;
    const std::uint64_t first = one & above;
    const std::uint64_t second = other & above;
    const int a = std::popcount(first);
    const int b = std::popcount(second);
    if (a == 0 && b == 0) return {0, 0};
    const std::uint64_t cards = a >= b ? first : second;
    const int tricks = std::max(a, b);
    return {tricks, (opponents & trumps_) != 0 ? cards : 0};
  }

 private:
  static constexpr int kEndless = 99;

  // What two partners can take in a lane.
  struct Suit {
    int own = 0;                 // leads of the leader
    int first = 0;               // then, of partner: if the leader has not led from the lane
    int then = 0;                // and if it has cashed all it can
    bool first_crosses = false;  // the leader still has a card to cross with
    bool then_crosses = false;
    std::uint64_t lead = 0;  // the cards, for the ranks
    std::uint64_t follow = 0;
    int left = 0;
    int right = 0;
  };

  [[nodiscard]] static std::size_t at(int seat) { return static_cast<std::size_t>(seat & 3); }
  // All slots above the highest of `cards`.
  [[nodiscard]] static std::uint64_t over(std::uint64_t cards) {
    return cards == 0 ? ~std::uint64_t{0} : ~(~std::uint64_t{0} >> std::countl_zero(cards));
  }
  [[nodiscard]] static std::uint64_t top(std::uint64_t cards) {
    return std::uint64_t{1} << (63 - std::countl_zero(cards));
  }

  // How often `lead` can win by leading its highest while `follow` plays its lowest; both are left
  // without the cards played.
  [[nodiscard]] static int run(std::uint64_t& lead, std::uint64_t& follow, std::uint64_t above,
                               int most) {
    int wins = 0;
    while (wins < most && (lead & above) != 0) {
      const std::uint64_t high = top(lead);
      if (follow != 0) {
        if ((follow & (~follow + 1)) > high) break;
        follow &= follow - 1;
      }
      lead ^= high;
      ++wins;
    }
    return wins;
  }

  [[nodiscard]] static Suit look(std::uint64_t own, std::uint64_t partner, std::uint64_t left,
                                 std::uint64_t right, std::uint64_t lane, int most, int most_then) {
    Suit suit;
    suit.lead = own & lane;
    suit.follow = partner & lane;
    left &= lane;
    right &= lane;
    suit.left = std::popcount(left);
    suit.right = std::popcount(right);
    const std::uint64_t above = over(left | right);
    std::uint64_t lead = suit.lead;
    std::uint64_t follow = suit.follow;
    suit.own = run(lead, follow, above, most);
    if ((suit.follow & above) == 0) return suit;
    if (suit.own > 0) {
      const bool can_cross = lead != 0;
      suit.then = run(follow, lead, above, most_then - suit.own);
      suit.then_crosses = can_cross && suit.then > 0;
    }
    lead = suit.lead;
    follow = suit.follow;
    suit.first = run(follow, lead, above, most_then);
    suit.first_crosses = suit.lead != 0 && suit.first > 0;
    return suit;
  }

  // The ranks that `own` leads from above and then `then` leads of partner look at.
  [[nodiscard]] static std::uint64_t ranks(const Suit& suit, int own, int then) {
    std::uint64_t used = 0;
    const int others = std::max(suit.left, suit.right);
    std::uint64_t lead = suit.lead;
    std::uint64_t follow = suit.follow;
    for (int i = 0; i < own; ++i) {
      const std::uint64_t high = top(lead);
      if (i < others || follow != 0) used |= high;
      follow &= follow - 1;
      lead ^= high;
    }
    for (int i = 0; i < then; ++i) {
      const std::uint64_t high = top(follow);
      if (own + i < others || lead != 0) used |= high;
      lead &= lead - 1;
      follow ^= high;
    }
    return used;
  }

  [[nodiscard]] static Proof alone(const std::array<Suit, kLanes>& suits, std::size_t size,
                                   int need, bool draws) {
    std::uint64_t used = 0;
    int more = need;
    for (std::size_t i = 0; i < size; ++i) {
      const int taken = i == 0 && draws ? suits[0].own : std::min(suits[i].own, more);
      used |= ranks(suits[i], taken, 0);
      more -= std::min(more, taken);
    }
    return {need, used};
  }

  [[nodiscard]] Proof both(const std::array<Suit, kLanes>& suits, std::size_t size,
                           std::uint64_t own, std::uint64_t partner, int tricks, int need,
                           bool draws) const {
    // Of each lane the best way; and the least that is lost to make one lane the crossing.
    std::array<int, kLanes>
        ways{};  // 0: the leader alone; 1: partner alone; 2: one, then the other
    int total = 0;
    int least_loss = kEndless;
    std::size_t crossing = size;
    int crossing_way = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const Suit& suit = suits[i];
      const bool drawing = i == 0 && draws;  // the leader leads these first, in any case
      int best = suit.own;
      if (suit.own + suit.then > best) {
        best = suit.own + suit.then;
        ways[i] = 2;
      }
      if (!drawing && suit.first > best) {
        best = suit.first;
        ways[i] = 1;
      }
      total += best;
      if (suit.then_crosses && best - suit.own - suit.then < least_loss) {
        least_loss = best - suit.own - suit.then;
        crossing = i;
        crossing_way = 2;
      }
      if (!drawing && suit.first_crosses && best - suit.first < least_loss) {
        least_loss = best - suit.first;
        crossing = i;
        crossing_way = 1;
      }
    }
    if (crossing == size || total - least_loss < need || tricks < need) return {0, 0};
    ways[crossing] = crossing_way;
    total -= least_loss;
    const auto part = [&](std::size_t i) -> std::array<int, 2> {
      if (ways[i] == 1) return {0, suits[i].first};
      return {suits[i].own, ways[i] == 2 ? suits[i].then : 0};
    };
    const bool has_trump_suit = trumps_ != 0;
    int plain = total;
    if (has_trump_suit) plain -= part(0)[0] + part(0)[1];
    int most_plain = kEndless;
    if ((partner & trumps_) != 0) most_plain = tricks - std::popcount(partner & trumps_);
    if ((own & trumps_) != 0)
      most_plain = std::min(most_plain, tricks - std::popcount(own & trumps_));
    if (total - std::max(0, plain - most_plain) < need) return {0, 0};
    // What is more than needed is left out: first of plain lanes, which may be more than the limit
    // lets be led; never of the crossing.
    int spare = total - need;
    std::uint64_t used = 0;
    for (std::size_t turn = 1; turn <= size; ++turn) {
      const std::size_t i = turn % size;
      auto [leads, then] = part(i);
      if (i != crossing && !(i == 0 && draws)) {
        const int fewer = std::min(spare, then);
        then -= fewer;
        const int less = then == 0 ? std::min(spare - fewer, leads) : 0;
        leads -= less;
        spare -= fewer + less;
      }
      used |= ranks(suits[i], leads, then);
    }
    return {need, used};
  }

  std::uint64_t trumps_;
};

}  // namespace kibitz
