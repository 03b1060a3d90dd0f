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

constexpr Path kPaths[] = {
    {Space::GM, Space::UB, PIPE_MTE2, 32, 0, 1, 32, kVector},
    {Space::UB, Space::GM, PIPE_MTE3, 64, 0, 32, 1, kVector},
    {Space::UB, Space::UB, PIPE_V, 256, 0, 32, 32, kVector},
    {Space::UB, Space::L1, PIPE_MTE3, 64, 0, 32, 32, kVector},
    {Space::GM, Space::L1, PIPE_MTE2, 32, 0, 1, 32, kCube},
    {Space::L1, Space::GM, PIPE_MTE3, 64, 0, 32, 1, kCube},
    {Space::GM, Space::L0A, PIPE_MTE2, 32, 0, 1, 512, kCube},
    {Space::GM, Space::L0B, PIPE_MTE2, 32, 0, 1, 512, kCube},
    {Space::L1, Space::L0A, PIPE_MTE1, 256, 28, 32, 512, kCube},
    {Space::L1, Space::L0B, PIPE_MTE1, 128, 28, 32, 512, kCube},
    {Space::L1, Space::L0C, PIPE_MTE1, 256, 20, 32, 1024, kCube},
    {Space::L1, Space::BT, PIPE_MTE1, 32, 20, 32, 64, kCube},
    {Space::L1, Space::FB, PIPE_FIX, 32, 20, 32, 128, kCube},
    {Space::L0C, Space::GM, PIPE_FIX, 256, 20, 64, 1, kCube},
    {Space::L0C, Space::L1, PIPE_FIX, 256, 20, 64, 32, kCube},
};

// Sets of memories, a bit each.
constexpr uint32_t spaces(Space a) { return 1u << static_cast<int>(a); }
template <typename... S> constexpr uint32_t spaces(Space a, S... others) { return spaces(a) | spaces(others...); }

ASC_INLINE const Path& path_between(Space from, Space to) {
    for (const Path& path : kPaths)
        if (path.from == from && path.to == to) return path;
    fail(Kind::Check, "dst", "is in %s, where nothing moves from %s on this processor", asc_machine::space_name(to),
         asc_machine::space_name(from));
}

// The path of a move by an instruction that goes to the memories `allowed`; `other` names the one that does the rest.
ASC_INLINE const Path& path_between(Space from, Space to, uint32_t allowed, const char* other) {
    const Path& path = path_between(from, to);
    if (ASC_UNLIKELY((allowed & spaces(to)) == 0 || (from == Space::L0C)))
        fail(Kind::Check, "dst", "doesn't move from %s to %s; %s does", asc_machine::space_name(from), asc_machine::space_name(to),
             other);
    return path;
}

// In a mixed kernel every core runs the whole text; the moves of the other kind of core do nothing.
ASC_INLINE bool runs_here(const Core& core, asc_machine::CoreType type) { return !core.mixed || core.type == type; }

constexpr uint64_t cycles_of(uint64_t bytes, const Path& path) { return path.start + (bytes + path.rate - 1) / path.rate; }

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
