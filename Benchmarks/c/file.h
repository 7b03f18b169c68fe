/* Reading a file whole. */
#pragma once
#include <stdio.h>
#include <stdlib.h>

/* The bytes of a file, which the caller frees, or an exit with a message. */
static char *contents(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    long length = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *bytes = length > 0 ? malloc((size_t)length) : NULL;
    if (bytes != NULL) rewind(file);
    if (bytes == NULL || fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        perror(path);
        exit(1);
    }
    fclose(file);
    *size = (size_t)length;
    return bytes;
}
