#define _GNU_SOURCE

#include "CProcess.h"
#include "memory.h"
#include "threads.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

/// The time for which threads are refused before the process ends, in milliseconds: for one that has just been started, and for one
/// that has worked, where other programs may end meanwhile. Dispatch asks again every second.
static const int64_t tk_patience_at_start = 1900, tk_patience_later = 30000;

/// The time in which a process counts as one that has just been started, in milliseconds.
static const int64_t tk_start_time = 10000;

/// The time after which a refusal has nothing to do with the one before, in milliseconds.
static const int64_t tk_longest_pause = 1500;

/// The times of the first and the last refusal in a row, in milliseconds; 0 if the last thread was started.
static _Atomic int64_t tk_first_refusal, tk_last_refusal;

/// A time that never goes back, in milliseconds, at least 1.
static int64_t tk_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

/// The time when the process began to note refusals.
static int64_t tk_beginning;

void tk_begin_noting_threads(void) {
    tk_beginning = tk_milliseconds();
}

void tk_note_thread_creation(int code) {
    if (code == 0) {
        tk_first_refusal = 0;
        tk_last_refusal = 0;
        return;
    }
    // The kernel says the same where there is no memory for a stack.
    if (code != EAGAIN || tk_is_memory_refused(tk_smallest_mapping)) return;
    int64_t now = tk_milliseconds(), last = tk_last_refusal;
    if (last == 0 || now - last > tk_longest_pause) tk_first_refusal = now;
    tk_last_refusal = now;
    int64_t first = tk_first_refusal;
    int64_t patience = first - tk_beginning < tk_start_time ? tk_patience_at_start : tk_patience_later;
    if (first != 0 && now - first >= patience) tk_exit_without_threads();
}

int tk_are_threads_refused(void) {
    int64_t last = tk_last_refusal;
    return last != 0 && tk_milliseconds() - last <= tk_longest_pause;
}
