// Solver and its limits.
#include "bind.hpp"

#include <atomic>

#include "interrupts.hpp"
#include "kibitz/batch.hpp"
#include "kibitz/solver.hpp"

using kibitz::Position;

namespace {

// A solver works for one caller at a time; a second one is refused, not made to wait or race.
class GuardedSolver {
 public:
  template <class Work>
  auto use(Work&& work) {
    if (busy_.exchange(true)) throw std::runtime_error("this Solver is at work: use one a thread");
    struct Release {
      std::atomic<bool>& busy;
      ~Release() { busy = false; }
    } release{busy_};
    return work(solver_);
  }
  [[nodiscard]] bool busy() const { return busy_; }

 private:
  kibitz::Solver solver_;
  std::atomic<bool> busy_{false};
};

kibitz::Switches switches_of(const std::vector<std::string>& without) {
  kibitz::Switches switches;
  for (const std::string& name : without) {
    if (name == "table") {
      switches.table = false;
    } else if (name == "classes") {
      switches.classes = false;
    } else if (name == "bounds") {
      switches.bounds = false;
    } else if (name == "leads") {
      switches.leads = false;
    } else if (name == "partition") {
      switches.partition = false;
    } else if (name == "relaxed") {
      switches.relaxed = false;
    } else {
      throw py::value_error("expected table, classes, bounds, leads, partition or relaxed, not '" +
                            name + "'");
    }
  }
  return switches;
}

py::tuple vector_of(const kibitz::PointsVector& values, int seats) {
  py::tuple out(static_cast<std::size_t>(seats));
  for (std::size_t seat = 0; seat < out.size(); ++seat) out[seat] = values[seat];
  return out;
}

py::tuple tuple_of(const kibitz::Answer& answer) {
  py::list card_bounds;
  for (const kibitz::CardBounds& each : answer.cards) {
    card_bounds.append(py::make_tuple(each.card, each.lower, each.upper));
  }
  return py::make_tuple(answer.lower, answer.upper, card_bounds, to_tuple(answer.line),
                        answer.complete, answer.nodes, answer.seconds);
}

py::list solve_positions(const std::vector<Position>& positions,
                         const std::vector<kibitz::SeatMask>& sides, bool cards, bool line,
                         int workers, std::optional<double> seconds,
                         std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> memory,
                         const StopToken* stop) {
  std::vector<kibitz::Answer> answers;
  run_interruptible(limits_of(std::nullopt, nodes, memory, stop),
                    [&](const kibitz::Limits& limits) {
                      kibitz::Query query;
                      query.cards = cards;
                      query.line = line;
                      kibitz::BatchOptions options;
                      options.workers = workers;
                      options.limits = limits;
                      if (seconds) options.item_seconds = *seconds;
                      answers = kibitz::solve_positions(positions, sides, query, options);
                    });
  py::list out;
  for (const kibitz::Answer& answer : answers) out.append(tuple_of(answer));
  return out;
}

py::tuple solve(GuardedSolver& guarded, const Position& position, unsigned side, bool cards,
                bool line, std::optional<int> at_least, std::optional<double> seconds,
                std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> memory,
                const StopToken* stop, const std::vector<std::string>& without) {
  kibitz::Answer answer;
  const kibitz::Switches switches = switches_of(without);
  guarded.use([&](kibitz::Solver& solver) {
    run_interruptible(limits_of(seconds, nodes, memory, stop), [&](const kibitz::Limits& limits) {
      kibitz::Query query;
      query.max = static_cast<kibitz::SeatMask>(side);
      query.cards = cards;
      query.line = line;
      query.at_least = at_least;
      query.limits = limits;
      query.switches = switches;
      answer = solver.solve(position, query);
    });
  });
  return tuple_of(answer);
}

py::list solve_each(GuardedSolver& guarded, const std::vector<Position>& positions,
                    const std::vector<kibitz::SeatMask>& sides, std::optional<double> seconds,
                    std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> memory,
                    const StopToken* stop) {
  std::vector<kibitz::Answer> answers;
  guarded.use([&](kibitz::Solver& solver) {
    run_interruptible(limits_of(seconds, nodes, memory, stop), [&](const kibitz::Limits& limits) {
      kibitz::Query query;
      query.limits = limits;
      answers = solver.solve_each(positions, sides, query);
    });
  });
  py::list out;
  for (const kibitz::Answer& answer : answers) out.append(tuple_of(answer));
  return out;
}

py::tuple maxn(GuardedSolver& guarded, const Position& position, const std::string& payoff,
               int jack, bool cards, std::optional<double> seconds,
               std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> memory,
               const StopToken* stop) {
  kibitz::VectorAnswer answer;
  guarded.use([&](kibitz::Solver& solver) {
    run_interruptible(limits_of(seconds, nodes, memory, stop), [&](const kibitz::Limits& limits) {
      kibitz::VectorQuery query;
      query.payoff = kibitz::find_payoff(payoff);
      query.jack = jack;
      query.cards = cards;
      query.limits = limits;
      answer = solver.maxn(position, query);
    });
  });
  py::list card_values;
  for (const kibitz::CardVector& each : answer.cards) {
    card_values.append(py::make_tuple(each.card, vector_of(each.values, position.players())));
  }
  return py::make_tuple(vector_of(answer.values, position.players()), card_values, answer.complete,
                        answer.nodes, answer.seconds);
}

}  // namespace

void bind_solver(py::module_& m) {
  py::class_<StopToken>(m, "StopToken", "Stops, from any thread, the work that was given it.")
      .def(py::init<>())
      .def("stop", [](StopToken& token) { token.flag = true; })
      .def("clear", [](StopToken& token) { token.flag = false; })
      .def_property_readonly("stopped", [](const StopToken& token) { return token.flag.load(); });
  py::class_<GuardedSolver>(m, "Solver", "Owns a table; works for one thread at a time.")
      .def(py::init<>())
      .def_property_readonly("busy", &GuardedSolver::busy)
      .def_property_readonly(
          "table_bytes",
          [](GuardedSolver& guarded) {
            return guarded.use([](kibitz::Solver& solver) { return solver.table_bytes(); });
          })
      .def("solve", &solve, py::arg("position"), py::kw_only(), py::arg("side"), py::arg("cards"),
           py::arg("line"), py::arg("at_least"), py::arg("seconds"), py::arg("nodes"),
           py::arg("memory"), py::arg("stop"), py::arg("without") = std::vector<std::string>{})
      .def("solve_each", &solve_each, py::arg("positions"), py::kw_only(), py::arg("sides"),
           py::arg("seconds"), py::arg("nodes"), py::arg("memory"), py::arg("stop"))
      .def("maxn", &maxn, py::arg("position"), py::kw_only(), py::arg("payoff"), py::arg("jack"),
           py::arg("cards"), py::arg("seconds"), py::arg("nodes"), py::arg("memory"),
           py::arg("stop"));
  m.def("solve_positions", &solve_positions, py::arg("positions"), py::kw_only(), py::arg("sides"),
        py::arg("cards"), py::arg("line"), py::arg("workers"), py::arg("seconds"), py::arg("nodes"),
        py::arg("memory"), py::arg("stop"));
}
