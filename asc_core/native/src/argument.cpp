#include "argument.h"

#include <pybind11/numpy.h>

#include <cfloat>
#include <cmath>

namespace asc_machine {

namespace {

namespace py = pybind11;

constexpr int kContiguous = 0x1, kAligned = 0x100, kWriteable = 0x400;
constexpr unsigned kNumpy2 = 0x12;

struct Numpy {
    PyTypeObject* array = nullptr;
    PyTypeObject* generic = nullptr;
    bool second = false;
};

// Numpy's types once numpy is there; before that no argument can be one of its objects.
const Numpy* numpy() {
    static Numpy types;
    if (types.array != nullptr) return &types;
    PyObject* module = PyDict_GetItemString(PyImport_GetModuleDict(), "numpy");
    if (module == nullptr) return nullptr;
    PyObject* generic = PyObject_GetAttrString(module, "generic");
    if (generic == nullptr) {
        PyErr_Clear();
        return nullptr;
    }
    auto& api = py::detail::npy_api::get();
    types.generic = reinterpret_cast<PyTypeObject*>(generic);
    types.second = api.PyArray_RUNTIME_VERSION_ >= kNumpy2;
    types.array = api.PyArray_Type_;
    return &types;
}

bool classify_array(const Numpy& types, PyObject* argument, Value& value, Key& key) {
    const auto* array = py::detail::array_proxy(argument);
    if ((array->flags & (kContiguous | kAligned)) != (kContiguous | kAligned)) return false;
    const auto* first = py::detail::array_descriptor1_proxy(array->descr);
    size_t bytes = types.second ? static_cast<size_t>(py::detail::array_descriptor2_proxy(array->descr)->elsize)
                                : static_cast<size_t>(first->elsize);
    for (int i = 0; i < array->nd; ++i) bytes *= static_cast<size_t>(array->dimensions[i]);
    value.is_array = true;
    value.read_only = (array->flags & kWriteable) == 0;
    value.array_bytes = bytes;
    value.data = reinterpret_cast<uint64_t>(array->data);
    return key.add('A') && key.add(first->byteorder) && key.add(&first->type_num, sizeof first->type_num);
}

bool classify_scalar(PyObject* argument, Value& value, Key& key) {
    Py_buffer view;
    if (PyObject_GetBuffer(argument, &view, PyBUF_SIMPLE) != 0) {
        PyErr_Clear();
        return false;
    }
    bool fits = view.len <= 8;
    if (fits) std::memcpy(&value.data, view.buf, static_cast<size_t>(view.len));
    PyBuffer_Release(&view);
    PyTypeObject* type = Py_TYPE(argument);
    return fits && key.add('S') && key.add(&type, sizeof type);
}

bool classify_number(PyObject* argument, Value& value, Key& key) {
    if (PyBool_Check(argument)) {
        value.data = argument == Py_True;
        return key.add('b');
    }
    if (PyLong_CheckExact(argument)) {
        int overflow = 0;
        long long number = PyLong_AsLongLongAndOverflow(argument, &overflow);
        if (overflow != 0) return false;
        std::memcpy(&value.data, &number, sizeof number);
        return key.add(number >= INT32_MIN && number <= INT32_MAX ? 'i' : 'l');
    }
    if (PyFloat_CheckExact(argument)) {
        double number = PyFloat_AS_DOUBLE(argument);
        if (std::isfinite(number) && std::fabs(number) > FLT_MAX) return false;
        float single = static_cast<float>(number);
        std::memcpy(&value.data, &single, sizeof single);
        return key.add('f');
    }
    return false;
}

}  // namespace

bool classify(PyObject* argument, Value& value, Key& key) {
    value = Value();
    if (classify_number(argument, value, key)) return true;
    const Numpy* types = numpy();
    if (types == nullptr) return false;
    if (Py_TYPE(argument) == types->array) return classify_array(*types, argument, value, key);
    if (PyType_IsSubtype(Py_TYPE(argument), types->generic)) return classify_scalar(argument, value, key);
    return false;
}

bool classify_constant(PyObject* argument, Key& key) {
    if (PyUnicode_CheckExact(argument)) {
        Py_ssize_t bytes = 0;
        const char* text = PyUnicode_AsUTF8AndSize(argument, &bytes);
        if (text == nullptr) PyErr_Clear();
        return text != nullptr && key.add('s') && key.add(&bytes, sizeof bytes) && key.add(text, static_cast<size_t>(bytes));
    }
    if (PyFloat_CheckExact(argument)) {
        double number = PyFloat_AS_DOUBLE(argument);
        return key.add('d') && key.add(&number, sizeof number);
    }
    Value value;
    if (classify_number(argument, value, key)) return key.add(&value.data, sizeof value.data);
    // Containers may hold what changes, and an int that came here is too large for a key.
    if (PyList_Check(argument) || PyDict_Check(argument) || PyAnySet_Check(argument) || PyTuple_Check(argument) ||
        PyLong_CheckExact(argument))
        return false;
    return key.add('o') && key.add(&argument, sizeof argument);
}

}  // namespace asc_machine
