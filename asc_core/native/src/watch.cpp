#include "watch.h"

#include <cstdio>

#include "fiber.h"
#include "scheduler.h"

namespace asc_machine {

namespace {

Fiber& fiber_of(Core& core) { return *static_cast<Fiber*>(core.fiber); }

void record(Core& core, Space space, uint64_t begin, uint64_t end, int pipe, bool write) {
    Guarded guarded(core);
    fiber_of(core).accesses.push_back({core.api, core.file, core.line, space, write, pipe, begin, end});
}

[[noreturn]] void unwritten(const char* argument, Space space, uint64_t begin, uint64_t end, bool whole) {
    fail(Kind::Uninitialized, argument, whole ? "reads bytes %llu..%llu of %s, none of which was ever written"
                                              : "reads bytes %llu..%llu of %s, which were never written",
         static_cast<unsigned long long>(begin), static_cast<unsigned long long>(end), space_name(space));
}

void check_written(Core& core, const char* argument, Space space, uint64_t begin, uint64_t end, bool exact) {
    const Written& written = fiber_of(core).written;
    uint64_t missing = written.first_missing(space, begin, end);
    if (missing == end) return;
    if (exact) unwritten(argument, space, missing, written.first_written(space, missing, end), false);
    if (written.first_written(space, begin, end) == end) unwritten(argument, space, begin, end, true);
}

// In bytes of the array they lie in.
void describe_global(Core& core, uint64_t begin, uint64_t end, char* text, size_t room) {
    const Request& request = fiber_of(core).launch->request;
    for (int i = 0; i < request.buffer_count; ++i) {
        const Buffer& buffer = request.buffers[i];
        if (begin < buffer.begin || end > buffer.begin + buffer.bytes) continue;
        std::snprintf(text, room, "bytes %llu..%llu of argument '%s'", static_cast<unsigned long long>(begin - buffer.begin),
                      static_cast<unsigned long long>(end - buffer.begin), buffer.name);
        return;
    }
    std::snprintf(text, room, "%llu bytes of the workspace", static_cast<unsigned long long>(end - begin));
}

[[noreturn]] void race(Core& core, const char* argument, Space space, bool write, int pipe, const Conflict& conflict) {
    const Instruction& other = conflict.instruction;
    char file[300] = "";
    if (std::strcmp(other.file, core.file) != 0) std::snprintf(file, sizeof file, "%s:", other.file);
    const char* source = pipe_name(conflict.pipe);
    const char* destination = pipe_name(pipe);
    auto begin = conflict.begin, end = conflict.end;
    char place[160];
    if (space == Space::GM) describe_global(core, begin, end, place, sizeof place);
    else
        std::snprintf(place, sizeof place, "bytes %llu..%llu of %s", static_cast<unsigned long long>(begin),
                      static_cast<unsigned long long>(end), space_name(space));
    fail(Kind::Race, argument,
         "%s %s (pipe %s) while %s at line %s%d (pipe %s) may still %s them: nothing orders the two. Missing is a flag from one "
         "to the other, set_flag(HardEvent.%s_%s) and wait_flag, or pipe_barrier(PIPE_ALL)",
         write ? "writes" : "reads", place, destination, other.api, file, other.line, source, conflict.write ? "write" : "read",
         source, destination);
}

// Cores that write the same global memory must take turns, or add up.
void check_cores(Core& core, const char* argument, uint64_t begin, uint64_t end, int pipe) {
    CoreOrder* order = fiber_of(core).launch->core_order.get();
    if (order == nullptr) return;
    CoreOrder::Writer other;
    uint64_t first, last;
    {
        Guarded guarded(core);
        if (!order->write(core, begin, end, core.atomic && pipe != kPipeS, other, first, last)) return;
    }
    char part[32] = "", file[300] = "", place[160];
    if (other.mixed && other.type == CoreType::AIC) std::snprintf(part, sizeof part, " AIC");
    else if (other.mixed) std::snprintf(part, sizeof part, " AIV%d", other.sub_block);
    if (std::strcmp(other.instruction.file, core.file) != 0) std::snprintf(file, sizeof file, "%s:", other.instruction.file);
    describe_global(core, begin > first ? begin : first, end < last ? end : last, place, sizeof place);
    fail(Kind::Race, argument,
         "writes %s, which block %d%s writes with %s at line %s%d: nothing orders the two cores. Give each core bytes of its own, "
         "let them wait for each other (sync_all, cross_core_set_flag and cross_core_wait_flag), or add up with set_atomic_add",
         place, other.block, part, other.instruction.api, file, other.instruction.line);
}

}  // namespace

void watch_rows(Core& core, const char* argument, Space space, uint64_t begin, uint64_t count, uint64_t length, uint64_t step,
                int pipe, bool write, bool exact) {
    if (length == 0) return;
    if (step == length) {
        length *= count;
        count = 1;
    }
    Fiber& fiber = fiber_of(core);
    for (uint64_t row = 0; row < count; ++row, begin += step) {
        uint64_t end = begin + length;
        if ((core.watch & kWatchAccess) != 0) record(core, space, begin, end, pipe, write);
        if ((core.watch & kWatchWritten) != 0 && space != Space::GM) {
            if (write) fiber.written.write(space, begin, end);
            else check_written(core, argument, space, begin, end, exact);
        }
        if (write && space == Space::GM) check_cores(core, argument, begin, end, pipe);
        if ((core.watch & kWatchOrder) != 0) {
            Conflict conflict;
            {
                Guarded guarded(core);
                if (!fiber.order.access(core, space, begin, end, pipe, write, conflict)) continue;
            }
            race(core, argument, space, write, pipe, conflict);
        }
    }
}

}  // namespace asc_machine
