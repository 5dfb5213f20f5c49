#include "kibitz/variants.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>

#include "kibitz/fault.hpp"

namespace kibitz {
namespace {

constexpr int kTwo = 0, kThree = 1, kFive = 3, kNine = 7, kTen = 8, kJack = 9, kQueen = 10,
              kAce = 12;
constexpr int kDiamonds = 1, kHearts = 2, kSpades = 3;

constexpr std::uint16_t counts(std::initializer_list<int> players) {
  std::uint16_t mask = 0;
  for (const int n : players) mask = static_cast<std::uint16_t>(mask | 1u << n);
  return mask;
}

// ---- the table
// ----------------------------------------------------------------------------------------------------

Rules whist() {
  Rules r;
  r.name = "whist";
  r.family = Family::whist;
  r.partnerships = counts({4});
  r.trump = TrumpRule::named_or_none;
  r.trick_points = 1;
  r.turn_up = true;
  r.misdeal_passes = true;
  return r;
}

Rules all_fours(std::string_view name, int fewest, int most, int usual) {
  Rules r;
  r.name = name;
  r.family = Family::all_fours;
  r.min_players = fewest;
  r.max_players = most;
  r.default_players = usual;
  r.follow = FollowRule::or_trump;
  r.trump = TrumpRule::named_or_led;
  r.trump_points.rank[kJack] = 1;
  r.trump_points.high = 1;
  r.trump_points.low = 1;
  r.trump_points.game = 1;
  r.score = ScoreRule::bid;
  r.hand_size = 6;
  r.bidding = BidRule::sell;
  r.pitch_unasked = true;
  return r;
}

Rules pitch(std::string_view name) {
  Rules r = all_fours(name, 4, 8, 5);
  r.high_to = Taker::holder;
  r.low_to = Taker::holder;
  r.game = GameRule::most_pips;
  r.target = 7;
  r.revoke = RevokeRule::set_back;
  return r;
}

Rules smudge() {
  Rules r = pitch("smudge");
  r.smudge = true;
  return r;
}

// The older page's game.
Rules ten_point_pitch() {
  Rules r = pitch("ten_point_pitch");
  r.target = 10;
  r.seller_cap = SellerCap::none;
  r.pitch_unasked = false;
  r.maker_first = false;
  r.revoke = RevokeRule::forfeit;
  return r;
}

Rules modern_pitch() {
  Rules r = pitch("modern_pitch");
  r.bidding = BidRule::board;
  r.min_bid = 2;
  r.pitch_unasked = false;
  r.dealer_names = true;
  r.target = 21;
  r.default_players = 4;
  r.partnerships = counts({4, 6});
  r.low_to = Taker::winner;
  r.off_jack = true;
  r.trump_points.off_jack = 1;
  r.pack |= bit(kJoker.index) | bit(kLowJoker.index);
  r.joker = JokerPlace::above_ten_trumps;
  r.trump_points.joker = 1;
  r.trump_points.low_joker = 1;
  return r;
}

Rules seven_up() {
  Rules r = pitch("seven_up");
  r.min_players = 2;
  r.max_players = 4;
  r.default_players = 2;
  r.partnerships = counts({4});
  r.trump = TrumpRule::named;
  r.turn_up = true;
  r.score = ScoreRule::points;
  r.bidding = BidRule::none;
  r.pitch_unasked = false;
  r.maker_first = false;
  r.misdeal_passes = true;
  return r;
}

Rules pedro(std::string_view name) {
  Rules r = all_fours(name, 4, 8, 4);
  r.game = GameRule::ten_of_trumps;
  r.trump_points.rank[kFive] = 5;
  r.bidding = BidRule::raise;
  r.target = 50;
  r.revoke = RevokeRule::forfeit_or_ten;
  return r;
}

Rules pedro_sancho(std::string_view name) {
  Rules r = pedro(name);
  r.trump_points.rank[kNine] = 9;
  return r;
}

Rules dom_pedro() {
  Rules r = pedro_sancho("dom_pedro");
  r.trump_points.rank[kThree] = 3;
  r.pack |= bit(kJoker.index);
  r.joker = JokerPlace::below_trumps;
  r.trump_points.joker = 15;
  return r;
}

Rules cinch(std::string_view name) {
  Rules r = all_fours(name, 2, 6, 4);
  r.partnerships = counts({4, 6});
  r.trump = TrumpRule::named;
  r.off_five = true;
  r.trump_points = TrumpPoints{};
  for (const int rank : {kAce, kTwo, kJack, kTen})
    r.trump_points.rank[static_cast<std::size_t>(rank)] = 1;
  r.trump_points.rank[kFive] = 5;
  r.trump_points.off_five = 5;
  r.score = ScoreRule::cinch;
  r.hand_size = 9;
  r.kept = 6;
  r.bidding = BidRule::board;
  r.pitch_unasked = false;
  r.dealer_names = true;
  r.target = 51;
  r.misdeal_passes = true;
  r.revoke = RevokeRule::silent;
  return r;
}

Rules pidro() {
  Rules r = cinch("pidro");
  r.set_back = true;
  r.min_bid = 6;
  r.target = 62;
  return r;
}

Rules hearts(std::string_view name, int fewest = 2) {
  Rules r;
  r.name = name;
  r.family = Family::hearts;
  r.min_players = fewest;
  r.max_players = 6;
  r.penalty_suit = kHearts;
  r.stock = StockRule::two_players;
  r.misdeal_passes = true;
  r.revoke = RevokeRule::pays_all;
  r.settle = SettleRule::sweepstake;
  r.dealer_out = true;
  return r;
}

Rules spot_hearts() {
  Rules r = hearts("spot_hearts");
  r.penalty_suit = -1;
  for (int rank = 0; rank < kRanks; ++rank) {
    r.card_points[Card::of(kHearts, rank).index] = static_cast<std::int8_t>(-(rank + 2));
  }
  r.settle = SettleRule::spot;
  return r;
}

Rules joker_hearts() {
  Rules r = hearts("joker_hearts");
  r.pack &= ~bit(Card::of(kHearts, kTwo).index);
  r.pack |= bit(kJoker.index);
  r.joker = JokerPlace::above_ten_hearts;
  r.card_points[kJoker.index] = -5;
  r.settle = SettleRule::joker;
  return r;
}

Rules discard_hearts(std::string_view name, int rank, int points) {
  Rules r = hearts(name);
  r.card_points[Card::of(kSpades, rank).index] = static_cast<std::int8_t>(points);
  r.pass_count = 3;
  return r;
}

Rules modern_hearts() {
  Rules r = discard_hearts("modern_hearts", kQueen, -13);
  r.min_players = 3;
  r.max_players = 4;  // five and six play without the 2C
  r.dealer_out = false;
  r.lead_card = Card::of(0, kTwo).index;
  r.break_hearts = true;
  r.no_points_first_trick = true;
  r.moon = MoonRule::others;
  r.pass_direction = PassRule::by_deal;
  r.settle = SettleRule::points;
  r.target = 100;
  return r;
}

Rules auction_hearts() {
  Rules r = hearts("auction_hearts", 4);
  r.names_penalty = true;
  r.bidding = BidRule::pool;
  r.settle = SettleRule::auction;
  r.divided_jack = true;
  return r;
}

Rules heartsette() {
  Rules r = hearts("heartsette", 3);
  r.widow = true;
  return r;
}

Rules domino_hearts() {
  Rules r = hearts("domino_hearts");
  r.stock = StockRule::domino;
  r.hand_size = 6;
  r.settle = SettleRule::points;
  r.target = 31;
  return r;
}

const std::vector<Rules>& table() {
  static const std::vector<Rules> rules{pitch("pitch"),
                                        smudge(),
                                        ten_point_pitch(),
                                        modern_pitch(),
                                        seven_up(),
                                        pedro("pedro"),
                                        pedro_sancho("pedro_sancho"),
                                        dom_pedro(),
                                        cinch("cinch"),
                                        pidro(),
                                        hearts("hearts"),
                                        spot_hearts(),
                                        joker_hearts(),
                                        discard_hearts("black_jack", kJack, -10),
                                        discard_hearts("black_lady", kQueen, -13),
                                        modern_hearts(),
                                        auction_hearts(),
                                        heartsette(),
                                        domino_hearts(),
                                        whist()};
  return rules;
}

struct Alias {
  std::string_view alias;
  std::string_view name;
};
constexpr std::array<Alias, 7> kAliases{{{"auction_pitch", "pitch"},
                                         {"snoozer", "dom_pedro"},
                                         {"high_five", "cinch"},
                                         {"double_pedro", "cinch"},
                                         {"all_fours", "seven_up"},
                                         {"omnibus", "modern_hearts"},
                                         {"domino", "domino_hearts"}}};

// ---- options
// ------------------------------------------------------------------------------------------------------

bool is_cinch_like(const Rules& r) {
  return r.score == ScoreRule::cinch;
}
bool any(const Rules&) {
  return true;
}
bool is_pitch_like(const Rules& r) {
  return r.game == GameRule::most_pips;
}
bool is_hearts_like(const Rules& r) {
  return r.family == Family::hearts && r.stock != StockRule::domino;
}

std::optional<bool> read_bool(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  return std::nullopt;
}

std::string_view unquoted(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  return text;
}

std::string quoted(std::string_view text) {
  return '"' + std::string(text) + '"';
}

struct OptionRow {
  OptionInfo info;
  bool (*applies)(const Rules&);
  bool (*set)(Rules&, std::string_view value);  // false: not an allowed value
  std::string (*get)(const Rules&);
};

template <bool Rules::* Field>
constexpr OptionRow flag(std::string_view name, std::string_view meaning,
                         bool (*applies)(const Rules&)) {
  return {{name, "true or false", meaning},
          applies,
          [](Rules& r, std::string_view value) {
            const auto flag = read_bool(value);
            if (flag) r.*Field = *flag;
            return flag.has_value();
          },
          [](const Rules& r) { return std::string(r.*Field ? "true" : "false"); }};
}

template <class Enum>
struct Word {
  std::string_view text;
  Enum value;
};

template <auto Field, auto& Words>
bool set_word(Rules& r, std::string_view value) {
  for (const auto& word : Words) {
    if (unquoted(value) == word.text) {
      r.*Field = word.value;
      return true;
    }
  }
  return false;
}

template <auto Field, auto& Words>
std::string get_word(const Rules& r) {
  for (const auto& word : Words) {
    if (r.*Field == word.value) return quoted(word.text);
  }
  return "null";
}

constexpr std::array<Word<CinchDraw>, 3> kDrawWords{
    {{"rob", CinchDraw::rob}, {"no_rob", CinchDraw::no_rob}, {"four_more", CinchDraw::four_more}}};

constexpr std::array<Word<Taker>, 2> kTakerWords{
    {{"winner", Taker::winner}, {"holder", Taker::holder}}};
constexpr std::array<Word<int>, 4> kSuitWords{{{"C", 0}, {"D", 1}, {"H", 2}, {"S", 3}}};

bool set_moon(Rules& r, std::string_view value) {
  if (value == "false" || value == "null") {
    r.moon = MoonRule::none;
  } else if (unquoted(value) == "others") {
    r.moon = MoonRule::others;
  } else if (unquoted(value) == "own") {
    r.moon = MoonRule::own;
  } else {
    return false;
  }
  return true;
}

std::string get_moon(const Rules& r) {
  return r.moon == MoonRule::none ? "false" : quoted(r.moon == MoonRule::others ? "others" : "own");
}

bool set_lead_card(Rules& r, std::string_view value) {
  if (value == "null") {
    r.lead_card = -1;
    return true;
  }
  const auto card = find_card(unquoted(value));
  if (!card) return false;
  r.lead_card = card->index;
  return true;
}

std::string get_lead_card(const Rules& r) {
  return r.lead_card < 0 ? "null" : quoted(to_text(Card{static_cast<std::uint8_t>(r.lead_card)}));
}

// The off-jack and the Jokers come into play with a point each.
bool set_off_jack(Rules& r, std::string_view value) {
  const auto flag = read_bool(value);
  if (!flag) return false;
  r.off_jack = *flag;
  r.trump_points.off_jack = *flag ? 1 : 0;
  return true;
}

std::string get_off_jack(const Rules& r) {
  return r.off_jack ? "true" : "false";
}

bool set_jokers(Rules& r, std::string_view value) {
  if (value != "0" && value != "1" && value != "2") return false;
  r.pack &= ~(bit(kJoker.index) | bit(kLowJoker.index));
  if (value != "0") r.pack |= bit(kJoker.index);
  if (value == "2") r.pack |= bit(kLowJoker.index);
  r.joker = value == "0" ? JokerPlace::none : JokerPlace::above_ten_trumps;
  r.trump_points.joker = value == "0" ? 0 : 1;
  r.trump_points.low_joker = value == "2" ? 1 : 0;
  return true;
}

std::string get_jokers(const Rules& r) {
  return std::to_string(CardSet(r.pack & ~full_pack()).size());
}

bool set_three(Rules& r, std::string_view value) {
  const auto flag = read_bool(value);
  if (flag) r.trump_points.rank[kThree] = *flag ? 3 : 0;
  return flag.has_value();
}

std::string get_three(const Rules& r) {
  return r.trump_points.rank[kThree] != 0 ? "true" : "false";
}

bool set_diamond_jack(Rules& r, std::string_view value) {
  const auto flag = read_bool(value);
  if (flag) r.card_points[Card::of(kDiamonds, kJack).index] = *flag ? 10 : 0;
  return flag.has_value();
}

std::string get_diamond_jack(const Rules& r) {
  return r.card_points[Card::of(kDiamonds, kJack).index] > 0 ? "true" : "false";
}

bool set_teams(Rules& r, std::string_view value) {
  std::vector<std::uint8_t> teams;
  if (!value.empty() && value.front() == '[' && value.back() == ']')
    value = value.substr(1, value.size() - 2);
  for (const char c : value) {
    if (c == ',' || c == ' ') continue;
    if (c < '0' || c > '7') return false;
    teams.push_back(static_cast<std::uint8_t>(c - '0'));
  }
  if (teams.empty() || teams.size() > kMaxSeats) return false;
  r.teams = teams;
  return true;
}

std::string get_teams(const Rules& r) {
  if (r.teams.empty()) return "null";
  std::string text = "[";
  for (const auto team : r.teams) {
    if (text.size() > 1) text += ',';
    text += std::to_string(team);
  }
  return text + "]";
}

// ---- fields of the rules, for house rules -----------------------------------------------------

constexpr std::array<Word<TrumpRule>, 4> kTrumpWords{{{"none", TrumpRule::none},
                                                      {"named", TrumpRule::named},
                                                      {"named_or_none", TrumpRule::named_or_none},
                                                      {"named_or_led", TrumpRule::named_or_led}}};
constexpr std::array<Word<FollowRule>, 2> kFollowWords{
    {{"strict", FollowRule::strict}, {"or_trump", FollowRule::or_trump}}};
constexpr std::array<Word<JokerPlace>, 4> kJokerWords{
    {{"none", JokerPlace::none},
     {"below_trumps", JokerPlace::below_trumps},
     {"above_ten_hearts", JokerPlace::above_ten_hearts},
     {"above_ten_trumps", JokerPlace::above_ten_trumps}}};
constexpr std::array<Word<GameRule>, 3> kGameWords{{{"none", GameRule::none},
                                                    {"ten_of_trumps", GameRule::ten_of_trumps},
                                                    {"most_pips", GameRule::most_pips}}};
constexpr std::array<Word<StockRule>, 3> kStockWords{{{"none", StockRule::none},
                                                      {"two_players", StockRule::two_players},
                                                      {"domino", StockRule::domino}}};
constexpr std::array<Word<ScoreRule>, 3> kScoreWords{
    {{"points", ScoreRule::points}, {"bid", ScoreRule::bid}, {"cinch", ScoreRule::cinch}}};

std::optional<int> read_int(std::string_view text, int least, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most)
    return std::nullopt;
  return number;
}

// The pieces of a JSON list or object of plain values, quotes and blanks taken off.
std::optional<std::vector<std::string_view>> pieces_of(std::string_view text, char open,
                                                       char close) {
  const auto trim = [](std::string_view piece) {
    while (!piece.empty() && piece.front() == ' ') piece.remove_prefix(1);
    while (!piece.empty() && piece.back() == ' ') piece.remove_suffix(1);
    return piece;
  };
  text = trim(text);
  if (text.size() < 2 || text.front() != open || text.back() != close) return std::nullopt;
  text = trim(text.substr(1, text.size() - 2));
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const auto comma = text.find(',');
    pieces.push_back(trim(text.substr(0, comma)));
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return pieces;
}

// Calls put(name, points) for each pair of a JSON object of small whole numbers.
template <class Put>
bool read_points(std::string_view text, Put put) {
  const auto pieces = pieces_of(text, '{', '}');
  if (!pieces) return false;
  for (const std::string_view piece : *pieces) {
    const auto colon = piece.find(':');
    if (colon == std::string_view::npos) return false;
    std::string_view value = piece.substr(colon + 1);
    while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
    std::string_view name = piece.substr(0, colon);
    while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
    const auto points = read_int(value, -100, 100);
    if (!points || !put(unquoted(name), *points)) return false;
  }
  return true;
}

std::string print_points(const std::vector<std::pair<std::string, int>>& points) {
  std::string text = "{";
  for (const auto& [name, worth] : points) {
    if (text.size() > 1) text += ',';
    text += quoted(name) + ':' + std::to_string(worth);
  }
  return text + "}";
}

bool set_card_points(Rules& r, std::string_view value) {
  std::array<std::int8_t, 64> suits{};
  std::array<std::int8_t, 64> cards{};
  std::uint64_t named = 0;
  const bool read = read_points(value, [&](std::string_view name, int worth) {
    const auto small = static_cast<std::int8_t>(worth);
    if (name.size() == 1 && kSuitText.find(name[0]) != std::string_view::npos) {
      const auto suit = static_cast<int>(kSuitText.find(name[0]));
      for (int rank = 0; rank < kRanks; ++rank) suits[Card::of(suit, rank).index] = small;
      return true;
    }
    const auto card = find_card(name);
    if (card) {
      cards[card->index] = small;
      named |= bit(card->index);
    }
    return card.has_value();
  });
  if (!read) return false;
  // A card's own points go before its suit's.
  for (const int index : CardSet(named))
    suits[static_cast<std::size_t>(index)] = cards[static_cast<std::size_t>(index)];
  r.card_points = suits;
  // The suit to avoid counts beside these.
  for (int rank = 0; r.penalty_suit >= 0 && rank < kRanks; ++rank) {
    ++r.card_points[Card::of(r.penalty_suit, rank).index];
  }
  return true;
}

std::string get_card_points(const Rules& r) {
  std::vector<std::pair<std::string, int>> points;
  const auto worth = [&](Card card) {
    const bool penalty = !card.is_joker() && card.suit() == r.penalty_suit;
    return r.card_points[card.index] - (penalty ? 1 : 0);
  };
  std::array<int, kLanes> common{};
  for (int suit = 0; suit < kLanes; ++suit) {
    // What most of a suit counts stands once, under its letter.
    common[static_cast<std::size_t>(suit)] = worth(Card::of(suit, kThree));
    int alike = 0;
    for (int rank = 0; rank < kRanks; ++rank) {
      if (worth(Card::of(suit, rank)) == common[static_cast<std::size_t>(suit)]) ++alike;
    }
    int& shared = common[static_cast<std::size_t>(suit)];
    if (alike < kRanks / 2) shared = 0;
    if (shared != 0)
      points.emplace_back(std::string(1, kSuitText[static_cast<std::size_t>(suit)]), shared);
  }
  for (int index = 0; index < 64; ++index) {
    if (!is_card(index)) continue;
    const Card card{static_cast<std::uint8_t>(index)};
    const int usual = card.is_joker() ? 0 : common[static_cast<std::size_t>(card.suit())];
    if (worth(card) != usual) points.emplace_back(to_text(card), worth(card));
  }
  return print_points(points);
}

// The named parts of TrumpPoints beside the ranks.
struct TrumpPart {
  std::string_view name;
  std::int8_t TrumpPoints::* field;
};
constexpr std::array<TrumpPart, 7> kTrumpParts{{{"off_five", &TrumpPoints::off_five},
                                                {"off_jack", &TrumpPoints::off_jack},
                                                {"joker", &TrumpPoints::joker},
                                                {"low_joker", &TrumpPoints::low_joker},
                                                {"high", &TrumpPoints::high},
                                                {"low", &TrumpPoints::low},
                                                {"game", &TrumpPoints::game}}};

bool set_trump_points(Rules& r, std::string_view value) {
  TrumpPoints points;
  const bool read = read_points(value, [&](std::string_view name, int worth) {
    const auto rank = name.size() == 1 ? kRankText.find(name[0]) : std::string_view::npos;
    if (rank != std::string_view::npos) {
      points.rank[rank] = static_cast<std::int8_t>(worth);
      return true;
    }
    for (const TrumpPart& part : kTrumpParts) {
      if (part.name != name) continue;
      points.*part.field = static_cast<std::int8_t>(worth);
      return true;
    }
    return false;
  });
  if (read) r.trump_points = points;
  return read;
}

std::string get_trump_points(const Rules& r) {
  std::vector<std::pair<std::string, int>> points;
  for (std::size_t rank = 0; rank < kRanks; ++rank) {
    if (r.trump_points.rank[rank] != 0)
      points.emplace_back(std::string(1, kRankText[rank]), r.trump_points.rank[rank]);
  }
  for (const TrumpPart& part : kTrumpParts) {
    if (r.trump_points.*part.field != 0)
      points.emplace_back(std::string(part.name), r.trump_points.*part.field);
  }
  return print_points(points);
}

bool set_players(Rules& r, std::string_view value) {
  const auto pieces = pieces_of(value, '[', ']');
  if (!pieces || pieces->size() != 2) return false;
  const auto least = read_int((*pieces)[0], 1, kMaxSeats);
  const auto most = read_int((*pieces)[1], 1, kMaxSeats);
  if (!least || !most || *least > *most) return false;
  r.min_players = *least;
  r.max_players = *most;
  r.default_players = std::clamp(r.default_players, *least, *most);
  return true;
}

std::string get_players(const Rules& r) {
  return "[" + std::to_string(r.min_players) + "," + std::to_string(r.max_players) + "]";
}

bool set_partnerships(Rules& r, std::string_view value) {
  const auto pieces = pieces_of(value, '[', ']');
  if (!pieces) return false;
  std::uint16_t mask = 0;
  for (const std::string_view piece : *pieces) {
    const auto players = read_int(piece, 2, kMaxSeats);
    if (!players || *players % 2 != 0) return false;
    mask = static_cast<std::uint16_t>(mask | 1u << *players);
  }
  r.partnerships = mask;
  return true;
}

std::string get_partnerships(const Rules& r) {
  std::string text = "[";
  for (int players = 1; players <= kMaxSeats; ++players) {
    if ((r.partnerships >> players & 1) == 0) continue;
    text += (text.size() > 1 ? "," : "") + std::to_string(players);
  }
  return text + "]";
}

bool set_pack(Rules& r, std::string_view value) {
  value = unquoted(value);
  std::uint64_t pack = full_pack();
  while (!value.empty()) {
    const bool adds = value.front() == '+';
    if (!adds && value.front() != '-') return false;
    value.remove_prefix(1);
    const auto end = value.find(' ');
    const auto card = find_card(value.substr(0, end));
    if (!card) return false;
    pack = adds ? pack | bit(card->index) : pack & ~bit(card->index);
    value.remove_prefix(end == std::string_view::npos ? value.size() : end + 1);
  }
  r.pack = pack;
  return true;
}

std::string get_pack(const Rules& r) {
  std::string text;
  for (int index = 0; index < 64; ++index) {
    if (!is_card(index)) continue;
    const bool usual = (full_pack() >> index & 1) != 0;
    const bool there = (r.pack >> index & 1) != 0;
    if (usual == there) continue;
    text += (text.empty() ? "" : " ") + std::string(there ? "+" : "-") +
            to_text(Card{static_cast<std::uint8_t>(index)});
  }
  return quoted(text);
}

bool set_trick_points(Rules& r, std::string_view value) {
  const auto points = read_int(value, -100, 100);
  if (points) r.trick_points = static_cast<std::int8_t>(*points);
  return points.has_value();
}

std::string get_trick_points(const Rules& r) {
  return std::to_string(r.trick_points);
}

template <bool Rules::* Field>
constexpr OptionRow house_flag(std::string_view name, std::string_view meaning) {
  OptionRow row = flag<Field>(name, meaning, any);
  row.info.house = true;
  return row;
}

template <auto Field, auto& Words>
constexpr OptionRow house_word(std::string_view name, std::string_view allowed,
                               std::string_view meaning) {
  return {{name, allowed, meaning, true}, any, set_word<Field, Words>, get_word<Field, Words>};
}

template <int Rules::* Field, int Least, int Most>
bool set_int(Rules& r, std::string_view value) {
  const auto number = read_int(value, Least, Most);
  if (number) r.*Field = *number;
  return number.has_value();
}

template <int Rules::* Field>
std::string get_int(const Rules& r) {
  return std::to_string(r.*Field);
}

constexpr std::array<Word<BidRule>, 5> kBidWords{{{"none", BidRule::none},
                                                  {"sell", BidRule::sell},
                                                  {"raise", BidRule::raise},
                                                  {"board", BidRule::board},
                                                  {"pool", BidRule::pool}}};
constexpr std::array<Word<SellerCap>, 3> kCapWords{{{"strict", SellerCap::strict},
                                                    {"within_one", SellerCap::within_one},
                                                    {"none", SellerCap::none}}};
constexpr std::array<Word<RevokeRule>, 6> kRevokeWords{
    {{"none", RevokeRule::none},
     {"set_back", RevokeRule::set_back},
     {"forfeit", RevokeRule::forfeit},
     {"forfeit_or_ten", RevokeRule::forfeit_or_ten},
     {"silent", RevokeRule::silent},
     {"pays_all", RevokeRule::pays_all}}};
constexpr std::array<Word<PassRule>, 5> kPassWords{{{"left", PassRule::left},
                                                    {"right", PassRule::right},
                                                    {"across", PassRule::across},
                                                    {"hold", PassRule::hold},
                                                    {"by_deal", PassRule::by_deal}}};
constexpr std::array<Word<SettleRule>, 9> kSettleWords{{{"points", SettleRule::points},
                                                        {"sweepstake", SettleRule::sweepstake},
                                                        {"howell", SettleRule::howell},
                                                        {"excess", SettleRule::excess},
                                                        {"difference", SettleRule::difference},
                                                        {"six_free", SettleRule::six_free},
                                                        {"spot", SettleRule::spot},
                                                        {"joker", SettleRule::joker},
                                                        {"auction", SettleRule::auction}}};

bool is_for_a_bid(const Rules& r) {
  return r.score != ScoreRule::points;
}
bool is_pedro_like(const Rules& r) {
  return r.score == ScoreRule::bid && r.game == GameRule::ten_of_trumps;
}
bool passes_cards(const Rules& r) {
  return r.pass_count > 0;
}

bool set_deal_all(Rules& r, std::string_view value) {
  const auto flag = read_bool(value);
  if (flag) r.hand_size = *flag ? 0 : 6;
  return flag.has_value();
}

std::string get_deal_all(const Rules& r) {
  return r.hand_size == 0 ? "true" : "false";
}

// A bid is asked for with a seller or without.
bool set_bidding(Rules& r, std::string_view value) {
  return unquoted(value) != "none" && unquoted(value) != "pool" &&
         set_word<&Rules::bidding, kBidWords>(r, value);
}

constexpr std::array kOptions{
    OptionRow{{"teams", "a team number (0-7) for each seat, such as [0,1,0,1]",
               "seats that score together"},
              any,
              set_teams,
              get_teams},
    flag<&Rules::first_lead_trump>("first_lead_trump",
                                   "the first lead must be a trump, if the leader holds one",
                                   [](const Rules& r) { return r.trump == TrumpRule::named; }),
    OptionRow{
        {"draw", "\"rob\", \"no_rob\" or \"four_more\"", "how hands are filled after the discard"},
        is_cinch_like,
        set_word<&Rules::draw, kDrawWords>,
        get_word<&Rules::draw, kDrawWords>},
    OptionRow{{"low_to", "\"winner\" or \"holder\"", "who scores Low"},
              is_pitch_like,
              set_word<&Rules::low_to, kTakerWords>,
              get_word<&Rules::low_to, kTakerWords>},
    OptionRow{{"off_jack", "true or false",
               "the jack of the same colour is the trump below the jack, and a point"},
              is_pitch_like,
              set_off_jack,
              get_off_jack},
    OptionRow{{"jokers", "0, 1 or 2", "Jokers among the trumps, above the ten, a point each"},
              is_pitch_like,
              set_jokers,
              get_jokers},
    OptionRow{{"three", "true or false", "the three of trumps counts three"},
              is_pitch_like,
              set_three,
              get_three},
    OptionRow{{"penalty_suit", "\"C\", \"D\", \"H\" or \"S\"", "the suit to avoid"},
              [](const Rules& r) { return r.names_penalty; },
              set_word<&Rules::penalty_suit, kSuitWords>,
              get_word<&Rules::penalty_suit, kSuitWords>},
    OptionRow{
        {"lead_card", "a card of the pack, or null", "its holder leads it to the first trick"},
        is_hearts_like,
        set_lead_card,
        get_lead_card},
    flag<&Rules::break_hearts>(
        "break_hearts", "hearts may not be led before one has been played, or nothing else is held",
        is_hearts_like),
    flag<&Rules::queen_breaks_hearts>("queen_breaks_hearts",
                                      "the queen of spades, played, lets hearts be led too",
                                      is_hearts_like),
    flag<&Rules::no_points_first_trick>(
        "no_points_first_trick",
        "no penalty card on the first trick, unless nothing else can be played", is_hearts_like),
    OptionRow{{"shoot_the_moon", "\"others\", \"own\" or false",
               "whoever takes every penalty card: the others lose 26, or he gains 26"},
              is_hearts_like,
              set_moon,
              get_moon},
    OptionRow{
        {"jack_of_diamonds", "true or false", "the jack of diamonds counts ten for its taker"},
        is_hearts_like,
        set_diamond_jack,
        get_diamond_jack},
    flag<&Rules::set_back>("set_back", "a failed bid is taken off the maker's score",
                           is_cinch_like),
    OptionRow{
        {"bidding", "\"sell\", \"raise\" or \"board\"", "to whom bids are made, and how often"},
        [](const Rules& r) { return r.score == ScoreRule::bid; },
        set_bidding,
        get_word<&Rules::bidding, kBidWords>},
    OptionRow{{"min_bid", "a whole number, 1 to 14", "the least bid"},
              is_for_a_bid,
              set_int<&Rules::min_bid, 1, 14>,
              get_int<&Rules::min_bid>},
    OptionRow{{"seller_cap", "\"strict\", \"within_one\" or \"none\"",
               "what an accepted bid may give a seller who is near the end"},
              [](const Rules& r) { return r.score == ScoreRule::bid; },
              set_word<&Rules::seller_cap, kCapWords>,
              get_word<&Rules::seller_cap, kCapWords>},
    flag<&Rules::dealer_may_steal>("dealer_may_steal", "the dealer may bid as much as the last bid",
                                   is_for_a_bid),
    flag<&Rules::stick_the_dealer>(
        "stick_the_dealer", "if all others pass, the dealer has bid the least", is_for_a_bid),
    flag<&Rules::smudge>(
        "smudge", "four bid and made wins the game, unless in the hole",
        [](const Rules& r) { return r.score == ScoreRule::bid && r.game == GameRule::most_pips; }),
    flag<&Rules::red_on_set_back>("red_on_set_back",
                                  "whoever is set back adds a red counter to the pool",
                                  [](const Rules& r) { return r.score == ScoreRule::bid; }),
    OptionRow{{"deal_all", "true or false", "the whole pack is dealt, evenly"},
              is_pedro_like,
              set_deal_all,
              get_deal_all},
    OptionRow{{"target", "a whole number, 0 to 999", "points that end the game; 0: one deal"},
              any,
              set_int<&Rules::target, 0, 999>,
              get_int<&Rules::target>},
    OptionRow{{"pass_direction", "\"left\", \"right\", \"across\", \"hold\" or \"by_deal\"",
               "to whom cards are passed before play"},
              passes_cards,
              set_word<&Rules::pass_direction, kPassWords>,
              get_word<&Rules::pass_direction, kPassWords>},
    OptionRow{{"settle",
               "\"points\", \"sweepstake\", \"howell\", \"excess\", \"difference\", \"six_free\", "
               "\"spot\", \"joker\" or \"auction\"",
               "how a deal is paid for"},
              [](const Rules& r) { return r.family == Family::hearts; },
              set_word<&Rules::settle, kSettleWords>,
              get_word<&Rules::settle, kSettleWords>},
    OptionRow{{"hand_size", "a whole number, 0 to 52", "cards dealt to each; 0: the pack", true},
              any,
              set_int<&Rules::hand_size, 0, 52>,
              get_int<&Rules::hand_size>},
    OptionRow{{"kept", "a whole number, 0 to 52",
               "cards each holds after discard and draw; 0: as dealt", true},
              any,
              set_int<&Rules::kept, 0, 52>,
              get_int<&Rules::kept>},
    OptionRow{{"pass_cards", "a whole number, 0 to 13", "cards each passes before play", true},
              any,
              set_int<&Rules::pass_count, 0, 13>,
              get_int<&Rules::pass_count>},
    house_flag<&Rules::divided_jack>("divided_jack",
                                     "the odd counter of a divided pool makes a Jack"),
    OptionRow{{"dealer_out", "true or false",
               "one more than can play may sit: the dealer takes no cards", true},
              [](const Rules& r) { return !r.has_trump(); },
              flag<&Rules::dealer_out>("", "", any).set,
              flag<&Rules::dealer_out>("", "", any).get},
    house_flag<&Rules::turn_up>("turn_up", "a card turned in dealing is the trump"),
    house_flag<&Rules::pitch_unasked>("pitch_unasked",
                                      "eldest hand may pitch before any bid, for all points"),
    house_flag<&Rules::dealer_names>("dealer_names", "with no bid the dealer names the trump"),
    house_flag<&Rules::maker_first>("maker_first", "whoever makes his bid goes out first"),
    house_flag<&Rules::misdeal_passes>("misdeal_passes", "a misdeal loses the deal"),
    house_word<&Rules::revoke, kRevokeWords>(
        "revoke",
        "\"none\", \"set_back\", \"forfeit\", \"forfeit_or_ten\", \"silent\" or \"pays_all\"",
        "what a revoke costs"),
    OptionRow{{"players", "[fewest, most], 1 to 8", "how many may play", true},
              any,
              set_players,
              get_players},
    OptionRow{{"partnerships", "a list of even numbers of players",
               "where seats sit in two sides, alternately", true},
              any,
              set_partnerships,
              get_partnerships},
    OptionRow{{"pack", "\"-2S +JK\": cards out of the 52 and cards added", "the pack", true},
              any,
              set_pack,
              get_pack},
    house_word<&Rules::trump, kTrumpWords>(
        "trump", "\"none\", \"named\", \"named_or_none\" or \"named_or_led\"",
        "when the trump is known"),
    house_word<&Rules::follow, kFollowWords>(
        "follow", "\"strict\" or \"or_trump\"",
        "what may be played to a plain suit by one who could follow"),
    house_word<&Rules::joker, kJokerWords>(
        "joker", "\"none\", \"below_trumps\", \"above_ten_hearts\" or \"above_ten_trumps\"",
        "where Jokers rank"),
    OptionRow{{"off_five", "true or false", "the five of the same colour is a trump below the five",
               true},
              any,
              flag<&Rules::off_five>("", "", any).set,
              flag<&Rules::off_five>("", "", any).get},
    OptionRow{
        {"card_points", "an object of cards or suits and points, such as {\"H\": -1, \"QS\": -13}",
         "what a card counts for its taker", true},
        any,
        set_card_points,
        get_card_points},
    OptionRow{
        {"trump_points",
         "an object of ranks, off_five, off_jack, joker, low_joker, high, low, game, and points",
         "what a trump counts", true},
        any,
        set_trump_points,
        get_trump_points},
    house_word<&Rules::high_to, kTakerWords>("high_to", "\"winner\" or \"holder\"",
                                             "who scores High"),
    house_word<&Rules::game, kGameWords>("game", "\"none\", \"ten_of_trumps\" or \"most_pips\"",
                                         "what Game is"),
    OptionRow{{"trick_points", "a whole number", "what a trick counts", true},
              any,
              set_trick_points,
              get_trick_points},
    house_word<&Rules::stock, kStockWords>("stock", "\"none\", \"two_players\" or \"domino\"",
                                           "how a stock is drawn"),
    OptionRow{{"widow", "true or false", "the winner of the first trick takes the widow", true},
              any,
              flag<&Rules::widow>("", "", any).set,
              flag<&Rules::widow>("", "", any).get},
    house_word<&Rules::score, kScoreWords>("score", "\"points\", \"bid\" or \"cinch\"",
                                           "what a deal writes down"),
};

// Fields that do not go together.
std::string misfits(const Rules& r) {
  std::string faults;
  const auto fault = [&](const std::string& text) {
    faults += (faults.empty() ? "" : "; ") + text;
  };
  const bool trumps = r.has_trump();
  if (!trumps && (r.off_five || r.off_jack || !(r.trump_points == TrumpPoints{}))) {
    fault("trump none: expected no off_five, off_jack or trump_points");
  }
  if (!r.teams.empty() && (static_cast<int>(r.teams.size()) < r.min_players ||
                           static_cast<int>(r.teams.size()) > r.max_players)) {
    fault("teams of " + std::to_string(r.teams.size()) + " seats: expected " +
          std::to_string(r.min_players) + " to " + std::to_string(r.max_players));
  }
  if (r.lead_card >= 0 && (r.pack >> r.lead_card & 1) == 0) {
    fault("lead_card: expected a card of the pack");
  }
  if (!trumps && r.follow == FollowRule::or_trump) fault("follow or_trump: expected a trump");
  if (!trumps && (r.joker == JokerPlace::below_trumps || r.joker == JokerPlace::above_ten_trumps)) {
    fault("a Joker among trumps: expected a trump");
  }
  if (trumps && r.joker == JokerPlace::above_ten_hearts)
    fault("joker above_ten_hearts: expected trump none");
  if ((r.pack & ~full_pack()) != 0 && r.joker == JokerPlace::none)
    fault("a Joker in the pack: expected a place, joker");
  if (r.stock != StockRule::none && trumps) fault("a stock: expected trump none");
  if (r.score != ScoreRule::points && !trumps) fault("score by a bid: expected a trump");
  const int extra =
      CardSet(r.pack & ~full_pack()).size() + (r.off_five ? 1 : 0) + (r.off_jack ? 1 : 0);
  if (extra > kLaneSize - kRanks) {
    fault("off_five, off_jack and two Jokers together: expected at most three more trumps");
  }
  if (r.game == GameRule::most_pips && r.trump_points.game < 0)
    fault("game by pips: expected no negative points");
  return faults;
}

const OptionRow* find_option(std::string_view name) {
  for (const OptionRow& row : kOptions) {
    if (row.info.name == name) return &row;
  }
  return nullptr;
}

std::string option_names(const Rules& rules) {
  std::string text;
  for (const OptionInfo& info : options_of(rules)) {
    if (!text.empty()) text += ", ";
    text += info.name;
  }
  return text;
}

}  // namespace

std::vector<int> Rules::team_numbers(int players) const {
  std::vector<int> numbers;
  const bool paired = (partnerships >> players & 1) != 0;
  for (Seat seat = 0; seat < players; ++seat) {
    const auto at = static_cast<std::size_t>(seat);
    const int raw = at < teams.size() ? teams[at] : paired ? seat % 2 : seat;
    numbers.push_back(raw);
  }
  // Renumber in the order of first seats, so that equal partitions are equal lists.
  std::array<int, kMaxSeats> fresh{};
  fresh.fill(-1);
  int next = 0;
  for (int& number : numbers) {
    int& mapped = fresh[static_cast<std::size_t>(number)];
    if (mapped < 0) mapped = next++;
    number = mapped;
  }
  return numbers;
}

std::span<const Rules> variants() {
  return table();
}

const Rules& find_variant(std::string_view name) {
  for (const Alias& alias : kAliases) {
    if (alias.alias == name) name = alias.name;
  }
  for (const Rules& rules : table()) {
    if (rules.name == name) return rules;
  }
  std::string known;
  for (const Rules& rules : table()) known += (known.empty() ? "" : ", ") + rules.name;
  throw RulesError("no variant '" + clip(name, 40) + "'; known: " + known);
}

std::vector<std::string> aliases(std::string_view name) {
  std::vector<std::string> found;
  for (const Alias& alias : kAliases) {
    if (alias.name == name) found.emplace_back(alias.alias);
  }
  return found;
}

Rules with_options(Rules rules, std::span<const Option> options) {
  if (options.size() > 64) {
    throw RulesError(std::to_string(options.size()) + " options: expected at most 64");
  }
  std::string faults;
  std::string unknown;
  const auto fault = [&](const std::string& text) {
    faults += (faults.empty() ? "" : "; ") + text;
  };
  // In the order of the table, whatever the order given; what applies shows once all are set.
  for (const OptionRow& row : kOptions) {
    for (const auto& [name, value] : options) {
      if (row.info.name == name && !row.set(rules, value)) {
        fault("option " + name + " cannot be " + clip(value, 40) + ": expected " +
              std::string(row.info.allowed));
      }
    }
  }
  for (const Option& option : options) {
    const OptionRow* row = find_option(option.first);
    if (row == nullptr || !row->applies(rules)) {
      unknown += (unknown.empty() ? "'" : ", '") + clip(option.first, 40) + "'";
    }
  }
  if (!unknown.empty()) {
    fault("no option " + unknown + " in " + rules.name + ", which has: " + option_names(rules));
  }
  if (faults.empty()) faults = misfits(rules);
  if (!faults.empty()) throw RulesError(faults);
  return rules;
}

std::vector<OptionInfo> options_of(const Rules& rules) {
  std::vector<OptionInfo> infos;
  for (const OptionRow& row : kOptions) {
    if (row.applies(rules)) infos.push_back(row.info);
  }
  return infos;
}

std::vector<Option> changed_options(const Rules& rules) {
  // One option may bring another field along; only what is still different is named.
  std::vector<Option> changed;
  Rules built = find_variant(rules.name);
  for (const OptionRow& row : kOptions) {
    if (!row.applies(rules) || row.get(rules) == row.get(built)) continue;
    changed.emplace_back(std::string(row.info.name), row.get(rules));
    (void)row.set(built, changed.back().second);
  }
  return changed;
}

std::string option_value(const Rules& rules, std::string_view name) {
  const OptionRow* row = find_option(name);
  if (row == nullptr) throw RulesError("no option '" + clip(name, 40) + "'");
  return row->get(rules);
}

}  // namespace kibitz
