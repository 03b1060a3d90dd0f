// The functions that kernels call.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "scheduler.h"

namespace asc_machine {

namespace {

constexpr uint64_t kPoison = 0x7fff7fff7fff7fffULL;
constexpr size_t kStateBytes = kCoreBytes - sizeof(Core) - 64;

Fiber& fiber_of(Core& core) { return *static_cast<Fiber*>(core.fiber); }

std::string format_text(const char* format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int bytes = std::vsnprintf(nullptr, 0, format, arguments);
    std::string text(bytes > 0 ? bytes : 0, '\0');
    if (bytes > 0) std::vsnprintf(text.data(), text.size() + 1, format, again);
    va_end(again);
    return text;
}

}  // namespace

const char* space_name(Space space) {
    static const char* const names[kSpaces] = {"GM", "UB", "L1", "L0A", "L0B", "L0C", "BT", "FB"};
    return names[static_cast<int>(space)];
}

const char* pipe_name(int pipe) {
    static const char* const names[kPipes] = {"S", "V", "M", "MTE1", "MTE2", "MTE3", "ALL", "MTE4", "MTE5", "V2", "FIX"};
    return names[pipe];
}

const char* kind_name(Kind kind) {
    static const char* const names[] = {"bounds", "alignment", "capacity", "queue", "flag", "mask", "deadlock",
                                        "watchdog", "fault", "gm", "readonly", "check", "interrupted"};
    return names[static_cast<int>(kind)];
}

uint8_t* map_space(Core& core, Space space) {
    const Fiber& fiber = fiber_of(core);
    size_t offset = 0;
    for (int i = 0; i < static_cast<int>(space); ++i) offset += (core.size[i] + 511) & ~size_t(511);
    uint8_t* base = fiber.arena + offset;
    auto* words = reinterpret_cast<uint64_t*>(base);
    size_t count = (core.size[static_cast<int>(space)] + 7) / 8;
    for (size_t i = 0; i < count; ++i) words[i] = kPoison;
    core.base[static_cast<int>(space)] = base;
    return base;
}

void* add_state(Core& core, const void* key, size_t bytes) {
    bytes = (bytes + 15) & ~size_t(15);
    if (core.states == kStates || core.state_used + bytes > kStateBytes)
        fail(Kind::Capacity, "", "the packs' state of a core is full: %d objects, %u of %zu bytes, %zu more asked",
             core.states, core.state_used, kStateBytes, bytes);
    auto begin = (reinterpret_cast<uintptr_t>(&core + 1) + 15) & ~uintptr_t(15);
    void* data = reinterpret_cast<void*>(begin + core.state_used);
    std::memset(data, 0, bytes);
    core.state_used += static_cast<uint32_t>(bytes);
    core.state[core.states++] = {key, data};
    return data;
}

void fail(Kind kind, const char* argument, const char* format, ...) {
    Core& core = current();
    Launch& launch = *fiber_of(core).launch;
    Guarded guarded(core);
    {
        va_list arguments;
        va_start(arguments, format);
        std::string message = format_text(format, arguments);
        va_end(arguments);
        std::lock_guard<std::mutex> lock(launch.mutex);
        launch.record(core, describe(core, kind, argument, std::move(message)));
    }
    abandon();
}

uint8_t* workspace(Core& core) {
    Launch& launch = *fiber_of(core).launch;
    uint8_t* memory = nullptr;
    {
        Guarded guarded(core);
        std::lock_guard<std::mutex> lock(launch.mutex);
        memory = launch.workspace.load();
        if (memory == nullptr) {
            memory = static_cast<uint8_t*>(std::calloc(kWorkspaceBytes, 1));
            launch.workspace.store(memory);
        }
    }
    if (memory == nullptr) fail(Kind::Capacity, "", "the host has no memory for the system's workspace of %zu bytes", kWorkspaceBytes);
    return memory;
}

void gm_lookup(Core& core, const char* argument, uintptr_t begin, size_t bytes, bool write) {
    const Launch& launch = *fiber_of(core).launch;
    const Request& request = launch.request;
    auto workspace = reinterpret_cast<uintptr_t>(launch.workspace.load());
    if (workspace != 0 && begin >= workspace && begin - workspace <= kWorkspaceBytes && bytes <= kWorkspaceBytes - (begin - workspace)) {
        core.gm_begin = workspace;
        core.gm_end = workspace + kWorkspaceBytes;
        core.gm_writable = true;
        return;
    }
    const Buffer* nearest = nullptr;
    size_t distance = SIZE_MAX;
    for (int i = 0; i < request.buffer_count; ++i) {
        const Buffer& buffer = request.buffers[i];
        if (begin >= buffer.begin && begin - buffer.begin <= buffer.bytes && bytes <= buffer.bytes - (begin - buffer.begin)) {
            if (write && buffer.read_only)
                fail(Kind::Readonly, argument, "writes %zu bytes into argument '%s', which is read-only", bytes, buffer.name);
            core.gm_begin = buffer.begin;
            core.gm_end = buffer.begin + buffer.bytes;
            core.gm_writable = !buffer.read_only;
            return;
        }
        uintptr_t end = buffer.begin + buffer.bytes;
        size_t away = begin < buffer.begin ? buffer.begin - begin : begin >= end ? begin - end : 0;
        if (away < distance) {
            distance = away;
            nearest = &buffer;
        }
    }
    const char* verb = write ? "writes" : "reads";
    if (nearest == nullptr) fail(Kind::Gm, argument, "%s %zu bytes of global memory, but the kernel has no array argument", verb, bytes);
    long long offset = static_cast<long long>(begin - nearest->begin);
    if (distance == 0 && begin < nearest->begin + nearest->bytes)
        fail(Kind::Gm, argument, "%s bytes %lld..%lld of argument '%s', which has %zu bytes: %lld bytes past its end", verb,
             offset, offset + static_cast<long long>(bytes), nearest->name, nearest->bytes,
             offset + static_cast<long long>(bytes) - static_cast<long long>(nearest->bytes));
    fail(Kind::Gm, argument, "%s %zu bytes of global memory at an address %zu bytes %s argument '%s' (%zu bytes), the nearest one",
         verb, bytes, distance, begin < nearest->begin ? "before the start of" : "past the end of", nearest->name, nearest->bytes);
}

namespace {

// The last entry takes the place of the one made.
void make_deferred(Core& core, int index) {
    Deferred move = core.deferred[index];
    core.deferred[index] = core.deferred[--core.deferred_count];
    std::memcpy(memory(core, Space::UB) + move.begin, move.from, move.end - move.begin);
}

void make_postponed(Core& core) {
    core.postponed_count = 0;
    core.postponed.make(core.postponed, memory(core, Space::UB) + core.postponed.begin, 0, core.postponed.count);
}

bool reads(const Postponed& instruction, uintptr_t begin, size_t bytes) {
    for (int i = 0; i < 2; ++i) {
        auto from = reinterpret_cast<uintptr_t>(instruction.source[i]);
        if (from < begin + bytes && begin < from + instruction.source_bytes[i]) return true;
    }
    return false;
}

}  // namespace

void settle(Core& core, uint64_t begin, uint64_t end) {
    for (int i = core.deferred_count - 1; i >= 0; --i)
        if (core.deferred[i].begin < end && begin < core.deferred[i].end) make_deferred(core, i);
    if (core.postponed_count != 0 && core.postponed.begin < end && begin < core.postponed.end) make_postponed(core);
}

void settle_for_write(Core& core, uintptr_t begin, size_t bytes) {
    for (int i = core.deferred_count - 1; i >= 0; --i) {
        auto from = reinterpret_cast<uintptr_t>(core.deferred[i].from);
        size_t length = core.deferred[i].end - core.deferred[i].begin;
        if (bytes < kWorthDeferring || (from < begin + bytes && begin < from + length)) make_deferred(core, i);
    }
    if (core.postponed_count != 0 && (bytes < kWorthDeferring || reads(core.postponed, begin, bytes))) make_postponed(core);
}

void record_issue(Core& core, int pipe, uint64_t start, uint64_t end) {
    Guarded guarded(core);
    fiber_of(core).trace.push_back({core.api, core.file, core.line, pipe, start, end});
}

void record_access(Core& core, Space space, const void* begin, size_t bytes, int pipe, bool write) {
    auto from = reinterpret_cast<uintptr_t>(begin);
    if (space != Space::GM) from -= reinterpret_cast<uintptr_t>(core.base[static_cast<int>(space)]);
    Guarded guarded(core);
    fiber_of(core).accesses.push_back({core.api, core.file, core.line, space, write, pipe, from, from + bytes});
}

void print(const char* format, ...) {
    Guarded guarded(current());
    va_list arguments;
    va_start(arguments, format);
    fiber_of(current()).output += format_text(format, arguments);
    va_end(arguments);
}

void print_text(const char* text, size_t bytes) {
    Guarded guarded(current());
    fiber_of(current()).output.append(text, bytes);
}

int write_file(const char* name, const void* data, size_t bytes) {
    Guarded guarded(current());
    std::FILE* file = std::fopen(name, "wb");
    if (file == nullptr) return -1;
    bool whole = std::fwrite(data, 1, bytes, file) == bytes;
    return std::fclose(file) == 0 && whole ? 0 : -1;
}

}  // namespace asc_machine
