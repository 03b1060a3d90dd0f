#include "sync.h"

#include <algorithm>

#include "scheduler.h"

namespace asc_machine {

namespace {

Fiber& fiber_of(Core& core) { return *static_cast<Fiber*>(core.fiber); }

Sync& sync_of(Launch& launch) {
    if (launch.sync == nullptr) launch.sync = std::make_unique<Sync>(launch.cores);
    return *launch.sync;
}

// The lock goes before the block ends: a fiber that is left for good never unlocks.
[[noreturn]] void fail_locked(std::unique_lock<std::mutex>& lock, const char* argument, int flag, int limit) {
    lock.unlock();
    fail(Kind::Flag, argument, "flag %d is set %d times and not yet waited for, more than the counter's %d", flag, limit + 1, limit);
}

// Before another core may go on and write what is still to be moved.
void settle_all(Core& core) { settle(core, 0, UINT64_MAX); }

// What a pipe has done may come back to this core's other pipes by way of another core.
void tell(Core& core, int pipe) {
    if ((core.watch & kWatchOrder) != 0) fiber_of(core).order.publish(pipe);
}

void learn(Core& core) {
    if ((core.watch & kWatchOrder) != 0) fiber_of(core).order.learn();
}

// What a core has done, for those that wait for it to know.
void tell_cores(Launch& launch, const Core& core, CoreClock& clock) {
    if (launch.core_order != nullptr) launch.core_order->tell(core.core_idx, clock);
}

void learn_cores(Launch& launch, const Core& core, const CoreClock& clock) {
    if (launch.core_order != nullptr) launch.core_order->learn(core.core_idx, clock);
}

void join(CoreClock& into, const CoreClock& clock) {
    for (const auto& [core, when] : clock) into[core] = std::max(into[core], when);
}

void wake_all(Launch& launch) {
    for (Fiber* fiber : std::vector<Fiber*>(launch.parked)) wake(*fiber);
}

CoreType type_at(const Launch& launch, int core) {
    if (launch.request.type != KernelType::Mixed)
        return launch.request.type == KernelType::Cube ? CoreType::AIC : CoreType::AIV;
    return core % launch.cores_per_block() == 0 ? CoreType::AIC : CoreType::AIV;
}

struct Group {
    std::vector<int> senders, receivers;
};

Group group_of(const Launch& launch, const Core& core, Scope scope) {
    Group group;
    int per_block = launch.cores_per_block();
    int first = core.core_idx / per_block * per_block;
    if (scope == Scope::All) {
        for (int i = 0; i < launch.cores; ++i)
            if (type_at(launch, i) == core.type) group.senders.push_back(i);
        group.receivers = group.senders;
        return group;
    }
    for (int i = first; i < first + per_block; ++i) {
        bool same = type_at(launch, i) == core.type;
        if (same) group.senders.push_back(i);
        if (same == (scope == Scope::SubBlocks)) group.receivers.push_back(i);
    }
    return group;
}

}  // namespace

void cross_set(Core& core, Scope scope, int flag, int pipe) {
    Guarded guarded(core);
    settle_all(core);
    issue(core, pipe, 1);
    tell(core, pipe);
    Launch& launch = *fiber_of(core).launch;
    std::unique_lock<std::mutex> lock(launch.mutex);
    Sync& sync = sync_of(launch);
    Group group = group_of(launch, core, scope);
    auto slot = [&](int sender) { return (sender * kScopes + static_cast<int>(scope)) * kCrossFlags + flag; };
    auto sent = [&](int sender) -> int& { return sync.sent[slot(sender)]; };
    if (launch.core_order != nullptr) tell_cores(launch, core, sync.sent_clocks[slot(core.core_idx)]);
    if (++sent(core.core_idx) > kCounterLimit) {
        group = Group();
        fail_locked(lock, "flagId", flag, kCounterLimit);
    }
    if (std::any_of(group.senders.begin(), group.senders.end(), [&](int sender) { return sent(sender) == 0; })) return;
    for (int sender : group.senders) --sent(sender);
    for (int receiver : group.receivers) {
        Sync::Counter& counter = sync.received[receiver * kCrossFlags + flag];
        if (++counter.count > kCounterLimit) {
            group = Group();
            fail_locked(lock, "flagId", flag, kCounterLimit);
        }
        counter.time = std::max(counter.time, core.time[pipe]);
        if (launch.core_order != nullptr)
            for (int sender : group.senders) join(counter.clock, sync.sent_clocks[slot(sender)]);
    }
    wake_all(launch);
}

void cross_wait(Core& core, int flag, int pipe) {
    Guarded guarded(core);
    issue(core, pipe, 1);
    Fiber& fiber = fiber_of(core);
    Launch& launch = *fiber.launch;
    std::unique_lock<std::mutex> lock(launch.mutex);
    Sync::Counter& counter = sync_of(launch).received[core.core_idx * kCrossFlags + flag];
    while (counter.count == 0) park(fiber, lock);
    --counter.count;
    core.time[pipe] = std::max(core.time[pipe], counter.time);
    learn_cores(launch, core, counter.clock);
    learn(core);
}

void sync_all(Core& core, bool vector_only, int cores) {
    Guarded guarded(core);
    settle_all(core);
    barrier(core, kPipeAll);
    Fiber& fiber = fiber_of(core);
    Launch& launch = *fiber.launch;
    std::unique_lock<std::mutex> lock(launch.mutex);
    Sync::Barrier& meeting = sync_of(launch).barriers[vector_only ? 1 : 0];
    int expected = cores;
    if (expected <= 0)
        for (int i = 0; i < launch.cores; ++i) expected += !vector_only || type_at(launch, i) == CoreType::AIV;
    meeting.time = std::max(meeting.time, core.time[kPipeS]);
    bool everyone = expected == launch.cores;
    if (!everyone) tell_cores(launch, core, meeting.clock);
    if (++meeting.arrived < expected) {
        int generation = meeting.generation;
        while (meeting.generation == generation) park(fiber, lock);
    } else {
        meeting.arrived = 0;
        ++meeting.generation;
        meeting.release = meeting.time;
        meeting.release_clock.swap(meeting.clock);
        meeting.clock.clear();
        wake_all(launch);
    }
    for (uint64_t& time : core.time) time = std::max(time, meeting.release);
    if (launch.core_order != nullptr && everyone) launch.core_order->met(core.core_idx);
    else learn_cores(launch, core, meeting.release_clock);
}

void post_set(Core& core, uint64_t key) {
    Guarded guarded(core);
    settle_all(core);
    issue(core, kPipeS, 1);
    tell(core, kPipeS);
    Launch& launch = *fiber_of(core).launch;
    std::unique_lock<std::mutex> lock(launch.mutex);
    Sync::Counter& counter = sync_of(launch).posts[key];
    ++counter.count;
    counter.time = std::max(counter.time, core.time[kPipeS]);
    tell_cores(launch, core, counter.clock);
    wake_all(launch);
}

void post_wait(Core& core, uint64_t key) {
    Guarded guarded(core);
    issue(core, kPipeS, 1);
    Fiber& fiber = fiber_of(core);
    Launch& launch = *fiber.launch;
    std::unique_lock<std::mutex> lock(launch.mutex);
    Sync::Counter& counter = sync_of(launch).posts[key];
    while (counter.count == 0) park(fiber, lock);
    --counter.count;
    core.time[kPipeS] = std::max(core.time[kPipeS], counter.time);
    learn_cores(launch, core, counter.clock);
    learn(core);
}

}  // namespace asc_machine
