// DataCopy with enhanced parameters: plain moves, and matrices from L1 to L0C.
#pragma once
#include "data_copy.h"

namespace asc_model {

ASC_INLINE void require_plain(const AscendC::DataCopyEnhancedParams& p, bool matrix) {
    using AscendC::BlockMode;
    if (ASC_UNLIKELY(p.blockMode != (matrix ? BlockMode::BLOCK_MODE_MATRIX : BlockMode::BLOCK_MODE_NORMAL)))
        fail(Kind::Check, "enhancedParams", "blockMode is %d; on this way it is %s", static_cast<int>(p.blockMode),
             matrix ? "BLOCK_MODE_MATRIX" : "BLOCK_MODE_NORMAL");
    if (ASC_UNLIKELY(p.deqScale != AscendC::DeqScale::DEQ_NONE || p.deqValue != 0 || p.isRelu || p.sidStoreMode != 0 ||
                     p.padMode != PAD_NONE || p.padValue != 0))
        fail(Kind::Check, "enhancedParams", "moves on this processor neither dequantise, clip nor pad: leave these fields at their defaults");
}

// From L1 to L0C: bursts of fractals of 16 by 16, gaps in blocks of 32 bytes in L1 and in fractals in L0C.
template <typename D, typename S>
ASC_INLINE void copy_matrix(Core& core, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src,
                            const AscendC::DataCopyParams& p) {
    constexpr uint64_t elements = 256;
    require_range("blockCount", p.blockCount, 0, 4095);
    const Path& path = path_between(Space::L1, Space::L0C);
    uint64_t length = p.blockLen * elements;
    uint64_t source_step = length * sizeof(S) + uint64_t(p.srcGap) * AscendC::ONE_BLK_SIZE;
    uint64_t step = (length + p.dstGap * elements) * sizeof(D);
    if (p.blockCount == 0 || length == 0 || !runs_here(core, path.core)) return;
    uint64_t last = p.blockCount - uint64_t(1);
    D* to = output(core, "dst", dst, last * step + length * sizeof(D), path.pipe, path.destination_alignment);
    const S* from = input(core, "src", src, last * source_step + length * sizeof(S), path.pipe, path.source_alignment);
    issue_move(core, p.blockCount * length * sizeof(D), path);
    for (uint64_t i = 0; i <= last; ++i) {
        D* target = to + i * step / sizeof(D);
        const S* source = from + i * source_step / sizeof(S);
        if constexpr (sizeof(D) == sizeof(S)) copy_bytes(target, source, length * sizeof(S));
        else narrow(source, target, length);
    }
}

}  // namespace asc_model

namespace AscendC {

template <typename T>
ASC_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyParams& intriParams,
                      const DataCopyEnhancedParams& enhancedParams, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::require_plain(enhancedParams, false);
    asc_model::copy_in(core, dst, src, asc_model::bursts_of(intriParams, asc_model::burst_units(asc_machine::Space::UB)));
}

template <typename T>
ASC_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& intriParams,
                      const DataCopyEnhancedParams& enhancedParams, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::require_plain(enhancedParams, false);
    asc_model::copy_out(core, dst, src, asc_model::bursts_of(intriParams, asc_model::burst_units(asc_machine::Space::UB)));
}

template <typename T>
ASC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& intriParams,
                      const DataCopyEnhancedParams& enhancedParams, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    using asc_machine::Space;
    bool matrix = asc_model::space_of(src.position()) == Space::L1 && asc_model::space_of(dst.position()) == Space::L0C;
    asc_model::require_plain(enhancedParams, matrix);
    if (matrix) asc_model::copy_matrix(core, dst, src, intriParams);
    else
        asc_model::copy_local(core, dst, src,
                              asc_model::bursts_of(intriParams, asc_model::burst_units(asc_model::space_of(dst.position()))));
}

template <typename T, typename U>
ASC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyParams& intriParams,
                      const DataCopyEnhancedParams& enhancedParams, asc_machine::Where where = {}) {
    static_assert(sizeof(T) == 2 && sizeof(U) == 4, "DataCopy between types takes float to half or bfloat16_t");
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::require_space("src", src.position(), asc_machine::Space::L1, "A1 or B1");
    asc_model::require_space("dst", dst.position(), asc_machine::Space::L0C, "CO1");
    asc_model::require_plain(enhancedParams, true);
    asc_model::copy_matrix(core, dst, src, intriParams);
}

}  // namespace AscendC
