// Deal: anything one can write down about a deal (RULES section 2), right or wrong. faults() lists
// all that is wrong; only a faultless deal becomes a Position.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kibitz/card.hpp"
#include "kibitz/fault.hpp"
#include "kibitz/laws.hpp"
#include "kibitz/rules.hpp"
#include "kibitz/variants.hpp"

namespace kibitz {

struct Deal {
  std::string variant;          // as written: a name or an alias
  std::vector<Option> options;  // as written, values canonical JSON text
  Rules rules;                  // the variant with its options
  int players = 0;
  int trump = kNoTrump;  // suit, or kNoTrump
  Seat leader = 0;
  std::vector<std::optional<std::vector<Card>>> hands;  // when play starts; nothing: unknown
  std::vector<Card> stock;                              // the first is drawn first
  std::vector<Card> widow;
  std::vector<Card> plays;
  std::optional<Seat> maker;
  std::optional<int> bid;
  std::vector<std::vector<Card>> discards;  // what each seat put out, or empty
  Laws laws;
  std::string extra;  // JSON text of what the core has no use for; kept as it is

  friend bool operator==(const Deal&, const Deal&) = default;

  // All faults, those of the recorded plays included.
  [[nodiscard]] std::vector<Fault> faults() const;
  // Faults of everything but the plays.
  [[nodiscard]] std::vector<Fault> faults_before_play() const;
};

// Sets variant, options and rules; throws RulesError.
void set_variant(Deal& deal, std::string_view variant, std::vector<Option> options);

}  // namespace kibitz
