// MulCast: a product converted to 8 bits.
#pragma once
#include "vec_vconv.h"

namespace AscendC {

ASC_BINARY_CALLS(MulCast, asc_model::ThenConvert<asc_model::MulOp>(), typename T ASC_COMMA typename U, T, U, const uint32_t,
                 (asc_model::kOneOf<T, int8_t, uint8_t> && __is_same(U, half)), "(int8_t, half) and (uint8_t, half)")

}  // namespace AscendC
