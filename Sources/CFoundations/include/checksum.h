#pragma once
#include <stddef.h>
#include <stdint.h>

/* CRC-32C (Castagnoli, as in RFC 3720, appendix B.4) of bytes that follow others; 0 before the first.
   Uses the processor's instruction where it has one. Any thread may call it. */
uint32_t checksum_crc32c(uint32_t before, const void *_Nullable bytes, size_t count);

/* The same by tables, on any processor. */
uint32_t checksum_crc32c_by_tables(uint32_t before, const void *_Nullable bytes, size_t count);
