// Synchronisation between the cores of a launch: cross-core flags, barriers and posts.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "asc_machine.h"
#include "core_order.h"

namespace asc_machine {

constexpr int kCrossFlags = 16;
constexpr int kScopes = 3;
constexpr int kCounterLimit = 15;

struct Sync {
    struct Counter {
        int count = 0;
        uint64_t time = 0;
        CoreClock clock;  // with kWatchOrder
    };
    struct Barrier {
        int arrived = 0;
        int generation = 0;
        uint64_t time = 0, release = 0;
        CoreClock clock, release_clock;
    };

    explicit Sync(int cores) : received(cores * kCrossFlags), sent(cores * kScopes * kCrossFlags) {}
    std::vector<Counter> received;  // by core and flag
    std::vector<int> sent;          // by core, scope and flag: sets not yet matched by the scope's other senders
    std::map<int, CoreClock> sent_clocks;  // by the index of `sent`
    Barrier barriers[2];            // all cores, vector cores
    std::map<uint64_t, Counter> posts;
};

}  // namespace asc_machine
