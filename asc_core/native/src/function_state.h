// FunctionState: a kernel's prepared launches by types of arguments.
#pragma once

#include <Python.h>

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "prepared.h"

namespace asc_machine {

struct FunctionState {
    PyObject_HEAD
    PyObject* slow;
    PyObject* output;
    Py_ssize_t parameters;
    uint64_t constants;  // bit i: parameter i is a ConstExpr, whose value stands in the key
    std::unordered_map<std::string, std::shared_ptr<Prepared>>* table;
    std::mutex* mutex;

    // False: arguments for the slow path.
    bool make_key(PyObject* const* arguments, Py_ssize_t count, Value* values, Key& key) const;
    std::shared_ptr<Prepared> find(const Key& key) const;
    void forget(const Key& key, const std::shared_ptr<Prepared>& prepared);
};

extern PyTypeObject function_state_type;
// Readies the type; false with a Python exception.
bool ready_function_state();

}  // namespace asc_machine
