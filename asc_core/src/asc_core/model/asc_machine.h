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
    Bounds, Alignment, Capacity, Queue, Flag, Mask, Deadlock, Watchdog, Fault, Gm, Readonly, Check, Interrupted
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

enum Watch : uint32_t { kWatchTrace = 1, kWatchAccess = 2 };

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
ASC_EXPORT void gm_lookup(Core& core, const char* argument, uintptr_t begin, size_t bytes, bool write);
// Makes what was put off: what ends in these bytes of UB (settle); what reads this place, and all before a small write, which
// may tell another core that it may go on (settle_for_write).
ASC_EXPORT void settle(Core& core, uint64_t begin, uint64_t end);
ASC_EXPORT void settle_for_write(Core& core, uintptr_t begin, size_t bytes);
ASC_EXPORT void record_issue(Core& core, int pipe, uint64_t start, uint64_t end);
ASC_EXPORT void record_access(Core& core, Space space, const void* begin, size_t bytes, int pipe, bool write);
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

ASC_INLINE void access(Core& core, Space space, const void* begin, size_t bytes, int pipe, bool write) {
    if (ASC_UNLIKELY(core.watch & kWatchAccess)) record_access(core, space, begin, bytes, pipe, write);
}

ASC_INLINE void set_flag(Core& core, int event, int source, int id) {
    if (ASC_UNLIKELY(id < 0 || id >= kEventIds))
        fail(Kind::Flag, "eventID", "event id %d is outside 0..%d", id, kEventIds - 1);
    if (ASC_UNLIKELY(core.flag_count[event][id] != 0))
        fail(Kind::Flag, "eventID", "event id %d is set a second time without a wait between", id);
    issue(core, source, 1);
    core.flag_count[event][id] = 1;
    core.flag_time[event][id] = core.time[source];
}

// In program order within a core, so a flag that isn't set now never will be.
ASC_INLINE void wait_flag(Core& core, int event, int destination, int id) {
    if (ASC_UNLIKELY(id < 0 || id >= kEventIds))
        fail(Kind::Flag, "eventID", "event id %d is outside 0..%d", id, kEventIds - 1);
    if (ASC_UNLIKELY(core.flag_count[event][id] == 0))
        fail(Kind::Deadlock, "eventID", "waits for event id %d, which nothing set before: the core would hang", id);
    core.flag_count[event][id] = 0;
    issue(core, destination, 1);
    if (core.time[destination] < core.flag_time[event][id]) core.time[destination] = core.flag_time[event][id];
}

// Waits until `pipe` is idle; kPipeAll: until all are.
ASC_INLINE void barrier(Core& core, int pipe) {
    issue(core, kPipeS, 1);
    if (pipe != kPipeAll) return;
    uint64_t latest = 0;
    for (int i = 0; i < kPipes; ++i)
        if (core.time[i] > latest) latest = core.time[i];
    for (int i = 0; i < kPipes; ++i) core.time[i] = latest;
}

// Whether moves or an instruction are yet to be made.
ASC_INLINE bool put_off(const Core& core) { return (core.deferred_count | core.postponed_count) != 0; }

// Every address in global memory passes here before it is used.
ASC_INLINE void gm_check(Core& core, const char* argument, const void* begin, size_t bytes, bool write) {
    auto address = reinterpret_cast<uintptr_t>(begin);
    if (ASC_UNLIKELY(address < core.gm_begin || address > core.gm_end || bytes > core.gm_end - address ||
                     (write && !core.gm_writable)))
        gm_lookup(core, argument, address, bytes, write);
    if (write && ASC_UNLIKELY(put_off(core))) settle_for_write(core, address, bytes);
}

ASC_INLINE void check_span(const Core& core, const char* argument, Space space, uint64_t offset, uint64_t bytes, size_t alignment) {
    if (ASC_UNLIKELY(offset % alignment != 0))
        fail(Kind::Alignment, argument, "starts at byte %llu of %s, which is not a multiple of %zu",
             static_cast<unsigned long long>(offset), space_name(space), alignment);
    uint32_t size = core.size[static_cast<int>(space)];
    if (ASC_UNLIKELY(offset > size || bytes > size - offset))
        fail(Kind::Capacity, argument, "uses bytes %llu..%llu of %s, which has %u bytes",
             static_cast<unsigned long long>(offset), static_cast<unsigned long long>(offset + bytes), space_name(space), size);
}

// `bytes` from `offset` of a memory: inside its size and aligned.
ASC_INLINE uint8_t* span(Core& core, const char* argument, Space space, uint64_t offset, uint64_t bytes, size_t alignment) {
    check_span(core, argument, space, offset, bytes, alignment);
    if (ASC_UNLIKELY(put_off(core)) && space == Space::UB) settle(core, offset, offset + bytes);
    return memory(core, space) + offset;
}

// As span, to be read from only and at once: with a deferred move it is the move's source, of any alignment.
ASC_INLINE const uint8_t* view(Core& core, const char* argument, Space space, uint64_t offset, uint64_t bytes, size_t alignment) {
    if (space == Space::UB)
        for (int i = 0; i < core.deferred_count; ++i) {
            const Deferred& move = core.deferred[i];
            if (offset < move.begin || offset + bytes > move.end) continue;
            check_span(core, argument, space, offset, bytes, alignment);
            return move.from + (offset - move.begin);
        }
    return span(core, argument, space, offset, bytes, alignment);
}

// Before these bytes are overwritten: what was put off and ends in them only need not be made any more.
ASC_INLINE void overwrite(Core& core, Space space, uint64_t offset, uint64_t bytes) {
    if (space != Space::UB) return;
    if (core.postponed_count != 0 && core.postponed.begin >= offset && core.postponed.end <= offset + bytes) core.postponed_count = 0;
    for (int i = core.deferred_count - 1; i >= 0; --i)
        if (core.deferred[i].begin >= offset && core.deferred[i].end <= offset + bytes)
            core.deferred[i] = core.deferred[--core.deferred_count];
}

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

// Whether these bytes of UB are the result of the instruction put off.
ASC_INLINE bool postponed(const Core& core, Space space, uint64_t offset, uint64_t bytes) {
    return space == Space::UB && core.postponed_count != 0 && core.postponed.begin == offset && core.postponed.end == offset + bytes;
}

}  // namespace asc_machine
