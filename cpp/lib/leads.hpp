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
//
// A proof also says in which lanes it looked at the order of low cards (low.hpp). What it proves is
// kept under a key that leaves the order out elsewhere; and where a low card has been tried in vain
// without such a look, the seat's other low cards of its lane need not be.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "keys.hpp"
#include "kibitz/limits.hpp"
#include "kibitz/position.hpp"
#include "low.hpp"
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
  static constexpr int kExtraBits = 8 + 3 + kLanes;

  // Bits of the longest key; 0: a lane is too long for one.
  [[nodiscard]] static int bits(const Lanes& lanes, const State& root) {
    const LowCards low(lanes, root.cards(lanes.seats) | root.table);
    int bits = kExtraBits;
    for (int lane = 0; lane < kLanes; ++lane) {
      if (low.bits(lane) > 64) return 0;
      bits += low.bits(lane);
    }
    return bits;
  }

  // `max` must be one team.
  LeadSearch(const Lanes& lanes, const Worths& worths, const KeyMaker& keys, const Stakes& stakes,
             const Order& order, const State& root, SeatMask max, Table<Words, LeadProofs>& table,
             Meter& meter, bool remembers)
      : lanes_(lanes),
        worths_(worths),
        keys_(keys),
        stakes_(stakes),
        order_(order),
        pips_(lanes),
        low_(lanes, root.cards(lanes.seats) | root.table),
        max_(max),
        table_(table),
        meter_(meter),
        remembers_(remembers) {
    team_ = max == 0 ? 0 : lanes.team[static_cast<std::size_t>(std::countr_zero(max))];
    for (int lane = 0; lane < kLanes; ++lane)
      bits_[static_cast<std::size_t>(lane)] = low_.bits(lane);
    for (std::size_t team = 0; team < other_.size(); ++team)
      other_[team] = team != team_ && team < static_cast<std::size_t>(lanes.teams) ? -1 : 0;
  }

  // What the arguments here and in low.hpp rest on: whatever else counts lies among the trumps and
  // counts for its taker, and in the other lanes all cards above the lowest with pips have pips.
  [[nodiscard]] static bool holds(const Lanes& lanes, const State& root, SeatMask max) {
    if (lanes.game_points != 1 || lanes.under_law() || max == 0) return false;
    if (lanes.trick_points != 0 || (lanes.weighted & ~lanes.trumps) != 0) return false;
    for (const Slot slot : CardSet(lanes.weighted)) {
      if (lanes.weight[static_cast<std::size_t>(slot)] < 0) return false;
    }
    const LowCards low(lanes, root.cards(lanes.seats) | root.table);
    if (!low.is_plain() || bits(lanes, root) == 0) return false;
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
    Proof proof;
    return trick(state, k, proof) ? k : k - 1;
  }

 private:
  static constexpr int kLookWithin = 2;  // before so many of the trick's last plays

  // What a proof needed: leads, and the order of low cards in some lanes.
  struct Proof {
    LeadVector leads;
    LaneMask ranked;
  };

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
    if (k > range.least + 1 && k <= range.most) return Verdict::open;
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
  // by the same run, so both hold of one way to play. Once the others have no trump left, the
  // leader's top cards of the other lanes win too, and each seat of the other side gives a card to
  // each. If MAX has s pips for sure of the `left` to come, every lead changes by s - (left - s) at
  // the worst; if another team has them, the lead over it by left - 2s at the best; if MAX only
  // cannot have them, by left - s. `pending`: seats that hold a card still to go to a trick that is
  // the leader's.
  struct Sure {
    int ours = 0;    // go to MAX
    int theirs = 0;  // do not
    int leader = 0;  // go to this other team, whose seat is on lead
    std::size_t team = kMaxSeats;
  };
  [[nodiscard]] Sure sure_pips(const State& state, std::uint64_t left, SeatMask pending = 0) const {
    Sure sure;
    const std::uint64_t trumps = left & lanes_.trumps;
    const std::uint64_t ours = ours_of(state) & trumps;
    sure.ours = pips_.of(above(ours, trumps & ~ours));
    sure.theirs = pips_.of(above(trumps & ~ours, ours));
    // The seat on lead draws trumps.
    const std::uint64_t hand = state.hand[state.leader];
    std::uint64_t run = above(hand & trumps, trumps & ~hand);
    int rounds = std::popcount(run);
    bool all = true;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(lanes_.seats); ++seat) {
      if (seat != state.leader && std::popcount(state.hand[seat] & trumps) > rounds) all = false;
    }
    std::uint64_t tops = 0;
    if (all) {
      run = hand & trumps;
      rounds = std::popcount(run);
      tops = side_tops(hand, left & ~hand & ~trumps);
    }
    if ((run | tops) == 0) return sure;
    const int more = std::popcount(tops);
    const std::size_t team = lanes_.team[state.leader];
    int gain = pips_.of(run | tops);
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(lanes_.seats); ++seat) {
      if (seat == state.leader) continue;
      const std::uint64_t held = state.hand[seat];
      const std::uint64_t follows = held & trumps;
      const bool friendly = (team == team_) == has(max_, static_cast<Seat>(seat));
      const int rest = rounds + (friendly ? 0 : more) - std::popcount(follows);
      int given = 0;
      if (rest <= 0) {
        given = friendly ? pips_.most(follows, rounds) : pips_.least(follows, rounds);
      } else {
        given = pips_.of(follows);
        given += friendly ? pips_.most(held & ~follows, rest) : pips_.least(held & ~follows, rest);
      }
      if (has(pending, static_cast<Seat>(seat)))
        given = std::max(given, pips_.least(held, rounds + more + 1));
      gain += given;
    }
    if (team == team_) {
      sure.ours = std::max(sure.ours, gain);
    } else {
      sure.leader = gain;
      sure.team = team;
    }
    return sure;
  }

  // The cards of a hand, trumps aside, that win if led once the others' trumps are gone; low ones
  // only where the others have none of the lane.
  [[nodiscard]] std::uint64_t side_tops(std::uint64_t hand, std::uint64_t others) const {
    std::uint64_t tops = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::uint64_t held = hand & lane_mask(lane) & ~lanes_.trumps;
      if (held == 0) continue;
      const std::uint64_t against = others & lane_mask(lane);
      tops |= against == 0 ? held : low_.without(above(held, against));
    }
    return tops;
  }

  [[nodiscard]] std::uint64_t ours_of(const State& state) const {
    std::uint64_t ours = 0;
    for (unsigned seats = max_; seats != 0; seats &= seats - 1)
      ours |= state.hand[static_cast<std::size_t>(std::countr_zero(seats))];
    return ours;
  }

  // What of `a` lies above all of `b`, within a lane.
  static std::uint64_t above(std::uint64_t a, std::uint64_t b) {
    return b == 0 ? a : a & ~((std::uint64_t{2} << (63 - std::countl_zero(b))) - 1);
  }

  bool trick(const State& state, int k, Proof& proof) {
    const std::uint64_t left = state.over ? 0 : keys_.left(state);
    proof.ranked = 0;
    switch (settled(state, left, k, proof.leads)) {
      case Verdict::won:
        return true;
      case Verdict::lost:
        return false;
      case Verdict::open:
        break;
    }
    LeadProofs known{};
    std::uint8_t move = 255;
    Pictures pictures;
    if (remembers_) draw(pictures, state, left, k);
    if (remembers_) {
      const LeadVector now = leads(state);
      for (unsigned masks = stored_; masks != 0; masks &= masks - 1) {
        const auto ranked = static_cast<LaneMask>(std::countr_zero(masks));
        if (ranked != 0) draw_order(pictures, state, left);
        if (!table_.probe(key(pictures, ranked), known)) continue;
        proof.ranked = ranked;
        for (std::size_t at = 0; at < known.win_count; ++at) {
          if (!at_least(now, known.wins[at])) continue;
          proof.leads = known.wins[at];
          return true;
        }
        for (std::size_t at = 0; at < known.loss_count; ++at) {
          if (!at_least(known.losses[at], now)) continue;
          proof.leads = known.losses[at];
          return false;
        }
        move = known.move;
      }
    }
    const bool won = choose(state, k, proof, &move);
    if (!remembers_) return won;
    if (proof.ranked != 0) draw_order(pictures, state, left);
    const Key<Words> where = key(pictures, proof.ranked);
    if (!table_.probe(where, known)) known = LeadProofs{};
    known.move = move;
    if (won) {
      add(known.wins, known.win_count, known.next, proof.leads, true);
    } else {
      add(known.losses, known.loss_count, known.next, proof.leads, false);
    }
    stored_ = static_cast<std::uint16_t>(stored_ | 1u << proof.ranked);
    table_.store(where, known, static_cast<std::uint8_t>(std::popcount(left)));
    return won;
  }

  // A position and a question: its lanes, with the order of low cards left out or not.
  struct Pictures {
    std::array<std::array<std::uint64_t, 2>, kLanes> lane;
    std::array<std::uint64_t, 3> owned;
    std::uint64_t rest;
    bool ordered = false;
  };
  void draw(Pictures& out, const State& state, std::uint64_t left, int k) const {
    out.owned = low_.owners(state);
    for (int lane = 0; lane < kLanes; ++lane)
      out.lane[static_cast<std::size_t>(lane)][0] =
          low_.picture(state, left, out.owned, lane, lane == lanes_.trump);
    out.rest = static_cast<std::uint64_t>(k + 64) << 3 | state.leader;  // never negative
  }
  void draw_order(Pictures& out, const State& state, std::uint64_t left) const {
    if (out.ordered) return;
    out.ordered = true;
    for (int lane = 0; lane < kLanes; ++lane)
      out.lane[static_cast<std::size_t>(lane)][1] =
          low_.picture(state, left, out.owned, lane, true);
  }

  [[nodiscard]] Key<Words> key(const Pictures& of, LaneMask ranked) const {
    Writer<Words> out;
    out.put(of.rest << kLanes | ranked, kExtraBits);
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      out.put(of.lane[lane][ranked >> lane & 1], bits_[lane]);
    return out.key();
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

  // Within a trick that is MAX's, since no seat to come has a card that beats the best so far: is
  // the question won whatever falls to it? Points: the seats to come are taken to hold what they
  // hold now. A card that one of them throws on this trick is MAX's, and without it he has only
  // less to keep from MAX: fewer trumps to stand above MAX's or to be drawn, and never fewer given
  // in all. Pips: each gives this trick a card and the run what it gives from the hand of now, or
  // all of them together at least its fewest pips.
  bool settled_within(const State& state, int k, Proof& proof) const {
    if (!has(max_, state.best_seat)) return false;
    const std::uint64_t lane = lane_mask(lane_of(state.best));
    const std::uint64_t beats = (lane & ~((std::uint64_t{2} << state.best) - 1)) |
                                (lane != lanes_.trumps ? lanes_.trumps : 0);
    SeatMask pending = 0;
    Seat seat = state.turn;
    for (int rest = lanes_.seats - state.count; rest > 0; --rest) {
      if ((state.hand[static_cast<std::size_t>(seat)] & beats) != 0) return false;
      pending = static_cast<SeatMask>(pending | 1u << seat);
      seat = seat + 1 == lanes_.seats ? 0 : seat + 1;
    }
    const std::uint64_t left = keys_.left(state);
    for (const Slot slot : CardSet(state.table & lanes_.weighted))
      k -= lanes_.weight[static_cast<std::size_t>(slot)];
    proof.ranked = low_.has(state.best) ? static_cast<LaneMask>(1u << lane_of(state.best)) : 0;
    State next = state;
    next.leader = state.best_seat;
    const Stakes::Range range = stakes_.without_game(next, left);
    if (k <= range.least) {
      proof.leads = all_of(kNone);
      return true;
    }
    if (k > range.least + 1) return false;
    const int table = pips_.of(state.table);
    const Sure sure = sure_pips(next, left, pending);
    const int needed = table + pips_.of(left) - 2 * (table + sure.ours) + 1;
    const LeadVector now = leads(state);
    for (std::size_t team = 0; team < static_cast<std::size_t>(lanes_.teams); ++team) {
      if (team != team_ && now[team] < needed) return false;
    }
    proof.leads = all_of(static_cast<std::int8_t>(needed));
    return true;
  }

  bool choose(const State& state, int k, Proof& proof, std::uint8_t* first) {
    if (state.count != 0 && lanes_.seats - state.count <= kLookWithin &&
        settled_within(state, k, proof)) {
      return true;
    }
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
    proof = {all_of(maximise ? kAny : kNone), 0};
    std::uint64_t alike = 0;  // what must fail where a card tried has failed
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = i + 1; j < size; ++j) {
        if (scores[at[j]] > scores[at[i]]) std::swap(at[i], at[j]);
      }
      const Slot slot = moves.slot[at[i]];
      if ((alike & bit(slot)) != 0) continue;
      Proof below;
      const bool won = after(state, slot, k, below);
      if (won == maximise) {
        // One play that serves its side.
        proof = below;
        if (first != nullptr) *first = at[i];
        return won;
      }
      proof.ranked |= below.ranked;
      alike |= low_.others_like(slot, below.ranked);
      for (std::size_t team = 0; team < kMaxSeats; ++team) {
        std::int8_t& lead = proof.leads[team];
        lead = maximise ? std::min(lead, below.leads[team]) : std::max(lead, below.leads[team]);
      }
    }
    return !maximise;
  }

  bool after(const State& state, Slot slot, int k, Proof& proof) {
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
    proof.ranked |= low_.decides(state.table | bit(slot), state.count == 0 ? slot : state.trick[0]);
    // Back over the trick, unless nobody took a pip.
    if ((state.table & lanes_.pipped) == 0 && (bit(slot) & lanes_.pipped) == 0) return won;
    for (std::size_t team = 0; team < static_cast<std::size_t>(lanes_.teams); ++team) {
      const int change =
          (child.pips[team_] - state.pips[team_]) - (child.pips[team] - state.pips[team]);
      std::int8_t& lead = proof.leads[team];
      if (team == team_ || lead == kNone || lead == kAny) continue;
      lead = static_cast<std::int8_t>(std::clamp(lead - change, kNone + 1, kAny - 1));
    }
    return won;
  }

  const Lanes& lanes_;
  const Worths& worths_;
  const KeyMaker& keys_;
  const Stakes& stakes_;
  const Order& order_;
  Pips pips_;
  LowCards low_;
  std::array<int, kLanes> bits_{};
  SeatMask max_;
  std::size_t team_ = 0;
  LeadVector other_{};  // all ones for every other team
  Table<Words, LeadProofs>& table_;
  Meter& meter_;
  bool remembers_;
  std::uint16_t stored_ = 0;  // a bit for each set of lanes that a proof in the table has looked at
};

}  // namespace kibitz
