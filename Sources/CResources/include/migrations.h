#pragma once
#include <stddef.h>

/* A file of migrations/: its name without ".sql", and its text. */
typedef struct {
    const char *_Nonnull name;
    const unsigned char *_Nonnull sql;
    size_t count;
} embedded_migration;

/* The migrations as the repository holds them, in order, part of the program; for the life of the process. */
const embedded_migration *_Nonnull embedded_migrations(long *_Nonnull count);
