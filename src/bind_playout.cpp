// Playouts of one position in many worlds, and the fast policy that plays them.
#include "bind.hpp"

#include <pybind11/numpy.h>

#include "interrupts.hpp"
#include "kibitz/playout.hpp"

using kibitz::Position;

namespace {

template <class Value>
using Array = py::array_t<Value, py::array::c_style>;

template <class Value>
std::span<const Value> span_of(const Array<Value>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

py::tuple playouts(const Position& now, const Array<std::uint64_t>& hands,
                   const Array<std::uint8_t>& stocks, const std::string& payoff, int jack,
                   std::uint64_t seed, std::uint64_t first, int random, int workers,
                   const Array<std::int16_t>& weights, std::optional<double> seconds,
                   const StopToken* stop) {
  const auto count = static_cast<py::ssize_t>(hands.ndim() == 2 ? hands.shape(0) : 0);
  const kibitz::CardSet cards(now.legal_cards());
  Array<std::int16_t> payoffs(
      {count, static_cast<py::ssize_t>(cards.size()), static_cast<py::ssize_t>(now.players())});
  Array<bool> done(count);
  std::fill_n(payoffs.mutable_data(), payoffs.size(), std::int16_t{0});
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(count));
  const kibitz::WorldHands worlds{span_of(hands), span_of(stocks)};
  kibitz::PlayoutQuery query;
  query.payoff = kibitz::find_payoff(payoff);
  query.jack = jack;
  query.seed = seed;
  query.first = first;
  query.random = random;
  query.workers = workers;
  query.weights = span_of(weights);
  const std::span<std::int16_t> out(payoffs.mutable_data(),
                                    static_cast<std::size_t>(payoffs.size()));
  run_interruptible(limits_of(seconds, std::nullopt, std::nullopt, stop),
                    [&](const kibitz::Limits& limits) {
                      query.limits = limits;
                      kibitz::playouts(now, worlds, query, out, flags);
                    });
  std::copy(flags.begin(), flags.end(), done.mutable_data());
  py::list shown;
  for (const int index : cards) shown.append(kibitz::Card{static_cast<std::uint8_t>(index)});
  return py::make_tuple(py::tuple(shown), payoffs, done);
}

py::list features_of(const Position& now) {
  py::list out;
  for (const kibitz::CardFeatures& each : kibitz::policy_features(now))
    out.append(py::make_tuple(each.card, each.features));
  return out;
}

}  // namespace

void bind_playout(py::module_& m) {
  m.def("playouts", &playouts, py::arg("position"), py::arg("hands"), py::kw_only(),
        py::arg("stocks"), py::arg("payoff"), py::arg("jack"), py::arg("seed"), py::arg("first"),
        py::arg("random"), py::arg("workers"), py::arg("weights"), py::arg("seconds"),
        py::arg("stop"));
  m.def(
      "policy_card",
      [](const Position& now, const Array<std::int16_t>& weights) {
        return kibitz::policy_card(now, span_of(weights));
      },
      py::arg("position"), py::arg("weights"));
  m.def("policy_features", &features_of, py::arg("position"));
  m.def(
      "policy_kind",
      [](const kibitz::Rules& rules) {
        return std::string(kibitz::name_of(kibitz::policy_kind(rules)));
      },
      py::arg("rules"));
  m.def(
      "policy_weights",
      [](const kibitz::Rules& rules) {
        const auto weights = kibitz::policy_weights(kibitz::policy_kind(rules));
        return Array<std::int16_t>(static_cast<py::ssize_t>(weights.size()), weights.data());
      },
      py::arg("rules"));
}
