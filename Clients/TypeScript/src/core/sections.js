// All sections of one version of a list: their headers, counts and heights, a page at a time.

import { loadHeights, TypeHeights } from './geometry.js';
import { ListModel } from './model.js';
import { takeAll } from './pages.js';

/** @typedef {import('./service.js').SectionalService} SectionalService */

const ATTEMPTS = 5;
/** The sections of the first page, and the items that come with each of them. */
const FIRST = 50;
const FIRST_ITEMS = 20;

/**
 * Loads a model of a version; of the newest where that one has left the history, or none is named.
 * @param {SectionalService} service
 * @param {string} list
 * @param {number | null} version
 * @param {AbortSignal} [signal]
 * @param {{ progress?: (part: number) => void, measures?: boolean }} options `progress` is called with the part that is there,
 *   from 0 to 1; `measures`: whether the heights of rows are loaded as well.
 * @returns {Promise<ListModel>}
 */
export async function loadModel(service, list, version = null, signal = undefined, options = {}) {
    for (let attempt = 1; ; attempt += 1) {
        try {
            return await loadVersion(service, list, version, signal, options);
        } catch (problem) {
            if (problem.slug !== 'version-gone' || attempt === ATTEMPTS) throw problem;
            version = null;
        }
    }
}

/**
 * Loads a model of one version alone.
 * @param {SectionalService} service
 * @param {string} list
 * @param {number | null} version
 * @param {AbortSignal} [signal]
 * @param {{ progress?: (part: number) => void, measures?: boolean }} options As of `loadModel`.
 * @returns {Promise<ListModel>}
 * @throws {Problem} 410 where it has left the history.
 */
export async function loadVersion(service, list, version, signal = undefined, { progress = () => {}, measures = false } = {}) {
    const page = (at, items) => (offset, limit) => service.getPage(['lists', list, 'sections'], { offset, limit, at, items }, signal);
    // The first sections bring their first items, so that there are rows at once.
    const [first, types] = await Promise.all([
        page(version, FIRST_ITEMS)(0, FIRST), measures ? TypeHeights.load(service, signal).catch(() => null) : null,
    ]);
    const all = new Array(first.sectionCount);
    const items = [];
    let loaded = 0;
    const came = (count) => {
        loaded += count;
        progress(loaded / Math.max(1, all.length) / (types === null ? 1 : 2));
    };
    const place = ({ offset, sections }) => {
        sections.forEach(({ items: known, ...section }, index) => {
            all[offset + index] = section;
            if (known) items[offset + index] = known;
        });
        came(sections.length);
    };
    const [heights] = await Promise.all([measure(), takeAll(first, page(first.version), place)]);
    return new ListModel(first.version, all, types, heights, items);

    /** The heights of the rows; where they cannot be read they are those that items have when they come. */
    async function measure() {
        if (types === null) return [];
        try {
            types.defaultType = (await service.get(['lists', list], { at: first.version }, signal)).defaultType;
            return await loadHeights(service, list, first.version, signal, came);
        } catch {
            return [];
        }
    }
}
