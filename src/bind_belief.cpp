// Belief: arrays in and out.
#include "bind.hpp"

#include <pybind11/numpy.h>

#include <optional>

#include "interrupts.hpp"
#include "kibitz/belief.hpp"
#include "kibitz/fault.hpp"

using kibitz::Belief;
using kibitz::Unseen;

namespace {

constexpr int kDense = py::array::c_style | py::array::forcecast;
using Flags = py::array_t<bool, kDense>;
using Numbers = py::array_t<double, kDense>;
// (cards drawn, the card played or None, cards lacked then)
using Steps = std::vector<std::tuple<int, py::object, py::object>>;
// (holder, cards of the first hand, kept ones, steps)
using Courses = std::vector<std::tuple<int, int, py::object, Steps>>;
using Factors = std::vector<std::tuple<int, py::object, std::vector<double>>>;

template <class Array>
void check_shape(const Array& array, const char* name, const Unseen& unseen) {
  if (array.ndim() == 2 && array.shape(0) == static_cast<py::ssize_t>(unseen.cards.size()) &&
      array.shape(1) == static_cast<py::ssize_t>(unseen.room.size()))
    return;
  throw kibitz::Error(std::string(name) + " must be of shape (" +
                      std::to_string(unseen.cards.size()) + ", " +
                      std::to_string(unseen.room.size()) + "): cards and holders");
}

Unseen unseen_of(const py::iterable& cards, std::vector<int> room, const std::optional<Flags>& may,
                 const std::optional<Numbers>& weight, const Factors& factors,
                 const Courses& courses) {
  Unseen unseen;
  for (const py::handle card : cards) unseen.cards.push_back(to_card(card).index);
  unseen.room = std::move(room);
  const std::size_t holders = unseen.room.size();
  if (may) check_shape(*may, "may", unseen);
  if (weight) check_shape(*weight, "weight", unseen);
  for (std::size_t card = 0; card < unseen.cards.size(); ++card) {
    std::uint32_t mask = 0;
    for (std::size_t holder = 0; holder < std::min<std::size_t>(holders, 32); ++holder) {
      if (!may || may->data()[card * holders + holder]) mask |= 1u << holder;
    }
    unseen.may.push_back(mask);
  }
  if (weight) unseen.weight.assign(weight->data(), weight->data() + weight->size());
  for (const auto& [holder, set, by_count] : factors)
    unseen.factors.push_back({holder, to_card_set(set), by_count});
  for (const auto& [holder, began, kept, steps] : courses) {
    Unseen::Course& course = unseen.courses.emplace_back();
    course.holder = holder;
    course.began = began;
    course.kept = to_card_set(kept);
    for (const auto& [drawn, played, lacks] : steps) {
      Unseen::Step& step = course.steps.emplace_back();
      step.drawn = drawn;
      if (!played.is_none()) step.played = to_card(played).index;
      step.lacks = to_card_set(lacks);
    }
  }
  return unseen;
}

// Long calls: without the GIL, and Ctrl-C stops them.
template <class Work>
auto interruptible(Work&& work) {
  std::optional<decltype(work(kibitz::Limits{}))> result;
  run_interruptible({}, [&](const kibitz::Limits& limits) { result.emplace(work(limits)); });
  return std::move(*result);
}

template <class Number>
py::array_t<Number> to_array(const std::vector<Number>& values, std::vector<py::ssize_t> shape) {
  py::array_t<Number> array(std::move(shape));
  std::copy(values.begin(), values.end(), array.mutable_data());
  return array;
}

py::ssize_t holders_of(const Belief& belief) {
  return static_cast<py::ssize_t>(belief.unseen().room.size());
}

py::object count_of(const Belief& belief) {
  const kibitz::Count count =
      interruptible([&](const kibitz::Limits& limits) { return belief.count(limits); });
  py::int_ value(0);
  for (std::size_t at = count.size(); at-- > 0;) {
    value = py::int_(value << py::int_(64));
    value = py::int_(value | py::int_(count[at]));
  }
  return std::move(value);
}

py::array_t<std::uint64_t> sample(const Belief& belief, py::ssize_t n, std::uint64_t seed) {
  if (n < 0) throw kibitz::Error("expected 0 or more worlds, not " + std::to_string(n));
  py::array_t<std::uint64_t> worlds({n, holders_of(belief)});
  const std::span out(worlds.mutable_data(), static_cast<std::size_t>(worlds.size()));
  run_interruptible({}, [&](const kibitz::Limits& limits) { belief.sample(out, seed, limits); });
  return worlds;
}

py::tuple enumerate(const Belief& belief, std::size_t limit) {
  const Belief::Worlds worlds =
      interruptible([&](const kibitz::Limits& limits) { return belief.enumerate(limit, limits); });
  const auto many = static_cast<py::ssize_t>(worlds.probability.size());
  return py::make_tuple(to_array(worlds.sets, {many, holders_of(belief)}),
                        to_array(worlds.probability, {many}));
}

}  // namespace

void bind_belief(py::module_& m) {
  py::class_<Belief>(m, "Belief",
                     "The distribution over where unseen cards lie. cards: all different; room: "
                     "how many each holder has; may: bool (cards, holders), weight: float64 "
                     "(cards, holders), at least 0; factors: (holder, cards, by_count), a world's "
                     "weight is multiplied by by_count[t], t = how many of these cards the holder "
                     "has; any two factors are of the same cards or share none; courses: (holder, "
                     "began, kept, steps), a world's weight is multiplied by the number of ways in "
                     "which the hand can have come about: `began` cards, `kept` among them, and "
                     "then of each step (drawn, played or None, lacks) so many cards drawn, one "
                     "played, and of the cards `lacks` none left; method and error say whether "
                     "the sums are exact.")
      .def(py::init([](const py::iterable& cards, std::vector<int> room, std::optional<Flags> may,
                       std::optional<Numbers> weight, const Factors& factors,
                       const Courses& courses, std::size_t max_states) {
             Unseen unseen = unseen_of(cards, std::move(room), may, weight, factors, courses);
             return interruptible([&](const kibitz::Limits& limits) {
               return Belief(std::move(unseen), limits, max_states);
             });
           }),
           py::arg("cards"), py::arg("room"), py::arg("may") = py::none(),
           py::arg("weight") = py::none(), py::arg("factors") = Factors{},
           py::arg("courses") = Courses{}, py::kw_only(),
           py::arg("max_states") = Belief::kMaxStates)
      .def_property_readonly("exact", &Belief::exact)
      .def_property_readonly("method",
                             [](const Belief& belief) { return to_text(belief.method()); })
      .def_property_readonly(
          "error",
          [](const Belief& belief) {
            return interruptible(
                [&](const kibitz::Limits& limits) { return belief.error(limits); });
          },
          "The largest standard error of a probability; 0 if exact.")
      .def_property_readonly("count", &count_of,
                             "Worlds with a positive weight, exactly; LimitError if too many.")
      .def_property_readonly("log_weight", &Belief::log_weight,
                             "The natural logarithm of the sum of all weights; nan unless exact.")
      .def_property_readonly(
          "entropy",
          [](const Belief& belief) {
            return interruptible(
                [&](const kibitz::Limits& limits) { return belief.entropy(limits); });
          },
          "In bits; nan unless exact.")
      .def(
          "probability",
          [](const Belief& belief) {
            return to_array(
                interruptible(
                    [&](const kibitz::Limits& limits) { return belief.probability(limits); }),
                {static_cast<py::ssize_t>(belief.unseen().cards.size()), holders_of(belief)});
          },
          "float64 (cards, holders); rows sum to 1.")
      .def(
          "count_distribution",
          [](const Belief& belief, int holder, const py::object& cards) {
            const kibitz::CardSet set = to_card_set(cards);
            const std::vector<double> chances = interruptible([&](const kibitz::Limits& limits) {
              return belief.count_distribution(holder, set, limits);
            });
            return to_array(chances, {static_cast<py::ssize_t>(chances.size())});
          },
          py::arg("holder"), py::arg("cards"),
          "float64: [t] is the probability that the holder has t of these cards.")
      .def("sample", &sample, py::arg("n"), py::arg("seed"),
           "uint64 (n, holders): each holder's cards in n draws, as bits of a CardSet.")
      .def("enumerate", &enumerate, py::arg("limit"),
           "All worlds, uint64 (n, holders), and their probabilities, float64 (n,); LimitError "
           "when there are more than `limit`.");
}
