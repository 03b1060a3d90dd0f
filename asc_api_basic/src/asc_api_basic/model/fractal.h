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
#if defined(__clang__)
#define ASC_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
typedef int32_t QuadIndex __attribute__((vector_size(16)));
#define ASC_SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, QuadIndex{i, j, k, l})
#endif

// to[column][row] = from[row][column] for rows and columns that are multiples of 4.
ASC_INLINE void transpose_floats(const float* from, size_t from_stride, float* to, size_t to_stride, size_t rows, size_t columns) {
    for (size_t r = 0; r < rows; r += 4)
        for (size_t c = 0; c < columns; c += 4) {
            Quad line[4];
            for (size_t i = 0; i < 4; ++i) __builtin_memcpy(&line[i], from + (r + i) * from_stride + c, sizeof(Quad));
            Quad low = ASC_SHUFFLE(line[0], line[1], 0, 4, 1, 5), high = ASC_SHUFFLE(line[0], line[1], 2, 6, 3, 7);
            Quad next_low = ASC_SHUFFLE(line[2], line[3], 0, 4, 1, 5), next_high = ASC_SHUFFLE(line[2], line[3], 2, 6, 3, 7);
            line[0] = ASC_SHUFFLE(low, next_low, 0, 1, 4, 5);
            line[1] = ASC_SHUFFLE(low, next_low, 2, 3, 6, 7);
            line[2] = ASC_SHUFFLE(high, next_high, 0, 1, 4, 5);
            line[3] = ASC_SHUFFLE(high, next_high, 2, 3, 6, 7);
            for (size_t i = 0; i < 4; ++i) __builtin_memcpy(to + (c + i) * to_stride + r, &line[i], sizeof(Quad));
        }
}

}  // namespace asc_model
