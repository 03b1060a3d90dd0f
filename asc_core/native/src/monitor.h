// A thread that, while launches run, asks their launching threads for a look at signals and ends those past their time.
// It interrupts the threads that run kernels by a signal (interrupt.h), so kernels run without any stop checks of their own.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>

namespace asc_machine {

// A launching thread's flags; lives as long as the process, so the monitor may look at any time.
struct Control {
    std::atomic<bool> active{false};
    std::atomic<bool> tick{false};
    std::atomic<bool> expired{false};
    std::atomic<int64_t> deadline{0};  // nanoseconds of the steady clock, 0: none
    std::atomic<uint64_t> launches{0};
    std::atomic<bool> taken{false};
    pthread_t owner{};  // the launching thread, while active
    Control* next = nullptr;

    void begin(double watchdog_seconds);
    void end();
};

Control& this_control();
int64_t now_nanoseconds();
constexpr int64_t kTickNanoseconds = 20'000'000;

}  // namespace asc_machine
