// Cast, and additions and subtractions with a conversion.
#pragma once
#include "vec_deq.h"

namespace asc_model {

template <RoundMode mode> constexpr bool kStandsAlone<Convert<mode>> = true;

enum class Casting : uint8_t { None, Exact, Rounded, Odd, Dequantised };

// Which conversions dav-2201 has; lossy ones round, Odd ones have CAST_ODD too.
template <typename D, typename S> constexpr Casting kCasting = Casting::None;
#define ASC_CAST(S, D, how) template <> inline constexpr Casting kCasting<D, S> = Casting::how;
ASC_CAST(int8_t, half, Exact)
ASC_CAST(uint8_t, half, Exact)
ASC_CAST(int16_t, half, Rounded)
ASC_CAST(int16_t, float, Exact)
ASC_CAST(half, int8_t, Rounded)
ASC_CAST(half, uint8_t, Rounded)
ASC_CAST(half, int16_t, Rounded)
ASC_CAST(half, int32_t, Rounded)
ASC_CAST(half, float, Exact)
ASC_CAST(bfloat16_t, int32_t, Rounded)
ASC_CAST(bfloat16_t, float, Exact)
ASC_CAST(int32_t, int16_t, Exact)
ASC_CAST(int32_t, half, Dequantised)
ASC_CAST(int32_t, float, Rounded)
ASC_CAST(int32_t, int64_t, Exact)
ASC_CAST(float, int16_t, Rounded)
ASC_CAST(float, half, Odd)
ASC_CAST(float, bfloat16_t, Rounded)
ASC_CAST(float, int32_t, Rounded)
ASC_CAST(float, float, Rounded)
ASC_CAST(float, int64_t, Rounded)
ASC_CAST(int64_t, int32_t, Exact)
ASC_CAST(int64_t, float, Rounded)
#undef ASC_CAST

template <typename Body, typename D, typename S, typename... Call>
ASC_API void cast_as(Core& core, const Body& body, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src,
                     const Call&... call) {
    unary(core, body, dst, src, call...);
}

// The mode is a constant at almost every call, so that only its loop is compiled.
template <typename D, typename S, typename... Call>
ASC_INLINE void cast(Core& core, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src, RoundMode mode,
                     const Call&... call) {
    constexpr Casting casting = kCasting<D, S>;
    if constexpr (casting == Casting::Dequantised) {
        cast_as(core, Elementwise<DequantOp>{DequantOp{half_deq_scale(core)}}, dst, src, call...);
        return;
    } else if constexpr (casting == Casting::Exact) {
        if (mode == RoundMode::CAST_NONE) return cast_as(core, Convert<RoundMode::CAST_NONE>(), dst, src, call...);
    } else {
        switch (mode) {
            case RoundMode::CAST_NONE:
            case RoundMode::CAST_RINT: return cast_as(core, Convert<RoundMode::CAST_RINT>(), dst, src, call...);
            case RoundMode::CAST_FLOOR: return cast_as(core, Convert<RoundMode::CAST_FLOOR>(), dst, src, call...);
            case RoundMode::CAST_CEIL: return cast_as(core, Convert<RoundMode::CAST_CEIL>(), dst, src, call...);
            case RoundMode::CAST_ROUND: return cast_as(core, Convert<RoundMode::CAST_ROUND>(), dst, src, call...);
            case RoundMode::CAST_TRUNC: return cast_as(core, Convert<RoundMode::CAST_TRUNC>(), dst, src, call...);
            case RoundMode::CAST_ODD:
                if constexpr (casting == Casting::Odd) return cast_as(core, Convert<RoundMode::CAST_ODD>(), dst, src, call...);
                break;
        }
    }
    fail(Kind::Check, "roundMode", "mode %d doesn't exist for this pair of data types", static_cast<int>(mode));
}

// An operation of two sources whose result, rounded to their type, is converted.
template <typename Op>
struct ThenConvert {
    static constexpr uint64_t kRate = 0;
    static constexpr bool kReadsDst = false, kChains = false;

    template <typename D, typename S>
    ASC_LOOP void operator()(D* dst, size_t count, const S* src0, const S* src1) const {
        Room<S> middle;
        for (size_t begin = 0; begin < count; begin += kChunk) {
            size_t step = count - begin < kChunk ? count - begin : kChunk;
            Elementwise<Op>()(middle.data, step, src0 + begin, src1 + begin);
            Convert<RoundMode::CAST_RINT>()(dst + begin, step, static_cast<const S*>(middle.data));
        }
    }
};

template <typename D, typename S>
constexpr bool kReluCastTypes = (__is_same(D, int8_t) && kOneOf<S, half, int16_t>) || (__is_same(D, half) && __is_same(S, float));

}  // namespace asc_model

namespace AscendC {

#define ASC_CAST_TYPES static_assert(asc_model::kCasting<T, U> != asc_model::Casting::None, "Cast has no such pair of data types")

template <typename T, typename U, bool isSetMask = true>
ASC_INLINE void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, const RoundMode& roundMode, const uint64_t mask[],
                     const uint8_t repeatTime, const UnaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    ASC_CAST_TYPES;
    auto& core = asc_machine::enter("Cast", where);
    asc_model::Mask bits = asc_model::bit_mask<asc_model::Wider<T, U>, isSetMask>(core, mask);
    asc_model::cast(core, dst, src, roundMode, bits, uint64_t(repeatTime), repeatParams);
}

template <typename T, typename U, bool isSetMask = true>
ASC_INLINE void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, const RoundMode& roundMode, const uint64_t mask,
                     const uint8_t repeatTime, const UnaryRepeatParams& repeatParams, asc_machine::Where where = {}) {
    ASC_CAST_TYPES;
    auto& core = asc_machine::enter("Cast", where);
    asc_model::Mask bits = asc_model::count_mask<asc_model::Wider<T, U>, isSetMask>(core, mask);
    asc_model::cast(core, dst, src, roundMode, bits, uint64_t(repeatTime), repeatParams);
}

template <typename T, typename U>
ASC_INLINE void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, const RoundMode& roundMode, const uint32_t count,
                     asc_machine::Where where = {}) {
    ASC_CAST_TYPES;
    auto& core = asc_machine::enter("Cast", where);
    asc_model::cast(core, dst, src, roundMode, int64_t(count));
}
#undef ASC_CAST_TYPES

#define ASC_RELU_CAST(NAME, OPERATION)                                                                                       \
    ASC_BINARY_CALLS(NAME, asc_model::ThenConvert<asc_model::OPERATION>(), typename T ASC_COMMA typename U, T, U,             \
                     const uint32_t, (asc_model::kReluCastTypes<T, U>), "(int8_t, half), (int8_t, int16_t), (half, float)")

ASC_RELU_CAST(AddReluCast, AddReluOp)
ASC_RELU_CAST(SubReluCast, SubReluOp)
#undef ASC_RELU_CAST

}  // namespace AscendC
