#include "fiber.h"

#include <sys/mman.h>

#include <new>

#include "scheduler.h"

namespace asc_machine {

static uint8_t* reserve(size_t bytes) {
    void* begin = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (begin == MAP_FAILED) throw std::bad_alloc();
    return static_cast<uint8_t*>(begin);
}

Fiber::Fiber() {
    constexpr size_t whole = kGuardBytes + kStackBytes;
    uint8_t* raw = reserve(whole + kStackBytes);
    auto aligned = (reinterpret_cast<uintptr_t>(raw) + kGuardBytes + kStackBytes - 1) & ~(kStackBytes - 1);
    region = reinterpret_cast<uint8_t*>(aligned);
    uint8_t* begin = region - kGuardBytes;
    if (size_t before = begin - raw) munmap(raw, before);
    if (size_t after = raw + kStackBytes - begin) munmap(region + kStackBytes, after);
    if (mprotect(begin, kGuardBytes, PROT_NONE) != 0) {
        munmap(begin, whole);
        throw std::bad_alloc();
    }
}

Fiber::~Fiber() {
    munmap(region - kGuardBytes, kGuardBytes + kStackBytes);
    if (arena != nullptr) munmap(arena, arena_bytes);
}

void Fiber::prepare(Launch& new_launch, int new_index) {
    const Request& request = new_launch.request;
    size_t total = 0;
    for (uint32_t bytes : request.platform->size) total += (bytes + 511) & ~size_t(511);
    if (total > arena_bytes) {
        if (arena != nullptr) munmap(arena, arena_bytes);
        arena = nullptr;
        arena = reserve(total);
        arena_bytes = total;
    }
    launch = &new_launch;
    index = new_index;
    parked = woken = dropped = false;
    guard = 0;
    output.clear();
    retired.clear();
    trace.clear();
    accesses.clear();

    Core& core = this->core();
    std::memset(&core, 0, offsetof(Core, flag_time));
    core.states = 0;
    core.deferred_count = 0;
    core.postponed_count = 0;
    core.state_used = 0;
    core.fiber = this;
    core.api = "";
    core.file = "";
    core.watch = request.watch;
    if ((core.watch & kWatchOrder) != 0) order.clear();
    std::memcpy(core.size, request.platform->size, sizeof core.size);
    if ((core.watch & kWatchWritten) != 0) written.clear(core.size);
    core.gm_begin = 1;  // an empty window, so that the first access is looked up
    core.core_idx = index;
    core.block_num = request.block_num;
    int per_block = new_launch.cores_per_block();
    int block = index / per_block, part = index % per_block;
    core.mixed = request.type == KernelType::Mixed;
    core.type = request.type == KernelType::Cube || (core.mixed && part == 0) ? CoreType::AIC : CoreType::AIV;
    core.sub_block_num = core.mixed && core.type == CoreType::AIV ? per_block - 1 : 1;
    core.sub_block_idx = core.mixed && core.type == CoreType::AIV ? part - 1 : 0;
    core.block_idx = block;
    core.stream = new_launch.stream;
}

}  // namespace asc_machine
