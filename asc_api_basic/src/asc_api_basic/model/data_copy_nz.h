// DataCopy between rows (ND) and columns of fractals (NZ).
#pragma once
#include "move_path.h"

namespace asc_model {

// The ranges are those of the destination: L1 admits matrices that lie on top of each other.
ASC_INLINE void check_nd2nz(const AscendC::Nd2NzParams& params, bool into_l1) {
    require_range("ndNum", params.ndNum, 0, 4095);
    require_range("nValue", params.nValue, 0, 16384);
    require_range("srcDValue", params.srcDValue, 1, 65535);
    require_range("dstNzC0Stride", params.dstNzC0Stride, 1, 16384);
    require_range("dstNzNStride", params.dstNzNStride, 1, 16384);
    if (params.ndNum > 1) require_range("dstNzMatrixStride", params.dstNzMatrixStride, into_l1 ? 0 : 1, into_l1 ? 16384 : 65535);
}

struct NzExtent {
    uint64_t source, destination, moved;
};

template <typename T>
ASC_INLINE NzExtent nd2nz_extent(const AscendC::Nd2NzParams& params) {
    constexpr uint64_t c0 = AscendC::ONE_BLK_SIZE / sizeof(T);
    uint64_t parts = (params.dValue + c0 - 1) / c0, last = params.ndNum - 1u;
    uint64_t source = last * params.srcNdMatrixStride + (params.nValue - uint64_t(1)) * params.srcDValue + params.dValue;
    uint64_t blocks = (parts - 1) * params.dstNzC0Stride + (params.nValue - uint64_t(1)) * params.dstNzNStride + 1;
    return {source * sizeof(T), last * params.dstNzMatrixStride * sizeof(T) + blocks * AscendC::ONE_BLK_SIZE,
            uint64_t(params.ndNum) * params.nValue * parts * AscendC::ONE_BLK_SIZE};
}

ASC_INLINE bool nothing_to_move(const AscendC::Nd2NzParams& params) {
    return params.ndNum == 0 || params.nValue == 0 || params.dValue == 0;
}

// `row` gives the start of a row of the source; the rest of a row's last block is filled with zeros.
template <typename T, typename Row>
ASC_INLINE void rows_to_fractals(uint8_t* to, const AscendC::Nd2NzParams& params, const Row& row) {
    constexpr uint64_t c0 = AscendC::ONE_BLK_SIZE / sizeof(T);
    uint64_t whole = params.dValue / c0, rest = params.dValue % c0 * sizeof(T);
    uint64_t across = uint64_t(params.dstNzC0Stride) * AscendC::ONE_BLK_SIZE, down = uint64_t(params.dstNzNStride) * AscendC::ONE_BLK_SIZE;
    for (uint64_t matrix = 0; matrix < params.ndNum; ++matrix) {
        uint8_t* base = to + matrix * params.dstNzMatrixStride * sizeof(T);
        uint64_t c = 0;
        // Two blocks of a row at a time: they share a cache line, and the destination is written in two runs.
        for (; c + 2 <= whole; c += 2)
            for (uint64_t n = 0; n < params.nValue; ++n) {
                const uint8_t* from = row(matrix, n) + c * AscendC::ONE_BLK_SIZE;
                uint8_t* place = base + c * across + n * down;
                __builtin_memcpy(place, from, AscendC::ONE_BLK_SIZE);
                __builtin_memcpy(place + across, from + AscendC::ONE_BLK_SIZE, AscendC::ONE_BLK_SIZE);
            }
        for (; c * c0 < params.dValue; ++c)
            for (uint64_t n = 0; n < params.nValue; ++n) {
                uint8_t block[AscendC::ONE_BLK_SIZE] = {};
                std::memcpy(block, row(matrix, n) + c * AscendC::ONE_BLK_SIZE, c < whole ? uint64_t(AscendC::ONE_BLK_SIZE) : rest);
                __builtin_memcpy(base + c * across + n * down, block, AscendC::ONE_BLK_SIZE);
            }
    }
}

template <typename T>
ASC_LOOP void nd2nz(uint8_t* to, const uint8_t* from, const AscendC::Nd2NzParams& params) {
    rows_to_fractals<T>(to, params, [&](uint64_t matrix, uint64_t n) {
        return from + (matrix * params.srcNdMatrixStride + n * params.srcDValue) * sizeof(T);
    });
}

template <typename T> constexpr bool kFractalType = sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4;

}  // namespace asc_model

namespace AscendC {

template <typename T>
ASC_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const Nd2NzParams& intriParams,
                      asc_machine::Where where = {}) {
    static_assert(asc_model::kFractalType<T>, "DataCopy from ND to NZ takes elements of 1, 2 or 4 bytes");
    auto& core = asc_machine::enter("DataCopy", where);
    using asc_machine::Space;
    const auto& path = asc_model::path_between(Space::GM, asc_model::space_of(dst.position()),
                                               asc_model::spaces(Space::UB, Space::L1), "LoadData");
    if (asc_model::nothing_to_move(intriParams)) return;
    asc_model::check_nd2nz(intriParams, path.to == Space::L1);
    if (!asc_model::runs_here(core, path.core)) return;
    auto extent = asc_model::nd2nz_extent<T>(intriParams);
    T* to = asc_model::output(core, "dst", dst, extent.destination, path.pipe);
    const T* from = asc_model::global(core, "src", src, extent.source, path.pipe, false);
    asc_model::issue_move(core, extent.moved, path);
    asc_model::nd2nz<T>(reinterpret_cast<uint8_t*>(to), reinterpret_cast<const uint8_t*>(from), intriParams);
}

template <typename T>
ASC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const Nd2NzParams& intriParams,
                      asc_machine::Where where = {}) {
    static_assert(asc_model::kFractalType<T>, "DataCopy from ND to NZ takes elements of 1, 2 or 4 bytes");
    auto& core = asc_machine::enter("DataCopy", where);
    using asc_machine::Space;
    asc_model::require_space("src", src.position(), Space::UB, "VECIN, VECOUT or VECCALC");
    asc_model::require_space("dst", dst.position(), Space::L1, "TSCM");
    asc_model::require_range("ndNum", intriParams.ndNum, 1, 1);
    asc_model::require_range("nValue", intriParams.nValue, 1, 16384);
    asc_model::require_range("dValue", intriParams.dValue, 1, 65535);
    asc_model::check_nd2nz(intriParams, true);
    const auto& path = asc_model::path_between(Space::UB, Space::L1);
    if (!asc_model::runs_here(core, path.core)) return;
    auto extent = asc_model::nd2nz_extent<T>(intriParams);
    T* to = asc_model::output(core, "dst", dst, extent.destination, path.pipe);
    const T* from = asc_model::input(core, "src", src, extent.source, path.pipe);
    asc_model::issue_move(core, extent.moved, path);
    asc_model::nd2nz<T>(reinterpret_cast<uint8_t*>(to), reinterpret_cast<const uint8_t*>(from), intriParams);
}

template <typename T>
ASC_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const Nz2NdParamsFull& intriParams,
                      asc_machine::Where where = {}) {
    static_assert(sizeof(T) == 2 || sizeof(T) == 4, "DataCopy from NZ to ND takes elements of 2 or 4 bytes");
    auto& core = asc_machine::enter("DataCopy", where);
    using asc_machine::Space;
    constexpr uint64_t columns = 16;
    const Nz2NdParamsFull& p = intriParams;
    asc_model::require_space("src", src.position(), Space::UB, "VECIN, VECOUT or VECCALC");
    asc_model::require_range("ndNum", p.ndNum, 0, 4095);
    if (p.ndNum == 0) return;
    asc_model::require_range("nValue", p.nValue, 1, 8192);
    asc_model::require_range("dValue", p.dValue, 1, 8192);
    asc_model::require_range("srcNStride", p.srcNStride, 0, 4096);
    asc_model::require_range("dstDStride", p.dstDStride, 1, 65535);
    if (p.ndNum > 1) {
        asc_model::require_range("srcNdMatrixStride", p.srcNdMatrixStride, 1, 512);
        asc_model::require_range("dstNdMatrixStride", p.dstNdMatrixStride, 1, 65535);
    }
    if (ASC_UNLIKELY(p.dValue % columns != 0))
        asc_machine::fail(asc_machine::Kind::Check, "dValue", "dValue is %u, which is not a multiple of 16", p.dValue);
    const auto& path = asc_model::path_between(Space::UB, Space::GM);
    if (!asc_model::runs_here(core, path.core)) return;
    uint64_t parts = p.dValue / columns, last = p.ndNum - 1u;
    uint64_t source = last * p.srcNdMatrixStride * columns * columns + (parts - 1) * p.srcNStride * columns + p.nValue * columns;
    uint64_t target = last * p.dstNdMatrixStride + (p.nValue - uint64_t(1)) * p.dstDStride + p.dValue;
    const T* from = asc_model::input(core, "src", src, source * sizeof(T), path.pipe);
    T* to = asc_model::global(core, "dst", dst, target * sizeof(T), path.pipe, true);
    asc_model::issue_move(core, uint64_t(p.ndNum) * p.nValue * p.dValue * sizeof(T), path);
    auto atomic = asc_model::atomic_state<T>(core);
    for (uint64_t matrix = 0; matrix < p.ndNum; ++matrix)
        for (uint64_t n = 0; n < p.nValue; ++n)
            for (uint64_t c = 0; c < parts; ++c)
                asc_model::store(atomic, to + matrix * p.dstNdMatrixStride + n * p.dstDStride + c * columns,
                                 from + matrix * p.srcNdMatrixStride * columns * columns + (c * p.srcNStride + n) * columns,
                                 columns * sizeof(T));
}

}  // namespace AscendC
