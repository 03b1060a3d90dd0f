// Atomic writes: SetAtomic* sets how moves to global memory combine with what is there, moves honour it.
#pragma once
#include "tensor.h"

namespace asc_model {

enum class AtomicKind : uint8_t { None, Add, Max, Min };

// Numbered as the hardware's field.
enum class AtomicElement : uint8_t { None, F32, F16, S16, S32, S8, BF16 };

// Zero-initialised: plain writes. Only kernels that set a state hold the loops of its element type.
struct AtomicState {
    AtomicKind kind;
    AtomicElement element;
    void (*combine)(void* to, const void* from, size_t bytes, AtomicKind kind);
};

template <typename T> struct AtomicElementOf { static constexpr AtomicElement value = AtomicElement::None; };
template <> struct AtomicElementOf<float> { static constexpr AtomicElement value = AtomicElement::F32; };
template <> struct AtomicElementOf<half> { static constexpr AtomicElement value = AtomicElement::F16; };
template <> struct AtomicElementOf<int16_t> { static constexpr AtomicElement value = AtomicElement::S16; };
template <> struct AtomicElementOf<int32_t> { static constexpr AtomicElement value = AtomicElement::S32; };
template <> struct AtomicElementOf<int8_t> { static constexpr AtomicElement value = AtomicElement::S8; };
template <> struct AtomicElementOf<bfloat16_t> { static constexpr AtomicElement value = AtomicElement::BF16; };

constexpr const char* atomic_element_name(AtomicElement element) {
    constexpr const char* names[] = {"none", "float", "half", "int16_t", "int32_t", "int8_t", "bfloat16_t"};
    return names[static_cast<int>(element)];
}

constexpr size_t atomic_element_bytes(AtomicElement element) {
    constexpr size_t bytes[] = {0, 4, 2, 2, 4, 1, 2};
    return bytes[static_cast<int>(element)];
}

// What a set atomic state does to `bytes` bytes.
ASC_INLINE void combine(void* to, const void* from, size_t bytes, AtomicState state) { state.combine(to, from, bytes, state.kind); }

ASC_INLINE void change_atomic(Core& core, AtomicState state) {
    asc_machine::state<AtomicState>(core) = state;
    core.atomic = state.kind != AtomicKind::None;
}

// The atomic state for a move of elements of type T to global memory.
template <typename T>
ASC_INLINE AtomicState atomic_state(Core& core) {
    AtomicState state = asc_machine::state<AtomicState>(core);
    if (ASC_UNLIKELY(state.kind != AtomicKind::None && atomic_element_bytes(state.element) != sizeof(T)))
        fail(Kind::Check, "dst", "has elements of %zu bytes, atomic writes are set for %s; set them for the tensor's type",
             sizeof(T), atomic_element_name(state.element));
    return state;
}

}  // namespace asc_model
