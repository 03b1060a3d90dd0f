// Fixpipe and the registers of moves out of L0C.
#pragma once
#include "fix_move.h"

namespace asc_model {

template <AscendC::CO2Layout layout>
ASC_INLINE FixMove fix_move(const AscendC::FixpipeParamsV220& p, const uint64_t* quants) {
    static_assert(layout != AscendC::CO2Layout::COLUMN_MAJOR, "Fixpipe writes NZ or ROW_MAJOR");
    constexpr bool rows = layout == AscendC::CO2Layout::ROW_MAJOR;
    return {p.nSize, p.mSize, p.srcStride, p.dstStride, p.quantPre, quants, p.reluEn, rows, p.isChannelSplit,
            rows ? p.ndNum : 1u, p.srcNdStride, p.dstNdStride, p.unitFlag};
}

ASC_INLINE void require_scalar_quant(QuantMode_t mode) {
    if (ASC_UNLIKELY(by_column(mode)))
        fail(Kind::Check, "quantPre", "%s takes a factor a column: pass them in cbufWorkspace", quant_name(mode));
}

ASC_INLINE void set_quant(Core& core, uint64_t bits) {
    CubeState& state = cube_state(core);
    state.quant_set = true;
    state.quant = bits;
}

// The factors of the columns, in L1.
template <typename S>
ASC_INLINE const uint64_t* column_quants(Core& core, const AscendC::LocalTensor<S>& workspace, const AscendC::FixpipeParamsV220& p) {
    static_assert(sizeof(S) == sizeof(uint64_t), "cbufWorkspace holds elements of uint64_t");
    require_space("cbufWorkspace", workspace.position(), Space::L1, "A1, B1 or C1");
    if (ASC_UNLIKELY(!by_column(p.quantPre)))
        fail(Kind::Check, "quantPre", "%s takes no factors of columns: leave cbufWorkspace out", quant_name(p.quantPre));
    return reinterpret_cast<const uint64_t*>(
        input(core, "cbufWorkspace", workspace, uint64_t(p.nSize) * sizeof(uint64_t), PIPE_FIX));
}

}  // namespace asc_model

namespace AscendC {

template <typename T, typename U, const FixpipeConfig& config = CFG_ROW_MAJOR>
ASC_API void Fixpipe(const GlobalTensor<T>& dst, const LocalTensor<U>& src, const FixpipeParamsV220& intriParams,
                     asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("Fixpipe", where);
    asc_model::require_scalar_quant(intriParams.quantPre);
    if (asc_model::by_factor(intriParams.quantPre)) asc_model::set_quant(core, intriParams.deqScalar);
    asc_model::fix_to_global(core, dst, src, asc_model::fix_move<config.format>(intriParams, &intriParams.deqScalar));
}

template <typename T, typename U, const FixpipeConfig& config = CFG_ROW_MAJOR, typename S = uint64_t>
ASC_API void Fixpipe(const GlobalTensor<T>& dst, const LocalTensor<U>& src, const LocalTensor<S>& cbufWorkspace,
                     const FixpipeParamsV220& intriParams, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("Fixpipe", where);
    const uint64_t* quants = asc_model::column_quants(core, cbufWorkspace, intriParams);
    asc_model::fix_to_global(core, dst, src, asc_model::fix_move<config.format>(intriParams, quants));
}

template <typename T, typename U, const FixpipeConfig& config = CFG_ROW_MAJOR>
ASC_API void Fixpipe(const LocalTensor<T>& dst, const LocalTensor<U>& src, const FixpipeParamsV220& intriParams,
                     asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("Fixpipe", where);
    asc_model::require_scalar_quant(intriParams.quantPre);
    if (asc_model::by_factor(intriParams.quantPre)) asc_model::set_quant(core, intriParams.deqScalar);
    asc_model::fix_to_local(core, dst, src, asc_model::fix_move<config.format>(intriParams, &intriParams.deqScalar));
}

template <typename T, typename U, const FixpipeConfig& config = CFG_ROW_MAJOR, typename S = uint64_t>
ASC_API void Fixpipe(const LocalTensor<T>& dst, const LocalTensor<U>& src, const LocalTensor<S>& cbufWorkspace,
                     const FixpipeParamsV220& intriParams, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("Fixpipe", where);
    const uint64_t* quants = asc_model::column_quants(core, cbufWorkspace, intriParams);
    asc_model::fix_to_local(core, dst, src, asc_model::fix_move<config.format>(intriParams, quants));
}

ASC_API inline void SetFixpipePreQuantFlag(uint64_t config, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetFixpipePreQuantFlag", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_model::set_quant(core, config);
}

ASC_API inline void SetFixpipeNz2ndFlag(uint16_t ndNum, uint16_t srcNdStride, uint16_t dstNdStride, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetFixpipeNz2ndFlag", where);
    asc_model::require_range("ndNum", ndNum, 1, 65535);
    asc_model::require_range("srcNdStride", srcNdStride, 0, 512);
    asc_machine::issue(core, PIPE_S, 1);
    auto& state = asc_model::cube_state(core);
    state.matrices_set = true;
    state.matrices = ndNum;
    state.source_stride = srcNdStride;
    state.destination_stride = dstNdStride;
}

template <typename T, bool setRelu = false>
ASC_API void SetFixPipeConfig(const LocalTensor<T>& preData, bool isUnitFlag = false, asc_machine::Where where = {}) {
    static_assert(!setRelu, "SetFixPipeConfig: a factor a column of ReLU isn't supported on Atlas A2/A3");
    static_assert(sizeof(T) == sizeof(uint64_t), "SetFixPipeConfig takes a tensor of uint64_t");
    auto& core = asc_machine::enter("SetFixPipeConfig", where);
    asc_model::require_space("preData", preData.position(), asc_machine::Space::FB, "C2PIPE2GM");
    asc_machine::issue(core, PIPE_S, 1);
    auto& state = asc_model::cube_state(core);
    state.quants_set = true;
    state.quants = preData.address();
    if (isUnitFlag)
        for (uint64_t& word : state.unit_flags) word = 0;
}

}  // namespace AscendC
