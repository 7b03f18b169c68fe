#pragma once
#include <stddef.h>
#include <stdint.h>

/* Tables of Unicode 14.0 for folded text (contract, section 9), in ascending order of characters; for the life of the process.
 * Scripts/folded-text makes them, and says how they are packed.
 *
 * A range is two words: the first character in bits 0 to 20 and its kind in 21 and 22; then the distance of the last character in bits 0 to
 * 11 and a value in 12 to 31. Kinds: 0, each character, and 1, every second one, becomes the one that is value - 2^19 further on; 2, the
 * text of value >> 13 bytes at value & 0x1fff; 3, nothing. */
const uint32_t *_Nonnull folded_text_foldings(size_t *_Nonnull count);
const uint32_t *_Nonnull folded_text_capitals(size_t *_Nonnull count);
const unsigned char *_Nonnull folded_text_texts(size_t *_Nonnull count);

/* Where the class of characters changes: the character in bits 0 to 20, and its class in 21 and 22: 1 for letters, 2 for numbers, 3 for
 * marks (general categories L, N, M), 0 for all others. */
const uint32_t *_Nonnull folded_text_classes(size_t *_Nonnull count);
