#include "migrations.h"

/* C23, and so an extension to the C of this package; clang has it since 19. The compiler notes the files as what this one depends on. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char schema[] = {
#embed "../../migrations/0001-store.sql"
};

static const unsigned char views[] = {
#embed "../../migrations/0002-views.sql"
};

static const embedded_migration migrations[] = {
    {"0001-store", schema, sizeof schema},
    {"0002-views", views, sizeof views},
};

const embedded_migration *embedded_migrations(long *count) {
    *count = sizeof migrations / sizeof *migrations;
    return migrations;
}
