#include "migrations.h"

/* C23, and so an extension to the C of this package; clang has it since 19. The compiler notes the files as what this one depends on. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char schema[] = {
#embed "../../migrations/0001-store.sql"
};
static const unsigned char restored[] = {
#embed "../../migrations/0002-restored.sql"
};

static const unsigned char cluster[] = {
#embed "../../migrations/0003-cluster.sql"
};

static const unsigned char views[] = {
#embed "../../migrations/0004-views.sql"
};

static const unsigned char names[] = {
#embed "../../migrations/0005-names.sql"
};

static const embedded_migration migrations[] = {
    {"0001-store", schema, sizeof schema},
    {"0002-restored", restored, sizeof restored},
    {"0003-cluster", cluster, sizeof cluster},
    {"0004-views", views, sizeof views},
    {"0005-names", names, sizeof names},
};

const embedded_migration *embedded_migrations(long *count) {
    *count = sizeof migrations / sizeof *migrations;
    return migrations;
}
