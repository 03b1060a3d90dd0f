#include "function_state.h"

#include <pybind11/pybind11.h>

#include <algorithm>

namespace asc_machine {

namespace py = pybind11;

PyTypeObject function_state_type = {PyVarObject_HEAD_INIT(nullptr, 0)};

bool FunctionState::make_key(PyObject* const* arguments, Py_ssize_t count, Value* values, Key& key) const {
    if (count > parameters) return false;
    for (Py_ssize_t i = 0; i < count; ++i) {
        bool constant = (constants >> i & 1) != 0;
        if (!(constant ? classify_constant(arguments[i], key) : classify(arguments[i], values[i], key))) return false;
    }
    return true;
}

std::shared_ptr<Prepared> FunctionState::find(const Key& key) const {
    std::lock_guard<std::mutex> lock(*mutex);
    auto found = table->find(std::string(key.text, key.size));
    return found != table->end() ? found->second : nullptr;
}

void FunctionState::forget(const Key& key, const std::shared_ptr<Prepared>& prepared) {
    std::lock_guard<std::mutex> lock(*mutex);
    auto found = table->find(std::string(key.text, key.size));
    if (found != table->end() && found->second == prepared) table->erase(found);
}

namespace {

FunctionState* as_state(PyObject* object) { return reinterpret_cast<FunctionState*>(object); }

// Entries are destroyed outside the lock: what they own may run Python code.
void forget_all(FunctionState& state) {
    std::unordered_map<std::string, std::shared_ptr<Prepared>> gone;
    std::lock_guard<std::mutex> lock(*state.mutex);
    gone.swap(*state.table);
}

uint64_t bits_of(const py::iterable& numbers) {
    uint64_t bits = 0;
    for (py::handle number : numbers) {
        auto index = number.cast<Py_ssize_t>();
        if (index < 0) throw py::value_error("a parameter number is negative");
        if (index < kMaxArguments) bits |= uint64_t(1) << index;
    }
    return bits;
}

bool remember(FunctionState& state, const py::tuple& arguments, const std::shared_ptr<Kernel>& kernel, const py::sequence& plan,
              const py::sequence& guards, const Platform& platform, const std::string& core_type, double watchdog_seconds,
              int threads, const py::object& still_valid, int all_cores, bool check_written) {
    Value values[kMaxArguments];
    Key key;
    auto count = static_cast<Py_ssize_t>(arguments.size());
    auto prepared = std::make_shared<Prepared>();
    std::vector<PyObject*> given;
    for (py::handle argument : arguments) given.push_back(argument.ptr());
    if (!state.make_key(given.data(), count, values, key)) return false;
    // Constants may stand in the key by address, which must not be another object's while the entry lives.
    for (Py_ssize_t i = 0; i < count; ++i)
        if ((state.constants >> i & 1) != 0) prepared->own(given[i]);
    for (py::handle row : plan) {
        auto pair = row.cast<py::tuple>();
        auto name = pair[1].cast<std::string>();
        if (py::isinstance<py::bytes>(pair[0])) {
            prepared->slots.push_back({-1, name, pair[0].cast<std::string>()});
            continue;
        }
        auto index = pair[0].cast<Py_ssize_t>();
        if (index < 0 || index >= count || (state.constants >> index & 1) != 0)
            throw py::value_error("the plan names argument " + std::to_string(index) + ", which this call doesn't pack");
        prepared->slots.push_back({index, name, ""});
    }
    for (py::handle row : guards) {
        auto parts = row.cast<py::tuple>();
        PyObject* expected = parts.size() > 2 ? prepared->own(py::object(parts[2]).ptr()) : nullptr;
        prepared->guards.push_back({prepared->own(py::object(parts[0]).ptr()), prepared->own(py::object(parts[1]).ptr()), expected});
    }
    prepared->kernel = kernel;
    prepared->platform = platform;
    prepared->type = kernel_type(core_type);
    prepared->watchdog_seconds = watchdog_seconds;
    prepared->threads = threads;
    prepared->check_written = check_written;
    prepared->all_cores = all_cores;
    if (!still_valid.is_none()) prepared->still_valid = prepared->own(still_valid.ptr());
    std::lock_guard<std::mutex> lock(*state.mutex);
    (*state.table)[std::string(key.text, key.size)].swap(prepared);
    return true;
}

PyObject* create(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
    static const char* names[] = {"slow", "parameters", "constants", "output", nullptr};
    PyObject *slow = nullptr, *constants = nullptr, *output = Py_None;
    Py_ssize_t parameters = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "On|OO", const_cast<char**>(names), &slow, &parameters, &constants, &output))
        return nullptr;
    uint64_t bits = 0;
    try {
        if (constants != nullptr) bits = bits_of(py::reinterpret_borrow<py::iterable>(constants));
    } catch (py::error_already_set& error) {
        error.restore();
        return nullptr;
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
        return nullptr;
    }
    auto* self = as_state(type->tp_alloc(type, 0));
    if (self == nullptr) return nullptr;
    Py_INCREF(slow);
    Py_INCREF(output);
    self->slow = slow;
    self->output = output;
    self->parameters = std::min(parameters, kMaxArguments);
    self->constants = bits;
    self->table = new std::unordered_map<std::string, std::shared_ptr<Prepared>>;
    self->mutex = new std::mutex;
    return reinterpret_cast<PyObject*>(self);
}

int traverse(PyObject* object, visitproc visit, void* arg) {
    FunctionState* self = as_state(object);
    Py_VISIT(self->slow);
    Py_VISIT(self->output);
    if (self->table == nullptr) return 0;
    for (auto& entry : *self->table) {
        // A running launch shares its entry: then the references aren't this table's alone.
        if (entry.second.use_count() > 1) continue;
        for (PyObject* owned : entry.second->owned) Py_VISIT(owned);
    }
    return 0;
}

int clear(PyObject* object) {
    FunctionState* self = as_state(object);
    if (self->table != nullptr) forget_all(*self);
    Py_CLEAR(self->slow);
    Py_CLEAR(self->output);
    return 0;
}

void destroy(PyObject* object) {
    FunctionState* self = as_state(object);
    PyObject_GC_UnTrack(object);
    clear(object);
    delete self->table;
    delete self->mutex;
    Py_TYPE(object)->tp_free(object);
}

py::object remember_function() {
    return py::cpp_function(
        [](const py::object& self, const py::tuple& args, const std::shared_ptr<Kernel>& kernel, const py::sequence& plan,
           const py::sequence& guards, const Platform& platform, const std::string& core_type, double watchdog_seconds,
           int threads, const py::object& still_valid, int all_cores, bool check_written) {
            if (!PyObject_TypeCheck(self.ptr(), &function_state_type)) throw py::type_error("self is no FunctionState");
            return remember(*as_state(self.ptr()), args, kernel, plan, guards, platform, core_type, watchdog_seconds, threads,
                            still_valid, all_cores, check_written);
        },
        py::name("remember"), py::is_method(reinterpret_cast<PyObject*>(&function_state_type)), py::arg("args"), py::arg("kernel"),
        py::arg("plan"), py::arg("guards"), py::kw_only(), py::arg("platform"), py::arg("core_type") = "vector",
        py::arg("watchdog_seconds") = 0.0, py::arg("threads") = 0, py::arg("still_valid") = py::none(),
        py::arg("all_cores") = 0, py::arg("check_written") = false,
        "Prepares the warm path for calls with arguments like the tuple *args*. *plan* names, for each slot of the packed "
        "arguments in turn, (number of the argument, name) or (bytes of a constant, name). *guards*: (holder, name, expected), "
        "where the dict, cell or object *holder* must still hold the very object *expected*; without *expected* it must hold "
        "nothing. *still_valid*: asked at each launch, or None. *all_cores*: blocks of a launch whose core_num is None; 0: such launches "
        "take the slow path. False: calls like this one always take the slow path. Don't "
        "remember a call that passes an array of no dimensions for a scalar parameter.");
}

PyMethodDef methods[] = {
    {"forget", [](PyObject* self, PyObject*) -> PyObject* {
         forget_all(*as_state(self));
         Py_RETURN_NONE;
     }, METH_NOARGS, "Forgets all that was prepared."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool ready_function_state() {
    PyTypeObject& type = function_state_type;
    type.tp_name = "asc_core._native.FunctionState";
    type.tp_doc =
        "FunctionState(slow, parameters, constants=(), output=None): a kernel's prepared launches.\n\n"
        "*slow* is called as slow(core_num, stream, args, kwargs) for what isn't prepared; *parameters* is the number of "
        "positional parameters, *constants* the numbers of those that are ConstExpr; *output*, if any, is called with the text "
        "that a launch printed.";
    type.tp_basicsize = sizeof(FunctionState);
    type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC;
    type.tp_new = create;
    type.tp_dealloc = destroy;
    type.tp_traverse = traverse;
    type.tp_clear = clear;
    type.tp_free = PyObject_GC_Del;
    type.tp_methods = methods;
    if (PyType_Ready(&type) < 0) return false;
    py::object function = remember_function();
    return PyDict_SetItemString(type.tp_dict, "remember", function.ptr()) == 0;
}

}  // namespace asc_machine
