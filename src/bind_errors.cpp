// C++ errors become those of kibitz.errors.
#include "bind.hpp"

#include "kibitz/fault.hpp"

namespace {

void raise(const char* name, const char* text) {
  const py::object type = py::module_::import("kibitz.errors").attr(name);
  PyErr_SetString(type.ptr(), text);
}

}  // namespace

void bind_errors(py::module_& m) {
  (void)m;
  py::register_local_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const kibitz::DealError& error) {
      raise("DealError", error.what());
    } catch (const kibitz::NotationError& error) {
      raise("NotationError", error.what());
    } catch (const kibitz::IllegalPlayError& error) {
      raise("IllegalPlayError", error.what());
    } catch (const kibitz::RulesError& error) {
      raise("RulesError", error.what());
    }
  });
}
