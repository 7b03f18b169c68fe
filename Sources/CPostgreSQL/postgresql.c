#include "postgresql.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifdef __APPLE__
static const char *const names[] = {"libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib"};
#else
static const char *const names[] = {"libpq.so.5"};
#endif

struct postgresql_calls postgresql;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char reason[256] = "it was not loaded";

static void load(void) {
    void *library = NULL;
    for (size_t index = 0; library == NULL && index < sizeof names / sizeof *names; index++) library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    const char *missing = library == NULL ? "" : NULL;
    if (library != NULL) {
        /* A function's address comes as one of data, which POSIX allows. */
#define POSTGRESQL_CALL(RESULT, NAME, PARAMETERS, ARGUMENTS)                                 \
    if ((*(void **)&postgresql.NAME = dlsym(library, #NAME)) == NULL) missing = #NAME;
        POSTGRESQL_CALLS(POSTGRESQL_CALL)
#undef POSTGRESQL_CALL
    }
    if (missing == NULL) {
        reason[0] = 0;
    } else if (library != NULL) {
        snprintf(reason, sizeof reason, "it has no %s", missing);
    } else {
        const char *message = dlerror();
        snprintf(reason, sizeof reason, "%s", message != NULL ? message : "it is not there");
    }
}

const char *postgresql_load(void) {
    pthread_once(&once, load);
    return reason[0] == 0 ? NULL : reason;
}

static void drop(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

void postgresql_drop_notices(PGconn *connection) { PQsetNoticeReceiver(connection, drop, NULL); }
