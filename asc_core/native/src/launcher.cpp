// Launcher: a kernel with a core count and a stream. A warm call does no Python-level work; any other goes to the slow path.
#include "launcher.h"

#include <structmember.h>

#include "function_state.h"
#include "queue_types.h"

namespace asc_machine {

namespace {

constexpr long kMostCores = 0xffff;

PyTypeObject launcher_type = {PyVarObject_HEAD_INIT(nullptr, 0)};

struct Launcher {
    PyObject_HEAD
    vectorcallfunc call;
    FunctionState* state;
    PyObject* core_num;
    PyObject* stream;
    int cores;  // 0: all that the kernel can use; -1: a count for the slow path to refuse
};

// An error of the kernel's author, which the slow path marks, begins in the author's line.
void drop_own_frames() {
    static PyObject* name = PyUnicode_InternFromString("begins_at_launch");
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    PyObject* marked = value != nullptr ? PyObject_GetAttr(value, name) : nullptr;
    PyErr_Clear();
    if (marked == Py_True) {
        Py_CLEAR(trace);
        PyException_SetTraceback(value, Py_None);
    }
    Py_XDECREF(marked);
    PyErr_Restore(type, value, trace);
}

PyObject* call_slow(Launcher* self, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
    PyObject* positional = PyTuple_New(count);
    PyObject* keywords = PyDict_New();
    PyObject* result = nullptr;
    if (positional != nullptr && keywords != nullptr) {
        for (Py_ssize_t i = 0; i < count; ++i) {
            Py_INCREF(arguments[i]);
            PyTuple_SET_ITEM(positional, i, arguments[i]);
        }
        bool good = true;
        for (Py_ssize_t i = 0; good && names != nullptr && i < PyTuple_GET_SIZE(names); ++i)
            good = PyDict_SetItem(keywords, PyTuple_GET_ITEM(names, i), arguments[count + i]) == 0;
        if (good)
            result = PyObject_CallFunctionObjArgs(self->state->slow, self->core_num, self->stream, positional, keywords, nullptr);
    }
    Py_XDECREF(positional);
    Py_XDECREF(keywords);
    if (result == nullptr) drop_own_frames();
    return result;
}

enum class Place { Here, Queue, Slow };

// Where launches on a stream run: its attribute `queue` is False for those that run at once.
Place place_of(PyObject* stream, PyObject*& queue) {
    static PyObject* name = PyUnicode_InternFromString("queue");
    if (stream == Py_None) return Place::Here;
    queue = PyObject_GetAttr(stream, name);
    if (queue == nullptr) PyErr_Clear();
    else if (queue == Py_False) return Place::Here;
    else if (is_queue(queue)) return Place::Queue;
    return Place::Slow;
}

bool enqueue(const std::shared_ptr<Prepared>& prepared, const FunctionState& state, PyObject* const* arguments, Py_ssize_t count,
             const Packed& packed, int cores, PyObject* queue) {
    auto task = std::make_unique<Task>();
    task->kind = Task::Kind::Launch;
    task->prepared = prepared;
    task->arguments.assign(packed.bytes, packed.bytes + packed.size);
    task->buffers.assign(packed.buffers, packed.buffers + packed.buffer_count);
    task->block_num = cores;
    task->call = state.output;
    task->own(state.output);
    for (Py_ssize_t i = 0; i < count; ++i) task->own(arguments[i]);
    task->place_here();
    return queue_of(queue).submit(std::move(task));
}

PyObject* call(PyObject* object, PyObject* const* arguments, size_t flagged, PyObject* names) {
    auto* self = reinterpret_cast<Launcher*>(object);
    FunctionState& state = *self->state;
    Py_ssize_t count = PyVectorcall_NARGS(flagged);
    bool named = names != nullptr && PyTuple_GET_SIZE(names) > 0;
    Value values[kMaxArguments];
    Key key;
    PyObject* queue = nullptr;
    Place place = place_of(self->stream, queue);
    // The stream may lose it while this runs.
    pybind11::object holder = pybind11::reinterpret_steal<pybind11::object>(queue);
    if (named || self->cores < 0 || place == Place::Slow || !state.make_key(arguments, count, values, key))
        return call_slow(self, arguments, count, names);
    std::shared_ptr<Prepared> prepared = state.find(key);
    if (prepared == nullptr) return call_slow(self, arguments, count, names);
    int cores = self->cores > 0 ? self->cores : prepared->all_cores;
    if (cores == 0) return call_slow(self, arguments, count, names);
    int holds = prepared->holds();
    if (holds < 0) return nullptr;
    if (holds == 0) {
        state.forget(key, prepared);
        return call_slow(self, arguments, count, names);
    }
    Packed packed;
    if (!prepared->pack(values, packed)) return call_slow(self, arguments, count, names);
    if (place == Place::Queue) {
        if (!enqueue(prepared, state, arguments, count, packed, cores, queue)) return nullptr;
        Py_RETURN_NONE;
    }
    Request request = prepared->request(packed.bytes, packed.buffers, packed.buffer_count, cores);
    Result result;
    // The caller's references keep the arrays until this returns.
    if (!run_from_python(request, result, *prepared->kernel) || !show(state.output, result.output)) return nullptr;
    Py_RETURN_NONE;
}

PyObject* create(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
    static const char* names[] = {"state", "core_num", "stream", nullptr};
    PyObject *state = nullptr, *core_num = nullptr, *stream = Py_None;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!O|O", const_cast<char**>(names), &function_state_type, &state,
                                     &core_num, &stream))
        return nullptr;
    auto* self = reinterpret_cast<Launcher*>(type->tp_alloc(type, 0));
    if (self == nullptr) return nullptr;
    int overflow = 0;
    long cores = PyLong_CheckExact(core_num) ? PyLong_AsLongAndOverflow(core_num, &overflow) : 0;
    self->cores = core_num == Py_None ? 0 : cores > 0 && cores <= kMostCores ? static_cast<int>(cores) : -1;
    self->call = call;
    Py_INCREF(state);
    Py_INCREF(core_num);
    Py_INCREF(stream);
    self->state = reinterpret_cast<FunctionState*>(state);
    self->core_num = core_num;
    self->stream = stream;
    return reinterpret_cast<PyObject*>(self);
}

PyObject* repr(PyObject* object) {
    auto* self = reinterpret_cast<Launcher*>(object);
    // The slow path is a method of the kernel.
    PyObject* kernel = PyObject_GetAttrString(self->state->slow, "__self__");
    PyObject* name = kernel != nullptr ? PyObject_GetAttrString(kernel, "__name__") : nullptr;
    PyErr_Clear();
    PyObject* text = self->core_num == Py_None
                         ? PyUnicode_FromFormat("<launcher of %V on all cores", name, "a kernel")
                         : PyUnicode_FromFormat("<launcher of %V on %S cores", name, "a kernel", self->core_num);
    PyObject* whole = text == nullptr            ? nullptr
                      : self->stream == Py_None ? PyUnicode_FromFormat("%U>", text)
                                                : PyUnicode_FromFormat("%U, %R>", text, self->stream);
    Py_XDECREF(text);
    Py_XDECREF(name);
    Py_XDECREF(kernel);
    return whole;
}

int traverse(PyObject* object, visitproc visit, void* arg) {
    auto* self = reinterpret_cast<Launcher*>(object);
    Py_VISIT(reinterpret_cast<PyObject*>(self->state));
    Py_VISIT(self->core_num);
    Py_VISIT(self->stream);
    return 0;
}

int clear(PyObject* object) {
    auto* self = reinterpret_cast<Launcher*>(object);
    Py_CLEAR(self->core_num);
    Py_CLEAR(self->stream);
    return 0;
}

void destroy(PyObject* object) {
    auto* self = reinterpret_cast<Launcher*>(object);
    PyObject_GC_UnTrack(object);
    clear(object);
    Py_XDECREF(reinterpret_cast<PyObject*>(self->state));
    Py_TYPE(object)->tp_free(object);
}

PyMemberDef members[] = {
    {"core_num", T_OBJECT, offsetof(Launcher, core_num), READONLY, "Number of blocks to launch, None for all cores."},
    {"stream", T_OBJECT, offsetof(Launcher, stream), READONLY, "The stream, as given."},
    {"state", T_OBJECT, offsetof(Launcher, state), READONLY, "The kernel's FunctionState."},
    {nullptr, 0, 0, 0, nullptr},
};

bool ready() {
    PyTypeObject& type = launcher_type;
    type.tp_name = "asc_core._native.Launcher";
    type.tp_doc =
        "Launcher(state, core_num, stream=None): an immutable callable that launches a kernel.\n\n"
        "Positional arguments are exact numpy arrays, bools, ints and floats, and numpy scalars; a call with others, with "
        "keywords, or of a kind not yet remembered returns what the state's slow path returns.";
    type.tp_basicsize = sizeof(Launcher);
    type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL;
    type.tp_vectorcall_offset = offsetof(Launcher, call);
    type.tp_call = PyVectorcall_Call;
    type.tp_new = create;
    type.tp_dealloc = destroy;
    type.tp_repr = repr;
    type.tp_traverse = traverse;
    type.tp_clear = clear;
    type.tp_free = PyObject_GC_Del;
    type.tp_members = members;
    return PyType_Ready(&type) == 0;
}

}  // namespace

void define_launcher(pybind11::module_& module) {
    if (!ready_function_state() || !ready()) throw pybind11::error_already_set();
    module.add_object("FunctionState", pybind11::reinterpret_borrow<pybind11::object>(reinterpret_cast<PyObject*>(&function_state_type)));
    module.add_object("Launcher", pybind11::reinterpret_borrow<pybind11::object>(reinterpret_cast<PyObject*>(&launcher_type)));
}

}  // namespace asc_machine
