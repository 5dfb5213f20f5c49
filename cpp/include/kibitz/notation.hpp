// One line of text a deal (our FEN): parse and print, an exact round trip. The grammar stands in
// docs/notation.md.
#pragma once

#include <string>
#include <string_view>

#include "kibitz/deal.hpp"

namespace kibitz {

// Throws NotationError (text that cannot be read) or RulesError (variant or options).
[[nodiscard]] Deal parse_deal(std::string_view text);
[[nodiscard]] std::string to_text(const Deal& deal);
// The first field of a deal alone, such as "cinch?set_back=true".
[[nodiscard]] Rules parse_rules(std::string_view text);
[[nodiscard]] std::string to_text(const Rules& rules);

}  // namespace kibitz
