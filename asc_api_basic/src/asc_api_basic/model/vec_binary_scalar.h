// Vector instructions of a tensor and a scalar: a table of operations.
#pragma once
#include "vec_unary_frame.h"

namespace asc_model {

// `s` is the scalar in the type that elements are computed in.
#define ASC_SCALAR_OP(NAME, expression)                                          \
    template <typename T>                                                        \
    struct NAME##Op {                                                            \
        static constexpr uint64_t kRate = 0;                                     \
        static constexpr bool kReadsDst = false;                                 \
        using C = Compute<T>;                                                    \
        C s;                                                                     \
        explicit NAME##Op(const T& scalar) : s(static_cast<C>(scalar)) {}        \
        ASC_INLINE C operator()(C x) const { return static_cast<C>(expression); } \
    };

ASC_SCALAR_OP(Adds, x + s)
ASC_SCALAR_OP(Muls, x * s)
// NaN in the element or the scalar gives NaN.
ASC_SCALAR_OP(Maxs, x != x ? x : (s > x) | (s != s) ? s : x)
ASC_SCALAR_OP(Mins, x != x ? x : (s < x) | (s != s) ? s : x)
ASC_SCALAR_OP(LeakyRelu, x > C(0) ? x : x * s)
#undef ASC_SCALAR_OP

template <typename T> struct Unsigned { using type = T; };
template <> struct Unsigned<int16_t> { using type = uint16_t; };
template <> struct Unsigned<int32_t> { using type = uint32_t; };

// A shift by the whole width leaves no bit of the element; a signed element is filled up with its sign.
template <typename T>
struct Shift {
    static constexpr uint64_t kRate = 0;
    static constexpr bool kReadsDst = false;
    static constexpr int kBits = 8 * sizeof(T);
    T kept;
    int amount;
    explicit Shift(const T& scalar) : kept(scalar >= T(kBits) ? T(0) : static_cast<T>(-1)), amount(static_cast<int>(scalar)) {
        if (ASC_UNLIKELY(static_cast<int64_t>(scalar) < 0 || static_cast<int64_t>(scalar) > kBits))
            fail(Kind::Check, "scalarValue", "shifts by %lld bits, which is outside 0..%d for elements of %zu bytes",
                 static_cast<long long>(scalar), kBits, sizeof(T));
        if (amount == kBits) amount = kBits - 1;
    }
};

template <typename T>
struct ShiftLeftOp : Shift<T> {
    using Shift<T>::Shift;
    ASC_INLINE T operator()(T x) const {
        return static_cast<T>(static_cast<typename Unsigned<T>::type>(x) << this->amount) & this->kept;
    }
};

template <typename T>
struct ShiftRightOp : Shift<T> {
    using Shift<T>::Shift;
    ASC_INLINE T operator()(T x) const {
        constexpr bool is_signed = static_cast<T>(-1) < T(0);
        return static_cast<T>(x >> this->amount) & (is_signed ? static_cast<T>(-1) : this->kept);
    }
};

}  // namespace asc_model

namespace AscendC {

// The form on the first elements takes its mask from the register with isSetMask false: one repeat, or the counter's elements.
#define ASC_SCALAR_COUNT_CALL(NAME, BODY, condition, types)                                                                  \
    template <typename T, bool isSetMask = true>                                                                            \
    ASC_API void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src,                                                  \
                      const typename asc_model::Exactly<T>::type& scalarValue, const int32_t& count,                         \
                      asc_machine::Where where = {}) {                                                                      \
        static_assert(condition, #NAME " takes " types);                                                                    \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        if constexpr (isSetMask) asc_model::unary(core, BODY, dst, src, count);                                              \
        else asc_model::unary(core, BODY, dst, src, asc_model::count_mask<T, false>(core, 0), 1, UnaryRepeatParams());       \
    }

#define ASC_SCALAR(NAME, ...)                                                                                               \
    ASC_UNARY_MASK_CALLS(NAME, asc_model::Elementwise<asc_model::NAME##Op<T>>{asc_model::NAME##Op<T>(scalarValue)},          \
                         typename T, T, T, ASC_COMMA const typename asc_model::Exactly<T>::type& scalarValue,                \
                         (asc_model::kOneOf<T, __VA_ARGS__>), #__VA_ARGS__)                                                 \
    ASC_SCALAR_COUNT_CALL(NAME, asc_model::Elementwise<asc_model::NAME##Op<T>>{asc_model::NAME##Op<T>(scalarValue)},         \
                          (asc_model::kOneOf<T, __VA_ARGS__>), #__VA_ARGS__)

ASC_SCALAR(Adds, half, float, int16_t, int32_t)
ASC_SCALAR(Muls, half, float, int16_t, int32_t)
ASC_SCALAR(Maxs, half, float, int16_t, int32_t)
ASC_SCALAR(Mins, half, float, int16_t, int32_t)
ASC_SCALAR(LeakyRelu, half, float)
ASC_SCALAR(ShiftLeft, int16_t, uint16_t, int32_t, uint32_t)
ASC_SCALAR(ShiftRight, int16_t, uint16_t, int32_t, uint32_t)
#undef ASC_SCALAR
#undef ASC_SCALAR_COUNT_CALL

}  // namespace AscendC
