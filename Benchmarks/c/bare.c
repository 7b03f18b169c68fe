/* The bare library: libmicrohttpd with one prepared response, the most that any server on it can reach.
 *
 *   bare [--fresh] PORT BODY [HEADER: VALUE]...
 *
 * BODY is a file with the bytes to answer with; each further argument is a header of the answer. Whatever is asked, the
 * answer is the same response object; with --fresh it is a new object for each request, with the same bytes, not copied.
 */
#include "serve.h"

#include "file.h"
#include <string.h>

static struct MHD_Response *prepared; /* NULL with --fresh */
static char *body;
static size_t body_size;
static char **names, **values;
static int header_count;

static struct MHD_Response *made(void) {
    struct MHD_Response *response = MHD_create_response_from_buffer(body_size, body, MHD_RESPMEM_PERSISTENT);
    for (int n = 0; n < header_count; n++) MHD_add_response_header(response, names[n], values[n]);
    return response;
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **request) {
    static int seen;
    (void)context, (void)url, (void)method, (void)version, (void)upload;
    if (*request == NULL) {
        *request = &seen;
        return MHD_YES;
    }
    *upload_size = 0;
    if (prepared != NULL) return MHD_queue_response(connection, MHD_HTTP_OK, prepared);
    struct MHD_Response *response = made();
    enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return queued;
}

int main(int count, char **arguments) {
    int fresh = count > 1 && strcmp(arguments[1], "--fresh") == 0;
    arguments += fresh, count -= fresh;
    if (count < 3) {
        fprintf(stderr, "usage: bare [--fresh] PORT BODY [HEADER: VALUE]...\n");
        return 2;
    }
    body = contents(arguments[2], &body_size);
    names = calloc((size_t)count, sizeof *names);
    values = calloc((size_t)count, sizeof *values);
    if (names == NULL || values == NULL) abort();
    for (int n = 3; n < count; n++) {
        char *colon = strstr(arguments[n], ": ");
        if (colon == NULL) continue;
        *colon = 0;
        names[header_count] = arguments[n];
        values[header_count++] = colon + 2;
    }
    if (!fresh) prepared = made();
    int status = serve(arguments[1], answer, NULL);
    if (prepared != NULL) MHD_destroy_response(prepared);
    return status;
}
