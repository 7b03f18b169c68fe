// How high the rows of a list are: as high as their types are registered to be. A list with no such type pays for one small request.

import { ROW, RowHeights } from './heights.js';
import { PAGE, takeAll } from './pages.js';

/** @typedef {import('./service.js').SectionalService} SectionalService */

/** What a row can be: high enough for a line of text, and low enough to leave a screen again. */
const [LEAST, MOST] = [20, 2_000];
/** How many requests are worth the heights of sections that have come with a change. */
const RANGES = 8;

/** A height in whole pixels, so that lines are sharp and sums exact; whatever was registered, it is one that can be shown. */
const bounded = (height) => (height === null ? ROW : Math.min(Math.max(LEAST, Math.round(Number(height)) || LEAST), MOST));

/** The heights that registered types give to items of one list. */
export class TypeHeights {
    #heights;
    /** The type of an item that has none. */
    defaultType = null;

    constructor(heights) {
        this.#heights = heights;
    }

    /** Null where no type has a height, or nobody says. */
    static async load(service, signal) {
        const { cellTypes } = await service.get(['cell-types'], {}, signal);
        const heights = cellTypes.filter(({ estimatedHeight }) => (estimatedHeight ?? null) !== null)
            .map(({ type, estimatedHeight }) => [type, bounded(estimatedHeight)]);
        return heights.length === 0 ? null : new TypeHeights(new Map(heights));
    }

    /** The height of an item's row. */
    of({ type }) {
        return this.#heights.get(type ?? this.defaultType) ?? ROW;
    }
}

/**
 * The heights of a version's rows.
 * @param {SectionalService} service
 * @param {string} list
 * @param {number} version
 * @param {AbortSignal} signal
 * @param {function} progress Called with the number of sections that have come.
 * @returns {Promise<Array>} `RowHeights` by section; none for a section whose rows all have the standard height.
 */
export async function loadHeights(service, list, version, signal, progress) {
    const page = (offset, limit) => readPage(service, list, version, offset, limit, signal);
    const all = [];
    const place = ({ offset, sections }) => {
        sections.forEach(({ runs }, index) => { all[offset + index] = heights(runs); });
        progress(sections.length);
    };
    await takeAll(await page(0, PAGE), page, place);
    return all;
}

/**
 * The heights of the rows of some sections; those that would take too many requests are left out.
 * @param {SectionalService} service
 * @param {number[]} indexes
 * @returns {Promise<Map>} `RowHeights` by index, null as above.
 */
export async function loadHeightsOf(service, indexes, list, version, signal) {
    const ranges = [];
    for (const index of indexes.sort((first, second) => first - second)) {
        const last = ranges.at(-1);
        if (last?.end === index) last.end += 1;
        else ranges.push({ start: index, end: index + 1 });
    }
    const found = new Map();
    await Promise.all(ranges.slice(0, RANGES).map(async ({ start, end }) => {
        for (let at = start; at < end;) {
            const { sections } = await readPage(service, list, version, at, Math.min(PAGE, end - at), signal);
            if (sections.length === 0) break;
            sections.forEach(({ runs }, index) => found.set(at + index, heights(runs)));
            at += sections.length;
        }
    }));
    return found;
}

/** A page of runs: they are many, and their numbers are to be reckoned with, not shown. */
async function readPage(service, list, version, offset, limit, signal) {
    return (await service.requestPage(['lists', list, 'geometry'], { offset, limit, at: version }, signal, JSON.parse)).json;
}

function heights(runs) {
    if (runs.every(([, , height]) => bounded(height) === ROW)) return null;
    return new RowHeights(runs.map(([count, , height]) => [count, bounded(height)]));
}
