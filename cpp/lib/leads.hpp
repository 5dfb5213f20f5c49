// Game by most pips, asked for one team against all others (Auction Pitch).
//
// Whether the team reaches k more points depends on the position and on its leads: its pips so far
// less those of each other team. A greater lead is never worse: the same plays then win the same
// points, and Game whenever they won it before. So the table need not hold the pips. It holds, for
// a position and k, lead vectors that are known to win and vectors that are known to lose; a
// position is won if its leads are at least those of a winning vector, lost if at most those of a
// losing one.
//
// The vectors are those that the proof needed. At the end a win by Game needs every lead to be one
// or more, a win without it needs none; a loss needs one lead of nought or less. Going back over a
// trick of x pips: if the team won it, every lead was x less before it; otherwise the lead over
// the team that won it was x more. Where one play sufficed its vector is taken; where all plays
// had to be tried, a win needs the componentwise greatest of theirs, a loss allows the least.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "keys.hpp"
#include "kibitz/limits.hpp"
#include "kibitz/position.hpp"
#include "moves.hpp"
#include "order.hpp"
#include "pips.hpp"
#include "stakes.hpp"
#include "table.hpp"

namespace kibitz {

using LeadVector = std::array<std::int8_t, kMaxSeats>;  // by team; the asking team's own is unused

struct LeadProofs {
  static constexpr std::size_t kMost = 2;
  std::array<LeadVector, kMost> wins;
  std::array<LeadVector, kMost> losses;
  std::uint8_t win_count;
  std::uint8_t loss_count;
  std::uint8_t next;  // which of a full list goes next
  std::uint8_t move;
};

template <int Words>
class LeadSearch {
 public:
  static constexpr int kExtraBits = 8;

  // `max` must be one team.
  LeadSearch(const Lanes& lanes, const Worths& worths, const KeyMaker& keys, const Stakes& stakes,
             const Order& order, SeatMask max, Table<Words, LeadProofs>& table, Meter& meter,
             bool remembers)
      : lanes_(lanes),
        worths_(worths),
        keys_(keys),
        stakes_(stakes),
        order_(order),
        pips_(lanes),
        max_(max),
        table_(table),
        meter_(meter),
        remembers_(remembers) {
    team_ = max == 0 ? 0 : lanes.team[static_cast<std::size_t>(std::countr_zero(max))];
    for (std::size_t team = 0; team < other_.size(); ++team)
      other_[team] = team != team_ && team < static_cast<std::size_t>(lanes.teams) ? -1 : 0;
  }

  [[nodiscard]] static bool holds(const Lanes& lanes, SeatMask max) {
    if (lanes.game_points != 1 || lanes.under_law() || max == 0) return false;
    SeatMask team = 0;
    for (Seat seat = 0; seat < lanes.seats; ++seat) {
      if (lanes.team[static_cast<std::size_t>(seat)] ==
          lanes.team[static_cast<std::size_t>(std::countr_zero(max))]) {
        team = static_cast<SeatMask>(team | 1u << seat);
      }
    }
    return team == max && lanes.teams > 1;
  }

  // At the start of a trick: `k` if MAX gets at least k of the points to come, else k - 1.
  int test(const State& state, int k) {
    LeadVector proof;
    return trick(state, k, proof) ? k : k - 1;
  }

 private:
  static constexpr std::int8_t kNone = -128;  // a win that needs no lead
  static constexpr std::int8_t kAny = 127;    // a loss whatever the lead

  // Places of no other team stay nought in every vector, so that all eight are worked at once.
  [[nodiscard]] LeadVector leads(const State& state) const {
    LeadVector vector;
    for (std::size_t team = 0; team < vector.size(); ++team) {
      vector[team] =
          static_cast<std::int8_t>((state.pips[team_] - state.pips[team]) & other_[team]);
    }
    return vector;
  }

  [[nodiscard]] LeadVector all_of(std::int8_t lead) const {
    LeadVector vector;
    for (std::size_t team = 0; team < vector.size(); ++team)
      vector[team] = static_cast<std::int8_t>(lead & other_[team]);
    return vector;
  }

  [[nodiscard]] bool at_least(const LeadVector& a, const LeadVector& b) const {
    unsigned less = 0;
    for (std::size_t team = 0; team < a.size(); ++team) less |= a[team] < b[team] ? 1u : 0u;
    return less == 0;
  }

  // Settled without search? `proof` is then set.
  enum class Verdict : std::uint8_t { open, won, lost };
  [[nodiscard]] Verdict settled(const State& state, std::uint64_t left, int k,
                                LeadVector& proof) const {
    const Stakes::Range range = stakes_.without_game(state, left);
    if (k <= range.least) {
      proof = all_of(kNone);
      return Verdict::won;
    }
    if (k > range.most + 1) {
      proof = all_of(kAny);
      return Verdict::lost;
    }
    const int to_come = pips_.of(left);
    const Sure sure = sure_pips(state, left);
    const LeadVector now = leads(state);
    if (k <= range.least + 1) {
      // Game would do: is it sure?
      const int needed = to_come - 2 * sure.ours + 1;
      bool won = true;
      for (std::size_t team = 0; team < static_cast<std::size_t>(lanes_.teams); ++team) {
        if (team != team_ && now[team] < needed) won = false;
      }
      if (won) {
        proof = all_of(static_cast<std::int8_t>(needed));
        return Verdict::won;
      }
    }
    if (k > range.most) {
      // Game is needed: is it out of reach?
      for (std::size_t team = 0; team < static_cast<std::size_t>(lanes_.teams); ++team) {
        int most = sure.theirs - to_come;
        if (team == sure.team) most = std::max(most, 2 * sure.leader - to_come);
        if (team == team_ || now[team] > most) continue;
        proof = all_of(kAny);
        proof[team] = static_cast<std::int8_t>(most);
        return Verdict::lost;
      }
    }
    return Verdict::open;
  }

  // Pips that are decided before a card is played. A trump above all of the other side's is taken
  // by its own side whenever it is played, and its pips with it. The seat on lead can draw trumps:
  // leading its r trumps above all others', one after another (all its trumps, if nobody has more
  // than r), it wins r tricks, to which each other seat must give trumps while it has any; the
  // other side gives at least its fewest pips, its own side may give the most. Stakes counts points
  // by the same run, so both hold of one way to play. If MAX has s pips for sure of the `left` to
  // come, every lead changes by s - (left - s) at the worst; if another team has them, the lead
  // over it by left - 2s at the best; if MAX only cannot have them, by left - s.
  struct Sure {
    int ours = 0;    // go to MAX
    int theirs = 0;  // do not
    int leader = 0;  // go to this other team, whose seat is on lead
    std::size_t team = kMaxSeats;
  };
  [[nodiscard]] Sure sure_pips(const State& state, std::uint64_t left) const {
    Sure sure;
    const std::uint64_t trumps = left & lanes_.trumps;
    if (trumps == 0) return sure;
    std::uint64_t ours = 0;
    for (unsigned seats = max_; seats != 0; seats &= seats - 1)
      ours |= state.hand[static_cast<std::size_t>(std::countr_zero(seats))];
    ours &= trumps;
    sure.ours = pips_.of(above(ours, trumps & ~ours));
    sure.theirs = pips_.of(above(trumps & ~ours, ours));
    // The seat on lead draws trumps.
    const std::uint64_t hand = state.hand[state.leader];
    std::uint64_t run = above(hand & trumps, trumps & ~hand);
    if (run == 0) return sure;
    int rounds = std::popcount(run);
    bool all = true;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(lanes_.seats); ++seat) {
      if (seat != state.leader && std::popcount(state.hand[seat] & trumps) > rounds) all = false;
    }
    if (all) {
      run = hand & trumps;
      rounds = std::popcount(run);
    }
    const std::size_t team = lanes_.team[state.leader];
    int gain = pips_.of(run);
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(lanes_.seats); ++seat) {
      if (seat == state.leader) continue;
      const std::uint64_t held = state.hand[seat];
      const std::uint64_t follows = held & trumps;
      const int rest = rounds - std::popcount(follows);
      const bool friendly = (team == team_) == has(max_, static_cast<Seat>(seat));
      if (rest <= 0) {
        gain += friendly ? pips_.most(follows, rounds) : pips_.least(follows, rounds);
      } else {
        gain += pips_.of(follows);
        gain += friendly ? pips_.most(held & ~follows, rest) : pips_.least(held & ~follows, rest);
      }
    }
    if (team == team_) {
      sure.ours = std::max(sure.ours, gain);
    } else {
      sure.leader = gain;
      sure.team = team;
    }
    return sure;
  }

  // What of `a` lies above all of `b`, within a lane.
  static std::uint64_t above(std::uint64_t a, std::uint64_t b) {
    return b == 0 ? a : a & ~((std::uint64_t{2} << (63 - std::countl_zero(b))) - 1);
  }

  bool trick(const State& state, int k, LeadVector& proof) {
    const std::uint64_t left = state.over ? 0 : keys_.left(state);
    switch (settled(state, left, k, proof)) {
      case Verdict::won:
        return true;
      case Verdict::lost:
        return false;
      case Verdict::open:
        break;
    }
    const int wanted = k + 64;  // never negative
    const Key<Words> key = keys_.template make<Words>(
        state, left, static_cast<std::uint64_t>(wanted), kExtraBits, false);
    LeadProofs known{};
    known.move = 255;
    if (remembers_ && table_.probe(key, known)) {
      const LeadVector now = leads(state);
      for (std::size_t at = 0; at < known.win_count; ++at) {
        if (!at_least(now, known.wins[at])) continue;
        proof = known.wins[at];
        return true;
      }
      for (std::size_t at = 0; at < known.loss_count; ++at) {
        if (!at_least(known.losses[at], now)) continue;
        proof = known.losses[at];
        return false;
      }
    }
    std::uint8_t move = known.move;
    const bool won = choose(state, k, proof, &move);
    known.move = move;
    if (won) {
      add(known.wins, known.win_count, known.next, proof, true);
    } else {
      add(known.losses, known.loss_count, known.next, proof, false);
    }
    if (remembers_) table_.store(key, known, static_cast<std::uint8_t>(std::popcount(left)));
    return won;
  }

  // Adds a vector and drops those that it makes needless.
  void add(std::array<LeadVector, LeadProofs::kMost>& list, std::uint8_t& count, std::uint8_t& next,
           const LeadVector& vector, bool win) const {
    std::uint8_t kept = 0;
    for (std::size_t at = 0; at < count; ++at) {
      const bool needless = win ? at_least(list[at], vector) : at_least(vector, list[at]);
      if (!needless) list[kept++] = list[at];
    }
    count = kept;
    if (count < LeadProofs::kMost) {
      list[count++] = vector;
    } else {
      list[next++ % LeadProofs::kMost] = vector;
    }
  }

  bool choose(const State& state, int k, LeadVector& proof, std::uint8_t* first) {
    const bool maximise = has(max_, state.turn);
    const std::uint64_t hand = state.hand[state.turn];
    const Moves moves =
        classes(worths_, legal(lanes_, state), (keys_.left(state) & ~hand) | state.table);
    const auto size = static_cast<std::size_t>(moves.size);
    std::array<std::int32_t, 64> scores;
    std::array<std::uint8_t, 64> at;
    for (std::size_t i = 0; i < size; ++i) at[i] = static_cast<std::uint8_t>(i);
    if (size > 1) {
      order_.score(state, moves, scores);
      if (first != nullptr && *first < size) scores[*first] = 1 << 30;
    }
    proof = all_of(maximise ? kAny : kNone);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = i + 1; j < size; ++j) {
        if (scores[at[j]] > scores[at[i]]) std::swap(at[i], at[j]);
      }
      LeadVector below;
      const bool won = after(state, moves.slot[at[i]], k, below);
      if (won == maximise) {
        // One play that serves its side.
        proof = below;
        if (first != nullptr) *first = at[i];
        return won;
      }
      if (maximise) {
        for (std::size_t team = 0; team < proof.size(); ++team)
          proof[team] = std::min(proof[team], below[team]);
      } else {
        for (std::size_t team = 0; team < proof.size(); ++team)
          proof[team] = std::max(proof[team], below[team]);
      }
    }
    return !maximise;
  }

  bool after(const State& state, Slot slot, int k, LeadVector& proof) {
    meter_.count();
    State child = state;
    play(lanes_, child, slot);
    if (child.count != 0) return choose(child, k, proof, nullptr);
    int gain = 0;
    for (unsigned seats = max_; seats != 0; seats &= seats - 1) {
      const auto seat = static_cast<std::size_t>(std::countr_zero(seats));
      gain += child.points[seat] - state.points[seat];
    }
    const bool won = trick(child, k - gain, proof);
    // Back over the trick, unless nobody took a pip.
    if ((state.table & lanes_.pipped) == 0 && (bit(slot) & lanes_.pipped) == 0) return won;
    for (std::size_t team = 0; team < static_cast<std::size_t>(lanes_.teams); ++team) {
      const int change =
          (child.pips[team_] - state.pips[team_]) - (child.pips[team] - state.pips[team]);
      if (team == team_ || proof[team] == kNone || proof[team] == kAny) continue;
      proof[team] = static_cast<std::int8_t>(std::clamp(proof[team] - change, kNone + 1, kAny - 1));
    }
    return won;
  }

  const Lanes& lanes_;
  const Worths& worths_;
  const KeyMaker& keys_;
  const Stakes& stakes_;
  const Order& order_;
  Pips pips_;
  SeatMask max_;
  std::size_t team_ = 0;
  LeadVector other_{};  // all ones for every other team
  Table<Words, LeadProofs>& table_;
  Meter& meter_;
  bool remembers_;
};

}  // namespace kibitz
