// The frame of vector instructions: contiguous loops, and repeats with masks and strides around the same loops.
#pragma once
#include "vec_mask.h"

namespace asc_model {

// Steps of an operand in blocks of 32 bytes: within a repeat, and from repeat to repeat.
struct Stride {
    uint32_t block, repeat;
};

template <typename T>
ASC_INLINE uint64_t element_offset(uint32_t element, uint64_t repeat, Stride stride) {
    constexpr uint32_t per_block = kBlockElements<T>;
    return (repeat * stride.repeat + element / per_block * stride.block) * AscendC::ONE_BLK_SIZE + element % per_block * sizeof(T);
}

// Bytes from an operand's start to the end of the last element touched.
template <typename T>
ASC_INLINE uint64_t extent(const Mask& mask, uint64_t repeats, uint64_t elements, Stride stride) {
    if (repeats == 0) return 0;
    uint64_t last = element_offset<T>(mask.of_repeat(repeats - 1, elements).highest(), repeats - 1, stride);
    if (mask.counter && repeats > 1) {
        uint64_t before = element_offset<T>(static_cast<uint32_t>(elements - 1), repeats - 2, stride);
        if (before > last) last = before;
    }
    return last + sizeof(T);
}

template <typename T>
ASC_INLINE void gather(T* to, const T* from, uint64_t repeat, const Mask& bits, uint32_t elements, Stride stride) {
    for (uint32_t first = 0; first < elements; first += kBlockElements<T>) {
        uint64_t set = bits.bits(first, kBlockElements<T>);
        if (set == 0) continue;
        // Only up to the last element asked for: behind it another tensor, or nothing, may lie.
        uint32_t count = 64 - __builtin_clzll(set);
        const auto* place = reinterpret_cast<const uint8_t*>(from) + element_offset<T>(first, repeat, stride);
        __builtin_memcpy(to + first, place, count * sizeof(T));
    }
}

template <typename T>
ASC_INLINE void scatter(T* to, const T* from, uint64_t repeat, const Mask& bits, uint32_t elements, Stride stride) {
    for (uint32_t first = 0; first < elements; first += kBlockElements<T>) {
        uint64_t set = bits.bits(first, kBlockElements<T>);
        auto* place = reinterpret_cast<T*>(reinterpret_cast<uint8_t*>(to) + element_offset<T>(first, repeat, stride));
        if (set == low_ones(kBlockElements<T>)) {
            __builtin_memcpy(place, from + first, AscendC::ONE_BLK_SIZE);
            continue;
        }
        for (uint32_t i = 0; set != 0; ++i, set >>= 1)
            if (set & 1) place[i] = from[first + i];
    }
}

// True when masks and strides leave one contiguous run of elements.
template <typename T>
ASC_INLINE bool contiguous(const Mask& mask, uint64_t elements, Stride stride) {
    bool full = mask.counter || (mask.low == low_ones(elements) && (elements <= 64 || mask.high == low_ones(elements - 64)));
    return full && stride.block == 1 && stride.repeat == elements * sizeof(T) / AscendC::ONE_BLK_SIZE;
}

ASC_INLINE void check_count(int64_t count) {
    if (ASC_UNLIKELY(count < 0)) fail(Kind::Check, "count", "count is %lld, which is negative", static_cast<long long>(count));
}

ASC_INLINE void check_unified_buffer(const char* argument, AscendC::TPosition position) {
    if (ASC_UNLIKELY(space_of(position) != Space::UB))
        fail(Kind::Check, argument, "is at position %s; a vector instruction takes VECIN, VECOUT or VECCALC", position_name(position));
}

// Sources may be the destination itself, but not partly overlap it.
ASC_INLINE void check_overlap(const char* argument, const void* source, const void* destination, uint64_t source_bytes,
                              uint64_t destination_bytes) {
    auto from = reinterpret_cast<uintptr_t>(source), to = reinterpret_cast<uintptr_t>(destination);
    if (ASC_UNLIKELY(from != to && from < to + destination_bytes && to < from + source_bytes))
        fail(Kind::Check, argument, "overlaps dst in part: it starts %lld bytes from dst; only the same start is allowed",
             static_cast<long long>(from) - static_cast<long long>(to));
}

template <typename T>
ASC_INLINE const Compute<T>* widened(const T* from, Compute<T>* room, size_t count) {
    if constexpr (sizeof(Compute<T>) == sizeof(T)) {
        return from;
    } else {
        widen(from, room, count);
        return room;
    }
}

// dst[i] = Op(src0[i], src1[i], dst[i]) in the widest of the types, the result rounded once.
template <typename Op, typename D, typename S>
ASC_LOOP void binary_loop(D* dst, const S* src0, const S* src1, size_t count) {
    using C = Compute<D>;
    using A = Compute<S>;
    if constexpr (sizeof(C) == sizeof(D) && sizeof(A) == sizeof(S)) {
#pragma GCC ivdep
        for (size_t i = 0; i < count; ++i) dst[i] = static_cast<D>(Op::template apply<C>(src0[i], src1[i], dst[i]));
    } else {
        A first[kChunk], second[kChunk];
        C third[kChunk];
        for (size_t begin = 0; begin < count; begin += kChunk) {
            size_t step = count - begin < kChunk ? count - begin : kChunk;
            const A* a = widened(src0 + begin, first, step);
            const A* b = widened(src1 + begin, second, step);
            if constexpr (Op::kReadsDst || sizeof(C) == sizeof(D)) {
                const C* c = widened(dst + begin, third, step);
                if (c != third) __builtin_memcpy(third, c, step * sizeof(C));
#pragma GCC ivdep
                for (size_t i = 0; i < step; ++i) third[i] = Op::template apply<C>(a[i], b[i], third[i]);
            } else {
#pragma GCC ivdep
                for (size_t i = 0; i < step; ++i) third[i] = Op::template apply<C>(a[i], b[i], C());
            }
            if constexpr (sizeof(C) == sizeof(D)) __builtin_memcpy(dst + begin, third, step * sizeof(D));
            else narrow(third, dst + begin, step);
        }
    }
}

template <typename Op, typename D, typename S>
ASC_LOOP void binary_repeats(D* dst, const S* src0, const S* src1, const Mask& mask, uint64_t repeats, uint32_t elements,
                             Stride to, Stride from0, Stride from1) {
    D result[kMaxRepeatElements] = {};
    S first[kMaxRepeatElements] = {}, second[kMaxRepeatElements] = {};
    for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
        Mask bits = mask.of_repeat(repeat, elements);
        gather(first, src0, repeat, bits, elements, from0);
        gather(second, src1, repeat, bits, elements, from1);
        if constexpr (Op::kReadsDst) gather(result, dst, repeat, bits, elements, to);
        binary_loop<Op>(result, first, second, elements);
        scatter(dst, result, repeat, bits, elements, to);
    }
}

// Elements a cycle: the slower of 256 bytes of the widest operand and the instruction's own limit.
template <typename Op, typename D, typename S>
constexpr uint64_t elements_a_cycle() {
    uint64_t rate = kVectorRate / (sizeof(D) > sizeof(S) ? sizeof(D) : sizeof(S));
    return Op::kRate != 0 && Op::kRate < rate ? Op::kRate : rate;
}

template <typename Op, typename D, typename S>
ASC_INLINE void binary(Core& core, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src0,
                       const AscendC::LocalTensor<S>& src1, int64_t count) {
    check_count(count);
    if (count == 0) return;
    check_unified_buffer("dst", dst.position());
    check_unified_buffer("src0", src0.position());
    check_unified_buffer("src1", src1.position());
    D* to = output(core, "dst", dst, count * sizeof(D), PIPE_V);
    const S* from0 = input(core, "src0", src0, count * sizeof(S), PIPE_V);
    const S* from1 = input(core, "src1", src1, count * sizeof(S), PIPE_V);
    check_overlap("src0", from0, to, count * sizeof(S), count * sizeof(D));
    check_overlap("src1", from1, to, count * sizeof(S), count * sizeof(D));
    constexpr uint64_t rate = elements_a_cycle<Op, D, S>();
    asc_machine::issue(core, PIPE_V, (static_cast<uint64_t>(count) + rate - 1) / rate);
    binary_loop<Op>(to, from0, from1, static_cast<size_t>(count));
}

template <typename Op, typename D, typename S>
ASC_INLINE void binary(Core& core, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src0,
                       const AscendC::LocalTensor<S>& src1, const Mask& mask, uint8_t repeatTime,
                       const AscendC::BinaryRepeatParams& params) {
    constexpr uint32_t elements = sizeof(D) > sizeof(S) ? kRepeatElements<D> : kRepeatElements<S>;
    uint64_t repeats = mask.repeats(repeatTime, elements);
    if (repeats == 0) return;
    check_unified_buffer("dst", dst.position());
    check_unified_buffer("src0", src0.position());
    check_unified_buffer("src1", src1.position());
    Stride to_stride{params.dstBlkStride, params.dstRepStride};
    Stride stride0{params.src0BlkStride, params.src0RepStride};
    Stride stride1{params.src1BlkStride, params.src1RepStride};
    D* to = output(core, "dst", dst, extent<D>(mask, repeats, elements, to_stride), PIPE_V);
    const S* from0 = input(core, "src0", src0, extent<S>(mask, repeats, elements, stride0), PIPE_V);
    const S* from1 = input(core, "src1", src1, extent<S>(mask, repeats, elements, stride1), PIPE_V);
    constexpr uint64_t rate = elements_a_cycle<Op, D, S>();
    asc_machine::issue(core, PIPE_V, (repeats * elements + rate - 1) / rate);
    if (contiguous<D>(mask, elements, to_stride) && contiguous<S>(mask, elements, stride0) &&
        contiguous<S>(mask, elements, stride1))
        binary_loop<Op>(to, from0, from1, mask.counter ? mask.low : repeats * elements);
    else
        binary_repeats<Op>(to, from0, from1, mask, repeats, elements, to_stride, stride0, stride1);
}

}  // namespace asc_model
