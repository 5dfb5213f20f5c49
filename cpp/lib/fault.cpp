#include "kibitz/fault.hpp"

namespace kibitz {
namespace {

std::string joined(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) text += (text.empty() ? "" : "; ") + fault.text;
  return text;
}

}  // namespace

std::string clip(std::string_view text, std::size_t bytes) {
  const bool whole = text.size() <= bytes;
  if (!whole) {
    // A byte 10xxxxxx continues a character of UTF-8: step back to the character's first.
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0u) == 0x80u) --bytes;
    text = text.substr(0, bytes);
  }
  std::string shown(text);
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return whole ? shown : shown + "...";
}

DealError::DealError(std::vector<Fault> faults)
    : Error(joined(faults)), faults_(std::move(faults)) {}

}  // namespace kibitz
