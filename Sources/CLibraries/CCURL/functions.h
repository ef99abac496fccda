#pragma once

// Only addresses need libcurl, so nothing links it: this header has its types and a table of its functions, which is
// filled on first use.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

/// The functions that are called, without their common prefix.
#define TK_CURL_FUNCTIONS(F) \
    F(global_init) F(version_info) \
    F(easy_init) F(easy_cleanup) F(easy_reset) F(easy_setopt) F(easy_getinfo) F(easy_strerror) \
    F(multi_init) F(multi_cleanup) F(multi_setopt) F(multi_add_handle) F(multi_remove_handle) F(multi_perform) \
    F(multi_poll) F(multi_wakeup) F(multi_info_read) \
    F(slist_append) F(slist_free_all) \
    F(url) F(url_set) F(url_get) F(url_cleanup) F(free)

/// Pointers to libcurl's functions.
typedef struct tk_curl_functions {
#define TK_CURL_POINTER(name) __typeof__(&curl_##name) name;
    TK_CURL_FUNCTIONS(TK_CURL_POINTER)
#undef TK_CURL_POINTER
} tk_curl_functions;

/// The name of the library, which has not changed since 2006.
#define TK_CURL_LIBRARY "libcurl.so.4"

/// The age of the structure that version_info returns, as a macro cannot be imported.
static const CURLversion TK_CURL_VERSION = CURLVERSION_NOW;

/// Loads libcurl and looks up all functions; returns the reason for a failure, or NULL.
static inline const char *tk_curl_load_library(const char *file, tk_curl_functions *curl) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return dlerror();
#define TK_CURL_POINTER(name) \
    curl->name = (__typeof__(&curl_##name)) dlsym(library, "curl_" #name); \
    if (!curl->name) return dlerror();
    TK_CURL_FUNCTIONS(TK_CURL_POINTER)
#undef TK_CURL_POINTER
    return NULL;
}

// The functions below fix the type of the last argument of functions with a variable number of them, which Swift cannot
// call.

static inline CURLcode tk_curl_set_long(const tk_curl_functions *curl, CURL *handle, CURLoption option, long value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode tk_curl_set_offset(
    const tk_curl_functions *curl, CURL *handle, CURLoption option, curl_off_t value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode tk_curl_set_text(
    const tk_curl_functions *curl, CURL *handle, CURLoption option, const char *value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode tk_curl_set_pointer(const tk_curl_functions *curl, CURL *handle, CURLoption option, void *value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode tk_curl_set_list(
    const tk_curl_functions *curl, CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl->easy_setopt(handle, option, value);
}

/// Gets bytes of a header or of the body; a return of less than count * size ends the transfer.
typedef size_t (*tk_curl_receive)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode tk_curl_set_receive(
    const tk_curl_functions *curl, CURL *handle, CURLoption option, tk_curl_receive value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode tk_curl_set_open_socket(
    const tk_curl_functions *curl, CURL *handle, curl_opensocket_callback value) {
    return curl->easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode tk_curl_set_prerequest(
    const tk_curl_functions *curl, CURL *handle, curl_prereq_callback value) {
    return curl->easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLMcode tk_curl_multi_set_long(
    const tk_curl_functions *curl, CURLM *multi, CURLMoption option, long value) {
    return curl->multi_setopt(multi, option, value);
}

static inline CURLcode tk_curl_get_long(const tk_curl_functions *curl, CURL *handle, CURLINFO info, long *value) {
    return curl->easy_getinfo(handle, info, value);
}

static inline CURLcode tk_curl_get_text(const tk_curl_functions *curl, CURL *handle, CURLINFO info, char **value) {
    return curl->easy_getinfo(handle, info, value);
}
