#pragma once
#include <stddef.h>

/* The calls of libpq 14 and newer that a log takes, as libpq-fe.h declares them. The library is loaded when a log is opened: a build needs
   nothing of it, and a server without a log needs none. Its ABI has had the number 5 since 2006. */

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

typedef enum { CONNECTION_OK, CONNECTION_BAD } ConnStatusType;

typedef enum { PGRES_POLLING_FAILED, PGRES_POLLING_READING, PGRES_POLLING_WRITING, PGRES_POLLING_OK } PostgresPollingStatusType;

typedef enum { PGRES_COMMAND_OK = 1, PGRES_TUPLES_OK = 2, PGRES_PIPELINE_SYNC = 10, PGRES_PIPELINE_ABORTED = 11 } ExecStatusType;

typedef enum { PQTRANS_IDLE } PGTransactionStatusType;

typedef enum { PQERRORS_SQLSTATE = 3 } PGVerbosity;

typedef struct {
    char *keyword, *envvar, *compiled, *val, *label, *dispchar;
    int dispsize;
} PQconninfoOption;

typedef struct {
    char *relname;
    int be_pid;
    char *extra;
} PGnotify;

typedef void (*PQnoticeReceiver)(void *context, const PGresult *result);

/* Fields of an error. */
static const int POSTGRESQL_SEVERITY = 'V';
static const int POSTGRESQL_CODE = 'C';
static const int POSTGRESQL_MESSAGE = 'M';

/* Each call: its result, its name, its parameters, and these without their types. */
#define POSTGRESQL_CALLS(CALL)                                                                                                                \
    CALL(int, PQbackendPID, (const PGconn *connection), (connection))                                                                         \
    CALL(void, PQclear, (PGresult *result), (result))                                                                                         \
    CALL(PostgresPollingStatusType, PQconnectPoll, (PGconn *connection), (connection))                                                        \
    CALL(PGconn *, PQconnectStartParams, (const char *const *keywords, const char *const *values, int expands), (keywords, values, expands))  \
    CALL(void, PQconninfoFree, (PQconninfoOption *options), (options))                                                                        \
    CALL(PQconninfoOption *, PQconninfoParse, (const char *text, char **message), (text, message))                                            \
    CALL(int, PQconsumeInput, (PGconn *connection), (connection))                                                                             \
    CALL(int, PQenterPipelineMode, (PGconn *connection), (connection))                                                                        \
    CALL(char *, PQerrorMessage, (const PGconn *connection), (connection))                                                                    \
    CALL(void, PQfinish, (PGconn *connection), (connection))                                                                                  \
    CALL(int, PQflush, (PGconn *connection), (connection))                                                                                    \
    CALL(void, PQfreemem, (void *memory), (memory))                                                                                           \
    CALL(PGresult *, PQgetResult, (PGconn *connection), (connection))                                                                         \
    CALL(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column))                                              \
    CALL(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column))                                            \
    CALL(int, PQisBusy, (PGconn *connection), (connection))                                                                                   \
    CALL(PGnotify *, PQnotifies, (PGconn *connection), (connection))                                                                          \
    CALL(int, PQntuples, (const PGresult *result), (result))                                                                                  \
    CALL(int, PQpipelineSync, (PGconn *connection), (connection))                                                                             \
    CALL(char *, PQresultErrorField, (const PGresult *result, int field), (result, field))                                                    \
    CALL(ExecStatusType, PQresultStatus, (const PGresult *result), (result))                                                                  \
    CALL(int, PQsendPrepare, (PGconn *connection, const char *name, const char *text, int count, const unsigned int *types),                  \
         (connection, name, text, count, types))                                                                                              \
    CALL(int, PQsendQueryParams,                                                                                                              \
         (PGconn *connection, const char *text, int count, const unsigned int *types, const char *const *values, const int *lengths,          \
          const int *formats, int format),                                                                                                    \
         (connection, text, count, types, values, lengths, formats, format))                                                                  \
    CALL(int, PQsendQueryPrepared,                                                                                                            \
         (PGconn *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats, int format),    \
         (connection, name, count, values, lengths, formats, format))                                                                         \
    CALL(int, PQserverVersion, (const PGconn *connection), (connection))                                                                      \
    CALL(PGVerbosity, PQsetErrorVerbosity, (PGconn *connection, PGVerbosity verbosity), (connection, verbosity))                              \
    CALL(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn *connection, PQnoticeReceiver receiver, void *context),                               \
         (connection, receiver, context))                                                                                                     \
    CALL(int, PQsetnonblocking, (PGconn *connection, int is), (connection, is))                                                               \
    CALL(int, PQsocket, (const PGconn *connection), (connection))                                                                             \
    CALL(ConnStatusType, PQstatus, (const PGconn *connection), (connection))                                                                  \
    CALL(PGTransactionStatusType, PQtransactionStatus, (const PGconn *connection), (connection))

/* Loads the library, once. Any thread may call it. No call of the library comes before.
   Returns NULL once it is there, or else the reason, a text that stays. */
const char *postgresql_load(void);

struct postgresql_calls {
#define POSTGRESQL_CALL(RESULT, NAME, PARAMETERS, ARGUMENTS) RESULT(*NAME) PARAMETERS;
    POSTGRESQL_CALLS(POSTGRESQL_CALL)
#undef POSTGRESQL_CALL
};

extern struct postgresql_calls postgresql;

/* The calls by their own names, as they are written in libpq's manual. */
#define POSTGRESQL_CALL(RESULT, NAME, PARAMETERS, ARGUMENTS) \
    static inline RESULT NAME PARAMETERS { return postgresql.NAME ARGUMENTS; }
POSTGRESQL_CALLS(POSTGRESQL_CALL)
#undef POSTGRESQL_CALL

/* A notice would be written to standard error by the library itself. */
void postgresql_drop_notices(PGconn *connection);
