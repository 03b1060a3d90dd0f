// Which 32-byte blocks of a core's memories were written since it started.
#pragma once

#include <vector>

#include "asc_machine.h"

namespace asc_machine {

class Written {
public:
    // Nothing is written any more; call with the memories' sizes before a core starts.
    void clear(const uint32_t (&sizes)[kSpaces]);
    void write(Space space, uint64_t begin, uint64_t end);
    // The first byte from `begin` on whose block isn't (is) written, or `end`.
    uint64_t first_missing(Space space, uint64_t begin, uint64_t end) const { return find(space, begin, end, false); }
    uint64_t first_written(Space space, uint64_t begin, uint64_t end) const { return find(space, begin, end, true); }

private:
    uint64_t find(Space space, uint64_t begin, uint64_t end, bool set) const;

    std::vector<uint64_t> bits_[kSpaces];
    bool used_[kSpaces] = {};
};

}  // namespace asc_machine
