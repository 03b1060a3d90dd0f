// Sparse multiplication: B holds two of every four elements of k, an index tells which.
#pragma once
#include "mmad.h"

namespace asc_model {

// The index memory of a core, beside L0B and a quarter of its size. It lives as long as the process, for cores do.
struct SparseMemory {
    const Core* core;
    SparseMemory* next;
    uint8_t index[1];
};
inline SparseMemory* sparse_memories = nullptr;

ASC_LOOP inline uint8_t* sparse_index(Core& core) {
    for (SparseMemory* memory = __atomic_load_n(&sparse_memories, __ATOMIC_ACQUIRE); memory != nullptr; memory = memory->next)
        if (memory->core == &core) return memory->index;
    size_t bytes = core.size[static_cast<int>(Space::L0B)] / 4;
    auto* memory = static_cast<SparseMemory*>(__builtin_malloc(sizeof(SparseMemory) + bytes));
    if (memory == nullptr) fail(Kind::Check, "idx", "the host has no memory left for the index");
    memory->core = &core;
    memory->next = __atomic_load_n(&sparse_memories, __ATOMIC_ACQUIRE);
    while (!__atomic_compare_exchange_n(&sparse_memories, &memory->next, memory, false, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE)) {}
    return memory->index;
}

constexpr uint32_t kIndexBytes = 128;

// The element of A that entry `entry` of column `n` of B is multiplied by: each pair of entries picks two of four.
ASC_INLINE uint32_t picked(const uint8_t* index, uint32_t across, uint32_t n, uint32_t entry) {
    const uint8_t* part = index + (size_t(entry / 32) * across + n / kFractalRows) * kIndexBytes + n % kFractalRows * 8;
    uint32_t group = entry / 2 * 2 % 32;
    uint32_t first = part[group / 4] >> (group % 4 * 2) & 3, second = part[group / 4] >> (group % 4 * 2 + 2) & 3;
    if (ASC_UNLIKELY(first == 3 || second == 3))
        fail(Kind::Check, "idx", "column %u holds index 3, which stands for nothing", n);
    if (entry % 2 == 0) return entry / 2 * 4 + first;
    return entry / 2 * 4 + (first == 2 && second == 0 ? 2 : second + 1);
}

ASC_LOOP inline void multiply_sparse(const Result<int32_t>& result, const int8_t* left, const int8_t* right, const uint8_t* index,
                                     uint32_t depth, Start start) {
    uint32_t across = ceil_div(result.columns, kFractalRows), steps = ceil_div(depth, 32u);
    for (uint32_t n = 0; n < result.columns; ++n)
        for (uint32_t m = 0; m < result.rows; ++m) {
            int32_t* place = result.data + (size_t(n / kFractalRows) * result.down * kFractalRows + m) * kFractalRows + n % kFractalRows;
            int64_t sum = start == Start::Zero ? 0 : start == Start::Bias ? result.bias[n] : *place;
            for (uint32_t entry = 0; entry < depth / 2; ++entry) {
                uint32_t k = picked(index, across, n, entry);
                int32_t a = left[(size_t(m / kFractalRows) * steps + k / 32) * 512 + m % kFractalRows * 32 + k % 32];
                int32_t b = right[(size_t(entry / 32) * across + n / kFractalRows) * 512 + n % kFractalRows * 32 + entry % 32];
                sum += a * b;
            }
            *place = saturated(sum);
        }
}

}  // namespace asc_model

namespace AscendC {

template <typename T = int8_t, typename U = uint8_t>
ASC_API void LoadDataWithSparse(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<U>& idx,
                                const LoadData2dParams& loadDataParam, asc_machine::Where where = {}) {
    static_assert(sizeof(T) == 1 && T(-1) < T(0) && sizeof(U) == 1 && U(-1) > U(0),
                  "LoadDataWithSparse takes dst and src of int8_t and idx of uint8_t");
    auto& core = asc_machine::enter("LoadDataWithSparse", where);
    using asc_machine::Space;
    const LoadData2dParams& p = loadDataParam;
    asc_model::require_space("dst", dst.position(), Space::L0B, "B2");
    asc_model::require_space("src", src.position(), Space::L1, "B1");
    asc_model::require_space("idx", idx.position(), Space::L1, "B1");
    if (p.dstGap != 0 || p.ifTranspose || p.addrMode != 0)
        asc_machine::fail(asc_machine::Kind::Check, "params", "only startIndex and repeatTimes have a meaning here; leave the others at 0");
    const auto& path = asc_model::path_between(Space::L1, Space::L0B);
    if (p.repeatTimes == 0 || !asc_model::runs_here(core, path.core)) return;
    uint64_t end = p.startIndex + uint64_t(p.repeatTimes), size = asc_model::kFractalBytes, part = asc_model::kIndexBytes;
    T* to = asc_model::output(core, "dst", dst, p.repeatTimes * size, path.pipe, path.destination_alignment);
    const T* from = asc_model::input(core, "src", src, end * size, path.pipe);
    const U* index = asc_model::input(core, "idx", idx, end * part, path.pipe);
    asc_machine::issue(core, path.pipe, 30 + p.repeatTimes * size / 128);
    std::memcpy(to, from + p.startIndex * size, p.repeatTimes * size);
    std::memcpy(asc_model::sparse_index(core) + dst.address() / 4, index + p.startIndex * part, p.repeatTimes * part);
}

template <typename T = int32_t, typename U = int8_t>
ASC_API void MmadWithSparse(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<U>& filter,
                            const MmadParams& mmadParams, asc_machine::Where where = {}) {
    static_assert(sizeof(T) == 4 && T(0.5f) == T(0) && sizeof(U) == 1 && U(-1) < U(0),
                  "MmadWithSparse takes dst of int32_t, fm and filter of int8_t");
    auto& core = asc_machine::enter("MmadWithSparse", where);
    const MmadParams& p = mmadParams;
    using asc_model::Start;
    asc_model::check_cube_places(dst.position(), fm.position(), filter.position());
    asc_model::check_extents(p);
    if (p.k % 4 != 0)
        asc_machine::fail(asc_machine::Kind::Check, "k", "k is %u, which is not a multiple of 4: two of every four elements are kept", p.k);
    if (p.kDirectionAlign)
        asc_machine::fail(asc_machine::Kind::Check, "kDirectionAlign", "kDirectionAlign is false in sparse multiplications");
    if (p.m == 0 || p.n == 0 || p.k == 0 || !asc_model::runs_here(core, asc_model::kCube)) return;
    uint64_t across = asc_model::ceil_div(p.n, 16), size = asc_model::kFractalBytes;
    const U* left = asc_model::input(core, "fm", fm, uint64_t(asc_model::ceil_div(p.m, 16)) * asc_model::ceil_div(p.k, 32) * size, PIPE_M,
                                     size);
    const U* right = asc_model::input(core, "filter", filter, asc_model::ceil_div(p.k / 2, 32) * across * size, PIPE_M, size);
    Start start = p.cmatrixInitVal && !p.isBias ? Start::Zero : p.cmatrixSource ? Start::Bias : Start::Result;
    const T* bias = start == Start::Bias ? asc_model::table_biases<T>(core, p.n) : nullptr;
    auto result = asc_model::mmad_result(core, dst, bias, p);
    asc_machine::issue(core, PIPE_M, asc_model::mmad_cycles<U>(p.m, p.n, p.k / 2, false));
    asc_model::multiply_sparse(result, left, right, asc_model::sparse_index(core) + filter.address() / 4, p.k, start);
}

}  // namespace AscendC
