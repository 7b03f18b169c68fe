#include <stdint.h>

// Takes the place of ICU's tables of locales, 34 MB, in a program that Swift's libraries are linked into.
//
// GRDB and Yams import Foundation, whose formatters reach ICU, whose tables are one symbol in one object of its archive. Defined here, that
// object is not linked. These tables are empty, as those of ICU's own `stubdata` are: a formatter of dates or numbers, a collation or a
// break iterator gets an error from ICU. This program uses none; Scripts/check-imports keeps Foundation out of Sources. Regular expressions
// and the properties of characters work, for their tables are in ICU's code.
//
// The symbols are hidden, so that a program that loads ICU as a shared library does not see them: it has all of ICU's tables. The name has
// the version of ICU that comes with Swift; the test of the image's size fails when a newer Swift has another.
struct tables {
    struct {
        uint16_t headerSize;
        uint8_t magic[2];
        uint16_t infoSize;
        uint16_t reserved;
        uint8_t isBigEndian;
        uint8_t charset;
        uint8_t bytesOfUChar;
        uint8_t alsoReserved;
        char format[4];
        uint8_t formatVersion[4];
        uint8_t dataVersion[4];
        uint8_t padding[8];
    } header;
    uint32_t count;
    uint32_t reserved;
    const void *entries[2];
};

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define IS_BIG_ENDIAN 1
#else
#define IS_BIG_ENDIAN 0
#endif

#define NO_TABLES(version)                                                                                   \
    extern const struct tables icudt##version##_dat;                                                         \
    __attribute__((visibility("hidden"), used, aligned(16))) const struct tables icudt##version##_dat = {    \
        {32, {0xDA, 0x27}, 20, 0, IS_BIG_ENDIAN, 0, 2, 0, {'T', 'o', 'C', 'P'}, {1}, {0}, {0}}, 0, 0, {0, 0}}

NO_TABLES(74);
NO_TABLES(76);
NO_TABLES(77);
NO_TABLES(78);
NO_TABLES(79);
NO_TABLES(80);
