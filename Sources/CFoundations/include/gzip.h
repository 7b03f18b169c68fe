#pragma once
#include <zlib.h>

/* deflateInit2 and inflateInit2 are macros, which Swift cannot import. 31: a window of 32 KiB in a gzip wrapper. */
static inline int shim_gzip_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}

static inline int shim_gunzip_init(z_stream *stream) {
    return inflateInit2(stream, 31);
}
