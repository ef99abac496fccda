#pragma once

#include <microhttpd.h>
#include <string.h>

/// What a daemon needs beside the functions of libmicrohttpd.
struct tk_mhd_options {
    /// A socket that listens and does not block; the daemon closes it when it stops, and almost always if it cannot be started.
    int listening_socket;
    /// The threads that talk to clients.
    unsigned threads;
    /// The most connections, of all clients and of one address.
    unsigned connections, connections_per_address;
    /// The seconds after which a connection is closed on which nothing moves.
    unsigned timeout;
    /// The bytes of memory in which a connection keeps a request and the header of its answer.
    size_t connection_memory;
    /// Called for a new connection, which is closed at once unless the result is MHD_YES.
    MHD_AcceptPolicyCallback accept;
    /// Called with the target of a request, before it is changed; returns the context of the request.
    void *(*begin)(void *server, const char *target, struct MHD_Connection *connection);
    /// Called for a request when its header is there, when it is there as a whole, and when its connection is resumed.
    MHD_AccessHandlerCallback handle;
    /// Called when a request is over.
    MHD_RequestCompletedCallback complete;
    /// Called when a connection begins and ends.
    MHD_NotifyConnectionCallback notify;
    /// The first argument of all five.
    void *server;
};

/// Leaves a target as it was sent: routes decode it, once.
static inline size_t tk_mhd_keep_escapes(void *server, struct MHD_Connection *connection, char *text) {
    (void)server, (void)connection;
    return strlen(text);
}

/// Cuts off the query of a target that has been read, in the buffer of its request.
///
/// libmicrohttpd would keep each argument in the memory of the connection; some hundred use it up, and no answer is sent.
static inline void tk_mhd_cut_query(const char *target) {
    char *mark = strchr(target, '?');
    // libmicrohttpd itself writes into this buffer next, in place of the question mark.
    if (mark && mark[1]) { mark[1] = '\0'; }
}

/// Whether the library leaves the lines of a header where they have arrived, as versions before 1.0 do.
///
/// They pass over NUL, LF without CR, and folded lines, which is only seen by gaps between the lines. Their strict mode adds to that only
/// that requests without Host are refused, with a header that is sent twice, and requests with spaces in the target without
/// an answer. The strict mode of later versions refuses all of these.
static inline int tk_mhd_keeps_lines(void) { return !strncmp(MHD_get_version(), "0.", 2); }

/// Starts a daemon (MHD_start_daemon, which has variable arguments); a null pointer if it cannot be started.
static inline struct MHD_Daemon *tk_mhd_start(const struct tk_mhd_options *options) {
    // A pool of one thread is refused; without one, the daemon has one thread.
    struct MHD_OptionItem pool[] = {
        {options->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, (intptr_t)options->threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, options->accept, options->server,
        options->handle, options->server,
        MHD_OPTION_LISTEN_SOCKET, options->listening_socket,
        MHD_OPTION_CONNECTION_LIMIT, options->connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->connections_per_address,
        MHD_OPTION_CONNECTION_TIMEOUT, options->timeout,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
        MHD_OPTION_URI_LOG_CALLBACK, options->begin, options->server,
        MHD_OPTION_STRICT_FOR_CLIENT, tk_mhd_keeps_lines() ? 0 : 1,
        MHD_OPTION_UNESCAPE_CALLBACK, &tk_mhd_keep_escapes, (void *)NULL,
        MHD_OPTION_NOTIFY_COMPLETED, options->complete, options->server,
        MHD_OPTION_NOTIFY_CONNECTION, options->notify, options->server,
        MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
}

/// The socket of a connection (MHD_get_connection_info, which has variable arguments).
static inline int tk_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// The address of a connection's client; a null pointer if it is unknown (MHD_get_connection_info).
static inline const struct sockaddr *tk_mhd_client(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

/// The context that MHD_NotifyConnectionCallback has given a connection (MHD_get_connection_info).
static inline void *tk_mhd_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/// The bytes of a request's first line and header, with the empty line at the end (MHD_get_connection_info).
static inline size_t tk_mhd_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

/// The status of the answer that was queued last for a connection; 0 if there is none (MHD_get_connection_info).
static inline unsigned tk_mhd_status(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
    return info ? info->http_status : 0;
}
