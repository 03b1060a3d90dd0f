// Reductions: of blocks, pairs and repeats, and of a whole tensor.
#pragma once
#include "vec_frame.h"

namespace AscendC {

enum class ReduceOrder : uint8_t { ORDER_VALUE_INDEX = 0, ORDER_INDEX_VALUE, ORDER_ONLY_VALUE, ORDER_ONLY_INDEX };

}  // namespace AscendC

namespace asc_model {

using AscendC::ReduceOrder;

// ---- Sums -----------------------------------------------------------------------------------------------------------------

ASC_INLINE void add_pairs(const float* from, float* to, size_t pairs) {
    for (size_t i = 0; i < pairs; ++i) to[i] = from[2 * i] + from[2 * i + 1];
}

// float16 sums are rounded one by one.
template <typename T>
ASC_INLINE void round_sums(float* values, size_t count) {
    if constexpr (!__is_same(T, float)) {
        T rounded[kChunk];
        narrow(values, rounded, count);
        widen(rounded, values, count);
    }
}

// The sums of groups of `width` elements, a power of two, each by a binary tree of neighbours.
template <typename T>
ASC_LOOP void tree_sums(const T* from, T* to, size_t groups, uint32_t width) {
    float even[kChunk], odd[kChunk];
    const size_t batch = kChunk / width;
    for (size_t begin = 0; begin < groups; begin += batch) {
        size_t group = groups - begin < batch ? groups - begin : batch;
        size_t count = group * width;
        const T* place = from + begin * width;
        const float* level;
        if constexpr (__is_same(T, float)) {
            level = place;
        } else {
            widen(place, even, count);
            level = even;
        }
        while (count > group) {
            float* next = level == odd ? even : odd;
            count /= 2;
            add_pairs(level, next, count);
            round_sums<T>(next, count);
            level = next;
        }
        if constexpr (__is_same(T, float)) __builtin_memcpy(to + begin, level, group * sizeof(float));
        else narrow(level, to + begin, group);
    }
}

// One sum by a tree over repeats: each round replaces a repeat of values by its sum.
template <typename T>
ASC_LOOP T tree_of_repeats(T* values, size_t count) {
    constexpr uint32_t elements = kRepeatElements<T>;
    while (count > 1) {
        size_t whole = count / elements;
        size_t tail = count % elements;
        T last[elements];
        if (tail != 0) {
            for (uint32_t i = 0; i < elements; ++i) last[i] = i < tail ? values[whole * elements + i] : T(0.0f);
        }
        tree_sums(values, values, whole, elements);
        if (tail != 0) tree_sums(static_cast<const T*>(last), values + whole, 1, elements);
        count = whole + (tail != 0);
    }
    return values[0];
}

// ---- Extremes -------------------------------------------------------------------------------------------------------------

constexpr int32_t kExcluded = -2147483647 - 1;

// Integers in the order that makes the wanted element the largest: NaN first, both zeros alike.
template <bool largest>
ASC_INLINE int32_t order_key(float x) {
    int32_t bits = bit_cast<int32_t>(x + 0.0f);
    int32_t key = bits ^ (bits >> 31 & 0x7fffffff);
    key = largest ? key : ~key;
    return x != x ? 0x7fffffff : key;
}

// The first of the elements that are included.
template <bool largest, typename T>
ASC_INLINE uint32_t extreme_index(const T* from, const uint8_t* included, uint32_t count) {
    int32_t keys[kMaxRepeatElements];
    float room[kMaxRepeatElements];
    const float* values;
    if constexpr (__is_same(T, float)) {
        values = from;
    } else {
        widen(from, room, count);
        values = room;
    }
    int32_t best = kExcluded;
    for (uint32_t i = 0; i < count; ++i) {
        int32_t key = order_key<largest>(values[i]);
        keys[i] = included[i] ? key : kExcluded;
        best = keys[i] > best ? keys[i] : best;
    }
    uint32_t index = count;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t candidate = keys[i] == best ? i : count;
        index = candidate < index ? candidate : index;
    }
    return index;
}

// ---- Reductions of a repeat -----------------------------------------------------------------------------------------------
// Each says how many bytes of dst a repeat makes, what dst's stride counts in, how dst is aligned, and the work.

// An element is left out of a sum by a zero in its place.
template <typename T>
ASC_INLINE void keep_included(T* values, const uint8_t* included, uint32_t count) {
    using B = typename Choose<sizeof(T) == 2, uint16_t, uint32_t>::type;
    auto* bits = reinterpret_cast<B*>(values);
    for (uint32_t i = 0; i < count; ++i) bits[i] = included[i] ? bits[i] : B(0);
}

// Sums of groups of `width` elements; a group without any element keeps what dst holds.
template <typename T, uint32_t width>
struct SumGroups {
    static constexpr uint32_t kResults = kRepeatElements<T> / width;
    static constexpr uint32_t kBytes = kResults * sizeof(T), kAlignment = kBytes > 32 ? 32 : kBytes;
    ASC_INLINE void operator()(uint8_t* to, T* values, const uint8_t* included) const {
        keep_included(values, included, kRepeatElements<T>);
        T sums[kResults];
        tree_sums(static_cast<const T*>(values), sums, kResults, width);
        for (uint32_t group = 0; group < kResults; ++group) {
            bool any = false;
            for (uint32_t i = 0; i < width; ++i) any |= included[group * width + i] != 0;
            if (any) __builtin_memcpy(to + group * sizeof(T), sums + group, sizeof(T));
        }
    }
};

template <typename T, bool largest>
struct ExtremeOfBlocks {
    static constexpr uint32_t kBlocks = 8, kBytes = kBlocks * sizeof(T), kAlignment = kBytes;
    ASC_INLINE void operator()(uint8_t* to, T* values, const uint8_t* included) const {
        constexpr uint32_t width = kBlockElements<T>;
        for (uint32_t block = 0; block < kBlocks; ++block) {
            const uint8_t* part = included + block * width;
            bool any = false;
            for (uint32_t i = 0; i < width; ++i) any |= part[i] != 0;
            if (!any) continue;
            uint32_t index = extreme_index<largest>(static_cast<const T*>(values + block * width), part, width);
            __builtin_memcpy(to + block * sizeof(T), values + block * width + index, sizeof(T));
        }
    }
};

// Value and index as their order asks; an index has the value's width, alone 32 bits.
template <typename T, bool largest>
struct ExtremeOfRepeat {
    bool has_value, has_index;
    uint32_t value_at, index_at, index_bytes, kBytes, kAlignment;
    // The best of the repeats so far: the first of equals.
    mutable int32_t best = kExcluded;
    mutable uint64_t repeats = 0, place = 0;
    mutable T value = T(0.0f);
    explicit ExtremeOfRepeat(ReduceOrder order)
        : has_value(order != ReduceOrder::ORDER_ONLY_INDEX), has_index(order != ReduceOrder::ORDER_ONLY_VALUE),
          value_at(order == ReduceOrder::ORDER_INDEX_VALUE ? sizeof(T) : 0),
          index_at(order == ReduceOrder::ORDER_VALUE_INDEX ? sizeof(T) : 0), index_bytes(has_value ? sizeof(T) : 4),
          kBytes((has_value ? sizeof(T) : 0) + (has_index ? index_bytes : 0)), kAlignment(kBytes) {}
    ASC_INLINE void operator()(uint8_t* to, T* values, const uint8_t* included) const {
        uint32_t index = extreme_index<largest>(static_cast<const T*>(values), included, kRepeatElements<T>);
        int32_t key = order_key<largest>(static_cast<float>(values[index]));
        if (key > best) {
            best = key;
            value = values[index];
            place = repeats * kRepeatElements<T> + index;
        }
        ++repeats;
        if (has_value) __builtin_memcpy(to + value_at, values + index, sizeof(T));
        if (has_index && index_bytes == sizeof(T)) __builtin_memcpy(to + index_at, &index, sizeof(T));
        else if (has_index) __builtin_memcpy(to + index_at, &index, sizeof index);
    }
};

// What the reductions leave to the scalar unit: the bits of the last sum, and of the last extreme with its index.
struct ReduceRegisters {
    uint32_t sum, value, index;
    uint8_t sum_bytes, extreme_bytes;  // size of an element; 0: there was none
    bool strided, counter;             // the last extremes lay apart, or were counted by counter mode
};

template <typename T>
ASC_INLINE void keep_sum(Core& core, T sum) {
    auto& registers = asc_machine::state<ReduceRegisters>(core);
    registers.sum = static_cast<uint32_t>(bits_of(sum));
    registers.sum_bytes = sizeof(T);
}

template <typename T>
ASC_INLINE void keep_extreme(Core& core, T value, uint64_t index, bool strided, bool counter) {
    auto& registers = asc_machine::state<ReduceRegisters>(core);
    registers.value = static_cast<uint32_t>(bits_of(value));
    registers.index = static_cast<uint32_t>(index);
    registers.extreme_bytes = sizeof(T);
    registers.strided = strided;
    registers.counter = counter;
}

// A register holds what was reduced last, which must be of the type that is asked for.
template <typename T>
ASC_INLINE void check_register(uint8_t bytes, const char* apis) {
    if (ASC_UNLIKELY(bytes == 0)) fail(Kind::Check, "T", "nothing was reduced before; call %s first", apis);
    if (ASC_UNLIKELY(bytes != sizeof(T)))
        fail(Kind::Check, "T", "is %s, but the reduction before was of %s", sizeof(T) == 2 ? "half" : "float",
             bytes == 2 ? "half" : "float");
}

// ---- The frame ------------------------------------------------------------------------------------------------------------

ASC_INLINE void check_stride(const char* argument, int64_t value, int64_t high = 65535) {
    if (ASC_UNLIKELY(value < 0 || value > high))
        fail(Kind::Check, argument, "%lld is outside 0..%lld", static_cast<long long>(value), static_cast<long long>(high));
}

// Which elements of a repeat take part, one byte each.
template <typename T>
ASC_INLINE void include(const Mask& bits, uint8_t* included) {
    for (uint32_t i = 0; i < kRepeatElements<T>; ++i) included[i] = bits.bits(i, 1) != 0;
}

template <typename Reducer, typename T>
ASC_LOOP void reduce_repeats(const Reducer& reducer, uint8_t* to, uint64_t to_step, const T* from, Stride stride, const Mask& mask,
                             uint64_t repeats) {
    constexpr uint32_t elements = kRepeatElements<T>;
    T values[elements];
    uint8_t included[elements];
    for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
        Mask bits = mask.of_repeat(repeat, elements);
        if (repeat == 0 || mask.counter) include<T>(bits, included);
        __builtin_memset(static_cast<void*>(values), 0, sizeof values);
        gather(values, from, repeat, bits, elements, stride);
        reducer(to + repeat * to_step, values, included);
    }
}

template <typename Reducer, typename T>
ASC_INLINE void reduce(Core& core, const Reducer& reducer, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src,
                       const Mask& mask, int32_t repeatTime, int32_t dstRepStride, int32_t srcBlkStride, int32_t srcRepStride) {
    constexpr uint32_t elements = kRepeatElements<T>;
    check_stride("repeatTime", repeatTime, 255);
    check_stride("dstRepStride", dstRepStride);
    check_stride("srcBlkStride", srcBlkStride);
    check_stride("srcRepStride", srcRepStride);
    uint64_t repeats = mask.repeats(static_cast<uint64_t>(repeatTime), elements);
    if (repeats == 0) return;
    Operand<T> operand_src =
        operand("src", src, static_cast<uint32_t>(srcBlkStride), static_cast<uint32_t>(srcRepStride));
    uint64_t step = static_cast<uint64_t>(dstRepStride) * reducer.kBytes;
    uint64_t to_bytes = (repeats - 1) * step + reducer.kBytes;
    check_unified_buffer("dst", dst.position());
    auto* to = reinterpret_cast<uint8_t*>(output(core, "dst", dst, to_bytes, PIPE_V, reducer.kAlignment));
    uint64_t from_bytes = extent<T>(mask, repeats, elements, operand_src.stride);
    const T* from = source(core, operand_src, from_bytes);
    // On the source's own place a result may only lie where no later repeat reads.
    uint64_t from_step = static_cast<uint64_t>(srcRepStride) * AscendC::ONE_BLK_SIZE;
    bool behind = static_cast<const void*>(from) == to && step <= from_step && (repeats == 1 || reducer.kBytes <= from_step);
    if (ASC_UNLIKELY(!behind && !disjoint(to, to_bytes, from, from_bytes)))
        fail(Kind::Check, "src", "overlaps dst: a result would overwrite elements that are still to be read");
    asc_machine::issue(core, PIPE_V, repeats);
    reduce_repeats(reducer, to, step, from, operand_src.stride, mask, repeats);
}

// ---- Reductions of a whole tensor -----------------------------------------------------------------------------------------

ASC_INLINE uint64_t blocks_of(uint64_t elements, uint64_t per_block) { return (elements + per_block - 1) / per_block * per_block; }

// Elements of the work buffer that an extreme needs: value and index of each repeat, of repeats of those, and so on.
template <typename T>
ASC_INLINE uint64_t extreme_work(uint64_t repeats, bool index) {
    constexpr uint64_t per_block = kBlockElements<T>, per_repeat = kRepeatElements<T>;
    uint64_t output = repeats * 2, needed = blocks_of(output, per_block);
    if (!index) return needed;
    for (int round = 0; round < 2 && (round == 0 || output > 2); ++round) {
        output = (output + per_repeat - 1) / per_repeat * 2;
        needed += blocks_of(output, per_block);
    }
    return needed;
}

template <typename T>
ASC_INLINE void check_work(Core& core, const AscendC::LocalTensor<T>& work, uint64_t elements) {
    target(core, operand("sharedTmpBuffer", work), elements * sizeof(T));
}

ASC_INLINE void check_result(const void* to, uint64_t to_bytes, const void* from, uint64_t from_bytes) {
    if (ASC_UNLIKELY(to != from && !disjoint(to, to_bytes, from, from_bytes)))
        fail(Kind::Check, "src", "overlaps dst in part; only the same start is allowed");
}

// The position of the first extreme element; positions count from the tensor's start.
template <bool largest, typename T>
ASC_LOOP uint64_t extreme_position(const T* from, Stride stride, const Mask& mask, uint64_t repeats) {
    constexpr uint32_t elements = kRepeatElements<T>;
    T values[elements];
    uint8_t included[elements];
    int32_t best = kExcluded;
    uint64_t position = 0;
    for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
        Mask bits = mask.of_repeat(repeat, elements);
        if (repeat == 0 || mask.counter) include<T>(bits, included);
        gather(values, from, repeat, bits, elements, stride);
        uint32_t index = extreme_index<largest>(static_cast<const T*>(values), included, elements);
        int32_t key = order_key<largest>(static_cast<float>(values[index]));
        if (key <= best) continue;
        best = key;
        position = repeat * stride.repeat * kBlockElements<T> + index;
    }
    return position;
}

template <bool largest, typename T>
ASC_INLINE void reduce_extreme(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src,
                               const AscendC::LocalTensor<T>& work, const Mask& mask, uint64_t repeats, uint64_t work_repeats,
                               int32_t srcRepStride, bool calIndex) {
    constexpr uint32_t elements = kRepeatElements<T>;
    check_stride("srcRepStride", srcRepStride);
    if (repeats == 0) return;
    Operand<T> from = operand("src", src, 1, static_cast<uint32_t>(srcRepStride));
    check_unified_buffer("dst", dst.position());
    uint64_t to_bytes = calIndex ? 2 * sizeof(T) : sizeof(T);
    T* to = output(core, "dst", dst, to_bytes, PIPE_V, to_bytes);
    check_work(core, work, extreme_work<T>(work_repeats, calIndex));
    uint64_t from_bytes = extent<T>(mask, repeats, elements, from.stride);
    const T* base = source(core, from, from_bytes);
    check_result(to, to_bytes, base, from_bytes);
    asc_machine::issue(core, PIPE_V, repeats + repeats / elements + 2);
    uint64_t position = extreme_position<largest>(base, from.stride, mask, repeats);
    if (ASC_UNLIKELY(calIndex && sizeof(T) == 2 && position > 65535))
        fail(Kind::Check, "calIndex", "index %llu doesn't fit the 16 bits of a float16 result",
             static_cast<unsigned long long>(position));
    T value = base[position];
    __builtin_memcpy(static_cast<void*>(to), &value, sizeof(T));
    if (calIndex) __builtin_memcpy(static_cast<void*>(to + 1), &position, sizeof(T));
    // The last of several instructions leaves an index that isn't the tensor's.
    keep_extreme(core, value, ~uint64_t(0), srcRepStride != 8, asc_machine::state<MaskRegister>(core).counter);
}

// Sums of the repeats one after the other into a running total.
template <typename T>
ASC_LOOP T running_sum(const T* from, size_t count) {
    constexpr uint32_t elements = kRepeatElements<T>;
    constexpr size_t batch = 64;
    size_t whole = count / elements, tail = count % elements;
    T sums[batch];
    T total = T(0.0f);
    for (size_t begin = 0; begin < whole; begin += batch) {
        size_t step = whole - begin < batch ? whole - begin : batch;
        tree_sums(from + begin * elements, sums, step, elements);
        for (size_t i = 0; i < step; ++i) total = begin + i == 0 ? sums[i] : T(float(total) + float(sums[i]));
    }
    if (tail != 0) {
        T last[elements];
        for (uint32_t i = 0; i < elements; ++i) last[i] = i < tail ? from[whole * elements + i] : T(0.0f);
        tree_sums(static_cast<const T*>(last), sums, 1, elements);
        total = whole == 0 ? sums[0] : T(float(total) + float(sums[0]));
    }
    return total;
}

template <typename T>
ASC_INLINE void reduce_sum(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src,
                           const AscendC::LocalTensor<T>& work, const Mask& mask, int32_t repeatTime, int32_t srcRepStride) {
    constexpr uint32_t elements = kRepeatElements<T>;
    check_stride("repeatTime", repeatTime, 2147483647);
    check_stride("srcRepStride", srcRepStride);
    uint64_t repeats = mask.repeats(static_cast<uint64_t>(repeatTime), elements);
    if (repeats == 0) return;
    Operand<T> from = operand("src", src, 1, static_cast<uint32_t>(srcRepStride));
    check_unified_buffer("dst", dst.position());
    T* to = output(core, "dst", dst, sizeof(T), PIPE_V, sizeof(T));
    uint64_t work_bytes = blocks_of(repeats, kBlockElements<T>) * sizeof(T);
    T* sums = target(core, operand("sharedTmpBuffer", work), work_bytes);
    uint64_t from_bytes = extent<T>(mask, repeats, elements, from.stride);
    const T* base = source(core, from, from_bytes);
    check_result(to, sizeof(T), base, from_bytes);
    asc_machine::issue(core, PIPE_V, repeats + repeats / elements + 1);
    // The sums of the repeats lie in the work buffer, as on the hardware.
    reduce_repeats(SumGroups<T, elements>(), reinterpret_cast<uint8_t*>(sums), sizeof(T), base, from.stride, mask, repeats);
    *to = tree_of_repeats(sums, repeats);
}

template <typename T>
constexpr bool kReduceTypes = kOneOf<T, half, float>;

}  // namespace asc_model

namespace AscendC {

#define ASC_REDUCE_BODY(NAME, BITS, REDUCER)                                                                                 \
        static_assert(asc_model::kReduceTypes<T>, #NAME " takes half and float");                                           \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        asc_model::reduce(core, REDUCER, dst, src, asc_model::BITS<T, isSetMask>(core, mask), repeatTime,         \
                          dstRepStride, srcBlkStride, srcRepStride);

#define ASC_REDUCE_FORM(NAME, MASK, BITS, ...)                                                                               \
    template <typename T, bool isSetMask = true>                                                                            \
    ASC_API void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const int32_t repeatTime, MASK,                  \
                      const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride,                    \
                      asc_machine::Where where = {}) {                                                                      \
        ASC_REDUCE_BODY(NAME, BITS, (asc_model::__VA_ARGS__))                                                                          \
    }
#define ASC_REDUCE(NAME, ...)                                                                                               \
    ASC_REDUCE_FORM(NAME, const int32_t mask, count_mask, __VA_ARGS__)                                                      \
    ASC_REDUCE_FORM(NAME, const uint64_t mask[], bit_mask, __VA_ARGS__)

ASC_REDUCE(BlockReduceSum, SumGroups<T, asc_model::kBlockElements<T>>())
ASC_REDUCE(BlockReduceMax, ExtremeOfBlocks<T, true>())
ASC_REDUCE(BlockReduceMin, ExtremeOfBlocks<T, false>())
ASC_REDUCE(PairReduceSum, SumGroups<T, 2>())

// The mask of the reductions of a whole repeat stands before the number of repeats.
#define ASC_WHOLE_SUM(MASK, BITS)                                                                                            \
    template <typename T, bool isSetMask = true>                                                                            \
    ASC_API void WholeReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, MASK, const int32_t repeatTime,        \
                                const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride,          \
                                asc_machine::Where where = {}) {                                                            \
        ASC_REDUCE_BODY(WholeReduceSum, BITS, (asc_model::SumGroups<T, asc_model::kRepeatElements<T>>()))                    \
    }
ASC_WHOLE_SUM(const int32_t mask, count_mask)
ASC_WHOLE_SUM(const uint64_t mask[], bit_mask)

#define ASC_WHOLE_EXTREME(NAME, LARGEST, MASK, BITS)                                                                         \
    template <typename T, bool isSetMask = true>                                                                            \
    ASC_API void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, MASK, const int32_t repeatTime,                  \
                      const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride,                    \
                      ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX, asc_machine::Where where = {}) {                   \
        asc_model::ExtremeOfRepeat<T, LARGEST> reducer(order);                                                              \
        ASC_REDUCE_BODY(NAME, BITS, reducer)                                                                                \
        if (reducer.repeats != 0)                                                                                           \
            asc_model::keep_extreme(core, reducer.value, reducer.place, srcBlkStride != 1 || srcRepStride != 8,              \
                                    asc_machine::state<asc_model::MaskRegister>(core).counter);                             \
    }
ASC_WHOLE_EXTREME(WholeReduceMax, true, const int32_t mask, count_mask)
ASC_WHOLE_EXTREME(WholeReduceMax, true, const uint64_t mask[], bit_mask)
ASC_WHOLE_EXTREME(WholeReduceMin, false, const int32_t mask, count_mask)
ASC_WHOLE_EXTREME(WholeReduceMin, false, const uint64_t mask[], bit_mask)

// dstBlkStride has no effect.
template <typename T, bool isSetMask = true>
ASC_API void RepeatReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const int32_t repeatTime, const int32_t mask,
                             const int32_t dstBlkStride, const int32_t srcBlkStride, const int32_t dstRepStride,
                             const int32_t srcRepStride, asc_machine::Where where = {}) {
    static_assert(asc_model::kReduceTypes<T>, "RepeatReduceSum takes half and float");
    auto& core = asc_machine::enter("RepeatReduceSum", where);
    asc_model::check_stride("dstBlkStride", dstBlkStride);
    asc_model::reduce(core, asc_model::SumGroups<T, asc_model::kRepeatElements<T>>(), dst, src,
                      asc_model::count_mask<T, isSetMask>(core, static_cast<uint64_t>(mask)), repeatTime, dstRepStride, srcBlkStride,
                      srcRepStride);
}

#define ASC_EXTREME_FORM(NAME, LARGEST, MASK, BITS)                                                                          \
    template <typename T>                                                                                                   \
    ASC_API void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>& sharedTmpBuffer, MASK,      \
                      const int32_t repeatTime, const int32_t srcRepStride, bool calIndex = 0,                               \
                      asc_machine::Where where = {}) {                                                                      \
        static_assert(asc_model::kReduceTypes<T>, #NAME " takes half and float");                                           \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        asc_model::check_stride("repeatTime", repeatTime, 2147483647);                                                       \
        asc_model::Mask bits = asc_model::BITS<T, true>(core, mask);                                                         \
        uint64_t repeats = bits.repeats(static_cast<uint64_t>(repeatTime), asc_model::kRepeatElements<T>);                   \
        asc_model::reduce_extreme<LARGEST>(core, dst, src, sharedTmpBuffer, bits, repeats, repeats, srcRepStride, calIndex);  \
    }
#define ASC_EXTREME(NAME, LARGEST)                                                                                           \
    ASC_EXTREME_FORM(NAME, LARGEST, const int32_t mask, count_mask)                                                          \
    ASC_EXTREME_FORM(NAME, LARGEST, const uint64_t mask[], bit_mask)                                                         \
    template <typename T>                                                                                                   \
    ASC_API void NAME(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>& sharedTmpBuffer,            \
                      const int32_t count, bool calIndex = 0, asc_machine::Where where = {}) {                               \
        static_assert(asc_model::kReduceTypes<T>, #NAME " takes half and float");                                           \
        auto& core = asc_machine::enter(#NAME, where);                                                                      \
        asc_model::check_count(count);                                                                                      \
        asc_model::reset_mask(core);                                                                                        \
        constexpr uint64_t elements = asc_model::kRepeatElements<T>;                                                         \
        auto wanted = static_cast<uint64_t>(count);                                                                         \
        uint64_t repeats = (wanted + elements - 1) / elements;                                                               \
        uint64_t work = wanted < elements ? repeats : wanted / elements;                                                     \
        asc_model::reduce_extreme<LARGEST>(core, dst, src, sharedTmpBuffer, asc_model::Mask{true, wanted, 0}, repeats, work,  \
                                           8, calIndex);                                                                    \
    }
ASC_EXTREME(ReduceMax, true)
ASC_EXTREME(ReduceMin, false)

template <typename T>
ASC_API void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>& sharedTmpBuffer, const int32_t mask,
                       const int32_t repeatTime, const int32_t srcRepStride, asc_machine::Where where = {}) {
    static_assert(asc_model::kReduceTypes<T>, "ReduceSum takes half and float");
    auto& core = asc_machine::enter("ReduceSum", where);
    asc_model::reduce_sum(core, dst, src, sharedTmpBuffer, asc_model::count_mask<T, true>(core, static_cast<uint64_t>(mask)),
                          repeatTime, srcRepStride);
}

template <typename T>
ASC_API void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>& sharedTmpBuffer,
                       const uint64_t mask[], const int32_t repeatTime, const int32_t srcRepStride, asc_machine::Where where = {}) {
    static_assert(asc_model::kReduceTypes<T>, "ReduceSum takes half and float");
    auto& core = asc_machine::enter("ReduceSum", where);
    asc_model::reduce_sum(core, dst, src, sharedTmpBuffer, asc_model::bit_mask<T, true>(core, mask), repeatTime, srcRepStride);
}

// The form on the first elements leaves the work buffer alone, whatever its size.
template <typename T, bool isSetMask = true>
ASC_API void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>&, const int32_t count,
                       asc_machine::Where where = {}) {
    static_assert(asc_model::kReduceTypes<T>, "ReduceSum takes half and float");
    auto& core = asc_machine::enter("ReduceSum", where);
    asc_model::check_count(count);
    auto elements = static_cast<uint64_t>(count);
    if constexpr (isSetMask) asc_model::reset_mask(core);
    else elements = asc_model::held_mask<T>(asc_machine::state<asc_model::MaskRegister>(core)).low;
    if (elements == 0) return;
    asc_model::check_unified_buffer("dst", dst.position());
    T* to = asc_model::output(core, "dst", dst, sizeof(T), PIPE_V, sizeof(T));
    const T* from = asc_model::source(core, asc_model::operand("src", src), elements * sizeof(T));
    asc_model::check_result(to, sizeof(T), from, elements * sizeof(T));
    asc_machine::issue(core, PIPE_V, (elements + asc_model::kRepeatElements<T> - 1) / asc_model::kRepeatElements<T>);
    *to = asc_model::running_sum(from, elements);
    asc_model::keep_sum(core, *to);
}

// The registers of the scalar unit; an AIC core has none.
template <typename T>
ASC_API T GetAccVal(asc_machine::Where where = {}) {
    static_assert(asc_model::kReduceTypes<T>, "GetAccVal takes half and float");
    auto& core = asc_machine::enter("GetAccVal", where);
    asc_machine::issue(core, PIPE_S, 1);
    if (core.type == asc_machine::CoreType::AIC) return T(0.0f);
    const auto& registers = asc_machine::state<asc_model::ReduceRegisters>(core);
    asc_model::check_register<T>(registers.sum_bytes, "ReduceSum of the first elements");
    T sum;
    __builtin_memcpy(static_cast<void*>(&sum), &registers.sum, sizeof(T));
    return sum;
}

template <typename T>
ASC_INLINE T GetReduceRepeatSumSpr(asc_machine::Where where = {}) {
    return GetAccVal<T>(where);
}

template <typename T>
ASC_API void GetReduceMaxMinCount(T& maxMinValue, T& maxMinIndex, asc_machine::Where where = {}) {
    static_assert(asc_model::kReduceTypes<T>, "GetReduceMaxMinCount takes half and float");
    auto& core = asc_machine::enter("GetReduceMaxMinCount", where);
    asc_machine::issue(core, PIPE_S, 1);
    if (core.type == asc_machine::CoreType::AIC) return;
    const auto& registers = asc_machine::state<asc_model::ReduceRegisters>(core);
    asc_model::check_register<T>(registers.extreme_bytes, "WholeReduceMax, WholeReduceMin, ReduceMax or ReduceMin");
    if (ASC_UNLIKELY(registers.strided))
        asc_machine::fail(asc_machine::Kind::Check, "maxMinValue",
                          "the reduction before has strides; it must have srcBlkStride 1 and srcRepStride 8");
    if (ASC_UNLIKELY(registers.counter))
        asc_machine::fail(asc_machine::Kind::Check, "maxMinValue", "the reduction before ran in counter mode, which has no such result");
    __builtin_memcpy(static_cast<void*>(&maxMinValue), &registers.value, sizeof(T));
    __builtin_memcpy(static_cast<void*>(&maxMinIndex), &registers.index, sizeof(T));
}

template <typename T>
ASC_INLINE void GetReduceRepeatMaxMinSpr(T& maxMinValue, T& maxMinIndex, asc_machine::Where where = {}) {
    GetReduceMaxMinCount(maxMinValue, maxMinIndex, where);
}

#undef ASC_REDUCE_BODY
#undef ASC_REDUCE_FORM
#undef ASC_REDUCE
#undef ASC_WHOLE_SUM
#undef ASC_WHOLE_EXTREME
#undef ASC_EXTREME_FORM
#undef ASC_EXTREME

}  // namespace AscendC
