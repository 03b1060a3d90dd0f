// A launch made ready for calls with certain types of arguments.
#pragma once

#include <Python.h>

#include <memory>
#include <string>
#include <vector>

#include "argument.h"
#include "kernel.h"

namespace asc_machine {

// Where the next 8-byte units of a kernel's arguments come from.
struct Slot {
    Py_ssize_t argument;  // -1: the constant bytes
    std::string name;
    std::string constant;
};

// Something the kernel read when it was compiled must still be the same object (null: must still be absent).
struct Guard {
    PyObject* holder;
    PyObject* name;
    PyObject* expected;

    bool holds() const;
};

struct Prepared {
    std::shared_ptr<Kernel> kernel;
    Platform platform;
    KernelType type = KernelType::Vector;
    double watchdog_seconds = 0;
    int threads = 0;
    bool check_written = false;
    int all_cores = 0;  // blocks of a launch that names no number
    std::vector<Slot> slots;
    std::vector<Guard> guards;
    PyObject* still_valid = nullptr;
    std::vector<PyObject*> owned;  // what the above and the key refer to

    Prepared() = default;
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;
    ~Prepared();

    PyObject* own(PyObject* object);
    // 1 yes, 0 no, -1 with a Python exception.
    int holds() const;
    // 1 done, 0 too many arguments for the warm path, -1 with a Python exception.
    int run(int block_num, const Value* values, Result& result) const;
};

KernelType kernel_type(const std::string& name);

}  // namespace asc_machine
