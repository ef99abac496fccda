// For posix_spawn_file_actions_addclosefrom_np.
#define _GNU_SOURCE
#include "CLinux.h"

#include <spawn.h>

int tk_spawn_closing_descriptors_from(void *file_actions, int first) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    return posix_spawn_file_actions_addclosefrom_np(file_actions, first);
#else
    (void)file_actions;
    (void)first;
    return 0;
#endif
}
