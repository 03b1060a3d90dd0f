// Moves into UB and instructions on them that are put off until something touches what they write or read.
#include "put_off.h"

namespace asc_machine {

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

void drop(Core& core, uint64_t offset, uint64_t bytes) {
    uint64_t end = offset + bytes;
    if (core.postponed_count != 0 && core.postponed.begin >= offset && core.postponed.end <= end) core.postponed_count = 0;
    for (int i = core.deferred_count - 1; i >= 0; --i)
        if (core.deferred[i].begin >= offset && core.deferred[i].end <= end) core.deferred[i] = core.deferred[--core.deferred_count];
}

const uint8_t* deferred_source(const Core& core, uint64_t offset, uint64_t bytes) {
    for (int i = 0; i < core.deferred_count; ++i) {
        const Deferred& move = core.deferred[i];
        if (offset >= move.begin && offset + bytes <= move.end) return move.from + (offset - move.begin);
    }
    return nullptr;
}

}  // namespace asc_machine
