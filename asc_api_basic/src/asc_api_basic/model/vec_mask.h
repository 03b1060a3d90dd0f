// Which elements an instruction's repeats touch: the mask of a call, or the core's mask register.
#pragma once
#include "tensor.h"

namespace asc_model {

// Elements a repeat and a block.
template <typename T> constexpr uint32_t kRepeatElements = AscendC::ONE_REPEAT_BYTE_SIZE / sizeof(T);
template <typename T> constexpr uint32_t kBlockElements = AscendC::ONE_BLK_SIZE / sizeof(T);
constexpr uint32_t kMaxRepeatElements = 128;
constexpr uint64_t kVectorRate = 256;

constexpr uint64_t low_ones(uint64_t count) { return count >= 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1; }

// The core's mask register; zero-initialised it stands for the reset state: normal mode, every element.
struct MaskRegister {
    bool counter;
    bool set;
    uint64_t low, high;
};

// The elements of one instruction: bits of a repeat (normal mode) or a count over all repeats (counter mode).
struct Mask {
    bool counter;
    uint64_t low, high;

    // What repeat number `repeat` of `elements` touches.
    Mask of_repeat(uint64_t repeat, uint64_t elements) const {
        if (!counter) return *this;
        uint64_t left = low - repeat * elements;
        if (left > elements) left = elements;
        return {true, low_ones(left), left > 64 ? low_ones(left - 64) : 0};
    }
    uint64_t repeats(uint64_t given, uint64_t elements) const { return counter ? (low + elements - 1) / elements : given; }
    // Bits of `count` elements from `first` on.
    uint64_t bits(uint32_t first, uint32_t count) const {
        return (first < 64 ? low >> first : high >> (first - 64)) & low_ones(count);
    }
    uint32_t highest() const { return high != 0 ? 127 - __builtin_clzll(high) : low != 0 ? 63 - __builtin_clzll(low) : 0; }
};

template <typename T>
ASC_INLINE void check_bits(uint64_t low, uint64_t high) {
    if (ASC_UNLIKELY(low == 0 && high == 0)) fail(Kind::Mask, "mask", "no bit of the mask is set");
    if (ASC_UNLIKELY(sizeof(T) >= 4 && high != 0))
        fail(Kind::Mask, "mask", "mask[1] is %#llx, but a repeat of %zu-byte elements has %u, so it must be 0",
             static_cast<unsigned long long>(high), sizeof(T), kRepeatElements<T>);
}

// What the register holds, for elements of type T: bits behind a repeat's last element have no meaning.
template <typename T>
ASC_INLINE Mask held_mask(const MaskRegister& held) {
    constexpr uint32_t elements = kRepeatElements<T>;
    if (held.set && held.counter) return {true, held.low, 0};
    if (!held.set) return {false, low_ones(elements), elements > 64 ? low_ones(elements - 64) : 0};
    return {false, held.low & low_ones(elements), elements > 64 ? held.high : 0};
}

// The mask of a call: its bits (isSetMask), or what the register holds.
template <typename T, bool isSetMask>
ASC_INLINE Mask bit_mask(Core& core, const uint64_t mask[]) {
    MaskRegister& held = asc_machine::state<MaskRegister>(core);
    if constexpr (isSetMask) {
        if (!held.counter) check_bits<T>(mask[0], mask[1]);
        held = {held.counter, true, mask[0], mask[1]};
    }
    return held_mask<T>(held);
}

// The first `count` elements of each repeat; in counter mode `count` elements in all.
template <typename T, bool isSetMask>
ASC_INLINE Mask count_mask(Core& core, uint64_t count) {
    MaskRegister& held = asc_machine::state<MaskRegister>(core);
    if constexpr (isSetMask) {
        if (held.counter) {
            held = {true, true, count, 0};
        } else {
            if (ASC_UNLIKELY(count == 0 || count > kRepeatElements<T>))
                fail(Kind::Mask, "mask", "%llu elements a repeat is outside 1..%u for elements of %zu bytes",
                     static_cast<unsigned long long>(count), kRepeatElements<T>, sizeof(T));
            held = {false, true, low_ones(count), count > 64 ? low_ones(count - 64) : 0};
        }
    }
    return held_mask<T>(held);
}

// Instructions on the first n elements use counter mode and leave the register as at the kernel's start.
ASC_INLINE void reset_mask(Core& core) { asc_machine::state<MaskRegister>(core) = {}; }

}  // namespace asc_model

namespace AscendC {

ASC_API inline void SetMaskCount(asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetMaskCount", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_machine::state<asc_model::MaskRegister>(core).counter = true;
}

ASC_API inline void SetMaskNorm(asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetMaskNorm", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_machine::state<asc_model::MaskRegister>(core).counter = false;
}

// All bits set; the mode stays.
ASC_API inline void ResetMask(asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("ResetMask", where);
    asc_machine::issue(core, PIPE_S, 1);
    auto& held = asc_machine::state<asc_model::MaskRegister>(core);
    held = {held.counter, true, ~uint64_t(0), ~uint64_t(0)};
}

template <typename T, MaskMode mode = MaskMode::NORMAL>
ASC_API void SetVectorMask(const uint64_t maskHigh, const uint64_t maskLow, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetVectorMask", where);
    if constexpr (mode == MaskMode::NORMAL) asc_model::check_bits<T>(maskLow, maskHigh);
    asc_machine::issue(core, PIPE_S, 1);
    auto& held = asc_machine::state<asc_model::MaskRegister>(core);
    held = {held.counter, true, maskLow, maskHigh};
}

template <typename T, MaskMode mode = MaskMode::NORMAL>
ASC_API void SetVectorMask(int32_t len, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetVectorMask", where);
    constexpr int32_t elements = static_cast<int32_t>(asc_model::kRepeatElements<T>);
    bool counter = mode == MaskMode::COUNTER;
    if (ASC_UNLIKELY(counter ? len < 0 : len < 1 || len > elements))
        asc_machine::fail(asc_machine::Kind::Mask, "len", counter ? "%d elements are negative" : "%d elements a repeat are outside 1..%d",
                          len, elements);
    asc_machine::issue(core, PIPE_S, 1);
    auto& held = asc_machine::state<asc_model::MaskRegister>(core);
    auto count = static_cast<uint64_t>(len);
    if (counter) held = {held.counter, true, count, 0};
    else held = {held.counter, true, asc_model::low_ones(count), count > 64 ? asc_model::low_ones(count - 64) : 0};
}

}  // namespace AscendC
