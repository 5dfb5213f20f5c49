#include "kibitz/card.hpp"

#include <array>

#include "kibitz/fault.hpp"

namespace kibitz {
namespace {

struct Picture {
  std::string_view text;
  int suit;
};
constexpr std::array<Picture, 8> kPictures{{{"\u2663", 0},
                                            {"\u2667", 0},
                                            {"\u2666", 1},
                                            {"\u2662", 1},
                                            {"\u2665", 2},
                                            {"\u2661", 2},
                                            {"\u2660", 3},
                                            {"\u2664", 3}}};

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

// Takes a suit off the front of `text`; -1 if there is none.
int take_suit(std::string_view& text) {
  for (const Picture& picture : kPictures) {
    if (text.starts_with(picture.text)) {
      text.remove_prefix(picture.text.size());
      // An emoji variation selector may follow the picture.
      if (text.starts_with("\uFE0F") || text.starts_with("\uFE0E")) text.remove_prefix(3);
      return picture.suit;
    }
  }
  if (text.empty()) return -1;
  const auto at = kSuitText.find(upper(text.front()));
  if (at == std::string_view::npos) return -1;
  text.remove_prefix(1);
  return static_cast<int>(at);
}

int take_rank(std::string_view& text) {
  if (text.starts_with("10")) {
    text.remove_prefix(2);
    return 8;
  }
  if (text.empty()) return -1;
  const auto at = kRankText.find(upper(text.front()));
  if (at == std::string_view::npos) return -1;
  text.remove_prefix(1);
  return static_cast<int>(at);
}

// Takes one card off the front of `text`.
std::optional<Card> take_card(std::string_view& text) {
  if (text.size() >= 2 && upper(text[0]) == 'J' &&
      (upper(text[1]) == 'K' || upper(text[1]) == 'L')) {
    const Card joker = upper(text[1]) == 'K' ? kJoker : kLowJoker;
    text.remove_prefix(2);
    return joker;
  }
  std::string_view rest = text;
  int rank = take_rank(rest);
  int suit = rank >= 0 ? take_suit(rest) : -1;
  if (rank < 0) {
    suit = take_suit(rest);
    rank = suit >= 0 ? take_rank(rest) : -1;
  }
  if (rank < 0 || suit < 0) return std::nullopt;
  text = rest;
  return Card::of(suit, rank);
}

bool is_separator(char c) {
  return c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

std::vector<Card> cards_of(std::uint64_t printed) {
  std::vector<Card> cards;
  for (const int index : CardSet(printed)) cards.push_back(Card{static_cast<std::uint8_t>(index)});
  return cards;
}

std::uint64_t set_of(const std::vector<Card>& cards) {
  std::uint64_t set = 0;
  for (const Card card : cards) set |= bit(card.index);
  return set;
}

std::string to_text(Card card) {
  if (card == kJoker) return "JK";
  if (card == kLowJoker) return "JL";
  return {kRankText[static_cast<std::size_t>(card.rank())],
          kSuitText[static_cast<std::size_t>(card.suit())]};
}

std::optional<Card> find_card(std::string_view text) {
  const auto card = take_card(text);
  return text.empty() ? card : std::nullopt;
}

Card parse_card(std::string_view text) {
  if (const auto card = find_card(text)) return *card;
  throw NotationError(
      "'" + clip(text, 40) +
      "' is not a card: expected a rank of 23456789TJQKA and a suit of CDHS, or JK");
}

std::vector<Card> parse_cards(std::string_view text) {
  std::vector<Card> cards;
  std::string bad;
  int bad_count = 0;
  while (!text.empty()) {
    if (is_separator(text.front())) {
      text.remove_prefix(1);
      continue;
    }
    if (const auto card = take_card(text)) {
      cards.push_back(*card);
      continue;
    }
    std::size_t end = 0;
    while (end < text.size() && !is_separator(text[end])) ++end;
    if (++bad_count <= 5) {
      bad += bad.empty() ? "'" : ", '";
      bad += clip(text.substr(0, end), 12) + "'";
    }
    text.remove_prefix(end);
  }
  if (bad_count > 5) bad += " and " + std::to_string(bad_count - 5) + " more";
  if (bad_count > 0) {
    throw NotationError(
        "not a card: " + bad +
        "; expected a rank of 23456789TJQKA and a suit of CDHS, or JK, such as 'TH'");
  }
  return cards;
}

std::string to_text(const std::vector<Card>& cards) {
  std::string text;
  for (const Card card : cards) {
    if (!text.empty()) text += ' ';
    text += to_text(card);
  }
  return text;
}

}  // namespace kibitz
