#include "CProcess.h"
#include "memory.h"
#include "threads.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// What a process does when it crashes: it writes one line instead of a backtrace, or exits with a status that says why.
// Only functions that are allowed in signal handlers are called.

/// The outcome of a crash, by cause. A status of 0 lets the signal end the process.
typedef struct tk_crash_response {
    /// Written to the descriptor; empty for none.
    char line[1024];
    int descriptor;
    int status;
} tk_crash_response;

static struct {
    tk_crash_response memory, threads, stack, other;
    uintptr_t stack_top, stack_bytes;
} tk_crash_state;

/// Set by the first thread that crashes.
static atomic_flag tk_is_crashing = ATOMIC_FLAG_INIT;

static void tk_crash_respond(const tk_crash_response *response, int signal_number) {
    // Where memory is refused, several threads crash at a time: the first one ends the process.
    while (atomic_flag_test_and_set(&tk_is_crashing)) pause();
    size_t length = 0;
    while (length < sizeof response->line && response->line[length]) length++;
    if (length > 0 && write(response->descriptor, response->line, length) < 0) { /* There is nobody left to tell. */ }
    if (response->status != 0) _exit(response->status);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/// The bytes that can still be mapped in a crash for other reasons: what a library asks for at a time.
static const size_t tk_crash_margin = 32 << 20;

static void tk_crashed(int signal_number, siginfo_t *info, void *context) {
    (void)context;
    // Allocators set errno before their callers give up; nothing between here and there sets it again.
    int code = errno;
    uintptr_t address = (uintptr_t)info->si_addr, top = tk_crash_state.stack_top;
    // The kernel refuses to grow the stack somewhat before its limit, and a frame can be larger than the guard gap.
    uintptr_t reach = tk_crash_state.stack_bytes + (1 << 20);
    // Whatever fails where little more can be mapped, the growth of a stack as well, fails for that reason.
    if (signal_number != SIGFPE && tk_is_memory_refused(tk_crash_margin)) {
        tk_crash_respond(&tk_crash_state.memory, signal_number);
    } else if (tk_crash_state.threads.status != 0 && tk_are_threads_refused()) {
        tk_crash_respond(&tk_crash_state.threads, signal_number);
    } else if ((signal_number == SIGSEGV || signal_number == SIGBUS) && address < top && top - address < reach) {
        tk_crash_respond(&tk_crash_state.stack, signal_number);
    } else if (signal_number != SIGFPE && code == ENOMEM) {
        tk_crash_respond(&tk_crash_state.memory, signal_number);
    } else {
        tk_crash_respond(&tk_crash_state.other, signal_number);
    }
}

static void tk_set_crash_response(tk_crash_response *response, const char *line, int descriptor, int status) {
    strncpy(response->line, line, sizeof response->line - 1);
    response->descriptor = descriptor;
    response->status = status;
}

void tk_handle_crashes(
    int descriptor, size_t stack_bytes, const char *memory_line, int memory_status, const char *stack_line,
    int stack_status, const char *other_line, int other_status) {
    tk_set_crash_response(&tk_crash_state.memory, memory_line, descriptor, memory_status);
    tk_set_crash_response(&tk_crash_state.stack, stack_line, descriptor, stack_status);
    tk_set_crash_response(&tk_crash_state.other, other_line, descriptor, other_status);
    char here;
    tk_crash_state.stack_top = (uintptr_t)&here + (1 << 16);
    tk_crash_state.stack_bytes = stack_bytes;
    // A handler of a stack overflow needs a stack of its own.
    size_t bytes = 64 << 10;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) {
        stack_t stack = {.ss_sp = memory, .ss_size = bytes};
        sigaltstack(&stack, NULL);
    }
    struct sigaction action = {0};
    action.sa_sigaction = tk_crashed;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) sigaction(signals[i], &action, NULL);
}

void tk_exit_without_memory(void) {
    tk_crash_respond(&tk_crash_state.memory, SIGABRT);
}

void tk_end_without_threads(int descriptor, const char *line, int status) {
    tk_set_crash_response(&tk_crash_state.threads, line, descriptor, status);
    tk_begin_noting_threads();
}

void tk_exit_without_threads(void) {
    if (tk_crash_state.threads.status != 0) tk_crash_respond(&tk_crash_state.threads, SIGABRT);
}

void tk_set_memory_line(const char *line) {
    // A crash meanwhile writes the beginning of either line: the array always ends with a zero.
    strncpy(tk_crash_state.memory.line, line, sizeof tk_crash_state.memory.line - 1);
}
