#pragma once

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock (Linux 5.13, linux/landlock.h): a process gives up rights to files, ports and other processes. The C library
// has no wrappers, and syscall has variable arguments, which Swift cannot call.

/// The version of Landlock's interface that the kernel has; negative without Landlock
/// (LANDLOCK_CREATE_RULESET_VERSION).
static inline int tk_landlock_version(void) { return (int)syscall(444, (void *)0, 0, 1u); }

/// Creates a set of rules that refuses the named rights to files and ports and to what is outside of its scopes, apart
/// from what is allowed later; a kernel of an older version takes fewer of the fields.
static inline int tk_landlock_create(
    unsigned long long files, unsigned long long ports, unsigned long long scopes, int version) {
    unsigned long long attributes[3] = {files, ports, scopes};
    return (int)syscall(444, attributes, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0u);
}

/// Allows rights to an open file, or to an open folder and everything below (LANDLOCK_RULE_PATH_BENEATH).
static inline int tk_landlock_allow(int rules, int descriptor, unsigned long long rights) {
    struct { unsigned long long rights; int descriptor; } __attribute__((packed)) rule = {rights, descriptor};
    return (int)syscall(445, rules, 1, &rule, 0u);
}

/// Applies the rules to the calling thread, and to the threads that it starts, for good.
static inline int tk_landlock_restrict(int rules) { return (int)syscall(446, rules, 0u); }

/// Programs that the process starts get no more rights than it has (PR_SET_NO_NEW_PRIVS); what follows requires that.
static inline int tk_forbid_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
