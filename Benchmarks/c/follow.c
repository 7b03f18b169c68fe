/* Follows a list over many event streams, writes to it at a steady rate, and tells when the answers and the events came.
 *
 *   follow PORT STREAMS COMMITS RATE STREAM-TARGET WRITE-TARGET
 *
 * Opens the streams, prints "open", and waits for a line on standard input. Then it sends COMMITS merge patches, RATE a
 * second, and prints a line for each, in microseconds: from sending it to its answer, and from its answer until the first
 * and the last stream had its event. These are the kernel's times of arrival (SO_TIMESTAMPNS), so how soon this program
 * reads does not matter. A stream's n-th event is that of the n-th write.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char mark[] = "event: change\n";

struct stream {
    int socket;
    unsigned matched; /* characters of `mark` at the end of what came last */
    int events;
};

struct commit {
    double sent, answered, first, last;
    int missing;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static int opened(int port) {
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int on = 1, connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0 || connect(connection, (struct sockaddr *)&server, sizeof server) != 0) fail("follow: connect");
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (setsockopt(connection, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) != 0) fail("follow: SO_TIMESTAMPNS");
    return connection;
}

/* Reads once, and tells when the last of it had arrived. */
static ssize_t received(int connection, char *room, size_t size, double *when) {
    char control[256];
    struct iovec vector = {room, size};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t count = recvmsg(connection, &message, 0);
    *when = now();
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part != NULL; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMPNS) continue;
        struct timespec time;
        memcpy(&time, CMSG_DATA(part), sizeof time);
        *when = (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
    }
    if (count <= 0) fail("follow: a connection ended");
    return count;
}

static int marks(struct stream *stream, const char *bytes, ssize_t count) {
    int found = 0;
    for (ssize_t n = 0; n < count; n++) {
        if (bytes[n] == mark[stream->matched]) {
            if (mark[++stream->matched] == 0) stream->matched = 0, found++;
        } else {
            stream->matched = bytes[n] == mark[0];
        }
    }
    return found;
}

int main(int count, char **arguments) {
    if (count != 7) {
        fprintf(stderr, "usage: follow PORT STREAMS COMMITS RATE STREAM-TARGET WRITE-TARGET\n");
        return 2;
    }
    int port = atoi(arguments[1]), total = atoi(arguments[2]), commits = atoi(arguments[3]);
    double pause = 1e6 / atof(arguments[4]);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    struct stream *streams = calloc((size_t)total, sizeof *streams);
    struct commit *done = calloc((size_t)commits, sizeof *done);
    static char room[1 << 16], request[1024];
    if (streams == NULL || done == NULL) abort();

    int poll = epoll_create1(0);
    for (int n = 0; n < total; n++) {
        double when;
        streams[n].socket = opened(port);
        int size = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: text/event-stream\r\n\r\n", arguments[5], port);
        if (write(streams[n].socket, request, (size_t)size) != size) fail("follow: write");
        for (int greeted = 0; !greeted;) {
            ssize_t size_here = received(streams[n].socket, room, sizeof room - 1, &when);
            room[size_here] = 0;
            greeted = strstr(room, "retry: ") != NULL;
        }
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (unsigned)n};
        epoll_ctl(poll, EPOLL_CTL_ADD, streams[n].socket, &event);
    }
    int writer = opened(port);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (unsigned)total};
    epoll_ctl(poll, EPOLL_CTL_ADD, writer, &event);
    printf("open\n");
    fflush(stdout);
    if (fgets(room, sizeof room, stdin) == NULL) return 1;

    int sent = 0, answered = 0;
    long long left = (long long)total * commits;
    double begin = now(), due = begin, end = begin + commits * pause + 120e6;
    while (left > 0 || answered < commits) {
        double time = now();
        if (time > end) {
            fprintf(stderr, "follow: %lld of %lld events and %d of %d answers had not come two minutes after the last write was due\n",
                    left, (long long)total * commits, commits - answered, commits);
            return 1;
        }
        if (sent < commits && sent == answered && time >= due) {
            char body[64];
            int body_size = snprintf(body, sizeof body, "{\"note\":\"%.0f.%d\"}", begin, sent);
            int size = snprintf(request, sizeof request,
                                "PATCH %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/merge-patch+json\r\nContent-Length: %d\r\n\r\n%s",
                                arguments[6], port, body_size, body);
            done[sent].missing = total;
            done[sent++].sent = now();
            if (write(writer, request, (size_t)size) != size) fail("follow: write");
            due += pause;
        }
        struct epoll_event ready[64];
        int wait = sent < commits && sent == answered ? (int)((due - now()) / 1000) : 1000;
        int found = epoll_wait(poll, ready, 64, wait < 0 ? 0 : wait);
        for (int n = 0; n < found; n++) {
            double when;
            int index = (int)ready[n].data.u32;
            ssize_t size = received(index == total ? writer : streams[index].socket, room, sizeof room, &when);
            if (index == total) {
                if (size < 12 || memcmp(room + 9, "200", 3) != 0) {
                    fprintf(stderr, "follow: a write was answered with %.12s\n", room);
                    return 1;
                }
                done[answered++].answered = when;
                continue;
            }
            for (int more = marks(&streams[index], room, size); more > 0 && streams[index].events < sent; more--, left--) {
                struct commit *commit = &done[streams[index].events++];
                if (commit->first == 0 || when < commit->first) commit->first = when;
                if (when > commit->last) commit->last = when;
                commit->missing--;
            }
        }
    }
    for (int n = 0; n < commits; n++)
        printf("%.1f %.1f %.1f %.1f\n", done[n].sent - begin, done[n].answered - done[n].sent, done[n].first - done[n].answered, done[n].last - done[n].answered);
    return 0;
}
