#include "migrations.h"

/* C23, and so an extension to the C of this package; clang has it since 19. The compiler notes the files as what this one depends on. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char lists[] = {
#embed "../../migrations/0001-lists.sql"
};
static const unsigned char idempotency[] = {
#embed "../../migrations/0002-idempotency.sql"
};
static const unsigned char staging[] = {
#embed "../../migrations/0003-staging.sql"
};
static const unsigned char events[] = {
#embed "../../migrations/0004-events.sql"
};
static const unsigned char identity[] = {
#embed "../../migrations/0005-identity.sql"
};
static const unsigned char event_data[] = {
#embed "../../migrations/0006-event-data.sql"
};
static const unsigned char authors[] = {
#embed "../../migrations/0007-authors.sql"
};
static const unsigned char deliveries_at_once[] = {
#embed "../../migrations/0008-deliveries-at-once.sql"
};
static const unsigned char cell_types[] = {
#embed "../../migrations/0009-cell-types.sql"
};
static const unsigned char delivery_turns[] = {
#embed "../../migrations/0010-delivery-turns.sql"
};

static const embedded_migration migrations[] = {
    {"0001-lists", lists, sizeof lists},
    {"0002-idempotency", idempotency, sizeof idempotency},
    {"0003-staging", staging, sizeof staging},
    {"0004-events", events, sizeof events},
    {"0005-identity", identity, sizeof identity},
    {"0006-event-data", event_data, sizeof event_data},
    {"0007-authors", authors, sizeof authors},
    {"0008-deliveries-at-once", deliveries_at_once, sizeof deliveries_at_once},
    {"0009-cell-types", cell_types, sizeof cell_types},
    {"0010-delivery-turns", delivery_turns, sizeof delivery_turns},
};

const embedded_migration *embedded_migrations(long *count) {
    *count = sizeof migrations / sizeof *migrations;
    return migrations;
}
