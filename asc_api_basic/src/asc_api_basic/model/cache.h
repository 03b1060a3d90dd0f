// The caches of the scalar unit. Memory is coherent here, so they change the clock only.
#pragma once
#include "tensor.h"

namespace asc_model {

constexpr uint64_t kCacheLine = 64;
constexpr uint64_t kWholeCacheCycles = 512;

}  // namespace asc_model

namespace AscendC {

enum class CacheLine : uint64_t { SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE };
enum class DcciDst : uint64_t { CACHELINE_ALL = 0, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };

template <typename T, CacheLine entireType, DcciDst dcciDst = DcciDst::CACHELINE_OUT>
ASC_API void DataCacheCleanAndInvalid(const GlobalTensor<T>& dst, asc_machine::Where where = {}) {
    static_assert(dcciDst != DcciDst::CACHELINE_ATOMIC, "DataCacheCleanAndInvalid: CACHELINE_ATOMIC isn't available");
    auto& core = asc_machine::enter("DataCacheCleanAndInvalid", where);
    if constexpr (entireType == CacheLine::SINGLE_CACHE_LINE) {
        asc_model::global(core, "dst", dst, sizeof(T), PIPE_S, false);
        asc_machine::issue(core, PIPE_S, 1);
    } else {
        asc_machine::issue(core, PIPE_S, asc_model::kWholeCacheCycles);
    }
}

template <typename T>
ASC_API void DataCachePreload(const GlobalTensor<uint64_t>& src, const T cacheOffset, asc_machine::Where where = {}) {
    static_assert(__is_same(T, int64_t) || __is_same(T, int16_t), "DataCachePreload: the offset is an int64_t or int16_t");
    auto& core = asc_machine::enter("DataCachePreload", where);
    auto* line = reinterpret_cast<const uint8_t*>(src.GetPhyAddr()) + cacheOffset;
    asc_machine::gm_check(core, "cacheOffset", line, 1, false);
    asc_machine::issue(core, PIPE_S, 1);
}

ASC_API inline void ICachePreLoad(const int64_t preFetchLen, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("ICachePreLoad", where);
    int64_t limit = core.type == asc_machine::CoreType::AIC ? 16 : 8;
    if (preFetchLen < 0 || preFetchLen >= limit)
        asc_machine::fail(asc_machine::Kind::Check, "preFetchLen", "%lld units of 2 KiB are outside 0..%lld, the cache of an %s core",
                          static_cast<long long>(preFetchLen), static_cast<long long>(limit - 1),
                          core.type == asc_machine::CoreType::AIC ? "AIC" : "AIV");
    asc_machine::issue(core, PIPE_S, 1);
}

// A load is done when its instruction is.
ASC_API inline int64_t GetICachePreloadStatus(asc_machine::Where where = {}) {
    asc_machine::issue(asc_machine::enter("GetICachePreloadStatus", where), PIPE_S, 1);
    return 0;
}

}  // namespace AscendC
