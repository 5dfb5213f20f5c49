#include "kibitz/position.hpp"

#include <bit>
#include <cassert>

#include "moves.hpp"

namespace kibitz {
namespace {

constexpr std::array<std::string_view, kLanes> kSuitWords{"clubs", "diamonds", "hearts", "spades"};

std::uint64_t& hand_of(State& state, Seat seat) {
  return state.hand[static_cast<std::size_t>(seat)];
}
std::uint64_t hand_of(const State& state, Seat seat) {
  return state.hand[static_cast<std::size_t>(seat)];
}

int worth(const Lanes& lanes, std::uint64_t cards) {
  int points = 0;
  for (const Slot slot : CardSet(cards & lanes.weighted))
    points += lanes.weight[static_cast<std::size_t>(slot)];
  return points;
}

std::uint64_t rest_of_stock(const Lanes& lanes, const State& state) {
  std::uint64_t rest = 0;
  for (std::size_t at = state.drawn; at < lanes.stock.size(); ++at) rest |= bit(lanes.stock[at]);
  return rest;
}

SeatMask seats_with_cards(const Lanes& lanes, const State& state) {
  SeatMask mask = 0;
  for (Seat seat = 0; seat < lanes.seats; ++seat) {
    if (hand_of(state, seat) != 0) mask = static_cast<SeatMask>(mask | 1u << seat);
  }
  return mask;
}

Seat next_of(const Lanes& lanes, Seat seat) {
  return seat + 1 == lanes.seats ? 0 : seat + 1;
}

// Domino Hearts: who still plays, and the end of it (RULES section 2).
bool domino_goes_on(const Lanes& lanes, State& state, Seat& leader) {
  state.active = seats_with_cards(lanes, state);
  const int left = std::popcount(state.active);
  if (left >= 2) {
    while (!has(state.active, leader)) leader = next_of(lanes, leader);
    return true;
  }
  const Seat taker = left == 1 ? std::countr_zero(state.active) : leader;
  const int rest = worth(lanes, rest_of_stock(lanes, state) | hand_of(state, taker));
  state.points[static_cast<std::size_t>(taker)] += static_cast<std::int16_t>(rest);
  state.drawn = static_cast<std::uint8_t>(lanes.stock.size());
  hand_of(state, taker) = 0;
  return false;
}

void begin_trick(const Lanes& lanes, State& state, Seat leader) {
  state.count = 0;
  state.table = 0;
  if (lanes.stock_rule == StockRule::domino) {
    state.over = !domino_goes_on(lanes, state, leader);
  } else if (lanes.uneven) {
    state.active = seats_with_cards(lanes, state);
    state.over = state.active == 0;
    while (!state.over && !has(state.active, leader)) leader = next_of(lanes, leader);
  } else {
    state.active = static_cast<SeatMask>((1u << lanes.seats) - 1);
    state.over = hand_of(state, leader) == 0;
  }
  state.leader = static_cast<std::uint8_t>(leader);
  state.turn = state.leader;
}

std::uint64_t legal_lead(const Lanes& lanes, const State& state, std::uint64_t hand) {
  if (lanes.open) {
    // A Joker cannot name the trump.
    return hand & ~(bit(kJoker.index) | bit(kLowJoker.index));
  }
  std::uint64_t choice = hand;
  if (state.tricks == 0) {
    if (lanes.lead_slot >= 0 && (hand & bit(lanes.lead_slot)) != 0) return bit(lanes.lead_slot);
    if (lanes.first_lead_trump && (hand & lanes.trumps) != 0) return hand & lanes.trumps;
  }
  if (!state.broken && (choice & ~lanes.unled) != 0) choice &= ~lanes.unled;
  if (state.tricks == 0 && (choice & ~lanes.barred_first) != 0) choice &= ~lanes.barred_first;
  return choice;
}

// The hand after the draw that Domino Hearts asks of a seat that cannot follow.
std::uint64_t hand_after_draw(const Lanes& lanes, const State& state, std::uint64_t lane) {
  std::uint64_t hand = hand_of(state, state.turn);
  for (std::size_t at = state.drawn; (hand & lane) == 0 && at < lanes.stock.size(); ++at) {
    hand |= bit(lanes.stock[at]);
  }
  return hand;
}

std::uint64_t by_rules(const Lanes& lanes, const State& state) {
  std::uint64_t hand = hand_of(state, state.turn);
  if (state.count == 0) return legal_lead(lanes, state, hand);
  const std::uint64_t lane = lane_mask(lane_of(state.trick[0]));
  if (lanes.stock_rule == StockRule::domino) hand = hand_after_draw(lanes, state, lane);
  std::uint64_t choice = hand & lane;
  if (choice == 0) {
    choice = hand;
  } else if (lane != lanes.trumps) {
    if (lanes.ruff_at_will) choice |= hand & lanes.trumps;
    if ((hand & lanes.joker) != 0 && (state.table & lanes.joker_raisers) != 0)
      choice |= lanes.joker;
  }
  if (state.tricks == 0 && (choice & ~lanes.barred_first) != 0) choice &= ~lanes.barred_first;
  return choice;
}

// What of `choice` meets a demand; nothing if none does.
std::uint64_t meets(const Lanes& lanes, const State& state, const Lanes::Bound& bound,
                    std::uint64_t choice) {
  const std::uint64_t led = state.count > 0 ? lane_mask(lane_of(state.trick[0])) : 0;
  switch (bound.demand.kind) {
    case DemandKind::lead_trump:
      return choice & lanes.trumps;
    case DemandKind::lead_no_trump:
      return choice & ~lanes.trumps;
    case DemandKind::lead_heart:
      return choice & lanes.hearts;
    case DemandKind::lead_no_heart:
      return choice & ~lanes.hearts;
    case DemandKind::discard_no_heart:
      return state.count > 0 && (choice & led) == 0 ? choice & ~lanes.hearts : choice;
    case DemandKind::highest:
      return (choice & led) != 0 ? bit(CardSet(choice & led).top()) : choice;
    case DemandKind::lowest:
      return (choice & led) != 0 ? bit(CardSet(choice & led).bottom()) : choice;
    case DemandKind::trump:
      return state.count > 0 ? choice & lanes.trumps : choice;
    case DemandKind::no_trump:
      return state.count > 0 ? choice & ~lanes.trumps : choice;
    case DemandKind::play_card:
      return choice & bound.card;
    case DemandKind::withhold_trump:
      return choice;  // by_law has seen to it
  }
  return choice;
}

// A demand binds only when it can be met without revoking, save that exposed trumps may be withheld
// whatever comes: these go first, if need be from the whole hand.
std::uint64_t by_law(const Lanes& lanes, const State& state, std::uint64_t choice) {
  const auto stands = [&](std::size_t at) {
    const Demand& demand = lanes.demands[at].demand;
    return (state.demands >> at & 1) != 0 && demand.seat == state.turn &&
           !(demand.on_lead() && state.count > 0);
  };
  std::uint64_t withheld = 0;
  for (std::size_t at = 0; at < lanes.demands.size(); ++at) {
    if (stands(at) && lanes.demands[at].demand.kind == DemandKind::withhold_trump)
      withheld |= lanes.demands[at].card;
  }
  const std::uint64_t hand = hand_of(state, state.turn);
  if ((choice & ~withheld) != 0) {
    choice &= ~withheld;
  } else if ((hand & ~withheld) != 0) {
    choice = hand & ~withheld;
  }
  for (std::size_t at = 0; at < lanes.demands.size(); ++at) {
    if (!stands(at)) continue;
    const std::uint64_t met = meets(lanes, state, lanes.demands[at], choice);
    if (met != 0) choice = met;
  }
  return choice;
}

// A play takes with it the demands on the seat's next play, and a lead those on his next lead.
void drop_demands(const Lanes& lanes, State& state) {
  for (std::size_t at = 0; at < lanes.demands.size(); ++at) {
    const Demand& demand = lanes.demands[at].demand;
    if (demand.seat != state.turn || (demand.on_lead() && state.count > 0)) continue;
    state.demands = static_cast<std::uint16_t>(state.demands & ~(1u << at));
  }
}

// Who counts the trick that `winner` has won.
Seat taker_of(const Lanes& lanes, const State& state, Seat winner) {
  for (const Credit& credit : lanes.credits) {
    if (credit.trick == state.tricks) return credit.seat;
  }
  if (lanes.last_trick != kNobody && state.drawn == lanes.stock.size() &&
      seats_with_cards(lanes, state) == 0) {
    return lanes.last_trick;
  }
  return winner;
}

Slot trick_winner(const Lanes& lanes, const State& state) {
  // Joker Hearts: on a plain lead the Joker makes the hearts above the ten, and itself, win over
  // the suit led.
  if ((state.table & lanes.joker) != 0) {
    const int lane = lane_of(std::countr_zero(lanes.joker));
    if (lane_of(state.trick[0]) != lane)
      return CardSet(state.table & (lanes.joker | lanes.joker_raisers)).top();
  }
  return state.best;
}

void draw_two_handed(const Lanes& lanes, State& state, Seat winner) {
  if (lanes.stock_rule != StockRule::two_players || state.drawn >= lanes.stock.size()) return;
  hand_of(state, winner) |= bit(lanes.stock[state.drawn]);
  hand_of(state, 1 - winner) |= bit(lanes.stock[static_cast<std::size_t>(state.drawn) + 1]);
  state.drawn = static_cast<std::uint8_t>(state.drawn + 2);
}

void finish_trick(const Lanes& lanes, State& state) {
  const Slot best = trick_winner(lanes, state);
  Seat winner = state.best_seat;
  if (best != state.best) {
    winner = state.leader;
    for (std::size_t at = 0; state.trick[at] != best; ++at) {
      do winner = next_of(lanes, winner);
      while (!has(state.active, winner));
    }
  }
  const auto taker = static_cast<std::size_t>(taker_of(lanes, state, winner));
  int points = lanes.trick_points + worth(lanes, state.table);
  if (lanes.widow && state.tricks == 0) points += lanes.widow_points;
  state.points[taker] += static_cast<std::int16_t>(points);
  for (const Slot slot : CardSet(state.table & lanes.pipped)) {
    std::uint8_t& pips = state.pips[lanes.team[taker]];
    pips = static_cast<std::uint8_t>(pips + lanes.pips[static_cast<std::size_t>(slot)]);
  }
  const std::uint64_t won = state.table | (state.tricks == 0 ? lanes.widow_cards : 0);
  if ((won & lanes.penalties) != 0)
    state.takers = static_cast<SeatMask>(state.takers | 1u << taker);
  state.last_winner = static_cast<std::uint8_t>(winner);
  ++state.tricks;
  draw_two_handed(lanes, state, winner);
  begin_trick(lanes, state, winner);
}

}  // namespace

State first_state(const Lanes& lanes, const Deal& deal) {
  State state;
  for (std::size_t seat = 0; seat < deal.hands.size(); ++seat) {
    state.hand[seat] = lanes.slots(*deal.hands[seat]);
    state.points[seat] = lanes.base[seat];
  }
  state.demands = static_cast<std::uint16_t>((1u << lanes.demands.size()) - 1);
  begin_trick(lanes, state, deal.leader);
  return state;
}

std::uint64_t legal(const Lanes& lanes, const State& state) {
  const std::uint64_t choice = by_rules(lanes, state);
  return state.demands == 0 ? choice : by_law(lanes, state, choice);
}

void play(const Lanes& lanes, State& state, Slot slot) {
  std::uint64_t& hand = hand_of(state, state.turn);
  if (state.count > 0 && lanes.stock_rule == StockRule::domino) {
    const std::uint64_t lane = lane_mask(lane_of(state.trick[0]));
    while ((hand & lane) == 0 && state.drawn < lanes.stock.size())
      hand |= bit(lanes.stock[state.drawn++]);
  }
  assert((hand & bit(slot)) != 0);
  if (state.demands != 0) drop_demands(lanes, state);
  hand &= ~bit(slot);
  if (state.count == 0) {
    state.best = static_cast<std::uint8_t>(slot);
    state.best_seat = state.turn;
  } else {
    const int lane = lane_of(slot);
    const int best_lane = lane_of(state.best);
    if (lane == best_lane ? slot > state.best : lane == lanes.trump) {
      state.best = static_cast<std::uint8_t>(slot);
      state.best_seat = state.turn;
    }
  }
  state.broken = state.broken || (bit(slot) & lanes.breakers) != 0;
  state.table |= bit(slot);
  state.trick[state.count++] = static_cast<std::uint8_t>(slot);
  if (state.count == std::popcount(state.active)) {
    finish_trick(lanes, state);
    return;
  }
  Seat turn = state.turn;
  do turn = next_of(lanes, turn);
  while (!has(state.active, turn));
  state.turn = static_cast<std::uint8_t>(turn);
}

int game_winner(const Lanes& lanes, const State& state) {
  int most = -1;
  int team = kNobody;
  for (int at = 0; at < lanes.teams; ++at) {
    const int pips = state.pips[static_cast<std::size_t>(at)];
    if (pips == most) team = kNobody;
    if (pips > most) {
      most = pips;
      team = at;
    }
  }
  return team;
}

int moon_change(const Lanes& lanes, Seat shooter, Seat seat) {
  const bool own = lanes.moon == MoonRule::own;
  if (seat == shooter) return -lanes.penalty_points + (own ? kMoonPoints : 0);
  return own ? 0 : -kMoonPoints;
}

void add_final_points(const Lanes& lanes, State& state) {
  const auto add = [&](Seat seat, int points) {
    state.points[static_cast<std::size_t>(seat)] += static_cast<std::int16_t>(points);
  };
  if (lanes.game_points != 0) {
    const int team = game_winner(lanes, state);
    for (Seat seat = 0; team != kNobody && seat < lanes.seats; ++seat) {
      if (lanes.team[static_cast<std::size_t>(seat)] != team) continue;
      add(seat, lanes.game_points);
      break;
    }
  }
  if (lanes.moon != MoonRule::none && std::popcount(state.takers) == 1) {
    const Seat shooter = std::countr_zero(state.takers);
    for (Seat seat = 0; seat < lanes.seats; ++seat) add(seat, moon_change(lanes, shooter, seat));
  }
}

// ---- Position
// -----------------------------------------------------------------------------------------------------

Position Position::without_plays(std::shared_ptr<const Deal> deal) {
  Position position;
  position.deal_ = std::move(deal);
  position.trump_ = position.deal_->trump;
  position.lanes_ = lay_out(*position.deal_, position.trump_);
  position.state_ = first_state(*position.lanes_, *position.deal_);
  return position;
}

Position Position::start(Deal deal) {
  deal.plays.clear();
  return Position(std::move(deal));
}

Position::Position(Deal deal) {
  std::vector<Fault> faults = deal.faults_before_play();
  if (faults.empty()) {
    *this = without_plays(std::make_shared<const Deal>(std::move(deal)));
    faults = replay(deal_->plays);
  }
  if (!faults.empty()) throw DealError(std::move(faults));
}

std::vector<Fault> Position::replay(const std::vector<Card>& plays) {
  for (const Card card : plays) {
    try {
      play(card);
    } catch (const IllegalPlayError& error) {
      return {{FaultKind::play, "play " + std::to_string(plays_.size() + 1) + ": " + error.what()}};
    }
  }
  return {};
}

Deal Position::deal() const {
  Deal deal = *deal_;
  deal.plays = plays_;
  return deal;
}

State Position::replayed(const Lanes& lanes) const {
  State state = first_state(lanes, *deal_);
  for (const Card card : plays_) kibitz::play(lanes, state, lanes.slot(card));
  return state;
}

SeatMask Position::side_to_move() const {
  const auto mover = static_cast<std::size_t>(state_.over ? deal_->leader : state_.turn);
  SeatMask side = 0;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(players()); ++seat) {
    if (lanes_->team[seat] == lanes_->team[mover]) side = static_cast<SeatMask>(side | 1u << seat);
  }
  return side;
}

std::uint64_t Position::legal_cards() const {
  if (state_.over) return 0;
  std::uint64_t cards = 0;
  for (const Slot slot : CardSet(legal(*lanes_, state_))) cards |= bit(lanes_->card(slot).index);
  return cards;
}

CardSet Position::equivalents(Card card) const {
  if (!is_card(card.index) || (legal_cards() >> card.index & 1) == 0)
    throw IllegalPlayError(why_illegal(card));
  // The pitch decides what every card is worth.
  if (lanes_->open) return CardSet::of(card.index);
  std::uint64_t in_play = state_.cards(players()) | state_.table;
  for (std::size_t at = state_.drawn; at < lanes_->stock.size(); ++at)
    in_play |= bit(lanes_->stock[at]);
  const std::uint64_t all = legal(*lanes_, state_);
  const Moves moves =
      classes(Worths(*lanes_), all, in_play & ~(hand_of(state_, state_.turn) & ~state_.table));
  const Slot slot = lanes_->slot(card);
  CardSet alike;
  for (int at = 0; at < moves.size; ++at) {
    const std::uint64_t members = moves.members(at, all);
    if ((members & bit(slot)) == 0) continue;
    for (const Slot each : CardSet(members)) alike.insert(lanes_->card(each).index);
  }
  return alike;
}

std::vector<Card> Position::hand(Seat seat) const {
  std::uint64_t cards = 0;
  for (const Slot slot : CardSet(hand_of(state_, seat))) cards |= bit(lanes_->card(slot).index);
  std::vector<Card> hand;
  for (const int index : CardSet(cards)) hand.push_back(Card{static_cast<std::uint8_t>(index)});
  return hand;
}

std::vector<std::pair<Seat, Card>> Position::trick() const {
  std::vector<std::pair<Seat, Card>> cards;
  Seat seat = state_.leader;
  for (std::size_t at = 0; at < state_.count; ++at) {
    cards.emplace_back(seat, lanes_->card(state_.trick[at]));
    do seat = next_of(*lanes_, seat);
    while (!has(state_.active, seat));
  }
  return cards;
}

std::array<Points, kMaxSeats> Position::points() const {
  State state = state_;
  if (state.over) add_final_points(*lanes_, state);
  std::array<Points, kMaxSeats> points{};
  for (std::size_t seat = 0; seat < points.size(); ++seat) points[seat] = state.points[seat];
  return points;
}

std::string Position::why_illegal(Card card) const {
  if (state_.over) return to_text(card) + " cannot be played: the deal is over";
  const std::string seat = "seat " + std::to_string(to_move());
  std::vector<Card> allowed;
  for (const int index : CardSet(legal_cards()))
    allowed.push_back(Card{static_cast<std::uint8_t>(index)});
  const std::string expected = ": expected one of " + to_text(allowed);
  const Slot slot = lanes_->slot(card);
  if (slot >= 0) {
    for (Seat other = 0; other < players(); ++other) {
      if (other != to_move() && (hand_of(state_, other) & bit(slot)) != 0) {
        return to_text(card) + " is held by seat " + std::to_string(other) + ", but it is " + seat +
               "'s turn" + expected;
      }
    }
  }
  for (const Card played : plays_) {
    if (played == card)
      return to_text(card) + " has been played already; it is " + seat + "'s turn" + expected;
  }
  if (slot < 0 || (hand_of(state_, to_move()) & bit(slot)) == 0) {
    return seat + " does not hold " + to_text(card) + expected;
  }
  if (state_.count == 0) return seat + " may not lead " + to_text(card) + expected;
  const int lane = lane_of(state_.trick[0]);
  return seat + " may not play " + to_text(card) + " on a lead of " +
         std::string(kSuitWords[lane]) + expected;
}

void Position::play(Card card) {
  if (!is_card(card.index) || (legal_cards() >> card.index & 1) == 0)
    throw IllegalPlayError(why_illegal(card));
  if (lanes_->open) {
    // The pitch names the trump: the same deal is laid out anew.
    trump_ = card.suit();
    lanes_ = lay_out(*deal_, trump_);
    state_ = first_state(*lanes_, *deal_);
  }
  const auto table = trick();
  const Seat leader = state_.leader;
  const int done = state_.tricks;
  const Seat seat = to_move();
  kibitz::play(*lanes_, state_, lanes_->slot(card));
  plays_.push_back(card);
  if (state_.tricks == done) return;
  Trick trick{leader, state_.last_winner, table};
  trick.cards.emplace_back(seat, card);
  tricks_.push_back(std::move(trick));
}

void Position::undo() {
  if (plays_.empty()) throw IllegalPlayError("no play to take back");
  std::vector<Card> plays = std::move(plays_);
  plays.pop_back();
  *this = without_plays(deal_);
  for (const Card card : plays) play(card);
}

bool Position::is_ok() const {
  std::uint64_t seen = state_.table;
  for (Seat seat = 0; seat < players(); ++seat) {
    const std::uint64_t hand = hand_of(state_, seat);
    if ((seen & hand) != 0) return false;
    seen |= hand;
  }
  if (std::popcount(state_.table) != state_.count) return false;
  return state_.over || legal(*lanes_, state_) != 0;
}

std::vector<Fault> play_faults(const Deal& deal) {
  if (deal.plays.empty()) return {};
  return Position::without_plays(std::make_shared<const Deal>(deal)).replay(deal.plays);
}

}  // namespace kibitz
