// Vector instructions of one source: a table of operations.
#pragma once
#include "vec_math.h"
#include "vec_unary_frame.h"

namespace asc_model {

// An operation: its name is that of the instruction, `rate` its own limit of elements a cycle (0: none).
#define ASC_UNARY_OP(NAME, rate, expression)             \
    struct NAME##Op {                                    \
        static constexpr uint64_t kRate = rate;          \
        static constexpr bool kReadsDst = false;         \
        template <typename C>                            \
        ASC_INLINE C operator()(C x) const {             \
            return static_cast<C>(expression);           \
        }                                                \
    };

ASC_UNARY_OP(Abs, 0, __builtin_fabsf(x))
ASC_UNARY_OP(Exp, 32, exp_float(x))
ASC_UNARY_OP(Ln, 32, ln_float(x))
ASC_UNARY_OP(Not, 0, ~x)
ASC_UNARY_OP(Reciprocal, 0, reciprocal_float(x))
ASC_UNARY_OP(Relu, 0, x > C(0) ? x : x != x ? x : C(0))
ASC_UNARY_OP(Rsqrt, 0, rsqrt_float(x))
ASC_UNARY_OP(Sqrt, 32, sqrt_float(x))
#undef ASC_UNARY_OP

}  // namespace asc_model

namespace AscendC {

#define ASC_UNARY(NAME, ...)                                                                                                \
    ASC_UNARY_MASK_CALLS(NAME, asc_model::Elementwise<asc_model::NAME##Op>(), typename T, T, T, ,                            \
                         (asc_model::kOneOf<T, __VA_ARGS__>), #__VA_ARGS__)                                                 \
    ASC_UNARY_COUNT_CALL(NAME, asc_model::Elementwise<asc_model::NAME##Op>(), typename T, T, T, , const int32_t&,            \
                         (asc_model::kOneOf<T, __VA_ARGS__>), #__VA_ARGS__)

ASC_UNARY(Abs, half, float)
ASC_UNARY(Exp, half, float)
ASC_UNARY(Ln, half, float)
ASC_UNARY(Not, int16_t, uint16_t)
ASC_UNARY(Reciprocal, half, float)
ASC_UNARY(Relu, half, float, int32_t)
ASC_UNARY(Rsqrt, half, float)
ASC_UNARY(Sqrt, half, float)
#undef ASC_UNARY

}  // namespace AscendC
