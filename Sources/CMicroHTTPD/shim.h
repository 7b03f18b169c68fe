#pragma once
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/* The library's memory is read and written (Sources/MicroHTTPServer/LibraryMemory). Only this version is known to keep there what is looked for.
 * PORTABLE_MICROHTTPD=1 in the environment of the build leaves that out. */
#if MHD_VERSION >> 8 != 0x000975 && !defined(PORTABLE_MICROHTTPD)
#error "Sectional needs libmicrohttpd 0.9.75, the version of Debian 12: it reads the library's memory, which other versions may lay out otherwise. PORTABLE_MICROHTTPD=1 builds without that."
#endif

/* The other side has shut down its writing half. A feature of Linux, which a C library shows only where it is asked to. */
static const int shim_peer_has_finished = 0x2000; /* POLLRDHUP */

/* Only what Swift cannot import: variadic functions, macros that cast, and enumerators that are macros too. */

static const uint64_t SHIM_SIZE_UNKNOWN = MHD_SIZE_UNKNOWN;
static const ssize_t SHIM_READER_END = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t SHIM_READER_FAILED = MHD_CONTENT_READER_END_WITH_ERROR;

struct shim_daemon_options {
    int listen_socket;
    unsigned int threads;
    unsigned int connection_limit;
    unsigned int timeout_seconds;
    size_t connection_memory;
};

/* Leaves a target as it was sent: who answers decodes it, part by part. */
static inline size_t shim_keep_target(void *context, struct MHD_Connection *connection, char *text) {
    (void) context;
    (void) connection;
    return strlen(text);
}

/* The value of a response's header in the library's own memory; NULL where there is none. The library writes the header block out from
 * there while the access handler that queues the response returns. */
static inline char *shim_header_value(struct MHD_Response *response, const char *name) {
    return (char *) MHD_get_response_header(response, name);
}

/* Where there is no epoll the library takes what it finds best. */
#ifdef __linux__
#define SHIM_POLLING MHD_USE_EPOLL_INTERNAL_THREAD
#else
#define SHIM_POLLING MHD_USE_AUTO_INTERNAL_THREAD
#endif

/* Starts a daemon with threads of its own. One thread is no pool: the library wants at least two for that. */
static inline struct MHD_Daemon *shim_start_daemon(
    const struct shim_daemon_options *options, MHD_AcceptPolicyCallback accepts, MHD_AccessHandlerCallback handler,
    void *(*uri_log)(void *, const char *, struct MHD_Connection *),
    MHD_NotifyConnectionCallback connected, MHD_RequestCompletedCallback completed, MHD_LogCallback log, void *context) {
    struct MHD_OptionItem items[] = {
        {MHD_OPTION_LISTEN_SOCKET, options->listen_socket, NULL},
        {MHD_OPTION_CONNECTION_LIMIT, options->connection_limit, NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT, options->timeout_seconds, NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t) options->connection_memory, NULL},
        {options->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, options->threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(
        SHIM_POLLING | MHD_USE_TURBO | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, accepts, context, handler,
        context,
        MHD_OPTION_EXTERNAL_LOGGER, log, context, MHD_OPTION_URI_LOG_CALLBACK, uri_log, context,
        MHD_OPTION_UNESCAPE_CALLBACK, shim_keep_target, NULL,
        MHD_OPTION_NOTIFY_CONNECTION, connected, context, MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_ARRAY, items, MHD_OPTION_END);
}

/* The response ends with the connection, without chunks. */
static inline enum MHD_Result shim_end_with_connection(struct MHD_Response *response) {
    return MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

static inline unsigned int shim_connection_count(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info == NULL ? 0 : info->num_connections;
}

/* Bytes from the request line's first to the empty line's last. */
static inline size_t shim_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}

static inline int shim_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

/* The client's address, of which the library has as much as its family says. */
static inline const struct sockaddr *shim_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

/* What `MHD_NotifyConnectionCallback` has set for a connection. */
static inline void *shim_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/* Takes what a socket holds, without waiting for more. */
static inline ssize_t shim_receive(int socket, void *buffer, size_t count) {
    return recv(socket, buffer, count, MSG_DONTWAIT);
}

/* Looks at what a socket holds, without taking it and without waiting. */
static inline ssize_t shim_peek(int socket, void *buffer, size_t count) {
    return recv(socket, buffer, count, MSG_PEEK | MSG_DONTWAIT);
}

/* Sends a few bytes that more will follow, without waiting: they leave with those. 0 where there is no room: a socket that can be written to has room
 * for a third of its buffer, so that all of them are taken or none. */
static inline ssize_t shim_send_first(int socket, const void *buffer, size_t count) {
    struct pollfd writable = {socket, POLLOUT, 0};
    if (poll(&writable, 1, 0) != 1 || (writable.revents & POLLOUT) == 0) return 0;
#ifdef MSG_MORE
    return send(socket, buffer, count, MSG_MORE | MSG_DONTWAIT | MSG_NOSIGNAL);
#else
    return send(socket, buffer, count, MSG_DONTWAIT);
#endif
}

/* The status without a body that follows bytes of the sender's own, on a line that does not look like another response's first. */
static const unsigned int SHIM_NO_CONTENT = MHD_HTTP_NO_CONTENT | MHD_ICY_FLAG;

/* Bytes that the system has received on a TCP connection, whoever has read them; 0 where it does not say.
 * The offset is that of `tcpi_bytes_received` in the kernel's `struct tcp_info`, which only grows at its end. */
static inline uint64_t shim_received_count(int socket) {
    unsigned char info[136];
    uint64_t count;
    socklen_t size = sizeof(info);
    if (getsockopt(socket, IPPROTO_TCP, 11 /* TCP_INFO */, info, &size) != 0 || size < sizeof(info)) return 0;
    memcpy(&count, info + 128, sizeof(count));
    return count;
}

/* Bytes of what was sent that the other side's system has taken, while some wait for it; below zero while none do, or where the system does not
   say. */
static inline int64_t shim_acknowledged_count(int socket) {
    unsigned char info[136];
    uint64_t count;
    int waiting = 0;
    socklen_t size = sizeof(info);
    if (ioctl(socket, TIOCOUTQ, &waiting) != 0 || waiting <= 0) return -1;
    if (getsockopt(socket, IPPROTO_TCP, 11 /* TCP_INFO */, info, &size) != 0 || size < sizeof(info)) return -1;
    memcpy(&count, info + 120, sizeof(count));
    return (int64_t) count;
}
