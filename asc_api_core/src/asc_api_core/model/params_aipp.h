// Parameter structures of the picture preprocessing; they have no constructors.
#pragma once
#include "types.h"

namespace AscendC {

enum class AippInputFormat : uint8_t { YUV420SP_U8 = 0, XRGB8888_U8 = 1, RGB888_U8 = 4, YUV400_U8 = 9 };

template <typename T>
struct AippPaddingParams {
    uint32_t paddingMode = 0;
    T paddingValueCh0 = T(0);
    T paddingValueCh1 = T(0);
    T paddingValueCh2 = T(0);
    T paddingValueCh3 = T(0);
};

struct AippSwapParams {
    bool isSwapRB = false;
    bool isSwapUV = false;
    bool isSwapAX = false;
};

struct AippSingleLineParams {
    bool isSingleLineCopy = false;
};

struct AippDataTypeConvParams {
    uint8_t dtcMeanCh0 = 0;
    uint8_t dtcMeanCh1 = 0;
    uint8_t dtcMeanCh2 = 0;
    half dtcMinCh0 = half(0.0f);
    half dtcMinCh1 = half(0.0f);
    half dtcMinCh2 = half(0.0f);
    half dtcVarCh0 = half(1.0f);
    half dtcVarCh1 = half(1.0f);
    half dtcVarCh2 = half(1.0f);
    uint32_t dtcRoundMode = 0;
};

template <typename T>
struct AippChannelPaddingParams {
    uint32_t cPaddingMode;
    T cPaddingValue;
};

struct AippColorSpaceConvParams {
    bool isEnableCsc = false;
    int16_t cscMatrixR0C0 = 0;
    int16_t cscMatrixR0C1 = 0;
    int16_t cscMatrixR0C2 = 0;
    int16_t cscMatrixR1C0 = 0;
    int16_t cscMatrixR1C1 = 0;
    int16_t cscMatrixR1C2 = 0;
    int16_t cscMatrixR2C0 = 0;
    int16_t cscMatrixR2C1 = 0;
    int16_t cscMatrixR2C2 = 0;
    uint8_t cscBiasIn0 = 0;
    uint8_t cscBiasIn1 = 0;
    uint8_t cscBiasIn2 = 0;
    uint8_t cscBiasOut0 = 0;
    uint8_t cscBiasOut1 = 0;
    uint8_t cscBiasOut2 = 0;
};

template <typename T>
struct AippParams {
    AippPaddingParams<T> paddingParams;
    AippSwapParams swapParams;
    AippSingleLineParams singleLineParams;
    AippDataTypeConvParams dtcParams;
    AippChannelPaddingParams<T> cPaddingParams;
    AippColorSpaceConvParams cscParams;
};

}  // namespace AscendC
