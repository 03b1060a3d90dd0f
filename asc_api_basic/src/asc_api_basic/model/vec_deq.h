// Dequantisation: the DEQSCALE register, CastDeq, AddDeqRelu.
#pragma once
#include "params_vector.h"
#include "vec_binary.h"
#include "vec_convert.h"
#include "vec_unary_frame.h"

namespace asc_model {

// What the register holds: nothing yet, a factor, a factor with offset and sign, or the place of 16 such triples in UB.
enum class DeqKind : uint8_t { None, Half, Scalar, Vector };

struct DeqScale {
    DeqKind kind;
    uint64_t value;
};

// A triple as the hardware packs it into 64 bits.
ASC_INLINE uint64_t pack_deq(float scale, int16_t offset, bool sign) {
    return bit_cast<uint32_t>(scale) | (static_cast<uint64_t>(offset) & 0x1ff) << 37 | static_cast<uint64_t>(sign) << 46;
}

struct DeqTriple {
    double scale, offset;
    bool sign;
    // The hardware reads the factor with 10 bits of mantissa.
    explicit DeqTriple(uint64_t packed = 0)
        : scale(bit_cast<float>(static_cast<uint32_t>(packed) & 0xffffe000u)),
          offset(static_cast<double>(static_cast<int64_t>(packed << 18) >> 55)), sign(packed >> 46 & 1) {}
};

ASC_INLINE uint64_t deq_value(Core& core, DeqKind kind, const char* how) {
    const DeqScale& held = asc_machine::state<DeqScale>(core);
    if (ASC_UNLIKELY(held.kind != kind)) fail(Kind::Check, "src", "needs a scale from %s before", how);
    return held.value;
}

ASC_INLINE float half_deq_scale(Core& core) {
    return half_to_float(static_cast<uint16_t>(deq_value(core, DeqKind::Half, "SetDeqScale(half scale)")));
}

// The detour over 2^-17 keeps the product in range.
ASC_INLINE float dequantise(int32_t x, float scale) { return static_cast<float>(x) * 0x1p-17f * scale * 0x1p17f; }

struct DequantOp {
    static constexpr uint64_t kRate = 0;
    static constexpr bool kReadsDst = false;
    float scale;
    ASC_INLINE float operator()(int32_t x) const { return dequantise(x, scale); }
};

struct AddDeqReluOp {
    static constexpr uint64_t kRate = 0;
    static constexpr bool kReadsDst = false, kChains = false;
    float scale;
    ASC_INLINE float operator()(int32_t a, int32_t b) const {
        float sum = dequantise(a + b, scale);
        float positive = sum > 0.0f ? sum : 0.0f;
        return sum != sum ? sum : positive;
    }
};

// int16 to 8 bits: 16 elements of a block become half a block, the upper half with halfBlock.
template <typename T>
ASC_LOOP void run_deq(T* to, const int16_t* from, const DeqTriple (&triples)[16], const Mask& mask, uint64_t repeats, Stride to_stride,
                      Stride from_stride, bool upper) {
    constexpr uint32_t kElements = 128, kBlock = 16;
    int16_t room[kElements] = {};
    for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
        Mask bits = mask.of_repeat(repeat, kElements);
        gather(room, from, repeat, bits, kElements, from_stride);
        for (uint32_t i = 0; i < kElements; ++i) {
            if (!(bits.bits(i, 1))) continue;
            const DeqTriple& triple = triples[i % kBlock];
            double value = __builtin_rint(room[i] * triple.scale + triple.offset);
            value = value < Limits<T>::low ? Limits<T>::low : value > Limits<T>::high ? Limits<T>::high : value == value ? value : 0;
            uint64_t block = repeat * to_stride.repeat + i / kBlock * to_stride.block;
            to[block * AscendC::ONE_BLK_SIZE + (upper ? kBlock : 0) + i % kBlock] = static_cast<T>(value);
        }
    }
}

template <bool isVecDeq, bool halfBlock, typename T>
ASC_INLINE void cast_deq(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<int16_t>& src, const Mask& mask,
                         uint64_t repeatTime, const AscendC::UnaryRepeatParams& params) {
    constexpr uint32_t kElements = 128;
    uint64_t repeats = mask.repeats(repeatTime, kElements);
    if (repeats == 0) return;
    DeqTriple triples[16];
    if constexpr (isVecDeq) {
        uint64_t place = deq_value(core, DeqKind::Vector, "SetDeqScale(vdeq, vdeqInfo), or isVecDeq false,");
        auto words = reinterpret_cast<const uint64_t*>(asc_machine::span(core, "vdeq", Space::UB, place, 128, 32));
        for (int i = 0; i < 16; ++i) triples[i] = DeqTriple(words[i]);
    } else {
        uint64_t packed = deq_value(core, DeqKind::Scalar, "SetDeqScale(scale, offset, signMode), or isVecDeq true,");
        for (auto& triple : triples) triple = DeqTriple(packed);
    }
    for (const auto& triple : triples)
        if (ASC_UNLIKELY(triple.sign != (T(-1) < T(0))))
            fail(Kind::Check, "dst", "is %s, but signMode of the scale is %s", T(-1) < T(0) ? "int8" : "uint8",
                 triple.sign ? "true" : "false");
    Operand<T> to = operand("dst", dst, params.dstBlkStride, params.dstRepStride);
    Operand<int16_t> from = operand("src", src, params.srcBlkStride, params.srcRepStride);
    if (ASC_UNLIKELY(to.stride.block == 0 && mask.of_repeat(0, kElements).highest() >= 16))
        fail(Kind::Check, "dst", "has a block stride of 0, so the blocks of a repeat would overwrite each other");
    // A destination block is as far from the next as one of int16.
    uint64_t to_bytes = (extent<int16_t>(mask, repeats, kElements, to.stride) / AscendC::ONE_BLK_SIZE + 1) * AscendC::ONE_BLK_SIZE;
    uint64_t from_bytes = extent<int16_t>(mask, repeats, kElements, from.stride);
    if (to_bytes > from_bytes && to_bytes - AscendC::ONE_BLK_SIZE >= extent<int16_t>(mask, repeats, kElements, to.stride))
        to_bytes -= AscendC::ONE_BLK_SIZE;
    T* to_base = target(core, to, to_bytes);
    const int16_t* from_base = source(core, from, from_bytes);
    if (!disjoint(from_base, from_bytes, to_base, to_bytes))
        check_repeats_overlap("src", {from_base, from.stride, 16}, {to_base, to.stride, 16}, mask, repeats, kElements, false);
    asc_machine::issue(core, PIPE_V, repeats);
    run_deq(to_base, from_base, triples, mask, repeats, to.stride, from.stride, halfBlock);
}

template <bool isVecDeq, bool halfBlock, typename... Call>
ASC_INLINE void cast_deq(Core& core, const AscendC::LocalTensor<half>& dst, const AscendC::LocalTensor<int32_t>& src,
                         const Call&... call) {
    unary(core, Elementwise<DequantOp>{DequantOp{half_deq_scale(core)}}, dst, src, call...);
}

template <typename T, typename U>
constexpr bool kCastDeqTypes = (__is_same(T, half) && __is_same(U, int32_t)) || (kOneOf<T, int8_t, uint8_t> && __is_same(U, int16_t));

}  // namespace asc_model

namespace AscendC {

ASC_API inline void SetDeqScale(half scale, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetDeqScale", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_machine::state<asc_model::DeqScale>(core) = {asc_model::DeqKind::Half, scale.bits};
}

ASC_API inline void SetDeqScale(float scale, int16_t offset, bool signMode, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetDeqScale", where);
    if (offset < -256 || offset > 255)
        asc_machine::fail(asc_machine::Kind::Check, "offset", "offset %d is outside -256..255, the 9 bits it has", offset);
    asc_machine::issue(core, PIPE_S, 1);
    asc_machine::state<asc_model::DeqScale>(core) = {asc_model::DeqKind::Scalar, asc_model::pack_deq(scale, offset, signMode)};
}

template <typename T>
ASC_API void SetDeqScale(const LocalTensor<T>& vdeq, const VdeqInfo& vdeqInfo, asc_machine::Where where = {}) {
    static_assert(__is_same(T, uint64_t), "SetDeqScale takes a tensor of uint64_t");
    auto& core = asc_machine::enter("SetDeqScale", where);
    asc_model::check_unified_buffer("vdeq", vdeq.position());
    T* words = asc_model::output(core, "vdeq", vdeq, VDEQ_TENSOR_SIZE * sizeof(T), PIPE_S);
    asc_machine::issue(core, PIPE_S, VDEQ_TENSOR_SIZE);
    for (int i = 0; i < VDEQ_TENSOR_SIZE; ++i)
        words[i] = asc_model::pack_deq(vdeqInfo.vdeqScale[i], vdeqInfo.vdeqOffset[i], vdeqInfo.vdeqSignMode[i]);
    asc_machine::state<asc_model::DeqScale>(core) = {asc_model::DeqKind::Vector, vdeq.address()};
}

#define ASC_CAST_DEQ_TYPES "CastDeq takes (half, int32_t), (int8_t, int16_t) and (uint8_t, int16_t)"

template <typename T, typename U, bool isSetMask = true, bool isVecDeq = true, bool halfBlock = true>
ASC_API void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, const uint64_t mask[], uint8_t repeatTime,
                     const UnaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    static_assert(asc_model::kCastDeqTypes<T, U>, ASC_CAST_DEQ_TYPES);
    auto& core = asc_machine::enter("CastDeq", where);
    asc_model::Mask bits = asc_model::bit_mask<U, isSetMask>(core, mask);
    asc_model::cast_deq<isVecDeq, halfBlock>(core, dst, src, bits, repeatTime, repeatParams);
}

template <typename T, typename U, bool isSetMask = true, bool isVecDeq = true, bool halfBlock = true>
ASC_API void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, const int32_t mask, uint8_t repeatTime,
                     const UnaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    static_assert(asc_model::kCastDeqTypes<T, U>, ASC_CAST_DEQ_TYPES);
    auto& core = asc_machine::enter("CastDeq", where);
    asc_model::Mask bits = asc_model::count_mask<U, isSetMask>(core, static_cast<uint64_t>(mask));
    asc_model::cast_deq<isVecDeq, halfBlock>(core, dst, src, bits, repeatTime, repeatParams);
}

template <typename T, typename U, bool isVecDeq = true, bool halfBlock = true>
ASC_API void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, const uint32_t count, asc_machine::Where where = {}) {
    static_assert(asc_model::kCastDeqTypes<T, U>, ASC_CAST_DEQ_TYPES);
    auto& core = asc_machine::enter("CastDeq", where);
    if constexpr (__is_same(T, half)) {
        asc_model::cast_deq<isVecDeq, halfBlock>(core, dst, src, static_cast<int64_t>(count));
    } else {
        asc_model::reset_mask(core);
        asc_model::cast_deq<isVecDeq, halfBlock>(core, dst, src, asc_model::Mask{true, count, 0}, 1, UnaryRepeatParams());
    }
}
#undef ASC_CAST_DEQ_TYPES

ASC_BINARY_CALLS(AddDeqRelu, asc_model::Elementwise<asc_model::AddDeqReluOp>{asc_model::AddDeqReluOp{asc_model::half_deq_scale(core)}},
                 typename T ASC_COMMA typename U, T, U, const int32_t&,
                 (__is_same(T, half) && __is_same(U, int32_t)), "(half, int32_t)")

}  // namespace AscendC
