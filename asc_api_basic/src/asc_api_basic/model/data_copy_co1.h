// DataCopy out of L0C, with the registers that SetFixpipe* set.
#pragma once
#include "fixpipe.h"

namespace asc_model {

ASC_INLINE FixMove co1_move(Core& core, const AscendC::DataCopyCO12DstParams& p) {
    CubeState& state = cube_state(core);
    require_range("reluPre", p.reluPre, 0, 1);
    require_range("clipReluPre", p.clipReluPre, 0, 0);
    require_range("eltWiseOp", p.eltWiseOp, 0, 0);
    const uint64_t* quants = &state.quant;
    if (by_column(p.quantPre)) {
        if (ASC_UNLIKELY(!state.quants_set))
            fail(Kind::Check, "quantPre", "%s takes a factor a column, which SetFixPipeConfig places", quant_name(p.quantPre));
        quants = reinterpret_cast<const uint64_t*>(asc_machine::span(core, "quantPre", Space::FB, state.quants,
                                                                     uint64_t(p.nSize) * sizeof(uint64_t), 128));
    } else if (ASC_UNLIKELY(by_factor(p.quantPre) && !state.quant_set)) {
        fail(Kind::Check, "quantPre", "%s takes a factor, which SetFixpipePreQuantFlag sets", quant_name(p.quantPre));
    }
    bool several = p.nz2ndEn && state.matrices_set;
    return {p.nSize, p.mSize, p.srcStride, p.dstStride, p.quantPre, quants, p.reluPre != 0, p.nz2ndEn, p.channelSplit,
            several ? state.matrices : 1u, several ? state.source_stride : 0u, several ? state.destination_stride : 0u, p.unitFlag};
}

}  // namespace asc_model

namespace AscendC {

template <typename T, typename U>
ASC_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyCO12DstParams& intriParams,
                      asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::fix_to_global(core, dst, src, asc_model::co1_move(core, intriParams));
}

template <typename T, typename U>
ASC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyCO12DstParams& intriParams,
                      asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::fix_to_local(core, dst, src, asc_model::co1_move(core, intriParams));
}

}  // namespace AscendC
