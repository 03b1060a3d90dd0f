// System variables: which core this is.
#pragma once
#include "tensor.h"

namespace AscendC {

inline int64_t GetBlockNum() { return asc_machine::current().block_num; }

// Of a vector core in a mixed kernel: its number among all vector cores.
inline int64_t GetBlockIdx() {
    auto& core = asc_machine::current();
    return static_cast<int64_t>(core.block_idx) * core.sub_block_num + core.sub_block_idx;
}

inline int64_t GetSubBlockIdx() { return asc_machine::current().sub_block_idx; }
inline int64_t GetSubBlockNum() { return asc_machine::current().sub_block_num; }

// Vector cores to a cube core: 1 on the cube core and in kernels of one kind of core.
inline int64_t GetTaskRatio() { return asc_machine::current().sub_block_num; }

constexpr int16_t GetDataBlockSizeInBytes() { return ONE_BLK_SIZE; }

// The core runs at 1850 MHz, the counter at 50 MHz.
inline int64_t GetSystemCycle() { return static_cast<int64_t>(asc_machine::current().time[asc_machine::kPipeS] / 37); }

ASC_API inline int64_t GetProgramCounter() {
    // Or the compiler would take two calls for one.
    __asm__ volatile("");
    return static_cast<int64_t>(reinterpret_cast<uintptr_t>(__builtin_return_address(0)) & 0xffffffffffff);
}

inline void GetArchVersion(uint32_t& coreVersion) { coreVersion = 0x220; }

ASC_API inline void Trap(asc_machine::Where where = {}) {
    asc_machine::enter("Trap", where);
    asc_machine::fail(asc_machine::Kind::Check, "", "the kernel trapped");
}

}  // namespace AscendC
