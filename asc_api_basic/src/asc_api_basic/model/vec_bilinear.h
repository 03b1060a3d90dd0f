// BilinearInterpolation: gathered blocks times weights, summed up.
#pragma once
#include "vec_frame.h"

namespace asc_model {

// Products and sums are rounded to half one by one.
ASC_LOOP inline void interpolate(half* to, const uint8_t* from, const uint32_t* offsets, const half* weights, const Mask& mask,
                                 uint32_t h_repeat, bool per_block, uint32_t blk_stride, uint64_t v_offset, uint32_t v_repeat) {
    constexpr uint32_t kElements = 128, kBlock = 16;
    for (uint32_t v = 0; v < v_repeat; ++v) {
        half sum[kElements];
        for (uint32_t h = 0; h < h_repeat; ++h) {
            for (uint32_t i = 0; i < kElements; ++i) {
                uint32_t step = v * h_repeat + h, block = i / kBlock;
                half value = reinterpret_cast<const half*>(from + offsets[step * 8 + block])[i % kBlock];
                half product = half(float(value) * float(weights[per_block ? step * 8 + block : step]));
                sum[i] = h == 0 ? product : half(float(sum[i]) + float(product));
            }
        }
        scatter(to + v * v_offset, static_cast<const half*>(sum), 0, mask, kElements, Stride{blk_stride, 0});
    }
}

ASC_INLINE void bilinear(Core& core, const AscendC::LocalTensor<half>& dst, const AscendC::LocalTensor<half>& src0,
                         const AscendC::LocalTensor<uint32_t>& src0Offset, const AscendC::LocalTensor<half>& src1, const Mask& mask,
                         uint8_t hRepeat, bool repeatMode, uint16_t dstBlkStride, uint16_t vROffset, uint8_t vRepeat,
                         const AscendC::LocalTensor<uint8_t>& sharedTmpBuffer) {
    constexpr uint32_t kElements = 128;
    if (hRepeat == 0) fail(Kind::Check, "hRepeat", "hRepeat is 0; it must be 1..255");
    if (vRepeat == 0) fail(Kind::Check, "vRepeat", "vRepeat is 0; it must be 1..255");
    if (vROffset < kElements || vROffset == 65535 || vROffset % 16 != 0)
        fail(Kind::Check, "vROffset", "vROffset is %u; it must be a multiple of 16 in 128..65534", vROffset);
    if (dstBlkStride == 0 && mask.highest() >= 16)
        fail(Kind::Check, "dst", "has a block stride of 0, so the blocks of a repeat would overwrite each other");
    uint64_t steps = uint64_t(hRepeat) * vRepeat;
    Stride stride{dstBlkStride, vROffset / 16u};
    uint64_t to_bytes = extent<half>(Mask{false, mask.low, mask.high}, vRepeat, kElements, stride);
    half* to = target(core, operand("dst", dst), to_bytes);
    const uint32_t* offsets = source(core, operand("src0Offset", src0Offset), steps * 8 * sizeof(uint32_t));
    uint64_t weight_bytes = (repeatMode ? steps * 8 : steps) * sizeof(half);
    const half* weights = source(core, operand("src1", src1), weight_bytes);
    uint64_t needed = (src0.bytes() + src1.bytes()) / sizeof(half) * 32;
    target(core, operand("sharedTmpBuffer", sharedTmpBuffer), needed);
    const half* from = source(core, operand("src0", src0), src0.bytes());
    for (uint64_t i = 0; i < steps * 8; ++i)
        if (offsets[i] % 32 != 0 || offsets[i] + 32ull > src0.bytes())
            fail(Kind::Bounds, "src0Offset", "offset %llu is %u; it must be a multiple of 32 with 32 bytes of the %llu of src0 left",
                 static_cast<unsigned long long>(i), offsets[i], static_cast<unsigned long long>(src0.bytes()));
    if (!disjoint(to, to_bytes, from, src0.bytes()) || !disjoint(to, to_bytes, weights, weight_bytes) ||
        !disjoint(to, to_bytes, offsets, steps * 8 * sizeof(uint32_t)))
        fail(Kind::Check, "dst", "overlaps a source");
    asc_machine::issue(core, PIPE_V, steps * 8 + 2 * steps);
    interpolate(to, reinterpret_cast<const uint8_t*>(from), offsets, weights, mask, hRepeat, repeatMode, dstBlkStride, vROffset, vRepeat);
}

}  // namespace asc_model

namespace AscendC {

template <typename T>
ASC_API void BilinearInterpolation(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<uint32_t>& src0Offset,
                                   const LocalTensor<T>& src1, uint64_t mask, uint8_t hRepeat, bool repeatMode,
                                   uint16_t dstBlkStride, uint16_t vROffset, uint8_t vRepeat,
                                   const LocalTensor<uint8_t>& sharedTmpBuffer, asc_machine::Where where = {}) {
    static_assert(__is_same(T, half), "BilinearInterpolation takes half");
    auto& core = asc_machine::enter("BilinearInterpolation", where);
    asc_model::bilinear(core, dst, src0, src0Offset, src1, asc_model::count_mask<T, true>(core, mask), hRepeat, repeatMode,
                        dstBlkStride, vROffset, vRepeat, sharedTmpBuffer);
}

template <typename T>
ASC_API void BilinearInterpolation(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<uint32_t>& src0Offset,
                                   const LocalTensor<T>& src1, const uint64_t mask[], uint8_t hRepeat, bool repeatMode,
                                   uint16_t dstBlkStride, uint16_t vROffset, uint8_t vRepeat,
                                   const LocalTensor<uint8_t>& sharedTmpBuffer, asc_machine::Where where = {}) {
    static_assert(__is_same(T, half), "BilinearInterpolation takes half");
    auto& core = asc_machine::enter("BilinearInterpolation", where);
    asc_model::bilinear(core, dst, src0, src0Offset, src1, asc_model::bit_mask<T, true>(core, mask), hRepeat, repeatMode,
                        dstBlkStride, vROffset, vRepeat, sharedTmpBuffer);
}

}  // namespace AscendC
