#include "CLinux.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int tk_landlock_version(void) { return (int)syscall(444, (void *)0, 0, 1u); }

int tk_landlock_create(
    unsigned long long files, unsigned long long ports, unsigned long long scopes, int version) {
    unsigned long long attributes[3] = {files, ports, scopes};
    return (int)syscall(444, attributes, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0u);
}

int tk_landlock_allow(int rules, int descriptor, unsigned long long rights) {
    struct { unsigned long long rights; int descriptor; } __attribute__((packed)) rule = {rights, descriptor};
    return (int)syscall(445, rules, 1, &rule, 0u);
}

int tk_landlock_restrict(int rules) { return (int)syscall(446, rules, 0u); }

int tk_forbid_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
