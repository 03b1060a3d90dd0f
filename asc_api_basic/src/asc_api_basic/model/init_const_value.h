// InitConstValue: one value over blocks of L1, L0A or L0B.
#pragma once
#include "fractal.h"
#include "move_path.h"

namespace AscendC {

template <typename T>
ASC_API void InitConstValue(const LocalTensor<T>& dst, const InitConstValueParams<T>& initConstValueParams,
                            asc_machine::Where where = {}) {
    static_assert(sizeof(T) == 2 || sizeof(T) == 4, "InitConstValue takes elements of 2 or 4 bytes");
    auto& core = asc_machine::enter("InitConstValue", where);
    using asc_machine::Space;
    const auto& p = initConstValueParams;
    Space space = asc_model::space_of(dst.position());
    if (space != Space::L1 && space != Space::L0A && space != Space::L0B)
        asc_machine::fail(asc_machine::Kind::Check, "dst", "is at position %s; it must be in L1, L0A or L0B (A1, B1, A2, B2)",
                          asc_model::position_name(dst.position()));
    asc_model::require_range("repeatTimes", p.repeatTimes, 0, 32767);
    asc_model::require_range("blockNum", p.blockNum, 0, 32767);
    asc_model::require_range("dstGap", p.dstGap, 0, 32767);
    if (p.repeatTimes == 0 || p.blockNum == 0 || !asc_model::runs_here(core, asc_model::kCube)) return;
    uint64_t block = space == Space::L1 ? ONE_BLK_SIZE : asc_model::kFractalBytes;
    uint64_t length = p.blockNum * block, step = length + p.dstGap * block;
    int pipe = space == Space::L1 ? PIPE_MTE2 : PIPE_MTE1;
    T* to = asc_model::output(core, "dst", dst, (p.repeatTimes - uint64_t(1)) * step + length, pipe, block);
    asc_machine::issue(core, pipe, (p.repeatTimes * length + 255) / 256);
    T value = p.initValue;
    for (uint64_t i = 0; i < p.repeatTimes; ++i)
        for (uint64_t j = 0; j < length / sizeof(T); ++j) to[i * step / sizeof(T) + j] = value;
}

}  // namespace AscendC
