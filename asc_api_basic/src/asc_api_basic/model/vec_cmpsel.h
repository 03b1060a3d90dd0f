// Comparisons into bits, and selection by bits.
#pragma once
#include "vec_frame.h"

namespace AscendC {

enum class CMPMODE : uint8_t { LT = 0, GT, EQ, LE, GE, NE };
enum class SELMODE : uint8_t { VSEL_CMPMASK_SPR = 0, VSEL_TENSOR_SCALAR_MODE, VSEL_TENSOR_TENSOR_MODE };

}  // namespace AscendC

namespace asc_model {

using AscendC::CMPMODE;
using AscendC::SELMODE;

// The register of 128 bits between Compare and Select.
struct CmpMask {
    uint64_t low, high;
};

template <CMPMODE mode, typename C>
ASC_INLINE uint8_t related(C a, C b) {
    if constexpr (mode == CMPMODE::LT) return a < b;
    else if constexpr (mode == CMPMODE::GT) return a > b;
    else if constexpr (mode == CMPMODE::EQ) return a == b;
    else if constexpr (mode == CMPMODE::LE) return a <= b;
    else if constexpr (mode == CMPMODE::GE) return a >= b;
    else return a != b;
}

// Eight bytes of 0 or 1 as the bits of one byte: the factor brings byte i to bit 56 + i without carries.
ASC_INLINE void pack_bits(const uint8_t* flags, uint8_t* bits, size_t count) {
    for (size_t i = 0; i < count / 8; ++i) {
        uint64_t eight;
        __builtin_memcpy(&eight, flags + 8 * i, sizeof eight);
        bits[i] = static_cast<uint8_t>(eight * 0x0102040810204080u >> 56);
    }
}

// The bits of each byte as eight bytes of 0 or 1.
ASC_INLINE void unpack_bits(const uint8_t* bits, uint8_t* flags, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) {
        uint64_t eight = bits[i] * 0x0101010101010101u & 0x8040201008040201u;
        eight = (eight + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
        __builtin_memcpy(flags + 8 * i, &eight, sizeof eight);
    }
}

// The second operand of a comparison: elements, or one number for all.
template <typename T>
struct Elements {
    const T* base;
    ASC_INLINE Elements from(size_t i) const { return {base + i}; }
    ASC_INLINE T operator[](size_t i) const { return base[i]; }
};
template <typename T>
struct Number {
    T value;
    ASC_INLINE Number from(size_t) const { return *this; }
    ASC_INLINE T operator[](size_t) const { return value; }
};

template <CMPMODE mode, typename C, typename Right>
ASC_INLINE void flag_elements(const C* left, Right right, uint8_t* flags, size_t count) {
    for (size_t i = 0; i < count; ++i) flags[i] = related<mode>(left[i], right[i]);
}

template <typename T>
ASC_INLINE Elements<Compute<T>> widened(Elements<T> from, size_t count, Room<Compute<T>>&& room) {
    return {widened(from.base, count, static_cast<Room<Compute<T>>&&>(room))};
}
template <typename T>
ASC_INLINE Number<Compute<T>> widened(Number<T> from, size_t, Room<Compute<T>>&&) {
    return {static_cast<Compute<T>>(from.value)};
}

// `count` is a multiple of 8.
template <CMPMODE mode, typename T, typename Right>
ASC_LOOP void compare_elements(uint8_t* bits, const T* left, Right right, size_t count) {
    uint8_t flags[kChunk];
    for (size_t begin = 0; begin < count; begin += kChunk) {
        size_t step = count - begin < kChunk ? count - begin : kChunk;
        flag_elements<mode>(widened(left + begin, step, Room<Compute<T>>()),
                            widened(right.from(begin), step, Room<Compute<T>>()), flags, step);
        pack_bits(flags, bits + begin / 8, step);
    }
}

template <typename T>
constexpr Mask kFullMask = {false, low_ones(kRepeatElements<T>), kRepeatElements<T> > 64 ? low_ones(kRepeatElements<T> - 64) : 0};

// One side of a comparison, checked: `whole` for all elements at once, `next` for those of a repeat.
template <typename T>
struct Side {
    Placed<T> place;
    Gathered<T> gathered;
    bool packed;
    Side(Core& core, const Operand<T>& from, uint64_t repeats, const void* to, uint64_t to_bytes)
        : place{}, gathered(place), packed(contiguous<T>(kFullMask<T>, kRepeatElements<T>, from.stride)) {
        uint64_t bytes = extent<T>(kFullMask<T>, repeats, kRepeatElements<T>, from.stride);
        place = {source(core, from, bytes), from.stride};
        gathered.place = place;
        if (ASC_UNLIKELY(!disjoint(place.base, bytes, to, to_bytes))) fail(Kind::Check, from.name, "overlaps dst");
    }
    ASC_INLINE Elements<T> whole() const { return {place.base}; }
    ASC_INLINE Elements<T> next(uint64_t repeat) { return {gathered.next(repeat, kFullMask<T>, kRepeatElements<T>)}; }
};
template <typename T>
struct Side<Number<T>> {
    static constexpr bool packed = true;
    Number<T> number;
    Side(Core&, T value, uint64_t, const void*, uint64_t) : number{value} {}
    ASC_INLINE Number<T> whole() const { return number; }
    ASC_INLINE Number<T> next(uint64_t) const { return number; }
};

// Bits of all repeats follow each other in dst; masks have no effect on dav-2201.
template <CMPMODE mode, typename T, typename U, typename Right, typename From>
ASC_API void compare_repeats(Core& core, const AscendC::LocalTensor<U>& dst, const Operand<T>& left, const From& right,
                             uint64_t repeats) {
    constexpr uint32_t elements = kRepeatElements<T>;
    uint64_t bytes = repeats * elements / 8;
    auto* to = reinterpret_cast<uint8_t*>(target(core, operand("dst", dst), bytes));
    Side<T> first(core, left, repeats, to, bytes);
    Side<Right> second(core, right, repeats, to, bytes);
    asc_machine::issue(core, PIPE_V, repeats);
    if (first.packed && second.packed) return compare_elements<mode>(to, first.whole().base, second.whole(), repeats * elements);
    for (uint64_t repeat = 0; repeat < repeats; ++repeat)
        compare_elements<mode>(to + repeat * elements / 8, first.next(repeat).base, second.next(repeat), elements);
}

template <CMPMODE mode, typename T, typename U>
ASC_INLINE void compare_as(Core& core, const AscendC::LocalTensor<U>& dst, const Operand<T>& left, const Operand<T>& right,
                           uint64_t repeats) {
    compare_repeats<mode, T, U, T>(core, dst, left, right, repeats);
}

template <CMPMODE mode, typename T, typename U>
ASC_INLINE void compare_as(Core& core, const AscendC::LocalTensor<U>& dst, const Operand<T>& left, T right, uint64_t repeats) {
    compare_repeats<mode, T, U, Number<T>>(core, dst, left, right, repeats);
}

// The mode is a constant at almost every call, so that only its loop is compiled.
template <typename T, typename U, typename Right>
ASC_INLINE void compare(Core& core, const AscendC::LocalTensor<U>& dst, const Operand<T>& left, const Right& right, CMPMODE mode,
                        uint64_t repeats) {
    if (repeats == 0) return;
    if constexpr (__is_same(T, int32_t)) {
        if (mode == CMPMODE::EQ) return compare_as<CMPMODE::EQ>(core, dst, left, right, repeats);
        fail(Kind::Check, "cmpMode", "mode %d doesn't exist for int32, only EQ does", static_cast<int>(mode));
    } else {
        switch (mode) {
            case CMPMODE::LT: return compare_as<CMPMODE::LT>(core, dst, left, right, repeats);
            case CMPMODE::GT: return compare_as<CMPMODE::GT>(core, dst, left, right, repeats);
            case CMPMODE::EQ: return compare_as<CMPMODE::EQ>(core, dst, left, right, repeats);
            case CMPMODE::LE: return compare_as<CMPMODE::LE>(core, dst, left, right, repeats);
            case CMPMODE::GE: return compare_as<CMPMODE::GE>(core, dst, left, right, repeats);
            case CMPMODE::NE: return compare_as<CMPMODE::NE>(core, dst, left, right, repeats);
        }
    }
}

// A count stands for whole repeats of contiguous elements.
template <typename T>
ASC_INLINE uint64_t whole_repeats(uint32_t count) {
    if (ASC_UNLIKELY(count % kRepeatElements<T> != 0))
        fail(Kind::Check, "count", "%u elements of %zu bytes are no multiple of 256 bytes (%u elements)", count, sizeof(T),
             kRepeatElements<T>);
    return count / kRepeatElements<T>;
}

template <CMPMODE mode, typename T>
ASC_API void compare_register(Core& core, const Operand<T>& left, const Operand<T>& right, const Mask& mask) {
    constexpr uint32_t elements = kRepeatElements<T>;
    Mask bits = mask.of_repeat(0, elements);
    if (bits.low == 0 && bits.high == 0) return;
    const T* a = source(core, left, extent<T>(bits, 1, elements, left.stride));
    const T* b = source(core, right, extent<T>(bits, 1, elements, right.stride));
    asc_machine::issue(core, PIPE_V, 1);
    Gathered<T> first(Placed<T>{a, left.stride}), second(Placed<T>{b, right.stride});
    uint8_t packed[16] = {};
    compare_elements<mode>(packed, first.next(0, bits, elements), Elements<T>{second.next(0, bits, elements)}, elements);
    CmpMask& held = asc_machine::state<CmpMask>(core);
    __builtin_memcpy(&held, packed, sizeof held);
    held.low &= bits.low;
    held.high &= bits.high;
}

template <typename T>
ASC_INLINE void compare_register(Core& core, const Operand<T>& left, const Operand<T>& right, CMPMODE mode, const Mask& mask) {
    switch (mode) {
        case CMPMODE::LT: return compare_register<CMPMODE::LT>(core, left, right, mask);
        case CMPMODE::GT: return compare_register<CMPMODE::GT>(core, left, right, mask);
        case CMPMODE::EQ: return compare_register<CMPMODE::EQ>(core, left, right, mask);
        case CMPMODE::LE: return compare_register<CMPMODE::LE>(core, left, right, mask);
        case CMPMODE::GE: return compare_register<CMPMODE::GE>(core, left, right, mask);
        case CMPMODE::NE: return compare_register<CMPMODE::NE>(core, left, right, mask);
    }
}

template <typename T>
ASC_INLINE void blend(T* dst, const uint8_t* flags, const T* src0, Elements<T> src1, size_t count) {
ASC_IVDEP
    for (size_t i = 0; i < count; ++i) dst[i] = flags[i] ? src0[i] : src1.base[i];
}
template <typename T>
ASC_INLINE void blend(T* dst, const uint8_t* flags, const T* src0, Number<T> src1, size_t count) {
    const T other = src1.value;
ASC_IVDEP
    for (size_t i = 0; i < count; ++i) dst[i] = flags[i] ? src0[i] : other;
}

template <typename T> struct BitsOf { using type = uint32_t; };
template <> struct BitsOf<half> { using type = uint16_t; };

// The body of Select: a set bit takes src0, a clear one src1, or the number. `period` > 0: all repeats share that many bits.
template <typename T>
struct Selection {
    static constexpr uint64_t kRate = 0;
    static constexpr bool kReadsDst = false;
    using B = typename BitsOf<T>::type;
    const uint8_t* bits;
    uint32_t period;
    T number;
    mutable size_t at;

    template <typename Right>
    ASC_LOOP void select(T* dst, size_t count, const T* src0, Right src1) const {
        uint8_t flags[kChunk];
        if (period != 0)
            for (uint32_t i = 0; i < kChunk; i += period) unpack_bits(bits, flags + i, period / 8);
        for (size_t begin = 0; begin < count; begin += kChunk) {
            size_t step = count - begin < kChunk ? count - begin : kChunk;
            if (period == 0) unpack_bits(bits + (at + begin) / 8, flags, (step + 7) / 8);
            blend(reinterpret_cast<B*>(dst + begin), flags, reinterpret_cast<const B*>(src0 + begin), src1.from(begin), step);
        }
        at += count;
    }
    ASC_INLINE void operator()(T* dst, size_t count, const T* src0, const T* src1) const {
        select(dst, count, src0, Elements<B>{reinterpret_cast<const B*>(src1)});
    }
    ASC_INLINE void operator()(T* dst, size_t count, const T* src0) const { select(dst, count, src0, Number<B>{bit_cast<B>(number)}); }
};

// Bits that `elements` in all take, a repeat's worth where every repeat uses the same.
template <typename T, typename U>
ASC_INLINE const uint8_t* selection_bits(Core& core, const AscendC::LocalTensor<U>& mask, uint64_t elements, bool shared,
                                         const AscendC::LocalTensor<T>& dst, uint64_t dst_bytes) {
    if (shared && elements > kRepeatElements<T>) elements = kRepeatElements<T>;
    uint64_t bytes = (elements + 7) / 8;
    if (ASC_UNLIKELY(mask.address() < dst.address() + dst_bytes && dst.address() < mask.address() + bytes))
        fail(Kind::Check, "selMask", "overlaps dst");
    return reinterpret_cast<const uint8_t*>(source(core, operand("selMask", mask), bytes));
}

ASC_INLINE void check_mode(SELMODE mode, bool scalar) {
    if (ASC_UNLIKELY((mode == SELMODE::VSEL_TENSOR_SCALAR_MODE) != scalar))
        fail(Kind::Check, "selMode", scalar ? "a scalar src1 needs VSEL_TENSOR_SCALAR_MODE"
                                            : "a tensor src1 needs VSEL_CMPMASK_SPR or VSEL_TENSOR_TENSOR_MODE");
}

// Select leaves its mask, scalar or mask's address in the register.
template <typename T, typename U>
ASC_INLINE void hold_selection(Core& core, SELMODE mode, const AscendC::LocalTensor<U>& mask, const uint8_t* bits, T number) {
    CmpMask& held = asc_machine::state<CmpMask>(core);
    held = {};
    if (mode == SELMODE::VSEL_CMPMASK_SPR) __builtin_memcpy(&held, bits, kRepeatElements<T> / 8);
    else if (mode == SELMODE::VSEL_TENSOR_SCALAR_MODE) __builtin_memcpy(&held, &number, sizeof number);
    else held.low = mask.address();
}

// `rest`: the tensor src1, or nothing where `number` is selected.
template <typename T, typename U, typename... Rest>
ASC_INLINE void select_first(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<U>& selMask,
                             const AscendC::LocalTensor<T>& src0, SELMODE mode, uint32_t count, T number, const Rest&... rest) {
    check_mode(mode, sizeof...(rest) == 0);
    if (count == 0) return reset_mask(core);
    bool shared = mode == SELMODE::VSEL_CMPMASK_SPR;
    const uint8_t* bits = selection_bits<T>(core, selMask, count, shared, dst, uint64_t(count) * sizeof(T));
    uint8_t padded[16] = {};
    if (shared) {
        __builtin_memcpy(padded, bits, count >= kRepeatElements<T> ? kRepeatElements<T> / 8 : (count + 7) / 8);
        bits = padded;
    }
    hold_selection(core, mode, selMask, bits, number);
    first_n(core, Selection<T>{bits, shared ? kRepeatElements<T> : 0, number, 0}, count, operand("dst", dst), operand("src0", src0),
            operand("src1", rest)...);
}

template <typename T, typename U, typename... Rest>
ASC_INLINE void select_repeats(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<U>& selMask,
                               const AscendC::LocalTensor<T>& src0, SELMODE mode, const Mask& mask, uint8_t repeatTime,
                               const AscendC::BinaryRepeatParams& params, T number, const Rest&... rest) {
    constexpr uint32_t elements = kRepeatElements<T>;
    check_mode(mode, sizeof...(rest) == 0);
    uint64_t repeats = mask.repeats(repeatTime, elements);
    if (repeats == 0) return;
    bool shared = mode == SELMODE::VSEL_CMPMASK_SPR;
    Stride stride{params.dstBlkStride, params.dstRepStride};
    const uint8_t* bits =
        selection_bits<T>(core, selMask, repeats * elements, shared, dst, extent<T>(mask, repeats, elements, stride));
    uint8_t copy[16] = {};
    if (shared) bits = static_cast<const uint8_t*>(__builtin_memcpy(copy, bits, elements / 8));
    hold_selection(core, mode, selMask, bits, number);
    repeat(core, Selection<T>{bits, shared ? elements : 0, number, 0}, mask, repeatTime,
           operand("dst", dst, stride.block, stride.repeat), operand("src0", src0, params.src0BlkStride, params.src0RepStride),
           operand("src1", rest, params.src1BlkStride, params.src1RepStride)...);
}

template <typename U>
constexpr bool kSelMaskTypes = kOneOf<U, uint8_t, uint16_t, uint32_t, uint64_t>;

}  // namespace asc_model

namespace AscendC {

#define ASC_COMPARE_TYPES                                                                                              \
    static_assert(asc_model::kOneOf<T, half, float, int32_t> && asc_model::kOneOf<U, uint8_t, int8_t>,                  \
                  "Compare takes half, float and int32_t and gives uint8_t or int8_t")

template <typename T, typename U, bool isSetMask = true>
ASC_INLINE void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode,
                        const uint64_t[], uint8_t repeatTime, const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    ASC_COMPARE_TYPES;
    auto& core = asc_machine::enter("Compare", where);
    asc_model::compare(core, dst, asc_model::operand("src0", src0, repeatParams.src0BlkStride, repeatParams.src0RepStride),
                       asc_model::operand("src1", src1, repeatParams.src1BlkStride, repeatParams.src1RepStride), cmpMode, repeatTime);
}

template <typename T, typename U, bool isSetMask = true>
ASC_INLINE void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode,
                        const uint64_t, uint8_t repeatTime, const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    Compare(dst, src0, src1, cmpMode, static_cast<const uint64_t*>(nullptr), repeatTime, repeatParams, where);
}

template <typename T, typename U>
ASC_INLINE void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode,
                        uint32_t count, asc_machine::Where where = {}) {
    ASC_COMPARE_TYPES;
    auto& core = asc_machine::enter("Compare", where);
    asc_model::compare(core, dst, asc_model::operand("src0", src0), asc_model::operand("src1", src1), cmpMode,
                       asc_model::whole_repeats<T>(count));
}

template <typename T, bool isSetMask = true>
ASC_INLINE void Compare(const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode, const uint64_t mask[],
                        const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    static_assert(asc_model::kOneOf<T, half, float>, "Compare into the register takes half and float");
    auto& core = asc_machine::enter("Compare", where);
    asc_model::compare_register(core, asc_model::operand("src0", src0, repeatParams.src0BlkStride),
                                asc_model::operand("src1", src1, repeatParams.src1BlkStride), cmpMode,
                                asc_model::bit_mask<T, isSetMask>(core, mask));
}

template <typename T, bool isSetMask = true>
ASC_INLINE void Compare(const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode, const uint64_t mask,
                        const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    static_assert(asc_model::kOneOf<T, half, float>, "Compare into the register takes half and float");
    auto& core = asc_machine::enter("Compare", where);
    asc_model::compare_register(core, asc_model::operand("src0", src0, repeatParams.src0BlkStride),
                                asc_model::operand("src1", src1, repeatParams.src1BlkStride), cmpMode,
                                asc_model::count_mask<T, isSetMask>(core, mask));
}

template <typename T, typename U, bool isSetMask = true>
ASC_INLINE void CompareScalar(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                              const typename asc_model::Exactly<T>::type src1Scalar, CMPMODE cmpMode, const uint64_t[],
                              uint8_t repeatTime, const UnaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    ASC_COMPARE_TYPES;
    auto& core = asc_machine::enter("CompareScalar", where);
    asc_model::compare(core, dst, asc_model::operand("src0", src0, repeatParams.srcBlkStride, repeatParams.srcRepStride), src1Scalar,
                       cmpMode, repeatTime);
}

template <typename T, typename U, bool isSetMask = true>
ASC_INLINE void CompareScalar(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                              const typename asc_model::Exactly<T>::type src1Scalar, CMPMODE cmpMode, const uint64_t,
                              uint8_t repeatTime, const UnaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    CompareScalar(dst, src0, src1Scalar, cmpMode, static_cast<const uint64_t*>(nullptr), repeatTime, repeatParams, where);
}

template <typename T, typename U>
ASC_INLINE void CompareScalar(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                              const typename asc_model::Exactly<T>::type src1Scalar, CMPMODE cmpMode, uint32_t count,
                              asc_machine::Where where = {}) {
    ASC_COMPARE_TYPES;
    auto& core = asc_machine::enter("CompareScalar", where);
    asc_model::compare(core, dst, asc_model::operand("src0", src0), src1Scalar, cmpMode, asc_model::whole_repeats<T>(count));
}
#undef ASC_COMPARE_TYPES

template <typename T>
ASC_API void GetCmpMask(const LocalTensor<T>& dst, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("GetCmpMask", where);
    asc_model::check_unified_buffer("dst", dst.position());
    if (dst.bytes() < 128)
        asc_machine::fail(asc_machine::Kind::Bounds, "dst", "the tensor has %llu bytes; GetCmpMask needs 128",
                          static_cast<unsigned long long>(dst.bytes()));
    T* to = asc_model::output(core, "dst", dst, sizeof(asc_model::CmpMask), PIPE_V, 16);
    asc_machine::issue(core, PIPE_V, 1);
    __builtin_memcpy(static_cast<void*>(to), &asc_machine::state<asc_model::CmpMask>(core), sizeof(asc_model::CmpMask));
}

template <typename T>
ASC_API void SetCmpMask(const LocalTensor<T>& src, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetCmpMask", where);
    asc_model::check_unified_buffer("src", src.position());
    const T* from = asc_model::input(core, "src", src, sizeof(asc_model::CmpMask), PIPE_V, 16);
    asc_machine::issue(core, PIPE_V, 1);
    __builtin_memcpy(static_cast<void*>(&asc_machine::state<asc_model::CmpMask>(core)), from, sizeof(asc_model::CmpMask));
}

#define ASC_SELECT_TYPES                                                                                               \
    static_assert(asc_model::kOneOf<T, half, float> && asc_model::kSelMaskTypes<U>,                                     \
                  "Select takes half and float, and a selMask of unsigned integers")

template <typename T, typename U, bool isSetMask = true>
ASC_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                    SELMODE selMode, const uint64_t mask[], uint8_t repeatTime, const BinaryRepeatParams& repeatParams,
                    asc_machine::Where where = {}) {
    ASC_SELECT_TYPES;
    auto& core = asc_machine::enter("Select", where);
    asc_model::select_repeats(core, dst, selMask, src0, selMode, asc_model::bit_mask<T, true>(core, mask), repeatTime, repeatParams,
                              T(0), src1);
}

template <typename T, typename U, bool isSetMask = true>
ASC_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                    SELMODE selMode, uint64_t mask, uint8_t repeatTime, const BinaryRepeatParams& repeatParams,
                    asc_machine::Where where = {}) {
    ASC_SELECT_TYPES;
    auto& core = asc_machine::enter("Select", where);
    asc_model::select_repeats(core, dst, selMask, src0, selMode, asc_model::count_mask<T, true>(core, mask), repeatTime, repeatParams,
                              T(0), src1);
}

template <typename T, typename U>
ASC_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                    SELMODE selMode, uint32_t count, asc_machine::Where where = {}) {
    ASC_SELECT_TYPES;
    asc_model::select_first(asc_machine::enter("Select", where), dst, selMask, src0, selMode, count, T(0), src1);
}

template <typename T, typename U, bool isSetMask = true>
ASC_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
                    typename asc_model::Exactly<T>::type src1, SELMODE selMode, const uint64_t mask[], uint8_t repeatTime,
                    const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    ASC_SELECT_TYPES;
    auto& core = asc_machine::enter("Select", where);
    asc_model::select_repeats(core, dst, selMask, src0, selMode, asc_model::bit_mask<T, true>(core, mask), repeatTime, repeatParams,
                              src1);
}

template <typename T, typename U, bool isSetMask = true>
ASC_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
                    typename asc_model::Exactly<T>::type src1, SELMODE selMode, uint64_t mask, uint8_t repeatTime,
                    const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    ASC_SELECT_TYPES;
    auto& core = asc_machine::enter("Select", where);
    asc_model::select_repeats(core, dst, selMask, src0, selMode, asc_model::count_mask<T, true>(core, mask), repeatTime, repeatParams,
                              src1);
}

template <typename T, typename U>
ASC_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
                    typename asc_model::Exactly<T>::type src1, SELMODE selMode, uint32_t count, asc_machine::Where where = {}) {
    ASC_SELECT_TYPES;
    asc_model::select_first(asc_machine::enter("Select", where), dst, selMask, src0, selMode, count, src1);
}

// Selection by the register: its bits, or the bits at the address it holds.
template <typename T, SELMODE selMode>
ASC_API void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, uint8_t repeatTime,
                    const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    static_assert(asc_model::kOneOf<T, half, float>, "Select takes half and float");
    static_assert(selMode != SELMODE::VSEL_TENSOR_SCALAR_MODE, "a scalar is selected by the form with a selMask");
    auto& core = asc_machine::enter("Select", where);
    asc_model::Mask bits = asc_model::held_mask<T>(asc_machine::state<asc_model::MaskRegister>(core));
    asc_model::CmpMask held = asc_machine::state<asc_model::CmpMask>(core);
    LocalTensor<uint64_t> selMask;
    if (selMode == SELMODE::VSEL_TENSOR_TENSOR_MODE) {
        uint64_t repeats = bits.repeats(repeatTime, asc_model::kRepeatElements<T>);
        selMask.bind(TPosition::VECCALC, static_cast<uint32_t>(held.low), repeats * asc_model::kRepeatElements<T> / 8, nullptr);
        asc_model::select_repeats(core, dst, selMask, src0, selMode, bits, repeatTime, repeatParams, T(0), src1);
        return;
    }
    asc_model::Selection<T> body{reinterpret_cast<const uint8_t*>(&held), asc_model::kRepeatElements<T>, T(0), 0};
    asc_model::repeat(core, body, bits, repeatTime, asc_model::operand("dst", dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
                      asc_model::operand("src0", src0, repeatParams.src0BlkStride, repeatParams.src0RepStride),
                      asc_model::operand("src1", src1, repeatParams.src1BlkStride, repeatParams.src1RepStride));
}

// Selection between src0 and the scalar that the register holds.
template <typename T, typename U>
ASC_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0, uint8_t repeatTime,
                    const BinaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    ASC_SELECT_TYPES;
    auto& core = asc_machine::enter("Select", where);
    T number;
    __builtin_memcpy(static_cast<void*>(&number), &asc_machine::state<asc_model::CmpMask>(core), sizeof number);
    asc_model::select_repeats(core, dst, selMask, src0, SELMODE::VSEL_TENSOR_SCALAR_MODE,
                              asc_model::held_mask<T>(asc_machine::state<asc_model::MaskRegister>(core)), repeatTime, repeatParams,
                              number);
}
#undef ASC_SELECT_TYPES

}  // namespace AscendC
