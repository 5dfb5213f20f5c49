#include "summed.hpp"

#include "exact.hpp"
#include "rows.hpp"

namespace kibitz {

std::unique_ptr<const Summed> sum_up(const Unseen& unseen, const Budget& budget,
                                     const Meter& meter) {
  if (unseen.courses.empty()) return std::make_unique<const Exact>(unseen, budget, meter);
  return std::make_unique<const Rows>(unseen, budget, meter);
}

Wide<4> count_worlds(const Unseen& unseen, const Budget& budget, const Meter& meter) {
  return unseen.courses.empty() ? count_exact(unseen, budget, meter)
                                : count_rows(unseen, budget, meter);
}

}  // namespace kibitz
