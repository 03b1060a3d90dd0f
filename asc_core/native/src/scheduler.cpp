#include "scheduler.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "context.h"
#include "interrupt.h"
#include "pool.h"
#include "signals.h"

namespace asc_machine {

constexpr int64_t kWorthHelpersNanoseconds = 30'000;
constexpr size_t kWorthHelpersBytes = size_t(256) << 10;
constexpr size_t kLargeBytes = size_t(32) << 20;
constexpr size_t kIdleFibers = 128;

// Initial-exec: the fault handler reads it, where nothing may be allocated.
__attribute__((tls_model("initial-exec"))) static thread_local Worker* worker = nullptr;

Worker* this_worker_if_any() { return worker; }

Worker& this_worker() {
    static thread_local std::unique_ptr<Worker> owner;
    if (worker == nullptr) {
        owner = std::make_unique<Worker>();
        worker = owner.get();
    }
    return *worker;
}

Worker::Worker() : thread(pthread_self()) { add_worker(*this); }

Worker::~Worker() {
    remove_worker(*this);
    worker = nullptr;
}

Launch::Launch(const Request& request_, Result& result_, Control& control_)
    : request(request_), result(result_), control(control_) {
    cores = request.block_num * cores_per_block();
    active = cores;
    remaining = cores;
    if ((request.watch & kWatchOrder) != 0 && cores > 1) core_order = std::make_unique<CoreOrder>(cores);
}

Launch::~Launch() { std::free(workspace.load()); }

int Launch::cores_per_block() const {
    return request.type == KernelType::Mixed ? 1 + request.platform->vector_cores_per_block : 1;
}

void Launch::stop(int above) {
    if (above < stop_above.load(std::memory_order_relaxed)) stop_above.store(above, std::memory_order_relaxed);
    drop_parked();
    interrupt_workers();
}

void Launch::drop_parked() {
    for (Fiber* fiber : std::vector<Fiber*>(parked))
        if (fiber->index > stop_above.load(std::memory_order_relaxed)) {
            fiber->dropped = true;
            wake(*fiber);
        }
}

void Launch::record(const Core& core, Error&& error) {
    if (core.core_idx < error_core) {
        error_core = core.core_idx;
        result.failed = true;
        result.error = std::move(error);
    }
    stop(core.core_idx);
}

void Launch::report_deadlock() {
    if (result.failed) {
        stop(-1);
        return;
    }
    std::sort(parked.begin(), parked.end(), [](Fiber* a, Fiber* b) { return a->index < b->index; });
    std::string places;
    size_t shown = 0;
    for (Fiber* fiber : parked) {
        const Core& core = fiber->core();
        if (++shown > 8) break;
        places += "\n  block " + std::to_string(core.block_idx);
        if (core.mixed)
            places += core.type == CoreType::AIC ? " AIC" : " AIV" + std::to_string(core.sub_block_idx);
        places += std::string(" waits in ") + core.api + " at " + core.file + ":" + std::to_string(core.line);
    }
    if (parked.size() > shown) places += "\n  and " + std::to_string(parked.size() - shown + 1) + " more";
    int finished = cores - static_cast<int>(parked.size());
    std::string message = "deadlock: " + std::to_string(parked.size()) + " of " + std::to_string(cores) +
                          " cores wait for each other and the other " + std::to_string(finished) + " have ended:" + places;
    const Core& first = parked.front()->core();
    record(first, describe(first, Kind::Deadlock, "", std::move(message)));
    stop(-1);
}

void Launch::finish(Fiber* fiber, int index) {
    {
        std::lock_guard<std::mutex> lock(mutex);
        if (fiber != nullptr) {
            const Core& core = fiber->core();
            for (int pipe = 0; pipe < kPipes; ++pipe) {
                result.cycles = std::max(result.cycles, core.time[pipe]);
                result.busy[pipe] += core.busy[pipe];
            }
            if (!fiber->output.empty()) {
                outputs.resize(cores);
                outputs[index] = std::move(fiber->output);
            }
            if ((request.watch & (kWatchTrace | kWatchAccess)) != 0)
                result.traces.push_back({index, core.type, core.block_idx, core.sub_block_idx, std::move(fiber->trace),
                                         std::move(fiber->accesses)});
        }
        if (active.fetch_sub(1) == 1 && !parked.empty()) report_deadlock();
    }
    if (remaining.fetch_sub(1) == 1) {
        std::lock_guard<std::mutex> lock(mutex);
        changed.notify_all();
    }
}

Error describe(const Core& core, Kind kind, const char* argument, std::string message) {
    Error error;
    error.kind = kind;
    error.api = core.api;
    error.file = core.file;
    error.line = core.line;
    error.argument = argument;
    error.message = std::move(message);
    error.block_idx = core.block_idx;
    error.sub_block_idx = core.sub_block_idx;
    error.core_idx = core.core_idx;
    error.core_type = core.type;
    return error;
}

void leave_fiber(Leave leave) {
    Worker& here = *worker;
    Fiber& fiber = *here.running;
    Guarded guarded(fiber.core());
    here.leave = leave;
    asc_machine_switch(&fiber.stack_pointer, here.scheduler);
}

void abandon() {
    leave_fiber(Leave::Finished);
    __builtin_unreachable();
}

void park(Fiber& fiber, std::unique_lock<std::mutex>& lock) {
    Launch& launch = *fiber.launch;
    fiber.parked = true;
    fiber.woken = false;
    launch.parked.push_back(&fiber);
    if (launch.active.fetch_sub(1) == 1) launch.report_deadlock();
    lock.unlock();
    leave_fiber(Leave::Parked);
    lock.lock();
}

void wake(Fiber& fiber) {
    Launch& launch = *fiber.launch;
    auto found = std::find(launch.parked.begin(), launch.parked.end(), &fiber);
    if (found == launch.parked.end()) return;
    launch.parked.erase(found);
    fiber.parked = false;
    fiber.woken = true;
    launch.active.fetch_add(1);
    launch.changed.notify_all();
}

static void check_end(Core& core) {
    if ((core.watch & kWatchOrder) == 0) return;
    const Order::Flag* flag = static_cast<Fiber*>(core.fiber)->order.pending();
    if (flag == nullptr) return;
    enter_at(core, flag->instruction.api, {flag->instruction.file, flag->instruction.line});
    fail(Kind::Flag, "eventID", "event id %d of HardEvent.%s_%s is set here, and nothing waits for it before the kernel ends",
         flag->id, pipe_name(flag->source), pipe_name(flag->destination));
}

static void fiber_main() {
    const Request& request = worker->launch->request;
    request.entry(request.args);
    check_end(current());
    abandon();
}

static Fiber* take_fiber(Worker& here) {
    if (here.idle.empty()) {
        here.all.push_back(std::make_unique<Fiber>());
        return here.all.back().get();
    }
    Fiber* fiber = here.idle.back();
    here.idle.pop_back();
    return fiber;
}

static void give_fiber(Worker& here, Fiber* fiber) {
    if (here.idle.size() < kIdleFibers) {
        here.idle.push_back(fiber);
        return;
    }
    auto found = std::find_if(here.all.begin(), here.all.end(), [&](auto& owned) { return owned.get() == fiber; });
    here.all.erase(found);
}

// The next core not yet started, or nothing. A core above the stop is counted as finished unstarted.
static Fiber* start_next(Worker& here, Launch& launch) {
    for (;;) {
        if (launch.next.load(std::memory_order_relaxed) >= launch.cores) return nullptr;
        int index = launch.next.fetch_add(1);
        if (index >= launch.cores) return nullptr;
        if (index > launch.stop_above.load(std::memory_order_relaxed)) {
            launch.finish(nullptr, index);
            continue;
        }
        Fiber* fiber = nullptr;
        try {
            fiber = take_fiber(here);
            fiber->prepare(launch, index);
        } catch (const std::bad_alloc&) {
            if (fiber != nullptr) give_fiber(here, fiber);
            {
                std::lock_guard<std::mutex> lock(launch.mutex);
                Core nowhere{};
                nowhere.core_idx = index;
                nowhere.api = nowhere.file = "";
                launch.record(nowhere, describe(nowhere, Kind::Capacity, "", "no memory on the host for another core"));
                launch.stop(-1);
            }
            launch.finish(nullptr, index);
            continue;
        }
        fiber->stack_pointer = initial_stack(fiber->stack_top(), fiber_main);
        return fiber;
    }
}

static Fiber* take_runnable(std::vector<Fiber*>& own) {
    auto found = std::find_if(own.begin(), own.end(), [](Fiber* fiber) { return !fiber->parked; });
    if (found == own.end()) return nullptr;
    Fiber* fiber = *found;
    own.erase(found);
    return fiber;
}

static void tick(Launch& launch) {
    launch.control.tick.store(false, std::memory_order_relaxed);
    if (launch.request.tick == nullptr || launch.request.tick(launch.request.tick_context) == 0) return;
    std::lock_guard<std::mutex> lock(launch.mutex);
    Core nowhere{};
    nowhere.core_idx = -1;
    nowhere.api = nowhere.file = "";
    launch.record(nowhere, describe(nowhere, Kind::Interrupted, "", "interrupted"));
}

void Worker::work(Launch& new_launch, bool new_launching) {
    // A signal handler of Python's may launch again while this launch stands in `tick`.
    void* outer_scheduler = scheduler;
    Launch* outer_launch = launch;
    bool outer_launching = launching;
    std::vector<Fiber*> outer_own;
    std::swap(outer_own, own);
    launch = &new_launch;
    launching = new_launching;
    Launch& l = new_launch;
    bool alone = launching;
    int64_t started = alone && l.cores > 1 ? now_nanoseconds() : 0;
    bool prefer_new = false;

    for (;;) {
        Fiber* fiber = nullptr;
        if (prefer_new) fiber = start_next(*this, l);
        prefer_new = false;
        if (fiber == nullptr && !own.empty()) {
            std::lock_guard<std::mutex> lock(l.mutex);
            fiber = take_runnable(own);
        }
        if (fiber == nullptr) fiber = start_next(*this, l);
        if (fiber == nullptr) {
            if (own.empty() && !launching) break;
            std::unique_lock<std::mutex> lock(l.mutex);
            if (l.remaining.load() == 0) break;
            fiber = take_runnable(own);
            if (fiber == nullptr) {
                l.changed.wait_for(lock, std::chrono::nanoseconds(kTickNanoseconds));
                lock.unlock();
                if (launching) tick(l);
                continue;
            }
        }
        if (fiber->dropped || fiber->index > l.stop_above.load(std::memory_order_relaxed)) {
            leave = Leave::Finished;
        } else {
            running = fiber;
            asc_machine_switch(&scheduler, fiber->stack_pointer);
            running = nullptr;
        }
        switch (leave) {
            case Leave::Finished:
                l.finish(fiber, fiber->index);
                give_fiber(*this, fiber);
                break;
            case Leave::Parked:
                own.push_back(fiber);
                break;
            case Leave::Tick:
                own.push_back(fiber);
                tick(l);
                prefer_new = true;
                break;
        }
        if (alone && l.next.load(std::memory_order_relaxed) < l.cores &&
            now_nanoseconds() - started > kWorthHelpersNanoseconds) {
            alone = false;
            call_helpers(l, std::min(l.request.threads, l.cores) - 1);
        }
    }
    scheduler = outer_scheduler;
    launch = outer_launch;
    launching = outer_launching;
    std::swap(outer_own, own);
}

// Cycles of all launches of the process, as if they had run one after the other.
static std::atomic<uint64_t> clock_cycles{0};
static thread_local uint64_t own_cycles = 0;

void run(const Request& given, Result& result) {
    Request request = given;
    if (request.threads <= 0) request.threads = get_threads();
    guard_thread();
    Control& control = this_control();
    control.begin(request.watchdog_seconds);
    {
        Launch launch(request, result, control);
        size_t bytes = 0;
        for (int i = 0; i < request.buffer_count; ++i) bytes += request.buffers[i].bytes;
        launch.stream = bytes > kLargeBytes;
        bool share = launch.cores > 1 && request.threads > 1;
        if (share && bytes > kWorthHelpersBytes) call_helpers(launch, std::min(request.threads, launch.cores) - 1);
        this_worker().work(launch, true);
        if (share) dismiss_helpers(launch);
        for (std::string& text : launch.outputs) result.output += text;
    }
    control.end();
    clock_cycles += result.cycles;
    own_cycles += result.cycles;
}

uint64_t total_cycles() { return clock_cycles; }

uint64_t thread_cycles() { return own_cycles; }

}  // namespace asc_machine
