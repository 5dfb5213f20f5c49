#include "kibitz/notation.hpp"

#include <charconv>

namespace kibitz {
namespace {

constexpr std::size_t kLongest = 1u << 20;

// Characters that would end a piece of the text stand as %XX.
bool is_plain(char c) {
  const auto u = static_cast<unsigned char>(c);
  return u > 0x20 && u != 0x7F && c != '%' && c != '&' && c != '=';
}

std::string escape(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (is_plain(c)) {
      out += c;
      continue;
    }
    const auto u = static_cast<unsigned char>(c);
    out += {'%', kHex[u >> 4], kHex[u & 15]};
  }
  return out;
}

// Is it text in UTF-8? (Overlong forms are let pass: nothing here decodes them.)
bool is_utf8(std::string_view text) {
  std::size_t follow = 0;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (follow > 0) {
      if ((u & 0xC0u) != 0x80u) return false;
      --follow;
    } else if (u >= 0x80) {
      if (u < 0xC2 || u > 0xF4) return false;
      follow = u < 0xE0 ? 1 : u < 0xF0 ? 2 : 3;
    }
  }
  return follow == 0;
}

std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      out += text[at];
      continue;
    }
    unsigned code = 0;
    const char* first = text.data() + at + 1;
    const char* last = text.data() + std::min(at + 3, text.size());
    const auto [end, error] = std::from_chars(first, last, code, 16);
    if (error != std::errc{} || end != first + 2) {
      throw NotationError("'" + clip(text.substr(at), 8) +
                          "': expected two hexadecimal digits after %");
    }
    out += static_cast<char>(code);
    at += 2;
  }
  if (!is_utf8(out)) throw NotationError("'" + clip(text, 20) + "': expected UTF-8 behind %XX");
  return out;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> pieces;
  while (true) {
    const auto end = text.find(at);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

int read_number(std::string_view word, std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < -9999 || number > 9999) {
    throw NotationError(std::string(word) + " '" + clip(text, 12) + "': expected a whole number");
  }
  return number;
}

int read_trump(std::string_view text) {
  if (text == "-") return kNoTrump;
  const auto suit = text.size() == 1 ? kSuitText.find(text[0]) : std::string_view::npos;
  if (suit == std::string_view::npos) {
    throw NotationError("trump '" + clip(text, 12) + "': expected C, D, H, S, or - for none");
  }
  return static_cast<int>(suit);
}

std::string compact(const std::vector<Card>& cards) {
  std::string text;
  for (const Card card : cards) text += to_text(card);
  return text.empty() ? "-" : text;
}

std::vector<Card> read_cards(std::string_view text) {
  return text == "-" ? std::vector<Card>{} : parse_cards(text);
}

void read_variant(Deal& deal, std::string_view text) {
  const auto mark = text.find('?');
  std::vector<Option> options;
  if (mark != std::string_view::npos) {
    for (const std::string_view piece : split(text.substr(mark + 1), '&')) {
      const auto equals = piece.find('=');
      if (equals == std::string_view::npos) {
        throw NotationError("option '" + clip(piece, 30) + "': expected name=value");
      }
      options.emplace_back(unescape(piece.substr(0, equals)), unescape(piece.substr(equals + 1)));
    }
  }
  set_variant(deal, text.substr(0, mark), std::move(options));
}

std::string variant_text(std::string_view variant, const std::vector<Option>& options) {
  std::string text = escape(variant);
  char mark = '?';
  for (const auto& [name, value] : options) {
    std::string_view shown = value;
    if (shown.size() >= 2 && shown.front() == '"') shown = shown.substr(1, shown.size() - 2);
    text += mark + escape(name) + '=' + escape(shown);
    mark = '&';
  }
  return text;
}

void read_hands(Deal& deal, std::string_view text) {
  for (const std::string_view hand : split(text, '/')) {
    if (hand == "?") {
      deal.hands.emplace_back(std::nullopt);
    } else {
      deal.hands.emplace_back(read_cards(hand));
    }
  }
  deal.players = static_cast<int>(deal.hands.size());
}

Demand read_demand(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() != 2 && parts.size() != 3) {
    throw NotationError("demand '" + clip(text, 30) + "': expected seat:kind or seat:kind:card");
  }
  Demand demand{read_number("a demand's seat", parts[0]), find_demand(parts[1]), std::nullopt};
  if (parts.size() == 3) demand.card = parse_card(parts[2]);
  return demand;
}

// The fields of the laws; false: the name is none of them.
bool read_law(Laws& laws, std::string_view name, std::string_view value) {
  if (name == "exposed") {
    for (const std::string_view cards : split(value, '/'))
      laws.exposed.push_back(read_cards(cards));
  } else if (name == "demands") {
    for (const std::string_view demand : split(value, ','))
      laws.demands.push_back(read_demand(demand));
  } else if (name == "cannot_score") {
    for (const std::string_view seat : split(value, ','))
      laws.cannot_score.push_back(read_number(name, seat));
  } else if (name == "credits") {
    for (const std::string_view credit : split(value, ',')) {
      const auto parts = split(credit, ':');
      if (parts.size() != 2)
        throw NotationError("credit '" + clip(credit, 20) + "': expected trick:seat");
      laws.credits.push_back(
          {read_number("a credit's trick", parts[0]), read_number("a credit's seat", parts[1])});
    }
  } else if (name == "last_trick") {
    laws.last_trick = read_number(name, value);
  } else if (name == "bid_waived" && value == "true") {
    laws.bid_waived = true;
  } else if (name == "short" && value == "true") {
    laws.short_hands = true;
  } else {
    return false;
  }
  return true;
}

std::string text_of(const Laws& laws) {
  std::string text;
  const auto list = [&](std::string_view name, const auto& items, const auto& print,
                        char separator) {
    if (items.empty()) return;
    text += ' ' + std::string(name) + '=';
    bool first = true;
    for (const auto& item : items) {
      if (!first) text += separator;
      text += print(item);
      first = false;
    }
  };
  list("exposed", laws.exposed, compact, '/');
  list(
      "demands", laws.demands,
      [](const Demand& demand) {
        std::string out = std::to_string(demand.seat) + ':';
        for (const DemandWord& word : demand_words()) {
          if (word.kind == demand.kind) out += word.text;
        }
        return demand.card ? out + ':' + to_text(*demand.card) : out;
      },
      ',');
  list("cannot_score", laws.cannot_score, [](Seat seat) { return std::to_string(seat); }, ',');
  list(
      "credits", laws.credits,
      [](const Credit& credit) {
        return std::to_string(credit.trick) + ':' + std::to_string(credit.seat);
      },
      ',');
  if (laws.last_trick) text += " last_trick=" + std::to_string(*laws.last_trick);
  if (laws.bid_waived) text += " bid_waived=true";
  if (laws.short_hands) text += " short=true";
  return text;
}

void read_field(Deal& deal, std::string_view name, std::string_view value) {
  if (name == "plays") {
    deal.plays = read_cards(value);
  } else if (name == "stock") {
    deal.stock = read_cards(value);
  } else if (name == "widow") {
    deal.widow = read_cards(value);
  } else if (name == "players") {
    deal.players = read_number(name, value);
  } else if (name == "maker") {
    deal.maker = read_number(name, value);
  } else if (name == "bid") {
    deal.bid = read_number(name, value);
  } else if (name == "discards") {
    for (const std::string_view cards : split(value, '/'))
      deal.discards.push_back(read_cards(cards));
  } else if (read_law(deal.laws, name, value)) {
    return;
  } else if (name == "extra") {
    deal.extra = unescape(value);
  } else {
    throw NotationError("field '" + clip(name, 20) + "' is not known here");
  }
}

}  // namespace

Deal parse_deal(std::string_view text) {
  if (text.size() > kLongest) {
    throw NotationError("a deal of " + std::to_string(text.size()) +
                        " characters: expected at most " + std::to_string(kLongest));
  }
  std::vector<std::string_view> fields;
  for (const std::string_view field : split(text, ' ')) {
    if (!field.empty()) fields.push_back(field);
  }
  if (fields.size() > 40) {
    throw NotationError(std::to_string(fields.size()) + " fields in a deal: expected at most 40");
  }
  if (fields.size() < 4) {
    throw NotationError("'" + clip(text, 60) +
                        "' is not a deal: expected 'variant trump leader hands', such as " +
                        "'cinch H 0 AH5H/KH2H/QH3H/JH4H'");
  }
  Deal deal;
  read_variant(deal, fields[0]);
  deal.trump = read_trump(fields[1]);
  deal.leader = read_number("leader", fields[2]);
  read_hands(deal, fields[3]);
  for (std::size_t at = 4; at < fields.size(); ++at) {
    const auto equals = fields[at].find('=');
    if (equals == std::string_view::npos) {
      throw NotationError("'" + clip(fields[at], 30) + "': expected field=value");
    }
    const std::string_view name = fields[at].substr(0, equals);
    for (std::size_t earlier = 4; earlier < at; ++earlier) {
      if (fields[earlier].substr(0, fields[earlier].find('=')) == name) {
        throw NotationError("field '" + clip(name, 20) + "' stands twice: expected once");
      }
    }
    read_field(deal, name, fields[at].substr(equals + 1));
  }
  return deal;
}

Rules parse_rules(std::string_view text) {
  Deal deal;
  read_variant(deal, text);
  return deal.rules;
}

std::string to_text(const Rules& rules) {
  return variant_text(rules.name, changed_options(rules));
}

std::string to_text(const Deal& deal) {
  std::string text = variant_text(deal.variant, deal.options) + ' ';
  text += deal.trump == kNoTrump ? '-' : kSuitText[static_cast<std::size_t>(deal.trump)];
  text += ' ' + std::to_string(deal.leader) + ' ';
  for (std::size_t seat = 0; seat < deal.hands.size(); ++seat) {
    if (seat > 0) text += '/';
    text += deal.hands[seat] ? compact(*deal.hands[seat]) : "?";
  }
  if (!deal.plays.empty()) text += " plays=" + compact(deal.plays);
  if (!deal.stock.empty()) text += " stock=" + compact(deal.stock);
  if (!deal.widow.empty()) text += " widow=" + compact(deal.widow);
  if (deal.players != static_cast<int>(deal.hands.size()))
    text += " players=" + std::to_string(deal.players);
  if (deal.maker) text += " maker=" + std::to_string(*deal.maker);
  if (deal.bid) text += " bid=" + std::to_string(*deal.bid);
  if (!deal.discards.empty()) {
    text += " discards=";
    for (std::size_t seat = 0; seat < deal.discards.size(); ++seat) {
      text += (seat > 0 ? "/" : "") + compact(deal.discards[seat]);
    }
  }
  text += text_of(deal.laws);
  if (!deal.extra.empty()) text += " extra=" + escape(deal.extra);
  return text;
}

}  // namespace kibitz
