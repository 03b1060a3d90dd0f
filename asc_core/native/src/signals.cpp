#include "signals.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstdio>
#include <mutex>

#include "interrupt.h"
#include "scheduler.h"

namespace asc_machine {

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
constexpr size_t kAlternateBytes = size_t(64) << 10;

struct sigaction previous[NSIG];
thread_local bool chained[NSIG];

std::string explain(const Worker& here) {
    char text[160];
    auto stack = reinterpret_cast<uintptr_t>(here.running->region);
    if (here.fault_signal == SIGFPE) return "integer division by zero, or of the smallest integer by -1";
    // Kernels are compiled with checks of local arrays' indices that trap.
    if (here.fault_signal == SIGILL || here.fault_signal == SIGTRAP) return "an index lies outside a local array";
    if (here.fault_address < stack && here.fault_address >= stack - kGuardBytes) {
        std::snprintf(text, sizeof text, "stack overflow: local variables and calls need more than %zu bytes",
                      kStackBytes - kCoreBytes);
    } else {
        std::snprintf(text, sizeof text, "access to address %#llx, which belongs to no memory of the kernel",
                      static_cast<unsigned long long>(here.fault_address));
    }
    return text;
}

// Runs at the top of the faulting fiber's own stack, whose contents are of no more use.
void land() {
    Worker& here = *this_worker_if_any();
    Core& core = here.running->core();
    Guarded guarded(core);
    {
        std::lock_guard<std::mutex> lock(here.launch->mutex);
        Error error = describe(core, Kind::Fault, "", explain(here));
        error.pc = here.fault_pc;
        here.launch->record(core, std::move(error));
    }
    abandon();
}

void divert(ucontext_t& context, Worker& here) {
    auto top = reinterpret_cast<uintptr_t>(here.running->stack_top());
#if defined(__x86_64__)
    here.fault_pc = context.uc_mcontext.gregs[REG_RIP];
    context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(top - 8);
    context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(land);
    context.uc_mcontext.gregs[REG_EFL] &= ~greg_t(0x400);
#elif defined(__aarch64__)
    here.fault_pc = context.uc_mcontext.pc;
    context.uc_mcontext.sp = top;
    context.uc_mcontext.pc = reinterpret_cast<uintptr_t>(land);
#endif
}

void pass_on(int number, siginfo_t* info, void* context) {
    struct sigaction& older = previous[number];
    bool again = chained[number];
    chained[number] = true;
    if (!again && (older.sa_flags & SA_SIGINFO) != 0) {
        older.sa_sigaction(number, info, context);
    } else if (!again && older.sa_handler != SIG_DFL && older.sa_handler != SIG_IGN) {
        older.sa_handler(number);
    } else {
        // The instruction runs again and now ends the process, as without this handler.
        signal(number, SIG_DFL);
        if (info->si_code <= 0) raise(number);
    }
}

void handle(int number, siginfo_t* info, void* context) {
    Worker* here = this_worker_if_any();
    if (here == nullptr || here->running == nullptr || info->si_code <= 0) {
        pass_on(number, info, context);
        return;
    }
    here->fault_signal = number;
    here->fault_address = reinterpret_cast<uintptr_t>(info->si_addr);
    divert(*static_cast<ucontext_t*>(context), *here);
}

void install() {
    struct sigaction action = {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int number : kSignals) {
        struct sigaction older;
        sigaction(number, nullptr, &older);
        if ((older.sa_flags & SA_SIGINFO) != 0 && older.sa_sigaction == handle) continue;
        previous[number] = older;
        sigaction(number, &action, nullptr);
    }
}

struct AlternateStack {
    void* memory = nullptr;

    AlternateStack() {
        stack_t now = {};
        if (sigaltstack(nullptr, &now) == 0 && (now.ss_flags & SS_DISABLE) == 0) return;
        memory = mmap(nullptr, kAlternateBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            memory = nullptr;
            return;
        }
        stack_t mine = {};
        mine.ss_sp = memory;
        mine.ss_size = kAlternateBytes;
        sigaltstack(&mine, nullptr);
    }

    ~AlternateStack() {
        if (memory == nullptr) return;
        stack_t none = {};
        none.ss_flags = SS_DISABLE;
        sigaltstack(&none, nullptr);
        munmap(memory, kAlternateBytes);
    }
};

}  // namespace

void guard_thread() {
    static thread_local AlternateStack stack;
    (void)stack;
    // Another handler may have come since: faulthandler.enable() for one.
    struct sigaction now;
    sigaction(SIGSEGV, nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == handle && interrupt_installed()) return;
    static std::mutex& mutex = *new std::mutex;
    std::lock_guard<std::mutex> lock(mutex);
    install();
    install_interrupt();
}

}  // namespace asc_machine
