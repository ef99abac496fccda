#pragma once

// What Swift cannot call of Linux and of glibc. No header of the system is included, so that its types belong to one module, Glibc,
// whichever modules a file imports.

/// Exchanges two files or folders atomically (RENAME_EXCHANGE, 2 in linux/fs.h).
///
/// renameat2 is declared for GNU sources only, so Swift does not see it.
int tk_rename_exchange(const char *first, const char *second);

/// Renames a file unless the new name exists, atomically (RENAME_NOREPLACE, 1 in linux/fs.h).
int tk_rename_noreplace(const char *old_path, const char *new_path);

/// syncfs is declared for GNU sources only.
int tk_syncfs(int file);

/// Creates a file for writing, relative to an open folder; a symbolic link on the way to it is an error (openat2, Linux
/// 5.6). Older systems, and sandboxes that do not allow the call, refuse only a link with the file's own name.
int tk_create_without_links(int folder, const char *name, int flags, unsigned mode);

/// Creates a file without a name for reading and writing, in the file system of a folder (O_TMPFILE, Linux 3.11); some
/// file systems do not support that.
int tk_create_unnamed(const char *folder);

/// The number of processors that this process may run on, which a container or taskset may limit; negative if unknown.
/// glibc's wrapper and its set type are not visible in Swift.
int tk_allowed_processor_count(void);

/// True on the main thread, whose thread ID on Linux is the process ID.
///
/// glibc's gettid is for GNU sources only.
int tk_is_main_thread(void);

/// The kernel's ID of the calling thread.
///
/// glibc's gettid is for GNU sources only.
int tk_thread_id(void);

/// Makes glibc keep up to `bytes` of freed memory at the top of each heap, allocate blocks of up to half of that on
/// heaps, and grow heaps by a quarter of it (mallopt).
void tk_retain_freed_memory(int bytes);

/// Closes all descriptors from a first one on (close_range, Linux 5.9); older systems keep them open.
void tk_close_descriptors_from(int first);

/// Adds an action to those of posix_spawn (posix_spawn_file_actions_t): closes all descriptors from a first one on. Returns 0,
/// or an errno. Before glibc 2.34 the descriptors stay open.
///
/// glibc's function is declared for GNU sources only.
int tk_spawn_closing_descriptors_from(void *file_actions, int first);

/// Creates an anonymous file in memory, closed on exec (memfd_create; MFD_CLOEXEC is 1 in linux/memfd.h).
int tk_memory_file(const char *name);

/// Creates an anonymous file of zeros in memory, closed on exec, whose size nobody can change (memfd_create with
/// MFD_ALLOW_SEALING, F_ADD_SEALS); returns its descriptor, or -1.
int tk_sealed_memory(const char *name, long size);

/// Whether nobody can shrink a file, because it is one in memory that is sealed (F_GET_SEALS with F_SEAL_SHRINK). The pages of a
/// mapping that lie beyond the end of a file that was shrunk end the process when they are touched (SIGBUS).
int tk_cannot_shrink(int file);

/// Sends a descriptor over a UNIX stream socket, with a byte (SCM_RIGHTS); returns 0, or -1. The macros for such messages
/// are not visible in Swift.
int tk_send_descriptor(int socket, int descriptor);

/// Receives the descriptor that tk_send_descriptor has sent, closed on exec; returns it, or -1.
int tk_receive_descriptor(int socket);

/// Creates a set of watched descriptors (epoll_create1), which Swift does not see.
int tk_epoll_create(void);

/// Watches a socket for the end of its other side, once (EPOLL_CTL_ADD); returns 0, or -1 if it cannot be watched.
int tk_epoll_add_hangup(int set, int socket, unsigned long long token);

/// Watches a descriptor until it can be read, every time (EPOLL_CTL_ADD); returns 0, or -1 if it cannot be watched.
int tk_epoll_add_readable(int set, int descriptor, unsigned long long token);

/// Watches a descriptor no longer (EPOLL_CTL_DEL).
void tk_epoll_remove(int set, int descriptor);

/// Waits for the next event, at most some milliseconds, and writes its token; returns the number of events, 0 or 1, or -1.
int tk_epoll_wait(int set, unsigned long long *token, int milliseconds);

// Landlock (Linux 5.13, linux/landlock.h): a process gives up rights to files, ports and other processes. The C library
// has no wrappers, and syscall has variable arguments, which Swift cannot call.

/// The version of Landlock's interface that the kernel has; negative without Landlock
/// (LANDLOCK_CREATE_RULESET_VERSION).
int tk_landlock_version(void);

/// Creates a set of rules that refuses the named rights to files and ports and to what is outside of its scopes, apart
/// from what is allowed later; a kernel of an older version takes fewer of the fields.
int tk_landlock_create(
    unsigned long long files, unsigned long long ports, unsigned long long scopes, int version);

/// Allows rights to an open file, or to an open folder and everything below (LANDLOCK_RULE_PATH_BENEATH).
int tk_landlock_allow(int rules, int descriptor, unsigned long long rights);

/// Applies the rules to the calling thread, and to the threads that it starts, for good.
int tk_landlock_restrict(int rules);

/// Programs that the process starts get no more rights than it has (PR_SET_NO_NEW_PRIVS); what follows requires that.
int tk_forbid_new_privileges(void);
