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

bool Prepared::pack(const Value* values, Packed& packed) const {
    for (const Slot& slot : slots) {
        size_t bytes = slot.argument < 0 ? slot.constant.size() : sizeof(uint64_t);
        size_t room = (bytes + 7) / 8 * 8;
        unsigned char* place = packed.bytes + packed.size;
        if (packed.size + room > sizeof packed.bytes || packed.buffer_count == kMaxArguments) return false;
        if (slot.argument < 0) {
            std::memset(place, 0, room);
            std::memcpy(place, slot.constant.data(), bytes);
        } else {
            const Value& value = values[slot.argument];
            std::memcpy(place, &value.data, bytes);
            if (value.is_array)
                packed.buffers[packed.buffer_count++] = {static_cast<uintptr_t>(value.data), value.array_bytes, value.read_only,
                                                         slot.name.c_str()};
        }
        packed.size += room;
    }
    return true;
}

Request Prepared::request(const void* arguments, const Buffer* buffers, size_t buffer_count, int block_num) const {
    Request request;
    request.entry = kernel->entry();
    request.args = arguments;
    request.buffers = buffers;
    request.buffer_count = static_cast<int>(buffer_count);
    request.block_num = block_num;
    request.type = type;
    request.platform = &platform;
    request.watchdog_seconds = watchdog_seconds;
    request.threads = threads;
    if (check_written) request.watch |= kWatchWritten;
    if (kernel->ordered_by_hand()) request.watch |= kWatchOrder;
    return request;
}

bool show(PyObject* output, const std::string& text) {
    if (text.empty() || output == Py_None) return true;
    PyObject* decoded = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
    if (decoded == nullptr) return false;
    PyObject* done = PyObject_CallOneArg(output, decoded);
    Py_DECREF(decoded);
    Py_XDECREF(done);
    return done != nullptr;
}

KernelType kernel_type(const std::string& name) {
    if (name == "vector") return KernelType::Vector;
    if (name == "cube") return KernelType::Cube;
    if (name == "mix") return KernelType::Mixed;
    throw std::invalid_argument("core_type is '" + name + "', not one of 'vector', 'cube', 'mix'");
}

}  // namespace asc_machine
