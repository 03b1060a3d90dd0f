// Switches of the cube unit and the kernel's environment.
#pragma once
#include "atomic_state.h"
#include "cube_state.h"
#include "vec_mask.h"

namespace asc_model {

// Addresses the kernel's environment has set; without one the workspace is the machine's.
struct Environment {
    uint8_t* workspace;
    uint8_t* hccl[2];
};

struct CoreKind {
    operator int() const;
};

}  // namespace asc_model

namespace AscendC {

enum : int { MIX = 0, AIC, AIV };

ASC_API inline void SetHF32Mode(bool hf32Mode, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetHF32Mode", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_model::cube_state(core).hf32 = hf32Mode;
}

ASC_API inline void SetHF32TransMode(bool hf32TransMode, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetHF32TransMode", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_model::cube_state(core).hf32_to_zero = hf32TransMode;
}

ASC_API inline void SetMMLayoutTransform(bool mmLayoutMode, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetMMLayoutTransform", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_model::cube_state(core).rows_first = mmLayoutMode;
}

ASC_API inline void InitSocState(asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("InitSocState", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_model::change_atomic(core, {});
    if (core.type == asc_machine::CoreType::AIV) {
        asc_model::reset_mask(core);
    } else {
        auto& cube = asc_model::cube_state(core);
        cube.padding_set = false;
        cube.padding = 0;
        cube.boundary = 0;
    }
}

template <uint32_t index>
ASC_API void SetHcclContext(__gm__ uint8_t* context, asc_machine::Where where = {}) {
    static_assert(index <= 1, "SetHcclContext: the index is 0 or 1");
    asc_machine::state<asc_model::Environment>(asc_machine::enter("SetHcclContext", where)).hccl[index] = context;
}

template <uint32_t index>
ASC_API __gm__ uint8_t* GetHcclContext(asc_machine::Where where = {}) {
    static_assert(index <= 1, "GetHcclContext: the index is 0 or 1");
    uint8_t* context = asc_machine::state<asc_model::Environment>(asc_machine::enter("GetHcclContext", where)).hccl[index];
    if (context == nullptr)
        asc_machine::fail(asc_machine::Kind::Check, "index", "context %u is not set: SetHcclContext comes first", index);
    return context;
}

// The first one set stays.
ASC_API inline void SetSysWorkspace(__gm__ uint8_t* workspace, asc_machine::Where where = {}) {
    auto& held = asc_machine::state<asc_model::Environment>(asc_machine::enter("SetSysWorkspace", where)).workspace;
    if (held == nullptr) held = workspace;
}

}  // namespace AscendC

inline asc_model::CoreKind::operator int() const {
    return asc_machine::current().type == asc_machine::CoreType::AIC ? AscendC::AIC : AscendC::AIV;
}

constexpr asc_model::CoreKind g_coreType{};

ASC_API inline __gm__ uint8_t* GetSysWorkSpacePtr(asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("GetSysWorkSpacePtr", where);
    uint8_t* set = asc_machine::state<asc_model::Environment>(core).workspace;
    return set != nullptr ? set : asc_machine::workspace(core);
}
