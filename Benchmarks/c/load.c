/* A mixed load on a list of one section, with the latency of each kind of request kept apart.
 *
 *   load PORT CONNECTIONS SECONDS RATE LIST ITEMS PAGES PATCHES MOVES
 *
 * PAGES, PATCHES and MOVES are percentages that add up to 100. Half of the pages are one of sixteen, again and again; the
 * others begin at a random offset. A patch gives a random item a name that was never there; a move takes a random item to a
 * random row. RATE is the requests a second of all connections together; 0 is as many as are answered: then a connection
 * sends its next request when it has the answer to the last, and a slow answer delays those behind it in both loads alike.
 *
 * Prints a line for each kind: its name, answers, errors, and microseconds of the median, of p99 and of the slowest, from
 * sending the request until its answer is whole. The histogram's steps are 1.6 %.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum kind { page, patch, move, kinds };
static const char *const names[kinds] = {"page", "patch", "move"};

/* Counts of microseconds: 64 steps in each power of two. */
struct histogram {
    long long counts[64 * 40], total, errors;
    double slowest;
};

static int step_of(double microseconds) {
    unsigned long long value = microseconds < 1 ? 1 : (unsigned long long)microseconds;
    int power = 63 - __builtin_clzll(value);
    int part = power > 6 ? (int)(value >> (power - 6)) & 63 : (int)(value << (6 - power)) & 63;
    return power * 64 + part;
}

static double quantile(const struct histogram *histogram, double share) {
    long long left = (long long)((double)histogram->total * share);
    for (int step = 0; step < 64 * 40; step++)
        if ((left -= histogram->counts[step]) < 0) return (double)(1ull << (step / 64)) * (1 + (step % 64) / 64.0);
    return histogram->slowest;
}

struct connection {
    int socket;
    enum kind kind;
    int is_waiting; /* for its answer, not for its turn */
    double sent, due;
    char answer[1 << 17];
    size_t size;
};

static int port, items, weights[kinds];
static const char *list;
static long long serial;
static double started;
static struct histogram histograms[kinds];

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int open_connection(void) {
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int on = 1, connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0 || connect(connection, (struct sockaddr *)&server, sizeof server) != 0) {
        perror("load: connect");
        exit(1);
    }
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return connection;
}

static void send_next(struct connection *connection) {
    char body[160] = "", request[512];
    int dice = (int)(random() % 100), size;
    connection->kind = dice < weights[page] ? page : dice < weights[page] + weights[patch] ? patch : move;
    switch (connection->kind) {
    case page: {
        long offset = random() % 2 ? random() % 16 * 50 : random() % (items - 50);
        size = snprintf(request, sizeof request, "GET /lists/%s/sections/0/items?offset=%ld&limit=50 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
                        list, offset, port);
        break;
    }
    case patch:
        snprintf(body, sizeof body, "{\"name\":\"%.0f.%lld\"}", started, ++serial);
        size = snprintf(request, sizeof request,
                        "PATCH /lists/%s/items/0-%ld HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/merge-patch+json\r\nContent-Length: %zu\r\n\r\n%s",
                        list, random() % items, port, strlen(body), body);
        break;
    default:
        snprintf(body, sizeof body, "{\"to\":[0,%ld]}", random() % items);
        size = snprintf(request, sizeof request,
                        "POST /lists/%s/items/0-%ld/move HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                        list, random() % items, port, strlen(body), body);
    }
    connection->size = 0;
    connection->is_waiting = 1;
    connection->sent = now();
    if (write(connection->socket, request, (size_t)size) != size) {
        perror("load: write");
        exit(1);
    }
}

/* Whether the answer is whole. */
static int is_whole(struct connection *connection) {
    connection->answer[connection->size] = 0;
    char *end = strstr(connection->answer, "\r\n\r\n");
    if (end == NULL) return 0;
    char *length = strcasestr(connection->answer, "\r\nContent-Length: ");
    size_t body = length != NULL && length < end ? (size_t)atoll(length + 18) : 0;
    return connection->size >= (size_t)(end + 4 - connection->answer) + body;
}

static void note(struct connection *connection) {
    struct histogram *histogram = &histograms[connection->kind];
    double passed = now() - connection->sent;
    connection->is_waiting = 0;
    histogram->total++;
    histogram->counts[step_of(passed)]++;
    if (passed > histogram->slowest) histogram->slowest = passed;
    if (connection->answer[9] == '2') return;
    if (histogram->errors++ == 0) fprintf(stderr, "load: a %s was answered with %.300s\n", names[connection->kind], connection->answer);
}

static void take(struct connection *connection) {
    ssize_t size = read(connection->socket, connection->answer + connection->size, sizeof connection->answer - 1 - connection->size);
    if (size > 0) {
        connection->size += (size_t)size;
        if (is_whole(connection)) note(connection);
        return;
    }
    /* A connection that the server has ended is an error of the request that was on its way. */
    if (connection->is_waiting) histograms[connection->kind].errors++;
    close(connection->socket);
    connection->is_waiting = 0;
    connection->socket = -1;
}

int main(int count, char **arguments) {
    if (count != 10) {
        fprintf(stderr, "usage: load PORT CONNECTIONS SECONDS RATE LIST ITEMS PAGES PATCHES MOVES\n");
        return 2;
    }
    port = atoi(arguments[1]);
    int connection_count = atoi(arguments[2]);
    double seconds = atof(arguments[3]), rate = atof(arguments[4]);
    list = arguments[5];
    items = atoi(arguments[6]);
    for (int kind = 0; kind < kinds; kind++) weights[kind] = atoi(arguments[7 + kind]);
    srandom((unsigned)time(NULL));
    started = now();

    struct connection *connections = calloc((size_t)connection_count, sizeof *connections);
    if (connections == NULL) abort();
    int poll = epoll_create1(0);
    double pause = rate > 0 ? connection_count * 1e6 / rate : 0, end = started + seconds * 1e6;
    for (int n = 0; n < connection_count; n++) {
        connections[n].socket = -1;
        connections[n].due = started + pause * n / connection_count;
    }
    for (;;) {
        double time = now(), next = time + 1e5;
        int waiting = 0;
        for (int n = 0; n < connection_count; n++) {
            struct connection *connection = &connections[n];
            if (!connection->is_waiting && time < end) {
                if (connection->due <= time) {
                    if (connection->socket < 0) {
                        connection->socket = open_connection();
                        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (unsigned)n};
                        epoll_ctl(poll, EPOLL_CTL_ADD, connection->socket, &event);
                    }
                    connection->due += pause;
                    send_next(connection);
                } else if (connection->due < next) {
                    next = connection->due;
                }
            }
            waiting += connection->is_waiting;
        }
        if (time >= end && (waiting == 0 || time > end + 20e6)) break;
        struct epoll_event ready[256];
        double left = (next - now()) / 1000;
        int found = epoll_wait(poll, ready, 256, left < 0 ? 0 : (int)left);
        for (int n = 0; n < found; n++) take(&connections[ready[n].data.u32]);
    }
    for (int n = 0; n < connection_count; n++)
        if (connections[n].is_waiting) histograms[connections[n].kind].errors++; /* no answer in twenty seconds */
    for (int kind = 0; kind < kinds; kind++) {
        struct histogram *histogram = &histograms[kind];
        printf("%s %lld %lld %.0f %.0f %.0f\n", names[kind], histogram->total, histogram->errors,
               quantile(histogram, 0.5), quantile(histogram, 0.99), histogram->slowest);
    }
    return 0;
}
