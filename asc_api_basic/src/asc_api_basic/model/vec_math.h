// Elementary functions of float32, branch-free so that loops over them vectorise; each within 1.5 ulp.
#pragma once
#include "half.h"

namespace asc_model {

// With a fused multiply-add where the host has one.
ASC_INLINE float multiply_add(float a, float b, float c) {
#if defined(__FMA__) || defined(__aarch64__)
    return __builtin_fmaf(a, b, c);
#else
    return a * b + c;
#endif
}

constexpr float kNan = __builtin_nanf("");
constexpr float kInfinity = __builtin_inff();

// ln 2 in two parts: the first has so few bits that its product with an exponent is exact.
constexpr float kLn2High = 0.693359375f;
constexpr float kLn2Low = -2.12194440e-4f;

// 2^n of -126 <= n <= 127.
ASC_INLINE float power_of_two(int32_t n) { return bit_cast<float>(static_cast<uint32_t>(n + 127) << 23); }

// x = n ln 2 + r; e^r by a minimax polynomial; 2^n in two factors, so that subnormal results are rounded once.
ASC_INLINE float exp_float(float x) {
    constexpr float kRound = 12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest integer in the low bits
    float bounded = x > 89.0f ? 89.0f : x;
    bounded = bounded < -104.0f ? -104.0f : bounded;
    float shifted = multiply_add(bounded, 1.44269504f, kRound);
    int32_t n = bit_cast<int32_t>(shifted) - bit_cast<int32_t>(kRound);
    float whole = shifted - kRound;
    float r = multiply_add(whole, -kLn2Low, multiply_add(whole, -kLn2High, bounded));
    float p = multiply_add(r, 1.3950597e-3f, 8.368954e-3f);
    p = multiply_add(p, r, 4.1666206e-2f);
    p = multiply_add(p, r, 0.16666518f);
    p = multiply_add(p, r, 0.5f);
    p = multiply_add(p * r, r, r) + 1.0f;
    int32_t half = n >> 1;
    float result = p * power_of_two(half) * power_of_two(n - half);
    return x != x ? x : result;
}

// x = 2^k m with m around 1; ln m by a minimax polynomial.
ASC_INLINE float ln_float(float x) {
    bool tiny = x < 0x1p-126f;
    float scaled = tiny ? x * 0x1p23f : x;
    uint32_t bits = bit_cast<uint32_t>(scaled);
    // Subtracting the bits of sqrt(1/2) leaves k in the exponent's place.
    int32_t k = static_cast<int32_t>(bits - 0x3f3504f3u) >> 23;
    float m = bit_cast<float>(bits - (static_cast<uint32_t>(k) << 23));
    float f = m - 1.0f;
    float e = static_cast<float>(tiny ? k - 23 : k);
    float p = multiply_add(f, 6.746552e-2f, -0.11675628f);
    p = multiply_add(p, f, 0.1188819f);
    p = multiply_add(p, f, -0.124055944f);
    p = multiply_add(p, f, 0.1421955f);
    p = multiply_add(p, f, -0.16667995f);
    p = multiply_add(p, f, 0.20002119f);
    p = multiply_add(p, f, -0.2500001f);
    p = multiply_add(p, f, 0.33333313f);
    float square = f * f;
    float tail = multiply_add(p, square * f, multiply_add(e, kLn2Low, -0.5f * square));
    float result = multiply_add(e, kLn2High, f + tail);
    result = x == kInfinity ? x : result;
    result = x == 0.0f ? -kInfinity : result;
    bool undefined = (x < 0.0f) | (x != x);
    return undefined ? kNan : result;
}

ASC_INLINE float sqrt_float(float x) { return __builtin_sqrtf(x); }
ASC_INLINE float reciprocal_float(float x) { return 1.0f / x; }
ASC_INLINE float rsqrt_float(float x) { return 1.0f / __builtin_sqrtf(x); }

}  // namespace asc_model
