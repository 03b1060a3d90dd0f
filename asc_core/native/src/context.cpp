#include "context.h"

#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
asm(R"(
    .text
    .globl asc_machine_switch
    .hidden asc_machine_switch
    .type asc_machine_switch, @function
    .p2align 4
asc_machine_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    subq $8, %rsp
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    ldmxcsr (%rsp)
    fldcw 4(%rsp)
    addq $8, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size asc_machine_switch, .-asc_machine_switch
)");

namespace asc_machine {

void* initial_stack(void* top, void (*entry)()) {
    auto* words = static_cast<uint64_t*>(top);
    *--words = 0;  // keeps the stack aligned as after a call, and ends a debugger's walk
    *--words = reinterpret_cast<uint64_t>(entry);
    for (int i = 0; i < 6; ++i) *--words = 0;
    uint32_t control[2] = {0x1f80, 0x037f};
    std::memcpy(--words, control, sizeof control);
    return words;
}

}  // namespace asc_machine

#elif defined(__aarch64__)
asm(R"(
    .text
    .globl asc_machine_switch
    .hidden asc_machine_switch
    .type asc_machine_switch, %function
    .p2align 4
asc_machine_switch:
    sub sp, sp, #176
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mrs x9, fpcr
    str x9, [sp, #160]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldr x9, [sp, #160]
    msr fpcr, x9
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #176
    ret
    .size asc_machine_switch, .-asc_machine_switch
)");

namespace asc_machine {

void* initial_stack(void* top, void (*entry)()) {
    auto* words = reinterpret_cast<uint64_t*>(static_cast<char*>(top) - 176);
    std::memset(words, 0, 176);
    words[11] = reinterpret_cast<uint64_t>(entry);
    return words;
}

}  // namespace asc_machine
#else
#error "The machine's stack switch knows x86_64 and aarch64"
#endif
