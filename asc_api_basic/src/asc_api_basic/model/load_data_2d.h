// LoadData of fractals, and LoadDataWithTranspose of square blocks.
#pragma once
#include "fractal.h"
#include "move_path.h"

namespace asc_model {

ASC_INLINE void unsupported(const char* params, const char* instead) {
    fail(Kind::Check, "params", "%s is not supported on Atlas A2/A3; use %s", params, instead);
}

// Units of the source from `start`, `step` apart, up or down; the last one used, to check the tensor's end.
struct Walk {
    uint64_t start, step;
    bool down;
    uint64_t at(uint64_t i) const { return down ? start - i * step : start + i * step; }
};

ASC_INLINE uint64_t last_unit(const Walk& walk, uint64_t repeats) {
    if (!walk.down) return walk.at(repeats - 1);
    if (ASC_UNLIKELY(walk.step * (repeats - 1) > walk.start))
        fail(Kind::Bounds, "src", "walking down from %llu by %llu, repeat %llu lies before the tensor",
             static_cast<unsigned long long>(walk.start), static_cast<unsigned long long>(walk.step),
             static_cast<unsigned long long>(repeats - 1));
    return walk.start;
}

template <typename T>
ASC_LOOP void load_fractals(T* to, const T* from, const Walk& walk, uint64_t repeats, uint64_t to_step, bool transpose) {
    constexpr uint64_t size = kFractalElements<T>;
    for (uint64_t i = 0; i < repeats; ++i) {
        const T* source = from + walk.at(i) * size;
        T* target = to + i * to_step * size;
        if constexpr (sizeof(T) == 2) {
            if (transpose) {
                transpose_fractal(source, target);
                continue;
            }
        }
        __builtin_memcpy(target, source, kFractalBytes);
    }
}

template <typename T>
ASC_INLINE Walk checked_walk(const AscendC::LoadData2DParams& p, bool may_transpose) {
    require_range("addrMode", p.addrMode, 0, 1);
    if (ASC_UNLIKELY(p.ifTranspose && (!may_transpose || sizeof(T) != 2)))
        fail(Kind::Check, "ifTranspose", "only fractals of 16-bit elements between L1 and L0A or L0B are transposed");
    return {p.startIndex, p.srcStride, p.addrMode == 1};
}

template <typename T> constexpr bool kCubeElement = sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4;

// How a square block of LoadDataWithTranspose is made of fractals.
template <typename T> constexpr uint32_t kSquareSide = sizeof(T) == 1 ? 32 : 16;
template <typename T> constexpr uint32_t kSquareFractals = sizeof(T) == 2 ? 1 : 2;

// Blocks of 8 bits are two fractals one below the other, of 32 bits two side by side; so are the transposed ones.
template <typename T>
ASC_LOOP void load_squares(T* to, const T* from, const Walk& walk, const AscendC::LoadData2dTransposeParams& p) {
    constexpr uint32_t side = kSquareSide<T>, depth = kDepth<T>;
    constexpr uint64_t size = kFractalElements<T>;
    uint64_t between = sizeof(T) == 2 ? 1 : p.dstFracGap + uint64_t(1);
    for (uint64_t i = 0; i < p.repeatTimes; ++i) {
        const T* source = from + walk.at(i) * side * side;
        T* target = to + i * (p.dstGap + uint64_t(1)) * size;
        if constexpr (sizeof(T) == 2) {
            transpose_fractal(source, target);
        } else {
            for (uint32_t r = 0; r < side; ++r)
                for (uint32_t c = 0; c < side; ++c) {
                    T value = source[c / depth * size + r * depth + c % depth];
                    if constexpr (sizeof(T) == 4) target[r / depth * between * size + c * depth + r % depth] = value;
                    else target[c / kFractalRows * between * size + c % kFractalRows * depth + r] = value;
                }
        }
    }
}

}  // namespace asc_model

namespace AscendC {

template <typename T>
ASC_API void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData2DParams& loadDataParams,
                      asc_machine::Where where = {}) {
    static_assert(asc_model::kCubeElement<T>, "LoadData takes elements of 1, 2 or 4 bytes");
    auto& core = asc_machine::enter("LoadData", where);
    using asc_machine::Space;
    const auto& path = asc_model::path_between(asc_model::space_of(src.position()), asc_model::space_of(dst.position()),
                                               asc_model::spaces(Space::L0A, Space::L0B), "DataCopy");
    const LoadData2DParams& p = loadDataParams;
    auto walk = asc_model::checked_walk<T>(p, true);
    if (p.repeatTimes == 0 || !asc_model::runs_here(core, path.core)) return;
    uint64_t step = p.dstGap + uint64_t(1), size = asc_model::kFractalBytes;
    T* to = asc_model::output(core, "dst", dst, ((p.repeatTimes - 1) * step + 1) * size, path.pipe, path.destination_alignment);
    const T* from = asc_model::input(core, "src", src, (asc_model::last_unit(walk, p.repeatTimes) + 1) * size, path.pipe,
                                     path.source_alignment);
    asc_model::issue_move(core, p.repeatTimes * size, path);
    asc_model::load_fractals(to, from, walk, p.repeatTimes, step, p.ifTranspose);
}

template <typename T>
ASC_API void LoadData(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const LoadData2DParams& loadDataParams,
                      asc_machine::Where where = {}) {
    static_assert(asc_model::kCubeElement<T>, "LoadData takes elements of 1, 2 or 4 bytes");
    auto& core = asc_machine::enter("LoadData", where);
    using asc_machine::Space;
    const auto& path = asc_model::path_between(Space::GM, asc_model::space_of(dst.position()),
                                               asc_model::spaces(Space::L1, Space::L0A, Space::L0B), "DataCopy");
    const LoadData2DParams& p = loadDataParams;
    auto walk = asc_model::checked_walk<T>(p, false);
    if (p.repeatTimes == 0 || !asc_model::runs_here(core, path.core)) return;
    uint64_t step = p.dstGap + uint64_t(1), size = asc_model::kFractalBytes;
    T* to = asc_model::output(core, "dst", dst, ((p.repeatTimes - 1) * step + 1) * size, path.pipe, path.destination_alignment);
    const T* from = asc_model::global(core, "src", src, (asc_model::last_unit(walk, p.repeatTimes) + 1) * size, path.pipe, false);
    asc_model::issue_move(core, p.repeatTimes * size, path);
    asc_model::load_fractals(to, from, walk, p.repeatTimes, step, false);
}

template <typename T>
ASC_API void LoadData(const LocalTensor<T>&, const LocalTensor<T>&, const LoadData2DParamsV2&, asc_machine::Where where = {}) {
    asc_machine::enter("LoadData", where);
    asc_model::unsupported("LoadData2DParamsV2", "LoadData2DParams");
}

template <typename T>
ASC_API void LoadData(const LocalTensor<T>&, const GlobalTensor<T>&, const LoadData2DParamsV2&, asc_machine::Where where = {}) {
    asc_machine::enter("LoadData", where);
    asc_model::unsupported("LoadData2DParamsV2", "LoadData2DParams");
}

template <typename T>
ASC_API void LoadDataWithTranspose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                   const LoadData2dTransposeParams& loadDataParams, asc_machine::Where where = {}) {
    static_assert(asc_model::kCubeElement<T>, "LoadDataWithTranspose takes elements of 1, 2 or 4 bytes");
    auto& core = asc_machine::enter("LoadDataWithTranspose", where);
    using asc_machine::Space;
    asc_model::require_space("src", src.position(), Space::L1, "A1 or B1");
    const auto& path = asc_model::path_between(Space::L1, asc_model::space_of(dst.position()),
                                               asc_model::spaces(Space::L0A, Space::L0B), "DataCopy");
    const LoadData2dTransposeParams& p = loadDataParams;
    asc_model::require_range("addrMode", p.addrMode, 0, 1);
    if (p.repeatTimes == 0 || !asc_model::runs_here(core, path.core)) return;
    asc_model::Walk walk{p.startIndex, p.srcStride, p.addrMode == 1};
    constexpr uint64_t fractals = asc_model::kSquareFractals<T>, size = asc_model::kFractalBytes;
    uint64_t inner = fractals == 1 ? 0 : p.dstFracGap + uint64_t(1);
    uint64_t target = (p.repeatTimes - uint64_t(1)) * (p.dstGap + uint64_t(1)) + inner + 1;
    T* to = asc_model::output(core, "dst", dst, target * size, path.pipe, path.destination_alignment);
    const T* from = asc_model::input(core, "src", src, (asc_model::last_unit(walk, p.repeatTimes) + 1) * fractals * size, path.pipe,
                                     path.source_alignment);
    asc_model::issue_move(core, p.repeatTimes * fractals * size, path);
    asc_model::load_squares(to, from, walk, p);
}

template <typename T>
ASC_API void LoadDataWithTranspose(const LocalTensor<T>&, const LocalTensor<T>&, const LoadData2dTransposeParamsV2&,
                                   asc_machine::Where where = {}) {
    asc_machine::enter("LoadDataWithTranspose", where);
    asc_model::unsupported("LoadData2dTransposeParamsV2", "LoadData2dTransposeParams");
}

}  // namespace AscendC
