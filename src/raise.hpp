// C++ errors as those of kibitz.errors, for pybind11 and Cython alike.
#pragma once

#include <Python.h>

#include <exception>
#include <new>
#include <stdexcept>

#include "kibitz/fault.hpp"

inline void set_kibitz_error(const char* name, const char* text) {
  PyObject* module = PyImport_ImportModule("kibitz.errors");
  if (module == nullptr) return;
  PyObject* type = PyObject_GetAttrString(module, name);
  Py_DECREF(module);
  if (type == nullptr) return;
  PyErr_SetString(type, text);
  Py_DECREF(type);
}

// Sets the Python error of a C++ error of the core; anything else goes on as it is.
inline void translate(std::exception_ptr pointer) {
  try {
    std::rethrow_exception(std::move(pointer));
  } catch (const kibitz::DealError& error) {
    set_kibitz_error("DealError", error.what());
  } catch (const kibitz::NotationError& error) {
    set_kibitz_error("NotationError", error.what());
  } catch (const kibitz::IllegalPlayError& error) {
    set_kibitz_error("IllegalPlayError", error.what());
  } catch (const kibitz::RulesError& error) {
    set_kibitz_error("RulesError", error.what());
  } catch (const kibitz::EvidenceError& error) {
    set_kibitz_error("EvidenceError", error.what());
  } catch (const kibitz::LimitError& error) {
    set_kibitz_error("LimitError", error.what());
  } catch (const kibitz::Error& error) {
    set_kibitz_error("KibitzError", error.what());
  } catch (const std::invalid_argument& error) {
    set_kibitz_error("KibitzError", error.what());
  }
}

// For Cython's `except +raise_kibitz`: nothing may leave it.
inline void raise_kibitz() {
  try {
    translate(std::current_exception());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  }
}
