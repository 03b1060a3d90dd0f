// The overloads of vector instructions with one source tensor.
#pragma once
#include "vec_frame.h"

namespace asc_model {

template <typename Body, typename D, typename S>
ASC_INLINE void unary(Core& core, const Body& body, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src,
                      int64_t count) {
    first_n(core, body, count, operand("dst", dst), operand("src", src));
}

template <typename Body, typename D, typename S>
ASC_INLINE void unary(Core& core, const Body& body, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src,
                      const Mask& mask, uint64_t repeatTime, const AscendC::UnaryRepeatParams& params) {
    repeat(core, body, mask, repeatTime, operand("dst", dst, params.dstBlkStride, params.dstRepStride),
           operand("src", src, params.srcBlkStride, params.srcRepStride));
}

}  // namespace asc_model

// The mask forms of an instruction: PARAMETERS are its template's, EXTRA its parameters between src and mask. BODY may use them.
#define ASC_UNARY_MASK_CALLS(NAME, BODY, PARAMETERS, D, S, EXTRA, condition, types)                                          \
    template <PARAMETERS, bool isSetMask = true>                                                                            \
    ASC_API void NAME(const LocalTensor<D>& dst, const LocalTensor<S>& src EXTRA, const uint64_t mask[],                     \
                      const uint8_t repeatTime, const UnaryRepeatParams& repeatParams, asc_machine::Where where = {}) {      \
        static_assert(condition, #NAME " takes " types);                                                                    \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        asc_model::Mask bits = asc_model::bit_mask<asc_model::Wider<D, S>, isSetMask>(core, mask);                           \
        asc_model::unary(core, BODY, dst, src, bits, repeatTime, repeatParams);                                              \
    }                                                                                                                       \
    template <PARAMETERS, bool isSetMask = true>                                                                            \
    ASC_API void NAME(const LocalTensor<D>& dst, const LocalTensor<S>& src EXTRA, uint64_t mask, const uint8_t repeatTime,   \
                      const UnaryRepeatParams& repeatParams, asc_machine::Where where = {}) {                                \
        static_assert(condition, #NAME " takes " types);                                                                    \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        asc_model::Mask bits = asc_model::count_mask<asc_model::Wider<D, S>, isSetMask>(core, mask);                         \
        asc_model::unary(core, BODY, dst, src, bits, repeatTime, repeatParams);                                              \
    }

#define ASC_UNARY_COUNT_CALL(NAME, BODY, PARAMETERS, D, S, EXTRA, COUNT, condition, types)                                   \
    template <PARAMETERS>                                                                                                   \
    ASC_API void NAME(const LocalTensor<D>& dst, const LocalTensor<S>& src EXTRA, COUNT count,                               \
                      asc_machine::Where where = {}) {                                                                      \
        static_assert(condition, #NAME " takes " types);                                                                    \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        asc_model::unary(core, BODY, dst, src, count);                                                                      \
    }
