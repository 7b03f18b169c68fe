// What something that is put at a position comes beside: names, which stay right as others change the list.

/** @typedef {import('./pending.js').Placement} Placement */
/** @typedef {import('./pending.js').SectionPlacement} SectionPlacement */
/** @typedef {import('./reading.js').ListReading} ListReading */
/** @typedef {import('./types.js').IndexPath} IndexPath */

/**
 * Where an item is put: the targets of requests, the best one first, and where that is; `isEnd` says whether of its section the end.
 * @typedef {{ place: Omit<Placement, 'item'>, beside: object[], to: IndexPath, isEnd: boolean }} ItemTargets
 */

/** Rows and sections that a request may come beside: those after its target. */
const TARGETS = 4;

/**
 * The targets of an item that is to be at an index path: before the loaded rows from there on, or after the last one.
 * @param {ListReading} reading
 * @param {IndexPath} path
 * @param {string | null} [moved] The item, where it is in the list: then the path counts without it.
 * @returns {ItemTargets}
 */
export function itemTargets(reading, [section, row], moved = null) {
    const from = moved === null ? null : reading.find(moved);
    const own = from !== null && from[0] === section ? from[1] : Infinity;
    // The index among all rows of one that counts without the item.
    const whole = (index) => (index < own ? index : index + 1);
    const count = (reading.sectionCounts[section] ?? 0) - (own === Infinity ? 0 : 1);
    const isEnd = row >= count;
    const names = near(row, count, (index) => {
        const item = reading.row(section, whole(index));
        return item === null || item.isDeleted || item.id === moved ? null : item.id;
    });
    const id = reading.section(section)?.id ?? '';
    const place = { before: isEnd ? null : names[0], after: isEnd ? names[0] : null, section: id, row: isEnd ? whole(count) : whole(row) };
    return { place, beside: besides(names, isEnd), to: [section, isEnd ? count : row], isEnd };
}

/**
 * The targets of a section that is to be at an index.
 * @param {ListReading} reading
 * @param {number} index
 * @param {number | null} [from] Where it is, where it is in the list: then the index counts without it.
 * @returns {{ place: Omit<SectionPlacement, 'section'>, beside: object[] }}
 */
export function sectionTargets(reading, index, from = null) {
    const whole = (other) => (from === null || other < from ? other : other + 1);
    const count = reading.sectionCount - (from === null ? 0 : 1);
    const isEnd = index >= count;
    const names = near(index, count, (other) => {
        const section = reading.section(whole(other));
        return section === null || section.isDeleted ? null : section.id;
    });
    const place = { before: isEnd ? null : names[0], after: isEnd ? names[0] : null, index: isEnd ? whole(count) : whole(index) };
    return { place, beside: besides(names, isEnd) };
}

/** The names from an index on, or at the end the last one; the first is null where it has none. */
function near(index, count, name) {
    if (index >= count) return [count > 0 ? name(count - 1) : null];
    return Array.from({ length: Math.min(TARGETS, count - index) }, (_, offset) => name(index + offset));
}

const besides = (names, isEnd) => names.filter((id) => id !== null).map((id) => (isEnd ? { after: `@${id}` } : { before: `@${id}` }));
