// What Fixpipe does to numbers on their way out of L0C: quantisation, ReLU, conversion.
#pragma once
#include "fractal.h"

namespace asc_model {

// The fields of a quantisation factor: a float of 10 bits of mantissa, a shift, an offset.
struct Quant {
    float factor;
    uint32_t shift;
    bool narrow, is_signed;
    int32_t offset;
};

ASC_INLINE Quant quant_of(uint64_t bits) {
    auto offset = static_cast<int32_t>((bits >> 37) & 0x1ff);
    return {bit_cast<float>(static_cast<uint32_t>(bits) & ~0x1fffu), static_cast<uint32_t>((bits >> 32) & 0xf) + 1,
            ((bits >> 36) & 1) != 0, ((bits >> 46) & 1) != 0, offset >= 256 ? offset - 512 : offset};
}

ASC_INLINE int32_t clamped(int32_t value, int32_t low, int32_t high) { return value < low ? low : value > high ? high : value; }

// Nearest, ties to even, within `low` and `high`; NaN is 0.
ASC_INLINE int32_t rounded(float value, int32_t low, int32_t high) {
    if (!(value == value)) return 0;
    if (value <= static_cast<float>(low)) return low;
    if (value >= static_cast<float>(high)) return high;
    return static_cast<int32_t>(__builtin_rintf(value));
}

ASC_INLINE float scaled(float value, const Quant& quant, bool relu) { return relu && value < 0 ? 0.0f : value * quant.factor; }

ASC_INLINE float as_float(int32_t value, const Quant& quant) {
    return static_cast<float>(quant.narrow ? clamped(value >> quant.shift, -32768, 32767) : value);
}
ASC_INLINE float as_float(float value, const Quant&) { return value; }

template <typename S>
ASC_INLINE uint8_t quantised(S value, const Quant& quant, bool relu) {
    int32_t whole = rounded(scaled(as_float(value, quant), quant, relu), -256, 255) + quant.offset;
    return static_cast<uint8_t>(quant.is_signed ? clamped(whole, -128, 127) : clamped(whole, 0, 255));
}

template <typename T>
ASC_INLINE T without_negatives(T value, bool relu) {
    return relu && value < 0 ? T(0) : value;
}

// Converts `count` numbers of a row; `quants` are the factors of its columns, `each` 0 when they share one.
template <typename D, typename S>
ASC_INLINE void convert_row(D* to, const S* from, uint32_t count, const uint64_t* quants, uint32_t each, bool relu) {
    if constexpr (sizeof(D) == 1) {
        for (uint32_t i = 0; i < count; ++i) {
            uint8_t byte = quantised(from[i], quant_of(quants[i * each]), relu);
            __builtin_memcpy(to + i, &byte, 1);
        }
    } else if constexpr (sizeof(D) == sizeof(S)) {
        for (uint32_t i = 0; i < count; ++i) to[i] = without_negatives(from[i], relu);
    } else if constexpr (sizeof(S) == 4 && S(0.5f) != S(0)) {
        float line[kFractalRows];
        for (uint32_t i = 0; i < count; ++i) line[i] = without_negatives(from[i], relu);
        narrow(line, to, count);
    } else {
        float line[kFractalRows];
        for (uint32_t i = 0; i < count; ++i) {
            Quant quant = quant_of(quants[i * each]);
            line[i] = scaled(as_float(from[i], quant), quant, relu);
        }
        narrow(line, to, count);
    }
}

// The converted row: where it is already what is wanted, the source itself.
template <typename D, typename S>
ASC_INLINE const D* converted(D* room, const S* from, uint32_t count, const uint64_t* quants, uint32_t each, bool relu) {
    if constexpr (sizeof(D) == sizeof(S)) {
        if (!relu) return from;
    }
    convert_row(room, from, count, quants, each, relu);
    return room;
}

// The modes a conversion from S to D goes with: without a factor or with one, and with one a column.
struct QuantModes {
    QuantMode_t plain, column;
};

template <typename D, typename S> struct QuantModesOf {
    static constexpr bool known = false;
    static constexpr QuantModes value{NoQuant, NoQuant};
};
#define ASC_QUANT(D, S, PLAIN, COLUMN)                                 \
    template <> struct QuantModesOf<D, S> {                            \
        static constexpr bool known = true;                            \
        static constexpr QuantModes value{PLAIN, COLUMN};              \
    };
ASC_QUANT(float, float, NoQuant, NoQuant)
ASC_QUANT(int32_t, int32_t, NoQuant, NoQuant)
ASC_QUANT(half, float, F322F16, F322F16)
ASC_QUANT(bfloat16_t, float, F322BF16, F322BF16)
ASC_QUANT(int8_t, float, QF322B8_PRE, VQF322B8_PRE)
ASC_QUANT(uint8_t, float, QF322B8_PRE, VQF322B8_PRE)
ASC_QUANT(half, int32_t, DEQF16, VDEQF16)
ASC_QUANT(int8_t, int32_t, REQ8, VREQ8)
ASC_QUANT(uint8_t, int32_t, REQ8, VREQ8)
#undef ASC_QUANT

constexpr const char* quant_name(QuantMode_t mode) {
    constexpr const char* names[] = {"NoQuant", "F322F16", "F322BF16", "DEQF16", "VDEQF16", "QF322B8_PRE", "VQF322B8_PRE", "REQ8",
                                     "VREQ8"};
    return names[static_cast<int>(mode)];
}

constexpr bool by_factor(QuantMode_t mode) { return mode == DEQF16 || mode == QF322B8_PRE || mode == REQ8; }
constexpr bool by_column(QuantMode_t mode) { return mode == VDEQF16 || mode == VQF322B8_PRE || mode == VREQ8; }

template <typename D, typename S>
ASC_INLINE void check_quant(QuantMode_t mode) {
    constexpr QuantModes modes = QuantModesOf<D, S>::value;
    if (ASC_UNLIKELY(mode != modes.plain && mode != modes.column))
        fail(Kind::Check, "quantPre", "quantPre is %s; from the source's type to the destination's it is %s%s%s", quant_name(mode),
             quant_name(modes.plain), modes.column != modes.plain ? " or " : "",
             modes.column != modes.plain ? quant_name(modes.column) : "");
}

}  // namespace asc_model
