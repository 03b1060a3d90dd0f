// Pictures: SetAippFunctions sets how they are preprocessed, LoadImageToLocal loads a part of one to L1.
#pragma once
#include "move_path.h"
#include "params_aipp.h"

namespace asc_model {

// The picture that was set; `element_bytes` is the size of the results, 0 when none was set.
struct Picture {
    AscendC::GlobalTensor<uint8_t> planes[2];
    AscendC::AippInputFormat format;
    uint32_t element_bytes;
};

template <typename U> constexpr bool kPictureElement = false;
template <> constexpr bool kPictureElement<int8_t> = true;
template <> constexpr bool kPictureElement<half> = true;

template <typename U>
ASC_INLINE void set_picture(Core& core, const AscendC::GlobalTensor<uint8_t>& first, const AscendC::GlobalTensor<uint8_t>& second,
                            AscendC::AippInputFormat format, const AscendC::AippParams<U>& config) {
    static_assert(kPictureElement<U>, "SetAippFunctions makes int8_t or half");
    require_range("paddingMode", config.paddingParams.paddingMode, 0, 3);
    require_range("cPaddingMode", config.cPaddingParams.cPaddingMode, 0, 1);
    require_range("dtcRoundMode", config.dtcParams.dtcRoundMode, 0, 0);
    uint64_t alignment = format == AscendC::AippInputFormat::YUV420SP_U8 ? 2 : format == AscendC::AippInputFormat::XRGB8888_U8 ? 4 : 1;
    auto check = [&](const char* name, const uint8_t* plane) {
        if (ASC_UNLIKELY(reinterpret_cast<uintptr_t>(plane) % alignment != 0))
            fail(Kind::Alignment, name, "begins at an address that is not a multiple of %llu", static_cast<unsigned long long>(alignment));
    };
    check("src0", first.GetPhyAddr());
    check("src1", second.GetPhyAddr());
    asc_machine::issue(core, PIPE_S, 1);
    asc_machine::state<Picture>(core) = {{first, second}, format, sizeof(U)};
    asc_machine::state<AscendC::AippParams<U>>(core) = config;
}

// A pixel's bytes, their channels exchanged; a picture of one channel has 0 in the others.
struct Pixel {
    uint8_t channel[3];
};

struct PictureReader {
    const uint8_t* planes[2];
    AscendC::AippInputFormat format;
    AscendC::AippSwapParams swap;
    uint32_t left, top, stride;

    Pixel at(uint32_t row, uint32_t column) const {
        using AscendC::AippInputFormat;
        size_t y = top + row, x = left + column;
        if (format == AippInputFormat::YUV400_U8) return {{planes[0][y * stride + x], 0, 0}};
        if (format == AippInputFormat::YUV420SP_U8) {
            const uint8_t* colours = planes[1] + y / 2 * stride + x / 2 * 2;
            return {{planes[0][y * stride + x], colours[swap.isSwapUV], colours[!swap.isSwapUV]}};
        }
        bool wide = format == AippInputFormat::XRGB8888_U8;
        const uint8_t* colours = planes[0] + (y * stride + x) * (wide ? 4 : 3) + (wide && swap.isSwapAX);
        return {{colours[swap.isSwapRB ? 2 : 0], colours[1], colours[swap.isSwapRB ? 0 : 2]}};
    }
};

ASC_INLINE uint8_t as_byte(int32_t value) { return static_cast<uint8_t>(value < 0 ? 0 : value > 255 ? 255 : value); }

// A matrix in 1/256: from YUV the offsets of the input count, from RGB those of the output.
ASC_INLINE Pixel other_colours(const Pixel& pixel, const AscendC::AippColorSpaceConvParams& p, bool from_yuv) {
    int32_t in[3] = {pixel.channel[0], pixel.channel[1], pixel.channel[2]}, add[3] = {p.cscBiasOut0, p.cscBiasOut1, p.cscBiasOut2};
    if (from_yuv) {
        in[0] -= p.cscBiasIn0, in[1] -= p.cscBiasIn1, in[2] -= p.cscBiasIn2;
        add[0] = add[1] = add[2] = 0;
    }
    const int16_t matrix[3][3] = {{p.cscMatrixR0C0, p.cscMatrixR0C1, p.cscMatrixR0C2},
                                  {p.cscMatrixR1C0, p.cscMatrixR1C1, p.cscMatrixR1C2},
                                  {p.cscMatrixR2C0, p.cscMatrixR2C1, p.cscMatrixR2C2}};
    Pixel result;
    for (int i = 0; i < 3; ++i)
        result.channel[i] = as_byte(((matrix[i][0] * in[0] + matrix[i][1] * in[1] + matrix[i][2] * in[2] + 128) >> 8) + add[i]);
    return result;
}

template <typename U>
ASC_INLINE U picture_element(uint8_t value, const AscendC::AippDataTypeConvParams& p, int channel) {
    const uint8_t mean[3] = {p.dtcMeanCh0, p.dtcMeanCh1, p.dtcMeanCh2};
    int32_t centred = value - mean[channel];
    if constexpr (sizeof(U) == 1) {
        return static_cast<U>(centred < -128 ? -128 : centred > 127 ? 127 : centred);
    } else {
        const half least[3] = {p.dtcMinCh0, p.dtcMinCh1, p.dtcMinCh2}, factor[3] = {p.dtcVarCh0, p.dtcVarCh1, p.dtcVarCh2};
        half shifted(static_cast<float>(centred) - static_cast<float>(least[channel]));
        return half(static_cast<float>(shifted) * static_cast<float>(factor[channel]));
    }
}

// The row or column of the picture that stands at `place`, `before` ones of padding ahead: the nearest one (mode 1), or
// that of the block beside the padding, in its order (2) or mirrored (3).
ASC_INLINE uint32_t padded_place(uint32_t place, uint32_t before, uint32_t size, uint32_t after, uint32_t mode) {
    if (place >= before && place < before + size) return place - before;
    bool ahead = place < before;
    uint32_t behind = place - before - size;
    if (mode == 1) return ahead ? 0 : size - 1;
    if (mode == 2) return ahead ? place : size - after + behind;
    return ahead ? before - 1 - place : size - 1 - behind;
}

template <typename U>
ASC_LOOP void load_picture(U* to, const PictureReader& reader, const AscendC::AippParams<U>& config,
                           const AscendC::LoadImageToLocalParams& p, uint32_t rows, uint32_t channels) {
    const auto& padding = config.paddingParams;
    const U constants[4] = {padding.paddingValueCh0, padding.paddingValueCh1, padding.paddingValueCh2, padding.paddingValueCh3};
    bool from_yuv = reader.format == AscendC::AippInputFormat::YUV420SP_U8 || reader.format == AscendC::AippInputFormat::YUV400_U8;
    uint32_t made = reader.format == AscendC::AippInputFormat::YUV400_U8 && !config.cscParams.isEnableCsc ? 1 : 3;
    uint32_t height = p.topPadSize + rows + p.botPadSize, width = p.leftPadSize + p.horizSize + p.rightPadSize;
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x, to += channels) {
            for (uint32_t c = 0; c < channels; ++c) to[c] = config.cPaddingParams.cPaddingValue;
            if (padding.paddingMode == 0 && (x < p.leftPadSize || x >= uint32_t(p.leftPadSize) + p.horizSize)) {
                for (uint32_t c = 0; c < 4; ++c) to[c] = constants[c];
                continue;
            }
            Pixel pixel = reader.at(padded_place(y, p.topPadSize, rows, p.botPadSize, padding.paddingMode),
                                    padded_place(x, p.leftPadSize, p.horizSize, p.rightPadSize, padding.paddingMode));
            if (config.cscParams.isEnableCsc) pixel = other_colours(pixel, config.cscParams, from_yuv);
            for (uint32_t c = 0; c < made; ++c) to[c] = picture_element<U>(pixel.channel[c], config.dtcParams, static_cast<int>(c));
        }
}

ASC_INLINE void require_even(const char* name, uint32_t value) {
    if (ASC_UNLIKELY(value % 2 != 0)) fail(Kind::Check, name, "%s is %u; it is even for this format", name, value);
}

ASC_INLINE void check_picture(const AscendC::LoadImageToLocalParams& p, AscendC::AippInputFormat format, uint32_t mode, uint32_t rows) {
    require_range("horizSize", p.horizSize, 2, 4095);
    require_range("vertSize", p.vertSize, 2, 4095);
    require_range("horizStartPos", p.horizStartPos, 0, 4095);
    require_range("vertStartPos", p.vertStartPos, 0, 4095);
    require_range("srcHorizSize", p.srcHorizSize, 2, 4095);
    require_even("horizStartPos", p.horizStartPos);
    if (format == AscendC::AippInputFormat::YUV420SP_U8) {
        require_even("vertStartPos", p.vertStartPos);
        require_even("srcHorizSize", p.srcHorizSize);
    }
    if (ASC_UNLIKELY(uint32_t(p.horizStartPos) + p.horizSize > p.srcHorizSize))
        fail(Kind::Bounds, "horizSize", "columns up to %u of a picture of %u columns", uint32_t(p.horizStartPos) + p.horizSize,
             p.srcHorizSize);
    uint32_t pads[4] = {p.leftPadSize, p.rightPadSize, p.topPadSize, p.botPadSize};
    const char* names[4] = {"leftPadSize", "rightPadSize", "topPadSize", "botPadSize"};
    for (int i = 0; i < 4; ++i) {
        require_range(names[i], pads[i], 0, 32);
        if (ASC_UNLIKELY(mode == 0 && i >= 2 && pads[i] != 0))
            fail(Kind::Check, names[i], "%s is %u; constants pad on the left and right only", names[i], pads[i]);
        uint32_t limit = i < 2 ? p.horizSize : rows;
        if (ASC_UNLIKELY(mode >= 2 && pads[i] > limit))
            fail(Kind::Check, names[i], "%s is %u, the copied block has %u", names[i], pads[i], limit);
    }
}

}  // namespace asc_model

namespace AscendC {

template <typename T, typename U>
ASC_API void SetAippFunctions(const GlobalTensor<T>& src0, AippInputFormat format, AippParams<U> config, asc_machine::Where where = {}) {
    static_assert(sizeof(T) == 1 && T(-1) > T(0), "SetAippFunctions takes pictures of uint8_t");
    auto& core = asc_machine::enter("SetAippFunctions", where);
    if (format == AippInputFormat::YUV420SP_U8)
        asc_machine::fail(asc_machine::Kind::Check, "format", "YUV420SP_U8 has two planes: pass src0 and src1");
    asc_model::set_picture(core, src0, {}, format, config);
}

template <typename T, typename U>
ASC_API void SetAippFunctions(const GlobalTensor<T>& src0, const GlobalTensor<T>& src1, AippInputFormat format, AippParams<U> config,
                              asc_machine::Where where = {}) {
    static_assert(sizeof(T) == 1 && T(-1) > T(0), "SetAippFunctions takes pictures of uint8_t");
    asc_model::set_picture(asc_machine::enter("SetAippFunctions", where), src0, src1, format, config);
}

template <typename T>
ASC_API void LoadImageToLocal(const LocalTensor<T>& dst, const LoadImageToLocalParams& loadDataParams, asc_machine::Where where = {}) {
    static_assert(asc_model::kPictureElement<T>, "LoadImageToLocal makes int8_t or half");
    auto& core = asc_machine::enter("LoadImageToLocal", where);
    using asc_machine::Space;
    const LoadImageToLocalParams& p = loadDataParams;
    const auto& picture = asc_machine::state<asc_model::Picture>(core);
    asc_model::require_space("dst", dst.position(), Space::L1, "A1 or B1");
    if (picture.element_bytes == 0)
        asc_machine::fail(asc_machine::Kind::Check, "dst", "there is no picture: SetAippFunctions comes first");
    if (picture.element_bytes != sizeof(T))
        asc_machine::fail(asc_machine::Kind::Check, "dst", "has elements of %zu bytes, SetAippFunctions was told to make ones of %u",
                          sizeof(T), picture.element_bytes);
    const auto& config = asc_machine::state<AippParams<T>>(core);
    uint32_t rows = config.singleLineParams.isSingleLineCopy ? 1 : p.vertSize;
    asc_model::check_picture(p, picture.format, config.paddingParams.paddingMode, rows);
    const auto& path = asc_model::path_between(Space::GM, Space::L1);
    if (!asc_model::runs_here(core, path.core)) return;
    uint32_t channels = config.cPaddingParams.cPaddingMode == 1 ? 4 : ONE_BLK_SIZE / sizeof(T);
    uint64_t pixels = uint64_t(p.topPadSize + rows + p.botPadSize) * (p.leftPadSize + p.horizSize + p.rightPadSize);
    T* to = asc_model::output(core, "dst", dst, pixels * channels * sizeof(T), path.pipe, path.destination_alignment);
    uint64_t last = p.vertStartPos + rows - uint64_t(1), end = p.horizStartPos + uint64_t(p.horizSize);
    uint32_t size = picture.format == AippInputFormat::XRGB8888_U8 ? 4 : picture.format == AippInputFormat::RGB888_U8 ? 3 : 1;
    asc_model::PictureReader reader{{}, picture.format, config.swapParams, p.horizStartPos, p.vertStartPos, p.srcHorizSize};
    reader.planes[0] = asc_model::global(core, "src0", picture.planes[0], (last * p.srcHorizSize + end) * size, path.pipe, false);
    if (picture.format == AippInputFormat::YUV420SP_U8)
        reader.planes[1] = asc_model::global(core, "src1", picture.planes[1], last / 2 * p.srcHorizSize + (end + 1) / 2 * 2, path.pipe, false);
    asc_model::issue_move(core, pixels * channels * sizeof(T), path);
    asc_model::load_picture(to, reader, config, p, rows, channels);
}

}  // namespace AscendC
