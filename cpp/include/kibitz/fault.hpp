// Every way in which input can be wrong, and the errors that carry it. Messages name seat, card and
// what was expected.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz {

// One flag a kind, so that a caller can waive some and see all at once.
enum class FaultKind : unsigned {
  players = 1u << 0,     // number of players or hands not allowed
  trump = 1u << 1,       // trump missing, unknown, or where the game has none
  leader = 1u << 2,      // leader, maker or bid out of range
  duplicate = 1u << 3,   // one card in two places
  pack = 1u << 4,        // a card that is not in the pack
  hand_sizes = 1u << 5,  // hands of unequal size
  stock = 1u << 6,       // stock or widow where the game has none, or of a wrong size
  unknown_hand = 1u << 7,
  play = 1u << 8,  // a recorded play that is out of turn, not held, or a revoke
  options = 1u << 9,
  law = 1u << 10,  // an exposed card, demand or credit that cannot be
};

// At most `bytes` of a text from outside, cut between characters, for use in a message.
[[nodiscard]] std::string clip(std::string_view text, std::size_t bytes);

struct Fault {
  FaultKind kind;
  std::string text;
};

class Error : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Text that does not read as a card, a hand or a deal.
class NotationError : public Error {
  using Error::Error;
};

// A variant or an option that does not exist, or a value it cannot have.
class RulesError : public Error {
  using Error::Error;
};

// A card that may not be played now.
class IllegalPlayError : public Error {
  using Error::Error;
};

// Evidence that no world agrees with.
class EvidenceError : public Error {
  using Error::Error;
};

// More asked for than a limit allows.
class LimitError : public Error {
  using Error::Error;
};

// A deal that can be written down but not played.
class DealError : public Error {
 public:
  explicit DealError(std::vector<Fault> faults);
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }

 private:
  std::vector<Fault> faults_;
};

}  // namespace kibitz
