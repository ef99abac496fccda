#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// A filter of system calls for a process that computes: it starts no program and no process, opens no connection, reaches
// no other process, changes no file and nothing of the system. Landlock decides what it can read.

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define END SECCOMP_RET_KILL_PROCESS
#define REFUSE (SECCOMP_RET_ERRNO | EACCES)
#define MISSING (SECCOMP_RET_ERRNO | ENOSYS)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define TEST(test, value) BPF_JUMP(BPF_JMP | test | BPF_K, value, 0, 1)
#define ON(action, name) TEST(BPF_JEQ, SYS_##name), RETURN(action)
// The low half of an argument decides: both architectures are little-endian.
#define ON_ARGUMENT(name, number, test, value, yes, no) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD(args[number]), TEST(test, value), RETURN(yes), RETURN(no)
// Flags of open that write: O_WRONLY and O_RDWR, O_CREAT, O_TRUNC, O_TMPFILE.
#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | 020000000)

int tk_can_filter_system_calls(void) {
#ifdef ARCHITECTURE
    unsigned action = END;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
#else
    return 0;
#endif
}

int tk_filter_system_calls(void) {
#ifdef ARCHITECTURE
    const unsigned process = (unsigned)getpid();
    struct sock_filter filter[] = {
        LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0), RETURN(END), LOAD(nr),
        // The numbers of x32, another set of the same calls.
        TEST(BPF_JGE, 0x40000000), RETURN(END),
        // Calls of Linux 5.1 and newer, io_uring and pidfds among them: libraries do without them on older systems. The
        // flags of clone3 are in memory, where no filter can look; clone does the same for threads.
        TEST(BPF_JGE, 424), RETURN(MISSING),
        // Programs and processes; a new thread is none.
        ON(END, execve), ON(END, execveat), ON_ARGUMENT(clone, 0, BPF_JSET, CLONE_THREAD, SECCOMP_RET_ALLOW, END),
        // Connections, and descriptors that are passed on.
        ON(END, socket), ON(END, socketpair), ON(END, connect), ON(END, bind), ON(END, listen), ON(END, accept),
        ON(END, accept4), ON(END, sendmsg), ON(END, sendmmsg),
        // Other processes. abort sends a signal to its own process, and limits are those of process 0, which is the caller.
        ON(END, ptrace), ON(END, process_vm_readv), ON(END, process_vm_writev), ON(END, kcmp), ON(END, kill),
        ON(END, tkill), ON(END, rt_sigqueueinfo), ON(END, rt_tgsigqueueinfo), ON(END, migrate_pages), ON(END, move_pages),
        ON_ARGUMENT(tgkill, 0, BPF_JEQ, process, SECCOMP_RET_ALLOW, END),
        ON_ARGUMENT(prlimit64, 0, BPF_JEQ, 0, SECCOMP_RET_ALLOW, END),
        ON(END, shmget), ON(END, shmat), ON(END, msgget), ON(END, msgsnd), ON(END, msgrcv), ON(END, semget), ON(END, semop),
        ON(END, semtimedop), ON(END, mq_open),
        // The system.
        ON(END, open_by_handle_at), ON(END, mount), ON(END, umount2), ON(END, pivot_root), ON(END, chroot), ON(END, setns),
        ON(END, unshare), ON(END, bpf), ON(END, perf_event_open), ON(END, userfaultfd), ON(END, keyctl), ON(END, add_key),
        ON(END, request_key), ON(END, init_module), ON(END, finit_module), ON(END, delete_module), ON(END, kexec_load),
        ON(END, reboot), ON(END, swapon), ON(END, swapoff), ON(END, acct), ON(END, quotactl), ON(END, fanotify_init),
        ON(END, clock_settime), ON(END, settimeofday), ON(END, clock_adjtime), ON(END, adjtimex), ON(END, sethostname),
        // Files. Refused, not fatal: fontconfig tries to write its cache.
        ON_ARGUMENT(openat, 2, BPF_JSET, WRITES, REFUSE, SECCOMP_RET_ALLOW), ON(REFUSE, truncate), ON(REFUSE, unlinkat),
        ON(REFUSE, renameat), ON(REFUSE, renameat2), ON(REFUSE, linkat), ON(REFUSE, symlinkat), ON(REFUSE, mkdirat),
        ON(REFUSE, mknodat), ON(REFUSE, fchmod), ON(REFUSE, fchmodat), ON(REFUSE, fchown), ON(REFUSE, fchownat),
        ON(REFUSE, utimensat), ON(REFUSE, setxattr), ON(REFUSE, lsetxattr), ON(REFUSE, fsetxattr), ON(REFUSE, removexattr),
        ON(REFUSE, lremovexattr), ON(REFUSE, fremovexattr),
#ifdef __x86_64__
        // Older forms of the same.
        ON(END, fork), ON(END, vfork), ON(END, kexec_file_load), ON(END, iopl), ON(END, ioperm), ON(END, modify_ldt),
        ON_ARGUMENT(open, 1, BPF_JSET, WRITES, REFUSE, SECCOMP_RET_ALLOW), ON(REFUSE, creat), ON(REFUSE, unlink),
        ON(REFUSE, rmdir), ON(REFUSE, rename), ON(REFUSE, link), ON(REFUSE, symlink), ON(REFUSE, mkdir), ON(REFUSE, mknod),
        ON(REFUSE, chmod), ON(REFUSE, chown), ON(REFUSE, lchown), ON(REFUSE, utime), ON(REFUSE, utimes),
        ON(REFUSE, futimesat),
#endif
        RETURN(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
#else
    errno = ENOSYS;
    return -1;
#endif
}
