// Vector instructions of two sources: a table of operations over one frame (vec_frame.h).
#pragma once
#include "vec_frame.h"

namespace asc_model {

template <typename C>
ASC_INLINE C relu(C value) {
    return value > C(0) ? value : value != value ? value : C(0);
}

// An operation: its name is that of the instruction; `rate` its own limit of elements a cycle (0: none);
// `reads_dst` whether dst is a source too. C is the type the operands are computed in.
#define ASC_BINARY_OP(NAME, rate, reads_dst, expression)                   \
    struct NAME##Op {                                                      \
        static constexpr uint64_t kRate = rate;                            \
        static constexpr bool kReadsDst = reads_dst;                       \
        template <typename C>                                              \
        static ASC_INLINE C apply(C a, C b, [[maybe_unused]] C dst) {      \
            return static_cast<C>(expression);                             \
        }                                                                  \
    };

ASC_BINARY_OP(Add, 0, false, a + b)
ASC_BINARY_OP(Sub, 0, false, a - b)
ASC_BINARY_OP(Mul, 0, false, a * b)
ASC_BINARY_OP(Div, 32, false, a / b)
// NaN in either operand gives NaN.
ASC_BINARY_OP(Max, 0, false, a != a ? a : a > b ? a : b)
ASC_BINARY_OP(Min, 0, false, a != a ? a : a < b ? a : b)
ASC_BINARY_OP(And, 0, false, a & b)
ASC_BINARY_OP(Or, 0, false, a | b)
ASC_BINARY_OP(AddRelu, 0, false, relu<C>(static_cast<C>(a + b)))
ASC_BINARY_OP(SubRelu, 0, false, relu<C>(static_cast<C>(a - b)))
ASC_BINARY_OP(MulAddDst, 64, true, a * b + dst)
ASC_BINARY_OP(FusedMulAdd, 64, true, a * dst + b)
ASC_BINARY_OP(FusedMulAddRelu, 64, true, relu<C>(static_cast<C>(a * dst + b)))
#undef ASC_BINARY_OP

// Which element types an instruction takes on dav-2201.
template <typename T, typename... Types>
constexpr bool kOneOf = (__is_same(T, Types) || ...);
template <typename D, typename S>
constexpr bool kMulAddDstTypes = (__is_same(D, S) && kOneOf<D, half, float>) || (__is_same(D, float) && __is_same(S, half));

}  // namespace asc_model

namespace AscendC {

// The overloads of an instruction whose operands have one type.
#define ASC_BINARY(NAME, ...)                                                                                               \
    template <typename T, bool isSetMask = true>                                                                            \
    ASC_API void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, uint64_t mask[],    \
                      const uint8_t repeatTime, const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {     \
        static_assert(asc_model::kOneOf<T, __VA_ARGS__>, #NAME " takes " #__VA_ARGS__);                                     \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        asc_model::binary<asc_model::NAME##Op>(core, dst, src0, src1, asc_model::bit_mask<T, isSetMask>(core, mask),         \
                                               repeatTime, repeatParams);                                                   \
    }                                                                                                                       \
    template <typename T, bool isSetMask = true>                                                                            \
    ASC_API void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, uint64_t mask,      \
                      const uint8_t repeatTime, const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {     \
        static_assert(asc_model::kOneOf<T, __VA_ARGS__>, #NAME " takes " #__VA_ARGS__);                                     \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        asc_model::binary<asc_model::NAME##Op>(core, dst, src0, src1, asc_model::count_mask<T, isSetMask>(core, mask),       \
                                               repeatTime, repeatParams);                                                   \
    }                                                                                                                       \
    template <typename T>                                                                                                   \
    ASC_API void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,                     \
                      const int32_t& count, asc_machine::Where where = {}) {                                                \
        static_assert(asc_model::kOneOf<T, __VA_ARGS__>, #NAME " takes " #__VA_ARGS__);                                     \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        asc_model::binary<asc_model::NAME##Op>(core, dst, src0, src1, count);                                               \
    }

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
template <typename T, typename U, bool isSetMask = true>
ASC_API void MulAddDst(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1, const uint64_t mask[],
                       const uint8_t repeatTime, const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    static_assert(asc_model::kMulAddDstTypes<T, U>, "MulAddDst takes (half, half), (float, float) and (float, half)");
    auto& core = asc_machine::enter("MulAddDst", where);
    asc_model::binary<asc_model::MulAddDstOp>(core, dst, src0, src1, asc_model::bit_mask<T, isSetMask>(core, mask), repeatTime,
                                              repeatParams);
}

template <typename T, typename U, bool isSetMask = true>
ASC_API void MulAddDst(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1, uint64_t mask,
                       const uint8_t repeatTime, const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    static_assert(asc_model::kMulAddDstTypes<T, U>, "MulAddDst takes (half, half), (float, float) and (float, half)");
    auto& core = asc_machine::enter("MulAddDst", where);
    asc_model::binary<asc_model::MulAddDstOp>(core, dst, src0, src1, asc_model::count_mask<T, isSetMask>(core, mask), repeatTime,
                                              repeatParams);
}

template <typename T, typename U>
ASC_API void MulAddDst(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1, const int32_t& count,
                       asc_machine::Where where = {}) {
    static_assert(asc_model::kMulAddDstTypes<T, U>, "MulAddDst takes (half, half), (float, float) and (float, half)");
    auto& core = asc_machine::enter("MulAddDst", where);
    asc_model::binary<asc_model::MulAddDstOp>(core, dst, src0, src1, count);
}

}  // namespace AscendC
