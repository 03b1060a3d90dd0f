// Synchronisation: flags and barriers within a core, flags and meetings between cores.
#pragma once
#include "sync_workspace.h"

namespace asc_model {

struct EventPipes {
    uint8_t source, destination;
};

// The two pipes of each HardEvent, in its order.
constexpr EventPipes kEventPipes[] = {
    {PIPE_MTE2, PIPE_MTE1}, {PIPE_MTE1, PIPE_MTE2}, {PIPE_MTE1, PIPE_M},    {PIPE_M, PIPE_MTE1},    {PIPE_MTE2, PIPE_V},
    {PIPE_V, PIPE_MTE2},    {PIPE_MTE3, PIPE_V},    {PIPE_V, PIPE_MTE3},    {PIPE_M, PIPE_V},       {PIPE_V, PIPE_M},
    {PIPE_V, PIPE_V},       {PIPE_MTE3, PIPE_MTE1}, {PIPE_MTE1, PIPE_MTE3}, {PIPE_MTE1, PIPE_V},    {PIPE_MTE2, PIPE_M},
    {PIPE_M, PIPE_MTE2},    {PIPE_V, PIPE_MTE1},    {PIPE_M, PIPE_FIX},     {PIPE_FIX, PIPE_M},     {PIPE_MTE3, PIPE_MTE2},
    {PIPE_MTE2, PIPE_MTE3}, {PIPE_S, PIPE_V},       {PIPE_V, PIPE_S},       {PIPE_S, PIPE_MTE2},    {PIPE_MTE2, PIPE_S},
    {PIPE_S, PIPE_MTE3},    {PIPE_MTE3, PIPE_S},    {PIPE_MTE2, PIPE_FIX},  {PIPE_FIX, PIPE_MTE2},  {PIPE_FIX, PIPE_S},
    {PIPE_M, PIPE_S},       {PIPE_FIX, PIPE_MTE3},  {PIPE_MTE1, PIPE_FIX},  {PIPE_FIX, PIPE_MTE1},  {PIPE_FIX, PIPE_FIX},
};
static_assert(sizeof kEventPipes / sizeof kEventPipes[0] == static_cast<int>(AscendC::HardEvent::MAX), "one row an event");

ASC_INLINE void check_cross_flag(uint16_t flag) {
    if (ASC_UNLIKELY(flag > 15)) fail(Kind::Flag, "flagId", "flag %u is outside 0..15", flag);
}

// Where IBSet and IBWait meet: the counter of an event and a block. The machine counts under its address.
ASC_INLINE uint64_t post_key(Core& core, const AscendC::GlobalTensor<int32_t>& gm, const AscendC::LocalTensor<int32_t>& ub, int32_t block,
                             int32_t event, bool vector_only) {
    int64_t cores = vector_only ? core.block_num : 2 * static_cast<int64_t>(core.block_num);
    if (ASC_UNLIKELY(block < 0 || block >= cores))
        fail(Kind::Flag, "blockIdx", "block %d is outside 0..%lld", block, static_cast<long long>(cores - 1));
    if (ASC_UNLIKELY(event < 0)) fail(Kind::Flag, "eventID", "event %d is negative", event);
    check_ub_workspace(core, ub, kSlotBytes);
    const int32_t* slot = check_gm_workspace(core, gm, (static_cast<uint64_t>(cores) * static_cast<uint32_t>(event) + block) * kSlotBytes, kSlotBytes);
    check_zero(slot);
    return reinterpret_cast<uintptr_t>(slot);
}

constexpr int kSyncAllFlag = 14;

}  // namespace asc_model

namespace AscendC {

template <HardEvent event>
ASC_API void SetFlag(int32_t eventID, asc_machine::Where where = {}) {
    constexpr int index = static_cast<int>(event);
    constexpr asc_model::EventPipes pipes = asc_model::kEventPipes[index];
    asc_machine::set_flag(asc_machine::enter("SetFlag", where), index, pipes.source, pipes.destination, eventID);
}

template <HardEvent event>
ASC_API void WaitFlag(int32_t eventID, asc_machine::Where where = {}) {
    constexpr int index = static_cast<int>(event);
    constexpr asc_model::EventPipes pipes = asc_model::kEventPipes[index];
    asc_machine::wait_flag(asc_machine::enter("WaitFlag", where), index, pipes.source, pipes.destination, eventID);
}

template <pipe_t pipe>
ASC_API void PipeBarrier(asc_machine::Where where = {}) {
    static_assert(pipe != PIPE_S, "PipeBarrier: the scalar unit keeps its order by itself");
    asc_machine::barrier(asc_machine::enter("PipeBarrier", where), pipe);
}

template <MemDsbT arg0>
ASC_API void DataSyncBarrier(asc_machine::Where where = {}) {
    asc_machine::barrier(asc_machine::enter("DataSyncBarrier", where), PIPE_ALL);
}

// The cube core has no part in posts. The machine counts, so the workspaces' contents stay untouched.
template <bool isAIVOnly = true>
ASC_API void IBSet(const GlobalTensor<int32_t>& gmWorkspace, const LocalTensor<int32_t>& ubWorkspace, int32_t blockIdx, int32_t eventID,
                   asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("IBSet", where);
    if (core.type == asc_machine::CoreType::AIC) return;
    uint64_t key = asc_model::post_key(core, gmWorkspace, ubWorkspace, blockIdx, eventID, isAIVOnly);
    asc_machine::barrier(core, PIPE_ALL);
    asc_machine::post_set(core, key);
}

template <bool isAIVOnly = true>
ASC_API void IBWait(const GlobalTensor<int32_t>& gmWorkspace, const LocalTensor<int32_t>& ubWorkspace, int32_t blockIdx, int32_t eventID,
                    asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("IBWait", where);
    if (core.type == asc_machine::CoreType::AIC) return;
    uint64_t key = asc_model::post_key(core, gmWorkspace, ubWorkspace, blockIdx, eventID, isAIVOnly);
    asc_machine::barrier(core, PIPE_ALL);
    asc_machine::post_wait(core, key);
}

template <bool isAIVOnly = true>
ASC_API void SyncAll(const GlobalTensor<int32_t>& gmWorkspace, const LocalTensor<int32_t>& ubWorkspace, const int32_t usedCores = 0,
                     asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SyncAll", where);
    if (core.type == asc_machine::CoreType::AIC) return;
    if (isAIVOnly && core.mixed)
        asc_machine::fail(asc_machine::Kind::Check, "isAIVOnly", "is true in a kernel of both kinds of core, where several cores would share a counter");
    int64_t all = static_cast<int64_t>(core.block_num) * core.sub_block_num;
    if (usedCores < 0 || usedCores > all)
        asc_machine::fail(asc_machine::Kind::Check, "usedCores", "%d cores are outside 0..%lld, the AIV cores of the launch", usedCores,
                          static_cast<long long>(all));
    int64_t cores = usedCores != 0 ? usedCores : all;
    int64_t me = static_cast<int64_t>(core.block_idx) * core.sub_block_num + core.sub_block_idx;
    if (me >= cores)
        asc_machine::fail(asc_machine::Kind::Check, "usedCores", "core %lld is not among the first %lld, which meet", static_cast<long long>(me),
                          static_cast<long long>(cores));
    asc_model::check_ub_workspace(core, ubWorkspace, static_cast<uint64_t>(cores) * asc_model::kSlotBytes);
    const int32_t* slots = asc_model::check_gm_workspace(core, gmWorkspace, 0, static_cast<uint64_t>(cores) * asc_model::kSlotBytes);
    asc_model::check_zero(slots + static_cast<uint64_t>(me) * asc_model::kSlotWords);
    asc_machine::sync_all(core, true, usedCores);
}

template <bool isAIVOnly = true>
ASC_API void SyncAll(asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SyncAll", where);
    if constexpr (isAIVOnly) {
        if (core.type == asc_machine::CoreType::AIV) {
            asc_machine::sync_all(core, true, 0);
        } else {
            asc_machine::barrier(core, PIPE_ALL);
            asc_machine::cross_set(core, asc_machine::Scope::All, asc_model::kSyncAllFlag, PIPE_MTE3);
            asc_machine::cross_wait(core, asc_model::kSyncAllFlag, PIPE_S);
        }
    } else {
        if (!core.mixed)
            asc_machine::fail(asc_machine::Kind::Deadlock, "isAIVOnly",
                              "is false in a kernel of one kind of core: it would wait for the other kind for ever");
        asc_machine::sync_all(core, false, 0);
    }
}

template <uint8_t modeId, pipe_t pipe>
ASC_API void CrossCoreSetFlag(uint16_t flagId, asc_machine::Where where = {}) {
    static_assert(modeId <= 2, "CrossCoreSetFlag: the mode is 0, 1 or 2");
    static_assert(pipe != PIPE_S && pipe != PIPE_ALL, "CrossCoreSetFlag: the pipe is V, M, MTE1, MTE2, MTE3 or FIX");
    auto& core = asc_machine::enter("CrossCoreSetFlag", where);
    asc_model::check_cross_flag(flagId);
    asc_machine::cross_set(core, static_cast<asc_machine::Scope>(modeId), flagId, pipe);
}

template <uint8_t modeId = 0, pipe_t pipe = PIPE_S>
ASC_API void CrossCoreWaitFlag(uint16_t flagId, asc_machine::Where where = {}) {
    static_assert(modeId <= 2, "CrossCoreWaitFlag: the mode is 0, 1 or 2");
    auto& core = asc_machine::enter("CrossCoreWaitFlag", where);
    asc_model::check_cross_flag(flagId);
    // All pipes wait, whatever the argument.
    asc_machine::cross_wait(core, flagId, PIPE_S);
}

}  // namespace AscendC
