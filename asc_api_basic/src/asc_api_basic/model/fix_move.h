// The way out of L0C: rows and columns of fractals, converted, to global memory or L1.
#pragma once
#include "cube_state.h"
#include "fix_convert.h"
#include "move_path.h"

namespace asc_model {

// A move out of L0C; strides and sizes as FixpipeParamsV220 has them.
struct FixMove {
    uint32_t columns, rows, source_stride, destination_stride;
    QuantMode_t mode;
    const uint64_t* quants;
    bool relu, rows_out, split;
    uint32_t matrices, source_matrix, destination_matrix;
    uint8_t unit_flag;
};

// Columns of a fractal of the destination: two of 8-bit results merge, float may be split.
template <typename D>
constexpr uint32_t fix_columns(bool split) {
    return sizeof(D) == 1 ? 32 : split ? 8 : 16;
}

template <typename D>
ASC_INLINE uint64_t fix_source_bytes(const FixMove& move) {
    uint64_t parts = ceil_div(move.columns, kFractalRows);
    uint64_t matrix = ((parts - 1) * move.source_stride + move.rows) * kFractalRows;
    uint64_t others = uint64_t(move.matrices - 1) * move.source_matrix * kFractalRows * kFractalRows;
    return (others + matrix) * 4;
}

template <typename D>
ASC_INLINE uint64_t fix_destination_bytes(const FixMove& move) {
    if (move.rows_out)
        return (uint64_t(move.matrices - 1) * move.destination_matrix + (move.rows - uint64_t(1)) * move.destination_stride +
                move.columns) * sizeof(D);
    uint32_t width = fix_columns<D>(move.split);
    uint64_t parts = ceil_div(move.columns, width), last = move.columns - (parts - 1) * width;
    return (parts - 1) * move.destination_stride * AscendC::ONE_BLK_SIZE + uint64_t(move.rows) * last * sizeof(D);
}

template <typename D, typename S>
ASC_INLINE void check_fix(const FixMove& move) {
    static_assert(QuantModesOf<D, S>::known,
                  "L0C holds float or int32_t; float goes out as float, half, bfloat16_t, int8_t or uint8_t, int32_t as int32_t, "
                  "half, int8_t or uint8_t");
    require_range("nSize", move.columns, 0, 4095);
    require_range("mSize", move.rows, 0, move.rows_out ? 8192 : 65535);
    require_range("dstStride", move.destination_stride, 1, UINT32_MAX);
    if (move.rows_out && move.matrices > 1) require_range("srcNdStride", move.source_matrix, 0, 512);
    if (ASC_UNLIKELY(move.split && (sizeof(D) != 4 || S(0.5f) == S(0) || move.rows_out || move.unit_flag != 0)))
        fail(Kind::Check, "isChannelSplit", "splits float results only, and neither rows nor moves with unitFlag");
    uint32_t unit = move.split ? 8 : 16;
    if (ASC_UNLIKELY(!move.rows_out && move.columns % unit != 0))
        fail(Kind::Check, "nSize", "nSize is %u, which is not a multiple of %u", move.columns, unit);
    check_quant<D, S>(move.mode);
    check_unit_flag(move.unit_flag);
}

template <typename D>
ASC_INLINE void put(D* place, const D* line, size_t bytes, AtomicState atomic) {
    if (ASC_UNLIKELY(atomic.kind != AtomicKind::None)) combine(place, line, bytes, atomic);
    else std::memcpy(place, line, bytes);
}

template <typename D, typename S>
ASC_LOOP void fix_rows(D* to, const S* from, const FixMove& move, AtomicState atomic) {
    uint32_t each = by_column(move.mode) ? 1 : 0;
    for (uint32_t matrix = 0; matrix < move.matrices; ++matrix)
        for (uint32_t column = 0; column < move.columns; column += kFractalRows) {
            uint32_t count = move.columns - column < kFractalRows ? move.columns - column : kFractalRows;
            const S* source = from + (size_t(matrix) * move.source_matrix * kFractalRows +
                                      size_t(column / kFractalRows) * move.source_stride) * kFractalRows;
            D* target = to + size_t(matrix) * move.destination_matrix + column;
            for (uint32_t row = 0; row < move.rows; ++row) {
                D line[kFractalRows];
                const D* ready = converted(line, source + size_t(row) * kFractalRows, count, move.quants + column * each, each, move.relu);
                put(target + size_t(row) * move.destination_stride, ready, count * sizeof(D), atomic);
            }
        }
}

template <typename D, typename S>
ASC_LOOP void fix_fractals(D* to, const S* from, const FixMove& move, AtomicState atomic) {
    uint32_t each = by_column(move.mode) ? 1 : 0, width = fix_columns<D>(move.split);
    for (uint32_t column = 0; column < move.columns; column += 8) {
        // Groups of 8 columns, because 8 is the narrowest fractal; a last odd fractal of 8-bit results stays 16 wide.
        uint32_t part = column / width, inner = column % width;
        uint32_t line_width = move.columns - part * width < width ? move.columns - part * width : width;
        const S* source = from + size_t(column / kFractalRows) * move.source_stride * kFractalRows + column % kFractalRows;
        auto* target = reinterpret_cast<D*>(reinterpret_cast<uint8_t*>(to) +
                                            size_t(part) * move.destination_stride * AscendC::ONE_BLK_SIZE) + inner;
        for (uint32_t row = 0; row < move.rows; ++row) {
            D line[8];
            const D* ready = converted(line, source + size_t(row) * kFractalRows, 8, move.quants + column * each, each, move.relu);
            put(target + size_t(row) * line_width, ready, sizeof line, atomic);
        }
    }
}

template <typename D, typename S>
ASC_INLINE void fix_out(D* to, const S* from, const FixMove& move, AtomicState atomic) {
    if (move.rows_out) fix_rows(to, from, move, atomic);
    else fix_fractals(to, from, move, atomic);
}

template <typename D, typename S>
ASC_INLINE const S* fix_source(Core& core, const AscendC::LocalTensor<S>& src, const FixMove& move, const Path& path) {
    const S* from = input(core, "src", src, fix_source_bytes<D>(move), path.pipe, path.source_alignment);
    if (move.unit_flag != 0)
        pass_units(cube_state(core), move.unit_flag, src.address(), src.address() + fix_source_bytes<D>(move), false);
    uint64_t elements = uint64_t(move.matrices) * move.rows * move.columns;
    asc_machine::issue(core, path.pipe, path.start + (elements + 63) / 64);
    return from;
}

ASC_INLINE bool nothing_to_move(const FixMove& move) { return move.columns == 0 || move.rows == 0 || move.matrices == 0; }

template <typename D, typename S>
ASC_INLINE void fix_to_global(Core& core, const AscendC::GlobalTensor<D>& dst, const AscendC::LocalTensor<S>& src,
                              const FixMove& move) {
    require_space("src", src.position(), Space::L0C, "CO1");
    if (nothing_to_move(move)) return;
    check_fix<D, S>(move);
    const Path& path = path_between(Space::L0C, Space::GM);
    if (!runs_here(core, path.core)) return;
    const S* from = fix_source<D>(core, src, move, path);
    D* to = global(core, "dst", dst, fix_destination_bytes<D>(move), path.pipe, true);
    fix_out(to, from, move, atomic_state<D>(core));
}

template <typename D, typename S>
ASC_INLINE void fix_to_local(Core& core, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src, const FixMove& move) {
    static_assert(sizeof(D) < 4, "from L0C to L1 results become half, bfloat16_t, int8_t or uint8_t");
    require_space("src", src.position(), Space::L0C, "CO1");
    require_space("dst", dst.position(), Space::L1, "A1 or B1");
    if (nothing_to_move(move)) return;
    if (ASC_UNLIKELY(move.rows_out)) fail(Kind::Check, "dst", "L1 receives columns of fractals (NZ), not rows");
    check_fix<D, S>(move);
    const Path& path = path_between(Space::L0C, Space::L1);
    if (!runs_here(core, path.core)) return;
    const S* from = fix_source<D>(core, src, move, path);
    D* to = output(core, "dst", dst, fix_destination_bytes<D>(move), path.pipe);
    fix_fractals(to, from, move, {});
}

}  // namespace asc_model
