#include "CLinux.h"

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

int tk_rename_exchange(const char *first, const char *second) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, 2);
}

int tk_rename_noreplace(const char *old_path, const char *new_path) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, old_path, AT_FDCWD, new_path, 1);
}

int tk_syncfs(int file) {
    return (int)syscall(SYS_syncfs, file);
}

int tk_create_without_links(int folder, const char *name, int flags, unsigned mode) {
    // struct open_how of linux/openat2.h, with RESOLVE_NO_SYMLINKS.
    struct { unsigned long long flags, mode, resolve; } how = {(unsigned)flags, mode, 4};
    long file = syscall(437, folder, name, &how, sizeof how);
    if (file < 0 && (errno == ENOSYS || errno == EPERM)) {
        return openat(folder, name, flags | O_NOFOLLOW, mode);
    }
    return (int)file;
}

int tk_create_unnamed(const char *folder) {
    // __O_TMPFILE of asm-generic/fcntl.h; fcntl.h has the macro for GNU sources only.
    return open(folder, 020000000 | O_DIRECTORY | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
}

int tk_allowed_processor_count(void) {
    unsigned long mask[128] = {0};
    long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    int count = 0;
    for (long i = 0; i < bytes / (long)sizeof mask[0]; i++) {
        count += __builtin_popcountl(mask[i]);
    }
    return bytes < 0 ? -1 : count;
}

int tk_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

int tk_thread_id(void) { return (int)syscall(SYS_gettid); }

void tk_retain_freed_memory(int bytes) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, bytes / 2);
    mallopt(M_TRIM_THRESHOLD, bytes);
    // The heaps of threads have 64 MB each; without padding they grow and shrink with a single block.
    mallopt(M_TOP_PAD, bytes / 4);
#endif
}

void tk_close_descriptors_from(int first) { syscall(436, (unsigned)first, ~0u, 0u); }

int tk_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u); }

int tk_sealed_memory(const char *name, long size) {
    // MFD_CLOEXEC and MFD_ALLOW_SEALING; F_ADD_SEALS (1033) with F_SEAL_SEAL, F_SEAL_SHRINK and F_SEAL_GROW.
    int file = (int)syscall(SYS_memfd_create, name, 3u);
    if (file < 0) return -1;
    if (ftruncate(file, size) == 0 && fcntl(file, 1033, 1 | 2 | 4) == 0) return file;
    close(file);
    return -1;
}

int tk_cannot_shrink(int file) {
    // F_GET_SEALS (1034), F_SEAL_SHRINK.
    int seals = fcntl(file, 1034);
    return seals >= 0 && (seals & 2) != 0;
}

int tk_send_descriptor(int socket, int descriptor) {
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

int tk_receive_descriptor(int socket) {
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

int tk_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int tk_epoll_add_hangup(int set, int socket, unsigned long long token) {
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLONESHOT, .data = {.u64 = token}};
    return epoll_ctl(set, EPOLL_CTL_ADD, socket, &event);
}

int tk_epoll_add_readable(int set, int descriptor, unsigned long long token) {
    struct epoll_event event = {.events = EPOLLIN, .data = {.u64 = token}};
    return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

void tk_epoll_remove(int set, int descriptor) { epoll_ctl(set, EPOLL_CTL_DEL, descriptor, NULL); }

int tk_epoll_wait(int set, unsigned long long *token, int milliseconds) {
    struct epoll_event event;
    int count = epoll_wait(set, &event, 1, milliseconds);
    if (count > 0) { *token = event.data.u64; }
    return count;
}
