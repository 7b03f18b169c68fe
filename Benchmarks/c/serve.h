/* What the servers in C share: a daemon like Sectional's (epoll, one thread a core, turbo), which ends with SIGTERM. */
#pragma once
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <microhttpd.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* Threads for the cores that this process may run on. */
static unsigned cores(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
}

/* Listens on loopback, prints "listening on PORT", and serves until SIGTERM or SIGINT. `ending` runs before the daemon stops; it may be NULL.
 * Returns the status to exit with. */
static int serve(const char *port, MHD_AccessHandlerCallback answer, void (*ending)(void)) {
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGINT);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    struct sockaddr_in loopback = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(port))};
    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_TURBO | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, NULL,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&loopback,
        MHD_OPTION_THREAD_POOL_SIZE, cores(), MHD_OPTION_CONNECTION_LIMIT, 16384u, MHD_OPTION_END);
    if (daemon == NULL) {
        perror("cannot listen");
        return 1;
    }
    printf("listening on %d\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    int signal_number;
    sigwait(&stop, &signal_number);
    if (ending != NULL) ending();
    MHD_stop_daemon(daemon);
    return 0;
}
