// Operands: checked, made, watched.
#include "fiber.h"
#include "put_off.h"
#include "scheduler.h"
#include "watch.h"

namespace asc_machine {

namespace {

Fiber& fiber_of(Core& core) { return *static_cast<Fiber*>(core.fiber); }

// Finds the array, or fails.
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
    const Buffer* sealed = nullptr;
    size_t distance = SIZE_MAX;
    for (int i = 0; i < request.buffer_count; ++i) {
        const Buffer& buffer = request.buffers[i];
        if (begin >= buffer.begin && begin - buffer.begin <= buffer.bytes && bytes <= buffer.bytes - (begin - buffer.begin)) {
            // The same memory may have been passed as a writeable array, too.
            if (write && buffer.read_only) {
                if (sealed == nullptr) sealed = &buffer;
                continue;
            }
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
    if (sealed != nullptr)
        fail(Kind::Readonly, argument, "writes %zu bytes into argument '%s', which is read-only", bytes, sealed->name);
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

[[noreturn, gnu::cold]] void room_failed(const char* argument, uint64_t bytes, uint64_t room) {
    if (room == 0) fail(Kind::Bounds, argument, "tensor is empty: it was never given memory, or starts at its end");
    fail(Kind::Bounds, argument, "needs %llu bytes, the tensor has %llu", static_cast<unsigned long long>(bytes),
         static_cast<unsigned long long>(room));
}

}  // namespace

void check_span(const Core& core, const char* argument, Space space, uint64_t offset, uint64_t bytes, size_t alignment) {
    if (ASC_UNLIKELY(offset % alignment != 0))
        fail(Kind::Alignment, argument, "starts at byte %llu of %s, which is not a multiple of %zu",
             static_cast<unsigned long long>(offset), space_name(space), alignment);
    uint32_t size = core.size[static_cast<int>(space)];
    if (ASC_UNLIKELY(offset > size || bytes > size - offset))
        fail(Kind::Capacity, argument, "uses bytes %llu..%llu of %s, which has %u bytes",
             static_cast<unsigned long long>(offset), static_cast<unsigned long long>(offset + bytes), space_name(space), size);
}

uint8_t* span(Core& core, const char* argument, Space space, uint64_t offset, uint64_t bytes, size_t alignment) {
    check_span(core, argument, space, offset, bytes, alignment);
    if (put_off(core) && space == Space::UB) settle(core, offset, offset + bytes);
    return memory(core, space) + offset;
}

uint8_t* operand(Core& core, const char* argument, const Place& place, uint64_t bytes, Use use) {
    if (ASC_UNLIKELY(bytes > place.bytes)) room_failed(argument, bytes, place.bytes);
    check_span(core, argument, place.space, place.address, bytes, use.alignment);
    if (core.retired != 0) check_retired(core, argument, place.space, place.address, bytes, use.write);
    uint8_t* where = memory(core, place.space) + place.address;
    if (watched(core) && use.extent != Extent::Silent)
        watch_rows(core, argument, place.space, place.address, 1, bytes, 0, use.pipe, use.write, use.extent == Extent::Exact);
    if (put_off(core) && place.space == Space::UB) {
        if (use.view)
            if (const uint8_t* source = deferred_source(core, place.address, bytes)) return const_cast<uint8_t*>(source);
        settle(core, place.address, place.address + bytes);
    }
    return where;
}

bool result_waits(Core& core, const char* argument, const Place& place, uint64_t bytes, int pipe) {
    const Postponed& result = core.postponed;
    if (core.postponed_count == 0 || core.deferred_count == kDeferred || place.space != Space::UB ||
        place.address != result.begin || place.address + bytes != result.end || bytes > place.bytes)
        return false;
    if (core.retired != 0) check_retired(core, argument, place.space, place.address, bytes, false);
    if (watched(core)) watch_rows(core, argument, place.space, place.address, 1, bytes, 0, pipe, false, true);
    return true;
}

void gm_check(Core& core, const char* argument, const void* begin, size_t bytes, bool write) {
    auto address = reinterpret_cast<uintptr_t>(begin);
    if (address < core.gm_begin || address > core.gm_end || bytes > core.gm_end - address || (write && !core.gm_writable))
        gm_lookup(core, argument, address, bytes, write);
    if (write && put_off(core)) settle_for_write(core, address, bytes);
}

void gm_operand(Core& core, const char* argument, const void* begin, uint64_t room, uint64_t bytes, Use use) {
    if (ASC_UNLIKELY(bytes > room))
        fail(Kind::Bounds, argument, "needs %llu bytes, the tensor has %llu", static_cast<unsigned long long>(bytes),
             static_cast<unsigned long long>(room));
    gm_check(core, argument, begin, bytes, use.write);
    if (watched(core) && use.extent == Extent::Exact)
        watch_rows(core, argument, Space::GM, reinterpret_cast<uintptr_t>(begin), 1, bytes, 0, use.pipe, use.write, true);
}

void used(Core& core, const char* argument, Space space, uint64_t begin, uint64_t count, uint64_t length, uint64_t step, int pipe,
          bool write) {
    if (watched(core)) watch_rows(core, argument, space, begin, count, length, step, pipe, write, true);
}

void check_place(const Core& core, Place& place) {
    const char* name = space_name(place.space);
    uint64_t capacity = core.size[static_cast<int>(place.space)];
    if (place.address % kBlockBytes != 0)
        fail(Kind::Alignment, "addr", "address %u of %s is not a multiple of %zu bytes", place.address, name, kBlockBytes);
    if (place.bytes == 0 && place.address < capacity) place.bytes = capacity - place.address;
    if (place.address + place.bytes > capacity)
        fail(Kind::Capacity, "tileSize", "bytes %u..%llu lie outside %s, which has %llu bytes", place.address,
             static_cast<unsigned long long>(place.address + place.bytes), name, static_cast<unsigned long long>(capacity));
}

void start_failed(const char* api, const Index& offset, size_t element, uint64_t bytes) {
    enter(api, offset.where);
    fail(Kind::Bounds, "offset", "starts at byte %lld of a tensor of %llu bytes",
         static_cast<long long>(offset.value) * static_cast<long long>(element), static_cast<unsigned long long>(bytes));
}

}  // namespace asc_machine
