/* The bare library: libmicrohttpd with one prepared response, the most that any server on it can reach.
 *
 *   bare PORT BODY [HEADER: VALUE]...
 *
 * BODY is a file with the bytes to answer with; each further argument is a header of the answer. Same daemon as
 * Sectional's: epoll, one thread a core, turbo. Whatever is asked, the answer is the same response object.
 * Prints "listening on PORT" when it is ready and ends with SIGTERM.
 */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct MHD_Response *prepared;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **request) {
    static int seen;
    (void)context, (void)url, (void)method, (void)version, (void)upload;
    if (*request == NULL) {
        *request = &seen;
        return MHD_YES;
    }
    *upload_size = 0;
    return MHD_queue_response(connection, MHD_HTTP_OK, prepared);
}

static char *contents(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) return NULL;
    long length = ftell(file);
    char *bytes = length > 0 ? malloc((size_t)length) : NULL;
    rewind(file);
    if (bytes != NULL && fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    *size = (size_t)length;
    return bytes;
}

int main(int count, char **arguments) {
    if (count < 3) {
        fprintf(stderr, "usage: bare PORT BODY [HEADER: VALUE]...\n");
        return 2;
    }
    size_t size = 0;
    char *body = contents(arguments[2], &size);
    if (body == NULL) {
        perror(arguments[2]);
        return 1;
    }
    prepared = MHD_create_response_from_buffer(size, body, MHD_RESPMEM_MUST_FREE);
    for (int n = 3; n < count; n++) {
        char *colon = strstr(arguments[n], ": ");
        if (colon == NULL) continue;
        *colon = 0;
        if (MHD_add_response_header(prepared, arguments[n], colon + 2) != MHD_YES) {
            fprintf(stderr, "bare: the library does not take the header %s\n", arguments[n]);
            return 1;
        }
    }

    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGINT);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    struct sockaddr_in loopback = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(arguments[1]))};
    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_TURBO | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, NULL,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&loopback,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)sysconf(_SC_NPROCESSORS_ONLN), MHD_OPTION_CONNECTION_LIMIT, 4096u, MHD_OPTION_END);
    if (daemon == NULL) {
        perror("bare: cannot listen");
        return 1;
    }
    printf("listening on %d\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    int signal_number;
    sigwait(&stop, &signal_number);
    MHD_stop_daemon(daemon);
    MHD_destroy_response(prepared);
    return 0;
}
