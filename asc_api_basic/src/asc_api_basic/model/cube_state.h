// Registers of the cube unit and of the moves around it, one set a core; zero-initialised they stand for the reset state.
#pragma once
#include "tensor.h"

namespace asc_model {

struct CubeState {
    // SetHF32Mode and SetHF32TransMode (true: nearest, ties to zero), SetMMLayoutTransform.
    bool hf32, hf32_to_zero, rows_first;
    // LoadData of a convolution's input: its size and padding, the value of the padding, the limit of L1, the repeats.
    bool image_set, padding_set, repeat_set;
    uint16_t height, width;
    uint8_t pads[4];
    uint64_t padding;
    uint32_t boundary;
    uint16_t repeat_stride;
    uint8_t repeat_time, repeat_mode;
    // Quantisation: the factor of all columns, and where in the Fixpipe buffer one for each lies.
    bool quant_set, quants_set;
    uint64_t quant;
    uint32_t quants;
    // Matrices that are turned into rows.
    bool matrices_set;
    uint16_t matrices, source_stride, destination_stride;
    // Unit flags of L0C, one a block of 512 bytes: set means written and not yet moved out.
    uint64_t unit_flags[8];
};

constexpr uint32_t kUnitBytes = 512;
constexpr uint32_t kUnits = sizeof(CubeState::unit_flags) * 8;

ASC_INLINE CubeState& cube_state(Core& core) { return asc_machine::state<CubeState>(core); }

ASC_INLINE void check_unit_flag(uint8_t flag) {
    if (ASC_UNLIKELY(flag != 0 && flag != 2 && flag != 3)) fail(Kind::Check, "unitFlag", "unitFlag is %u; it is 0, 2 or 3", flag);
}

// With unit flags Mmad waits until a block was moved out, Fixpipe until it was written; in program order that is now or never.
ASC_INLINE void pass_units(CubeState& state, uint8_t flag, uint64_t begin, uint64_t end, bool written) {
    for (uint64_t unit = begin / kUnitBytes; unit * kUnitBytes < end && unit < kUnits; ++unit) {
        uint64_t bit = uint64_t(1) << (unit % 64);
        uint64_t& word = state.unit_flags[unit / 64];
        if (ASC_UNLIKELY(((word & bit) != 0) == written))
            fail(Kind::Deadlock, "unitFlag", written
                     ? "waits for bytes %llu..%llu of L0C to be moved out with unitFlag 3, which nothing did: the core would hang"
                     : "waits for bytes %llu..%llu of L0C to be written with unitFlag 3, which nothing did: the core would hang",
                 static_cast<unsigned long long>(unit * kUnitBytes), static_cast<unsigned long long>((unit + 1) * kUnitBytes));
        if (flag == 3) word = written ? word | bit : word & ~bit;
    }
}

}  // namespace asc_model
