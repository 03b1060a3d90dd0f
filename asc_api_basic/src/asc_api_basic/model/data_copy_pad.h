// DataCopyPad: moves of any number of bytes, with padding on the way into UB.
#pragma once
#include "data_copy_nz.h"

namespace asc_model {

// The register that SetPadValue and padding with a value set; zero-initialised: never set.
struct PadRegister {
    bool set;
    uint64_t bits;
};

struct Padding {
    uint64_t left, right;  // bytes
    bool known;
    uint64_t bits;
};

template <typename T>
ASC_INLINE Padding padding_of(Core& core, bool is_pad, uint8_t left, uint8_t right, uint64_t bits) {
    auto& held = asc_machine::state<PadRegister>(core);
    Padding padding{left * sizeof(T), right * sizeof(T), false, 0};
    if (ASC_UNLIKELY(padding.left > AscendC::ONE_BLK_SIZE || padding.right > AscendC::ONE_BLK_SIZE)) {
        bool first = padding.left > AscendC::ONE_BLK_SIZE;
        fail(Kind::Check, first ? "leftPadding" : "rightPadding", "%u elements are %llu bytes, more than 32", first ? left : right,
             static_cast<unsigned long long>(first ? padding.left : padding.right));
    }
    if (ASC_UNLIKELY(sizeof(T) == 8 && is_pad && bits != 0))
        fail(Kind::Check, "paddingValue", "must be 0 for elements of 8 bytes");
    if (is_pad) held = {true, bits};
    padding.known = held.set;
    padding.bits = held.bits;
    return padding;
}

template <typename T>
ASC_INLINE void check_pad_bursts(uint64_t count, uint64_t length, uint64_t limit) {
    require_range("blockCount", count, 0, 4095);
    require_range("blockLen", length, 0, limit);
    if (ASC_UNLIKELY(length % sizeof(T) != 0))
        fail(Kind::Check, "blockLen", "%llu bytes are not a multiple of the element's %zu", static_cast<unsigned long long>(length),
             sizeof(T));
}

constexpr uint64_t kMaxPadLength = 2097151;

// Fills what surrounds a burst. Without padding the rest of the last block repeats the burst's first element; padding
// whose value nobody set isn't specified, so it reads like memory that was never written.
template <typename T>
ASC_INLINE void fill(uint8_t* to, uint64_t bytes, const Padding& padding, const T* first) {
    constexpr uint16_t poison = 0x7fff;
    if (padding.left == 0 && padding.right == 0) {
        for (uint64_t i = 0; i < bytes; i += sizeof(T)) __builtin_memcpy(to + i, first, sizeof(T));
    } else if (padding.known) {
        for (uint64_t i = 0; i < bytes; i += sizeof(T)) __builtin_memcpy(to + i, &padding.bits, sizeof(T));
    } else {
        for (uint64_t i = 0; i < bytes; ++i) to[i] = static_cast<uint8_t>(i % 2 == 0 ? poison & 0xff : poison >> 8);
    }
}

template <typename T>
ASC_LOOP void copy_padded(uint8_t* to, const uint8_t* from, uint64_t count, uint64_t length, uint64_t source_step,
                          uint64_t destination_step, uint64_t padded, const Padding& padding) {
    for (uint64_t i = 0; i < count; ++i, to += destination_step, from += source_step) {
        const T* first = reinterpret_cast<const T*>(from);
        std::memcpy(to + padding.left, from, length);
        fill(to, padding.left, padding, first);
        fill(to + padding.left + length, padded - padding.left - length, padding, first);
    }
}

// `gap` is in bytes of global memory, `block_gap` in blocks of UB.
template <typename T>
ASC_INLINE void pad_in(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::GlobalTensor<T>& src, uint64_t count,
                       uint64_t length, uint64_t gap, uint64_t block_gap, const Padding& padding) {
    require_space("dst", dst.position(), Space::UB, "VECIN or VECOUT");
    const Path& path = path_between(Space::GM, Space::UB);
    if (count == 0 || length == 0 || !runs_here(core, path.core)) return;
    constexpr uint64_t block = AscendC::ONE_BLK_SIZE;
    uint64_t padded = (padding.left + length + padding.right + block - 1) / block * block;
    uint64_t step = padded + block_gap * block;
    T* to = output(core, "dst", dst, (count - 1) * step + padded, path.pipe, block, Extent::Silent);
    const T* from = global(core, "src", src, (count - 1) * (length + gap) + length, path.pipe, false);
    if (asc_machine::watched(core)) {
        asc_machine::used(core, "src", path.from, reinterpret_cast<uintptr_t>(from), count, length, length + gap, path.pipe, false);
        asc_machine::used(core, "dst", path.to, dst.address(), count, padded, step, path.pipe, true);
    }
    issue_move(core, count * padded, path);
    if (padded == length && padding.left == 0) copy_bursts(to, from, {count, length, length + gap, step});
    else
        copy_padded<T>(reinterpret_cast<uint8_t*>(to), reinterpret_cast<const uint8_t*>(from), count, length, length + gap, step,
                       padded, padding);
}

template <typename T>
ASC_INLINE void pad_out(Core& core, const AscendC::GlobalTensor<T>& dst, const AscendC::LocalTensor<T>& src, uint64_t count,
                        uint64_t length, uint64_t block_gap, uint64_t gap) {
    require_space("src", src.position(), Space::UB, "VECIN or VECOUT");
    const Path& path = path_between(Space::UB, Space::GM);
    if (count == 0 || length == 0 || !runs_here(core, path.core)) return;
    constexpr uint64_t block = AscendC::ONE_BLK_SIZE;
    Bursts bursts{count, length, (length + block - 1) / block * block + block_gap * block, length + gap};
    const T* from = input(core, "src", src, bursts.source_span(), path.pipe, block, bursts.extent());
    T* to = global(core, "dst", dst, bursts.destination_span(), path.pipe, true, bursts.extent());
    if (asc_machine::watched(core)) tell(core, bursts, path, src.address(), reinterpret_cast<uintptr_t>(to));
    issue_move(core, bursts.moved(), path);
    store_bursts(core, atomic_state<T>(core), to, from, bursts);
}

// UB to L1 by way of a row matrix, whose rows are the bursts with gaps of `gap` bytes.
template <typename T>
ASC_INLINE void pad_to_fractals(Core& core, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src, uint64_t count,
                                uint64_t length, uint64_t block_gap, uint64_t gap, const AscendC::Nd2NzParams& params) {
    require_space("src", src.position(), Space::UB, "VECIN or VECOUT");
    require_space("dst", dst.position(), Space::L1, "TSCM");
    require_range("blockCount", count, 1, 4095);
    require_range("blockLen", length, 1, kMaxPadLength);
    require_range("ndNum", params.ndNum, 1, 1);
    const Path& path = path_between(Space::UB, Space::L1);
    if (nothing_to_move(params) || !runs_here(core, path.core)) return;
    check_nd2nz(params, true);
    constexpr uint64_t block = AscendC::ONE_BLK_SIZE;
    uint64_t step = (length + block - 1) / block * block + block_gap * block, pitch = length + gap;
    uint64_t row_bytes = uint64_t(params.dValue) * sizeof(T), between = uint64_t(params.srcDValue) * sizeof(T);
    auto extent = nd2nz_extent<T>(params);
    T* to = output(core, "dst", dst, extent.destination, path.pipe);
    const T* from = input(core, "src", src, (count - 1) * step + length, path.pipe);
    for (uint64_t n = 0; n < params.nValue; ++n) {
        uint64_t begin = n * between, burst = begin / pitch;
        if (ASC_UNLIKELY(burst >= count || begin % pitch + row_bytes > length))
            fail(Kind::Bounds, "nd2nzParams", "row %llu takes bytes %llu..%llu of the moved data, which no burst fills",
                 static_cast<unsigned long long>(n), static_cast<unsigned long long>(begin),
                 static_cast<unsigned long long>(begin + row_bytes));
    }
    issue_move(core, extent.moved, path);
    auto* bytes = reinterpret_cast<const uint8_t*>(from);
    rows_to_fractals<T>(reinterpret_cast<uint8_t*>(to), params,
                        [&](uint64_t, uint64_t n) { return bytes + n * between / pitch * step + n * between % pitch; });
}

}  // namespace asc_model

namespace AscendC {

template <typename T>
ASC_API void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyExtParams& dataCopyParams,
                         const DataCopyPadExtParams<T>& padParams, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopyPad", where);
    asc_model::check_pad_bursts<T>(dataCopyParams.blockCount, dataCopyParams.blockLen, asc_model::kMaxPadLength);
    auto padding = asc_model::padding_of<T>(core, padParams.isPad, padParams.leftPadding, padParams.rightPadding,
                                            asc_model::bits_of(padParams.paddingValue));
    asc_model::pad_in(core, dst, src, dataCopyParams.blockCount, dataCopyParams.blockLen, dataCopyParams.srcStride,
                      dataCopyParams.dstStride, padding);
}

template <typename T>
ASC_API void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyParams& dataCopyParams,
                         const DataCopyPadParams& padParams, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopyPad", where);
    asc_model::check_pad_bursts<T>(dataCopyParams.blockCount, dataCopyParams.blockLen, 65535);
    auto padding = asc_model::padding_of<T>(core, padParams.isPad, padParams.leftPadding, padParams.rightPadding,
                                            padParams.paddingValue);
    asc_model::pad_in(core, dst, src, dataCopyParams.blockCount, dataCopyParams.blockLen, dataCopyParams.srcGap,
                      dataCopyParams.dstGap, padding);
}

template <typename T>
ASC_API void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyExtParams& dataCopyParams,
                         asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopyPad", where);
    asc_model::check_pad_bursts<T>(dataCopyParams.blockCount, dataCopyParams.blockLen, asc_model::kMaxPadLength);
    asc_model::pad_out(core, dst, src, dataCopyParams.blockCount, dataCopyParams.blockLen, dataCopyParams.srcStride,
                       dataCopyParams.dstStride);
}

template <typename T>
ASC_API void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& dataCopyParams,
                         asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopyPad", where);
    asc_model::check_pad_bursts<T>(dataCopyParams.blockCount, dataCopyParams.blockLen, 65535);
    asc_model::pad_out(core, dst, src, dataCopyParams.blockCount, dataCopyParams.blockLen, dataCopyParams.srcGap,
                       dataCopyParams.dstGap);
}

template <typename T>
ASC_API void DataCopyPad(const LocalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyExtParams& dataCopyParams,
                         const Nd2NzParams& nd2nzParams, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopyPad", where);
    asc_model::check_pad_bursts<T>(dataCopyParams.blockCount, dataCopyParams.blockLen, asc_model::kMaxPadLength);
    asc_model::pad_to_fractals(core, dst, src, dataCopyParams.blockCount, dataCopyParams.blockLen, dataCopyParams.srcStride,
                               dataCopyParams.dstStride, nd2nzParams);
}

template <typename T>
ASC_API void DataCopyPad(const LocalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& dataCopyParams,
                         const Nd2NzParams& nd2nzParams, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DataCopyPad", where);
    asc_model::check_pad_bursts<T>(dataCopyParams.blockCount, dataCopyParams.blockLen, 65535);
    asc_model::pad_to_fractals(core, dst, src, dataCopyParams.blockCount, dataCopyParams.blockLen, dataCopyParams.srcGap,
                               dataCopyParams.dstGap, nd2nzParams);
}

template <typename T, TPosition pos = TPosition::MAX>
ASC_API void SetPadValue(T paddingValue, asc_machine::Where where = {}) {
    static_assert(pos == TPosition::MAX || pos == TPosition::VECIN || pos == TPosition::VECOUT,
                  "SetPadValue: the position is VECIN, VECOUT or MAX");
    auto& core = asc_machine::enter("SetPadValue", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_machine::state<asc_model::PadRegister>(core) = {true, asc_model::bits_of(paddingValue)};
}

}  // namespace AscendC
