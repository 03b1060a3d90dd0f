// half (IEEE binary16) and bfloat16_t: storage types whose arithmetic happens in float and rounds to nearest even.
#pragma once
#include "asc_machine.h"

namespace asc_model {

template <typename To, typename From>
ASC_INLINE To bit_cast(From value) {
    static_assert(sizeof(To) == sizeof(From), "same size");
    To result;
    __builtin_memcpy(&result, &value, sizeof result);
    return result;
}

// The bits of a number, the rest zero.
template <typename T>
ASC_INLINE uint64_t bits_of(T value) {
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}

// Shifted into float's place the exponent is 112 too low; 31 (infinity, NaN) becomes 255.
ASC_INLINE float half_to_float(uint16_t bits) {
    uint32_t magnitude = static_cast<uint32_t>(bits & 0x7fffu) << 13;
    uint32_t value = bit_cast<uint32_t>(bit_cast<float>(magnitude) * 0x1p112f);
    value |= magnitude >= 0x0f800000u ? 0x7f800000u : 0u;
    return bit_cast<float>(value | static_cast<uint32_t>(bits & 0x8000u) << 16);
}

// Adding 0.5 rounds a subnormal result where its last bit is; a normal one is rounded on the integer.
ASC_INLINE uint16_t float_to_half(float number) {
    uint32_t bits = bit_cast<uint32_t>(number);
    uint32_t magnitude = bits & 0x7fffffffu;
    uint32_t normal = (magnitude + 0xfffu + ((magnitude >> 13) & 1u) - 0x38000000u) >> 13;
    uint32_t tiny = bit_cast<uint32_t>(bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
    uint32_t nan = 0x7e00u | ((magnitude >> 13) & 0x3ffu);
    uint32_t result = magnitude < 0x38800000u ? tiny : normal;
    result = magnitude >= 0x477ff000u ? 0x7c00u : result;
    result = magnitude > 0x7f800000u ? nan : result;
    return static_cast<uint16_t>(result | ((bits >> 16) & 0x8000u));
}

ASC_INLINE float bfloat16_to_float(uint16_t bits) { return bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

ASC_INLINE uint16_t float_to_bfloat16(float number) {
    uint32_t bits = bit_cast<uint32_t>(number);
    uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
    return static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? (bits >> 16) | 0x40u : rounded);
}

}  // namespace asc_model

struct half {
    uint16_t bits;
    half() = default;
    half(float value) : bits(asc_model::float_to_half(value)) {}
    half(double value) : half(static_cast<float>(value)) {}
    half(int value) : half(static_cast<float>(value)) {}
    half(unsigned value) : half(static_cast<float>(value)) {}
    half(long value) : half(static_cast<float>(value)) {}
    half(unsigned long value) : half(static_cast<float>(value)) {}
    operator float() const { return asc_model::half_to_float(bits); }
    template <typename T> half& operator+=(T other) { return *this = half(float(*this) + float(other)); }
    template <typename T> half& operator-=(T other) { return *this = half(float(*this) - float(other)); }
    template <typename T> half& operator*=(T other) { return *this = half(float(*this) * float(other)); }
    template <typename T> half& operator/=(T other) { return *this = half(float(*this) / float(other)); }
};

struct bfloat16_t {
    uint16_t bits;
    bfloat16_t() = default;
    bfloat16_t(float value) : bits(asc_model::float_to_bfloat16(value)) {}
    bfloat16_t(double value) : bfloat16_t(static_cast<float>(value)) {}
    bfloat16_t(int value) : bfloat16_t(static_cast<float>(value)) {}
    bfloat16_t(unsigned value) : bfloat16_t(static_cast<float>(value)) {}
    bfloat16_t(long value) : bfloat16_t(static_cast<float>(value)) {}
    bfloat16_t(unsigned long value) : bfloat16_t(static_cast<float>(value)) {}
    operator float() const { return asc_model::bfloat16_to_float(bits); }
};

namespace asc_model {

// The type a vector instruction computes in.
template <typename T> struct ComputeOf { using type = T; };
template <> struct ComputeOf<half> { using type = float; };
template <> struct ComputeOf<bfloat16_t> { using type = float; };
template <typename T> using Compute = typename ComputeOf<T>::type;

constexpr size_t kChunk = 512;

#if defined(__F16C__) && defined(__AVX__)
typedef short Short8 __attribute__((vector_size(16)));
typedef float Float8 __attribute__((vector_size(32)));

// Later clangs know the instruction by the conversion it makes.
#if defined(__clang__) && !__has_builtin(__builtin_ia32_vcvtph2ps256)
typedef _Float16 Half8 __attribute__((vector_size(16)));
ASC_INLINE Float8 widen8(Short8 packed) { return __builtin_convertvector(bit_cast<Half8>(packed), Float8); }
#else
ASC_INLINE Float8 widen8(Short8 packed) { return __builtin_ia32_vcvtph2ps256(packed); }
#endif
#endif

// Block conversions, the loops behind every float16 instruction.
ASC_INLINE void widen(const half* from, float* to, size_t count) {
    size_t i = 0;
#if defined(__F16C__) && defined(__AVX__)
    for (; i + 8 <= count; i += 8) {
        Short8 packed;
        __builtin_memcpy(&packed, from + i, sizeof packed);
        Float8 wide = widen8(packed);
        __builtin_memcpy(to + i, &wide, sizeof wide);
    }
#elif defined(__aarch64__)
    const __fp16* native = reinterpret_cast<const __fp16*>(from);
    for (; i < count; ++i) to[i] = native[i];
#endif
    for (; i < count; ++i) to[i] = half_to_float(from[i].bits);
}

ASC_INLINE void narrow(const float* from, half* to, size_t count) {
    size_t i = 0;
#if defined(__F16C__) && defined(__AVX__)
    for (; i + 8 <= count; i += 8) {
        Float8 wide;
        __builtin_memcpy(&wide, from + i, sizeof wide);
        auto packed = __builtin_ia32_vcvtps2ph256(wide, 0);
        __builtin_memcpy(to + i, &packed, 16);
    }
#elif defined(__aarch64__)
    __fp16* native = reinterpret_cast<__fp16*>(to);
    for (; i < count; ++i) native[i] = static_cast<__fp16>(from[i]);
#endif
    for (; i < count; ++i) to[i].bits = float_to_half(from[i]);
}

ASC_INLINE void widen(const bfloat16_t* from, float* to, size_t count) {
    for (size_t i = 0; i < count; ++i) to[i] = bfloat16_to_float(from[i].bits);
}

ASC_INLINE void narrow(const float* from, bfloat16_t* to, size_t count) {
    for (size_t i = 0; i < count; ++i) to[i].bits = float_to_bfloat16(from[i]);
}

}  // namespace asc_model
