// A fiber: the stack and the memories of one core while it runs a block.
#pragma once

#include <string>
#include <vector>

#include "asc_machine.h"
#include "launch.h"
#include "order.h"
#include "retired.h"
#include "written.h"

namespace asc_machine {

struct Launch;

// Wide, because not every compiler touches the pages of a large frame one by one.
constexpr size_t kGuardBytes = size_t(4) << 20;

struct Fiber {
    Fiber();
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    uint8_t* region = nullptr;  // kStackBytes, aligned to it: the stack, the Core; below it kGuardBytes
    uint8_t* arena = nullptr;   // the memories, one behind the other
    size_t arena_bytes = 0;
    void* stack_pointer = nullptr;
    Launch* launch = nullptr;
    int index = 0;
    bool parked = false, woken = false, dropped = false;
    volatile int guard = 0;  // above 0: must not be interrupted
    std::string output;
    std::vector<TraceEvent> trace;
    std::vector<AccessEvent> accesses;
    Retired retired;
    Order order;      // with kWatchOrder
    Written written;  // with kWatchWritten

    Core& core() const { return *reinterpret_cast<Core*>(region + kStackBytes - kCoreBytes); }
    void* stack_top() const { return region + kStackBytes - kCoreBytes; }
    // Readies the fiber for core `index` of a launch.
    void prepare(Launch& launch, int index);
};

// While one lives the fiber holds locks or memory that an interrupted fiber could not give back.
class Guarded {
public:
    explicit Guarded(Core& core) : fiber_(*static_cast<Fiber*>(core.fiber)) { fiber_.guard = fiber_.guard + 1; }
    ~Guarded() { fiber_.guard = fiber_.guard - 1; }
    Guarded(const Guarded&) = delete;
    Guarded& operator=(const Guarded&) = delete;

private:
    Fiber& fiber_;
};

}  // namespace asc_machine
