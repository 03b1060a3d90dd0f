// The order of the cores' writes to global memory: cores run side by side, and only what they wait for each other orders them.
//
// A core counts up when it lets another know of its work, and knows how far it has seen the others. A write conflicts with an
// earlier one of another core, to the same bytes, that its core hasn't seen; atomic ones don't conflict with each other.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "order.h"

namespace asc_machine {

// How far the work of other cores is known, by core.
using CoreClock = std::map<int, uint32_t>;

class CoreOrder {
public:
    struct Writer {
        Instruction instruction;
        int core, block, sub_block;
        CoreType type;
        bool mixed, atomic;
        uint32_t round, when;
    };

    explicit CoreOrder(int cores) : cores_(cores) {}
    // Adds what the core has done and seen to a clock; its later work is not part of that.
    void tell(int core, CoreClock& clock);
    void learn(int core, const CoreClock& clock);
    // The core has met all others.
    void met(int core);
    // True, with who wrote there before, when a write is not ordered behind another.
    bool write(const Core& core, uint64_t begin, uint64_t end, bool atomic, Writer& other, uint64_t& first, uint64_t& last);

private:
    struct Knowledge {
        uint32_t round = 0;
        uint32_t own = 1;
        CoreClock seen;
    };
    struct Segment {
        uint64_t end;
        Writer writer;
    };
    using Shadow = std::map<uint64_t, Segment>;

    Shadow::iterator split(uint64_t at);

    std::mutex mutex_;
    std::vector<Knowledge> cores_;
    Shadow shadow_;
};

}  // namespace asc_machine
