#define _GNU_SOURCE

#include "CProcess.h"
#include "CThreadCreation.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

// Sanitizers have a `pthread_create` themselves.
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer) && !defined(__SANITIZE_THREAD__)                  \
    && !defined(__SANITIZE_ADDRESS__)

typedef int tk_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int pthread_create(
    pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*body)(void *),
    void *restrict argument) {
    static tk_pthread_create *_Atomic next;
    tk_pthread_create *create = next;
    if (!create) {
        create = (tk_pthread_create *)dlsym(RTLD_NEXT, "pthread_create");
        if (!create) return ENOSYS;
        next = create;
    }
    int code = create(thread, attributes, body, argument);
    tk_note_thread_creation(code);
    return code;
}

#endif
