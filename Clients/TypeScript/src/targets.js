// What something that is put at a position comes beside: names, which stay right as others change the list.

/** @typedef {import('./pending.js').Placement} Placement */
/** @typedef {import('./pending.js').SectionPlacement} SectionPlacement */
/** @typedef {import('./reading.js').ListReading} ListReading */
/** @typedef {import('./types.js').IndexPath} IndexPath */

/**
 * What something comes before or after, where it is put: as it is now, and as it is when what is marked deleted has gone.
 * @typedef {{ before: string | null, after: string | null }} Neighbour
 */

/**
 * Where an item is put: what it shows beside, and shows beside later; the targets of requests, the best one first; where that is, and
 * whether that is the section's end.
 * @typedef {{ place: Omit<Placement, 'item'>, lasting: Omit<Placement, 'item'>, beside: object[], to: IndexPath,
 *   isEnd: boolean }} ItemTargets
 */

/**
 * As `ItemTargets`, of a section.
 * @typedef {{ place: Omit<SectionPlacement, 'section'>, lasting: Omit<SectionPlacement, 'section'>, beside: object[] }} SectionTargets
 */

/** Rows and sections that a request may come beside: those after its target. */
const TARGETS = 4;
/** Rows and sections that are looked at for one that is not deleted. */
const MOST_DELETED = 100;

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
    const to = Math.min(row, count);
    const { now, later, beside } = neighbours(to, count, (index) => reading.row(section, whole(index)));
    const rest = { section: reading.section(section)?.id ?? '', row: whole(to) };
    return { place: { ...now, ...rest }, lasting: { ...later, ...rest }, beside, to: [section, to], isEnd: to === count };
}

/**
 * The targets of a section that is to be at an index.
 * @param {ListReading} reading
 * @param {number} index
 * @param {number | null} [from] Where it is, where it is in the list: then the index counts without it.
 * @returns {SectionTargets}
 */
export function sectionTargets(reading, index, from = null) {
    const whole = (other) => (from === null || other < from ? other : other + 1);
    const count = reading.sectionCount - (from === null ? 0 : 1);
    const to = Math.min(index, count);
    const { now, later, beside } = neighbours(to, count, (other) => reading.section(whole(other)));
    return { place: { ...now, index: whole(to) }, lasting: { ...later, index: whole(to) }, beside };
}

/**
 * The same targets for later.
 * @template {{ place: object, lasting: object }} Targets
 * @param {Targets} targets
 * @returns {Targets}
 */
export const lasting = (targets) => ({ ...targets, place: targets.lasting });

/**
 * What is around an index.
 * @param {number} index
 * @param {number} count
 * @param {(index: number) => { id: string, isDeleted: boolean } | null} at Null where it is not known.
 * @returns {{ now: Neighbour, later: Neighbour, beside: object[] }}
 */
function neighbours(index, count, at) {
    const isEnd = index >= count;
    const after = Array.from({ length: Math.min(MOST_DELETED, count - index) }, (_, offset) => at(index + offset));
    const before = Array.from({ length: Math.min(MOST_DELETED, index) }, (_, offset) => at(index - 1 - offset));
    const now = isEnd ? { before: null, after: before[0]?.id ?? null } : { before: after[0]?.id ?? null, after: null };
    const [next, previous] = [after, before].map((known) => nearest(known));
    const later = { before: next, after: next === null ? previous : null };
    const names = after.slice(0, TARGETS).filter((known) => known !== null && !known.isDeleted).map(({ id }) => ({ before: `@${id}` }));
    return { now, later, beside: isEnd ? [previous].filter((id) => id !== null).map((id) => ({ after: `@${id}` })) : names };
}

/** The first that is not deleted, where all before it are known. */
function nearest(known) {
    const found = known.find((one) => one === null || !one.isDeleted);
    return found?.id ?? null;
}
