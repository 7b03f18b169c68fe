#pragma once
#include <stddef.h>

/* One file of the page that the server shows in browsers. */
typedef struct {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
} page_file;

/* The files of the folder page, part of the program; for the life of the process. The first is index.html. */
const page_file *_Nonnull page_files(size_t *_Nonnull count);
