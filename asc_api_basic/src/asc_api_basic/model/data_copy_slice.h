// DataCopy of slices of arrays with several dimensions.
#pragma once
#include "move_path.h"

namespace asc_model {

constexpr uint32_t kMaxSliceDims = 8;

// One side of a copy of slices: rows of bursts, elements counted in the first dimension.
struct Slices {
    uint32_t counts[kMaxSliceDims];  // rows of each dimension; of the first: bursts
    uint64_t steps[kMaxSliceDims];   // elements from row to row; of the first: from burst to burst
    uint64_t start, last;            // first element of the first and of the last burst
};

template <typename T>
ASC_INLINE Slices slices_of(const char* argument, const AscendC::SliceInfo info[], const AscendC::ShapeInfo& shape, bool own_shape,
                            uint32_t dims) {
    Slices slices;
    uint64_t size = 1;
    slices.start = 0;
    slices.last = 0;
    for (uint32_t i = 0; i < dims; ++i) {
        const AscendC::SliceInfo& part = info[i];
        uint64_t extent = own_shape ? part.shapeValue : shape.shape[i];
        if (ASC_UNLIKELY(part.endIndex < part.startIndex || part.endIndex > extent))
            fail(Kind::Bounds, argument, "dimension %u: elements %u..%u don't lie in %llu", i, part.startIndex, part.endIndex,
                 static_cast<unsigned long long>(extent));
        if (ASC_UNLIKELY(i > 0 && part.burstLen != 1))
            fail(Kind::Check, argument, "dimension %u: burstLen is %u; it is 1 in every dimension but the first", i, part.burstLen);
        uint64_t burst = i == 0 ? uint64_t(part.burstLen) * AscendC::ONE_BLK_SIZE / sizeof(T) : 1;
        uint64_t covered = uint64_t(part.endIndex) - part.startIndex + 1 + part.stride;
        if (ASC_UNLIKELY(burst == 0 || covered % (burst + part.stride) != 0))
            fail(Kind::Check, argument, "dimension %u: elements %u..%u aren't whole bursts of %llu elements with %u between", i,
                 part.startIndex, part.endIndex, static_cast<unsigned long long>(burst), part.stride);
        slices.counts[i] = static_cast<uint32_t>(covered / (burst + part.stride));
        slices.steps[i] = (burst + part.stride) * size;
        slices.start += part.startIndex * size;
        slices.last += (slices.counts[i] - 1) * slices.steps[i];
        size *= extent;
    }
    slices.last += slices.start;
    return slices;
}

ASC_INLINE uint64_t row_offset(const Slices& slices, uint32_t dims, uint64_t row) {
    uint64_t offset = slices.start;
    for (uint32_t i = 1; i < dims; ++i) {
        offset += row % slices.counts[i] * slices.steps[i];
        row /= slices.counts[i];
    }
    return offset;
}

// Between global memory and UB: `in` tells the direction.
template <bool in, typename T>
ASC_INLINE void copy_slices(Core& core, const AscendC::LocalTensor<T>& local_tensor, const AscendC::GlobalTensor<T>& global_tensor,
                            const AscendC::SliceInfo local_info[], const AscendC::SliceInfo global_info[], uint32_t dims) {
    const char* local_name = in ? "dst" : "src";
    const char* global_name = in ? "src" : "dst";
    require_range("dimValue", dims, 1, kMaxSliceDims);
    require_space(local_name, local_tensor.position(), Space::UB, "VECIN, VECOUT or VECCALC");
    const Path& path = in ? path_between(Space::GM, Space::UB) : path_between(Space::UB, Space::GM);
    bool own_shape = (in ? global_info : local_info)[0].shapeValue != 0;
    Slices local_part = slices_of<T>(local_name, local_info, local_tensor.GetShapeInfo(), own_shape, dims);
    Slices global_part = slices_of<T>(global_name, global_info, global_tensor.GetShapeInfo(), own_shape, dims);
    if (ASC_UNLIKELY(local_info[0].burstLen != global_info[0].burstLen))
        fail(Kind::Check, "burstLen", "burstLen is %u blocks in UB and %u in global memory; it must be the same", local_info[0].burstLen,
             global_info[0].burstLen);
    uint64_t rows = 1;
    for (uint32_t i = 0; i < dims; ++i) {
        if (ASC_UNLIKELY(local_part.counts[i] != global_part.counts[i]))
            fail(Kind::Check, "dst", "dimension %u: %u parts in UB, %u in global memory; they must be as many", i, local_part.counts[i],
                 global_part.counts[i]);
        if (i > 0) rows *= local_part.counts[i];
        if (ASC_UNLIKELY(local_part.counts[i] > 1 && local_part.steps[i] * sizeof(T) % AscendC::ONE_BLK_SIZE != 0))
            fail(Kind::Alignment, local_name, "dimension %u: parts lie %llu bytes apart, which is not a multiple of %u", i,
                 static_cast<unsigned long long>(local_part.steps[i] * sizeof(T)), AscendC::ONE_BLK_SIZE);
    }
    if (!runs_here(core, path.core)) return;
    uint64_t length = uint64_t(local_info[0].burstLen) * AscendC::ONE_BLK_SIZE;
    T* inner = local(core, local_name, local_tensor, local_part.last * sizeof(T) + length, path.pipe, in);
    T* outer = global(core, global_name, global_tensor, global_part.last * sizeof(T) + length, path.pipe, !in);
    if (ASC_UNLIKELY(local_part.start * sizeof(T) % AscendC::ONE_BLK_SIZE != 0))
        fail(Kind::Alignment, local_name, "the slice starts %llu bytes behind the tensor's start, which is not a multiple of %u",
             static_cast<unsigned long long>(local_part.start * sizeof(T)), AscendC::ONE_BLK_SIZE);
    issue_move(core, rows * local_part.counts[0] * length, path);
    Bursts bursts{local_part.counts[0], length, (in ? global_part : local_part).steps[0] * sizeof(T),
                  (in ? local_part : global_part).steps[0] * sizeof(T)};
    for (uint64_t row = 0; row < rows; ++row) {
        T* near = inner + row_offset(local_part, dims, row);
        T* far = outer + row_offset(global_part, dims, row);
        if constexpr (in) copy_bursts(near, far, bursts);
        else store_bursts(core, atomic_state<T>(core), far, near, bursts);
    }
}

}  // namespace asc_model

namespace AscendC {

template <typename T>
ASC_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const SliceInfo dstSliceInfo[],
                      const SliceInfo srcSliceInfo[], const uint32_t dimValue = 1, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::copy_slices<true>(core, dst, src, dstSliceInfo, srcSliceInfo, dimValue);
}

template <typename T>
ASC_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const SliceInfo dstSliceInfo[],
                      const SliceInfo srcSliceInfo[], const uint32_t dimValue = 1, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopy", where);
    asc_model::copy_slices<false>(core, src, dst, srcSliceInfo, dstSliceInfo, dimValue);
}

}  // namespace AscendC
