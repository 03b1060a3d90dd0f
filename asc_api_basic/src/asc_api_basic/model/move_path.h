// Which memories are connected, by which pipe, how fast, and what alignment each end asks for.
#pragma once
#include "move_bytes.h"

namespace asc_model {

// Rates in bytes a cycle, starts in cycles; addresses in global memory need no alignment.
struct Path {
    Space from, to;
    int pipe;
    uint16_t rate, start, source_alignment, destination_alignment;
    asc_machine::CoreType core;
};

constexpr asc_machine::CoreType kCube = asc_machine::CoreType::AIC;
constexpr asc_machine::CoreType kVector = asc_machine::CoreType::AIV;

// What a move of 4 KB costs more than its part of one of 16 KB, by the figures published for Add of 8192 x 8192 half.
constexpr uint16_t kGlobalStart = 46;

constexpr Path kPaths[] = {
    {Space::GM, Space::UB, PIPE_MTE2, 32, kGlobalStart, 1, 32, kVector},
    {Space::UB, Space::GM, PIPE_MTE3, 64, kGlobalStart, 32, 1, kVector},
    {Space::UB, Space::UB, PIPE_V, 256, 0, 32, 32, kVector},
    {Space::UB, Space::L1, PIPE_MTE3, 64, 0, 32, 32, kVector},
    {Space::GM, Space::L1, PIPE_MTE2, 32, kGlobalStart, 1, 32, kCube},
    {Space::L1, Space::GM, PIPE_MTE3, 64, kGlobalStart, 32, 1, kCube},
    {Space::GM, Space::L0A, PIPE_MTE2, 32, kGlobalStart, 1, 512, kCube},
    {Space::GM, Space::L0B, PIPE_MTE2, 32, kGlobalStart, 1, 512, kCube},
    {Space::L1, Space::L0A, PIPE_MTE1, 256, 28, 32, 512, kCube},
    {Space::L1, Space::L0B, PIPE_MTE1, 128, 28, 32, 512, kCube},
    {Space::L1, Space::L0C, PIPE_MTE1, 256, 20, 32, 1024, kCube},
    {Space::L1, Space::BT, PIPE_MTE1, 32, 20, 32, 64, kCube},
    {Space::L1, Space::FB, PIPE_FIX, 32, 20, 32, 128, kCube},
    {Space::L0C, Space::GM, PIPE_FIX, 256, 20, 64, 1, kCube},
    {Space::L0C, Space::L1, PIPE_FIX, 256, 20, 64, 32, kCube},
};

// Tells the machine of the rows of a copy with gaps; places are offsets in local memories and addresses in global memory.
ASC_LOOP inline void tell(Core& core, const Bursts& bursts, const Path& path, uint64_t source, uint64_t destination) {
    if (bursts.contiguous()) return;
    asc_machine::used(core, "src", path.from, source, bursts.count, bursts.length, bursts.source_step, path.pipe, false);
    asc_machine::used(core, "dst", path.to, destination, bursts.count, bursts.length, bursts.destination_step, path.pipe, true);
}

// Sets of memories, a bit each.
constexpr uint32_t spaces(Space a) { return 1u << static_cast<int>(a); }
template <typename... S> constexpr uint32_t spaces(Space a, S... others) { return spaces(a) | spaces(others...); }

ASC_LOOP inline const Path& path_between(Space from, Space to) {
    for (const Path& path : kPaths)
        if (path.from == from && path.to == to) return path;
    fail(Kind::Check, "dst", "is in %s, where nothing moves from %s on this processor", asc_machine::space_name(to),
         asc_machine::space_name(from));
}

// The path of a move by an instruction that goes to the memories `allowed`; `other` names the one that does the rest.
ASC_LOOP inline const Path& path_between(Space from, Space to, uint32_t allowed, const char* other) {
    const Path& path = path_between(from, to);
    if (ASC_UNLIKELY((allowed & spaces(to)) == 0 || (from == Space::L0C)))
        fail(Kind::Check, "dst", "doesn't move from %s to %s; %s does", asc_machine::space_name(from), asc_machine::space_name(to),
             other);
    return path;
}

// In a mixed kernel every core runs the whole text; the moves of the other kind of core do nothing.
ASC_INLINE bool runs_here(const Core& core, asc_machine::CoreType type) { return !core.mixed || core.type == type; }

// HBM moves so many bytes a cycle for all cores of a kind together: 1.8 TB/s at 1850 MHz.
constexpr uint32_t kChipRate = 973;

// The clock of a move. In global memory a core has its share of the chip's rate.
ASC_LOOP inline void issue_move(Core& core, uint64_t bytes, const Path& path) {
    uint32_t rate = path.rate;
    if (path.from == Space::GM || path.to == Space::GM) {
        uint32_t most = core.type == kVector ? 48 : 24, cores = static_cast<uint32_t>(core.block_num * core.sub_block_num);
        uint32_t share = kChipRate / (cores < most ? cores : most);
        if (share < rate) rate = share;
    }
    asc_machine::issue(core, path.pipe, path.start + (bytes + rate - 1) / rate);
}

ASC_INLINE void require_space(const char* argument, AscendC::TPosition position, Space space, const char* wanted) {
    if (ASC_UNLIKELY(space_of(position) != space))
        fail(Kind::Check, argument, "is at position %s, in %s; it must be in %s (%s)", position_name(position),
             asc_machine::space_name(space_of(position)), asc_machine::space_name(space), wanted);
}

ASC_INLINE void require_range(const char* argument, uint64_t value, uint64_t low, uint64_t high) {
    if (ASC_UNLIKELY(value < low || value > high))
        fail(Kind::Check, argument, "%s is %llu, outside %llu..%llu", argument, static_cast<unsigned long long>(value),
             static_cast<unsigned long long>(low), static_cast<unsigned long long>(high));
}

}  // namespace asc_model
