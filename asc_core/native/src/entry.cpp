// Entry: a function of asc's that authors call. Errors that its trim function claims begin in the author's line.
#include "entry.h"

#include <structmember.h>

namespace asc_machine {

namespace {

PyTypeObject entry_type = {PyVarObject_HEAD_INIT(nullptr, 0)};

struct Entry {
    PyObject_HEAD
    vectorcallfunc call;
    PyObject* function;
    PyObject* trim;
    PyObject* dict;
};

// Takes the frames off the error that stands, if the trim function says so.
void drop_frames(PyObject* trim) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (value != nullptr && trace != nullptr) {
        PyException_SetTraceback(value, trace);
        PyObject* claimed = PyObject_CallOneArg(trim, value);
        PyErr_Clear();
        if (claimed == Py_True) {
            Py_CLEAR(trace);
            PyException_SetTraceback(value, Py_None);
        }
        Py_XDECREF(claimed);
    }
    PyErr_Restore(type, value, trace);
}

PyObject* call(PyObject* object, PyObject* const* arguments, size_t flagged, PyObject* names) {
    auto* self = reinterpret_cast<Entry*>(object);
    PyObject* result = PyObject_Vectorcall(self->function, arguments, flagged, names);
    if (result == nullptr) drop_frames(self->trim);
    return result;
}

PyObject* create(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
    static const char* names[] = {"function", "trim", nullptr};
    PyObject *function = nullptr, *trim = nullptr;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO", const_cast<char**>(names), &function, &trim)) return nullptr;
    auto* self = reinterpret_cast<Entry*>(type->tp_alloc(type, 0));
    if (self == nullptr) return nullptr;
    self->call = call;
    Py_INCREF(function);
    Py_INCREF(trim);
    self->function = function;
    self->trim = trim;
    return reinterpret_cast<PyObject*>(self);
}

PyObject* bind(PyObject* self, PyObject* instance, PyObject*) {
    if (instance == nullptr || instance == Py_None) {
        Py_INCREF(self);
        return self;
    }
    return PyMethod_New(self, instance);
}

PyObject* repr(PyObject* object) { return PyObject_Repr(reinterpret_cast<Entry*>(object)->function); }

int traverse(PyObject* object, visitproc visit, void* arg) {
    auto* self = reinterpret_cast<Entry*>(object);
    Py_VISIT(self->function);
    Py_VISIT(self->trim);
    Py_VISIT(self->dict);
    return 0;
}

int clear(PyObject* object) {
    auto* self = reinterpret_cast<Entry*>(object);
    Py_CLEAR(self->function);
    Py_CLEAR(self->trim);
    Py_CLEAR(self->dict);
    return 0;
}

void destroy(PyObject* object) {
    PyObject_GC_UnTrack(object);
    clear(object);
    Py_TYPE(object)->tp_free(object);
}

PyGetSetDef attributes[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

bool ready() {
    PyTypeObject& type = entry_type;
    type.tp_name = "asc_core._native.Entry";
    type.tp_basicsize = sizeof(Entry);
    type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR;
    type.tp_vectorcall_offset = offsetof(Entry, call);
    type.tp_dictoffset = offsetof(Entry, dict);
    type.tp_call = PyVectorcall_Call;
    type.tp_new = create;
    type.tp_dealloc = destroy;
    type.tp_descr_get = bind;
    type.tp_repr = repr;
    type.tp_traverse = traverse;
    type.tp_clear = clear;
    type.tp_free = PyObject_GC_Del;
    type.tp_getset = attributes;
    return PyType_Ready(&type) == 0;
}

}  // namespace

void define_entry(pybind11::module_& module) {
    if (!ready()) throw pybind11::error_already_set();
    module.add_object("Entry", pybind11::reinterpret_borrow<pybind11::object>(reinterpret_cast<PyObject*>(&entry_type)));
}

}  // namespace asc_machine
