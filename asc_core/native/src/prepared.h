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

// The arguments of a launch.
struct Packed {
    unsigned char bytes[kMaxArguments * 16];
    size_t size = 0;
    Buffer buffers[kMaxArguments];
    int buffer_count = 0;
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
    // False: too many arguments for the warm path.
    bool pack(const Value* values, Packed& packed) const;
    Request request(const void* arguments, const Buffer* buffers, size_t buffer_count, int block_num) const;
};

// Hands what a kernel printed to the callable `output`, unless that is None. False with a Python exception.
bool show(PyObject* output, const std::string& text);
KernelType kernel_type(const std::string& name);

}  // namespace asc_machine
