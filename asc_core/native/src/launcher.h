// The Python types of the warm path.
#pragma once

#include <pybind11/pybind11.h>

namespace asc_machine {

void define_launcher(pybind11::module_& module);

}  // namespace asc_machine
