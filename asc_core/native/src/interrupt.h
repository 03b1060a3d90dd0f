// Interrupting kernels: a signal to the threads that run them, whose handler looks whether there is reason to stop.
//
// The handler runs on the fiber's own stack and may leave it for the scheduler, for a while or for good. That is safe because
// a kernel holds nothing: what takes locks or memory is a function of the machine, and those are Guarded.
#pragma once

namespace asc_machine {

struct Worker;

// A worker is known from its thread's first launch to the thread's end.
void add_worker(Worker& worker);
void remove_worker(Worker& worker);
// Makes every thread that runs a kernel look up.
void interrupt_workers();
// Sets the signal's handler, which another may have replaced since.
bool interrupt_installed();
void install_interrupt();

}  // namespace asc_machine
