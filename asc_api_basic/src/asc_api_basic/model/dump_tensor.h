// What a kernel prints: printf and DumpTensor. The text of all blocks comes out in their order when the launch ends.
#pragma once
#include "tensor.h"

namespace asc_model {

// Values as C's printf takes them.
ASC_INLINE double printable(half value) { return static_cast<double>(static_cast<float>(value)); }
ASC_INLINE double printable(bfloat16_t value) { return static_cast<double>(static_cast<float>(value)); }
template <typename T>
ASC_INLINE T printable(T value) {
    return value;
}

}  // namespace asc_model

namespace AscendC {

// Conversions are those of C's printf.
template <typename... Arguments>
inline void printf(const char* format, Arguments... arguments) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    asc_machine::print(format, asc_model::printable(arguments)...);
#pragma GCC diagnostic pop
}

template <typename... Arguments>
inline void PRINTF(const char* format, Arguments... arguments) {
    AscendC::printf(format, arguments...);
}

template <typename T>
ASC_API void DumpTensor(const LocalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DumpTensor", where);
    const T* data = asc_model::input(core, "tensor", tensor, static_cast<uint64_t>(dumpSize) * sizeof(T), PIPE_S, alignof(T));
    asc_machine::print("DumpTensor: desc=%u, position=%s, data_type=%s, size=%u\n", desc, asc_model::position_name(tensor.position()),
                       asc_model::kTypeName<T>, dumpSize);
    asc_model::print_elements(data, dumpSize);
}

template <typename T>
ASC_API void DumpTensor(const GlobalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize, asc_machine::Where where = {}) {
    auto& core = asc_machine::enter("DumpTensor", where);
    const T* data = asc_model::global(core, "tensor", tensor, static_cast<uint64_t>(dumpSize) * sizeof(T), PIPE_S, false);
    asc_machine::print("DumpTensor: desc=%u, position=GM, data_type=%s, size=%u\n", desc, asc_model::kTypeName<T>, dumpSize);
    asc_model::print_elements(data, dumpSize);
}

}  // namespace AscendC
