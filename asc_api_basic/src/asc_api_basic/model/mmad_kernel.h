// The multiplication behind Mmad: fractals are unpacked to float panels, a register tile multiplies them.
#pragma once
#include "fractal.h"

namespace asc_model {

#if defined(__AVX512F__)
constexpr size_t kLane = 64, kTileRows = 8, kTileFractals = 2;
#elif defined(__AVX__)
constexpr size_t kLane = 32, kTileRows = 4, kTileFractals = 1;
#else
constexpr size_t kLane = 16, kTileRows = 4, kTileFractals = 1;
#endif
typedef float Lanes __attribute__((vector_size(kLane)));
constexpr size_t kLaneFloats = kLane / sizeof(float);
constexpr size_t kTileLanes = kTileFractals * kFractalRows / kLaneFloats;

// Panels of this depth stay in the first-level cache; sums of this many int8 products are exact in float. The left
// panel of this many rows fits the core's stack.
constexpr uint32_t kPanelDepth = 256, kPanelRows = 256;
constexpr uint32_t kLeftStride = kPanelDepth + 16;
constexpr uint32_t kPanelColumns = kTileFractals * kFractalRows;

#define ASC_UNROLL _Pragma("GCC unroll 16")
#if defined(__clang__)
#define ASC_FUSED ASC_LOOP
#else
#define ASC_FUSED ASC_LOOP __attribute__((optimize("fp-contract=fast")))
#endif

// sums[row][column] += the sum over k of left[row][k] * right[k][column].
ASC_FUSED inline void multiply_tile(const float* left, const float* right, uint32_t depth, float* sums) {
#if defined(__clang__)
#pragma clang fp contract(fast)
#endif
    Lanes total[kTileRows][kTileLanes];
    ASC_UNROLL for (size_t r = 0; r < kTileRows; ++r)
        ASC_UNROLL for (size_t l = 0; l < kTileLanes; ++l)
            __builtin_memcpy(&total[r][l], sums + (r * kTileLanes + l) * kLaneFloats, kLane);
    for (uint32_t k = 0; k < depth; ++k) {
        Lanes column[kTileLanes];
        ASC_UNROLL for (size_t l = 0; l < kTileLanes; ++l)
            __builtin_memcpy(&column[l], right + k * kPanelColumns + l * kLaneFloats, kLane);
        ASC_UNROLL for (size_t r = 0; r < kTileRows; ++r)
            ASC_UNROLL for (size_t l = 0; l < kTileLanes; ++l) total[r][l] += column[l] * left[r * kLeftStride + k];
    }
    ASC_UNROLL for (size_t r = 0; r < kTileRows; ++r)
        ASC_UNROLL for (size_t l = 0; l < kTileLanes; ++l)
            __builtin_memcpy(sums + (r * kTileLanes + l) * kLaneFloats, &total[r][l], kLane);
}

// How float operands are shortened before the multiplication.
enum class Shorten : uint8_t { None, ToEven, ToZero };

// HF32 keeps 11 bits of the mantissa: nearest, ties to even or to zero.
ASC_INLINE float shortened(float value, Shorten mode) {
    uint32_t bits = bit_cast<uint32_t>(value);
    if ((bits & 0x7f800000u) == 0x7f800000u) return value;
    bits += 0x7ffu + (mode == Shorten::ToEven ? (bits >> 12) & 1u : 0u);
    return bit_cast<float>(bits & ~0xfffu);
}

ASC_INLINE void widen(const int8_t* from, float* to, size_t count) {
    for (size_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[i]);
}
ASC_INLINE void widen(const float* from, float* to, size_t count) { __builtin_memcpy(to, from, count * sizeof(float)); }

template <typename T>
ASC_INLINE void unpack(const T* from, float* to, size_t count, Shorten mode) {
    widen(from, to, count);
    if constexpr (sizeof(T) == sizeof(float)) {
        if (mode != Shorten::None)
            for (size_t i = 0; i < count; ++i) to[i] = shortened(to[i], mode);
    }
}

// Matrix A in Zz order: fractal (i, j) of 16 rows lies at i * across + j. `vector` is the one contiguous row of GEMV.
template <typename T>
struct Left {
    const T* data;
    uint32_t rows, across;
    bool vector;
};

// Matrix B in Zn order: fractal (i, j) of 16 columns lies at i * across + j, its columns one after the other.
template <typename T>
struct Right {
    const T* data;
    uint32_t columns, across;
};

template <typename T>
ASC_LOOP void unpack_left(const Left<T>& left, uint32_t first, uint32_t rows, uint32_t begin, uint32_t depth, Shorten mode,
                          float* panel) {
    constexpr uint32_t k0 = kDepth<T>;
    if (left.vector) {
        unpack(left.data + begin, panel, depth, mode);
    } else {
        for (uint32_t row = first; row < first + rows; ++row) {
            const T* line = left.data + (size_t(row / kFractalRows) * left.across + begin / k0) * kFractalRows * k0 +
                            row % kFractalRows * k0;
            float* to = panel + size_t(row - first) * kLeftStride;
            for (uint32_t k = 0; k < depth; k += k0, line += kFractalRows * k0) unpack(line, to + k, k0, mode);
        }
    }
    for (uint32_t row = rows; row < ceil_to(rows, kTileRows); ++row)
        __builtin_memset(panel + size_t(row) * kLeftStride, 0, kPanelDepth * sizeof(float));
}

template <typename T>
ASC_LOOP void unpack_right(const Right<T>& right, uint32_t begin, uint32_t depth, uint32_t column, Shorten mode, float* panel) {
    constexpr uint32_t k0 = kDepth<T>;
    float line[kFractalRows * k0];
    for (uint32_t f = 0; f < kTileFractals; ++f, column += kFractalRows) {
        float* to = panel + f * kFractalRows;
        uint32_t valid = column >= right.columns ? 0 : right.columns - column;
        if (valid < kFractalRows)
            for (uint32_t k = 0; k < ceil_to(depth, k0); ++k)
                __builtin_memset(to + k * kPanelColumns, 0, kFractalRows * sizeof(float));
        if (valid == 0) continue;
        const T* from = right.data + (size_t(begin / k0) * right.across + column / kFractalRows) * kFractalRows * k0;
        for (uint32_t k = 0; k < depth; k += k0, from += size_t(right.across) * kFractalRows * k0) {
            if (valid >= kFractalRows) {
                unpack(from, line, kFractalRows * k0, mode);
                transpose_floats(line, k0, to + k * kPanelColumns, kPanelColumns, kFractalRows, k0);
            } else {
                unpack(from, line, valid * k0, mode);
                for (uint32_t c = 0; c < valid; ++c)
                    for (uint32_t i = 0; i < k0; ++i) to[(k + i) * kPanelColumns + c] = line[c * k0 + i];
            }
        }
    }
}

ASC_INLINE int32_t saturated(int64_t value) {
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : static_cast<int32_t>(value);
}

// What the sums start from: zero, a row of biases, or the matrix C.
enum class Start : uint8_t { Zero, Bias, Result };

// Matrix C in Nz order: fractal (i, j) of 16 * 16 lies at j * down + i.
template <typename D>
struct Result {
    D* data;
    const D* bias;
    uint32_t rows, columns, down;
};

template <typename D>
ASC_LOOP void result_tile(const Result<D>& result, Start start, const float* left, const float* right, uint32_t depth, uint32_t row,
                          uint32_t column) {
    float sums[kTileRows * kPanelColumns];
    uint32_t rows = result.rows - row < kTileRows ? result.rows - row : static_cast<uint32_t>(kTileRows);
    uint32_t fractals = (result.columns - column + kFractalRows - 1) / kFractalRows;
    if (fractals > kTileFractals) fractals = kTileFractals;
    __builtin_memset(sums, 0, sizeof sums);
    auto place = [&](uint32_t r, uint32_t f) {
        return result.data + (size_t(column / kFractalRows + f) * result.down * kFractalRows + row + r) * kFractalRows;
    };
    auto origin = [&](uint32_t r, uint32_t f) {
        return start == Start::Bias ? result.bias + column + f * kFractalRows : place(r, f);
    };
    if constexpr (sizeof(D) == sizeof(float) && D(0.5f) != D(0)) {
        if (start != Start::Zero)
            for (uint32_t r = 0; r < rows; ++r)
                for (uint32_t f = 0; f < fractals; ++f)
                    __builtin_memcpy(sums + r * kPanelColumns + f * kFractalRows, origin(r, f), kFractalRows * sizeof(float));
        multiply_tile(left, right, depth, sums);
        for (uint32_t r = 0; r < rows; ++r)
            for (uint32_t f = 0; f < fractals; ++f)
                __builtin_memcpy(place(r, f), sums + r * kPanelColumns + f * kFractalRows, kFractalRows * sizeof(float));
    } else {
        multiply_tile(left, right, depth, sums);
        for (uint32_t r = 0; r < rows; ++r)
            for (uint32_t f = 0; f < fractals; ++f)
                for (uint32_t i = 0; i < kFractalRows; ++i) {
                    int64_t before = start == Start::Zero ? 0 : origin(r, f)[i];
                    place(r, f)[i] = saturated(before + static_cast<int32_t>(sums[r * kPanelColumns + f * kFractalRows + i]));
                }
    }
}

// C = start + A * B over `depth` elements of k; the left panel holds up to kPanelRows of the rows.
template <typename D, typename T>
ASC_LOOP void multiply(const Result<D>& result, const Left<T>& left, const Right<T>& right, uint32_t depth, Start start, Shorten mode,
                       float* left_panel) {
    float right_panel[kPanelDepth * kPanelColumns];
    for (uint32_t begin = 0; begin < depth; begin += kPanelDepth) {
        uint32_t part = depth - begin < kPanelDepth ? depth - begin : kPanelDepth;
        for (uint32_t first = 0; first < result.rows; first += kPanelRows) {
            uint32_t rows = result.rows - first < kPanelRows ? result.rows - first : kPanelRows;
            unpack_left(left, first, rows, begin, part, mode, left_panel);
            for (uint32_t column = 0; column < result.columns; column += kPanelColumns) {
                unpack_right(right, begin, part, column, mode, right_panel);
                for (uint32_t row = 0; row < rows; row += kTileRows)
                    result_tile(result, begin == 0 ? start : Start::Result, left_panel + size_t(row) * kLeftStride, right_panel, part,
                                first + row, column);
            }
        }
    }
}

}  // namespace asc_model
