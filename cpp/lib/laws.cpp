#include "kibitz/laws.hpp"

#include <string>

#include "kibitz/fault.hpp"

namespace kibitz {

const std::vector<DemandWord>& demand_words() {
  static const std::vector<DemandWord> words{
      {"lead_trump", DemandKind::lead_trump},
      {"lead_no_trump", DemandKind::lead_no_trump},
      {"lead_heart", DemandKind::lead_heart},
      {"lead_no_heart", DemandKind::lead_no_heart},
      {"discard_no_heart", DemandKind::discard_no_heart},
      {"highest", DemandKind::highest},
      {"lowest", DemandKind::lowest},
      {"trump", DemandKind::trump},
      {"no_trump", DemandKind::no_trump},
      {"play_card", DemandKind::play_card},
      {"withhold_trump", DemandKind::withhold_trump},
  };
  return words;
}

DemandKind find_demand(std::string_view text) {
  std::string known;
  for (const DemandWord& word : demand_words()) {
    if (word.text == text) return word.kind;
    known += (known.empty() ? "" : ", ") + std::string(word.text);
  }
  throw NotationError("no demand '" + clip(text, 30) + "': expected one of " + known);
}

}  // namespace kibitz
