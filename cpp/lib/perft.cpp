#include "kibitz/perft.hpp"

namespace kibitz {
namespace {

std::uint64_t count_lines(const Lanes& lanes, const State& state, int depth, Meter& meter) {
  if (depth == 0 || state.over) return 1;
  const CardSet moves(legal(lanes, state));
  std::uint64_t lines = 0;
  for (const Slot slot : moves) {
    meter.count();
    State child = state;
    play(lanes, child, slot);
    lines += count_lines(lanes, child, depth - 1, meter);
  }
  return lines;
}

}  // namespace

std::vector<std::pair<Card, std::uint64_t>> perft_split(const Position& position, int depth,
                                                        const Limits& limits) {
  std::vector<std::pair<Card, std::uint64_t>> split;
  if (depth < 1) return split;
  Meter meter(limits);
  meter.check();
  for (const int index : CardSet(position.legal_cards())) {
    const Card card{static_cast<std::uint8_t>(index)};
    Position child = position;
    child.play(card);
    split.emplace_back(card, count_lines(child.lanes(), child.state(), depth - 1, meter));
  }
  return split;
}

std::uint64_t perft(const Position& position, int depth, const Limits& limits) {
  if (depth < 1 || position.is_over()) return 1;
  std::uint64_t lines = 0;
  for (const auto& [card, count] : perft_split(position, depth, limits)) lines += count;
  return lines;
}

}  // namespace kibitz
