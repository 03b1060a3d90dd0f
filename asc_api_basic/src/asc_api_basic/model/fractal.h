// Fractals: the blocks of 512 bytes that matrices in the cube's memories are made of.
#pragma once
#include "tensor.h"

namespace asc_model {

constexpr uint32_t kFractalRows = 16;
constexpr uint32_t kFractalBytes = 512;
// Elements of a fractal's short side in A and B; a fractal of C has 16 * 16 elements of 4 bytes.
template <typename T> constexpr uint32_t kDepth = AscendC::ONE_BLK_SIZE / sizeof(T);
template <typename T> constexpr uint32_t kFractalElements = kFractalBytes / sizeof(T);
constexpr uint32_t kResultElements = kFractalRows * kFractalRows;

constexpr uint32_t ceil_to(uint32_t value, uint32_t unit) { return (value + unit - 1) / unit * unit; }
constexpr uint32_t ceil_div(uint32_t value, uint32_t unit) { return (value + unit - 1) / unit; }

typedef float Quad __attribute__((vector_size(16)));
typedef uint16_t Octet __attribute__((vector_size(16)));
#if defined(__clang__)
#define ASC_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define ASC_SHUFFLE_OCTETS(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
typedef int32_t QuadIndex __attribute__((vector_size(16)));
#define ASC_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, QuadIndex{__VA_ARGS__})
#define ASC_SHUFFLE_OCTETS(a, b, ...) __builtin_shuffle(a, b, Octet{__VA_ARGS__})
#endif

ASC_INLINE void transpose_quads(Quad& a, Quad& b, Quad& c, Quad& d) {
    Quad low = ASC_SHUFFLE(a, b, 0, 4, 1, 5), high = ASC_SHUFFLE(a, b, 2, 6, 3, 7);
    Quad next_low = ASC_SHUFFLE(c, d, 0, 4, 1, 5), next_high = ASC_SHUFFLE(c, d, 2, 6, 3, 7);
    a = ASC_SHUFFLE(low, next_low, 0, 1, 4, 5);
    b = ASC_SHUFFLE(low, next_low, 2, 3, 6, 7);
    c = ASC_SHUFFLE(high, next_high, 0, 1, 4, 5);
    d = ASC_SHUFFLE(high, next_high, 2, 3, 6, 7);
}

// A fractal of 16 * 16 elements of 16 bits, transposed: pairs of rows are woven, then move in twos.
ASC_LOOP inline void transpose_fractal(const void* from, void* to) {
    auto* source = static_cast<const uint8_t*>(from);
    auto* target = static_cast<uint8_t*>(to);
    for (size_t r = 0; r < 2; ++r)
        for (size_t c = 0; c < 2; ++c) {
            Quad low[4], high[4];
            for (size_t i = 0; i < 4; ++i) {
                Octet even, odd;
                __builtin_memcpy(&even, source + (r * 8 + 2 * i) * 32 + c * 16, sizeof even);
                __builtin_memcpy(&odd, source + (r * 8 + 2 * i + 1) * 32 + c * 16, sizeof odd);
                low[i] = reinterpret_cast<Quad>(ASC_SHUFFLE_OCTETS(even, odd, 0, 8, 1, 9, 2, 10, 3, 11));
                high[i] = reinterpret_cast<Quad>(ASC_SHUFFLE_OCTETS(even, odd, 4, 12, 5, 13, 6, 14, 7, 15));
            }
            transpose_quads(low[0], low[1], low[2], low[3]);
            transpose_quads(high[0], high[1], high[2], high[3]);
            for (size_t i = 0; i < 4; ++i) {
                __builtin_memcpy(target + (c * 8 + i) * 32 + r * 16, &low[i], sizeof(Quad));
                __builtin_memcpy(target + (c * 8 + 4 + i) * 32 + r * 16, &high[i], sizeof(Quad));
            }
        }
}

// to[column][row] = from[row][column] for rows and columns that are multiples of 4.
ASC_INLINE void transpose_floats(const float* from, size_t from_stride, float* to, size_t to_stride, size_t rows, size_t columns) {
    for (size_t r = 0; r < rows; r += 4)
        for (size_t c = 0; c < columns; c += 4) {
            Quad line[4];
            for (size_t i = 0; i < 4; ++i) __builtin_memcpy(&line[i], from + (r + i) * from_stride + c, sizeof(Quad));
            transpose_quads(line[0], line[1], line[2], line[3]);
            for (size_t i = 0; i < 4; ++i) __builtin_memcpy(to + (c + i) * to_stride + r, &line[i], sizeof(Quad));
        }
}

}  // namespace asc_model
