#include "monitor.h"

#include <pthread.h>
#include <time.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "interrupt.h"

namespace asc_machine {

namespace {

constexpr int kQuietTicks = 50;

std::atomic<Control*> controls{nullptr};
std::atomic<bool> awake{false};
std::atomic<bool> started{false};
// Never destroyed: the monitor may outlive static destruction.
std::mutex& mutex = *new std::mutex;
std::condition_variable& alarm = *new std::condition_variable;

bool visit() {
    bool any = false;
    static uint64_t seen = 0;
    uint64_t launches = 0;
    int64_t now = now_nanoseconds();
    for (Control* control = controls.load(); control != nullptr; control = control->next) {
        launches += control->launches.load(std::memory_order_relaxed);
        if (!control->active.load(std::memory_order_acquire)) continue;
        any = true;
        int64_t deadline = control->deadline.load(std::memory_order_relaxed);
        if (deadline != 0 && now > deadline) control->expired.store(true);
        control->tick.store(true);
    }
    if (any) interrupt_workers();
    any = any || launches != seen;
    seen = launches;
    return any;
}

void watch() {
    int quiet = 0;
    for (;;) {
        struct timespec pause = {0, kTickNanoseconds};
        nanosleep(&pause, nullptr);
        quiet = visit() ? 0 : quiet + 1;
        if (quiet < kQuietTicks) continue;
        std::unique_lock<std::mutex> lock(mutex);
        awake.store(false);
        if (visit()) {
            awake.store(true);
        } else {
            alarm.wait(lock, [] { return awake.load(); });
        }
        quiet = 0;
    }
}

void rouse() {
    std::lock_guard<std::mutex> lock(mutex);
    awake.store(true);
    if (!started.exchange(true)) std::thread(watch).detach();
    alarm.notify_all();
}

// After a fork the monitor and the other launching threads are gone, and the lock may be held by nobody.
void after_fork() {
    for (Control* control = controls.load(); control != nullptr; control = control->next) {
        if (!control->active.load() || pthread_equal(control->owner, pthread_self())) continue;
        control->active.store(false);
        control->taken.store(false);
    }
    new (&mutex) std::mutex;
    new (&alarm) std::condition_variable;
    started.store(false);
    awake.store(false);
}

const int registered = pthread_atfork(nullptr, nullptr, after_fork);

}  // namespace

int64_t now_nanoseconds() {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * int64_t(1'000'000'000) + now.tv_nsec;
}

void Control::begin(double watchdog_seconds) {
    tick.store(false, std::memory_order_relaxed);
    expired.store(false, std::memory_order_relaxed);
    int64_t limit = watchdog_seconds > 0 ? now_nanoseconds() + static_cast<int64_t>(watchdog_seconds * 1e9) : 0;
    deadline.store(limit, std::memory_order_relaxed);
    owner = pthread_self();
    launches.store(launches.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    active.store(true, std::memory_order_seq_cst);
    if (!awake.load(std::memory_order_seq_cst)) rouse();
}

void Control::end() {
    active.store(false, std::memory_order_release);
    taken.store(false, std::memory_order_release);
}

Control& this_control() {
    static thread_local Control* last = nullptr;
    bool free = false;
    if (last != nullptr && last->taken.compare_exchange_strong(free, true)) return *last;
    for (Control* control = controls.load(); control != nullptr; control = control->next) {
        free = false;
        if (control->taken.compare_exchange_strong(free, true)) {
            last = control;
            return *control;
        }
    }
    last = new Control;
    last->taken.store(true);
    last->next = controls.load();
    while (!controls.compare_exchange_weak(last->next, last)) {
    }
    return *last;
}

}  // namespace asc_machine
