// Queues: launches that run one after the other on a thread of their own, while the launching thread goes on.
#pragma once

#include <Python.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "prepared.h"

namespace asc_machine {

// A place in a queue that other queues and threads wait for.
struct Mark {
    bool done = false;
    bool failed = false;  // something before it failed or was given up
    uint64_t cycles = 0;  // the queue's clock there

    bool reached() const;
};

// What a queue does in its turn. Created and destroyed with the GIL.
struct Task {
    enum class Kind { Launch, Call, Record, Wait };

    Kind kind = Kind::Call;
    std::shared_ptr<const Prepared> prepared;  // Launch
    std::vector<unsigned char> arguments;
    std::vector<Buffer> buffers;
    int block_num = 0;
    PyObject* call = nullptr;    // Call: what is called; Launch: what is called with the kernel's text
    std::shared_ptr<Mark> mark;  // Record, Wait
    std::vector<PyObject*> owned;
    PyObject* file = nullptr;  // of the launching line
    int line = 0;

    Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    ~Task();
    void own(PyObject* object);
    // Keeps the place of the Python code that runs.
    void place_here();
};

// The first error of a queue since it was last asked; what comes after it isn't done.
struct Failure {
    PyObject* exception = nullptr;
    PyObject* file = nullptr;
    int line = 0;
    uint64_t dropped = 0;

    Failure() = default;
    Failure(const Failure&) = delete;
    Failure& operator=(const Failure&) = delete;
    ~Failure();
};

enum class Waited { Done, Late, Interrupted };

class Queue : public std::enable_shared_from_this<Queue> {
public:
    // With the GIL; blocks while too much is pending. False with a Python exception.
    bool submit(std::unique_ptr<Task> task);
    // Waits for what was submitted so far. An exception of a signal handler's gives all of it up.
    Waited wait(double seconds);
    bool busy() const;
    // With the GIL: the failure, which the queue then forgets.
    std::unique_ptr<Failure> take_failure();
    uint64_t cycles() const;
    // Ends the thread once all is done.
    void close();

private:
    friend struct Hub;
    friend uint64_t give_up_all(double seconds);
    friend bool stop_asked();

    void work();
    void execute(Task& task);
    void fail(const Task& task);
    void finish(std::unique_ptr<Task> task, bool dropped);
    void leave();
    void give_up();

    std::condition_variable wake_;
    std::deque<std::unique_ptr<Task>> tasks_;
    std::unique_ptr<Failure> failure_;
    uint64_t submitted_ = 0, completed_ = 0, cycles_ = 0;
    bool working_ = false, busy_ = false, stop_ = false, closed_ = false;
};

// Queues that have something to do or to tell.
std::vector<std::shared_ptr<Queue>> queues();
// With the GIL: waits for a mark; an exception of a signal handler's ends the wait.
Waited wait_for(const Mark& mark, double seconds);
// Gives all work up and waits for what runs, at most `seconds`. The number of tasks given up.
uint64_t give_up_all(double seconds);
// Whether the queue that this thread works for is to stop what it does.
bool stop_asked();
// Cycles of the launches of all queues.
uint64_t queued_cycles();

}  // namespace asc_machine
