#include "summed.hpp"

#include "columns.hpp"
#include "exact.hpp"
#include "rows.hpp"

namespace kibitz {

// Hands that drew: by rows if that is quick; where weights part the cards into many kinds, by
// columns if there are few holders; or else by rows after all.
std::unique_ptr<const Summed> sum_up(const Unseen& unseen, const Budget& budget,
                                     const Meter& meter) {
  if (unseen.courses.empty()) return std::make_unique<const Exact>(unseen, budget, meter);
  const Budget quick{budget.states / 16, budget.work / 64};
  try {
    return std::make_unique<const Rows>(unseen, quick, meter);
  } catch (const TooLarge&) {  // of three ways, one may do
  }
  try {
    return std::make_unique<const Columns>(unseen, Budget{budget.states / 8, quick.work}, meter);
  } catch (const TooLarge&) {
    return std::make_unique<const Rows>(unseen, budget, meter);
  }
}

Wide<4> count_worlds(const Unseen& unseen, const Budget& budget, const Meter& meter) {
  return unseen.courses.empty() ? count_exact(unseen, budget, meter)
                                : count_rows(unseen, budget, meter);
}

}  // namespace kibitz
