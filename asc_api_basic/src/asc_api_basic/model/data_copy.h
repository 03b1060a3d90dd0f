// DataCopy of contiguous elements and of bursts of blocks.
#pragma once
#include "move_path.h"

namespace asc_model {

// Lengths and gaps of DataCopyParams in bytes: on most paths blocks of 32 bytes, and gaps between bursts.
struct BurstUnits {
    uint32_t length, source_gap, destination_gap;
    bool starts;  // gaps count from start to start
};

constexpr BurstUnits burst_units(Space to) {
    if (to == Space::BT) return {64, 32, 64, false};
    if (to == Space::FB) return {128, 32, 128, true};
    return {32, 32, 32, false};
}

ASC_INLINE Bursts bursts_of(const AscendC::DataCopyParams& params, BurstUnits units) {
    require_range("blockCount", params.blockCount, 0, 4095);
    uint64_t length = uint64_t(params.blockLen) * units.length, between = units.starts ? 0 : length;
    return {params.blockCount, length, between + uint64_t(params.srcGap) * units.source_gap,
            between + uint64_t(params.dstGap) * units.destination_gap};
}

template <typename T>
ASC_INLINE Bursts one_burst(uint32_t count) {
    uint64_t bytes = uint64_t(count) * sizeof(T);
    if (ASC_UNLIKELY(bytes % asc_machine::kBlockBytes != 0))
        fail(Kind::Alignment, "count", "%u elements are %llu bytes, which is not a multiple of %zu; DataCopyPad moves other lengths",
             count, static_cast<unsigned long long>(bytes), asc_machine::kBlockBytes);
    return {1, bytes, bytes, bytes};
}

template <typename T>
ASC_INLINE void copy_in(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::GlobalTensor<T>& src, const Bursts& bursts) {
    const Path& path = path_between(Space::GM, space_of(dst.position()), spaces(Space::UB, Space::L1), "LoadData");
    if (bursts.empty() || !runs_here(core, path.core)) return;
    Space space = space_of(dst.position());
    if (bursts.contiguous()) asc_machine::overwrite(core, space, dst.address(), bursts.moved());
    T* to = output(core, "dst", dst, bursts.destination_span(), path.pipe, path.destination_alignment, bursts.extent());
    const T* from = global(core, "src", src, bursts.source_span(), path.pipe, false, bursts.extent());
    if (asc_machine::watched(core)) tell(core, bursts, path, reinterpret_cast<uintptr_t>(from), dst.address());
    issue_move(core, bursts.moved(), path);
    if (bursts.contiguous() && asc_machine::defer(core, space, dst.address(), from, bursts.moved())) return;
    copy_bursts(to, from, bursts);
}

template <typename T>
ASC_INLINE void copy_out(Core& core, const AscendC::GlobalTensor<T>& dst, const AscendC::LocalTensor<T>& src, const Bursts& bursts) {
    const Path& path = path_between(space_of(src.position()), Space::GM, spaces(Space::GM), "Fixpipe");
    if (bursts.empty() || !runs_here(core, path.core)) return;
    AtomicState atomic = atomic_state<T>(core);
    bool waits = bursts.contiguous() && atomic.kind == AtomicKind::None &&
                 asc_machine::result_waits(core, "src", src.place(), bursts.moved(), path.pipe);
    if (!waits) input(core, "src", src, bursts.source_span(), path.pipe, path.source_alignment, bursts.extent());
    T* to = global(core, "dst", dst, bursts.destination_span(), path.pipe, true, bursts.extent());
    if (asc_machine::watched(core)) tell(core, bursts, path, src.address(), reinterpret_cast<uintptr_t>(to));
    issue_move(core, bursts.moved(), path);
    // The check of dst has made the instruction when the move overwrites what it reads.
    if (waits && core.postponed_count != 0) store_postponed(core, to);
    else store_bursts(core, atomic, to, asc_machine::memory(core, path.from) + src.address(), bursts);
}

// Source and destination of a move within a memory are apart, or the same.
ASC_INLINE void check_apart(const void* from, uint64_t from_bytes, const void* to, uint64_t to_bytes) {
    auto source = reinterpret_cast<uintptr_t>(from), target = reinterpret_cast<uintptr_t>(to);
    if (ASC_UNLIKELY(source != target && source < target + to_bytes && target < source + from_bytes))
        fail(Kind::Check, "src", "overlaps dst in part: it starts %lld bytes from dst",
             static_cast<long long>(source) - static_cast<long long>(target));
}

constexpr uint32_t kLocalTargets = spaces(Space::UB, Space::L1, Space::BT, Space::FB);

template <typename T, typename U>
ASC_INLINE void copy_local(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<U>& src, const Bursts& bursts) {
    const Path& path = path_between(space_of(src.position()), space_of(dst.position()), kLocalTargets, "LoadData");
    if (bursts.empty() || !runs_here(core, path.core)) return;
    T* to = output(core, "dst", dst, bursts.destination_span(), path.pipe, path.destination_alignment, bursts.extent());
    check_apart(asc_machine::memory(core, path.from) + src.address(), bursts.source_span(), to, bursts.destination_span());
    // Gaps may be moved along, so a source that was written in part is none to report.
    const U* from = input(core, "src", src, bursts.source_span(), path.pipe, path.source_alignment,
                          bursts.contiguous() ? Extent::Sparse : Extent::Silent);
    if (asc_machine::watched(core)) tell(core, bursts, path, src.address(), dst.address());
    issue_move(core, bursts.moved(), path);
    copy_bursts(to, from, bursts);
}

// Biases of type half widen on their way from L1 to the bias table.
ASC_INLINE void copy_bias(Core& core, const AscendC::LocalTensor<float>& dst, const AscendC::LocalTensor<half>& src,
                          const Bursts& bursts) {
    require_space("dst", dst.position(), Space::BT, "C2");
    require_space("src", src.position(), Space::L1, "C1");
    const Path& path = path_between(Space::L1, Space::BT);
    if (bursts.empty() || !runs_here(core, path.core)) return;
    Bursts wide{bursts.count, bursts.length * 2, 0, bursts.destination_step + bursts.length};
    float* to = output(core, "dst", dst, wide.destination_span(), path.pipe, path.destination_alignment);
    const half* from = input(core, "src", src, bursts.source_span(), path.pipe, path.source_alignment);
    issue_move(core, wide.moved(), path);
    for (uint64_t i = 0; i < bursts.count; ++i)
        widen(from + i * bursts.source_step / sizeof(half), to + i * wide.destination_step / sizeof(float),
              bursts.length / sizeof(half));
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
    asc_model::copy_in(core, dst, src, asc_model::bursts_of(repeatParams, asc_model::burst_units(asc_machine::Space::UB)));
}

template <typename T>
ASC_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& repeatParams,
                      asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::copy_out(core, dst, src, asc_model::bursts_of(repeatParams, asc_model::burst_units(asc_machine::Space::UB)));
}

template <typename T>
ASC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& repeatParams,
                      asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::copy_local(core, dst, src,
                          asc_model::bursts_of(repeatParams, asc_model::burst_units(asc_model::space_of(dst.position()))));
}

template <typename T, typename U>
ASC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyParams& repeatParams,
                      asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::copy_bias(core, dst, src, asc_model::bursts_of(repeatParams, asc_model::burst_units(asc_machine::Space::BT)));
}

}  // namespace AscendC
