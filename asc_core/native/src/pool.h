// Threads that help launches of many blocks.
#pragma once

namespace asc_machine {

struct Launch;

// Asks for up to `count` helpers; they come when free.
void call_helpers(Launch& launch, int count);
// After this no helper joins, and all have left.
void dismiss_helpers(Launch& launch);

}  // namespace asc_machine
