/* Event streams in C: what a commit costs when the bare library sends its event to all that follow, and nothing else is done.
 *
 *   streams PORT EVENT
 *
 * A GET opens a stream: it gets "retry: 2000" and then the bytes of the file EVENT for each write that follows. Any other
 * request is a write: all streams are woken, and it is answered with 200. A stream with nothing to send is suspended.
 */
#include "serve.h"

#include "file.h"
#include <pthread.h>
#include <string.h>

struct stream {
    struct MHD_Connection *connection;
    unsigned long long sent; /* writes that this stream has the event of */
    int greeted, suspended;
    struct stream *previous, *next;
};

static char *event;
static size_t event_size;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long long writes;
static struct stream *streams;
static int is_ending;

/* What a stream sends next: the library asks for it when the socket takes more. */
static ssize_t piece(void *context, uint64_t position, char *room, size_t size) {
    static const char greeting[] = "retry: 2000\n\n";
    struct stream *stream = context;
    (void)position;
    ssize_t taken = 0;
    pthread_mutex_lock(&lock);
    if (is_ending) {
        taken = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (!stream->greeted && size >= sizeof greeting - 1) {
        stream->greeted = 1;
        memcpy(room, greeting, sizeof greeting - 1);
        taken = sizeof greeting - 1;
    } else {
        for (; stream->sent < writes && size - (size_t)taken >= event_size; stream->sent++, taken += (ssize_t)event_size)
            memcpy(room + taken, event, event_size);
        if (taken == 0) {
            stream->suspended = 1;
            MHD_suspend_connection(stream->connection);
        }
    }
    pthread_mutex_unlock(&lock);
    return taken;
}

static void ended(void *context) {
    struct stream *stream = context;
    pthread_mutex_lock(&lock);
    if (stream->previous != NULL) stream->previous->next = stream->next;
    else streams = stream->next;
    if (stream->next != NULL) stream->next->previous = stream->previous;
    pthread_mutex_unlock(&lock);
    free(stream);
}

/* To be called with the lock. */
static void wake(void) {
    for (struct stream *stream = streams; stream != NULL; stream = stream->next) {
        if (!stream->suspended) continue;
        stream->suspended = 0;
        MHD_resume_connection(stream->connection);
    }
}

static enum MHD_Result follow(struct MHD_Connection *connection) {
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) return MHD_NO;
    stream->connection = connection;
    pthread_mutex_lock(&lock);
    stream->sent = writes;
    stream->next = streams;
    if (streams != NULL) streams->previous = stream;
    streams = stream;
    pthread_mutex_unlock(&lock);
    struct MHD_Response *response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 512, piece, stream, ended);
    MHD_add_response_header(response, "Content-Type", "text/event-stream");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    MHD_add_response_header(response, "X-Accel-Buffering", "no");
    enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return queued;
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **request) {
    static int seen;
    (void)context, (void)url, (void)version, (void)upload;
    if (*request == NULL || *upload_size > 0) {
        *request = &seen;
        *upload_size = 0;
        return MHD_YES;
    }
    if (strcmp(method, MHD_HTTP_METHOD_GET) == 0) return follow(connection);
    pthread_mutex_lock(&lock);
    writes++;
    wake();
    pthread_mutex_unlock(&lock);
    struct MHD_Response *response = MHD_create_response_from_buffer(3, "{}\n", MHD_RESPMEM_PERSISTENT);
    enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return queued;
}

/* The library stops only when no connection is suspended. */
static void end_streams(void) {
    pthread_mutex_lock(&lock);
    is_ending = 1;
    wake();
    pthread_mutex_unlock(&lock);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: streams PORT EVENT\n");
        return 2;
    }
    event = contents(arguments[2], &event_size);
    return serve(arguments[1], answer, end_streams);
}
