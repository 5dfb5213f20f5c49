#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "check.hpp"
#include "keys.hpp"
#include "kibitz/notation.hpp"

using namespace kibitz;

namespace {

using Words = Key<6>;

// All that a position between tricks can be told by: the leader, and lane by lane, from the lowest
// card left, who owns it and what it is worth. Spelled out, so that nothing is packed.
std::vector<int> told(const Lanes& lanes, const State& state, std::uint64_t left) {
  std::vector<int> all{state.leader};
  for (int lane = 0; lane < kLanes; ++lane) {
    all.push_back(-1);
    for (const Slot slot : CardSet(left).in_lane(lane)) {
      int owner = lanes.seats;  // the stock
      for (Seat seat = 0; seat < lanes.seats; ++seat) {
        if (CardSet(state.hand[static_cast<std::size_t>(seat)]).contains(slot)) owner = seat;
      }
      const auto at = static_cast<std::size_t>(slot);
      all.insert(all.end(), {owner, lanes.weight[at], lanes.pips[at]});
    }
  }
  return all;
}

// Every state in which each card of the deal is with any seat, or gone, and any seat leads.
std::vector<State> all_states(const Lanes& lanes, const State& root) {
  std::vector<int> slots;
  for (const Slot slot : CardSet(root.cards(lanes.seats))) slots.push_back(slot);
  std::vector<State> states;
  State none = root;
  none.hand.fill(0);
  std::size_t count = 1;
  for (std::size_t at = 0; at < slots.size(); ++at) {
    count *= static_cast<std::size_t>(lanes.seats) + 1;
  }
  for (std::size_t number = 0; number < count; ++number) {
    State state = none;
    std::size_t rest = number;
    for (const int slot : slots) {
      const std::size_t owner = rest % (static_cast<std::size_t>(lanes.seats) + 1);
      rest /= static_cast<std::size_t>(lanes.seats) + 1;
      if (owner < static_cast<std::size_t>(lanes.seats)) state.hand[owner] |= bit(slot);
    }
    for (int leader = 0; leader < lanes.seats; ++leader) {
      state.leader = state.turn = static_cast<std::uint8_t>(leader);
      states.push_back(state);
    }
  }
  return states;
}

struct Census {
  std::size_t states = 0;
  std::size_t shared = 0;  // keys that stand for two states told apart
  std::size_t split = 0;   // states told alike with different keys
};

Census census(const char* text) {
  const Position position(parse_deal(text));
  const Lanes& lanes = position.lanes();
  const Worths worths(lanes);
  const KeyMaker keys(lanes, worths, position.state());
  std::map<Words, std::vector<int>> by_key;
  std::map<std::vector<int>, Words> by_text;
  Census found;
  for (const State& state : all_states(lanes, position.state())) {
    const std::uint64_t left = keys.left(state);
    const Words key = keys.make<6>(state, left);
    const std::vector<int> text_of_it = told(lanes, state, left);
    found.states += 1;
    found.shared += by_key.try_emplace(key, text_of_it).first->second != text_of_it ? 1 : 0;
    found.split += by_text.try_emplace(text_of_it, key).first->second != key ? 1 : 0;
    const int bits = keys.bits();
    for (int word = 0; word < 6; ++word) {
      const int used = std::clamp(bits - 64 * word, 0, 64);
      const std::uint64_t beyond = used == 64 ? 0 : key[static_cast<std::size_t>(word)] >> used;
      if (beyond != 0) found.shared += 1;  // a longer key than bits() says would be cut
    }
  }
  return found;
}

}  // namespace

TEST("over every state of small deals, states that differ never share a key") {
  for (const char* text : {
           "cinch H 0 AH5H2HJC/5DTH3H2C",  // two seats, many worths in one lane
           "cinch H 0 5H5D4H/6HAC5C",      // the Left Pedro among its neighbours
           "cinch H 0 AH5H/5DTC/2H2C",     // three seats
           "whist - 0 2C/4C/6D/8S",        // every suit
           "whist S 0 2S/4S/6S/8S",        // one suit
           "cinch D 0 2D/3D/4D/5D/6C",     // five seats need three bits an owner
       }) {
    const Census found = census(text);
    CHECK(found.states > 1000);
    CHECK(found.shared == 0);
  }
}

TEST("states that differ only in cards gone have one key, where few worths are in a lane") {
  CHECK(census("whist - 0 2C/4C/6C/8C").split == 0);
  CHECK(census("cinch H 0 5H5D4H/6H3H8C").split == 0);
}

TEST("what an objective adds to a key tells states apart") {
  const Position position(parse_deal("cinch H 0 AH5H/5DTC/2H2C"));
  const Worths worths(position.lanes());
  const KeyMaker keys(position.lanes(), worths, position.state());
  const std::uint64_t left = keys.left(position.state());
  std::set<Words> seen;
  for (std::uint64_t extra = 0; extra < 4096; ++extra) {
    seen.insert(keys.make<6>(position.state(), left, extra, 12));
  }
  CHECK(seen.size() == 4096);
}

TEST("a key of two words is the beginning of one of six, and all of it") {
  const Position position(
      parse_deal("cinch H 0 AHKH2HQC8SQH/3H4H7HKCACQS/5D8H9H3CTCKD/6HTHJHJC2D5H"));
  const Worths worths(position.lanes());
  const KeyMaker keys(position.lanes(), worths, position.state());
  const std::uint64_t left = keys.left(position.state());
  const auto narrow = keys.make<2>(position.state(), left);
  const auto wide = keys.make<6>(position.state(), left);
  CHECK(keys.bits() <= 128);
  CHECK(narrow[0] == wide[0] && narrow[1] == wide[1]);
  CHECK((wide[2] | wide[3] | wide[4] | wide[5]) == 0);
}

TEST("gathering bits in plain arithmetic is what the machine's instruction does") {
  std::uint64_t value = 0x9E3779B97F4A7C15ull;
  std::uint64_t mask = 0xD6E8FEB86659FD93ull;
  for (int round = 0; round < 1000; ++round) {
    CHECK(gather(value, mask) == gather_plainly(value, mask));
    value = value * 6364136223846793005ull + 1442695040888963407ull;
    mask ^= value >> 7 ^ value << 13;
  }
  CHECK(gather_plainly(~0ull, 0) == 0);
  CHECK(gather(~0ull, ~0ull) == ~0ull);
}
