// CreateVecIndex: consecutive numbers.
#pragma once
#include "vec_binary_scalar.h"

namespace asc_model {

// The scalar unit writes the first elements, a block or a repeat; the vector unit adds to what was made before.
template <typename T, uint32_t written>
struct Consecutive {
    static constexpr uint64_t kRate = 0;
    static constexpr bool kReadsDst = false;
    static constexpr size_t kRepeat = kRepeatElements<T>;
    T first;
    mutable bool begun = false;

    ASC_INLINE static void add(T* dst, const T* from, size_t count, size_t step) {
        Elementwise<AddsOp<T>>{AddsOp<T>(static_cast<T>(step))}(dst, count, from);
    }

    // Called once for all elements, or for one repeat after the other in the same place.
    ASC_LOOP void operator()(T* dst, size_t count) const {
        size_t done = 0;
        if (begun) {
            add(dst, dst, kRepeat, kRepeat);
            done = kRepeat;
        }
        begun = true;
        for (; done < written && done < count; ++done)
            dst[done] = static_cast<T>(static_cast<Compute<T>>(first) + static_cast<Compute<T>>(done));
        while (done < count) {
            size_t step = done < kRepeat ? written : kRepeat;
            size_t made = count - done < step ? count - done : step;
            add(dst + done, dst + done - step, made, step);
            done += made;
        }
    }
};

template <typename T>
constexpr bool kIndexTypes = kOneOf<T, half, float, int16_t, int32_t>;

}  // namespace asc_model

namespace AscendC {

template <typename T>
ASC_API void CreateVecIndex(LocalTensor<T>& dst, const T& firstValue, uint64_t mask, uint8_t repeatTime, uint16_t dstBlkStride,
                            uint8_t dstRepStride, asc_machine::Where where = {}) {
    static_assert(asc_model::kIndexTypes<T>, "CreateVecIndex takes half, float, int16_t, int32_t");
    auto& core = asc_machine::enter("CreateVecIndex", where);
    asc_model::Mask bits = asc_model::count_mask<T, true>(core, mask);
    asc_machine::issue(core, PIPE_S, asc_model::kBlockElements<T>);
    asc_model::repeat(core, asc_model::Consecutive<T, asc_model::kBlockElements<T>>{firstValue}, bits, repeatTime,
                      asc_model::operand("dst", dst, dstBlkStride, dstRepStride));
}

template <typename T>
ASC_API void CreateVecIndex(LocalTensor<T>& dst, const T& firstValue, uint64_t mask[], uint8_t repeatTime, uint16_t dstBlkStride,
                            uint8_t dstRepStride, asc_machine::Where where = {}) {
    static_assert(asc_model::kIndexTypes<T>, "CreateVecIndex takes half, float, int16_t, int32_t");
    auto& core = asc_machine::enter("CreateVecIndex", where);
    asc_model::Mask bits = asc_model::bit_mask<T, true>(core, mask);
    asc_machine::issue(core, PIPE_S, asc_model::kRepeatElements<T>);
    asc_model::repeat(core, asc_model::Consecutive<T, asc_model::kRepeatElements<T>>{firstValue}, bits, repeatTime,
                      asc_model::operand("dst", dst, dstBlkStride, dstRepStride));
}

template <typename T>
ASC_API void CreateVecIndex(LocalTensor<T> dst, const T& firstValue, uint32_t count, asc_machine::Where where = {}) {
    static_assert(asc_model::kIndexTypes<T>, "CreateVecIndex takes half, float, int16_t, int32_t");
    auto& core = asc_machine::enter("CreateVecIndex", where);
    asc_machine::issue(core, PIPE_S, count < asc_model::kBlockElements<T> ? count : asc_model::kBlockElements<T>);
    asc_model::first_n(core, asc_model::Consecutive<T, asc_model::kBlockElements<T>>{firstValue}, count,
                       asc_model::operand("dst", dst));
}

}  // namespace AscendC
