#include "kibitz/deal.hpp"

#include <algorithm>
#include <array>

#include "kibitz/position.hpp"

namespace kibitz {
namespace {

std::string seat_text(std::size_t seat) {
  return "seat " + std::to_string(seat);
}

// Collects faults; one object walks the deal.
class Checker {
 public:
  explicit Checker(const Deal& deal) : deal_(deal) {}

  std::vector<Fault> run() {
    check_players();
    check_trump();
    check_seats();
    check_cards();
    check_sizes();
    check_stock();
    check_laws();
    return std::move(faults_);
  }

 private:
  // A hostile deal may have no end of faults; the first fifty say enough.
  void fault(FaultKind kind, std::string text) {
    if (faults_.size() < 50) faults_.push_back({kind, std::move(text)});
  }

  void check_players() {
    const Rules& rules = deal_.rules;
    if (!rules.may_sit(deal_.players)) {
      fault(FaultKind::players, rules.name + " is played by " + std::to_string(rules.min_players) +
                                    (rules.min_players == rules.max_players
                                         ? ""
                                         : " to " + std::to_string(rules.max_players)) +
                                    " players, not " + std::to_string(deal_.players));
    }
    if (static_cast<int>(deal_.hands.size()) != deal_.players) {
      fault(FaultKind::players, "expected " + std::to_string(deal_.players) +
                                    " hands, one a seat, not " +
                                    std::to_string(deal_.hands.size()));
    }
    for (std::size_t seat = 0; seat < deal_.hands.size() && seat < 99; ++seat) {
      if (!deal_.hands[seat]) {
        fault(FaultKind::unknown_hand,
              seat_text(seat) + "'s hand is unknown, so the deal cannot be played");
      }
    }
    if (rules.draw == CinchDraw::four_more && deal_.players > 4) {
      fault(FaultKind::options, "draw four_more: the pack is too small for " +
                                    std::to_string(deal_.players) + " players; expected at most 4");
    }
    if (!rules.teams.empty() && static_cast<int>(rules.teams.size()) != deal_.players) {
      fault(FaultKind::options, "option teams gives " + std::to_string(rules.teams.size()) +
                                    " seats, expected " + std::to_string(deal_.players));
    }
  }

  void check_trump() {
    switch (deal_.rules.trump) {
      case TrumpRule::none:
        if (deal_.trump != kNoTrump)
          fault(FaultKind::trump, deal_.rules.name + " has no trump: expected null");
        break;
      case TrumpRule::named:
        if (deal_.trump == kNoTrump) {
          fault(FaultKind::trump,
                deal_.rules.name + " names its trump before play: expected C, D, H or S");
        }
        break;
      case TrumpRule::named_or_none:
        break;
      case TrumpRule::named_or_led:
        check_pitch();
        break;
    }
  }

  // With the trump open, the leader must be able to name a suit.
  void check_pitch() {
    const auto leader = static_cast<std::size_t>(deal_.leader);
    if (deal_.trump != kNoTrump || deal_.leader < 0 || leader >= deal_.hands.size() ||
        !deal_.hands[leader])
      return;
    const auto& hand = *deal_.hands[leader];
    if (!hand.empty() &&
        std::all_of(hand.begin(), hand.end(), [](Card card) { return card.is_joker(); })) {
      fault(FaultKind::trump,
            seat_text(leader) + " leads and holds Jokers only, which cannot name a trump");
    }
  }

  void check_seat(const char* word, int seat) {
    if (seat < 0 || seat >= deal_.players) {
      fault(FaultKind::leader, std::string(word) + " " + std::to_string(seat) +
                                   " is not a seat: expected 0 to " +
                                   std::to_string(deal_.players - 1));
    }
  }

  void check_seats() {
    check_seat("leader", deal_.leader);
    if (deal_.maker) check_seat("maker", *deal_.maker);
    if (deal_.bid && *deal_.bid < 0) {
      fault(FaultKind::leader, "bid " + std::to_string(*deal_.bid) + " is negative");
    }
    if (!deal_.discards.empty() && static_cast<int>(deal_.discards.size()) != deal_.players) {
      fault(FaultKind::players, "expected discards of " + std::to_string(deal_.players) +
                                    " seats, not of " + std::to_string(deal_.discards.size()));
    }
  }

  // Each card once, and in the pack.
  void check_cards() {
    for (std::size_t seat = 0; seat < deal_.hands.size(); ++seat) {
      if (deal_.hands[seat]) place(*deal_.hands[seat], seat_text(seat) + "'s hand");
    }
    place(deal_.stock, "the stock");
    place(deal_.widow, "the widow");
    for (std::size_t seat = 0; seat < deal_.discards.size(); ++seat) {
      place(deal_.discards[seat], seat_text(seat) + "'s discards");
    }
  }

  void place(const std::vector<Card>& cards, const std::string& where) {
    for (const Card card : cards) {
      std::string& seen = place_of_[card.index];
      if (!seen.empty()) {
        fault(FaultKind::duplicate, to_text(card) + " is in " + seen + " and " +
                                        (seen == where ? "again there" : "in " + where) +
                                        ": expected once");
        continue;
      }
      seen = where;
      if ((deal_.rules.pack >> card.index & 1) == 0) {
        fault(FaultKind::pack,
              to_text(card) + " in " + where + " is not in the pack of " + deal_.rules.name);
      }
    }
  }

  // Where the dealer takes no cards one hand is empty.
  void check_sizes() {
    if (deal_.rules.takes_no_cards(deal_.players) && !deal_.laws.short_hands) {
      const auto empty = std::count_if(deal_.hands.begin(), deal_.hands.end(),
                                       [](const auto& hand) { return hand && hand->empty(); });
      if (empty != 1) {
        fault(FaultKind::hand_sizes, "with " + std::to_string(deal_.players) +
                                         " at the table the dealer takes no cards: expected one "
                                         "empty hand, not " +
                                         std::to_string(empty));
      }
    }
    if (deal_.rules.stock == StockRule::domino || deal_.laws.short_hands) return;
    std::string sizes;
    bool uneven = false;
    std::optional<std::size_t> first;
    for (const auto& hand : deal_.hands) {
      sizes +=
          (sizes.empty() ? "" : ", ") + (hand ? std::to_string(hand->size()) : std::string("?"));
      if (!hand || (hand->empty() && deal_.rules.takes_no_cards(deal_.players))) continue;
      if (!first) first = hand->size();
      uneven = uneven || hand->size() != *first;
    }
    if (uneven)
      fault(FaultKind::hand_sizes, "the hands hold " + sizes + " cards: expected equally many");
  }

  void check_stock() {
    const Rules& rules = deal_.rules;
    const bool may_have = rules.stock == StockRule::domino ||
                          (rules.stock == StockRule::two_players && deal_.players == 2);
    if (!deal_.stock.empty() && !may_have) {
      fault(FaultKind::stock,
            rules.name + " of " + std::to_string(deal_.players) + " players has no stock");
    }
    if (may_have && rules.stock == StockRule::two_players && deal_.stock.size() % 2 != 0) {
      fault(FaultKind::stock, "the stock holds " + std::to_string(deal_.stock.size()) +
                                  " cards: expected an even number, as both players draw");
    }
    if (!deal_.widow.empty() && !rules.widow) fault(FaultKind::stock, rules.name + " has no widow");
  }

  void check_laws() {
    const Laws& laws = deal_.laws;
    if (!laws.exposed.empty() && static_cast<int>(laws.exposed.size()) != deal_.players) {
      fault(FaultKind::law, "expected exposed cards of " + std::to_string(deal_.players) +
                                " seats, not of " + std::to_string(laws.exposed.size()));
    }
    for (std::size_t seat = 0; seat < laws.exposed.size(); ++seat) {
      for (const Card card : laws.exposed[seat])
        check_held("exposed", static_cast<Seat>(seat), card);
    }
    if (laws.demands.size() > 16) fault(FaultKind::law, "expected at most 16 demands");
    for (const Demand& demand : laws.demands) {
      check_law_seat("a demand", demand.seat);
      if (demand.names_card() != demand.card.has_value()) {
        fault(FaultKind::law, "a demand on " + seat_text(static_cast<std::size_t>(demand.seat)) +
                                  (demand.card ? " names a card" : " names no card") +
                                  ": expected one for play_card and withhold_trump alone");
      } else if (demand.card) {
        check_held("demanded", demand.seat, *demand.card);
      }
      if (deal_.trump == kNoTrump && deal_.rules.trump == TrumpRule::named_or_led) {
        fault(FaultKind::law, "a demand while the trump is not named");
      }
    }
    for (const Seat seat : laws.cannot_score) check_law_seat("cannot_score", seat);
    for (const Credit& credit : laws.credits) {
      check_law_seat("a credited trick", credit.seat);
      if (credit.trick < 0 || credit.trick > 63) {
        fault(FaultKind::law,
              "credited trick " + std::to_string(credit.trick) + ": expected 0 to 63");
      }
    }
    if (laws.last_trick) check_law_seat("last_trick", *laws.last_trick);
  }

  void check_law_seat(const char* word, Seat seat) {
    if (seat >= 0 && seat < deal_.players) return;
    fault(FaultKind::law, std::string(word) + " names seat " + std::to_string(seat) +
                              ": expected 0 to " + std::to_string(deal_.players - 1));
  }

  void check_held(const char* word, Seat seat, Card card) {
    const auto at = static_cast<std::size_t>(seat);
    if (seat < 0 || at >= deal_.hands.size() || !deal_.hands[at]) return;
    const auto& hand = *deal_.hands[at];
    if (std::find(hand.begin(), hand.end(), card) == hand.end()) {
      fault(FaultKind::law,
            to_text(card) + " is " + word + " but not in " + seat_text(at) + "'s hand");
    }
  }

  const Deal& deal_;
  std::vector<Fault> faults_;
  std::array<std::string, 64> place_of_;
};

}  // namespace

std::vector<Fault> Deal::faults_before_play() const {
  return Checker(*this).run();
}

std::vector<Fault> Deal::faults() const {
  std::vector<Fault> found = faults_before_play();
  if (found.empty()) found = play_faults(*this);
  return found;
}

void set_variant(Deal& deal, std::string_view variant, std::vector<Option> options) {
  deal.rules = with_options(find_variant(variant), options);
  deal.variant = variant;
  for (auto& [name, value] : options) value = option_value(deal.rules, name);
  deal.options = std::move(options);
}

}  // namespace kibitz
