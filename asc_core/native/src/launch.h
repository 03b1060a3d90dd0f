// What a launch takes and gives; the door between the machine and its callers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "asc_machine.h"

namespace asc_machine {

using Entry = void (*)(const void* args);

// Sizes of a core's memories in bytes, indexed by Space (GM is unused).
struct Platform {
    uint32_t size[kSpaces] = {0, 192 << 10, 512 << 10, 64 << 10, 64 << 10, 128 << 10, 1 << 10, 7 << 10};
    int vector_cores_per_block = 2;
};

struct Buffer {
    uintptr_t begin;
    size_t bytes;
    bool read_only;
    const char* name;
};

enum class KernelType { Vector, Cube, Mixed };

struct TraceEvent {
    const char* api;
    const char* file;
    int32_t line;
    int32_t pipe;
    uint64_t start, end;
};

struct AccessEvent {
    const char* api;
    const char* file;
    int32_t line;
    Space space;
    bool write;
    int32_t pipe;
    uint64_t begin, end;
};

struct Request {
    Entry entry = nullptr;
    const void* args = nullptr;
    const Buffer* buffers = nullptr;
    int buffer_count = 0;
    int block_num = 1;
    KernelType type = KernelType::Vector;
    const Platform* platform = nullptr;
    double watchdog_seconds = 0;
    uint32_t watch = 0;
    int threads = 0;
    // Called on the launching thread every few milliseconds; nonzero stops the launch.
    int (*tick)(void* context) = nullptr;
    void* tick_context = nullptr;
};

struct Error {
    Kind kind = Kind::Check;
    std::string api, file, argument, message;
    int32_t line = 0;
    int32_t block_idx = 0, sub_block_idx = 0, core_idx = 0;
    CoreType core_type = CoreType::AIV;
    uint64_t pc = 0;  // where a stopped kernel was, or 0
};

struct CoreTrace {
    int core_idx;
    CoreType type;
    int block_idx, sub_block_idx;
    std::vector<TraceEvent> events;
    std::vector<AccessEvent> accesses;
};

struct Result {
    bool failed = false;
    Error error;
    uint64_t cycles = 0;
    uint64_t busy[kPipes] = {};
    std::string output;
    std::vector<CoreTrace> traces;
};

// Runs a kernel to its end, whatever that is. Call without any lock that `tick` takes.
ASC_EXPORT void run(const Request& request, Result& result);
ASC_EXPORT void set_threads(int threads);
ASC_EXPORT int get_threads();
ASC_EXPORT uint64_t total_cycles();
// Of the launches that this thread made.
ASC_EXPORT uint64_t thread_cycles();
ASC_EXPORT const char* kind_name(Kind kind);
ASC_EXPORT const char* pipe_name(int pipe);

}  // namespace asc_machine
