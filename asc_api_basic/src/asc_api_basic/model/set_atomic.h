// SetAtomic*: how moves to global memory combine with what is there.
#pragma once
#include "atomic_state.h"

namespace AscendC {

enum class AtomicDtype { ATOMIC_NONE = 0, ATOMIC_F32, ATOMIC_F16, ATOMIC_S16, ATOMIC_S32, ATOMIC_S8, ATOMIC_BF16 };
enum class AtomicOp { ATOMIC_SUM = 0 };

}  // namespace AscendC

namespace asc_model {

// What SetStoreAtomicConfig has set; SetAtomic* leaves it alone.
struct StoreAtomicConfig {
    uint16_t type, op;
};

// Cores combine one after the other: nobody waits or is stopped while it holds this.
inline uint32_t atomic_turn = 0;

template <typename T>
ASC_LOOP void combine_elements(void* target, const void* source, size_t bytes, AtomicKind kind) {
    using C = Compute<T>;
    auto* to = static_cast<uint8_t*>(target);
    auto* from = static_cast<const uint8_t*>(source);
    size_t count = bytes / sizeof(T);
    while (__atomic_exchange_n(&atomic_turn, 1u, __ATOMIC_ACQUIRE) != 0) {}
    for (size_t i = 0; i < count; ++i) {
        T before, value;
        __builtin_memcpy(&before, to + i * sizeof(T), sizeof(T));
        __builtin_memcpy(&value, from + i * sizeof(T), sizeof(T));
        C a = static_cast<C>(before), b = static_cast<C>(value);
        T result = kind == AtomicKind::Add ? static_cast<T>(a + b) : kind == AtomicKind::Max ? (b > a ? value : before)
                                                                                             : (b < a ? value : before);
        __builtin_memcpy(to + i * sizeof(T), &result, sizeof(T));
    }
    __atomic_store_n(&atomic_turn, 0u, __ATOMIC_RELEASE);
}

template <typename T>
ASC_INLINE void set_atomic_type(AtomicState& state) {
    static_assert(AtomicElementOf<T>::value != AtomicElement::None,
                  "atomic writes support float, half, int16_t, int32_t, int8_t and bfloat16_t");
    state.element = AtomicElementOf<T>::value;
    state.combine = combine_elements<T>;
}

template <typename T>
ASC_INLINE void set_atomic(const char* api, AtomicKind kind, Where where) {
    auto& core = asc_machine::enter(api, where);
    asc_machine::issue(core, PIPE_S, 1);
    AtomicState state{};
    set_atomic_type<T>(state);
    state.kind = kind;
    change_atomic(core, state);
}

template <AscendC::AtomicDtype type> struct AtomicTypes { using T = float; };
template <> struct AtomicTypes<AscendC::AtomicDtype::ATOMIC_F16> { using T = half; };
template <> struct AtomicTypes<AscendC::AtomicDtype::ATOMIC_S16> { using T = int16_t; };
template <> struct AtomicTypes<AscendC::AtomicDtype::ATOMIC_S32> { using T = int32_t; };
template <> struct AtomicTypes<AscendC::AtomicDtype::ATOMIC_S8> { using T = int8_t; };
template <> struct AtomicTypes<AscendC::AtomicDtype::ATOMIC_BF16> { using T = bfloat16_t; };
template <AscendC::AtomicDtype type> using AtomicTypeOf = typename AtomicTypes<type>::T;

}  // namespace asc_model

namespace AscendC {

template <typename T>
ASC_API void SetAtomicAdd(asc_machine::Where where = {}) {
    asc_model::set_atomic<T>("SetAtomicAdd", asc_model::AtomicKind::Add, where);
}

template <typename T>
ASC_API void SetAtomicMax(asc_machine::Where where = {}) {
    asc_model::set_atomic<T>("SetAtomicMax", asc_model::AtomicKind::Max, where);
}

template <typename T>
ASC_API void SetAtomicMin(asc_machine::Where where = {}) {
    asc_model::set_atomic<T>("SetAtomicMin", asc_model::AtomicKind::Min, where);
}

template <typename T>
ASC_API void SetAtomicType(asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetAtomicType", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_model::set_atomic_type<T>(asc_machine::state<asc_model::AtomicState>(core));
}

ASC_API inline void DisableDmaAtomic(asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DisableDmaAtomic", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_model::change_atomic(core, {});
}

ASC_API inline void SetAtomicNone(asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetAtomicNone", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_model::change_atomic(core, {});
}

template <AtomicDtype type, AtomicOp op>
ASC_API void SetStoreAtomicConfig(asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetStoreAtomicConfig", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_machine::state<asc_model::StoreAtomicConfig>(core) = {static_cast<uint16_t>(type), static_cast<uint16_t>(op)};
    asc_model::AtomicState state{};
    if constexpr (type != AtomicDtype::ATOMIC_NONE) {
        state.kind = asc_model::AtomicKind::Add;
        asc_model::set_atomic_type<asc_model::AtomicTypeOf<type>>(state);
    }
    asc_model::change_atomic(core, state);
}

ASC_API inline void GetStoreAtomicConfig(uint16_t& atomicType, uint16_t& atomicOp, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("GetStoreAtomicConfig", where);
    asc_machine::issue(core, PIPE_S, 1);
    const auto& config = asc_machine::state<asc_model::StoreAtomicConfig>(core);
    atomicType = config.type;
    atomicOp = config.op;
}

}  // namespace AscendC
