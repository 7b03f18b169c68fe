#include "checksum.h"
#include <string.h>

/* Eight tables of the reflected polynomial: what a byte means that is so many bytes before the end of a word. */
static uint32_t tables[8][256];

__attribute__((constructor)) static void fill_tables(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0x82F63B78 : crc >> 1;
        tables[0][byte] = crc;
    }
    for (int table = 1; table < 8; table++) {
        for (int byte = 0; byte < 256; byte++) {
            uint32_t crc = tables[table - 1][byte];
            tables[table][byte] = crc >> 8 ^ tables[0][crc & 0xFF];
        }
    }
}

/* Slicing by eight (Kounavis and Berry, "Novel table lookup-based algorithms for high-performance CRC generation", 2008). */
uint32_t checksum_crc32c_by_tables(uint32_t before, const void *bytes, size_t count) {
    const unsigned char *next = bytes;
    uint32_t crc = ~before;
    for (; count >= 8; next += 8, count -= 8) {
        crc ^= (uint32_t)next[0] | (uint32_t)next[1] << 8 | (uint32_t)next[2] << 16 | (uint32_t)next[3] << 24;
        crc = tables[7][crc & 0xFF] ^ tables[6][crc >> 8 & 0xFF] ^ tables[5][crc >> 16 & 0xFF] ^ tables[4][crc >> 24] ^ tables[3][next[4]]
            ^ tables[2][next[5]] ^ tables[1][next[6]] ^ tables[0][next[7]];
    }
    for (; count > 0; next++, count--) crc = crc >> 8 ^ tables[0][(crc ^ *next) & 0xFF];
    return ~crc;
}

#if defined(__x86_64__)
#define HAS_INSTRUCTION __builtin_cpu_supports("sse4.2")
#define INSTRUCTION_TARGET __attribute__((target("sse4.2")))
#define STEP_WORD(crc, word) __builtin_ia32_crc32di(crc, word)
#define STEP_BYTE(crc, byte) __builtin_ia32_crc32qi((uint32_t)(crc), byte)
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
#define HAS_INSTRUCTION 1
#define INSTRUCTION_TARGET
#define STEP_WORD(crc, word) __builtin_arm_crc32cd((uint32_t)(crc), word)
#define STEP_BYTE(crc, byte) __builtin_arm_crc32cb((uint32_t)(crc), byte)
#endif

#ifdef HAS_INSTRUCTION
INSTRUCTION_TARGET static uint32_t crc32c_by_instruction(uint32_t before, const unsigned char *next, size_t count) {
    uint64_t crc = ~before;
    for (; count >= 64; next += 64, count -= 64) {
        uint64_t words[8];
        memcpy(words, next, sizeof words);
#pragma clang loop unroll(full)
        for (int index = 0; index < 8; index++) crc = STEP_WORD(crc, words[index]);
    }
    for (; count >= 8; next += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, next, sizeof word);
        crc = STEP_WORD(crc, word);
    }
    for (; count > 0; next++, count--) crc = STEP_BYTE(crc, *next);
    return ~(uint32_t)crc;
}
#endif

uint32_t checksum_crc32c(uint32_t before, const void *bytes, size_t count) {
#ifdef HAS_INSTRUCTION
    if (HAS_INSTRUCTION) return crc32c_by_instruction(before, bytes, count);
#endif
    return checksum_crc32c_by_tables(before, bytes, count);
}
