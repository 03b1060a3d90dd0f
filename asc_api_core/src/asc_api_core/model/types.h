// Qualifiers, enumerations and constants of Ascend C.
#pragma once
#include "half.h"

#define __aicore__
#define __gm__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __global__
#define __inline__ inline
#define __inout_pipe__(pipe)
#define __sync_alias__
#define GM_ADDR __gm__ uint8_t*
#define ASCEND_IS_AIC (::asc_machine::current().type == ::asc_machine::CoreType::AIC)
#define ASCEND_IS_AIV (::asc_machine::current().type == ::asc_machine::CoreType::AIV)
#define ASCEND_IS_NOT_AIC (!ASCEND_IS_AIC)
#define ASCEND_IS_NOT_AIV (!ASCEND_IS_AIV)

enum pipe_t : uint8_t {
    PIPE_S = 0, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_ALL, PIPE_MTE4, PIPE_MTE5, PIPE_V2, PIPE_FIX
};

enum event_t : uint8_t { EVENT_ID0 = 0, EVENT_ID1, EVENT_ID2, EVENT_ID3, EVENT_ID4, EVENT_ID5, EVENT_ID6, EVENT_ID7 };

namespace AscendC {

enum class TPosition : uint8_t {
    GM, A1, A2, B1, B2, C1, C2, CO1, CO2, VECIN, VECOUT, VECCALC, LCM = VECCALC, SPM, SHM = SPM, TSCM, C2PIPE2GM, C2PIPE2LOCAL,
    MAX
};
using QuePosition = TPosition;

enum class Hardware : uint8_t { GM, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF, MAX };

enum class HardEvent : uint8_t {
    MTE2_MTE1, MTE1_MTE2, MTE1_M, M_MTE1, MTE2_V, V_MTE2, MTE3_V, V_MTE3, M_V, V_M, V_V, MTE3_MTE1, MTE1_MTE3, MTE1_V, MTE2_M,
    M_MTE2, V_MTE1, M_FIX, FIX_M, MTE3_MTE2, MTE2_MTE3, S_V, V_S, S_MTE2, MTE2_S, S_MTE3, MTE3_S, MTE2_FIX, FIX_MTE2, FIX_S,
    M_S, FIX_MTE3, MTE1_FIX, FIX_MTE1, FIX_FIX, MAX
};

enum class DataFormat : uint8_t { ND = 0, NZ, NCHW, NC1HWC0, NHWC, NCDHW, NDC1HWC0, FRACTAL_Z_3D };
enum class CacheMode { CACHE_MODE_DISABLE = 0, CACHE_MODE_NORMAL = 1, CACHE_MODE_LAST = 2, CACHE_MODE_PERSISTENT = 4 };
enum class CacheRwMode { READ = 1, WRITE = 2, RW = 3 };
enum class MemDsbT : uint8_t { ALL = 0, DDR, UB, SEQ };
enum class MaskMode : uint8_t { NORMAL = 0, COUNTER };

using TEventID = int8_t;
using TTagType = int32_t;

constexpr int32_t K_MAX_SHAPE_DIM = 8;
constexpr uint32_t ONE_BLK_SIZE = 32;
constexpr int32_t DEFAULT_C0_SIZE = 32;
// The last 128 bytes of L1 carry the messages between a cube core and its vector cores.
constexpr uint32_t TOTAL_L1_SIZE = 512 * 1024 - 128;
constexpr uint32_t TOTAL_L0C_SIZE = 128 * 1024;
constexpr uint32_t ONE_REPEAT_BYTE_SIZE = 256;
constexpr uint64_t MASK_PLACEHOLDER = 0;

// Rounds to the nearest, ties to even; Ascend C writes constants of bfloat16_t with it.
inline bfloat16_t ToBfloat16(const float& fVal) { return bfloat16_t(fVal); }
inline float ToFloat(const bfloat16_t& bVal) { return static_cast<float>(bVal); }

}  // namespace AscendC

namespace asc_model {

using asc_machine::Core;
using asc_machine::Index;
using asc_machine::Kind;
using asc_machine::Space;
using asc_machine::Where;
using asc_machine::fail;

constexpr Space space_of(AscendC::TPosition position) {
    using AscendC::TPosition;
    switch (position) {
        case TPosition::A1: case TPosition::B1: case TPosition::C1: case TPosition::TSCM: return Space::L1;
        case TPosition::A2: return Space::L0A;
        case TPosition::B2: return Space::L0B;
        case TPosition::C2: return Space::BT;
        case TPosition::CO1: return Space::L0C;
        case TPosition::C2PIPE2GM: return Space::FB;
        case TPosition::GM: case TPosition::CO2: return Space::GM;
        default: return Space::UB;
    }
}

template <typename T> constexpr const char* kTypeName = "unknown";
template <> constexpr const char* kTypeName<half> = "half";
template <> constexpr const char* kTypeName<bfloat16_t> = "bfloat16_t";
template <> constexpr const char* kTypeName<float> = "float";
template <> constexpr const char* kTypeName<double> = "double";
template <> constexpr const char* kTypeName<bool> = "bool";
template <> constexpr const char* kTypeName<int8_t> = "int8_t";
template <> constexpr const char* kTypeName<uint8_t> = "uint8_t";
template <> constexpr const char* kTypeName<int16_t> = "int16_t";
template <> constexpr const char* kTypeName<uint16_t> = "uint16_t";
template <> constexpr const char* kTypeName<int32_t> = "int32_t";
template <> constexpr const char* kTypeName<uint32_t> = "uint32_t";
template <> constexpr const char* kTypeName<int64_t> = "int64_t";
template <> constexpr const char* kTypeName<uint64_t> = "uint64_t";

// [1, 2, 3] and a new line; floating-point numbers with six decimals.
template <typename T>
void print_elements(const T* data, uint64_t count) {
    asc_machine::print("[");
    for (uint64_t i = 0; i < count; ++i) {
        const char* separator = i == 0 ? "" : ", ";
        if constexpr (__is_class(T) || __is_same(T, float) || __is_same(T, double))
            asc_machine::print("%s%f", separator, static_cast<double>(data[i]));
        else if constexpr (static_cast<T>(-1) < static_cast<T>(0))
            asc_machine::print("%s%lld", separator, static_cast<long long>(data[i]));
        else
            asc_machine::print("%s%llu", separator, static_cast<unsigned long long>(data[i]));
    }
    asc_machine::print("]\n");
}

constexpr const char* position_name(AscendC::TPosition position) {
    constexpr const char* names[] = {"GM", "A1", "A2", "B1", "B2", "C1", "C2", "CO1", "CO2", "VECIN", "VECOUT", "VECCALC",
                                     "SPM", "TSCM", "C2PIPE2GM", "C2PIPE2LOCAL", "MAX"};
    return names[static_cast<int>(position)];
}

}  // namespace asc_model
