// What plays show: the cards that a seat cannot have held when it played another. Asked of the
// rules of play themselves, so that a ruff shows no void where it need not, a Joker neither, and
// demands, unbroken hearts and the first trick count as they must.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "kibitz/position.hpp"

namespace kibitz {

// A trick as it was seen: who played what, in order; the last one may be under way.
using ShownTrick = std::vector<std::pair<Seat, Card>>;

// For each card played, in order, the printed cards that its seat cannot have held beside it. Of
// the deal only what is public is looked at: rules, trump and laws, no hand and no stock.
//
// Sound and complete: the rules choose by a chain of filters on single cards, each of which holds
// only if some card passes it. Such a chain ranks the cards, and a card is legal if and only if no
// card of the hand ranks above it; so it is enough to look at hands of two.
[[nodiscard]] std::vector<std::uint64_t> excluded(const Deal& deal,
                                                  const std::vector<ShownTrick>& tricks);

}  // namespace kibitz
