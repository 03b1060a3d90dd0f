// Synchronisation: flags and barriers within a core, flags and meetings between cores.
#pragma once
#include "tensor.h"

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
    if (ASC_UNLIKELY(flag > 10)) fail(Kind::Flag, "flagId", "flag %u is outside 0..10", flag);
}

ASC_INLINE uint64_t post_key(int32_t block, int32_t event) {
    if (ASC_UNLIKELY(block < 0 || event < 0)) fail(Kind::Flag, "eventID", "block %d, event %d: neither may be negative", block, event);
    return static_cast<uint64_t>(block) << 32 | static_cast<uint32_t>(event);
}

}  // namespace asc_model

namespace AscendC {

template <HardEvent event>
ASC_API void SetFlag(int32_t eventID, asc_machine::Where where = {}) {
    constexpr int index = static_cast<int>(event);
    asc_machine::set_flag(asc_machine::enter("SetFlag", where), index, asc_model::kEventPipes[index].source, eventID);
}

template <HardEvent event>
ASC_API void WaitFlag(int32_t eventID, asc_machine::Where where = {}) {
    constexpr int index = static_cast<int>(event);
    asc_machine::wait_flag(asc_machine::enter("WaitFlag", where), index, asc_model::kEventPipes[index].destination, eventID);
}

template <pipe_t pipe>
ASC_API void PipeBarrier(asc_machine::Where where = {}) {
    asc_machine::barrier(asc_machine::enter("PipeBarrier", where), pipe);
}

template <MemDsbT arg0>
ASC_API void DataSyncBarrier(asc_machine::Where where = {}) {
    asc_machine::barrier(asc_machine::enter("DataSyncBarrier", where), PIPE_ALL);
}

// The workspaces are the hardware's way of counting; here the machine counts, so their contents stay untouched.
template <bool isAIVOnly = true>
ASC_API void IBSet(const GlobalTensor<int32_t>&, const LocalTensor<int32_t>&, int32_t blockIdx, int32_t eventID,
                   asc_machine::Where where = {}) {
    asc_machine::post_set(asc_machine::enter("IBSet", where), asc_model::post_key(blockIdx, eventID));
}

template <bool isAIVOnly = true>
ASC_API void IBWait(const GlobalTensor<int32_t>&, const LocalTensor<int32_t>&, int32_t blockIdx, int32_t eventID,
                    asc_machine::Where where = {}) {
    asc_machine::post_wait(asc_machine::enter("IBWait", where), asc_model::post_key(blockIdx, eventID));
}

template <bool isAIVOnly = true>
ASC_API void SyncAll(const GlobalTensor<int32_t>&, const LocalTensor<int32_t>&, const int32_t usedCores = 0,
                     asc_machine::Where where = {}) {
    asc_machine::sync_all(asc_machine::enter("SyncAll", where), isAIVOnly, usedCores);
}

template <bool isAIVOnly = true>
ASC_API void SyncAll(asc_machine::Where where = {}) {
    asc_machine::sync_all(asc_machine::enter("SyncAll", where), isAIVOnly, 0);
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
    auto& core = asc_machine::enter("CrossCoreWaitFlag", where);
    asc_model::check_cross_flag(flagId);
    asc_machine::cross_wait(core, flagId, pipe);
}

}  // namespace AscendC
