// Axpy: a tensor times a scalar, added to the destination.
#pragma once
#include "vec_unary_frame.h"

namespace asc_model {

template <typename D, typename S>
struct AxpyOp {
    static constexpr uint64_t kRate = 0;
    static constexpr bool kReadsDst = true;
    using C = Compute<D>;
    C s;
    explicit AxpyOp(const S& scalar) : s(static_cast<Compute<S>>(scalar)) {}
    ASC_INLINE C operator()(C dst, C x) const { return x * s + dst; }
};

template <typename D, typename S>
constexpr bool kAxpyTypes = (__is_same(D, S) && kOneOf<D, half, float>) || (__is_same(D, float) && __is_same(S, half));

}  // namespace asc_model

namespace AscendC {

#define ASC_AXPY_SCALAR ASC_COMMA const typename asc_model::Exactly<U>::type& scalarValue
#define ASC_AXPY_BODY asc_model::Elementwise<asc_model::AxpyOp<T ASC_COMMA U>>{asc_model::AxpyOp<T ASC_COMMA U>(scalarValue)}
#define ASC_AXPY_TYPES "(half, half), (float, float) and (float, half)"
ASC_UNARY_MASK_CALLS(Axpy, ASC_AXPY_BODY, typename T ASC_COMMA typename U, T, U, ASC_AXPY_SCALAR,
                     (asc_model::kAxpyTypes<T, U>), ASC_AXPY_TYPES)
ASC_UNARY_COUNT_CALL(Axpy, ASC_AXPY_BODY, typename T ASC_COMMA typename U, T, U, ASC_AXPY_SCALAR, const int32_t&,
                     (asc_model::kAxpyTypes<T, U>), ASC_AXPY_TYPES)
#undef ASC_AXPY_SCALAR
#undef ASC_AXPY_BODY
#undef ASC_AXPY_TYPES

}  // namespace AscendC
