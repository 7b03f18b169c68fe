/* Rows in C: pages of a SQLite table by an indexed range behind libmicrohttpd, and updates of it with a full sync each.
 *
 *   rows PORT DATABASE                serves GET …?offset=N&limit=L as a page like Sectional's
 *   rows --update DATABASE SECONDS [COUNT]
 *                                     one connection, one UPDATE a transaction, synchronous=FULL; ends after SECONDS, or
 *                                     after COUNT updates; prints how many there were and the seconds they took
 *
 * The table is items(position INTEGER PRIMARY KEY, id TEXT, value TEXT), positions from 0. Ids and values are copied as
 * they stand, so ids must need no escaping in JSON.
 */
#include "serve.h"

#include <limits.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

static const char *path;
static long long total;

static sqlite3 *opened(int flags) {
    sqlite3 *database = NULL;
    if (sqlite3_open_v2(path, &database, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        fprintf(stderr, "rows: %s: %s\n", path, sqlite3_errmsg(database));
        exit(1);
    }
    return database;
}

static sqlite3_stmt *prepared(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) {
        fprintf(stderr, "rows: %s\n", sqlite3_errmsg(database));
        exit(1);
    }
    return statement;
}

static long long number(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement = prepared(database, sql);
    long long found = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return found;
}

/* A body that grows. */
struct text {
    char *bytes;
    size_t size, room;
};

static void append(struct text *text, const char *bytes, size_t size) {
    if (text->size + size > text->room) {
        text->room = (text->size + size) * 2;
        text->bytes = realloc(text->bytes, text->room);
        if (text->bytes == NULL) abort();
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
}

static void print(struct text *text, const char *format, ...) {
    char line[256];
    va_list values;
    va_start(values, format);
    int size = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    append(text, line, (size_t)size);
}

static long long parameter(struct MHD_Connection *connection, const char *name, long long absent) {
    const char *value = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
    return value == NULL ? absent : atoll(value);
}

static void link_to(struct MHD_Response *response, const char *relation, const char *url, long long offset, long long limit) {
    char line[512];
    snprintf(line, sizeof line, "<%s?offset=%lld&limit=%lld&at=1>; rel=\"%s\"", url, offset, limit, relation);
    MHD_add_response_header(response, "Link", line);
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **request) {
    static int seen;
    static _Thread_local sqlite3_stmt *page;
    (void)context, (void)method, (void)version, (void)upload;
    if (*request == NULL) {
        *request = &seen;
        return MHD_YES;
    }
    *upload_size = 0;
    if (page == NULL)
        page = prepared(opened(SQLITE_OPEN_READONLY), "SELECT id, value FROM items WHERE position >= ? AND position < ? ORDER BY position");

    long long offset = parameter(connection, "offset", 0), limit = parameter(connection, "limit", 50);
    struct text body = {malloc(16384), 0, 16384};
    print(&body, "{\"list\":\"big\",\"version\":1,\"section\":{\"id\":\"s\",\"index\":0,\"header\":null,\"footer\":null,\"metadata\":{},\"itemCount\":%lld},", total);
    print(&body, "\"offset\":%lld,\"items\":[", offset);
    sqlite3_bind_int64(page, 1, offset);
    sqlite3_bind_int64(page, 2, offset + limit);
    for (long long place = offset; sqlite3_step(page) == SQLITE_ROW; place++) {
        if (place > offset) append(&body, ",", 1);
        append(&body, "{\"id\":\"", 7);
        append(&body, (const char *)sqlite3_column_text(page, 0), (size_t)sqlite3_column_bytes(page, 0));
        print(&body, "\",\"indexPath\":[0,%lld],\"type\":null,\"cell\":\"Cell\",\"revision\":1,\"value\":", place);
        append(&body, (const char *)sqlite3_column_text(page, 1), (size_t)sqlite3_column_bytes(page, 1));
        append(&body, "}", 1);
    }
    sqlite3_reset(page);
    append(&body, "]}", 2);

    struct MHD_Response *response = MHD_create_response_from_buffer(body.size, body.bytes, MHD_RESPMEM_MUST_FREE);
    MHD_add_response_header(response, "Content-Type", "application/json");
    MHD_add_response_header(response, "Cache-Control", "no-cache");
    MHD_add_response_header(response, "Vary", "Accept-Encoding, Accept-Cell-Types");
    MHD_add_response_header(response, "List-Version", "1");
    MHD_add_response_header(response, "ETag", "\"v1\"");
    link_to(response, "first", url, 0, limit);
    if (offset > 0) link_to(response, "prev", url, offset > limit ? offset - limit : 0, limit);
    if (offset + limit < total) link_to(response, "next", url, offset + limit, limit);
    if (total > 0 && limit > 0) link_to(response, "last", url, (total - 1) / limit * limit, limit);
    enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return queued;
}

static int update(double seconds, long long most) {
    sqlite3 *database = opened(SQLITE_OPEN_READWRITE);
    /* The log has its length before the first update is measured, as that of a server has that runs for a while: a sync is dearer where the
     * file grows. */
    sqlite3_exec(database, "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; UPDATE items SET value = value WHERE position < 100000;"
                           "PRAGMA wal_checkpoint(RESTART); PRAGMA synchronous=FULL", NULL, NULL, NULL);
    sqlite3_stmt *statement = prepared(database, "UPDATE items SET value = ? WHERE position = ?");
    long long count = number(database, "SELECT max(position) + 1 FROM items"), done = 0;
    struct timespec start, now;
    double passed = 0;
    clock_gettime(CLOCK_MONOTONIC, &start);
    srandom((unsigned)start.tv_nsec);
    for (; count > 0 && passed < seconds && done < most; done++) {
        char value[128];
        int size = snprintf(value, sizeof value, "{\"name\":\"%lld.%09ld.%lld\",\"city\":\"Reykjavik\",\"note\":\"changed\"}",
                            (long long)start.tv_sec, start.tv_nsec, done);
        sqlite3_bind_text(statement, 1, value, size, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 2, random() % count);
        if (sqlite3_step(statement) != SQLITE_DONE) {
            fprintf(stderr, "rows: %s\n", sqlite3_errmsg(database));
            return 1;
        }
        sqlite3_reset(statement);
        clock_gettime(CLOCK_MONOTONIC, &now);
        passed = (double)(now.tv_sec - start.tv_sec) + (double)(now.tv_nsec - start.tv_nsec) / 1e9;
    }
    printf("%lld %.6f\n", done, passed);
    sqlite3_finalize(statement);
    return sqlite3_close(database) != SQLITE_OK;
}

int main(int count, char **arguments) {
    if ((count == 4 || count == 5) && strcmp(arguments[1], "--update") == 0) {
        path = arguments[2];
        return update(atof(arguments[3]), count == 5 ? atoll(arguments[4]) : LLONG_MAX);
    }
    if (count != 3) {
        fprintf(stderr, "usage: rows PORT DATABASE | rows --update DATABASE SECONDS [COUNT]\n");
        return 2;
    }
    path = arguments[2];
    sqlite3 *database = opened(SQLITE_OPEN_READONLY);
    total = number(database, "SELECT max(position) + 1 FROM items");
    sqlite3_close(database);

    return serve(arguments[1], answer, NULL);
}
