// Mmad: C = A * B, or more of the same C, out of L0A and L0B into L0C.
#pragma once
#include "cube_state.h"
#include "mmad_kernel.h"
#include "move_path.h"

namespace asc_model {

template <typename D, typename A, typename B> constexpr bool kMmadTypes = false;
template <> constexpr bool kMmadTypes<float, half, half> = true;
template <> constexpr bool kMmadTypes<float, bfloat16_t, bfloat16_t> = true;
template <> constexpr bool kMmadTypes<float, float, float> = true;
template <> constexpr bool kMmadTypes<int32_t, int8_t, int8_t> = true;

#define ASC_CHECK_MMAD(T, U, S)                                                                                  \
    static_assert(asc_model::kMmadTypes<T, U, S>,                                                                \
                  "Mmad takes (dst, fm, filter) of types (float, half, half), (float, bfloat16_t, bfloat16_t), " \
                  "(float, float, float) or (int32_t, int8_t, int8_t)")

constexpr uint32_t kMaxExtent = 4095;

// Steps of k a cycle: a fractal's, for float half of them unless shortened to HF32.
template <typename T>
ASC_INLINE uint64_t mmad_cycles(uint32_t m, uint32_t n, uint32_t k, bool hf32) {
    uint32_t depth = sizeof(T) == 4 && !hf32 ? 4 : kDepth<T>;
    return 21 + uint64_t(ceil_div(m, kFractalRows)) * ceil_div(n, kFractalRows) * ceil_div(k, depth);
}

ASC_INLINE void check_extents(const AscendC::MmadParams& p) {
    require_range("m", p.m, 0, kMaxExtent);
    require_range("n", p.n, 0, kMaxExtent);
    require_range("k", p.k, 0, kMaxExtent);
    check_unit_flag(p.unitFlag);
}

template <typename D>
ASC_INLINE Result<D> mmad_result(Core& core, const AscendC::LocalTensor<D>& dst, const D* bias, const AscendC::MmadParams& p) {
    uint32_t down = ceil_div(p.m, kFractalRows);
    uint64_t bytes = uint64_t(down) * ceil_div(p.n, kFractalRows) * kResultElements * sizeof(D);
    D* to = output(core, "dst", dst, bytes, PIPE_M, kResultElements * sizeof(D));
    if (p.unitFlag != 0) pass_units(cube_state(core), p.unitFlag, dst.address(), dst.address() + bytes, true);
    return {to, bias, p.m, p.n, down};
}

// The whole fractals of biases; without a tensor they lie at the bias table's start.
template <typename D>
ASC_INLINE const D* table_biases(Core& core, uint32_t n) {
    return reinterpret_cast<const D*>(
        asc_machine::span(core, "cmatrixSource", Space::BT, 0, uint64_t(ceil_to(n, kFractalRows)) * sizeof(D), 64));
}

template <typename D, typename T>
ASC_LOOP void mmad(Core& core, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<T>& fm,
                   const AscendC::LocalTensor<T>& filter, const AscendC::MmadParams& p, Start start, const D* bias) {
    constexpr uint32_t k0 = kDepth<T>;
    CubeState& state = cube_state(core);
    bool vector = p.m == 1;
    uint32_t steps = p.kDirectionAlign && sizeof(T) == 4 ? ceil_to(p.k, 16) / k0 : ceil_div(p.k, k0);
    uint64_t left_bytes = vector ? ceil_to(p.k * sizeof(T), kFractalBytes) : uint64_t(ceil_div(p.m, kFractalRows)) * steps * kFractalBytes;
    const T* left = input(core, "fm", fm, left_bytes, PIPE_M, kFractalBytes);
    const T* right = input(core, "filter", filter,
                           uint64_t(ceil_div(p.k, k0)) * ceil_div(p.n, kFractalRows) * kFractalBytes, PIPE_M, kFractalBytes);
    Result<D> result = mmad_result(core, dst, bias, p);
    bool hf32 = sizeof(T) == 4 && state.hf32;
    asc_machine::issue(core, PIPE_M, mmad_cycles<T>(p.m, p.n, p.k, hf32));
    Shorten mode = !hf32 ? Shorten::None : state.hf32_to_zero ? Shorten::ToZero : Shorten::ToEven;
    size_t rows = p.m < kPanelRows ? ceil_to(p.m, kTileRows) : kPanelRows;
    auto* panel = static_cast<float*>(__builtin_alloca(rows * kLeftStride * sizeof(float)));
    multiply(result, Left<T>{left, p.m, steps, vector}, Right<T>{right, p.n, ceil_div(p.n, kFractalRows)}, p.k, start, mode, panel);
}

ASC_INLINE void check_cube_places(AscendC::TPosition dst, AscendC::TPosition fm, AscendC::TPosition filter) {
    require_space("dst", dst, Space::L0C, "CO1");
    require_space("fm", fm, Space::L0A, "A2");
    require_space("filter", filter, Space::L0B, "B2");
}

}  // namespace asc_model

namespace AscendC {

template <typename T, typename U, typename S>
ASC_API void Mmad(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<S>& filter, const MmadParams& mmadParams,
                  asc_machine::Where where = {}) {
    ASC_CHECK_MMAD(T, U, S);
    auto& core = asc_machine::enter("Mmad", where);
    const MmadParams& p = mmadParams;
    asc_model::check_cube_places(dst.position(), fm.position(), filter.position());
    asc_model::check_extents(p);
    if (p.m == 0 || p.n == 0 || p.k == 0 || !asc_model::runs_here(core, asc_model::kCube)) return;
    using asc_model::Start;
    Start start = p.cmatrixInitVal && !p.isBias ? Start::Zero : p.cmatrixSource ? Start::Bias : Start::Result;
    const T* bias = start == Start::Bias ? asc_model::table_biases<T>(core, p.n) : nullptr;
    asc_model::mmad(core, dst, fm, filter, p, start, bias);
}

template <typename T, typename U, typename S, typename V>
ASC_API void Mmad(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<S>& filter, const LocalTensor<V>& bias,
                  const MmadParams& mmadParams, asc_machine::Where where = {}) {
    ASC_CHECK_MMAD(T, U, S);
    static_assert(sizeof(V) == sizeof(T) && V(0.5f) == T(0.5f), "Mmad: bias has the type of dst");
    auto& core = asc_machine::enter("Mmad", where);
    const MmadParams& p = mmadParams;
    using asc_machine::Space;
    asc_model::check_cube_places(dst.position(), fm.position(), filter.position());
    asc_model::check_extents(p);
    if (p.cmatrixInitVal)
        asc_machine::fail(asc_machine::Kind::Check, "mmadParams", "cmatrixInitVal is true, so that the sums start from zeros and not "
                          "from the bias: set it to false");
    if (p.m == 0 || p.n == 0 || p.k == 0 || !asc_model::runs_here(core, asc_model::kCube)) return;
    Space place = asc_model::space_of(bias.position());
    if (place == Space::L0C) {
        asc_model::mmad(core, dst, fm, filter, p, asc_model::Start::Result, static_cast<const T*>(nullptr));
        return;
    }
    asc_model::require_space("bias", bias.position(), Space::BT, "C2");
    const V* values = asc_model::input(core, "bias", bias, uint64_t(asc_model::ceil_to(p.n, 16)) * sizeof(V), PIPE_M, 64);
    asc_model::mmad(core, dst, fm, filter, p, asc_model::Start::Bias, values);
}

}  // namespace AscendC
