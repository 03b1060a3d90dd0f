// DumpTensor and its kin print tensors. The text of all blocks comes out in their order when the launch ends.
#pragma once
#include "printf.h"
#include "sys_var.h"

namespace asc_model {

constexpr uint64_t kDumpBytes = 30 * 1024;

template <typename T> constexpr const char* kDumpName = kTypeName<T>;
template <> constexpr const char* kDumpName<half> = "float16";
template <> constexpr const char* kDumpName<bfloat16_t> = "bfloat16";
template <> constexpr const char* kDumpName<float> = "float32";
template <> constexpr const char* kDumpName<int8_t> = "int8";
template <> constexpr const char* kDumpName<uint8_t> = "uint8";
template <> constexpr const char* kDumpName<int16_t> = "int16";
template <> constexpr const char* kDumpName<uint16_t> = "uint16";
template <> constexpr const char* kDumpName<int32_t> = "int32";
template <> constexpr const char* kDumpName<uint32_t> = "uint32";
template <> constexpr const char* kDumpName<int64_t> = "int64";
template <> constexpr const char* kDumpName<uint64_t> = "uint64";

// The elements to print and where they lie; none when they are too many.
template <typename T>
struct Dump {
    const T* data;
    uint64_t address;
    const char* place;
    uint32_t count;
};

ASC_INLINE size_t dump_alignment(Space space) {
    if (ASC_UNLIKELY(space != Space::UB && space != Space::L1 && space != Space::L0C))
        fail(Kind::Check, "tensor", "lies in %s; UB, L1, L0C and global memory can be dumped", asc_machine::space_name(space));
    return space == Space::L0C ? 64 : asc_machine::kBlockBytes;
}

template <typename T>
ASC_INLINE Dump<T> dumped(Core& core, const AscendC::LocalTensor<T>& tensor, uint64_t offset, uint32_t count) {
    Space space = space_of(tensor.position());
    size_t alignment = dump_alignment(space);
    uint64_t skipped = offset * sizeof(T);
    if (ASC_UNLIKELY((tensor.address() + skipped) % alignment != 0))
        fail(Kind::Alignment, offset != 0 ? "countOff" : "tensor", "starts at byte %llu of %s, which is not a multiple of %zu",
             static_cast<unsigned long long>(tensor.address() + skipped), asc_machine::space_name(space), alignment);
    const T* data = input(core, "tensor", tensor, skipped + static_cast<uint64_t>(count) * sizeof(T), PIPE_S, alignof(T)) + offset;
    return {data, tensor.address() + skipped, asc_machine::space_name(space), count};
}

template <typename T>
ASC_INLINE Dump<T> dumped(Core& core, const AscendC::GlobalTensor<T>& tensor, uint64_t offset, uint32_t count) {
    const T* data = global(core, "tensor", tensor, (offset + count) * sizeof(T), PIPE_S, false) + offset;
    return {data, reinterpret_cast<uintptr_t>(data), "GM", count};
}

template <typename T>
ASC_INLINE void print_element(T value) {
    if constexpr (__is_same(T, half) || __is_same(T, bfloat16_t) || __is_same(T, float)) asc_machine::print("%f", static_cast<double>(static_cast<float>(value)));
    else if constexpr (static_cast<T>(-1) < static_cast<T>(0)) asc_machine::print("%lld", static_cast<long long>(value));
    else asc_machine::print("%llu", static_cast<unsigned long long>(value));
}

// The head of a dump; false when its elements are not to be printed.
template <typename T>
ASC_API bool print_head(const Dump<T>& dump, uint32_t desc) {
    asc_machine::print("DumpTensor: desc=%u, addr=0x%llx, data_type=%s, position=%s, dump_size=%u\n", desc,
                       static_cast<unsigned long long>(dump.address), kDumpName<T>, dump.place, dump.count);
    uint64_t bytes = static_cast<uint64_t>(dump.count) * sizeof(T);
    if (bytes <= kDumpBytes) return true;
    asc_machine::print("%llu bytes are over the limit of %llu and not printed\n", static_cast<unsigned long long>(bytes),
                       static_cast<unsigned long long>(kDumpBytes));
    return false;
}

template <typename T>
ASC_API void print_dump(const Dump<T>& dump, uint32_t desc) {
    if (!print_head(dump, desc)) return;
    asc_machine::print("[");
    for (uint32_t i = 0; i < dump.count; ++i) {
        if (i != 0) asc_machine::print(", ");
        print_element(dump.data[i]);
    }
    asc_machine::print("]\n");
}

// In nested rows, as many as the shape has; a dash where there is no element.
template <typename T>
ASC_API void print_dump(const Dump<T>& dump, uint32_t desc, const AscendC::ShapeInfo& shape) {
    uint64_t size = AscendC::GetShapeSize(shape);
    if (shape.shapeDim == 0 || size == 0) fail(Kind::Check, "shapeInfo", "has no elements");
    if (!print_head(dump, desc)) return;
    if (size != dump.count) {
        asc_machine::print("shape is [");
        for (int i = 0; i < shape.shapeDim; ++i) asc_machine::print("%s%u", i != 0 ? ", " : "", static_cast<uint32_t>(shape.shape[i]));
        asc_machine::print("], dumpSize is %u, %s\n", dump.count,
                           size < dump.count ? "dumpSize is greater than shapeSize." : "data is not enough.");
    }
    for (uint64_t i = 0; i < size; ++i) {
        // Rows of how many dimensions begin and end at this element.
        uint64_t inner = 1;
        int begins = 0, ends = 0;
        for (int d = shape.shapeDim - 1; d >= 0; --d) {
            inner *= shape.shape[d];
            begins += i % inner == 0;
            ends += (i + 1) % inner == 0;
        }
        if (begins == 0) asc_machine::print(",");
        else if (i != 0) asc_machine::print(",\n");
        for (int k = 0; k < begins; ++k) asc_machine::print("[");
        if (i < dump.count) print_element(dump.data[i]);
        else asc_machine::print("-");
        for (int k = 0; k < ends; ++k) asc_machine::print("]");
    }
    asc_machine::print("\n");
}

}  // namespace asc_model

namespace AscendC {

template <template <typename> class Tensor, typename T>
ASC_API void DumpTensor(const Tensor<T>& tensor, uint32_t desc, uint32_t dumpSize, asc_machine::Where where = {}) {
    asc_model::print_dump(asc_model::dumped(asc_machine::enter("DumpTensor", where), tensor, 0, dumpSize), desc);
}

template <template <typename> class Tensor, typename T>
ASC_API void DumpTensor(const Tensor<T>& tensor, uint32_t desc, uint32_t dumpSize, const ShapeInfo& shapeInfo,
                        asc_machine::Where where = {}) {
    asc_model::print_dump(asc_model::dumped(asc_machine::enter("DumpTensor", where), tensor, 0, dumpSize), desc, shapeInfo);
}

template <template <typename> class Tensor, typename T>
ASC_API void DumpAccChkPoint(const Tensor<T>& tensor, uint32_t index, uint32_t countOff, uint32_t dumpSize,
                             asc_machine::Where where = {}) {
    asc_model::print_dump(asc_model::dumped(asc_machine::enter("DumpAccChkPoint", where), tensor, countOff, dumpSize), index);
}

ASC_API inline void PrintTimeStamp(uint32_t descId, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("PrintTimeStamp", where);
    asc_machine::issue(core, PIPE_S, 1);
    asc_machine::print("descId is %u, rsv is 0, timeStamp is %lld, pcPtr is %lld, entry is 0.\n", descId,
                       static_cast<long long>(GetSystemCycle()), static_cast<long long>(GetProgramCounter()));
}

// The machine measures whole kernels.
ASC_API inline void MetricsProfStart(asc_machine::Where where = {}) {
    asc_machine::issue(asc_machine::enter("MetricsProfStart", where), PIPE_S, 1);
}

ASC_API inline void MetricsProfStop(asc_machine::Where where = {}) {
    asc_machine::issue(asc_machine::enter("MetricsProfStop", where), PIPE_S, 1);
}

}  // namespace AscendC
