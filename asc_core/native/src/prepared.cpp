#include "prepared.h"

#include <stdexcept>

namespace asc_machine {

bool Guard::holds() const {
    PyObject* found = nullptr;
    if (PyDict_CheckExact(holder)) {
        found = PyDict_GetItemWithError(holder, name);
    } else if (PyCell_Check(holder)) {
        found = PyCell_GET(holder);
    } else {
        // Compared by address only, so that it may be gone again.
        found = PyObject_GetAttr(holder, name);
        Py_XDECREF(found);
    }
    if (found == nullptr) PyErr_Clear();
    return found == expected;
}

Prepared::~Prepared() {
    for (PyObject* object : owned) Py_DECREF(object);
}

PyObject* Prepared::own(PyObject* object) {
    Py_INCREF(object);
    owned.push_back(object);
    return object;
}

int Prepared::holds() const {
    for (const Guard& guard : guards)
        if (!guard.holds()) return 0;
    if (still_valid == nullptr) return 1;
    PyObject* answer = PyObject_CallNoArgs(still_valid);
    if (answer == nullptr) return -1;
    int truth = PyObject_IsTrue(answer);
    Py_DECREF(answer);
    return truth;
}

int Prepared::run(int block_num, const Value* values, Result& result) const {
    unsigned char packed[kMaxArguments * 16];
    Buffer buffers[kMaxArguments];
    int buffer_count = 0;
    size_t at = 0;
    for (const Slot& slot : slots) {
        size_t bytes = slot.argument < 0 ? slot.constant.size() : sizeof(uint64_t);
        size_t room = (bytes + 7) / 8 * 8;
        if (at + room > sizeof packed || buffer_count == kMaxArguments) return 0;
        if (slot.argument < 0) {
            std::memset(packed + at, 0, room);
            std::memcpy(packed + at, slot.constant.data(), bytes);
        } else {
            const Value& value = values[slot.argument];
            std::memcpy(packed + at, &value.data, bytes);
            if (value.is_array)
                buffers[buffer_count++] = {static_cast<uintptr_t>(value.data), value.array_bytes, value.read_only, slot.name.c_str()};
        }
        at += room;
    }
    Request request;
    request.args = packed;
    request.buffers = buffers;
    request.buffer_count = buffer_count;
    request.block_num = block_num;
    request.type = type;
    request.platform = &platform;
    request.watchdog_seconds = watchdog_seconds;
    request.threads = threads;
    if (check_written) request.watch |= kWatchWritten;
    return run_from_python(request, result, *kernel) ? 1 : -1;
}

KernelType kernel_type(const std::string& name) {
    if (name == "vector") return KernelType::Vector;
    if (name == "cube") return KernelType::Cube;
    if (name == "mix") return KernelType::Mixed;
    throw std::invalid_argument("core_type is '" + name + "', not one of 'vector', 'cube', 'mix'");
}

}  // namespace asc_machine
