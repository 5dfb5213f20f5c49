#include "kibitz/shown.hpp"

namespace kibitz {
namespace {

// The printed cards beside which the seat to move could not play `slot`.
std::uint64_t barred_beside(const Lanes& lanes, State& state, Slot slot) {
  std::uint64_t& hand = state.hand[state.turn];
  std::uint64_t barred = 0;
  for (Slot other = 0; other < 64; ++other) {
    if (other == slot || lanes.card_of[static_cast<std::size_t>(other)] < 0) continue;
    hand = bit(slot) | bit(other);
    if ((legal(lanes, state) & bit(slot)) == 0) barred |= bit(lanes.card(other).index);
  }
  hand = bit(slot);
  return barred;
}

}  // namespace

std::vector<std::uint64_t> excluded(const Deal& deal, const std::vector<ShownTrick>& tricks) {
  Deal open = deal;
  open.stock.clear();
  open.hands.assign(static_cast<std::size_t>(deal.players), std::vector<Card>{});
  auto lanes = lay_out(open, open.trump);
  if (lanes->open && !tricks.empty() && !tricks[0].empty() && !tricks[0][0].second.is_joker())
    lanes = lay_out(open, tricks[0][0].second.suit());
  State state = first_state(*lanes, open);
  std::vector<std::uint64_t> found;
  for (const ShownTrick& trick : tricks) {
    state.count = 0;
    state.table = 0;
    state.active = static_cast<SeatMask>((1u << deal.players) - 1);
    if (&trick != &tricks.back()) {
      state.active = 0;
      for (const auto& play : trick)
        state.active = static_cast<SeatMask>(state.active | 1u << play.first);
    }
    for (const auto& [seat, card] : trick) {
      const Slot slot = lanes->slot(card);
      found.push_back(0);
      if (slot < 0 || seat < 0 || seat >= deal.players) continue;
      state.turn = static_cast<std::uint8_t>(seat);
      if (state.count == 0) state.leader = state.turn;
      found.back() = barred_beside(*lanes, state, slot);
      play(*lanes, state, slot);
    }
  }
  return found;
}

}  // namespace kibitz
