// Copies of bytes, and writes to global memory that honour the atomic state.
#pragma once
#include "atomic_state.h"

namespace asc_model {

#if defined(__clang__)
typedef float StreamVector __attribute__((vector_size(32)));
#define ASC_STREAM(to, value) __builtin_nontemporal_store(value, reinterpret_cast<StreamVector*>(to))
#elif defined(__AVX512F__)
typedef float StreamVector __attribute__((vector_size(64)));
#define ASC_STREAM(to, value) __builtin_ia32_movntps512(reinterpret_cast<float*>(to), value)
#elif defined(__AVX__)
typedef float StreamVector __attribute__((vector_size(32)));
#define ASC_STREAM(to, value) __builtin_ia32_movntps256(reinterpret_cast<float*>(to), value)
#elif defined(__SSE2__)
typedef float StreamVector __attribute__((vector_size(16)));
#define ASC_STREAM(to, value) __builtin_ia32_movntps(reinterpret_cast<float*>(to), value)
#else
typedef float StreamVector __attribute__((vector_size(16)));
#endif
constexpr size_t kStreamBytes = sizeof(StreamVector);
constexpr size_t kLine = 64;

// Past the caches, for what is larger than they are. Locked instructions at the block's end order these stores.
ASC_LOOP inline void stream_out(void* to, const void* from, size_t bytes) {
#if defined(ASC_STREAM)
    auto* target = static_cast<uint8_t*>(to);
    auto* source = static_cast<const uint8_t*>(from);
    size_t head = (kStreamBytes - reinterpret_cast<uintptr_t>(target) % kStreamBytes) % kStreamBytes;
    if (head > bytes) head = bytes;
    std::memcpy(target, source, head);
    size_t done = head;
    for (; done + kStreamBytes <= bytes; done += kStreamBytes) {
        StreamVector value;
        __builtin_memcpy(&value, source + done, sizeof value);
        ASC_STREAM(target + done, value);
    }
    std::memcpy(target + done, source + done, bytes - done);
#else
    std::memcpy(to, from, bytes);
#endif
}

// A kernel mostly goes on behind what it read: brought closer while the last stores leave.
ASC_INLINE void fetch_ahead(const asc_machine::Postponed& put_off) {
    constexpr size_t kAhead = 1024;
    for (int i = 0; i < 2; ++i)
        for (size_t at = 0; at < kAhead; at += kLine)
            __builtin_prefetch(static_cast<const uint8_t*>(put_off.source[i]) + put_off.source_bytes[i] + at);
}

// An instruction that was put off, made straight into the place in global memory to which its result is moved.
ASC_LOOP inline void store_postponed(Core& core, void* to) {
    const asc_machine::Postponed& put_off = core.postponed;
    core.postponed_count = 0;
    core.deferred[core.deferred_count++] = {put_off.begin, put_off.end, static_cast<const uint8_t*>(to)};
    auto* target = static_cast<uint8_t*>(to);
    if (!core.stream) {
        // Whole cache lines are written faster.
        size_t head = (kLine - reinterpret_cast<uintptr_t>(to) % kLine) % kLine / put_off.element;
        if (head > put_off.count) head = put_off.count;
        if (head != 0) put_off.make(put_off, target, 0, head);
        return put_off.make(put_off, target + head * put_off.element, head, put_off.count - head);
    }
    constexpr size_t kRoom = 1024;
    alignas(kLine) unsigned char room[kRoom];
    size_t step = (kRoom - reinterpret_cast<uintptr_t>(to) % kStreamBytes) / put_off.element;
    for (size_t done = 0; done < put_off.count;) {
        if (step > put_off.count - done) step = put_off.count - done;
        put_off.make(put_off, room, done, step);
        if (done + step == put_off.count) fetch_ahead(put_off);
        stream_out(target + done * put_off.element, room, step * put_off.element);
        done += step;
        step = kRoom / put_off.element;
    }
}

// A loop, because the C library's copy of some kilobytes may start a slow string instruction.
ASC_LOOP inline void copy_bytes(void* to, const void* from, size_t bytes) {
    auto* target = static_cast<uint8_t*>(to);
    auto* source = static_cast<const uint8_t*>(from);
    size_t done = 0;
    for (; done + 4 * kStreamBytes <= bytes; done += 4 * kStreamBytes) {
        StreamVector first, second, third, fourth;
        __builtin_memcpy(&first, source + done, kStreamBytes);
        __builtin_memcpy(&second, source + done + kStreamBytes, kStreamBytes);
        __builtin_memcpy(&third, source + done + 2 * kStreamBytes, kStreamBytes);
        __builtin_memcpy(&fourth, source + done + 3 * kStreamBytes, kStreamBytes);
        __builtin_memcpy(target + done, &first, kStreamBytes);
        __builtin_memcpy(target + done + kStreamBytes, &second, kStreamBytes);
        __builtin_memcpy(target + done + 2 * kStreamBytes, &third, kStreamBytes);
        __builtin_memcpy(target + done + 3 * kStreamBytes, &fourth, kStreamBytes);
    }
    if (done < bytes) std::memcpy(target + done, source + done, bytes - done);
}

// A copy in bytes: `count` bursts of `length`, whose starts lie `source_step` and `destination_step` apart.
struct Bursts {
    uint64_t count, length, source_step, destination_step;
    bool empty() const { return count == 0 || length == 0; }
    uint64_t moved() const { return count * length; }
    uint64_t source_span() const { return empty() ? 0 : (count - 1) * source_step + length; }
    uint64_t destination_span() const { return empty() ? 0 : (count - 1) * destination_step + length; }
    bool contiguous() const { return count == 1 || (source_step == length && destination_step == length); }
    // How its operands are watched: those with gaps row by row.
    Extent extent() const { return contiguous() ? Extent::Exact : Extent::Silent; }
};

ASC_LOOP inline void copy_bursts(void* to, const void* from, const Bursts& bursts) {
    auto* target = static_cast<uint8_t*>(to);
    auto* source = static_cast<const uint8_t*>(from);
    if (bursts.contiguous()) {
        copy_bytes(target, source, bursts.moved());
        return;
    }
    for (uint64_t i = 0; i < bursts.count; ++i)
        std::memcpy(target + i * bursts.destination_step, source + i * bursts.source_step, bursts.length);
}

// Writes to global memory, as the atomic state says.
ASC_INLINE void store(AtomicState atomic, void* to, const void* from, size_t bytes) {
    if (ASC_UNLIKELY(atomic.kind != AtomicKind::None)) combine(to, from, bytes, atomic);
    else std::memcpy(to, from, bytes);
}

ASC_LOOP inline void store_bursts(Core& core, AtomicState atomic, void* to, const void* from, const Bursts& bursts) {
    auto* target = static_cast<uint8_t*>(to);
    auto* source = static_cast<const uint8_t*>(from);
    if (ASC_UNLIKELY(atomic.kind != AtomicKind::None)) {
        for (uint64_t i = 0; i < bursts.count; ++i)
            combine(target + i * bursts.destination_step, source + i * bursts.source_step, bursts.length, atomic);
    } else if (core.stream && bursts.contiguous()) {
        stream_out(target, source, bursts.moved());
    } else {
        copy_bursts(target, source, bursts);
    }
}

}  // namespace asc_model
