// Atomic writes: SetAtomic* sets how moves to global memory combine with what is there, moves honour it.
#pragma once
#include "tensor.h"

namespace asc_model {

enum class AtomicKind : uint8_t { None, Add, Max, Min };

// Numbered as the hardware's field.
enum class AtomicElement : uint8_t { None, F32, F16, S16, S32, S8, BF16 };

// Zero-initialised: plain writes.
struct AtomicState {
    AtomicKind kind;
    AtomicElement element;
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

// Cores combine one after the other: nobody waits or is stopped while it holds this.
inline uint32_t atomic_turn = 0;

template <typename T>
ASC_INLINE void combine_elements(uint8_t* to, const uint8_t* from, size_t count, AtomicKind kind) {
    using C = Compute<T>;
    for (size_t i = 0; i < count; ++i) {
        T before, value;
        __builtin_memcpy(&before, to + i * sizeof(T), sizeof(T));
        __builtin_memcpy(&value, from + i * sizeof(T), sizeof(T));
        C a = static_cast<C>(before), b = static_cast<C>(value);
        T result = kind == AtomicKind::Add ? static_cast<T>(a + b) : kind == AtomicKind::Max ? (b > a ? value : before)
                                                                                             : (b < a ? value : before);
        __builtin_memcpy(to + i * sizeof(T), &result, sizeof(T));
    }
}

ASC_LOOP inline void combine(void* to, const void* from, size_t bytes, AtomicState state) {
    auto* target = static_cast<uint8_t*>(to);
    auto* source = static_cast<const uint8_t*>(from);
    size_t count = bytes / atomic_element_bytes(state.element);
    while (__atomic_exchange_n(&atomic_turn, 1u, __ATOMIC_ACQUIRE) != 0) {}
    switch (state.element) {
        case AtomicElement::F32: combine_elements<float>(target, source, count, state.kind); break;
        case AtomicElement::F16: combine_elements<half>(target, source, count, state.kind); break;
        case AtomicElement::S16: combine_elements<int16_t>(target, source, count, state.kind); break;
        case AtomicElement::S32: combine_elements<int32_t>(target, source, count, state.kind); break;
        case AtomicElement::S8: combine_elements<int8_t>(target, source, count, state.kind); break;
        case AtomicElement::BF16: combine_elements<bfloat16_t>(target, source, count, state.kind); break;
        case AtomicElement::None: break;
    }
    __atomic_store_n(&atomic_turn, 0u, __ATOMIC_RELEASE);
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
