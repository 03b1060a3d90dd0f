// The order of accesses within a core: pipes run side by side, and only flags, barriers and queues order what they do.
//
// Each pipe has a vector clock: how far it knows every other pipe to be. An access conflicts with an earlier one of another
// pipe, to the same bytes, that its pipe doesn't know to be done, when one of the two writes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "asc_machine.h"

namespace asc_machine {

struct Instruction {
    const char* api;
    const char* file;
    int32_t line;
};

struct Conflict {
    Instruction instruction;
    int pipe;
    bool write;
    uint64_t begin, end;  // the bytes that both use
};

class Order {
public:
    Order() { clear(); }
    void clear();
    void set(const Core& core, int event, int source, int destination, int id);
    void wait(int event, int destination, int id);
    // All pipes wait for all.
    void meet();
    // Remembers where a pipe is, in the place of an older mark (0: a new one).
    uint32_t mark(uint32_t old, int pipe);
    void await(uint32_t mark, int pipe);
    // Another core learns of a pipe's work, and may tell this core's pipes that it is done.
    void publish(int pipe);
    void learn();
    // True, with the conflict, when an access is not ordered behind another.
    bool access(const Core& core, Space space, uint64_t begin, uint64_t end, int pipe, bool write, Conflict& conflict);

    // A flag that is set and not waited for.
    struct Flag {
        Instruction instruction;
        int source, destination, id;
    };
    // The first of these at a kernel's end, or null.
    const Flag* pending() const;

private:
    using Clock = std::array<uint32_t, kPipes>;
    struct Touch {
        uint32_t when;  // 0: never
        uint32_t instruction;
    };
    // The last accesses of some bytes: a write, and what each pipe has read since.
    struct Segment {
        uint64_t end;
        int writer;
        Touch write;
        std::array<Touch, kPipes> reads;
    };
    using Shadow = std::map<uint64_t, Segment>;

    void join(int pipe, const Clock& clock);
    Shadow::iterator split(Shadow& shadow, uint64_t at);
    uint32_t number(const Core& core);
    bool unordered(const Touch& touch, int by, int pipe) const { return by != pipe && touch.when > clocks_[pipe][by]; }

    std::array<Clock, kPipes> clocks_;
    Clock published_;
    std::map<int, Clock> flag_clocks_;
    std::map<int, Flag> flags_;
    std::vector<Clock> marks_;
    std::array<Shadow, kSpaces> shadows_;
    std::vector<Instruction> instructions_;
};

}  // namespace asc_machine
