// Moves and instructions that are put off, for the machine's own use.
#pragma once

#include "asc_machine.h"

namespace asc_machine {

// Before a write to global memory: makes what reads this place, and all before a small one, which may tell another core that
// it may go on.
void settle_for_write(Core& core, uintptr_t begin, size_t bytes);
// Where the bytes of UB come from that one deferred move brings, or null.
const uint8_t* deferred_source(const Core& core, uint64_t offset, uint64_t bytes);

}  // namespace asc_machine
