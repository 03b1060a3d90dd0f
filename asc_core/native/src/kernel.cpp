#include "kernel.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "queue.h"

namespace asc_machine {

namespace {

PyObject* error_factory = nullptr;

bool write_whole(int file, const std::string& binary) {
    size_t done = 0;
    while (done < binary.size()) {
        ssize_t wrote = write(file, binary.data() + done, binary.size() - done);
        if (wrote <= 0) return false;
        done += static_cast<size_t>(wrote);
    }
    return true;
}

// Each time another spelling of the file's path: the loader takes a library of a known name for the loaded one, and
// file numbers are used again.
std::string memory_path(int file) {
    static std::atomic<uint64_t> count{0};
    std::string path = "/proc/self/fd";
    for (uint64_t bits = ++count; bits != 0; bits >>= 1) path += (bits & 1) != 0 ? "/." : "//";
    return path + "/" + std::to_string(file);
}

// A memory file, or where the kernel has none a temporary one that is unlinked at once.
void* open_binary(const std::string& binary, std::string& problem) {
    std::string path;
    int file = memfd_create("asc_kernel", MFD_CLOEXEC);
    bool temporary = file < 0;
    if (temporary) {
        const char* folder = std::getenv("TMPDIR");
        path = std::string(folder != nullptr ? folder : "/tmp") + "/asc_kernel_XXXXXX";
        file = mkstemp(path.data());
        if (file < 0) {
            problem = "no memory file and no temporary file can be made";
            return nullptr;
        }
    } else {
        path = memory_path(file);
    }
    void* handle = nullptr;
    if (write_whole(file, binary)) {
        handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) problem = dlerror();
    } else {
        problem = "the binary can't be written for loading";
    }
    if (temporary) unlink(path.c_str());
    close(file);
    return handle;
}

void put(PyObject* dict, const char* key, PyObject* value) {
    if (value != nullptr) PyDict_SetItemString(dict, key, value);
    Py_XDECREF(value);
}

PyObject* text(const std::string& value) { return PyUnicode_DecodeUTF8(value.data(), value.size(), "replace"); }

int check_signals(void* context) {
    if (stop_asked()) return 1;
    auto* state = static_cast<PyThreadState**>(context);
    PyEval_RestoreThread(*state);
    int failed = PyErr_CheckSignals();
    *state = PyEval_SaveThread();
    return failed;
}

}  // namespace

Kernel::Kernel(const std::string& binary, std::string name) : name_(std::move(name)), binary_(binary) {
    std::string problem;
    handle_ = open_binary(binary, problem);
    if (handle_ == nullptr) throw std::runtime_error("the kernel binary doesn't load: " + problem);
    entry_ = reinterpret_cast<Entry>(dlsym(handle_, "asc_kernel_entry"));
    Dl_info info;
    if (entry_ == nullptr || dladdr(reinterpret_cast<void*>(entry_), &info) == 0) {
        dlclose(handle_);
        throw std::runtime_error("the kernel binary has no function asc_kernel_entry");
    }
    base_ = reinterpret_cast<uint64_t>(info.dli_fbase);
    const void* by_hand = dlsym(handle_, "asc_kernel_ordered_by_hand");
    by_hand_ = by_hand != nullptr && *static_cast<const unsigned char*>(by_hand) != 0;
    calls_ = static_cast<const char*>(dlsym(handle_, "asc_kernel_calls"));
}

Kernel::~Kernel() { dlclose(handle_); }

void raise_error(const Result& result, const Kernel& kernel) {
    const Error& error = result.error;
    PyObject* dict = PyDict_New();
    if (dict == nullptr) return;
    put(dict, "kernel", text(kernel.name()));
    put(dict, "kind", text(kind_name(error.kind)));
    put(dict, "api", text(error.api));
    put(dict, "file", text(error.file));
    put(dict, "line", PyLong_FromLong(error.line));
    put(dict, "argument", text(error.argument));
    put(dict, "message", text(error.message));
    put(dict, "block_idx", PyLong_FromLong(error.block_idx));
    put(dict, "sub_block_idx", PyLong_FromLong(error.sub_block_idx));
    put(dict, "core_type", text(error.core_type == CoreType::AIC ? "AIC" : "AIV"));
    // Where it was, for who has the binary's line numbers.
    if (error.pc != 0) put(dict, "binary", PyBytes_FromStringAndSize(kernel.binary().data(), static_cast<Py_ssize_t>(kernel.binary().size())));
    put(dict, "pc_offset", error.pc != 0 ? PyLong_FromUnsignedLongLong(error.pc - kernel.base()) : (Py_INCREF(Py_None), Py_None));
    put(dict, "output", text(result.output));
    if (kernel.calls() != nullptr) put(dict, "calls", text(kernel.calls()));
    if (error_factory == nullptr) {
        PyErr_SetObject(PyExc_RuntimeError, dict);
    } else if (PyObject* exception = PyObject_CallOneArg(error_factory, dict)) {
        PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception)), exception);
        Py_DECREF(exception);
    }
    Py_DECREF(dict);
}

bool run_from_python(Request& request, Result& result, const Kernel& kernel) {
    request.entry = kernel.entry();
    if (kernel.ordered_by_hand()) request.watch |= kWatchOrder;
    PyThreadState* state = PyEval_SaveThread();
    request.tick = check_signals;
    request.tick_context = &state;
    run(request, result);
    PyEval_RestoreThread(state);
    if (!result.failed) return true;
    // An interrupted launch leaves the exception of Python's signal handler standing.
    if (result.error.kind != Kind::Interrupted || !PyErr_Occurred()) {
        PyErr_Clear();
        raise_error(result, kernel);
    }
    return false;
}

void set_error_factory(PyObject* factory) {
    Py_XINCREF(factory);
    Py_XSETREF(error_factory, factory);
}

}  // namespace asc_machine
