// Flags and barriers within a core, and moments that others wait for.
#include <algorithm>

#include "fiber.h"
#include "order.h"

namespace asc_machine {

namespace {

void check_id(int id) {
    if (ASC_UNLIKELY(id < 0 || id >= kEventIds)) fail(Kind::Flag, "eventID", "event id %d is outside 0..%d", id, kEventIds - 1);
}

Order* order_of(const Core& core) {
    return ASC_UNLIKELY((core.watch & kWatchOrder) != 0) ? &static_cast<Fiber*>(core.fiber)->order : nullptr;
}

}  // namespace

void set_flag(Core& core, int event, int source, int destination, int id) {
    check_id(id);
    if (ASC_UNLIKELY(core.flag_count[event][id] != 0))
        fail(Kind::Flag, "eventID", "event id %d is set a second time without a wait between", id);
    issue(core, source, 1);
    core.flag_count[event][id] = 1;
    core.flag_time[event][id] = core.time[source];
    if (Order* order = order_of(core)) {
        Guarded guarded(core);
        order->set(core, event, source, destination, id);
    }
}

void wait_flag(Core& core, int event, int, int destination, int id) {
    check_id(id);
    if (ASC_UNLIKELY(core.flag_count[event][id] == 0))
        fail(Kind::Deadlock, "eventID", "waits for event id %d, which nothing set before: the core would hang", id);
    core.flag_count[event][id] = 0;
    issue(core, destination, 1);
    core.time[destination] = std::max(core.time[destination], core.flag_time[event][id]);
    if (Order* order = order_of(core)) {
        Guarded guarded(core);
        order->wait(event, destination, id);
    }
}

void barrier(Core& core, int pipe) {
    issue(core, kPipeS, 1);
    if (pipe != kPipeAll) return;
    uint64_t latest = *std::max_element(core.time, core.time + kPipes);
    std::fill(core.time, core.time + kPipes, latest);
    if (Order* order = order_of(core)) {
        Guarded guarded(core);
        order->meet();
    }
}

void mark(Core& core, Moment& moment, int pipe) {
    moment.time = core.time[pipe];
    if (Order* order = order_of(core)) {
        Guarded guarded(core);
        moment.order = order->mark(moment.order, pipe);
    }
}

void await(Core& core, const Moment& moment, int pipe) {
    for (int i = 0; i < kPipes; ++i)
        if (pipe == kPipeAll || i == pipe) core.time[i] = std::max(core.time[i], moment.time);
    if (Order* order = order_of(core)) {
        Guarded guarded(core);
        order->await(moment.order, pipe);
    }
}

}  // namespace asc_machine
