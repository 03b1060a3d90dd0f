// The Python type of functions whose errors begin in the author's line.
#pragma once

#include <pybind11/pybind11.h>

namespace asc_machine {

void define_entry(pybind11::module_& module);

}  // namespace asc_machine
