#include "kibitz/variants.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "kibitz/fault.hpp"

namespace kibitz {
namespace {

constexpr int kTwo = 0, kThree = 1, kFive = 3, kNine = 7, kTen = 8, kJack = 9, kQueen = 10, kAce = 12;
constexpr int kSpades = 3, kHearts = 2, kDiamonds = 1;

constexpr std::uint16_t counts(std::initializer_list<int> players) {
  std::uint16_t mask = 0;
  for (const int n : players) mask = static_cast<std::uint16_t>(mask | 1u << n);
  return mask;
}

// ---- the table ----------------------------------------------------------------------------------------------------

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
  r.score = ScoreRule::bid;
  return r;
}

Rules cinch() {
  Rules r = all_fours("cinch", 2, 6, 4);
  r.partnerships = counts({4, 6});
  r.trump = TrumpRule::named;
  r.off_five = true;
  r.trump_points.rank[kAce] = 1;
  r.trump_points.rank[kTwo] = 1;
  r.trump_points.rank[kTen] = 1;
  r.trump_points.rank[kFive] = 5;
  r.trump_points.off_five = 5;
  r.score = ScoreRule::cinch;
  return r;
}

std::vector<Rules> make_table() { return {cinch(), whist()}; }

const std::vector<Rules>& table() {
  static const std::vector<Rules> rules = make_table();
  return rules;
}

struct Alias {
  std::string_view alias;
  std::string_view name;
};
constexpr std::array<Alias, 2> kAliases{{{"high_five", "cinch"}, {"double_pedro", "cinch"}}};

// ---- options ------------------------------------------------------------------------------------------------------

bool is_cinch_like(const Rules& r) { return r.score == ScoreRule::cinch; }
bool any(const Rules&) { return true; }

std::optional<bool> read_bool(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  return std::nullopt;
}

std::string_view unquoted(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return text;
}

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

struct OptionRow {
  OptionInfo info;
  bool (*applies)(const Rules&);
  bool (*set)(Rules&, std::string_view value);  // false: not an allowed value
  std::string (*get)(const Rules&);
};

template <bool Rules::* Field>
constexpr OptionRow flag(std::string_view name, std::string_view meaning, bool (*applies)(const Rules&)) {
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

bool set_teams(Rules& r, std::string_view value) {
  std::vector<std::uint8_t> teams;
  if (!value.empty() && value.front() == '[' && value.back() == ']') value = value.substr(1, value.size() - 2);
  for (const char c : value) {
    if (c == ',' || c == ' ') continue;
    if (c < '0' || c > '7') return false;
    teams.push_back(static_cast<std::uint8_t>(c - '0'));
  }
  if (static_cast<int>(teams.size()) < r.min_players || static_cast<int>(teams.size()) > r.max_players) return false;
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
    OptionRow{{"teams", "a team number (0-7) for each seat, such as [0,1,0,1]", "seats that score together"},
              any,
              set_teams,
              get_teams},
    flag<&Rules::first_lead_trump>("first_lead_trump", "the first lead must be a trump, if the leader holds one",
                                   [](const Rules& r) { return r.trump == TrumpRule::named; }),
    OptionRow{{"draw", "\"rob\", \"no_rob\" or \"four_more\"", "how hands are filled after the discard"},
              is_cinch_like,
              set_word<&Rules::draw, kDrawWords>,
              get_word<&Rules::draw, kDrawWords>},
    flag<&Rules::set_back>("set_back", "a failed bid is taken off the maker's score", is_cinch_like),
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

std::span<const Rules> variants() { return table(); }

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
  const auto fault = [&](const std::string& text) { faults += (faults.empty() ? "" : "; ") + text; };
  for (const auto& [name, value] : options) {
    const OptionRow* row = find_option(name);
    if (row == nullptr || !row->applies(rules)) {
      fault("option '" + clip(name, 40) + "' means nothing in " + rules.name + ", which has: " + option_names(rules));
    } else if (!row->set(rules, value)) {
      fault("option " + name + " cannot be " + clip(value, 40) + ": expected " + std::string(row->info.allowed));
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
