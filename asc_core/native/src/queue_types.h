// Queues and marks as Python sees them.
#pragma once

#include <pybind11/pybind11.h>

#include "queue.h"

namespace asc_machine {

void define_queue(pybind11::module_& module);
bool is_queue(PyObject* object);
// Of an object that is one.
Queue& queue_of(PyObject* object);

}  // namespace asc_machine
