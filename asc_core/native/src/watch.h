// What is kept of accesses when a launch asks for it.
#pragma once

#include "asc_machine.h"

namespace asc_machine {

// Rows of an access, from this byte of a local memory or this address on: recorded, and checked as core.watch says.
void watch_rows(Core& core, const char* argument, Space space, uint64_t begin, uint64_t count, uint64_t length, uint64_t step,
                int pipe, bool write, bool exact);

}  // namespace asc_machine
