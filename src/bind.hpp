// Included first by every binding: pybind11, and the declarations of what each file adds to the
// module.
#pragma once

#include <pybind11/functional.h>
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "kibitz/card.hpp"
#include "kibitz/cardset.hpp"

namespace py = pybind11;

void bind_errors();
void bind_cards(py::module_& m);
void bind_rules(py::module_& m);
void bind_deal(py::module_& m);
void bind_solver(py::module_& m);
void bind_belief(py::module_& m);
void bind_playout(py::module_& m);

// Cards as Python hands them over: a CardSet, text, or anything that yields Cards or text.
kibitz::CardSet to_card_set(const py::handle& cards);
// UTF-8 of a Python text; NotationError if it has none (a lone surrogate).
std::string to_utf8(const py::str& text);
kibitz::Card to_card(const py::handle& card);
py::tuple to_tuple(const std::vector<kibitz::Card>& cards);

// What repr, pickle and copy need: a class whose text builds it again.
template <class Value, class... Options, class Text>
void text_is_value(py::class_<Value, Options...>& cls, const char* name, Text text) {
  cls.def("__repr__", [name, text](const Value& value) {
    return name + std::string("(") + py::repr(py::str(text(value))).template cast<std::string>() +
           ")";
  });
  cls.def("__reduce__", [text](const py::object& self) {
    return py::make_tuple(py::type::of(self), py::make_tuple(text(self.cast<const Value&>())));
  });
}

// Values with equal texts are equal, so the text's hash will do.
template <class Value, class... Options, class Text>
void text_is_hash(py::class_<Value, Options...>& cls, Text text) {
  cls.def("__hash__", [text](const Value& value) { return py::hash(py::str(text(value))); });
}
