// Numbers in global memory past the data cache: memory is coherent here, so they are plain accesses of the scalar unit.
#pragma once
#include "vec_frame.h"

namespace asc_model {

template <typename T>
ASC_INLINE void access_number(Core& core, const T* addr, bool write) {
    static_assert(kOneOf<T, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>,
                  "the address points to an integer of 8 to 64 bits");
    asc_machine::gm_operand(core, "addr", addr, sizeof(T), sizeof(T), {PIPE_S, write, asc_machine::Extent::Exact, false, 1});
    asc_machine::issue(core, PIPE_S, 1);
}

}  // namespace asc_model

namespace AscendC {

template <typename T>
ASC_API T ReadGmByPassDCache(__gm__ T* addr, asc_machine::Where where = {}) {
    asc_model::access_number(asc_machine::enter("ReadGmByPassDCache", where), addr, false);
    return *static_cast<const volatile T*>(addr);
}

template <typename T>
ASC_API void WriteGmByPassDCache(__gm__ T* addr, T value, asc_machine::Where where = {}) {
    asc_model::access_number(asc_machine::enter("WriteGmByPassDCache", where), addr, true);
    *static_cast<volatile T*>(addr) = value;
}

}  // namespace AscendC
