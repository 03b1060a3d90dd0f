// Instructions of the scalar unit on single numbers.
#pragma once
#include "tensor.h"
#include "vec_convert.h"

namespace AscendC {

// float to half with CAST_ODD, to int32_t with the modes that make an integer.
template <typename T, typename U, RoundMode roundMode>
ASC_INLINE U ScalarCast(T valueIn) {
    static_assert(__is_same(T, float), "ScalarCast: the source is a float");
    if constexpr (__is_same(U, half)) {
        static_assert(roundMode == RoundMode::CAST_ODD, "ScalarCast: to half it is CAST_ODD");
        return asc_model::to_half<roundMode>(valueIn);
    } else {
        static_assert(__is_same(U, int32_t), "ScalarCast: the result is a half or an int32_t");
        static_assert(roundMode == RoundMode::CAST_RINT || roundMode == RoundMode::CAST_FLOOR ||
                          roundMode == RoundMode::CAST_CEIL || roundMode == RoundMode::CAST_ROUND,
                      "ScalarCast: to int32_t it is CAST_RINT, CAST_FLOOR, CAST_CEIL or CAST_ROUND");
        return asc_model::saturate_float<int32_t>(asc_model::round_float<roundMode>(valueIn));
    }
}

template <typename T, typename U, RoundMode roundMode>
ASC_INLINE U Cast(T valueIn) {
    return ScalarCast<T, U, roundMode>(valueIn);
}

template <int countValue>
ASC_INLINE int64_t ScalarGetCountOfValue(uint64_t valueIn) {
    static_assert(countValue == 0 || countValue == 1, "ScalarGetCountOfValue: the bit is 0 or 1");
    return __builtin_popcountll(countValue == 1 ? valueIn : ~valueIn);
}

template <int countValue>
ASC_INLINE int64_t ScalarGetSFFValue(uint64_t valueIn) {
    static_assert(countValue == 0 || countValue == 1, "ScalarGetSFFValue: the bit is 0 or 1");
    return __builtin_ffsll(static_cast<long long>(countValue == 1 ? valueIn : ~valueIn)) - 1;
}

ASC_INLINE int64_t ScalarCountLeadingZero(uint64_t valueIn) { return valueIn == 0 ? 64 : __builtin_clzll(valueIn); }

ASC_INLINE int64_t CountBitsCntSameAsSignBit(int64_t valueIn) {
    return valueIn == 0 || valueIn == -1 ? -1 : __builtin_clrsbll(valueIn);
}

}  // namespace AscendC
