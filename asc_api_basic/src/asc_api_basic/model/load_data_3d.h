// LoadData of a convolution's input: the matrix that img2col makes of it, in fractals.
#pragma once
#include "cube_state.h"
#include "load_data_2d.h"

namespace asc_model {

// What LoadData takes from the matrix that img2col makes: rows are positions of the filter, columns its elements.
struct ImageMatrix {
    uint32_t channels, rows, columns, first_row, first_column;
    uint32_t step_w, step_h, filter_w, filter_h, dilation_w, dilation_h;
    bool transpose;
};

template <typename T>
ASC_INLINE void check_channels(uint32_t channels) {
    constexpr uint32_t group = kDepth<T>;
    uint32_t rest = channels % group;
    if (ASC_UNLIKELY(rest != 0 && rest != 4 && !(sizeof(T) <= 2 && rest == 8) && !(sizeof(T) == 1 && rest == 16)))
        fail(Kind::Check, "channelSize", "channelSize is %u; for elements of %zu bytes it is a multiple of %u, or %s more", channels,
             sizeof(T), group, sizeof(T) == 1 ? "4, 8 or 16" : sizeof(T) == 2 ? "4 or 8" : "4");
}

// The filter's positions in the padded image, and the image in L1: groups of 32 bytes of channels, the last one narrower.
template <typename T>
struct Image {
    const uint8_t* l1;
    uint64_t begin, boundary;
    uint32_t height, width, left, top, wide, high;
    T padding;

    T at(const ImageMatrix& m, uint32_t row, uint32_t column) const {
        constexpr uint32_t group = kDepth<T>;
        uint32_t area = m.filter_w * m.filter_h, whole = m.channels / group * group;
        if (row >= wide * high || column >= m.channels * area) return T(0);
        uint32_t first = column / (area * group) * group;
        uint32_t lanes = first < whole ? group : m.channels - whole;
        uint32_t inner = column - first * area, tap = inner / lanes;
        int64_t h = int64_t(row / wide) * m.step_h + int64_t(tap / m.filter_w) * m.dilation_h - top;
        int64_t w = int64_t(row % wide) * m.step_w + int64_t(tap % m.filter_w) * m.dilation_w - left;
        if (h < 0 || w < 0 || h >= height || w >= width) return padding;
        uint64_t offset = begin + ((uint64_t(first) * height * width) + (uint64_t(h) * width + w) * lanes + inner % lanes) * sizeof(T);
        if (boundary != 0 && offset >= boundary) offset -= boundary;
        T value;
        __builtin_memcpy(&value, l1 + offset, sizeof(T));
        return value;
    }
};

ASC_INLINE uint32_t positions(uint32_t size, uint32_t before, uint32_t after, uint32_t filter, uint32_t dilation, uint32_t step) {
    uint64_t covered = uint64_t(filter - 1) * dilation + 1, whole = uint64_t(size) + before + after;
    return covered > whole || step == 0 ? 0 : static_cast<uint32_t>((whole - covered) / step + 1);
}

// Where element (row, column) of a matrix with `rows` and `columns` goes, in fractals of L0A (Zz) or L0B (Zn).
template <typename T>
ASC_INLINE size_t left_place(uint32_t row, uint32_t column, uint32_t columns) {
    constexpr uint32_t depth = kDepth<T>;
    return (size_t(row / kFractalRows) * ceil_div(columns, depth) + column / depth) * kFractalElements<T> +
           row % kFractalRows * depth + column % depth;
}
template <typename T>
ASC_INLINE size_t right_place(uint32_t row, uint32_t column, uint32_t columns) {
    constexpr uint32_t depth = kDepth<T>;
    return (size_t(row / depth) * ceil_div(columns, kFractalRows) + column / kFractalRows) * kFractalElements<T> +
           column % kFractalRows * depth + row % depth;
}

// Repeats lengthen the matrix downwards (mode 0) or to the right (mode 1), in steps over the source.
struct ImageRepeats {
    uint32_t count, step;
    bool right;
};

template <typename T>
ASC_LOOP void load_image_matrix(T* to, const Image<T>& image, const ImageMatrix& m, const ImageRepeats& repeats, bool into_left) {
    uint32_t rows = m.rows * (repeats.right ? 1 : repeats.count), columns = m.columns * (repeats.right ? repeats.count : 1);
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t column = 0; column < columns; ++column) {
            uint32_t from_row = m.first_row + (repeats.right ? row : row / m.rows * repeats.step + row % m.rows);
            uint32_t from_column = m.first_column + (repeats.right ? column / m.columns * repeats.step + column % m.columns : column);
            size_t place = !into_left ? right_place<T>(row, column, columns)
                           : m.transpose ? left_place<T>(column, row, rows) : left_place<T>(row, column, columns);
            to[place] = image.at(m, from_row, from_column);
        }
}

template <typename T>
ASC_INLINE T padding_as(uint64_t bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}

template <typename T>
ASC_INLINE uint64_t padding_bits(T value) {
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return sizeof(T) == 1 ? bits | bits << 8 : bits;
}

template <typename T>
ASC_INLINE void load_image(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src, ImageMatrix m) {
    CubeState& state = cube_state(core);
    require_space("src", src.position(), Space::L1, "A1 or B1");
    const Path& path = path_between(Space::L1, space_of(dst.position()), spaces(Space::L0A, Space::L0B), "DataCopy");
    ImageRepeats repeats{1, 0, false};
    if (state.repeat_set) {
        bool right = state.repeat_mode == 1;
        repeats = {state.repeat_time, state.repeat_stride * (right ? kDepth<T> : kFractalRows), right};
    }
    if (state.height == 0 || state.width == 0 || m.channels == 0 || m.columns == 0 || m.rows == 0 || m.filter_w == 0 ||
        m.filter_h == 0 || repeats.count == 0 || !runs_here(core, path.core))
        return;
    bool into_left = path.to == Space::L0A;
    if (ASC_UNLIKELY(sizeof(T) == 1 && (!into_left || m.transpose)))
        fail(Kind::Check, "dst", "elements of 8 bits are loaded to L0A only, and not transposed");
    require_range("l1H", state.height, 1, 32767);
    require_range("l1W", state.width, 1, 32767);
    require_range("strideW", m.step_w, 1, 63);
    require_range("strideH", m.step_h, 1, 63);
    require_range("dilationFilterW", m.dilation_w, 1, 255);
    require_range("dilationFilterH", m.dilation_h, 1, 255);
    require_range("mStartPt", m.first_row, 0, 32767);
    check_channels<T>(m.channels);
    if (ASC_UNLIKELY(m.first_column % kDepth<T> != 0))
        fail(Kind::Alignment, "kStartPt", "kStartPt is %u, which is not a multiple of %u", m.first_column, kDepth<T>);
    uint32_t wide = positions(state.width, state.pads[0], state.pads[1], m.filter_w, m.dilation_w, m.step_w);
    uint32_t high = positions(state.height, state.pads[2], state.pads[3], m.filter_h, m.dilation_h, m.step_h);
    if (ASC_UNLIKELY(wide == 0 || high == 0))
        fail(Kind::Check, "filterW", "a filter of %u by %u (height by width, dilated by %u by %u) is larger than the padded image",
             m.filter_h, m.filter_w, m.dilation_h, m.dilation_w);
    uint32_t rows = m.rows * (repeats.right ? 1 : repeats.count), columns = m.columns * (repeats.right ? repeats.count : 1);
    uint64_t last_row = uint64_t(m.first_row) + (repeats.right ? 0 : (repeats.count - 1) * repeats.step) + m.rows;
    uint64_t last_column = uint64_t(m.first_column) + (repeats.right ? (repeats.count - 1) * repeats.step : 0) + m.columns;
    uint64_t taps = uint64_t(m.channels) * m.filter_w * m.filter_h;
    if (ASC_UNLIKELY(last_row > ceil_to(wide * high, kFractalRows)))
        fail(Kind::Bounds, "mExtension", "rows up to %llu of a matrix of %u rows", static_cast<unsigned long long>(last_row), wide * high);
    if (ASC_UNLIKELY(last_column > (taps + kDepth<T> - 1) / kDepth<T> * kDepth<T>))
        fail(Kind::Bounds, "kExtension", "columns up to %llu of a matrix of %llu columns", static_cast<unsigned long long>(last_column),
             static_cast<unsigned long long>(taps));
    uint32_t down = into_left && m.transpose ? columns : rows, across = into_left && m.transpose ? rows : columns;
    uint64_t fractals = into_left ? uint64_t(ceil_div(down, kFractalRows)) * ceil_div(across, kDepth<T>)
                                  : uint64_t(ceil_div(down, kDepth<T>)) * ceil_div(across, kFractalRows);
    T* to = output(core, "dst", dst, fractals * kFractalBytes, path.pipe, path.destination_alignment);
    uint64_t bytes = uint64_t(m.channels) * state.height * state.width * sizeof(T);
    const uint8_t* l1;
    if (state.boundary == 0) {
        l1 = reinterpret_cast<const uint8_t*>(input(core, "src", src, bytes, path.pipe)) - src.address();
    } else {
        if (ASC_UNLIKELY(src.address() >= state.boundary || bytes > state.boundary))
            fail(Kind::Bounds, "src", "an image of %llu bytes at byte %u of L1 doesn't fit the boundary at %u",
                 static_cast<unsigned long long>(bytes), src.address(), state.boundary);
        l1 = asc_machine::span(core, "src", Space::L1, 0, state.boundary, AscendC::ONE_BLK_SIZE);
    }
    asc_machine::issue(core, path.pipe, path.start + 22 + (fractals * kFractalBytes + path.rate - 1) / path.rate);
    Image<T> image{l1, src.address(), state.boundary, state.height, state.width, state.pads[0], state.pads[2], wide, high,
                   padding_as<T>(state.padding)};
    load_image_matrix(to, image, m, repeats, into_left);
}

}  // namespace asc_model

namespace AscendC {

struct IsResetLoad3dConfig {
    bool isSetFMatrix = true;
    bool isSetPadding = true;
    constexpr IsResetLoad3dConfig(bool isSetFMatrixIn, bool isSetPaddingIn)
        : isSetFMatrix(isSetFMatrixIn), isSetPadding(isSetPaddingIn) {}
};
constexpr IsResetLoad3dConfig IS_RESER_LOAD3D_DEFAULT_CONFIG = {true, true};

template <typename T, const IsResetLoad3dConfig& defaultConfig = IS_RESER_LOAD3D_DEFAULT_CONFIG>
ASC_API void LoadData(const LocalTensor<T>&, const LocalTensor<T>&, const LoadData3DParamsV1<T>&, asc_machine::Where where = {}) {
    asc_machine::enter("LoadData", where);
    asc_model::unsupported("LoadData3DParamsV1", "LoadData3DParamsV2");
}

template <typename T, const IsResetLoad3dConfig& defaultConfig = IS_RESER_LOAD3D_DEFAULT_CONFIG>
ASC_API void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData3DParamsV2<T>& loadDataParams,
                      asc_machine::Where where = {}) {
    static_assert(asc_model::kCubeElement<T>, "LoadData takes elements of 1, 2 or 4 bytes");
    auto& core = asc_machine::enter("LoadData", where);
    const auto& p = loadDataParams;
    auto& state = asc_model::cube_state(core);
    if (p.fMatrixCtrl || p.enSmallK)
        asc_machine::fail(asc_machine::Kind::Check, "params", "fMatrixCtrl and enSmallK are false on this processor");
    if constexpr (defaultConfig.isSetFMatrix) {
        state.image_set = true;
        state.height = p.l1H;
        state.width = p.l1W;
        for (int i = 0; i < PAD_SIZE; ++i) state.pads[i] = p.padList[i];
    }
    if constexpr (defaultConfig.isSetPadding) state.padding = asc_model::padding_bits(p.padValue);
    asc_model::load_image(core, dst, src,
                          {p.channelSize, p.mExtension, p.kExtension, p.mStartPt, p.kStartPt, p.strideW, p.strideH,
                           p.filterW + (p.filterSizeW ? 256u : 0u), p.filterH + (p.filterSizeH ? 256u : 0u), p.dilationFilterW,
                           p.dilationFilterH, p.enTranspose});
}

template <typename T>
ASC_API void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData3DParamsV2Pro& loadDataParams,
                      asc_machine::Where where = {}) {
    static_assert(asc_model::kCubeElement<T>, "LoadData takes elements of 1, 2 or 4 bytes");
    auto& core = asc_machine::enter("LoadData", where);
    const auto& p = loadDataParams;
    if (p.fMatrixCtrl || p.enSmallK)
        asc_machine::fail(asc_machine::Kind::Check, "params", "fMatrixCtrl and enSmallK are false on this processor");
    if (!asc_model::cube_state(core).image_set)
        asc_machine::fail(asc_machine::Kind::Check, "src", "the image's size isn't known: SetFmatrix or LoadData with "
                          "LoadData3DParamsV2 set it");
    auto word = [&](int shift) { return static_cast<uint32_t>((p.extConfig >> shift) & 0xffff); };
    auto byte = [&](int shift) { return static_cast<uint32_t>((p.filterConfig >> shift) & 0xff); };
    asc_model::load_image(core, dst, src,
                          {p.channelSize, word(16), word(0), word(48), word(32), byte(0), byte(8),
                           byte(16) + (p.filterSizeW ? 256u : 0u), byte(24) + (p.filterSizeH ? 256u : 0u), byte(32), byte(40),
                           p.enTranspose});
}

enum class FmatrixMode : uint8_t { FMATRIX_LEFT = 0, FMATRIX_RIGHT = 1 };

ASC_API inline void SetFmatrix(uint16_t l1H, uint16_t l1W, const uint8_t padList[4], const FmatrixMode& fmatrixMode,
                               asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetFmatrix", where);
    if (fmatrixMode != FmatrixMode::FMATRIX_LEFT)
        asc_machine::fail(asc_machine::Kind::Check, "fmatrixMode", "LoadData reads the image's size of the left matrix only");
    asc_machine::issue(core, PIPE_S, 1);
    auto& state = asc_model::cube_state(core);
    state.image_set = true;
    state.height = l1H;
    state.width = l1W;
    for (int i = 0; i < PAD_SIZE; ++i) state.pads[i] = padList[i];
}

template <typename T>
ASC_API void SetLoadDataPaddingValue(const T padValue, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetLoadDataPaddingValue", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_model::cube_state(core).padding = asc_model::padding_bits(padValue);
}

ASC_API inline void SetLoadDataBoundary(uint32_t boundaryValue, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetLoadDataBoundary", where);
    uint32_t limit = core.size[static_cast<int>(asc_machine::Space::L1)];
    if (boundaryValue != 0 && (boundaryValue < 1024 || boundaryValue > limit))
        asc_machine::fail(asc_machine::Kind::Check, "boundaryValue", "the boundary is %u bytes; it is 0 (none) or 1024..%u",
                          boundaryValue, limit);
    asc_machine::issue(core, PIPE_S, 1);
    asc_model::cube_state(core).boundary = boundaryValue;
}

ASC_API inline void SetLoadDataRepeat(const LoadDataRepeatParam& repeatParams, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("SetLoadDataRepeat", where);
    asc_model::require_range("repeatMode", repeatParams.repeatMode, 0, 1);
    asc_machine::issue(core, PIPE_S, 1);
    auto& state = asc_model::cube_state(core);
    state.repeat_set = true;
    state.repeat_stride = repeatParams.repeatStride;
    state.repeat_time = repeatParams.repeatTime;
    state.repeat_mode = repeatParams.repeatMode;
}

}  // namespace AscendC
