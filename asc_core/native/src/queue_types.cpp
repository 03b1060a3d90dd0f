#include "queue_types.h"

#include <pybind11/stl.h>

namespace asc_machine {

namespace py = pybind11;

namespace {

PyTypeObject* queue_type = nullptr;

bool done(Waited waited) {
    if (waited == Waited::Interrupted) throw py::error_already_set();
    return waited == Waited::Done;
}

void submit(Queue& queue, Task::Kind kind, const py::object& call, const std::shared_ptr<Mark>& mark, const py::object& file, int line) {
    auto task = std::make_unique<Task>();
    task->kind = kind;
    task->call = call.ptr();
    task->own(call.ptr());
    task->mark = mark;
    if (!file.is_none()) {
        task->own(file.ptr());
        task->file = file.ptr();
        task->line = line;
    }
    if (!queue.submit(std::move(task))) throw py::error_already_set();
}

// (exception, file, line, number of launches not made), or None.
py::object take_failure(Queue& queue) {
    std::unique_ptr<Failure> failure = queue.take_failure();
    if (failure == nullptr) return py::none();
    py::object file = failure->file == nullptr ? py::object(py::str("")) : py::reinterpret_borrow<py::object>(failure->file);
    return py::make_tuple(py::reinterpret_borrow<py::object>(failure->exception), file, failure->line, failure->dropped);
}

}  // namespace

bool is_queue(PyObject* object) { return Py_TYPE(object) == queue_type; }

Queue& queue_of(PyObject* object) { return *py::handle(object).cast<Queue*>(); }

void define_queue(py::module_& module) {
    py::class_<Mark, std::shared_ptr<Mark>>(module, "Mark", "A place in a queue.")
        .def(py::init<>(), "One to be recorded.")
        .def(py::init([](uint64_t cycles) { return std::make_shared<Mark>(Mark{true, false, cycles}); }), py::arg("cycles"),
             "One that is done.")
        .def_property_readonly("done", &Mark::reached, "Whether the queue came there.")
        .def_property_readonly("failed", [](const Mark& self) { return self.reached() && self.failed; },
                               "Whether something before it failed or was given up.")
        .def_property_readonly("cycles", [](const Mark& self) { return self.reached() ? self.cycles : 0; },
                               "The queue's estimated cycles there.")
        .def("wait", [](const Mark& self, double seconds) { return done(wait_for(self, seconds)); }, py::arg("seconds") = 0.0,
             "Waits until it is done; False when that took longer than *seconds*, of which 0 stands for no limit.");

    py::class_<Queue, std::shared_ptr<Queue>> type(
        module, "Queue",
        "Launches that run one after the other on a thread of their own. After a failure the others aren't made until "
        "take_failure() was called.");
    queue_type = reinterpret_cast<PyTypeObject*>(type.ptr());
    type.def(py::init<>())
        .def("submit",
             [](Queue& self, const py::object& call, const py::object& file, int line) {
                 submit(self, Task::Kind::Call, call, nullptr, file, line);
             },
             py::arg("call"), py::arg("file") = py::none(), py::arg("line") = 0,
             "Calls *call* in turn. An error of it bears *file* and *line*.")
        .def("record",
             [](Queue& self, const std::shared_ptr<Mark>& mark) { submit(self, Task::Kind::Record, py::none(), mark, py::none(), 0); },
             py::arg("mark"), "Marks the place after what was submitted so far.")
        .def("follow",
             [](Queue& self, const std::shared_ptr<Mark>& mark, const py::object& file, int line) {
                 submit(self, Task::Kind::Wait, py::none(), mark, file, line);
             },
             py::arg("mark"), py::arg("file") = py::none(), py::arg("line") = 0, "What comes later waits for the mark.")
        .def("wait", [](Queue& self, double seconds) { return done(self.wait(seconds)); }, py::arg("seconds") = 0.0,
             "Waits for what was submitted so far; False when that took longer than *seconds*, of which 0 stands for no limit. "
             "An exception of a signal handler's stops the launch that runs and gives up the others.")
        .def("take_failure", &take_failure,
             "The first error since the last call, (exception, file, line, number of launches not made since), or None.")
        .def("close", &Queue::close, "Refuses more; the thread ends when all is done.")
        .def_property_readonly("busy", &Queue::busy, "Whether something isn't done yet.")
        .def_property_readonly("cycles", &Queue::cycles, "Estimated cycles of its launches so far, marks waited for included.");

    module.def("queues", &queues, "The queues that have work or an untold error, and those with a thread.");
    module.def("give_up_queues", &give_up_all, py::arg("seconds"),
               "Gives the work of all queues up, and waits at most *seconds* for what runs. The number of tasks given up.");
    module.def("queued_cycles", &queued_cycles, "Cycles of the launches of all queues.");
}

}  // namespace asc_machine
