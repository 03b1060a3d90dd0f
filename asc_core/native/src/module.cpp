// asc_core._native: the machine as Python sees it.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>

#include "entry.h"
#include "kernel.h"
#include "launcher.h"
#include "prepared.h"
#include "queue_types.h"

namespace py = pybind11;
using namespace asc_machine;

namespace {

struct BufferList {
    std::vector<Buffer> buffers;
    std::vector<std::string> names;
};

void read_buffers(const py::sequence& list, BufferList& into) {
    size_t count = py::len(list);
    into.names.reserve(count);
    for (py::handle item : list) {
        auto row = item.cast<std::tuple<uintptr_t, size_t, bool, std::string>>();
        into.names.push_back(std::get<3>(row));
        into.buffers.push_back({std::get<0>(row), std::get<1>(row), std::get<2>(row), into.names.back().c_str()});
    }
}

py::list events_of(const CoreTrace& trace) {
    py::list list;
    for (const TraceEvent& event : trace.events)
        list.append(py::make_tuple(pipe_name(event.pipe), event.api, event.file, event.line, event.start, event.end));
    return list;
}

py::list accesses_of(const CoreTrace& trace) {
    py::list list;
    for (const AccessEvent& event : trace.accesses)
        list.append(py::make_tuple(space_name(event.space), event.begin, event.end, event.write, pipe_name(event.pipe),
                                   event.api, event.file, event.line));
    return list;
}

Result launch(const Kernel& kernel, const py::buffer& args, const py::sequence& buffers, int core_num, const Platform& platform,
              const std::string& core_type, double watchdog_seconds, bool trace, bool record_accesses, int threads, bool check_written,
              bool check_order) {
    if (core_num < 1) throw py::value_error("core_num is " + std::to_string(core_num) + ", which is less than 1");
    py::buffer_info packed = args.request();
    BufferList list;
    read_buffers(buffers, list);
    Request request;
    request.args = packed.ptr;
    request.buffers = list.buffers.data();
    request.buffer_count = static_cast<int>(list.buffers.size());
    request.block_num = core_num;
    request.type = kernel_type(core_type);
    request.platform = &platform;
    request.watchdog_seconds = watchdog_seconds;
    request.watch = (trace ? uint32_t(kWatchTrace) : 0u) | (record_accesses ? uint32_t(kWatchAccess) : 0u) |
                    (check_written ? uint32_t(kWatchWritten) : 0u) | (check_order ? uint32_t(kWatchOrder) : 0u);
    request.threads = threads;
    Result result;
    if (!run_from_python(request, result, kernel)) throw py::error_already_set();
    return result;
}

Platform make_platform(uint32_t ub, uint32_t l1, uint32_t l0a, uint32_t l0b, uint32_t l0c, uint32_t bt, uint32_t fb,
                       int vector_cores_per_block) {
    Platform platform;
    const uint32_t sizes[kSpaces] = {0, ub, l1, l0a, l0b, l0c, bt, fb};
    std::copy(sizes, sizes + kSpaces, platform.size);
    platform.vector_cores_per_block = vector_cores_per_block;
    return platform;
}

}  // namespace

PYBIND11_MODULE(_native, module) {
    module.doc() = "The native machine of the Model backend: loading and launching kernels.";

    py::class_<Platform>(module, "Platform", "Sizes of a core's memories in bytes.")
        .def(py::init(&make_platform), py::kw_only(), py::arg("ub") = 192 << 10, py::arg("l1") = 512 << 10,
             py::arg("l0a") = 64 << 10, py::arg("l0b") = 64 << 10, py::arg("l0c") = 128 << 10, py::arg("bt") = 1 << 10,
             py::arg("fb") = 7 << 10, py::arg("vector_cores_per_block") = 2);

    py::class_<Result>(module, "LaunchResult", "What a launch measured and printed.")
        .def_property_readonly("cycles", [](const Result& self) { return self.cycles; }, "Cycles of the slowest core.")
        .def_property_readonly("output", [](const Result& self) { return py::str(self.output); },
                               "Text the kernel printed, in the order of the blocks.")
        .def_property_readonly(
            "busy",
            [](const Result& self) {
                py::dict busy;
                for (int pipe = 0; pipe < kPipes; ++pipe)
                    if (self.busy[pipe] != 0) busy[pipe_name(pipe)] = self.busy[pipe];
                return busy;
            },
            "Busy cycles of each pipe, summed over the cores.")
        .def_property_readonly(
            "traces",
            [](const Result& self) {
                py::list list;
                for (const CoreTrace& trace : self.traces) {
                    py::dict row;
                    row["core_idx"] = trace.core_idx;
                    row["core_type"] = trace.type == CoreType::AIC ? "AIC" : "AIV";
                    row["block_idx"] = trace.block_idx;
                    row["sub_block_idx"] = trace.sub_block_idx;
                    row["events"] = events_of(trace);
                    row["accesses"] = accesses_of(trace);
                    list.append(row);
                }
                return list;
            },
            "With trace: a dict a core; `events` are (pipe, api, file, line, start, end) in cycles, `accesses` are "
            "(memory, begin, end, write, pipe, api, file, line).");

    py::class_<Kernel, std::shared_ptr<Kernel>>(module, "Kernel", "A loaded kernel binary.")
        .def("launch", &launch, py::arg("args"), py::arg("buffers"), py::arg("core_num"), py::arg("platform"), py::kw_only(),
             py::arg("core_type") = "vector", py::arg("watchdog_seconds") = 0.0, py::arg("trace") = false,
             py::arg("record_accesses") = false, py::arg("threads") = 0, py::arg("check_written") = false,
             py::arg("check_order") = false,
             "Runs the kernel on *core_num* blocks. *args* are the packed arguments, *buffers* a list of (address, bytes, "
             "read_only, name) of the global memory it may touch. A failed check raises what the error factory makes.");

    module.def(
        "load",
        [](const py::bytes& binary, const std::string& name) { return std::make_shared<Kernel>(std::string(binary), name); },
        py::arg("binary"), py::arg("name") = "",
        "Loads a kernel binary (a shared library, as bytes); raises RuntimeError when it doesn't load. Errors of its launches "
        "bear *name*.");
    module.def("set_error_factory", [](py::object factory) { set_error_factory(factory.is_none() ? nullptr : factory.ptr()); },
               py::arg("factory"), "Sets the callable that turns an error's dict into an exception; None: RuntimeError(dict).");
    module.def("set_threads", &set_threads, py::arg("threads"), "Sets the number of host threads a launch may use; 0: all CPUs.");
    module.def("get_threads", &get_threads, "The number of host threads a launch may use.");
    module.def("total_cycles", &total_cycles, "Cycles of all launches of the process so far, one launch after the other.");
    define_launcher(module);
    define_entry(module);
    define_queue(module);
}
