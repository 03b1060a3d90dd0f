#include "queue.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <new>
#include <thread>

namespace asc_machine {

using Clock = std::chrono::steady_clock;

constexpr size_t kMostPending = 4096;
constexpr size_t kMostFinished = 256;
// Quiet for so long, a queue has what it finished destroyed.
constexpr auto kTidy = std::chrono::milliseconds(2);
constexpr auto kLook = std::chrono::milliseconds(20);
// After this the thread ends, until there is work again.
constexpr auto kIdle = std::chrono::seconds(5);
constexpr auto kStopping = std::chrono::seconds(5);

// What all queues share. Its mutex is never held while the GIL is asked for.
struct Hub {
    std::mutex mutex;
    std::condition_variable progress;
    std::vector<std::shared_ptr<Queue>> queues;  // with a thread, or with a failure
    std::vector<std::unique_ptr<Task>> finished;  // to be destroyed with the GIL
    bool reclaiming = false;
    uint64_t cycles = 0;

    static void before_fork();
    static void in_parent();
    static void in_child();
};

namespace {

// Never destroyed: threads may outlive static destruction.
Hub* hub = new Hub;

const int registered = pthread_atfork(Hub::before_fork, Hub::in_parent, Hub::in_child);

using Lock = std::unique_lock<std::mutex>;

thread_local Queue* served = nullptr;

// With the GIL.
void destroy_finished() {
    std::vector<std::unique_ptr<Task>> gone;
    {
        Lock lock(hub->mutex);
        gone.swap(hub->finished);
    }
    // Destructors of Python objects must not see, or lose, an exception that stands.
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    gone.clear();
    PyErr_Restore(type, value, trace);
}

int reclaim(void*) {
    {
        Lock lock(hub->mutex);
        hub->reclaiming = false;
    }
    destroy_finished();
    return 0;
}

// With the mutex, without the GIL: lets the main thread destroy what is finished.
void reclaim_soon() {
    if (!hub->finished.empty() && !hub->reclaiming && Py_AddPendingCall(reclaim, nullptr) == 0) hub->reclaiming = true;
}

// With the GIL, which it gives away meanwhile: waits until `ready`, and lets Python see its signals.
template <typename Ready>
Waited wait_until(double seconds, const Ready& ready) {
    bool limited = seconds > 0;
    auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limited ? seconds : 0));
    PyThreadState* state = PyEval_SaveThread();
    Waited waited = Waited::Done;
    auto look = Clock::now() + kLook;
    Lock lock(hub->mutex);
    while (!ready()) {
        auto now = Clock::now();
        if (limited && now >= end) {
            waited = Waited::Late;
            break;
        }
        if (now >= look) {
            lock.unlock();
            PyEval_RestoreThread(state);
            int failed = PyErr_CheckSignals();
            state = PyEval_SaveThread();
            lock.lock();
            if (failed != 0) {
                waited = Waited::Interrupted;
                break;
            }
            look = Clock::now() + kLook;
        }
        hub->progress.wait_until(lock, limited ? std::min(look, end) : look);
    }
    lock.unlock();
    PyEval_RestoreThread(state);
    return waited;
}

}  // namespace

bool Mark::reached() const {
    Lock lock(hub->mutex);
    return done;
}

Task::~Task() {
    for (PyObject* object : owned) Py_DECREF(object);
}

void Task::own(PyObject* object) {
    Py_INCREF(object);
    owned.push_back(object);
}

void Task::place_here() {
    PyFrameObject* frame = PyEval_GetFrame();
    if (frame == nullptr) return;
    line = PyFrame_GetLineNumber(frame);
    PyCodeObject* code = PyFrame_GetCode(frame);
    file = code->co_filename;
    own(file);
    Py_DECREF(code);
}

bool Queue::submit(std::unique_ptr<Task> task) {
    Lock lock(hub->mutex);
    if (tasks_.size() >= kMostPending || hub->finished.size() >= kMostPending) {
        lock.unlock();
        destroy_finished();
        if (wait_until(0, [this] { return tasks_.size() < kMostPending; }) == Waited::Interrupted) return false;
        lock.lock();
    }
    const char* problem = closed_ ? "the stream was destroyed" : nullptr;
    if (problem == nullptr && !working_) {
        try {
            std::thread([self = shared_from_this()] { self->work(); }).detach();
            working_ = true;
            hub->queues.push_back(shared_from_this());
        } catch (const std::system_error&) {
            problem = "the host has no thread for another stream; destroy streams that are of no more use";
        }
    }
    if (problem == nullptr) {
        tasks_.push_back(std::move(task));
        ++submitted_;
        wake_.notify_one();
        return true;
    }
    lock.unlock();
    PyErr_SetString(PyExc_RuntimeError, problem);
    return false;
}

Waited Queue::wait(double seconds) {
    uint64_t target;
    {
        Lock lock(hub->mutex);
        target = submitted_;
    }
    Waited waited = wait_until(seconds, [&] { return completed_ >= target; });
    if (waited == Waited::Interrupted) {
        PyThreadState* state = PyEval_SaveThread();
        {
            Lock lock(hub->mutex);
            give_up();
            hub->progress.wait_for(lock, kStopping, [this] { return !busy_; });
        }
        PyEval_RestoreThread(state);
    }
    destroy_finished();
    return waited;
}

bool Queue::busy() const {
    Lock lock(hub->mutex);
    return completed_ < submitted_;
}

std::unique_ptr<Failure> Queue::take_failure() {
    Lock lock(hub->mutex);
    if (!working_) leave();
    return std::move(failure_);
}

// With the mutex.
void Queue::leave() {
    auto& all = hub->queues;
    all.erase(std::remove(all.begin(), all.end(), shared_from_this()), all.end());
}

uint64_t Queue::cycles() const {
    Lock lock(hub->mutex);
    return cycles_;
}

void Queue::close() {
    Lock lock(hub->mutex);
    closed_ = true;
    wake_.notify_one();
}

// With the mutex: what waits is dropped, and what runs is stopped.
void Queue::give_up() {
    stop_ = busy_;
    while (!tasks_.empty()) {
        auto task = std::move(tasks_.front());
        tasks_.pop_front();
        finish(std::move(task), true);
    }
}

// With the mutex.
void Queue::finish(std::unique_ptr<Task> task, bool dropped) {
    if (task->kind == Task::Kind::Record) {
        task->mark->failed = dropped;
        task->mark->cycles = cycles_;
        task->mark->done = true;
    }
    hub->finished.push_back(std::move(task));
    ++completed_;
    hub->progress.notify_all();
}

void Queue::work() {
    served = this;
    Lock lock(hub->mutex);
    for (;;) {
        auto called = [this] { return closed_ || !tasks_.empty(); };
        if (!wake_.wait_for(lock, kTidy, called)) {
            reclaim_soon();
            wake_.wait_for(lock, kIdle, called);
        }
        if (tasks_.empty()) break;
        auto task = std::move(tasks_.front());
        tasks_.pop_front();
        bool drop = failure_ != nullptr;
        if (drop) {
            if (task->kind == Task::Kind::Launch || task->kind == Task::Kind::Call) ++failure_->dropped;
        } else if (task->kind != Task::Kind::Record) {
            busy_ = true;
            uint64_t before = thread_cycles();
            lock.unlock();
            execute(*task);
            lock.lock();
            cycles_ += thread_cycles() - before;
            hub->cycles += thread_cycles() - before;
            busy_ = false;
            drop = failure_ != nullptr || stop_;
            stop_ = false;
        }
        finish(std::move(task), drop);
        if (hub->finished.size() >= kMostFinished) reclaim_soon();
    }
    reclaim_soon();
    working_ = false;
    if (failure_ == nullptr) leave();
}

// Without the mutex and the GIL.
void Queue::execute(Task& task) {
    if (task.kind == Task::Kind::Wait) {
        bool failed;
        {
            Lock lock(hub->mutex);
            hub->progress.wait(lock, [&] { return task.mark->done || stop_; });
            cycles_ = std::max(cycles_, task.mark->cycles);
            failed = !stop_ && task.mark->failed;
        }
        if (!failed) return;
        PyGILState_STATE gil = PyGILState_Ensure();
        PyErr_SetString(PyExc_RuntimeError, "the stream waited here for an event before which a launch failed or was given up");
        fail(task);
        PyGILState_Release(gil);
        return;
    }
    if (task.kind == Task::Kind::Call) {
        PyGILState_STATE gil = PyGILState_Ensure();
        PyObject* done = PyObject_CallNoArgs(task.call);
        if (done == nullptr) fail(task);
        Py_XDECREF(done);
        PyGILState_Release(gil);
        return;
    }
    Result result;
    Request request = task.prepared->request(task.arguments.data(), task.buffers.data(), task.buffers.size(), task.block_num);
    request.tick = [](void*) { return stop_asked() ? 1 : 0; };
    run(request, result);
    bool interrupted = result.failed && result.error.kind == Kind::Interrupted;
    if (interrupted || (!result.failed && result.output.empty())) return;
    PyGILState_STATE gil = PyGILState_Ensure();
    if (result.failed) raise_error(result, *task.prepared->kernel);
    if (!result.failed) show(task.call, result.output);
    if (PyErr_Occurred()) fail(task);
    PyGILState_Release(gil);
}

// With the GIL and a Python exception, which becomes the queue's failure.
void Queue::fail(const Task& task) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (trace != nullptr) PyException_SetTraceback(value, trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    auto failure = std::make_unique<Failure>();
    failure->exception = value;
    failure->file = task.file;
    Py_XINCREF(task.file);
    failure->line = task.line;
    Lock lock(hub->mutex);
    // What was stopped is no failure. It goes when the lock has gone.
    if (!stop_) failure_.swap(failure);
}

Failure::~Failure() {
    Py_XDECREF(exception);
    Py_XDECREF(file);
}

bool stop_asked() {
    if (served == nullptr) return false;
    Lock lock(hub->mutex);
    return served->stop_;
}

std::vector<std::shared_ptr<Queue>> queues() {
    Lock lock(hub->mutex);
    return hub->queues;
}

Waited wait_for(const Mark& mark, double seconds) {
    return wait_until(seconds, [&] { return mark.done; });
}

uint64_t give_up_all(double seconds) {
    uint64_t count = 0;
    PyThreadState* state = PyEval_SaveThread();
    {
        Lock lock(hub->mutex);
        for (auto& queue : hub->queues) {
            count += queue->submitted_ - queue->completed_;
            queue->give_up();
        }
        hub->progress.wait_for(lock, std::chrono::duration<double>(seconds), [] {
            return std::none_of(hub->queues.begin(), hub->queues.end(), [](auto& queue) { return queue->busy_; });
        });
    }
    PyEval_RestoreThread(state);
    destroy_finished();
    return count;
}

uint64_t queued_cycles() {
    Lock lock(hub->mutex);
    return hub->cycles;
}

void Hub::before_fork() { hub->mutex.lock(); }

void Hub::in_parent() { hub->mutex.unlock(); }

// The threads are gone, and their work stays the parent's. What it refers to is never given back: whether Python may
// run here isn't known.
void Hub::in_child() {
    auto* left = new std::vector<std::unique_ptr<Task>>;
    for (auto& queue : hub->queues) {
        for (auto& task : queue->tasks_) {
            if (task->kind == Task::Kind::Record) task->mark->done = task->mark->failed = true;
            left->push_back(std::move(task));
        }
        queue->tasks_.clear();
        (void)queue->failure_.release();
        queue->completed_ = queue->submitted_;
        queue->working_ = queue->busy_ = queue->stop_ = false;
        new (&queue->wake_) std::condition_variable;
    }
    for (auto& task : hub->finished) left->push_back(std::move(task));
    hub->finished.clear();
    hub->reclaiming = false;
    auto* old = new std::vector<std::shared_ptr<Queue>>;
    old->swap(hub->queues);
    new (&hub->mutex) std::mutex;
    new (&hub->progress) std::condition_variable;
}

}  // namespace asc_machine
