#include "pool.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "scheduler.h"
#include "signals.h"

namespace asc_machine {

namespace {

struct Wanted {
    Launch* launch;
    int count;
};

struct Pool {
    std::mutex mutex;
    std::condition_variable work, left;
    std::vector<Wanted> wanted;
    int threads = 0;
    int idle = 0;
};

// Never destroyed: its threads may outlive static destruction. Replaced after a fork, which loses them.
Pool* pool = new Pool;

const int registered = pthread_atfork(nullptr, nullptr, [] { pool = new Pool; });

std::atomic<int> thread_limit{0};

void help() {
    guard_thread();
    Pool& here = *pool;
    std::unique_lock<std::mutex> lock(here.mutex);
    for (;;) {
        ++here.idle;
        here.work.wait(lock, [&] { return !here.wanted.empty(); });
        --here.idle;
        Wanted& first = here.wanted.front();
        Launch& launch = *first.launch;
        launch.helpers.fetch_add(1);
        if (--first.count == 0) here.wanted.erase(here.wanted.begin());
        lock.unlock();
        this_worker().work(launch, false);
        lock.lock();
        launch.helpers.fetch_sub(1);
        here.left.notify_all();
    }
}

}  // namespace

void call_helpers(Launch& launch, int count) {
    if (count <= 0) return;
    Pool& here = *pool;
    std::lock_guard<std::mutex> lock(here.mutex);
    here.wanted.push_back({&launch, count});
    int needed = 0;
    for (const Wanted& each : here.wanted) needed += each.count;
    for (; here.idle < needed && here.threads < std::max(get_threads(), count + 1) - 1; --needed, ++here.threads)
        std::thread(help).detach();
    here.work.notify_all();
}

void dismiss_helpers(Launch& launch) {
    Pool& here = *pool;
    std::unique_lock<std::mutex> lock(here.mutex);
    here.wanted.erase(std::remove_if(here.wanted.begin(), here.wanted.end(),
                                     [&](const Wanted& each) { return each.launch == &launch; }),
                      here.wanted.end());
    here.left.wait(lock, [&] { return launch.helpers.load() == 0; });
}

void set_threads(int threads) { thread_limit.store(threads); }

int get_threads() {
    if (int limit = thread_limit.load(); limit > 0) return limit;
    cpu_set_t mask;
    static const int usable = sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : 1;
    return usable;
}

}  // namespace asc_machine
