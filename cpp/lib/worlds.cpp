#include "kibitz/worlds.hpp"

#include <bit>
#include <stdexcept>
#include <string>

namespace kibitz {
namespace {

[[noreturn]] void refuse(std::size_t at, FaultKind kind, const std::string& text) {
  throw DealError({{kind, "world " + std::to_string(at) + ": " + text}});
}

}  // namespace

Worlds::Worlds(const Position& now, const WorldHands& worlds, std::size_t count, Payoff payoff,
               int jack)
    : now_(now),
      worlds_(worlds),
      count_(count),
      payoff_(payoff),
      jack_(jack),
      deal_(now.deal()),
      players_(static_cast<std::size_t>(now.players())),
      cards_(cards_of(now.legal_cards())),
      drawn_(now.lanes().stock.size() - now.state().drawn) {
  if (now.is_over()) throw std::invalid_argument("the deal is over: nobody is to play");
  if (worlds.hands.size() != count * players_ || worlds.stocks.size() != count * drawn_) {
    throw std::invalid_argument("expected for each world the hands of " + std::to_string(players_) +
                                " seats and a stock of " + std::to_string(drawn_) + " cards");
  }
  const State& state = now.state();
  if (state.count > 0 && drawn_ > 0 && now.lanes().stock_rule == StockRule::domino &&
      (state.hand[state.turn] & lane_mask(lane_of(state.trick[0]))) == 0) {
    throw std::invalid_argument("seat " + std::to_string(state.turn) +
                                " must draw before it can choose what to play");
  }
  for (const Trick& trick : now.tricks()) {
    for (const auto& [seat, card] : trick.cards)
      played_[static_cast<std::size_t>(seat)] |= bit(card.index);
  }
  for (const auto& [seat, card] : now.trick())
    played_[static_cast<std::size_t>(seat)] |= bit(card.index);
  const PayoffRule rule = payoff_rule(deal_, payoff, now.trump(), jack);
  // Chips depend on the penalty cards in play, and on who holds the Joker.
  if (payoff != Payoff::sweepstake && payoff != Payoff::howell) rule_ = rule;
}

int Worlds::trump_after(Card card) const {
  return now_.lanes().open ? card.suit() : now_.trump();
}

Deal Worlds::deal(std::size_t at) const {
  Deal deal = deal_;
  std::uint64_t taken = 0;
  for (const std::uint64_t cards : played_) taken |= cards;
  for (const auto& cards : deal.discards) taken |= set_of(cards);
  const auto take = [&](std::uint64_t cards, const std::string& where) {
    const std::uint64_t twice = cards & taken;
    if ((cards & ~deal.rules.pack) != 0)
      refuse(at, FaultKind::pack, where + " has what is not in the pack");
    if (twice != 0)
      refuse(at, FaultKind::duplicate,
             to_text(cards_of(twice)) + " in " + where + " lies elsewhere too");
    taken |= cards;
  };
  for (std::size_t seat = 0; seat < players_; ++seat) {
    const std::uint64_t hand = worlds_.hands[at * players_ + seat];
    const std::string where = "seat " + std::to_string(seat) + "'s hand";
    take(hand, where);
    const std::uint64_t known = set_of(now_.hand(static_cast<Seat>(seat)));
    if (std::popcount(hand) != std::popcount(known)) {
      refuse(at, FaultKind::hand_sizes,
             where + " holds " + std::to_string(std::popcount(hand)) + " cards: expected " +
                 std::to_string(std::popcount(known)));
    }
    if (static_cast<Seat>(seat) == now_.to_move() && hand != known)
      refuse(at, FaultKind::unknown_hand, where + " is not that of the seat to move");
    deal.hands[seat] = cards_of(hand | played_[seat]);
  }
  deal.stock.clear();
  for (std::size_t next = 0; next < drawn_; ++next) {
    const std::uint8_t index = worlds_.stocks[at * drawn_ + next];
    if (!is_card(index)) refuse(at, FaultKind::stock, "the stock has what is no card");
    take(bit(index), "the stock");
    deal.stock.push_back(Card{index});
  }
  if (!deal.widow.empty()) deal.widow = widow(at, taken);
  return deal;
}

// What the world leaves over.
std::vector<Card> Worlds::widow(std::size_t at, std::uint64_t taken) const {
  std::uint64_t all = set_of(deal_.widow);
  for (Seat seat = 0; seat < now_.players(); ++seat)
    all |= set_of(now_.hand(seat)) | played_[static_cast<std::size_t>(seat)];
  std::vector<Card> cards = cards_of(all & ~taken);
  if (cards.size() != deal_.widow.size())
    refuse(at, FaultKind::stock, "other cards are in play than in the position");
  return cards;
}

World Worlds::laid_out(const Deal& deal, std::size_t at, int trump) const {
  World world;
  world.rule = rule_ ? *rule_ : payoff_rule(deal, payoff_, trump, jack_);
  world.lanes = payoff_lanes(world.rule, lay_out(deal, trump));
  if (!now_.lanes().stock.empty()) {
    // What was drawn when is not told: the state is the one known, but for the hands.
    world.state = now_.replayed(*payoff_lanes(world.rule, now_.shared_lanes()));
    world.state.drawn = 0;
    for (std::size_t seat = 0; seat < players_; ++seat) {
      world.state.hand[seat] = world.lanes->slots(cards_of(worlds_.hands[at * players_ + seat]));
    }
    return world;
  }
  world.state = first_state(*world.lanes, deal);
  for (const Card card : deal.plays) {
    const Slot slot = world.lanes->slot(card);
    if ((legal(*world.lanes, world.state) & bit(slot)) == 0) {
      refuse(
          at, FaultKind::play,
          "seat " + std::to_string(world.state.turn) + " could not have played " + to_text(card));
    }
    play(*world.lanes, world.state, slot);
  }
  return world;
}

}  // namespace kibitz
