#include "kibitz/variants.hpp"

#include <algorithm>
#include <array>
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
  return r;
}

Rules pitch(std::string_view name) {
  Rules r = all_fours(name, 4, 8, 5);
  r.high_to = Taker::holder;
  r.low_to = Taker::holder;
  r.game = GameRule::most_pips;
  return r;
}

Rules modern_pitch() {
  Rules r = pitch("modern_pitch");
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
  r.trump = TrumpRule::named;  // turned up
  r.score = ScoreRule::points;
  return r;
}

Rules pedro(std::string_view name) {
  Rules r = all_fours(name, 4, 8, 4);
  r.game = GameRule::ten_of_trumps;
  r.trump_points.rank[kFive] = 5;
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
  return r;
}

Rules pidro() {
  Rules r = cinch("pidro");
  r.set_back = true;
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
  return r;
}

Rules spot_hearts() {
  Rules r = hearts("spot_hearts");
  r.penalty_suit = -1;
  for (int rank = 0; rank < kRanks; ++rank) {
    r.card_points[Card::of(kHearts, rank).index] = static_cast<std::int8_t>(-(rank + 2));
  }
  return r;
}

Rules joker_hearts() {
  Rules r = hearts("joker_hearts");
  r.pack &= ~bit(Card::of(kHearts, kTwo).index);
  r.pack |= bit(kJoker.index);
  r.joker = JokerPlace::above_ten_hearts;
  r.card_points[kJoker.index] = -5;
  return r;
}

Rules discard_hearts(std::string_view name, int rank, int points) {
  Rules r = hearts(name);
  r.card_points[Card::of(kSpades, rank).index] = static_cast<std::int8_t>(points);
  return r;
}

Rules modern_hearts() {
  Rules r = discard_hearts("modern_hearts", kQueen, -13);
  r.min_players = 3;
  r.lead_card = Card::of(0, kTwo).index;
  r.break_hearts = true;
  r.no_points_first_trick = true;
  r.moon = MoonRule::others;
  return r;
}

Rules auction_hearts() {
  Rules r = hearts("auction_hearts", 4);
  r.names_penalty = true;
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
  return r;
}

const std::vector<Rules>& table() {
  static const std::vector<Rules> rules{pitch("pitch"),
                                        pitch("smudge"),
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
bool has_low(const Rules& r) {
  return r.trump_points.low != 0;
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
  if (!card || (r.pack >> card->index & 1) == 0) return false;
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
  if (static_cast<int>(teams.size()) < r.min_players ||
      static_cast<int>(teams.size()) > r.max_players)
    return false;
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
              has_low,
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
};

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
  std::string faults;
  const auto fault = [&](const std::string& text) {
    faults += (faults.empty() ? "" : "; ") + text;
  };
  for (const auto& [name, value] : options) {
    const OptionRow* row = find_option(name);
    if (row == nullptr || !row->applies(rules)) {
      fault("option '" + clip(name, 40) + "' means nothing in " + rules.name +
            ", which has: " + option_names(rules));
    } else if (!row->set(rules, value)) {
      fault("option " + name + " cannot be " + clip(value, 40) + ": expected " +
            std::string(row->info.allowed));
    }
  }
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
  std::vector<Option> changed;
  const Rules& base = find_variant(rules.name);
  for (const OptionRow& row : kOptions) {
    if (row.applies(rules) && row.get(rules) != row.get(base)) {
      changed.emplace_back(std::string(row.info.name), row.get(rules));
    }
  }
  return changed;
}

std::string option_value(const Rules& rules, std::string_view name) {
  const OptionRow* row = find_option(name);
  if (row == nullptr) throw RulesError("no option '" + clip(name, 40) + "'");
  return row->get(rules);
}

}  // namespace kibitz
