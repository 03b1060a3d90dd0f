// Vector instructions of two sources: a table of operations over one frame (vec_frame.h).
#pragma once
#include "vec_frame.h"

namespace asc_model {

template <typename C>
ASC_INLINE C relu(C value) {
    C positive = value > C(0) ? value : C(0);
    return value != value ? value : positive;
}

// An operation: its name is that of the instruction; `rate` its own limit of elements a cycle (0: none); `chains` whether
// src1 may be what an earlier repeat wrote.
#define ASC_BINARY_OP(NAME, rate, chains, expression)                 \
    struct NAME##Op {                                                 \
        static constexpr uint64_t kRate = rate;                       \
        static constexpr bool kReadsDst = false, kChains = chains;    \
        template <typename C>                                         \
        ASC_INLINE C operator()(C a, C b) const {                     \
            return static_cast<C>(expression);                        \
        }                                                             \
    };

// An operation of three operands: dst is one of them.
#define ASC_TERNARY_OP(NAME, rate, expression)                        \
    struct NAME##Op {                                                 \
        static constexpr uint64_t kRate = rate;                       \
        static constexpr bool kReadsDst = true, kChains = false;      \
        template <typename C>                                         \
        ASC_INLINE C operator()(C dst, C a, C b) const {              \
            return static_cast<C>(expression);                        \
        }                                                             \
    };

ASC_BINARY_OP(Add, 0, true, a + b)
ASC_BINARY_OP(Sub, 0, true, a - b)
ASC_BINARY_OP(Mul, 0, true, a * b)
ASC_BINARY_OP(Div, 32, false, a / b)
// NaN in either operand gives NaN.
ASC_BINARY_OP(Max, 0, true, a != a ? a : ((a > b) | (b != b)) ? (b != b ? b : a) : b)
ASC_BINARY_OP(Min, 0, true, a != a ? a : ((a < b) | (b != b)) ? (b != b ? b : a) : b)
ASC_BINARY_OP(And, 0, false, a & b)
ASC_BINARY_OP(Or, 0, false, a | b)
ASC_BINARY_OP(AddRelu, 0, true, relu<C>(static_cast<C>(a + b)))
ASC_BINARY_OP(SubRelu, 0, true, relu<C>(static_cast<C>(a - b)))
ASC_TERNARY_OP(MulAddDst, 64, a * b + dst)
ASC_TERNARY_OP(FusedMulAdd, 64, a * dst + b)
ASC_TERNARY_OP(FusedMulAddRelu, 64, relu<C>(static_cast<C>(a * dst + b)))
#undef ASC_BINARY_OP
#undef ASC_TERNARY_OP

// Which element types an instruction takes on dav-2201.
template <typename D, typename S>
constexpr bool kMulAddDstTypes = (__is_same(D, S) && kOneOf<D, half, float>) || (__is_same(D, float) && __is_same(S, half));

// Calls of two sources with a body; only the types that the documentation names may chain.
template <typename Body, typename D, typename S>
ASC_INLINE void binary(Core& core, const Body& body, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src0,
                       const AscendC::LocalTensor<S>& src1, int64_t count) {
    first_n(core, body, count, operand("dst", dst), operand("src0", src0), operand("src1", src1));
}

template <typename Body, typename D, typename S>
ASC_INLINE void binary(Core& core, const Body& body, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src0,
                       const AscendC::LocalTensor<S>& src1, const Mask& mask, uint8_t repeatTime,
                       const AscendC::BinaryRepeatParams& params) {
    repeat(core, body, mask, repeatTime, operand("dst", dst, params.dstBlkStride, params.dstRepStride),
           operand("src0", src0, params.src0BlkStride, params.src0RepStride),
           operand("src1", src1, params.src1BlkStride, params.src1RepStride, Body::kChains && kOneOf<S, half, float, int32_t>));
}

}  // namespace asc_model

namespace AscendC {

// The overloads of an instruction: PARAMETERS are its template's, D and S the element types of destination and sources.
#define ASC_BINARY_CALLS(NAME, BODY, PARAMETERS, D, S, COUNT, condition, types)                                              \
    template <PARAMETERS, bool isSetMask = true>                                                                            \
    ASC_API void NAME(const LocalTensor<D>& dst, const LocalTensor<S>& src0, const LocalTensor<S>& src1,                     \
                      const uint64_t mask[], const uint8_t repeatTime, const BinaryRepeatParams& repeatParams,               \
                      asc_machine::Where where = {}) {                                                                      \
        static_assert(condition, #NAME " takes " types);                                                                    \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        asc_model::Mask bits = asc_model::bit_mask<asc_model::Wider<D, S>, isSetMask>(core, mask);                           \
        asc_model::binary(core, BODY, dst, src0, src1, bits, repeatTime, repeatParams);                                      \
    }                                                                                                                       \
    template <PARAMETERS, bool isSetMask = true>                                                                            \
    ASC_API void NAME(const LocalTensor<D>& dst, const LocalTensor<S>& src0, const LocalTensor<S>& src1, uint64_t mask,      \
                      const uint8_t repeatTime, const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {     \
        static_assert(condition, #NAME " takes " types);                                                                    \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        asc_model::Mask bits = asc_model::count_mask<asc_model::Wider<D, S>, isSetMask>(core, mask);                         \
        asc_model::binary(core, BODY, dst, src0, src1, bits, repeatTime, repeatParams);                                      \
    }                                                                                                                       \
    template <PARAMETERS>                                                                                                   \
    ASC_API void NAME(const LocalTensor<D>& dst, const LocalTensor<S>& src0, const LocalTensor<S>& src1, COUNT count,        \
                      asc_machine::Where where = {}) {                                                                      \
        static_assert(condition, #NAME " takes " types);                                                                    \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        asc_model::binary(core, BODY, dst, src0, src1, count);                                                              \
    }

// One type for all operands.
#define ASC_BINARY(NAME, ...)                                                                                               \
    ASC_BINARY_CALLS(NAME, asc_model::Elementwise<asc_model::NAME##Op>(), typename T, T, T, const int32_t&,                  \
                     (asc_model::kOneOf<T, __VA_ARGS__>), #__VA_ARGS__)

ASC_BINARY(Add, half, float, int16_t, int32_t)
ASC_BINARY(Sub, half, float, int16_t, int32_t)
ASC_BINARY(Mul, half, float, int16_t, int32_t)
ASC_BINARY(Div, half, float)
ASC_BINARY(Max, half, float, int16_t, int32_t)
ASC_BINARY(Min, half, float, int16_t, int32_t)
ASC_BINARY(And, int16_t, uint16_t)
ASC_BINARY(Or, int16_t, uint16_t)
ASC_BINARY(AddRelu, half, float, int16_t)
ASC_BINARY(SubRelu, half, float, int16_t)
ASC_BINARY(FusedMulAdd, half, float)
ASC_BINARY(FusedMulAddRelu, half, float)
#undef ASC_BINARY

// MulAddDst's destination may be wider than its sources; a repeat then holds 64 elements.
ASC_BINARY_CALLS(MulAddDst, asc_model::Elementwise<asc_model::MulAddDstOp>(), typename T ASC_COMMA typename U, T, U,
                 const int32_t&, (asc_model::kMulAddDstTypes<T, U>), "(half, half), (float, float) and (float, half)")

}  // namespace AscendC
