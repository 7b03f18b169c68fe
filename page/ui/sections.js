// All sections of one version of a list: their headers and counts, a page at a time, some pages beside each other.

import { getPage } from './api.js';
import { ListModel } from './model.js';

const PAGE = 500;
const AT_ONCE = 4;
const ATTEMPTS = 5;

/**
 * Loads a model of a version; of the newest where that one has left the history, or none is named.
 * @param {function} [progress] Called with the part that is there, from 0 to 1.
 */
export async function loadModel(list, version = null, signal = undefined, progress = () => {}) {
    for (let attempt = 1; ; attempt += 1) {
        try {
            return await loadVersion(list, version, signal, progress);
        } catch (problem) {
            if (problem.slug !== 'version-gone' || attempt === ATTEMPTS) throw problem;
            version = null;
        }
    }
}

/**
 * Loads a model of one version alone.
 * @throws {Problem} 410 where it has left the history.
 */
export async function loadVersion(list, version, signal = undefined, progress = () => {}) {
    const page = (offset, at) => getPage(['lists', list, 'sections'], { offset, limit: PAGE, at }, signal);
    const first = await page(0, version);
    const all = new Array(first.sectionCount);
    const offsets = [];
    let loaded = place(first);
    // A page may be shorter than asked for, where the server's limit or its bytes say so; so the first one's length is the step.
    for (let offset = loaded; offset < all.length; offset += Math.max(1, first.sections.length)) offsets.push(offset);
    const load = async () => {
        for (let offset = offsets.shift(); offset !== undefined; offset = offsets.shift()) {
            const next = await page(offset, first.version);
            loaded += place(next);
            const end = offset + first.sections.length;
            for (let at = offset + next.sections.length; next.sections.length > 0 && at < Math.min(end, all.length);) {
                const rest = await page(at, first.version);
                at += place(rest);
            }
            progress(loaded / all.length);
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, load));
    return new ListModel(first.version, all);

    function place({ offset, sections }) {
        sections.forEach((section, index) => { all[offset + index] = section; });
        return sections.length;
    }
}
