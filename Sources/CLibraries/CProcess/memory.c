#define _GNU_SOURCE

#include "CProcess.h"

#include <pthread.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

void tk_use_little_address_space(size_t stack_bytes) {
#ifdef __GLIBC__
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) == 0) {
        pthread_attr_setstacksize(&attributes, stack_bytes);
        pthread_setattr_default_np(&attributes);
        pthread_attr_destroy(&attributes);
    }
    mallopt(M_ARENA_MAX, 1);
#else
    (void)stack_bytes;
#endif
}
