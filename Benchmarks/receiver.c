/* A receiver of webhooks: libmicrohttpd that answers every POST with 204 as soon as its body has come, and counts them.
 *
 *   receiver PORT
 *
 * A GET is answered with the count, in digits. Same daemon as Sectional's: epoll, one thread a core, turbo.
 * Prints "listening on PORT" when it is ready and ends with SIGTERM.
 */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct MHD_Response *taken;
static atomic_ullong posts;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **request) {
    static int seen;
    (void)context, (void)url, (void)version, (void)upload;
    if (*request == NULL || *upload_size > 0) {
        *request = &seen;
        *upload_size = 0;
        return MHD_YES;
    }
    if (strcmp(method, MHD_HTTP_METHOD_POST) == 0) {
        atomic_fetch_add(&posts, 1);
        return MHD_queue_response(connection, MHD_HTTP_NO_CONTENT, taken);
    }
    char text[24];
    int size = snprintf(text, sizeof text, "%llu", atomic_load(&posts));
    struct MHD_Response *count = MHD_create_response_from_buffer((size_t)size, text, MHD_RESPMEM_MUST_COPY);
    enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_OK, count);
    MHD_destroy_response(count);
    return queued;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: receiver PORT\n");
        return 2;
    }
    taken = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);

    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGINT);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    struct sockaddr_in loopback = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(arguments[1]))};
    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_TURBO, 0, NULL, NULL, answer, NULL,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&loopback,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)sysconf(_SC_NPROCESSORS_ONLN), MHD_OPTION_CONNECTION_LIMIT, 4096u, MHD_OPTION_END);
    if (daemon == NULL) {
        perror("receiver: cannot listen");
        return 1;
    }
    printf("listening on %d\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    int signal_number;
    sigwait(&stop, &signal_number);
    MHD_stop_daemon(daemon);
    MHD_destroy_response(taken);
    return 0;
}
