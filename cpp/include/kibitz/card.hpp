// Card as printed, and its text both ways (RULES section 1).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kibitz/cardset.hpp"

namespace kibitz {

inline constexpr std::string_view kRankText = "23456789TJQKA";
inline constexpr std::string_view kSuitText = "CDHS";

// A printed card is its bit in a printed CardSet: suit * 16 + rank (rank 0 is the deuce, 12 the
// ace). The Jokers sort after every suit: JL 61, JK 62.
struct Card {
  std::uint8_t index = 0;

  [[nodiscard]] static constexpr Card of(int suit, int rank) {
    return Card{static_cast<std::uint8_t>(suit * kLaneSize + rank)};
  }
  [[nodiscard]] constexpr bool is_joker() const { return index >= 61; }
  [[nodiscard]] constexpr int suit() const { return index / kLaneSize; }
  [[nodiscard]] constexpr int rank() const { return index % kLaneSize; }
  friend constexpr auto operator<=>(Card, Card) = default;
};

inline constexpr Card kLowJoker{61};
inline constexpr Card kJoker{62};

// The 52 cards; Jokers are added by rules.
[[nodiscard]] constexpr std::uint64_t full_pack() {
  return 0x1FFF1FFF1FFF1FFFull;
}
[[nodiscard]] constexpr std::uint64_t rank_of_every_suit(int rank) {
  return 0x0001000100010001ull << rank;
}
[[nodiscard]] constexpr bool is_card(int index) {
  return index >= 0 && index < 63 && ((full_pack() | bit(61) | bit(62)) >> index & 1) != 0;
}

// Printed cards as a set of bits, lowest first, and back.
[[nodiscard]] std::vector<Card> cards_of(std::uint64_t printed);
[[nodiscard]] std::uint64_t set_of(const std::vector<Card>& cards);

// Two characters, such as "TH" or "JK".
[[nodiscard]] std::string to_text(Card card);
// Reads "TH", "th", "10H", "♥T", "T♥", "JK"; nothing if the text is no card.
[[nodiscard]] std::optional<Card> find_card(std::string_view text);
// As find_card; throws NotationError.
[[nodiscard]] Card parse_card(std::string_view text);
// Cards separated by blanks or commas, or run together ("AHKH"); throws NotationError naming every
// piece that is none.
[[nodiscard]] std::vector<Card> parse_cards(std::string_view text);
// Blank-separated text of cards in their order.
[[nodiscard]] std::string to_text(const std::vector<Card>& cards);

}  // namespace kibitz
