#pragma once

#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/syscall.h>
#include <unistd.h>

/// Lets two files or folders trade names in one step. renameat2 is declared for GNU sources only, which Swift's view
/// of the C library is not; the number 2 is RENAME_EXCHANGE of linux/fs.h.
static inline int tk_rename_exchange(const char *first, const char *second) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, 2);
}

/// Gives a file another name unless something has that name already, in one step; the number 1 is RENAME_NOREPLACE of
/// linux/fs.h.
static inline int tk_rename_noreplace(const char *old_path, const char *new_path) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, old_path, AT_FDCWD, new_path, 1);
}

/// Processors this process may run on, which a container or taskset may have limited; negative if unknown. The GNU
/// wrapper and its set type are not in Swift's view of the C library.
static inline int tk_allowed_processor_count(void) {
    unsigned long mask[128] = {0};
    long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    int count = 0;
    for (long i = 0; i < bytes / (long)sizeof mask[0]; i++) {
        count += __builtin_popcountl(mask[i]);
    }
    return bytes < 0 ? -1 : count;
}

/// Whether this is the main thread: on Linux it has the number of the process. glibc's gettid is for GNU sources only.
static inline int tk_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

/// Has freed memory kept for what is allocated next: up to `bytes` at the end of each heap, and blocks of up to half of
/// that on heaps, which grow and shrink by a quarter of it. mallopt is glibc's.
static inline void tk_retain_freed_memory(int bytes) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, bytes / 2);
    mallopt(M_TRIM_THRESHOLD, bytes);
    // Threads have heaps of 64 MB each, which come and go with a single block otherwise.
    mallopt(M_TOP_PAD, bytes / 4);
#endif
}
