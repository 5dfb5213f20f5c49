#include "kinds.hpp"

#include <algorithm>
#include <cmath>

#include "kibitz/fault.hpp"

namespace kibitz {
namespace {

// Parts sets of cards by whether they are in another.
void split(std::vector<CardSet>& sets, CardSet by) {
  for (std::size_t at = sets.size(); at-- > 0;) {
    const CardSet in = sets[at] & by;
    if (in.empty() || in == sets[at]) continue;
    sets[at] = sets[at] - by;
    sets.push_back(in);
  }
}

}  // namespace

// ---- ways
// ----------------------------------------------------------------------------------------

Ways::Ways(const Unseen::Course& course, CardSet unseen, const Budget& budget, const Meter& meter) {
  CardSet cards = unseen;
  for (const Unseen::Step& step : course.steps) {
    if (step.played) cards.insert(*step.played);
  }
  cards = cards - course.kept;
  if (!cards.empty()) classes_.push_back(cards);
  auto size = static_cast<std::size_t>(course.began - course.kept.size());
  std::size_t now = size;
  std::size_t most = size;
  for (const Unseen::Step& step : course.steps) {
    split(classes_, step.lacks);
    now += static_cast<std::size_t>(step.drawn);
    most = std::max(most, now);
    if (step.played && !course.kept.contains(*step.played)) now -= now > 0 ? 1 : 0;
  }
  lay_out(most, budget);

  CardSet kept = course.kept;
  for (const std::size_t code : by_size_[size]) ways_[code] = 1;
  for (const Unseen::Step& step : course.steps) {
    for (int drawn = 0; drawn < step.drawn; ++drawn) {
      meter.check();
      draw(size++);
    }
    if (step.played) {
      if (kept.contains(*step.played)) {
        kept.erase(*step.played);
      } else if (size == 0) {
        std::ranges::fill(ways_, 0);
        return;
      } else {
        play(size--, *step.played);
      }
    }
    if (!(kept & step.lacks).empty()) std::ranges::fill(ways_, 0);
    lack(size, step.lacks);
    scale(size);
  }
}

void Ways::lay_out(std::size_t most, const Budget& budget) {
  double codes = 1;
  for (const CardSet& cards : classes_) {
    extent_.push_back(1 + std::min(most, static_cast<std::size_t>(cards.size())));
    codes *= static_cast<double>(extent_.back());
  }
  if (codes * static_cast<double>(1 + classes_.size()) > budget.states) throw TooLarge{};
  std::size_t stride = 1;
  for (const std::size_t extent : extent_) {
    stride_.push_back(stride);
    stride *= extent;
  }
  ways_.resize(stride);
  digits_.resize(stride * classes_.size());
  by_size_.resize(most + 2);
  for (std::size_t code = 0; code < stride; ++code) {
    std::size_t size = 0;
    for (std::size_t at = 0; at < classes_.size(); ++at) {
      const std::size_t count = code / stride_[at] % extent_[at];
      digits_[code * classes_.size() + at] = static_cast<std::uint8_t>(count);
      size += count;
    }
    if (size <= most) by_size_[size].push_back(code);
  }
}

// A card comes to hands of `size` cards; it may be any of those that they hold afterwards.
void Ways::draw(std::size_t size) {
  for (const std::size_t code : by_size_[size + 1]) {
    double sum = 0;
    for (std::size_t at = 0; at < classes_.size(); ++at) {
      const std::uint8_t count = digit(code, at);
      if (count > 0) sum += count * ways_[code - stride_[at]];
    }
    ways_[code] = sum;
  }
  for (const std::size_t code : by_size_[size]) ways_[code] = 0;
}

void Ways::play(std::size_t size, std::uint8_t card) {
  const auto own = static_cast<std::size_t>(
      std::ranges::find_if(classes_, [&](CardSet set) { return set.contains(card); }) -
      classes_.begin());
  for (const std::size_t code : by_size_[size - 1])
    ways_[code] = digit(code, own) + 1u < extent_[own] ? ways_[code + stride_[own]] : 0;
  for (const std::size_t code : by_size_[size]) ways_[code] = 0;
}

void Ways::lack(std::size_t size, CardSet cards) {
  for (std::size_t at = 0; at < classes_.size(); ++at) {
    if ((classes_[at] & cards).empty()) continue;
    for (const std::size_t code : by_size_[size]) {
      if (digit(code, at) > 0) ways_[code] = 0;
    }
  }
}

void Ways::scale(std::size_t size) {
  double largest = 0;
  for (const std::size_t code : by_size_[size]) largest = std::max(largest, ways_[code]);
  if (largest == 0) return;
  for (const std::size_t code : by_size_[size]) ways_[code] /= largest;
  log_scale_ += std::log(largest);
}

double Ways::at(std::span<const int> counts) const {
  std::size_t code = 0;
  for (std::size_t at = 0; at < classes_.size(); ++at) {
    const auto count = static_cast<std::size_t>(counts[at]);
    if (count >= extent_[at]) return 0;
    code += count * stride_[at];
  }
  return ways_[code];
}

// ---- kinds
// ---------------------------------------------------------------------------------------

Kinds::Kinds(const Unseen& unseen, bool by_weight, const Budget& budget, const Meter& meter,
             std::optional<Just> just)
    : reduced_(unseen),
      names_(unseen.cards),
      by_weight_(by_weight),
      holders_(unseen.room.size()),
      log_scale_(reduced_.log_scale()) {
  for (const Unseen::Course& course : unseen.courses)
    ways_.emplace_back(course, reduced_.all(), budget, meter);
  part(unseen, by_weight, just);
  if (cards_.size() > kMaxKinds) throw TooLarge{};
  for (std::size_t at = 0; at < unseen.courses.size(); ++at) {
    holders_[static_cast<std::size_t>(unseen.courses[at].holder)].ways = at;
    add_course(unseen.courses[at]);
    log_scale_ += ways_[at].log_scale();
  }
  add_factors(just);
  for (std::size_t holder = 0; holder < holders_.size(); ++holder) {
    for (const std::vector<std::size_t>& cards : cards_) {
      const auto may = std::ranges::count_if(
          cards, [&](std::size_t card) { return reduced_.weight(card, holder) > 0; });
      holders_[holder].most.push_back(static_cast<std::uint8_t>(
          std::min(static_cast<int>(may), std::max(0, reduced_.room()[holder]))));
    }
  }
}

CardSet Kinds::names(const std::vector<std::size_t>& cards) const {
  CardSet set;
  for (const std::size_t card : cards) set.insert(names_[reduced_.free()[card]]);
  return set;
}

void Kinds::part(const Unseen& unseen, bool by_weight, const std::optional<Just>& just) {
  CardSet all;
  for (const std::size_t card : reduced_.free()) all.insert(names_[card]);
  if (!all.empty()) sets_.push_back(all);
  for (const Unseen::Course& course : unseen.courses) {
    for (const Unseen::Step& step : course.steps) split(sets_, step.lacks);
  }
  for (const std::vector<std::size_t>& group : reduced_.groups()) split(sets_, names(group));
  if (just) split(sets_, just->cards);
  for (const CardSet& set : sets_) {
    std::vector<std::size_t>& kind = cards_.emplace_back();
    for (std::size_t card = 0; card < reduced_.free().size(); ++card) {
      if (set.contains(names_[reduced_.free()[card]])) kind.push_back(card);
    }
  }
  if (by_weight) part_by_weight();
  // The order is that of size; it makes no difference to any sum but by rounding.
  std::ranges::sort(cards_, [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
  });
  sets_.clear();
  for (const std::vector<std::size_t>& kind : cards_) sets_.push_back(names(kind));
}

void Kinds::part_by_weight() {
  const std::size_t holders = reduced_.holders();
  const auto alike = [&](std::size_t a, std::size_t b) {
    for (std::size_t holder = 0; holder < holders; ++holder) {
      if (reduced_.weight(a, holder) != reduced_.weight(b, holder)) return false;
    }
    return true;
  };
  std::vector<std::vector<std::size_t>> parted;
  for (const std::vector<std::size_t>& kind : cards_) {
    const std::size_t first = parted.size();
    for (const std::size_t card : kind) {
      const auto found =
          std::find_if(parted.begin() + static_cast<std::ptrdiff_t>(first), parted.end(),
                       [&](const auto& same) { return alike(same.front(), card); });
      if (found == parted.end()) {
        parted.push_back({card});
      } else {
        found->push_back(card);
      }
    }
  }
  cards_ = std::move(parted);
}

void Kinds::add_course(const Unseen::Course& course) {
  Holder& holder = holders_[static_cast<std::size_t>(course.holder)];
  const CardSet forced =
      CardSet(reduced_.forced()[static_cast<std::size_t>(course.holder)]) - course.kept;
  const std::vector<CardSet>& classes = ways_[*holder.ways].classes();
  for (const CardSet& own : classes) holder.forced.push_back((forced & own).size());
  for (const CardSet& set : sets_) {
    const auto own =
        std::ranges::find_if(classes, [&](CardSet each) { return !(each & set).empty(); });
    holder.class_of.push_back(static_cast<std::size_t>(own - classes.begin()));
  }
}

void Kinds::add_factors(const std::optional<Just>& just) {
  for (const Reduced::Factor& factor : reduced_.factors()) {
    holders_[factor.holder].factors.push_back(
        {kinds_in(names(reduced_.groups()[factor.group])), factor.by_count});
  }
  if (!just) return;
  const int forced = (just->cards & CardSet(reduced_.forced()[just->holder])).size();
  std::vector<double> by_count(kMaxKinds + reduced_.free().size());
  if (just->count >= forced) by_count[static_cast<std::size_t>(just->count - forced)] = 1;
  holders_[just->holder].factors.push_back({kinds_in(just->cards), std::move(by_count)});
}

std::vector<std::size_t> Kinds::kinds_in(CardSet cards) const {
  std::vector<std::size_t> kinds;
  for (std::size_t kind = 0; kind < sets_.size(); ++kind) {
    if (!(sets_[kind] & cards).empty()) kinds.push_back(kind);
  }
  return kinds;
}

double Kinds::weight(std::size_t holder, const Tally& counts) const {
  const Holder& own = holders_[holder];
  double product = 1;
  if (own.ways) {
    std::array<int, 64> held{};
    std::ranges::copy(own.forced, held.begin());
    for (std::size_t kind = 0; kind < size(); ++kind) held[own.class_of[kind]] += counts[kind];
    product = ways_[*own.ways].at(held);
  }
  for (const Factor& factor : own.factors) {
    std::size_t count = 0;
    for (const std::size_t kind : factor.kinds) count += counts[kind];
    product *= count < factor.by_count.size() ? factor.by_count[count] : 0;
  }
  if (!by_weight_ || product == 0) return product;
  for (std::size_t kind = 0; kind < size(); ++kind) {
    const double each = reduced_.weight(cards_[kind].front(), holder);
    for (int count = 0; count < counts[kind]; ++count) product *= each;
  }
  return product;
}

std::vector<Kinds::Choice> Kinds::choices(std::size_t holder, const Budget& budget) const {
  std::vector<Choice> found;
  Tally counts{};
  double left = budget.states;
  choose(holder, 0, reduced_.room()[holder], counts, found, left);
  return found;
}

void Kinds::choose(std::size_t holder, std::size_t kind, int room, Tally& counts,
                   std::vector<Choice>& found, double& left) const {
  if (kind == size()) {
    if (--left < 0) throw TooLarge{};
    const double product = room == 0 ? weight(holder, counts) : 0;
    if (product > 0) found.push_back({counts, product});
    return;
  }
  int later = 0;
  for (std::size_t at = kind + 1; at < size(); ++at) later += holders_[holder].most[at];
  const int most = std::min<int>(room, holders_[holder].most[kind]);
  for (int count = std::max(0, room - later); count <= most; ++count) {
    counts[kind] = static_cast<std::uint8_t>(count);
    choose(holder, kind + 1, room - count, counts, found, left);
  }
  counts[kind] = 0;
}

void refuse(bool possible) {
  if (!possible) throw EvidenceError("no world is possible: the evidence contradicts itself");
  throw Error("weights too far apart: every world's is lost beside the largest");
}

}  // namespace kibitz
