// Rules, and the table of variants.
#include "bind.hpp"

#include "kibitz/notation.hpp"
#include "kibitz/variants.hpp"

using kibitz::Option;
using kibitz::Rules;

namespace {

py::object json() {
  return py::module_::import("json");
}

std::vector<Option> options_from(const py::kwargs& options) {
  std::vector<Option> list;
  for (const auto& [name, value] : options) {
    list.emplace_back(name.cast<std::string>(), json().attr("dumps")(value).cast<std::string>());
  }
  return list;
}

py::dict options_dict(const Rules& rules) {
  py::dict changed;
  for (const auto& [name, value] : kibitz::changed_options(rules))
    changed[py::str(name)] = json().attr("loads")(value);
  return changed;
}

// Rows of name, what is allowed, what it means, and the value.
py::list table_of(const Rules& rules, bool house) {
  py::list table;
  for (const kibitz::OptionInfo& info : kibitz::options_of(rules)) {
    if (info.house != house) continue;
    table.append(py::make_tuple(std::string(info.name), std::string(info.allowed),
                                std::string(info.meaning),
                                json().attr("loads")(kibitz::option_value(rules, info.name))));
  }
  return table;
}

}  // namespace

void bind_rules(py::module_& m) {
  py::class_<Rules>(
      m, "Rules",
      "The rules of one variant with its options, such as Rules('cinch', set_back=True).")
      .def(py::init([](const std::string& name, const py::kwargs& options) {
             return kibitz::with_options(kibitz::find_variant(name), options_from(options));
           }),
           py::arg("name"))
      .def_readonly("name", &Rules::name)
      .def_property_readonly("aliases",
                             [](const Rules& rules) { return kibitz::aliases(rules.name); })
      .def_property_readonly(
          "players",
          [](const Rules& rules) { return std::pair(rules.min_players, rules.max_players); })
      .def_property_readonly("text", [](const Rules& rules) { return kibitz::to_text(rules); })
      .def_property_readonly("most_seats", &Rules::most_seats)
      .def_readonly("default_players", &Rules::default_players)
      .def_property_readonly("options", &options_dict)
      .def_property_readonly("score_rule",
                             [](const Rules& rules) {
                               return json().attr("loads")(kibitz::option_value(rules, "score"));
                             })
      .def_property_readonly("trumps",
                             [](const Rules& rules) {
                               // What may be named before play; null is no trump.
                               py::list trumps;
                               if (!rules.has_trump()) return py::tuple(trumps);
                               for (const char suit : kibitz::kSuitText)
                                 trumps.append(std::string(1, suit));
                               if (rules.trump == kibitz::TrumpRule::named_or_none)
                                 trumps.append(py::none());
                               return py::tuple(trumps);
                             })
      .def_readonly("set_back", &Rules::set_back)
      .def(
          "teams",
          [](const Rules& rules, int players) {
            if (players < 1 || players > kibitz::kMaxSeats)
              throw std::invalid_argument("expected 1 to 8 players");
            return py::tuple(py::cast(rules.team_numbers(players)));
          },
          py::arg("players"))
      .def("option_table", [](const Rules& rules) { return table_of(rules, false); })
      .def("field_table", [](const Rules& rules) { return table_of(rules, true); })
      .def("replace",
           [](const Rules& rules, const py::kwargs& options) {
             return kibitz::with_options(rules, options_from(options));
           })
      .def(py::self == py::self)
      .def("__hash__", [](const Rules& rules) { return py::hash(py::str(kibitz::to_text(rules))); })
      .def("__repr__",
           [](const Rules& rules) {
             std::string text = "Rules('" + rules.name + "'";
             for (const auto& [name, value] : options_dict(rules)) {
               text += ", " + name.cast<std::string>() + "=" + py::repr(value).cast<std::string>();
             }
             return text + ")";
           })
      .def("__reduce__", [](const py::object& self) {
        const auto& rules = self.cast<const Rules&>();
        const py::object partial = py::module_::import("functools").attr("partial");
        return py::make_tuple(
            partial(py::type::of(self), rules.name, **py::kwargs(options_dict(rules))),
            py::tuple());
      });
  m.def("variants", [] {
    py::list names;
    for (const Rules& rules : kibitz::variants()) names.append(rules.name);
    return py::tuple(names);
  });
}
