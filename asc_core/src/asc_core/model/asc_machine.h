// The machine's interface for Model headers: memories, checks, pipes, flags, clocks and error reports. It knows no API.
//
// Compile a kernel:  g++ -std=c++17 -O2 -ftree-vectorize -fvect-cost-model=dynamic -march=native -ffp-contract=off
//                    -fno-math-errno -fno-trapping-math -fwrapv
//                    -fno-exceptions -fno-rtti -fno-strict-aliasing -fno-finite-loops -fvisibility=hidden
//                    -fstack-clash-protection -fno-delete-null-pointer-checks -fPIC -shared
//                    -I <each pack's model folder> kernel.cpp -o kernel.so -L <asc_core> -lasc_machine
//                    (clang takes the same list without -fvect-cost-model)
//                    A kernel holds no lock and no memory of the host's: the machine may leave it at any instruction, for good.
// Entry:             extern "C" __attribute__((visibility("default"))) void asc_kernel_entry(const void* args);
//                    argument i lies at args + 8 * (sum of the 8-byte units before it): a pointer takes 8 bytes, a scalar
//                    the low bytes of 8 at its natural size, a struct by value its size rounded up to 8.
//
// How an API is written over the machine (see vec_binary.h for a whole family):
//   template <typename T> ASC_API void Api(const LocalTensor<T>& dst, int32_t count, asc_machine::Where where = {}) {
//       auto& core = asc_machine::enter("Api", where);                  // reports from here on name the API and its line
//       T* to = asc_model::output(core, "dst", dst, bytes, PIPE_V);     // checked: bounds, alignment, capacity
//       asc_machine::issue(core, PIPE_V, cycles);                       // the clock
//       loop(to, …);                                                    // an ASC_LOOP function holds the element loop
//   }
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#define ASC_EXPORT __attribute__((visibility("default")))
// An API's body: called, not inlined, so that a kernel compiles fast.
#define ASC_API __attribute__((noinline))
// An element loop, one function for all its uses.
#define ASC_LOOP __attribute__((noinline))
// Before a loop: its iterations are independent, whatever the pointers.
#if defined(__clang__)
#define ASC_IVDEP _Pragma("clang loop vectorize(assume_safety)")
#else
#define ASC_IVDEP _Pragma("GCC ivdep")
#endif
#define ASC_INLINE inline __attribute__((always_inline))
#define ASC_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define ASC_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

namespace asc_machine {

// Numbered as AscendC::Hardware.
enum class Space : uint8_t { GM, UB, L1, L0A, L0B, L0C, BT, FB };
constexpr int kSpaces = 8;

// Numbered as pipe_t.
constexpr int kPipes = 11;
constexpr int kPipeS = 0;
constexpr int kPipeAll = 6;

enum class CoreType : uint8_t { AIC, AIV };

// Kinds of errors; Python sees the lower-case name.
enum class Kind : uint8_t {
    Bounds, Alignment, Capacity, Queue, Flag, Mask, Deadlock, Watchdog, Fault, Gm, Readonly, Check, Interrupted, Race, Uninitialized
};

constexpr int kEvents = 40;
constexpr int kEventIds = 8;
constexpr size_t kBlockBytes = 32;
constexpr size_t kStackBytes = size_t(1) << 20;
constexpr size_t kCoreBytes = size_t(16) << 10;
constexpr int kStates = 16;

// The kernel author's line: as a defaulted parameter it takes the caller's.
struct Where {
    const char* file;
    int32_t line;
    constexpr Where(const char* file_ = __builtin_FILE(), int32_t line_ = __builtin_LINE()) : file(file_), line(line_) {}
};

// An integer argument of an operator, which can't have a defaulted Where of its own.
struct Index {
    int64_t value;
    Where where;
    template <typename I>
    constexpr Index(I value_, Where where_ = {}) : value(static_cast<int64_t>(value_)), where(where_) {}
};

// A move from global memory into UB that is made when something touches the place; vector instructions may read the source.
struct Deferred {
    uint64_t begin, end;  // bytes of UB
    const uint8_t* from;
};
constexpr int kDeferred = 8;
constexpr size_t kWorthDeferring = 1024;

// An instruction on contiguous elements whose sources are deferred moves. It is made into UB when something touches its
// result, or straight into global memory by the move that takes it there.
struct Postponed {
    uint64_t begin, end;  // bytes of UB
    void (*make)(const Postponed& instruction, void* to, size_t first, size_t count);  // these elements of the result
    size_t element;       // bytes of one
    size_t count;
    const void* source[2];
    size_t source_bytes[2];
    uint64_t body[2];
};

// kWatchOrder: accesses must be ordered by flags; kWatchWritten: what is read must have been written.
enum Watch : uint32_t { kWatchTrace = 1, kWatchAccess = 2, kWatchOrder = 4, kWatchWritten = 8 };

// A part of a local memory.
struct Place {
    uint64_t bytes;
    uint32_t address;
    Space space;
};

// What an instruction does with an operand. Reports of races and of memory never written trust the extents of exact operands;
// of others they know that some of the bytes between first and last are used; nothing is kept of silent ones.
enum class Extent : uint8_t { Sparse, Exact, Silent };
struct Use {
    uint8_t pipe;
    bool write;
    Extent extent;
    bool view;           // read at once, by a loop that takes any alignment: the source of a deferred move will do
    uint32_t alignment;
};

// One AI core while it runs a block; lies at a fixed place of the fiber's stack region.
struct Core {
    const char* api;
    const char* file;
    int32_t line;
    uint32_t watch;
    uint8_t* base[kSpaces];
    uint32_t size[kSpaces];
    uintptr_t gm_begin, gm_end;
    bool gm_writable;
    bool atomic;      // moves to global memory combine with what is there, in one step
    int32_t retired;  // parts of local memories that must not be used
    CoreType type;
    bool mixed;
    int32_t block_idx, block_num, sub_block_idx, sub_block_num, core_idx;
    uint64_t time[kPipes];
    uint64_t busy[kPipes];
    uint8_t flag_count[kEvents][kEventIds];
    uint64_t flag_time[kEvents][kEventIds];
    struct { const void* key; void* data; } state[kStates];
    int32_t states;
    uint32_t state_used;
    Deferred deferred[kDeferred];
    int32_t deferred_count;
    int32_t postponed_count;  // 0 or 1
    Postponed postponed;
    bool stream;  // the launch's arrays are larger than the host's caches
    void* fiber;
};
static_assert(sizeof(Core) <= kCoreBytes / 2, "room for the packs' state");

// Found from the stack pointer: no thread-local storage, so a fiber may be anywhere.
ASC_INLINE Core& current() {
    auto frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    return *reinterpret_cast<Core*>((frame & ~(kStackBytes - 1)) + (kStackBytes - kCoreBytes));
}

ASC_EXPORT uint8_t* map_space(Core& core, Space space);
ASC_EXPORT void* add_state(Core& core, const void* key, size_t bytes);
// Ends the block: records the error (API, file and line are those last entered) and never returns.
ASC_EXPORT __attribute__((noreturn, cold, format(printf, 3, 4)))
void fail(Kind kind, const char* argument, const char* format, ...);
// Makes what was put off and ends in these bytes of UB.
ASC_EXPORT void settle(Core& core, uint64_t begin, uint64_t end);
ASC_EXPORT void record_issue(Core& core, int pipe, uint64_t start, uint64_t end);
ASC_EXPORT __attribute__((format(printf, 1, 2))) void print(const char* format, ...);
ASC_EXPORT void print_text(const char* text, size_t bytes);
// The system's workspace in global memory, one a launch, zeroed.
constexpr size_t kWorkspaceBytes = size_t(16) << 20;
ASC_EXPORT uint8_t* workspace(Core& core);
// 0, or -1 when the file can't be written.
ASC_EXPORT int write_file(const char* name, const void* data, size_t bytes);
// Synchronisation between cores. Scope: the group of cores that takes part; a core's counter of `flag` rises by one when
// every sender of the scope has set it once more.
enum class Scope : uint8_t { All = 0, SubBlocks = 1, CubeAndVector = 2 };
ASC_EXPORT void cross_set(Core& core, Scope scope, int flag, int pipe);
ASC_EXPORT void cross_wait(Core& core, int flag, int pipe);
// All cores of the launch (vector_only: all vector cores) meet; `cores` > 0 limits it to the first ones.
ASC_EXPORT void sync_all(Core& core, bool vector_only, int cores);
// Counters that one core sets and another waits for, by number.
ASC_EXPORT void post_set(Core& core, uint64_t key);
ASC_EXPORT void post_wait(Core& core, uint64_t key);
ASC_EXPORT const char* space_name(Space space);

ASC_INLINE void enter_at(Core& core, const char* api, Where where) {
    core.api = api;
    core.file = where.file;
    core.line = where.line;
}

ASC_INLINE Core& enter(const char* api, Where where) {
    Core& core = current();
    enter_at(core, api, where);
    return core;
}

// A pack's own zero-initialised state of the running core, one object a type.
template <typename T>
ASC_INLINE T& state(Core& core) {
    static const char key = 0;
    for (int i = 0; i < core.states; ++i)
        if (core.state[i].key == &key) return *static_cast<T*>(core.state[i].data);
    return *static_cast<T*>(add_state(core, &key, sizeof(T)));
}

// A memory of the core; the first use in a block maps and poisons it (16-bit pattern 0x7fff: NaN as float16 and float32).
ASC_INLINE uint8_t* memory(Core& core, Space space) {
    uint8_t* base = core.base[static_cast<int>(space)];
    return ASC_LIKELY(base != nullptr) ? base : map_space(core, space);
}

// An instruction of `cycles` on `pipe`: it starts when the pipe is free and the scalar unit has issued it.
ASC_INLINE void issue(Core& core, int pipe, uint64_t cycles) {
    uint64_t start = core.time[kPipeS] += 1;
    core.busy[kPipeS] += 1;
    if (pipe != kPipeS && core.time[pipe] > start) start = core.time[pipe];
    core.time[pipe] = start + cycles;
    core.busy[pipe] += cycles;
    if (ASC_UNLIKELY(core.watch & kWatchTrace)) record_issue(core, pipe, start, start + cycles);
}

// What flags and barriers order. An event's flags are those of a pair of pipes.
ASC_EXPORT void set_flag(Core& core, int event, int source, int destination, int id);
// In program order within a core, so a flag that isn't set now never will be.
ASC_EXPORT void wait_flag(Core& core, int event, int source, int destination, int id);
// Waits until `pipe` is idle; kPipeAll: until all are.
ASC_EXPORT void barrier(Core& core, int pipe);
// A point of a pipe's work, for others to wait for. `order` is the machine's.
struct Moment {
    uint64_t time;
    uint32_t order;
};
ASC_EXPORT void mark(Core& core, Moment& moment, int pipe);
// kPipeAll: all pipes wait.
ASC_EXPORT void await(Core& core, const Moment& moment, int pipe);

// Whether moves or an instruction are yet to be made.
ASC_INLINE bool put_off(const Core& core) { return (core.deferred_count | core.postponed_count) != 0; }

// Every address in global memory passes here before it is used.
ASC_EXPORT void gm_check(Core& core, const char* argument, const void* begin, size_t bytes, bool write);
// As gm_check, for an operand whose tensor has `room` bytes.
ASC_EXPORT void gm_operand(Core& core, const char* argument, const void* begin, uint64_t room, uint64_t bytes, Use use);
// `bytes` from the start of a place: inside it and its memory, aligned. Where to read or write them.
ASC_EXPORT uint8_t* operand(Core& core, const char* argument, const Place& place, uint64_t bytes, Use use);
// Tells of the accesses of a silent operand: `count` rows of `length` bytes, `step` apart, from this byte of a local memory
// or this address on.
ASC_EXPORT void used(Core& core, const char* argument, Space space, uint64_t begin, uint64_t count, uint64_t length, uint64_t step,
                     int pipe, bool write);
ASC_INLINE bool watched(const Core& core) { return ASC_UNLIKELY((core.watch & ~uint32_t(kWatchTrace)) != 0); }

ASC_EXPORT void check_span(const Core& core, const char* argument, Space space, uint64_t offset, uint64_t bytes, size_t alignment);
// `bytes` from `offset` of a memory: inside its size and aligned.
ASC_EXPORT uint8_t* span(Core& core, const char* argument, Space space, uint64_t offset, uint64_t bytes, size_t alignment);
// A tensor's place: `bytes` 0 stands for all up to the memory's end.
ASC_EXPORT void check_place(const Core& core, Place& place);
__attribute__((noreturn, cold)) ASC_EXPORT void start_failed(const char* api, const Index& offset, size_t element, uint64_t bytes);

// Before these bytes are overwritten: what was put off and ends in them only need not be made any more.
ASC_EXPORT void drop(Core& core, uint64_t offset, uint64_t bytes);
ASC_INLINE void overwrite(Core& core, Space space, uint64_t offset, uint64_t bytes) {
    if (space == Space::UB && put_off(core)) drop(core, offset, bytes);
}

// A part of a local memory goes back to its owner, or out again; an operand that lies in one that went back is an error.
ASC_EXPORT void retire(Core& core, Space space, uint64_t begin, uint64_t bytes);
ASC_EXPORT void revive(Core& core, Space space, uint64_t begin, uint64_t bytes);

// Puts a move of contiguous bytes off (after span was asked for its place); false: it must be made now.
ASC_INLINE bool defer(Core& core, Space space, uint64_t offset, const void* from, uint64_t bytes) {
    if (space != Space::UB || bytes < kWorthDeferring || core.deferred_count == kDeferred) return false;
    core.deferred[core.deferred_count++] = {offset, offset + bytes, static_cast<const uint8_t*>(from)};
    return true;
}

// Puts an instruction off; the caller fills in sources and body.
ASC_INLINE Postponed& postpone(Core& core, uint64_t offset, size_t count, size_t element,
                               void (*make)(const Postponed&, void*, size_t, size_t)) {
    if (core.postponed_count != 0) settle(core, core.postponed.begin, core.postponed.end);
    core.postponed_count = 1;
    Postponed& put_off = core.postponed;
    put_off.begin = offset;
    put_off.end = offset + count * element;
    put_off.make = make;
    put_off.element = element;
    put_off.count = count;
    return put_off;
}

// Whether these bytes, which an instruction is about to move, are the result of the one put off, which may then go straight
// to where they are moved. Otherwise they are an operand as any.
ASC_EXPORT bool result_waits(Core& core, const char* argument, const Place& place, uint64_t bytes, int pipe);

}  // namespace asc_machine
