// The table of named variants, and the table of options: each option is one field of Rules, with
// its name, its allowed values and the games it means anything in.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kibitz/rules.hpp"

namespace kibitz {

// An option as written: name, and value as JSON text (true, "winner", [0,1,0,1]).
using Option = std::pair<std::string, std::string>;

struct OptionInfo {
  std::string_view name;
  std::string_view allowed;  // in words
  std::string_view meaning;
  bool house = false;  // a field of the rules themselves, for house rules; no usual option
};

// All named variants in the order of RULES.
[[nodiscard]] std::span<const Rules> variants();
// By name or alias; throws RulesError, naming the nearest ones.
[[nodiscard]] const Rules& find_variant(std::string_view name);
[[nodiscard]] std::vector<std::string> aliases(std::string_view name);

// `rules` with `options` applied; throws RulesError naming every option that is unknown, means
// nothing in this game, or has a value that is not allowed.
[[nodiscard]] Rules with_options(Rules rules, std::span<const Option> options);
// The options that mean something for these rules.
[[nodiscard]] std::vector<OptionInfo> options_of(const Rules& rules);
// The options in which `rules` differ from the variant they are named after.
[[nodiscard]] std::vector<Option> changed_options(const Rules& rules);
// The value of an option in these rules, as JSON text.
[[nodiscard]] std::string option_value(const Rules& rules, std::string_view name);

}  // namespace kibitz
