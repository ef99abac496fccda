#pragma once

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Exchanges two files or folders atomically (RENAME_EXCHANGE, 2 in linux/fs.h).
///
/// renameat2 is declared for GNU sources only, so Swift does not see it.
static inline int tk_rename_exchange(const char *first, const char *second) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, 2);
}

/// Renames a file unless the new name exists, atomically (RENAME_NOREPLACE, 1 in linux/fs.h).
static inline int tk_rename_noreplace(const char *old_path, const char *new_path) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, old_path, AT_FDCWD, new_path, 1);
}

/// syncfs is declared for GNU sources only.
static inline int tk_syncfs(int file) {
    return (int)syscall(SYS_syncfs, file);
}

/// Creates a file for writing, relative to an open folder; a symbolic link on the way to it is an error (openat2, Linux
/// 5.6). Older systems, and sandboxes that do not allow the call, refuse only a link with the file's own name.
static inline int tk_create_without_links(int folder, const char *name, int flags, unsigned mode) {
    // struct open_how of linux/openat2.h, with RESOLVE_NO_SYMLINKS.
    struct { unsigned long long flags, mode, resolve; } how = {(unsigned)flags, mode, 4};
    long file = syscall(437, folder, name, &how, sizeof how);
    if (file < 0 && (errno == ENOSYS || errno == EPERM)) {
        return openat(folder, name, flags | O_NOFOLLOW, mode);
    }
    return (int)file;
}

/// Creates a file without a name for reading and writing, in the file system of a folder (O_TMPFILE, Linux 3.11); some
/// file systems do not support that.
static inline int tk_create_unnamed(const char *folder) {
    // __O_TMPFILE of asm-generic/fcntl.h; fcntl.h has the macro for GNU sources only.
    return open(folder, 020000000 | O_DIRECTORY | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
}

/// The number of processors that this process may run on, which a container or taskset may limit; negative if unknown.
/// glibc's wrapper and its set type are not visible in Swift.
static inline int tk_allowed_processor_count(void) {
    unsigned long mask[128] = {0};
    long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    int count = 0;
    for (long i = 0; i < bytes / (long)sizeof mask[0]; i++) {
        count += __builtin_popcountl(mask[i]);
    }
    return bytes < 0 ? -1 : count;
}

/// True on the main thread, whose thread ID on Linux is the process ID.
///
/// glibc's gettid is for GNU sources only.
static inline int tk_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

/// The kernel's ID of the calling thread.
///
/// glibc's gettid is for GNU sources only.
static inline int tk_thread_id(void) { return (int)syscall(SYS_gettid); }

/// Makes glibc keep up to `bytes` of freed memory at the top of each heap, allocate blocks of up to half of that on
/// heaps, and grow heaps by a quarter of it (mallopt).
static inline void tk_retain_freed_memory(int bytes) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, bytes / 2);
    mallopt(M_TRIM_THRESHOLD, bytes);
    // The heaps of threads have 64 MB each; without padding they grow and shrink with a single block.
    mallopt(M_TOP_PAD, bytes / 4);
#endif
}

/// Closes all descriptors from a first one on (close_range, Linux 5.9); older systems keep them open.
static inline void tk_close_descriptors_from(int first) { syscall(436, (unsigned)first, ~0u, 0u); }

/// Creates an anonymous file in memory, closed on exec (memfd_create; MFD_CLOEXEC is 1 in linux/memfd.h).
static inline int tk_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u); }

/// Sends a descriptor over a UNIX stream socket, with a byte (SCM_RIGHTS); returns 0, or -1. The macros for such messages
/// are not visible in Swift.
static inline int tk_send_descriptor(int socket, int descriptor) {
    char byte = 0;
    union { struct cmsghdr head; char bytes[CMSG_SPACE(sizeof(int))]; } control = {0};
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    control.head.cmsg_level = SOL_SOCKET;
    control.head.cmsg_type = SCM_RIGHTS;
    control.head.cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(&control.head), &descriptor, sizeof descriptor);
    ssize_t count;
    do count = sendmsg(socket, &message, MSG_NOSIGNAL); while (count < 0 && errno == EINTR);
    return count == 1 ? 0 : -1;
}

/// Receives the descriptor that tk_send_descriptor has sent, closed on exec; returns it, or -1.
static inline int tk_receive_descriptor(int socket) {
    char byte;
    union { struct cmsghdr head; char bytes[CMSG_SPACE(sizeof(int))]; } control = {0};
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    int descriptor = -1;
    ssize_t count;
    do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC); while (count < 0 && errno == EINTR);
    if (count != 1 || message.msg_controllen < CMSG_LEN(sizeof descriptor) || control.head.cmsg_type != SCM_RIGHTS
        || control.head.cmsg_level != SOL_SOCKET) {
        return -1;
    }
    memcpy(&descriptor, CMSG_DATA(&control.head), sizeof descriptor);
    return descriptor;
}

/// Creates a set of watched descriptors (epoll_create1), which Swift does not see.
static inline int tk_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// Watches a socket for the end of its other side, once (EPOLL_CTL_ADD); returns 0, or -1 if it cannot be watched.
static inline int tk_epoll_add_hangup(int set, int socket, unsigned long long token) {
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLONESHOT, .data = {.u64 = token}};
    return epoll_ctl(set, EPOLL_CTL_ADD, socket, &event);
}

/// Watches a descriptor until it can be read, every time (EPOLL_CTL_ADD); returns 0, or -1 if it cannot be watched.
static inline int tk_epoll_add_readable(int set, int descriptor, unsigned long long token) {
    struct epoll_event event = {.events = EPOLLIN, .data = {.u64 = token}};
    return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

/// Watches a descriptor no longer (EPOLL_CTL_DEL).
static inline void tk_epoll_remove(int set, int descriptor) { epoll_ctl(set, EPOLL_CTL_DEL, descriptor, NULL); }

/// Waits for the next event, at most some milliseconds, and writes its token; returns the number of events, 0 or 1, or -1.
static inline int tk_epoll_wait(int set, unsigned long long *token, int milliseconds) {
    struct epoll_event event;
    int count = epoll_wait(set, &event, 1, milliseconds);
    if (count > 0) { *token = event.data.u64; }
    return count;
}

// Exported by libdispatch for Core Foundation's run loop, and declared in none of its headers: what a loop of the main
// thread needs to run the blocks of the main queue, which are the tasks of Swift's main actor.
extern void _dispatch_main_queue_callback_4CF(void *message);
extern int _dispatch_get_main_queue_handle_4CF(void);

/// Runs the blocks that are in the main queue now; to be called on the main thread, outside of such a block.
static inline void tk_drain_main_queue(void) { _dispatch_main_queue_callback_4CF((void *)0); }

/// A descriptor (eventfd) that can be read when blocks have been added to the main queue.
static inline int tk_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }
