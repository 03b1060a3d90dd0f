// Switching between stacks: callee-saved registers and the floating-point control words, nothing else.
#pragma once

extern "C" void asc_machine_switch(void** save, void* load);

namespace asc_machine {

// A stack pointer that, switched to, starts `entry` (which never returns) at the top of a stack.
void* initial_stack(void* top, void (*entry)());

}  // namespace asc_machine
