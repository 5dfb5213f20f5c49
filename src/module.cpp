// kibitz._core: a table of contents.
#include "bind.hpp"

PYBIND11_MODULE(_core, m) {
  m.doc() = "The native core of kibitz. Use the names of the package kibitz.";
  m.attr("__version__") = KIBITZ_VERSION;
  bind_errors();
  bind_cards(m);
  bind_rules(m);
  bind_deal(m);
  bind_solver(m);
  bind_belief(m);
  bind_playout(m);
}
