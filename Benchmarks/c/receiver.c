/* A receiver of webhooks: libmicrohttpd that answers every POST with 204 as soon as its body has come, and counts them.
 *
 *   receiver PORT
 *
 * A GET is answered with the count, in digits.
 */
#include "serve.h"

#include <stdatomic.h>
#include <string.h>

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
    int status = serve(arguments[1], answer, NULL);
    MHD_destroy_response(taken);
    return status;
}
