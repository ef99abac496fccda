#define _GNU_SOURCE

#include "CProcess.h"
#include "memory.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static const size_t tk_watch_stack_bytes = 64 << 10;

int tk_is_memory_refused(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return 1;
    munmap(memory, bytes);
    return 0;
}

/// The processor time of this process in microseconds.
static int64_t tk_processor_time(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0) return -1;
    return (int64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 + usage.ru_utime.tv_usec
        + usage.ru_stime.tv_usec;
}

/// Ends the process once memory is refused and nothing is done for a few seconds in a row.
///
/// libdispatch retries every second, without end, when it cannot create a thread.
static void *tk_watch_memory(void *unused) {
    (void)unused;
    const int patience = 3;
    // The retries themselves take less.
    const int64_t idle_time = 20000;
    int64_t last = tk_processor_time();
    for (int idle = 0; idle < patience;) {
        sleep(1);
        int64_t now = tk_processor_time();
        idle = now - last < idle_time && tk_is_memory_refused(tk_smallest_mapping) ? idle + 1 : 0;
        last = now;
    }
    tk_exit_without_memory();
    return NULL;
}

void tk_use_little_address_space(size_t stack_bytes) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return;
#ifdef __GLIBC__
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_setattr_default_np(&attributes);
    mallopt(M_ARENA_MAX, 1);
#else
    (void)stack_bytes;
#endif
    pthread_attr_destroy(&attributes);
}

void tk_end_without_memory(void) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return;
    pthread_t watch;
    pthread_attr_setstacksize(&attributes, tk_watch_stack_bytes);
    if (pthread_create(&watch, &attributes, tk_watch_memory, NULL) == 0) pthread_detach(watch);
    pthread_attr_destroy(&attributes);
}
