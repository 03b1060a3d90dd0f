// Moves between global memory and the local memories of a core.
#pragma once
#include "tensor.h"

namespace asc_model {

// Bytes a cycle between global memory and a core, and within a core (API page of the memory units).
constexpr uint64_t kReadGmRate = 32;
constexpr uint64_t kWriteGmRate = 64;
constexpr uint64_t kLocalRate = 256;

constexpr uint64_t cycles_of(uint64_t bytes, uint64_t rate) { return (bytes + rate - 1) / rate; }

ASC_INLINE void check_blocks(const char* argument, uint64_t bytes) {
    if (ASC_UNLIKELY(bytes % asc_machine::kBlockBytes != 0))
        fail(Kind::Alignment, argument, "%llu bytes are not a multiple of %zu; DataCopyPad moves other lengths",
             static_cast<unsigned long long>(bytes), asc_machine::kBlockBytes);
}

// A burst copy in bytes: `count` pieces of `length`, `gap` bytes between the end of one and the start of the next.
struct Bursts {
    uint64_t count, length, source_gap, destination_gap;
    uint64_t moved() const { return count * length; }
    uint64_t source_span() const { return count == 0 ? 0 : count * length + (count - 1) * source_gap; }
    uint64_t destination_span() const { return count == 0 ? 0 : count * length + (count - 1) * destination_gap; }
};

ASC_INLINE Bursts bursts_of(const AscendC::DataCopyParams& params) {
    constexpr uint64_t block = asc_machine::kBlockBytes;
    if (ASC_UNLIKELY(params.blockCount == 0 || params.blockCount > 4095))
        fail(Kind::Check, "blockCount", "blockCount is %u, outside 1..4095", params.blockCount);
    if (ASC_UNLIKELY(params.blockLen == 0)) fail(Kind::Check, "blockLen", "blockLen is 0, outside 1..65535 blocks of 32 bytes");
    return {params.blockCount, params.blockLen * block, params.srcGap * block, params.dstGap * block};
}

#if defined(__AVX512F__)
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

ASC_LOOP inline void copy_bursts(void* to, const void* from, const Bursts& bursts) {
    auto* target = static_cast<uint8_t*>(to);
    auto* source = static_cast<const uint8_t*>(from);
    if (bursts.source_gap == 0 && bursts.destination_gap == 0) {
        copy_bytes(target, source, bursts.moved());
        return;
    }
    for (uint64_t i = 0; i < bursts.count; ++i)
        std::memcpy(target + i * (bursts.length + bursts.destination_gap), source + i * (bursts.length + bursts.source_gap),
                    bursts.length);
}

template <typename T>
ASC_INLINE void copy_in(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::GlobalTensor<T>& src, const Bursts& bursts) {
    T* to = output(core, "dst", dst, bursts.destination_span(), PIPE_MTE2);
    const T* from = global(core, "src", src, bursts.source_span(), PIPE_MTE2, false);
    asc_machine::issue(core, PIPE_MTE2, cycles_of(bursts.moved(), kReadGmRate));
    copy_bursts(to, from, bursts);
}

template <typename T>
ASC_INLINE void copy_out(Core& core, const AscendC::GlobalTensor<T>& dst, const AscendC::LocalTensor<T>& src, const Bursts& bursts) {
    const T* from = input(core, "src", src, bursts.source_span(), PIPE_MTE3);
    T* to = global(core, "dst", dst, bursts.destination_span(), PIPE_MTE3, true);
    asc_machine::issue(core, PIPE_MTE3, cycles_of(bursts.moved(), kWriteGmRate));
    if (core.stream && bursts.destination_gap == 0 && bursts.source_gap == 0) stream_out(to, from, bursts.moved());
    else copy_bursts(to, from, bursts);
}

// Within a core the pipe follows from the two memories: UB to UB is V, L1 to the cube's buffers MTE1, UB to L1 MTE3.
template <typename T, typename U>
ASC_INLINE void copy_local(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<U>& src, const Bursts& bursts) {
    Space source = space_of(src.position()), target = space_of(dst.position());
    int pipe = source == Space::UB ? (target == Space::UB ? PIPE_V : PIPE_MTE3) : source == Space::L1 ? PIPE_MTE1 : PIPE_V;
    T* to = output(core, "dst", dst, bursts.destination_span(), pipe);
    const U* from = input(core, "src", src, bursts.source_span(), pipe);
    asc_machine::issue(core, pipe, cycles_of(bursts.moved(), kLocalRate));
    copy_bursts(to, from, bursts);
}

template <typename T>
ASC_INLINE Bursts one_burst(uint32_t count) {
    uint64_t bytes = static_cast<uint64_t>(count) * sizeof(T);
    check_blocks("count", bytes);
    return {1, bytes, 0, 0};
}

}  // namespace asc_model

namespace AscendC {

template <typename T>
ASC_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const uint32_t count, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::copy_in(core, dst, src, asc_model::one_burst<T>(count));
}

template <typename T>
ASC_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t count, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::copy_out(core, dst, src, asc_model::one_burst<T>(count));
}

template <typename T>
ASC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t count, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::copy_local(core, dst, src, asc_model::one_burst<T>(count));
}

template <typename T>
ASC_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyParams& repeatParams,
                      asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::copy_in(core, dst, src, asc_model::bursts_of(repeatParams));
}

template <typename T>
ASC_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& repeatParams,
                      asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::copy_out(core, dst, src, asc_model::bursts_of(repeatParams));
}

template <typename T, typename U>
ASC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyParams& repeatParams,
                      asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::copy_local(core, dst, src, asc_model::bursts_of(repeatParams));
}

}  // namespace AscendC
