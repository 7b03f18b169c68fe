#pragma once
#include <libpq-fe.h>

/* Fields of an error: macros of characters, which a call takes as integers. */
static const int SHIM_DIAGNOSTIC_SEVERITY = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int SHIM_DIAGNOSTIC_CODE = PG_DIAG_SQLSTATE;
static const int SHIM_DIAGNOSTIC_MESSAGE = PG_DIAG_MESSAGE_PRIMARY;

/* A notice would be written to standard error by the library itself. */
static inline void shim_drop_notice(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

static inline void shim_drop_notices(PGconn *connection) {
    PQsetNoticeReceiver(connection, shim_drop_notice, NULL);
}
