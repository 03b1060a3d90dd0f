// Workspaces of the synchronisations that count in memory: one block of 32 bytes a core.
#pragma once
#include "tensor.h"

namespace asc_model {

constexpr uint64_t kSlotBytes = AscendC::ONE_BLK_SIZE;
constexpr uint64_t kSlotWords = kSlotBytes / sizeof(int32_t);

ASC_INLINE int32_t* check_ub_workspace(Core& core, const AscendC::LocalTensor<int32_t>& workspace, uint64_t bytes) {
    if (ASC_UNLIKELY(space_of(workspace.position()) != Space::UB))
        fail(Kind::Check, "ubWorkspace", "lies in %s; it must lie in VECIN, VECOUT or VECCALC", position_name(workspace.position()));
    return output(core, "ubWorkspace", workspace, bytes, PIPE_S);
}

// `bytes` from byte `offset` of a workspace in global memory.
ASC_INLINE int32_t* check_gm_workspace(Core& core, const AscendC::GlobalTensor<int32_t>& workspace, uint64_t offset, uint64_t bytes) {
    return global(core, "gmWorkspace", workspace, offset + bytes, PIPE_S, true) + offset / sizeof(int32_t);
}

// A counter begins at 0; this one would never be what the cores wait for.
ASC_INLINE void check_zero(const int32_t* slot) {
    if (ASC_UNLIKELY(*slot != 0))
        fail(Kind::Check, "gmWorkspace", "holds %d where a core counts: it must be all 0 when the kernel starts", *slot);
}

}  // namespace asc_model
