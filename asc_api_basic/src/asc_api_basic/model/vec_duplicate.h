// Duplicate: a scalar into every element.
#pragma once
#include "vec_frame.h"

namespace asc_model {

template <typename T>
struct Fill {
    static constexpr uint64_t kRate = 0;
    static constexpr bool kReadsDst = false;
    T value;
    ASC_LOOP void operator()(T* dst, size_t count) const {
        const T filler = value;
        for (size_t i = 0; i < count; ++i) dst[i] = filler;
    }
};

template <typename T>
constexpr bool kDuplicateTypes = kOneOf<T, half, bfloat16_t, float, int16_t, uint16_t, int32_t, uint32_t>;

}  // namespace asc_model

namespace AscendC {

template <typename T, bool isSetMask = true>
ASC_API void Duplicate(const LocalTensor<T>& dst, const typename asc_model::Exactly<T>::type& scalarValue, uint64_t mask,
                       const uint8_t repeatTime, const uint16_t dstBlockStride, const uint8_t dstRepeatStride,
                       asc_machine::Where where = {}) {
    static_assert(asc_model::kDuplicateTypes<T>, "Duplicate takes half, bfloat16_t, float, int16_t, uint16_t, int32_t, uint32_t");
    auto& core = asc_machine::enter("Duplicate", where);
    asc_model::Mask bits = asc_model::count_mask<T, isSetMask>(core, mask);
    asc_model::repeat(core, asc_model::Fill<T>{scalarValue}, bits, repeatTime,
                      asc_model::operand("dst", dst, dstBlockStride, dstRepeatStride));
}

template <typename T, bool isSetMask = true>
ASC_API void Duplicate(const LocalTensor<T>& dst, const typename asc_model::Exactly<T>::type& scalarValue, const uint64_t mask[],
                       const uint8_t repeatTime, const uint16_t dstBlockStride, const uint8_t dstRepeatStride,
                       asc_machine::Where where = {}) {
    static_assert(asc_model::kDuplicateTypes<T>, "Duplicate takes half, bfloat16_t, float, int16_t, uint16_t, int32_t, uint32_t");
    auto& core = asc_machine::enter("Duplicate", where);
    asc_model::Mask bits = asc_model::bit_mask<T, isSetMask>(core, mask);
    asc_model::repeat(core, asc_model::Fill<T>{scalarValue}, bits, repeatTime,
                      asc_model::operand("dst", dst, dstBlockStride, dstRepeatStride));
}

template <typename T>
ASC_API void Duplicate(const LocalTensor<T>& dst, const typename asc_model::Exactly<T>::type& scalarValue, const int32_t& count,
                       asc_machine::Where where = {}) {
    static_assert(asc_model::kDuplicateTypes<T>, "Duplicate takes half, bfloat16_t, float, int16_t, uint16_t, int32_t, uint32_t");
    auto& core = asc_machine::enter("Duplicate", where);
    asc_model::first_n(core, asc_model::Fill<T>{scalarValue}, count, asc_model::operand("dst", dst));
}

}  // namespace AscendC
