#include "summed.hpp"

#include <memory>
#include <utility>

#include "columns.hpp"
#include "exact.hpp"
#include "rows.hpp"

namespace kibitz {

namespace {

// None where it is too much for the budget.
template <class Way>
std::unique_ptr<const Summed> tried(const Unseen& unseen, const Budget& budget,
                                    const Meter& meter) {
  try {
    return std::make_unique<const Way>(unseen, budget, meter);
  } catch (const TooLarge&) {
    return nullptr;
  }
}

}  // namespace

// Hands that drew: by rows if that is quick; where weights part the cards into many kinds, by
// columns if there are few holders; or else by rows after all.
std::unique_ptr<const Summed> sum_up(const Unseen& unseen, const Budget& budget,
                                     const Meter& meter) {
  if (unseen.courses.empty()) return std::make_unique<const Exact>(unseen, budget, meter);
  const Budget quick{budget.states / 16, budget.work / 64};
  auto found = tried<Rows>(unseen, quick, meter);
  if (!found) found = tried<Columns>(unseen, Budget{budget.states / 8, quick.work}, meter);
  return found ? std::move(found) : std::make_unique<const Rows>(unseen, budget, meter);
}

Wide<4> count_worlds(const Unseen& unseen, const Budget& budget, const Meter& meter) {
  return unseen.courses.empty() ? count_exact(unseen, budget, meter)
                                : count_rows(unseen, budget, meter);
}

}  // namespace kibitz
