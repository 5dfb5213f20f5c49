// Card, and CardSet as a Python set.
#include "bind.hpp"

#include "kibitz/fault.hpp"

using kibitz::Card;
using kibitz::CardSet;

namespace {

std::string text_of(const CardSet& set) {
  std::vector<Card> cards;
  for (const int index : set) cards.push_back(Card{static_cast<std::uint8_t>(index)});
  return kibitz::to_text(cards);
}

// A CardSet or a Python set; nothing else takes part in set algebra.
bool is_set(const py::handle& other) {
  return py::isinstance<CardSet>(other) || PyAnySet_Check(other.ptr()) != 0;
}

// The cards of a Python set, and whether it holds anything else.
struct Mixed {
  CardSet cards;
  bool others = false;
};

Mixed split(const py::handle& other) {
  if (py::isinstance<CardSet>(other)) return {other.cast<CardSet>()};
  Mixed mixed;
  for (const py::handle each : other) {
    if (py::isinstance<Card>(each)) {
      mixed.cards.insert(each.cast<Card>().index);
    } else {
      mixed.others = true;
    }
  }
  return mixed;
}

py::object not_implemented() {
  return py::reinterpret_borrow<py::object>(Py_NotImplemented);
}

// `only_cards`: the result would hold what is no card, so the other set may hold nothing else.
template <class Operation>
auto with_set(Operation operation, bool only_cards) {
  return [operation, only_cards](const CardSet& set, const py::object& other) -> py::object {
    if (!is_set(other)) return not_implemented();
    const Mixed mixed = split(other);
    if (only_cards && mixed.others) throw py::type_error("a CardSet holds only cards");
    return py::cast(operation(set, mixed.cards));
  };
}

template <class Compare>
auto comparing(Compare compare) {
  return [compare](const CardSet& set, const py::object& other) -> py::object {
    if (!is_set(other)) return not_implemented();
    return py::bool_(compare(set, split(other)));
  };
}

bool within(CardSet a, CardSet b) {
  return (a - b).empty();
}
bool same(CardSet a, const Mixed& b) {
  return !b.others && a == b.cards;
}

void bind_card(py::module_& m) {
  auto cls =
      py::class_<Card>(m, "Card",
                       "A printed card, such as Card('TH'); JK is the Joker. RULES section 1.")
          .def(py::init([](const py::str& text) { return kibitz::parse_card(to_utf8(text)); }),
               py::arg("text"))
          .def_static(
              "from_index",
              [](int index) {
                if (!kibitz::is_card(index)) throw kibitz::NotationError("no card has this index");
                return Card{static_cast<std::uint8_t>(index)};
              },
              py::arg("index"))
          .def_property_readonly("index", [](Card card) { return static_cast<int>(card.index); })
          .def_property_readonly("suit",
                                 [](Card card) -> py::object {
                                   if (card.is_joker()) return py::none();
                                   return py::str(kibitz::to_text(card).substr(1));
                                 })
          .def_property_readonly("rank",
                                 [](Card card) {
                                   const std::string text = kibitz::to_text(card);
                                   return card.is_joker() ? text : text.substr(0, 1);
                                 })
          .def(py::self == py::self)
          .def(
              "__ne__", [](Card a, Card b) { return a != b; }, py::is_operator())
          .def(
              "__lt__", [](Card a, Card b) { return a < b; }, py::is_operator())
          .def(
              "__le__", [](Card a, Card b) { return a <= b; }, py::is_operator())
          .def(
              "__gt__", [](Card a, Card b) { return a > b; }, py::is_operator())
          .def(
              "__ge__", [](Card a, Card b) { return a >= b; }, py::is_operator())
          .def("__str__", [](Card card) { return kibitz::to_text(card); });
  text_is_value(cls, "Card", [](Card card) { return kibitz::to_text(card); });
  cls.def("__hash__", [](Card card) { return static_cast<int>(card.index); });
}

void bind_card_set(py::module_& m) {
  auto cls =
      py::class_<CardSet>(
          m, "CardSet",
          "An immutable set of printed cards, in card order (C D H S, 2 to A, Jokers last).")
          .def(py::init([](const py::object& cards) { return to_card_set(cards); }),
               py::arg("cards") = py::tuple())
          .def_static(
              "from_bits",
              [](std::uint64_t bits) {
                for (const int index : CardSet(bits)) {
                  if (!kibitz::is_card(index))
                    throw kibitz::NotationError("a bit that stands for no card");
                }
                return CardSet(bits);
              },
              py::arg("bits"))
          .def_property_readonly("bits", &CardSet::bits)
          .def("__len__", &CardSet::size)
          .def("__contains__",
               [](const CardSet& set, const py::object& card) {
                 if (py::isinstance<py::str>(card)) {
                   const auto found =
                       kibitz::find_card(to_utf8(py::reinterpret_borrow<py::str>(card)));
                   return found && set.contains(found->index);
                 }
                 return py::isinstance<Card>(card) && set.contains(card.cast<Card>().index);
               })
          .def("__iter__",
               [](const CardSet& set) {
                 py::list cards;
                 for (const int index : set) cards.append(Card{static_cast<std::uint8_t>(index)});
                 return py::iter(cards);
               })
          .def("__str__", &text_of)
          .def("__or__", with_set([](CardSet a, CardSet b) { return a | b; }, true))
          .def("__ror__", with_set([](CardSet a, CardSet b) { return b | a; }, true))
          .def("__and__", with_set([](CardSet a, CardSet b) { return a & b; }, false))
          .def("__rand__", with_set([](CardSet a, CardSet b) { return b & a; }, false))
          .def("__sub__", with_set([](CardSet a, CardSet b) { return a - b; }, false))
          .def("__rsub__", with_set([](CardSet a, CardSet b) { return b - a; }, true))
          .def("__xor__", with_set([](CardSet a, CardSet b) { return (a - b) | (b - a); }, true))
          .def("__rxor__", with_set([](CardSet a, CardSet b) { return (a - b) | (b - a); }, true))
          .def("__eq__", comparing([](CardSet a, const Mixed& b) { return same(a, b); }))
          .def("__ne__", comparing([](CardSet a, const Mixed& b) { return !same(a, b); }))
          .def("__le__", comparing([](CardSet a, const Mixed& b) { return within(a, b.cards); }))
          .def("__lt__", comparing([](CardSet a, const Mixed& b) {
                 return within(a, b.cards) && !same(a, b);
               }))
          .def("__ge__",
               comparing([](CardSet a, const Mixed& b) { return !b.others && within(b.cards, a); }))
          .def("__gt__", comparing([](CardSet a, const Mixed& b) {
                 return !b.others && within(b.cards, a) && !same(a, b);
               }))
          .def(
              "isdisjoint",
              [](const CardSet& a, const py::object& b) { return (a & split(b).cards).empty(); },
              py::arg("other"));
  text_is_value(cls, "CardSet", &text_of);
  cls.def("_repr_html_", [](const py::object& set) {
    return py::module_::import("kibitz.show").attr("html_cards")(set);
  });
  // Equal to a frozenset of the same cards, so the hash must be a frozenset's.
  cls.def("__hash__", [](const py::object& set) { return py::hash(py::frozenset(set)); });
  py::module_::import("collections.abc").attr("Set").attr("register")(cls);
}

}  // namespace

std::string to_utf8(const py::str& text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) {
    PyErr_Clear();
    throw kibitz::NotationError("a text with half a surrogate pair: expected plain text");
  }
  return {bytes, static_cast<std::size_t>(size)};
}

Card to_card(const py::handle& card) {
  if (py::isinstance<Card>(card)) return card.cast<Card>();
  if (py::isinstance<py::str>(card))
    return kibitz::parse_card(to_utf8(py::reinterpret_borrow<py::str>(card)));
  throw py::type_error("expected a Card or its text, not " +
                       py::str(py::type::of(card)).cast<std::string>());
}

CardSet to_card_set(const py::handle& cards) {
  if (py::isinstance<CardSet>(cards)) return cards.cast<CardSet>();
  CardSet set;
  if (py::isinstance<py::str>(cards)) {
    for (const Card card : kibitz::parse_cards(to_utf8(py::reinterpret_borrow<py::str>(cards))))
      set.insert(card.index);
    return set;
  }
  for (const py::handle card : cards) set.insert(to_card(card).index);
  return set;
}

py::tuple to_tuple(const std::vector<Card>& cards) {
  py::tuple tuple(cards.size());
  for (std::size_t at = 0; at < cards.size(); ++at) tuple[at] = cards[at];
  return tuple;
}

void bind_cards(py::module_& m) {
  bind_card(m);
  bind_card_set(m);
  m.def(
      "parse_cards",
      [](const py::str& text) { return to_tuple(kibitz::parse_cards(to_utf8(text))); },
      py::arg("text"));
}
