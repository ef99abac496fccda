#define _GNU_SOURCE
#include "CMainQueue.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Exported by libdispatch for Core Foundation's run loop, and declared in none of its headers: what a loop of the main
// thread needs to run the blocks of the main queue.
extern void _dispatch_main_queue_callback_4CF(void *message);
extern int _dispatch_get_main_queue_handle_4CF(void);

void tk_drain_main_queue(void) { _dispatch_main_queue_callback_4CF((void *)0); }

int tk_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

// Swift's runtime calls this hook, if it is set, on the main thread when an asynchronous main function suspends for the first
// time, and never returns from there. It is weak, for runtimes without it.
typedef void (*tk_main_hook)(void *original, void *replacement) __attribute__((swiftcall));
extern tk_main_hook swift_task_asyncMainDrainQueue_hook __attribute__((weak));

// Both are used on the main thread only.
static int serves_queue;
static void (*pending_work)(void);

int tk_main_thread_serves_queue(void) { return serves_queue; }

void tk_call_on_main_thread(void (*work)(void)) { pending_work = work; }

__attribute__((swiftcall, noreturn)) static void serve(void *original, void *replacement) {
    (void)original;
    (void)replacement;
    serves_queue = 1;
    // A loop of windows may have taken the announcement of the last blocks, so it is not waited for without limit.
    const int longest_wait = 100;
    struct pollfd announcements = {.fd = tk_main_queue_descriptor(), .events = POLLIN};
    for (;;) {
        tk_drain_main_queue();
        if (pending_work != NULL) {
            void (*work)(void) = pending_work;
            pending_work = NULL;
            work();
        } else if (poll(&announcements, 1, longest_wait) > 0) {
            uint64_t count;
            ssize_t length = read(announcements.fd, &count, sizeof count);
            (void)length;
        }
    }
}

// Before the main function. In a bundle of tests the queue stays with libdispatch: no window runs a loop there, and what tests
// do is not done on the main thread.
__attribute__((constructor)) static void take_main_thread(void) {
    size_t length = strlen(program_invocation_name);
    const char suffix[] = ".xctest";
    size_t count = sizeof suffix - 1;
    if (length >= count && strcmp(program_invocation_name + length - count, suffix) == 0) { return; }
    if (&swift_task_asyncMainDrainQueue_hook != NULL) { swift_task_asyncMainDrainQueue_hook = serve; }
}
