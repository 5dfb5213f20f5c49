// C++ errors become those of kibitz.errors.
#include "bind.hpp"

#include "raise.hpp"

void bind_errors() {
  py::register_local_exception_translator([](std::exception_ptr pointer) {
    if (pointer) translate(std::move(pointer));
  });
}
