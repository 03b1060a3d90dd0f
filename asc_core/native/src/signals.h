// Faults of a kernel (wild address, stack overflow, division by zero, illegal instruction) become errors of its launch.
#pragma once

namespace asc_machine {

// Makes this thread able to take faults of the kernels it runs.
void guard_thread();

}  // namespace asc_machine
