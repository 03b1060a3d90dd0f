// Conversions between element types: rounding modes, saturation, loops that vectorise.
#pragma once
#include "half.h"

namespace AscendC {

enum class RoundMode : uint8_t { CAST_NONE = 0, CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC, CAST_ODD };

}  // namespace AscendC

namespace asc_model {

using AscendC::RoundMode;

// An integral value near `x`. Ties of CAST_ROUND go away from zero: adding the number before 0.5 carries exactly those.
template <RoundMode mode>
ASC_INLINE float round_float(float x) {
    if constexpr (mode == RoundMode::CAST_FLOOR) return __builtin_floorf(x);
    else if constexpr (mode == RoundMode::CAST_CEIL) return __builtin_ceilf(x);
    else if constexpr (mode == RoundMode::CAST_TRUNC) return __builtin_truncf(x);
    else if constexpr (mode == RoundMode::CAST_ROUND) return __builtin_truncf(x + __builtin_copysignf(0x1.fffffep-2f, x));
    else return __builtin_rintf(x);
}

template <typename T> struct Limits;
template <> struct Limits<int8_t> { static constexpr int64_t low = -128, high = 127; };
template <> struct Limits<uint8_t> { static constexpr int64_t low = 0, high = 255; };
template <> struct Limits<int16_t> { static constexpr int64_t low = -32768, high = 32767; };
template <> struct Limits<int32_t> { static constexpr int64_t low = -2147483647 - 1, high = 2147483647; };
template <> struct Limits<int64_t> { static constexpr int64_t low = -9223372036854775807 - 1, high = 9223372036854775807; };

// An integral float as an integer: saturated, NaN is 0.
template <typename D>
ASC_INLINE D saturate_float(float x) {
    constexpr auto low = static_cast<float>(Limits<D>::low);
    // The largest float that fits: the limit itself may round up to a power of two.
    constexpr float high = sizeof(D) == 8 ? 0x1.fffffep62f : sizeof(D) == 4 ? 0x1.fffffep30f : static_cast<float>(Limits<D>::high);
    float bounded = x < low ? low : x;
    bounded = bounded > high ? high : bounded;
    bounded = x != x ? 0.0f : bounded;
    if constexpr (sizeof(D) < 4) return static_cast<D>(static_cast<int32_t>(bounded));
    else return x > high ? static_cast<D>(Limits<D>::high) : static_cast<D>(bounded);
}

template <typename D, typename S>
ASC_INLINE D saturate_integer(S x) {
    if constexpr (sizeof(D) >= sizeof(S)) return static_cast<D>(x);
    else return static_cast<D>(x < S(Limits<D>::low) ? S(Limits<D>::low) : x > S(Limits<D>::high) ? S(Limits<D>::high) : x);
}

// Whether dropping the bits `low` of a magnitude, whose upper half begins at `half`, adds one to the last bit kept.
template <RoundMode mode, typename U>
ASC_INLINE U round_up(bool negative, U kept, U low, U half) {
    if constexpr (mode == RoundMode::CAST_FLOOR) return U(negative) & U(low != 0);
    else if constexpr (mode == RoundMode::CAST_CEIL) return U(!negative) & U(low != 0);
    else if constexpr (mode == RoundMode::CAST_ROUND) return U(low >= half);
    else if constexpr (mode == RoundMode::CAST_ODD) return U(low != 0) & U((kept & 1) == 0);
    else if constexpr (mode == RoundMode::CAST_TRUNC) return 0;
    else return U(low > half) | (U(low == half) & (kept & 1));
}

// A float as a shorter format of 16 bits: `shift` bits of its mantissa go, `rebias` is the difference of the exponents' places,
// `quiet` the least quiet NaN. A finite value past the largest becomes infinity, or the largest where the mode rounds to zero.
template <RoundMode mode, uint32_t shift, uint32_t rebias, uint32_t infinity, uint32_t quiet>
ASC_INLINE uint16_t shorten(float x) {
    uint32_t bits = bit_cast<uint32_t>(x);
    bool negative = bits >> 31;
    uint32_t magnitude = bits & 0x7fffffffu;
    uint32_t exponent = magnitude >> 23;
    uint32_t value = magnitude - rebias, drop = shift;
    if constexpr (rebias != 0) {
        // A value below the format's normal range is shifted further, its leading bit written out.
        constexpr uint32_t kLeast = (rebias >> 23) + 1;
        bool tiny = exponent < kLeast;
        uint32_t further = kLeast - exponent;
        further = further > 17 ? 17 : further;
        uint32_t explicit_bits = exponent == 0 ? magnitude & 0x7fffffu : (magnitude & 0x7fffffu) | 0x800000u;
        value = tiny ? explicit_bits : value;
        drop = tiny ? shift + further : drop;
        drop = drop > 30 ? 30 : drop;
    }
    uint32_t kept = value >> drop;
    uint32_t low = value & ((1u << drop) - 1);
    kept += round_up<mode>(negative, kept, low, 1u << (drop - 1));
    bool to_zero = mode == RoundMode::CAST_TRUNC || mode == RoundMode::CAST_ODD || (mode == RoundMode::CAST_FLOOR && !negative) ||
                   (mode == RoundMode::CAST_CEIL && negative);
    uint32_t limit = to_zero ? infinity - 1 : infinity;
    kept = kept > limit ? limit : kept;
    kept = magnitude == 0x7f800000u ? infinity : kept;
    kept = magnitude > 0x7f800000u ? (quiet | (magnitude >> shift & (infinity ^ 0x7fffu))) : kept;
    return static_cast<uint16_t>(kept | (negative ? 0x8000u : 0u));
}

template <RoundMode mode>
ASC_INLINE half to_half(float x) {
    return bit_cast<half>(shorten<mode, 13, 0x38000000u, 0x7c00u, 0x7e00u>(x));
}

template <RoundMode mode>
ASC_INLINE bfloat16_t to_bfloat16(float x) {
    return bit_cast<bfloat16_t>(shorten<mode, 16, 0u, 0x7f80u, 0x7fc0u>(x));
}

// An integer as float: through double, which holds it, where it has 32 bits; 64 bits are cut by hand.
template <RoundMode mode>
ASC_INLINE float to_float(int32_t x) {
    if constexpr (mode == RoundMode::CAST_NONE || mode == RoundMode::CAST_RINT) return static_cast<float>(x);
    uint64_t bits = bit_cast<uint64_t>(static_cast<double>(x));
    constexpr uint64_t unit = uint64_t(1) << 29;
    uint64_t low = bits & (unit - 1), kept = bits >> 29;
    kept += round_up<mode>(x < 0, kept, low, unit / 2);
    return static_cast<float>(bit_cast<double>(kept << 29));
}

template <RoundMode mode>
ASC_INLINE float to_float(int64_t x) {
    uint64_t magnitude = x < 0 ? uint64_t(0) - static_cast<uint64_t>(x) : static_cast<uint64_t>(x);
    int width = magnitude == 0 ? 0 : 64 - __builtin_clzll(magnitude);
    int drop = width > 24 ? width - 24 : 0;
    uint64_t kept = magnitude >> drop;
    if (drop > 0) kept += round_up<mode>(x < 0, kept, magnitude & ((uint64_t(1) << drop) - 1), uint64_t(1) << (drop - 1));
    // Both factors are exact: a mantissa of at most 25 bits with a power of two.
    float result = static_cast<float>(kept) * bit_cast<float>(static_cast<uint32_t>(drop + 127) << 23);
    return x < 0 ? -result : result;
}

// One element of the conversions that need no buffer.
template <RoundMode mode, typename D, typename S>
ASC_INLINE D convert_one(S x) {
    if constexpr (__is_same(S, float)) {
        if constexpr (__is_same(D, float)) return round_float<mode>(x);
        else if constexpr (__is_same(D, half)) return to_half<mode>(x);
        else if constexpr (__is_same(D, bfloat16_t)) return to_bfloat16<mode>(x);
        else return saturate_float<D>(round_float<mode>(x));
    } else if constexpr (__is_same(D, float)) {
        if constexpr (sizeof(S) < 4) return static_cast<float>(x);
        else return to_float<mode>(x);
    } else {
        return saturate_integer<D>(x);
    }
}

// The body of a conversion.
template <RoundMode mode>
struct Convert {
    static constexpr uint64_t kRate = 0;
    static constexpr bool kReadsDst = false;

    template <typename D, typename S>
    ASC_LOOP void operator()(D* dst, size_t count, const S* src) const {
        constexpr bool nearest = mode == RoundMode::CAST_RINT || mode == RoundMode::CAST_NONE;
        if constexpr (__is_same(S, float) && nearest && (__is_same(D, half) || __is_same(D, bfloat16_t))) {
            narrow(src, dst, count);
        } else if constexpr (__is_same(D, float) && !__is_same(S, Compute<S>)) {
            widen(src, dst, count);
        } else if constexpr (!__is_same(S, Compute<S>) || (__is_same(D, half) && !__is_same(S, float))) {
            // 16-bit floats as sources, and float16 from integers: both go through float.
            float middle[kChunk];
            for (size_t begin = 0; begin < count; begin += kChunk) {
                size_t step = count - begin < kChunk ? count - begin : kChunk;
                Convert<RoundMode::CAST_NONE>()(middle, step, src + begin);
                (*this)(dst + begin, step, static_cast<const float*>(middle));
            }
        } else {
ASC_IVDEP
            for (size_t i = 0; i < count; ++i) dst[i] = convert_one<mode, D>(src[i]);
        }
    }
};

}  // namespace asc_model
