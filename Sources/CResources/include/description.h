#pragma once
#include <stddef.h>

/* The description of the API as the repository holds it, part of the program; for the life of the process. */
const unsigned char *_Nonnull description_yaml(size_t *_Nonnull count);
