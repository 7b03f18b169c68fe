// Which lists are views, and of which list: what is written in a view is written to its source.

import { get } from './api.js';
import { notify } from './notices.js';

/** The sources of the views that were shown, by their ids. */
const sources = new Map();

/** Notes whether a list is a view. */
export function noteView({ id, view }) {
    if (view) sources.set(id, view.of);
    else sources.delete(id);
}

/** The list that a write to a list changes: of a view its source. */
export const writtenList = (list) => sources.get(list) ?? list;

/**
 * The version of the source that a write in a view has made; null where the source cannot be read.
 * @param {string} view
 * @param {object|null} item What the write answered.
 * @returns {Promise<{version: number, created: string}|null>}
 */
export async function sourceVersion(view, item) {
    const source = sources.get(view);
    if (item?.indexPath === null) notify(`Saved in “${source}”. The item is not in this view any more.`);
    try {
        // An item has the revision of its source.
        const version = item?.revision ?? (await get(['lists', view, 'view'])).source;
        return { version, created: (await get(['lists', source])).createdAt };
    } catch {
        return null;
    }
}
