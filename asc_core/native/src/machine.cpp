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
                                        "watchdog", "fault", "gm", "readonly", "check", "interrupted", "race",
                                        "uninitialized"};
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

void record_issue(Core& core, int pipe, uint64_t start, uint64_t end) {
    Guarded guarded(core);
    fiber_of(core).trace.push_back({core.api, core.file, core.line, pipe, start, end});
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
