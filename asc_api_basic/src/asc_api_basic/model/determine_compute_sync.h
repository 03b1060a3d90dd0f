// Blocks that follow one another: WaitPreBlock and NotifyNextBlock, over counters in the workspace.
#pragma once
#include "sync_workspace.h"

namespace asc_model {

// The workspaces of a core. The word behind the slots of UB holds the round, from 1 on; a slot of global memory the round that
// its block has done, and all are 0 again when the last block has.
struct Order {
    int32_t* gm;
    int32_t* ub;
    int64_t block, blocks;

    int32_t& round() const { return ub[static_cast<uint64_t>(blocks) * kSlotWords]; }
    uint64_t key(int64_t of) const { return reinterpret_cast<uintptr_t>(gm + static_cast<uint64_t>(of) * kSlotWords); }
};

ASC_INLINE Order enter_order(Core& core, const AscendC::GlobalTensor<int32_t>& gm, const AscendC::LocalTensor<int32_t>& ub) {
    if (ASC_UNLIKELY(core.mixed)) fail(Kind::Check, "", "works in kernels of AIV cores only");
    uint64_t bytes = static_cast<uint64_t>(core.block_num) * kSlotBytes;
    return {check_gm_workspace(core, gm, 0, bytes), check_ub_workspace(core, ub, bytes + kSlotBytes), core.block_idx, core.block_num};
}

ASC_INLINE void check_round(const Order& order) {
    // UB that nothing wrote is poisoned.
    if (ASC_UNLIKELY(order.round() < 1 || order.round() == 0x7fff7fff))
        fail(Kind::Check, "ubWorkspace", "was not prepared: InitDetermineComputeWorkspace comes first");
}

}  // namespace asc_model

namespace AscendC {

ASC_API inline void InitDetermineComputeWorkspace(GlobalTensor<int32_t>& gmWorkspace, LocalTensor<int32_t>& ubWorkspace,
                                                  asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("InitDetermineComputeWorkspace", where);
    if (core.type == asc_machine::CoreType::AIC) return;
    auto order = asc_model::enter_order(core, gmWorkspace, ubWorkspace);
    asc_machine::barrier(core, PIPE_ALL);
    if (order.block == 0) std::memset(order.gm, 0, static_cast<uint64_t>(order.blocks) * asc_model::kSlotBytes);
    order.round() = 1;
}

ASC_API inline void WaitPreBlock(GlobalTensor<int32_t>& gmWorkspace, LocalTensor<int32_t>& ubWorkspace, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("WaitPreBlock", where);
    if (core.type == asc_machine::CoreType::AIC) return;
    auto order = asc_model::enter_order(core, gmWorkspace, ubWorkspace);
    asc_model::check_round(order);
    asc_machine::barrier(core, PIPE_ALL);
    // The first block begins; in later rounds the last one has made room for it.
    if (order.block != 0 || order.round() != 1) asc_machine::post_wait(core, order.key(order.block));
    for (int64_t i = 0; i < order.blocks; ++i) {
        int32_t held = order.gm[static_cast<uint64_t>(i) * asc_model::kSlotWords];
        if (held != (i < order.block ? order.round() : 0))
            asc_machine::fail(asc_machine::Kind::Check, "gmWorkspace", "holds %d for block %lld in round %d: something else wrote it", held,
                              static_cast<long long>(i), order.round());
    }
}

ASC_API inline void NotifyNextBlock(GlobalTensor<int32_t>& gmWorkspace, LocalTensor<int32_t>& ubWorkspace, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("NotifyNextBlock", where);
    if (core.type == asc_machine::CoreType::AIC) return;
    auto order = asc_model::enter_order(core, gmWorkspace, ubWorkspace);
    asc_model::check_round(order);
    asc_machine::barrier(core, PIPE_ALL);
    bool last = order.block + 1 == order.blocks;
    if (last) std::memset(order.gm, 0, static_cast<uint64_t>(order.blocks) * asc_model::kSlotBytes);
    else order.gm[static_cast<uint64_t>(order.block) * asc_model::kSlotWords] = order.round();
    ++order.round();
    asc_machine::post_set(core, order.key(last ? 0 : order.block + 1));
}

}  // namespace AscendC
