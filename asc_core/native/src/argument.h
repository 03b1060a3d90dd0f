// Python's arguments seen from the warm path: their types as bytes of a key, their values as bytes of a kernel's arguments.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace asc_machine {

constexpr Py_ssize_t kMaxArguments = 64;
constexpr size_t kMaxKeyBytes = 512;

// What one argument passes to the kernel: the address of an array, or a scalar's bytes.
struct Value {
    bool is_array = false;
    bool read_only = false;
    size_t array_bytes = 0;
    uint64_t data = 0;
};

// Types of a call's arguments (values of its constants), one after the other.
struct Key {
    char text[kMaxKeyBytes];
    size_t size = 0;

    bool add(const void* data, size_t bytes) {
        if (size + bytes > sizeof text) return false;
        std::memcpy(text + size, data, bytes);
        size += bytes;
        return true;
    }
    bool add(char letter) { return add(&letter, 1); }
};

// False: an argument for the slow path (another type, an array that isn't contiguous, a number out of range).
bool classify(PyObject* argument, Value& value, Key& key);
// A compile-time argument: its value; an object of any other immutable kind counts by identity.
bool classify_constant(PyObject* argument, Key& key);

}  // namespace asc_machine
