// Deal, Position, perft, what plays show. Records (JSON) are read and written by kibitz.record.
#include "bind.hpp"

#include "interrupts.hpp"
#include "kibitz/notation.hpp"
#include "kibitz/perft.hpp"
#include "kibitz/position.hpp"
#include "kibitz/shown.hpp"

using kibitz::Card;
using kibitz::CardSet;
using kibitz::Deal;
using kibitz::Position;

namespace {

py::object show(const char* how, const py::object& what) {
  return py::module_::import("kibitz.show").attr(how)(what);
}

py::object suit_or_none(int suit) {
  if (suit == kibitz::kNoTrump) return py::none();
  return py::str(std::string(1, kibitz::kSuitText[static_cast<std::size_t>(suit)]));
}

using DemandTuple = std::tuple<int, std::string, std::optional<Card>>;

kibitz::Laws laws_from(const py::dict& fields) {
  kibitz::Laws laws;
  laws.exposed = fields["exposed"].cast<std::vector<std::vector<Card>>>();
  for (const auto& [seat, kind, card] : fields["demands"].cast<std::vector<DemandTuple>>()) {
    laws.demands.push_back({seat, kibitz::find_demand(kind), card});
  }
  laws.cannot_score = fields["cannot_score"].cast<std::vector<int>>();
  for (const auto& [trick, seat] : fields["credits"].cast<std::vector<std::pair<int, int>>>()) {
    laws.credits.push_back({trick, seat});
  }
  laws.last_trick = fields["last_trick"].cast<std::optional<int>>();
  laws.bid_waived = fields["bid_waived"].cast<bool>();
  laws.short_hands = fields["short"].cast<bool>();
  return laws;
}

py::dict laws_of(const kibitz::Laws& laws) {
  py::dict fields;
  py::list exposed;
  for (const auto& cards : laws.exposed) exposed.append(to_tuple(cards));
  fields["exposed"] = py::tuple(exposed);
  py::list demands;
  for (const kibitz::Demand& demand : laws.demands) {
    for (const kibitz::DemandWord& word : kibitz::demand_words()) {
      if (word.kind != demand.kind) continue;
      demands.append(py::make_tuple(demand.seat, std::string(word.text), demand.card));
    }
  }
  fields["demands"] = py::tuple(demands);
  fields["cannot_score"] = py::tuple(py::cast(laws.cannot_score));
  py::list credits;
  for (const kibitz::Credit& credit : laws.credits)
    credits.append(py::make_tuple(credit.trick, credit.seat));
  fields["credits"] = py::tuple(credits);
  fields["last_trick"] = laws.last_trick;
  fields["bid_waived"] = laws.bid_waived;
  fields["short"] = laws.short_hands;
  return fields;
}

Deal build(const std::string& variant, const std::vector<kibitz::Option>& options, int players,
           int trump, int leader, const std::vector<std::optional<std::vector<Card>>>& hands,
           const std::vector<Card>& stock, const std::vector<Card>& widow,
           const std::vector<Card>& plays, std::optional<int> maker, std::optional<int> bid,
           const std::vector<std::vector<Card>>& discards, const py::dict& laws,
           const std::string& extra) {
  Deal deal;
  kibitz::set_variant(deal, variant, options);
  deal.players = players;
  deal.trump = trump;
  deal.leader = leader;
  deal.hands = hands;
  deal.stock = stock;
  deal.widow = widow;
  deal.plays = plays;
  deal.maker = maker;
  deal.bid = bid;
  deal.discards = discards;
  deal.laws = laws_from(laws);
  deal.extra = extra;
  return deal;
}

// What the core keeps without reading must still be the fields of a record.
Deal deal_from_text(const py::str& text) {
  Deal deal = kibitz::parse_deal(to_utf8(text));
  if (!deal.extra.empty()) py::module_::import("kibitz.record").attr("check_extra")(deal.extra);
  return deal;
}

py::tuple hands_of(const Deal& deal) {
  py::tuple hands(deal.hands.size());
  for (std::size_t seat = 0; seat < deal.hands.size(); ++seat) {
    hands[seat] = deal.hands[seat] ? py::object(to_tuple(*deal.hands[seat])) : py::none();
  }
  return hands;
}

void bind_deal_class(py::module_& m) {
  auto cls =
      py::class_<Deal>(
          m, "Deal", "A deal as written down, right or wrong; Deal(text) reads its one-line text.")
          .def(py::init(&deal_from_text), py::arg("text"))
          .def_static("build", &build, py::kw_only(), py::arg("variant"), py::arg("options"),
                      py::arg("players"), py::arg("trump"), py::arg("leader"), py::arg("hands"),
                      py::arg("stock"), py::arg("widow"), py::arg("plays"), py::arg("maker"),
                      py::arg("bid"), py::arg("discards"), py::arg("laws"), py::arg("extra"))
          .def_static(
              "from_record",
              [](const py::object& record) {
                return py::module_::import("kibitz.record").attr("read")(record);
              },
              py::arg("record"))
          .def("record",
               [](const py::object& self) {
                 return py::module_::import("kibitz.record").attr("write")(self);
               })
          .def("text", [](const Deal& deal) { return kibitz::to_text(deal); })
          .def("__str__", [](const Deal& deal) { return kibitz::to_text(deal); })
          .def("faults",
               [](const Deal& deal) {
                 py::list texts;
                 for (const kibitz::Fault& fault : deal.faults()) texts.append(fault.text);
                 return py::tuple(texts);
               })
          .def_readonly("variant", &Deal::variant)
          .def_property_readonly("options",
                                 [](const Deal& deal) {
                                   py::dict options;
                                   const py::object loads =
                                       py::module_::import("json").attr("loads");
                                   for (const auto& [name, value] : deal.options)
                                     options[py::str(name)] = loads(value);
                                   return options;
                                 })
          .def_property_readonly("rules", [](const Deal& deal) { return deal.rules; })
          .def_readonly("players", &Deal::players)
          .def_property_readonly("trump", [](const Deal& deal) { return suit_or_none(deal.trump); })
          .def_readonly("leader", &Deal::leader)
          .def_property_readonly("hands", &hands_of)
          .def_property_readonly("stock", [](const Deal& deal) { return to_tuple(deal.stock); })
          .def_property_readonly("widow", [](const Deal& deal) { return to_tuple(deal.widow); })
          .def_property_readonly("plays", [](const Deal& deal) { return to_tuple(deal.plays); })
          .def_readonly("maker", &Deal::maker)
          .def_readonly("bid", &Deal::bid)
          .def_property_readonly("discards",
                                 [](const Deal& deal) {
                                   py::tuple seats(deal.discards.size());
                                   for (std::size_t seat = 0; seat < deal.discards.size(); ++seat) {
                                     seats[seat] = to_tuple(deal.discards[seat]);
                                   }
                                   return seats;
                                 })
          .def_property_readonly("laws", [](const Deal& deal) { return laws_of(deal.laws); })
          .def_property_readonly("extra",
                                 [](const Deal& deal) -> py::object {
                                   if (deal.extra.empty()) return py::dict();
                                   return py::module_::import("json").attr("loads")(deal.extra);
                                 })
          .def(py::self == py::self);
  const auto text = [](const Deal& deal) { return kibitz::to_text(deal); };
  text_is_value(cls, "Deal", text);
  text_is_hash(cls, text);
  cls.def("_repr_html_", [](const py::object& self) { return show("html_deal", self); });
}

std::string text_of(const Position& position) {
  return kibitz::to_text(position.deal());
}

py::tuple pairs(const std::vector<std::pair<kibitz::Seat, Card>>& cards) {
  py::tuple out(cards.size());
  for (std::size_t at = 0; at < cards.size(); ++at)
    out[at] = py::make_tuple(cards[at].first, cards[at].second);
  return out;
}

void bind_position(py::module_& m) {
  py::class_<kibitz::Trick>(m, "Trick", "A completed trick.")
      .def_readonly("leader", &kibitz::Trick::leader)
      .def_readonly("winner", &kibitz::Trick::winner)
      .def_property_readonly("cards",
                             [](const kibitz::Trick& trick) { return pairs(trick.cards); });
  auto cls =
      py::class_<Position>(m, "Position",
                           "A state of play; immutable: play() and undo() give new ones.")
          .def(py::init<Deal>(), py::arg("deal"))
          .def(py::init([](const py::str& text) { return Position(deal_from_text(text)); }),
               py::arg("text"))
          .def_static("start", &Position::start, py::arg("deal"))
          .def_property_readonly("deal", &Position::deal)
          .def_property_readonly("players", &Position::players)
          .def_property_readonly(
              "trump", [](const Position& position) { return suit_or_none(position.trump()); })
          .def_property_readonly("to_move",
                                 [](const Position& position) {
                                   return position.is_over() ? py::object(py::none())
                                                             : py::int_(position.to_move());
                                 })
          .def_property_readonly(
              "leader",
              [](const Position& position) { return static_cast<int>(position.state().leader); })
          .def_property_readonly("is_over", &Position::is_over)
          .def_property_readonly("hands",
                                 [](const Position& position) {
                                   py::tuple hands(static_cast<std::size_t>(position.players()));
                                   for (int seat = 0; seat < position.players(); ++seat) {
                                     CardSet set;
                                     for (const Card card : position.hand(seat))
                                       set.insert(card.index);
                                     hands[static_cast<std::size_t>(seat)] = set;
                                   }
                                   return hands;
                                 })
          .def_property_readonly("trick",
                                 [](const Position& position) { return pairs(position.trick()); })
          .def_property_readonly(
              "tricks",
              [](const Position& position) { return py::tuple(py::cast(position.tricks())); })
          .def_property_readonly(
              "plays", [](const Position& position) { return to_tuple(position.plays()); })
          .def_property_readonly("points",
                                 [](const Position& position) {
                                   py::tuple points(static_cast<std::size_t>(position.players()));
                                   const auto all = position.points();
                                   for (std::size_t seat = 0; seat < points.size(); ++seat)
                                     points[seat] = all[seat];
                                   return points;
                                 })
          .def_property_readonly("side_to_move",
                                 [](const Position& position) {
                                   py::list seats;
                                   for (int seat = 0; seat < position.players(); ++seat) {
                                     if (kibitz::has(position.side_to_move(), seat))
                                       seats.append(seat);
                                   }
                                   return py::tuple(seats);
                                 })
          .def("legal", [](const Position& position) { return CardSet(position.legal_cards()); })
          .def(
              "equivalents",
              [](const Position& position, const py::object& card) {
                return position.equivalents(to_card(card));
              },
              py::arg("card"))
          .def(
              "play",
              [](Position position, const py::object& card) {
                position.play(to_card(card));
                return position;
              },
              py::arg("card"))
          .def("undo",
               [](Position position) {
                 position.undo();
                 return position;
               })
          .def("text", &text_of)
          .def("__str__", &text_of)
          .def("__eq__", [](const Position& a, const py::object& b) -> py::object {
            if (!py::isinstance<Position>(b))
              return py::reinterpret_borrow<py::object>(Py_NotImplemented);
            return py::bool_(a.deal() == b.cast<const Position&>().deal());
          });
  text_is_value(cls, "Position", &text_of);
  text_is_hash(cls, &text_of);
  cls.def("_repr_html_", [](const py::object& self) { return show("html_position", self); });
}

}  // namespace

void bind_deal(py::module_& m) {
  bind_deal_class(m);
  bind_position(m);
  m.def(
      "perft_split",
      [](const Position& position, int depth) {
        std::vector<std::pair<Card, std::uint64_t>> split;
        run_interruptible({}, [&](const kibitz::Limits& limits) {
          split = kibitz::perft_split(position, depth, limits);
        });
        py::dict out;
        for (const auto& [card, count] : split) out[py::cast(card)] = count;
        return out;
      },
      py::arg("position"), py::arg("depth"));
  m.def(
      "excluded",
      [](const Deal& deal, const std::vector<kibitz::ShownTrick>& tricks) {
        const auto found = kibitz::excluded(deal, tricks);
        py::tuple out(found.size());
        for (std::size_t at = 0; at < found.size(); ++at) out[at] = CardSet(found[at]);
        return out;
      },
      py::arg("deal"), py::arg("tricks"));
}
