#include "tricks.hpp"

#include <algorithm>
#include <bit>

#include "bits.hpp"

namespace kibitz {
namespace {

constexpr SeatMask kEven = 0b0101;
constexpr SeatMask kOdd = 0b1010;
constexpr int kLength = 4;  // bits of a length in a shape

// The lengths of lanes by seat. Hands are of one size, so the last length follows from the others;
// in its place stands who leads.
constexpr int kLeaderAt = 60;

int place(Seat seat, int lane) {
  return (seat * kLanes + lane) * kLength;
}

// Lanes of a set filled up from their lowest card.
std::uint64_t down_to_lowest(std::uint64_t cards, std::uint64_t all) {
  std::uint64_t out = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t here = cards & lane_mask(lane);
    if (here != 0) out |= lane_mask(lane) & ~((here & (~here + 1)) - 1);
  }
  return out & all;
}

bool even(Seat seat) {
  return (seat & 1) == 0;
}

}  // namespace

void Refutations::begin() {
  if (entries_.empty()) entries_.resize(1 << 14);
  if (++generation_ == 0) {
    std::fill(entries_.begin(), entries_.end(), Entry{});
    generation_ = 1;
  }
}

std::uint64_t Refutations::hash(std::uint64_t situation) {
  situation ^= situation >> 29;
  situation *= 0xD6E8FEB86659FD93ull;
  situation ^= situation >> 32;
  return situation * 0x9E3779B97F4A7C15ull;
}

int Refutations::probe(std::uint64_t situation) const {
  const std::uint64_t at = hash(situation);
  const Entry& entry = entries_[at >> 50];
  return entry.generation == generation_ && entry.check == static_cast<std::uint32_t>(at)
             ? entry.slot
             : -1;
}

void Refutations::store(std::uint64_t situation, int slot) {
  const std::uint64_t at = hash(situation);
  entries_[at >> 50] = {static_cast<std::uint32_t>(at), generation_,
                        static_cast<std::uint8_t>(slot)};
}

TrickSearch::TrickSearch(const Lanes& lanes, SeatMask max, TrickTables& tables, Meter& meter,
                         const Switches& switches)
    : sure_(lanes.trumps),
      trumps_(lanes.trumps),
      worth_(lanes.trick_points),
      mirrored_(max == kOdd),
      tables_(tables),
      meter_(meter),
      switches_(switches) {}

bool TrickSearch::holds(const Lanes& lanes, const State& root, SeatMask max) {
  return lanes.seats == kSeats && (max == kEven || max == kOdd) && lanes.trick_points > 0 &&
         lanes.weighted == 0 && lanes.game_points == 0 && !lanes.open && !lanes.ruff_at_will &&
         !lanes.first_lead_trump && lanes.stock.empty() && !lanes.widow && lanes.joker == 0 &&
         lanes.lead_slot < 0 && lanes.unled == 0 && lanes.barred_first == 0 &&
         lanes.moon == MoonRule::none && !lanes.uneven && !lanes.under_law() &&
         std::popcount(root.cards(kSeats) | root.table) <= PartitionTable::kMostCards;
}

Stakes::Range TrickSearch::range(const State& state) const {
  const int cards = std::popcount(state.cards(kSeats) | state.table);
  return {0, cards / kSeats * worth_};
}

int TrickSearch::playout(const State& state) const {
  return range(state).most / 2;
}

int TrickSearch::test(const State& state, int k) {
  if (state.over) return 0;
  hands_ = {state.hand[0], state.hand[1], state.hand[2], state.hand[3]};
  std::uint64_t shape = 0;
  for (Seat seat = 0; seat < kSeats; ++seat) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (place(seat, lane) == kLeaderAt) continue;
      shape |= static_cast<std::uint64_t>(std::popcount(hand(seat) & lane_mask(lane)))
               << place(seat, lane);
    }
  }
  const std::uint64_t all = state.cards(kSeats) | state.table;
  const int tricks = std::popcount(all) / kSeats;
  // In tricks, of the even seats.
  const int wanted = k <= 0 ? 0 : (k + worth_ - 1) / worth_;
  const int asked = mirrored_ ? tricks + 1 - wanted : wanted;
  int found = 0;
  if (state.count == 0) {
    found = begin(state.leader, shape, tricks, asked).tricks;
  } else {
    const Trick trick{all,        state.table, lane_mask(lane_of(state.trick[0])),
                      shape,      state.best,  state.best_seat,
                      state.turn, state.count, tricks};
    found = go_on(trick, asked).tricks;
  }
  return (mirrored_ ? tricks - found : found) * worth_;
}

Proof TrickSearch::last(Seat leader) const {
  std::uint64_t all = 0;
  Slot best = std::countr_zero(hand(leader));
  Seat winner = leader;
  for (Seat i = 0; i < kSeats; ++i) {
    const Seat seat = (leader + i) & 3;
    all |= hand(seat);
    const Slot slot = std::countr_zero(hand(seat));
    if (i > 0 && beats(slot, best)) {
      best = slot;
      winner = seat;
    }
  }
  const bool contested = (all & lane_mask(lane_of(best)) & ~bit(best)) != 0;
  return {even(winner) ? 1 : 0, contested ? bit(best) : 0};
}

Proof TrickSearch::begin(Seat leader, std::uint64_t shape, int tricks, int k) {
  if (k <= 0) return {0, 0};
  if (k > tricks) return {tricks, 0};
  if (tricks == 1) return last(leader);
  const std::uint64_t all = hands_[0] | hands_[1] | hands_[2] | hands_[3];
  Owners owners{};
  const std::uint64_t key = shape | static_cast<std::uint64_t>(leader) << kLeaderAt;
  if (switches_.table) {
    owners = {gather(hands_[1] | hands_[3], all), gather(hands_[2] | hands_[3], all)};
    TrickBounds known{};
    if (tables_.proofs.probe(key, owners, k, known)) {
      return {known.lower >= k ? known.lower : known.upper, scatter(known.known, all)};
    }
  }
  Proof proof{};
  bool proven = false;
  if (switches_.bounds) {
    const bool ours = even(leader);
    const int need = ours ? k : tricks - k + 1;
    proof = sure_.cash(hands_, leader, tricks, need);
    proven = proof.tricks >= need;
    if (!proven && trumps_ != 0) {
      const std::uint64_t evens = hands_[0] | hands_[2];
      const std::uint64_t odds = hands_[1] | hands_[3];
      proof = sure_.top_trumps(hands_[0], hands_[2], odds);
      proven = proof.tricks >= k;
      if (proven) return proof;
      proof = sure_.top_trumps(hands_[1], hands_[3], evens);
      proof.tricks = tricks - proof.tricks;
      proven = proof.tricks < k;
      if (proven) return proof;
    } else if (proven && !ours) {
      proof.tricks = tricks - proof.tricks;
    }
  }
  if (proven) return proof;
  const Trick trick{all, 0, 0, shape, 0, leader, leader, 0, tricks};
  proof = go_on(trick, k);
  proof.cards = down_to_lowest(proof.cards, all);
  if (switches_.table) {
    const TrickBounds bounds =
        proof.tricks >= k ? TrickBounds{proof.tricks, tricks, 0} : TrickBounds{0, proof.tricks, 0};
    tables_.proofs.store(key, owners, {bounds.lower, bounds.upper, gather(proof.cards, all)});
  }
  return proof;
}

std::uint64_t TrickSearch::situation(const Trick& trick) const {
  const auto where =
      static_cast<std::uint64_t>(trick.count) << 2 | static_cast<std::uint64_t>(trick.turn);
  const std::uint64_t held = hand(trick.turn);
  if (trick.count == 0) return held ^ where << 13;
  const auto best = static_cast<std::uint64_t>(trick.best);
  if ((held & trick.lane) != 0) {
    return (trick.all & trick.lane) ^ (where | best << 4) * 0x9E3779B97F4A7C15ull;
  }
  return held ^ (where | best << 4) * 0xD6E8FEB86659FD93ull;
}

void TrickSearch::list(const Trick& trick, Choices& out) const {
  const std::uint64_t held = hand(trick.turn);
  std::uint64_t legal = held & trick.lane;
  if (trick.count == 0 || legal == 0) legal = held;
  // Gone are the cards of earlier tricks, so what separates is what others hold, and this trick.
  std::uint64_t others = trick.all & ~held;
  if (!switches_.classes) others = ~std::uint64_t{0};
  int size = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    std::uint64_t cards = legal & lane_mask(lane);
    const std::uint64_t between = others & lane_mask(lane);
    while (cards != 0) {
      const Slot top = 63 - std::countl_zero(cards);
      const std::uint64_t below = between & (bit(top) - 1);
      std::uint64_t group = cards;
      if (below != 0) group &= ~std::uint64_t{0} << (63 - std::countl_zero(below));
      if (!switches_.classes) group = bit(top);
      out.slot[static_cast<std::size_t>(size)] = static_cast<std::uint8_t>(top);
      out.lowest[static_cast<std::size_t>(size)] =
          static_cast<std::uint8_t>(std::countr_zero(group));
      ++size;
      cards &= ~group;
    }
  }
  out.size = size;
}

void TrickSearch::rank(const Trick& trick, Choices& choices) const {
  const Seat me = trick.turn;
  const Seat partner = (me + 2) & 3;
  for (std::size_t i = 0; i < static_cast<std::size_t>(choices.size); ++i) {
    const Slot slot = choices.slot[i];
    const std::uint64_t lane = trick.count == 0 ? lane_mask(lane_of(slot)) : trick.lane;
    Slot top = slot;
    Seat owner = me;
    if (trick.count > 0 && !beats(slot, trick.best)) {
      top = trick.best;
      owner = trick.best_seat;
    }
    for (int rest = trick.count + 1; rest < kSeats; ++rest) {
      const Seat seat = (me + rest - trick.count) & 3;
      std::uint64_t can = hand(seat) & lane;
      if (can == 0) can = hand(seat) & trumps_;
      if (can == 0) continue;
      const Slot best = 63 - std::countl_zero(can);
      if (beats(best, top)) {
        top = best;
        owner = seat;
      }
    }
    const bool ours = owner == me || owner == partner;
    const int rank = slot % kLaneSize;
    int score = ours ? 100 : 0;
    if (owner == me && trick.count == 0) score += 20;
    score -= rank;
    if ((bit(slot) & trumps_) != 0 && trick.count > 0 && (trick.lane & trumps_) == 0) score -= 20;
    choices.score[i] = static_cast<std::int16_t>(score);
  }
}

Proof TrickSearch::go_on(const Trick& trick, int k) {
  Choices choices;
  list(trick, choices);
  const auto size = static_cast<std::size_t>(choices.size);
  if (size == 1 && choices.slot[0] == choices.lowest[0]) return after(trick, choices.slot[0], k);
  const bool maximise = even(trick.turn);
  std::uint64_t here = 0;
  if (size > 1) {
    rank(trick, choices);
    here = situation(trick);
    const int killer = tables_.refutations.probe(here);
    for (std::size_t i = 0; killer >= 0 && i < size; ++i) {
      if (killer <= choices.slot[i] && killer >= choices.lowest[i]) choices.score[i] = 10000;
    }
  }
  Proof all{maximise ? -1 : 99, 0};
  std::array<Slot, kLanes> skip{};  // of each lane, cards below this slot are known to fail
  for (std::size_t i = 0; i < size; ++i) {
    std::size_t next = i;
    for (std::size_t j = i + 1; j < size; ++j) {
      if (choices.score[j] > choices.score[next]) next = j;
    }
    std::swap(choices.slot[i], choices.slot[next]);
    std::swap(choices.lowest[i], choices.lowest[next]);
    std::swap(choices.score[i], choices.score[next]);
    const Slot slot = choices.slot[i];
    const auto lane = static_cast<std::size_t>(lane_of(slot));
    if (switches_.table && slot < skip[lane]) continue;
    Proof proof = after(trick, slot, k);
    // If the proof looks at a rank of the class, the lowest of the class may be looked at as well.
    const std::uint64_t seen = proof.cards & lane_mask(static_cast<int>(lane));
    const Slot lowest = choices.lowest[i];
    if (seen != 0 && std::countr_zero(seen) <= slot) proof.cards |= bit(lowest);
    if (maximise ? proof.tricks >= k : proof.tricks < k) {
      if (size > 1 && choices.score[i] != 10000) tables_.refutations.store(here, slot);
      return proof;
    }
    all.tricks = maximise ? std::max(all.tricks, proof.tricks) : std::min(all.tricks, proof.tricks);
    all.cards |= proof.cards;
    const Slot floor = seen == 0 ? static_cast<Slot>(lane) * kLaneSize + kLaneSize
                                 : static_cast<Slot>(std::countr_zero(seen));
    if (slot < floor) skip[lane] = std::max(skip[lane], floor);
  }
  return all;
}

Proof TrickSearch::after(const Trick& trick, Slot slot, int k) {
  meter_.count();
  const Seat seat = trick.turn;
  std::uint64_t& held = hands_[static_cast<std::size_t>(seat)];
  held ^= bit(slot);
  Trick next = trick;
  next.table |= bit(slot);
  if (place(seat, lane_of(slot)) != kLeaderAt)
    next.shape -= std::uint64_t{1} << place(seat, lane_of(slot));
  if (trick.count == 0) next.lane = lane_mask(lane_of(slot));
  if (trick.count == 0 || beats(slot, trick.best)) {
    next.best = slot;
    next.best_seat = seat;
  }
  next.turn = (seat + 1) & 3;
  ++next.count;
  Proof proof{};
  if (next.count < kSeats) {
    proof = go_on(next, k);
  } else {
    const int won = even(next.best_seat) ? 1 : 0;
    proof = begin(next.best_seat, next.shape, trick.tricks - 1, k - won);
    proof.tricks += won;
    const std::uint64_t winner = bit(next.best);
    if ((next.table & lane_mask(lane_of(next.best)) & ~winner) != 0) proof.cards |= winner;
  }
  held ^= bit(slot);
  return proof;
}

}  // namespace kibitz
