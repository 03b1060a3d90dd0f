// One launch while it runs, and the threads that run its fibers.
#pragma once

#include <pthread.h>

#include <atomic>
#include <climits>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "fiber.h"
#include "monitor.h"
#include "sync.h"

namespace asc_machine {

enum class Leave { Finished, Parked, Tick };

struct Launch {
    const Request& request;
    Result& result;
    Control& control;
    int cores;
    std::atomic<int> next{0};       // first core not yet started
    std::atomic<int> active;        // cores that are neither finished nor parked
    std::atomic<int> remaining;     // cores not finished
    std::atomic<int> helpers{0};
    std::atomic<int> stop_above{INT_MAX};  // cores with a higher index are dropped
    bool stream = false;            // its arrays are larger than the host's caches
    std::atomic<uint8_t*> workspace{nullptr};  // the system's, made when a kernel asks for it
    std::mutex mutex;               // guards all below
    std::condition_variable changed;
    std::vector<Fiber*> parked;
    int error_core = INT_MAX;
    std::vector<std::string> outputs;
    std::unique_ptr<Sync> sync;
    std::unique_ptr<CoreOrder> core_order;  // with kWatchOrder; has a lock of its own

    Launch(const Request& request, Result& result, Control& control);
    ~Launch();
    int cores_per_block() const;
    // With the mutex held: keeps the error of the lowest core and stops the cores above it.
    void record(const Core& core, Error&& error);
    void stop(int above);
    void drop_parked();
    void report_deadlock();
    void finish(Fiber* fiber, int index);
};

// A thread that runs fibers.
struct Worker {
    Worker();
    ~Worker();

    pthread_t thread;
    void* scheduler = nullptr;  // its own stack while a fiber runs
    Fiber* volatile running = nullptr;
    Launch* launch = nullptr;
    bool launching = false;
    Leave leave = Leave::Finished;
    std::vector<Fiber*> own;    // started here, not finished
    std::vector<std::unique_ptr<Fiber>> all;
    std::vector<Fiber*> idle;
    int fault_signal = 0;
    uintptr_t fault_address = 0;
    uintptr_t fault_pc = 0;

    void work(Launch& launch, bool launching);
};

Worker& this_worker();
Worker* this_worker_if_any();

// From a fiber: back to its thread's scheduler.
void leave_fiber(Leave leave);
[[noreturn]] void abandon();
// With the launch's mutex held by `lock`: sleeps until woken.
void park(Fiber& fiber, std::unique_lock<std::mutex>& lock);
void wake(Fiber& fiber);
Error describe(const Core& core, Kind kind, const char* argument, std::string message);

}  // namespace asc_machine
