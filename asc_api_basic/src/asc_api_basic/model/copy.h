// Copy: a move within UB with masks and strides, executed by the vector pipe.
#pragma once
#include "move_path.h"
#include "vec_frame.h"

namespace asc_model {

// In counter mode the mask is the number of elements of each repeat, and repeats count: unlike other vector instructions.
template <typename T>
ASC_LOOP void copy_repeats(T* to, const T* from, const Mask& mask, uint64_t repeats, uint64_t elements, Stride to_stride,
                           Stride from_stride) {
    for (uint64_t repeat = 0; repeat < repeats; ++repeat)
        for (uint64_t first = 0; first < elements; first += kBlockElements<T>) {
            auto element = static_cast<uint32_t>(first);
            const auto* source = reinterpret_cast<const uint8_t*>(from) + element_offset<T>(element, repeat, from_stride);
            auto* target = reinterpret_cast<uint8_t*>(to) + element_offset<T>(element, repeat, to_stride);
            uint64_t left = elements - first < kBlockElements<T> ? elements - first : kBlockElements<T>;
            uint64_t set = mask.counter ? low_ones(left) : mask.bits(element, static_cast<uint32_t>(left));
            for (uint32_t i = 0; set != 0; ++i, set >>= 1)
                if (set & 1) __builtin_memcpy(target + i * sizeof(T), source + i * sizeof(T), sizeof(T));
        }
}

template <typename T>
ASC_INLINE uint64_t copy_extent(uint64_t elements, uint64_t repeats, Stride stride) {
    uint64_t blocks = (elements + kBlockElements<T> - 1) / kBlockElements<T>;
    uint64_t last = stride.block == 0 && blocks > 1 ? kBlockElements<T> : elements - (blocks - 1) * kBlockElements<T>;
    return ((repeats - 1) * stride.repeat + (blocks - 1) * stride.block) * AscendC::ONE_BLK_SIZE + last * sizeof(T);
}

template <typename T>
ASC_INLINE void copy_masked(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src, const Mask& mask,
                            uint8_t repeats, const AscendC::CopyRepeatParams& params) {
    static_assert(sizeof(T) == 2 || sizeof(T) == 4, "Copy takes elements of 2 or 4 bytes");
    check_unified_buffer("dst", dst.position());
    check_unified_buffer("src", src.position());
    require_range("dstRepeatSize", params.dstRepeatSize, 0, 4095);
    require_range("srcRepeatSize", params.srcRepeatSize, 0, 4095);
    uint64_t elements = mask.counter ? mask.low : mask.highest() + 1;
    if (repeats == 0 || elements == 0 || !runs_here(core, kVector)) return;
    Stride to_stride{params.dstStride, params.dstRepeatSize}, from_stride{params.srcStride, params.srcRepeatSize};
    T* to = output(core, "dst", dst, copy_extent<T>(elements, repeats, to_stride), PIPE_V);
    const T* from = input(core, "src", src, copy_extent<T>(elements, repeats, from_stride), PIPE_V);
    asc_machine::issue(core, PIPE_V, repeats * ((elements * sizeof(T) + kVectorRate - 1) / kVectorRate));
    copy_repeats(to, from, mask, repeats, elements, to_stride, from_stride);
}

}  // namespace asc_model

namespace AscendC {

template <typename T, bool isSetMask = true>
ASC_API void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint64_t mask[], const uint8_t repeatTime,
                  const CopyRepeatParams& repeatParams, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("Copy", where);
    asc_model::copy_masked(core, dst, src, asc_model::bit_mask<T, isSetMask>(core, mask), repeatTime, repeatParams);
}

template <typename T, bool isSetMask = true>
ASC_API void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint64_t mask, const uint8_t repeatTime,
                  const CopyRepeatParams& repeatParams, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("Copy", where);
    asc_model::copy_masked(core, dst, src, asc_model::count_mask<T, isSetMask>(core, mask), repeatTime, repeatParams);
}

}  // namespace AscendC
