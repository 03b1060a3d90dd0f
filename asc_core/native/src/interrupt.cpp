#include "interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <mutex>
#include <vector>

#include "scheduler.h"

namespace asc_machine {

namespace {

// Ignored by default, and hardly used by anyone.
constexpr int kSignal = SIGURG;

struct Registry {
    std::mutex mutex;
    std::vector<Worker*> workers;
};

// Never destroyed: threads may outlive static destruction. After a fork the others' threads are gone.
Registry* registry = new Registry;

const int registered = pthread_atfork(nullptr, nullptr, [] {
    registry = new Registry;
    if (Worker* here = this_worker_if_any()) registry->workers.push_back(here);
});

struct sigaction previous;

uint64_t program_counter(const ucontext_t& context) {
#if defined(__x86_64__)
    return static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return context.uc_mcontext.pc;
#endif
}

// Leaves the fiber when its launch stops, its time is up, or its thread should look at Python's signals.
void look_up(Worker& here, uint64_t pc) {
    Launch& launch = *here.launch;
    Core& core = here.running->core();
    if (core.core_idx > launch.stop_above.load(std::memory_order_relaxed)) abandon();
    if (launch.control.expired.load(std::memory_order_relaxed)) {
        {
            Guarded guarded(core);
            std::lock_guard<std::mutex> lock(launch.mutex);
            char text[120];
            std::snprintf(text, sizeof text, "still running after the watchdog's %g seconds", launch.request.watchdog_seconds);
            Error error = describe(core, Kind::Watchdog, "", text);
            error.pc = pc;
            launch.record(core, std::move(error));
        }
        abandon();
    }
    if (here.launching && launch.control.tick.load(std::memory_order_relaxed)) leave_fiber(Leave::Tick);
}

void handle(int number, siginfo_t* info, void* context) {
    int saved = errno;
    Worker* here = this_worker_if_any();
    if (info->si_code != SI_TKILL || info->si_pid != getpid()) {
        if ((previous.sa_flags & SA_SIGINFO) != 0) previous.sa_sigaction(number, info, context);
        else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) previous.sa_handler(number);
    } else if (here != nullptr && here->running != nullptr && here->running->guard == 0) {
        // Between scheduler and fiber the stack pointer tells where the thread is.
        auto stack = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
        auto region = reinterpret_cast<uintptr_t>(here->running->region);
        if (stack >= region && stack < region + kStackBytes) look_up(*here, program_counter(*static_cast<ucontext_t*>(context)));
    }
    errno = saved;
}

}  // namespace

void add_worker(Worker& worker) {
    std::lock_guard<std::mutex> lock(registry->mutex);
    registry->workers.push_back(&worker);
}

void remove_worker(Worker& worker) {
    std::lock_guard<std::mutex> lock(registry->mutex);
    auto& workers = registry->workers;
    workers.erase(std::remove(workers.begin(), workers.end(), &worker), workers.end());
}

void interrupt_workers() {
    std::lock_guard<std::mutex> lock(registry->mutex);
    for (Worker* worker : registry->workers)
        if (worker->running != nullptr) pthread_kill(worker->thread, kSignal);
}

bool interrupt_installed() {
    struct sigaction now;
    sigaction(kSignal, nullptr, &now);
    return (now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == handle;
}

void install_interrupt() {
    if (interrupt_installed()) return;
    struct sigaction action = {};
    action.sa_sigaction = handle;
    // The handler may not return for long, or ever: the signal stays unblocked.
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(kSignal, &action, &previous);
}

}  // namespace asc_machine
