// A loaded kernel binary.
#pragma once

#include <Python.h>

#include <string>

#include "launch.h"

namespace asc_machine {

class Kernel {
public:
    // Loads a shared library from memory. Raises std::runtime_error with the loader's words.
    explicit Kernel(const std::string& binary, std::string name = "");
    ~Kernel();
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;

    Entry entry() const { return entry_; }
    uint64_t base() const { return base_; }
    const std::string& name() const { return name_; }
    const std::string& binary() const { return binary_; }
    // Whether its flags are all there is: the toolchain inserted none.
    bool ordered_by_hand() const { return by_hand_; }
    // Where lines of device functions were called from, as text for Python; null when it calls none.
    const char* calls() const { return calls_; }

private:
    void* handle_ = nullptr;
    Entry entry_ = nullptr;
    uint64_t base_ = 0;
    bool by_hand_ = false;
    const char* calls_ = nullptr;
    std::string name_;
    std::string binary_;
};

// Runs without the GIL, asking Python for signals now and then. False with a Python error set when the launch failed.
bool run_from_python(Request& request, Result& result, const Kernel& kernel);
// Sets the Python exception of a failed launch.
void raise_error(const Result& result, const Kernel& kernel);
// The callable that makes an exception of an error's dict.
void set_error_factory(PyObject* factory);

}  // namespace asc_machine
