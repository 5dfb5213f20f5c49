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
constexpr int kEndless = 99;  // more tricks than there are

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

// The plays tried in a situation, and what follows from them together.
struct Attempts {
  bool maximise;
  int k;
  Proof proof{maximise ? -1 : kEndless, 0};
  std::array<Slot, kLanes> floor{};  // of each lane, cards below this slot are known to fail

  [[nodiscard]] bool fails(Slot slot) const {
    return slot < floor[static_cast<std::size_t>(lane_of(slot))];
  }

  // What came of a card that stands for its class down to `lowest`; true if it succeeds, and then
  // it counts alone.
  bool add(Slot slot, Slot lowest, Proof found) {
    const int lane = lane_of(slot);
    const std::uint64_t seen = found.cards & lane_mask(lane);
    // If the proof looks at a rank of the class, the lowest of the class may be looked at as well.
    if (seen != 0 && std::countr_zero(seen) <= slot) found.cards |= bit(lowest);
    if (maximise ? found.tricks >= k : found.tricks < k) {
      proof = found;
      return true;
    }
    proof.tricks =
        maximise ? std::max(proof.tricks, found.tricks) : std::min(proof.tricks, found.tricks);
    proof.cards |= found.cards;
    const Slot lane_floor = seen == 0 ? (lane + 1) * kLaneSize : std::countr_zero(seen);
    Slot& known = floor[static_cast<std::size_t>(lane)];
    if (slot < lane_floor) known = std::max(known, lane_floor);
    return false;
  }
};

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
  return entry.generation == generation_ && entry.check == static_cast<std::uint16_t>(at)
             ? entry.slot
             : -1;
}

void Refutations::store(std::uint64_t situation, int slot) {
  const std::uint64_t at = hash(situation);
  entries_[at >> 50] = {static_cast<std::uint16_t>(at), generation_,
                        static_cast<std::uint8_t>(slot)};
}

TrickSearch::TrickSearch(const Lanes& lanes, SeatMask max, TrickTables& tables, Meter& meter,
                         const Switches& switches)
    : sure_(lanes.trumps),
      order_(lanes.trumps),
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
  const int most = range(state).most;
  if (!tables_.evens) return most / 2;
  return mirrored_ ? most - *tables_.evens * worth_ : *tables_.evens * worth_;
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
  tables_.evens = found;
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
  TrickBounds known{};
  if (switches_.table) {
    owners = {gather(hands_[1] | hands_[3], all), gather(hands_[2] | hands_[3], all)};
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
    const bool made = proof.tricks >= k;
    tables_.proofs.store(key, owners,
                         {made ? proof.tricks : 0, made ? tricks : proof.tricks,
                          gather(proof.cards, all), known.seen});
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

std::uint64_t TrickSearch::legal(const Trick& trick) const {
  const std::uint64_t held = hand(trick.turn);
  const std::uint64_t following = held & trick.lane;
  return following != 0 ? following : held;
}

// The class of the highest of `cards`, which are legal. It ends above the next card that another
// holds or that lies in the trick, or where the lane does; cards of earlier tricks are gone.
std::uint64_t TrickSearch::class_of(const Trick& trick, std::uint64_t cards) const {
  const std::uint64_t others =
      switches_.classes ? trick.all & ~hand(trick.turn) : ~std::uint64_t{0};
  const Slot top = 63 - std::countl_zero(cards);
  const std::uint64_t below = (others & (bit(top) - 1)) | bit(top & ~(kLaneSize - 1)) >> 1;
  return below == 0 ? cards : cards & ~(~std::uint64_t{0} >> std::countl_zero(below));
}

void TrickSearch::list(const Trick& trick, std::uint64_t cards, Choices& out) const {
  std::size_t size = 0;
  while (cards != 0) {
    const std::uint64_t group = class_of(trick, cards);
    out.slot[size] = static_cast<std::uint8_t>(63 - std::countl_zero(group));
    out.lowest[size] = static_cast<std::uint8_t>(std::countr_zero(group));
    ++size;
    cards &= ~group;
  }
  out.size = static_cast<int>(size);
}

Proof TrickSearch::go_on(const Trick& trick, int k) {
  const std::uint64_t cards = legal(trick);
  if (std::has_single_bit(cards)) return after(trick, std::countr_zero(cards), k);
  Attempts tried{even(trick.turn), k};
  // What won before in the same situation goes first; the others are looked at only if it fails.
  const std::uint64_t here = situation(trick);
  const int known = tables_.refutations.probe(here);
  if (known >= 0 && (cards & bit(known)) != 0) {
    const std::uint64_t group = class_of(trick, cards & ((bit(known) << 1) - 1));
    if (tried.add(known, std::countr_zero(group), after(trick, known, k))) return tried.proof;
  }
  Choices choices;
  list(trick, cards, choices);
  const auto size = static_cast<std::size_t>(choices.size);
  if (size > 1) order_.score(hands_, trick, choices);
  for (std::size_t turn = 0; turn < size; ++turn) {
    const std::size_t i = size > 1 ? choices.take_best() : 0;
    const Slot slot = choices.slot[i];
    const Slot lowest = choices.lowest[i];
    if (known <= slot && known >= lowest) continue;
    if (switches_.table && tried.fails(slot)) continue;
    if (!tried.add(slot, lowest, after(trick, slot, k))) continue;
    if (size > 1) tables_.refutations.store(here, slot);
    return tried.proof;
  }
  return tried.proof;
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
