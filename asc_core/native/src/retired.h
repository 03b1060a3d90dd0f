// Parts of a core's memories whose owner gave them back: nobody may use them until they are handed out again.
#pragma once

#include <vector>

#include "asc_machine.h"

namespace asc_machine {

class Retired {
public:
    struct Part {
        Space space;
        uint64_t begin, end;
        const char* api;
        const char* file;
        int32_t line;
    };

    void clear() { parts_.clear(); }
    void add(const Part& part);
    void remove(Space space, uint64_t begin, uint64_t end);
    // The part that shares bytes with these, or null.
    const Part* find(Space space, uint64_t begin, uint64_t end) const {
        for (const Part& part : parts_)
            if (part.space == space && part.begin < end && begin < part.end) return &part;
        return nullptr;
    }
    int32_t size() const { return static_cast<int32_t>(parts_.size()); }

private:
    std::vector<Part> parts_;
};

// Fails when an operand lies in such a part; call where core.retired says that there are any.
void check_retired(Core& core, const char* argument, Space space, uint64_t begin, uint64_t bytes, bool write);

}  // namespace asc_machine
