// The revisions that this app's writes have made of items, one over the other.

/** @typedef {import('./pending.js').Edit} Edit */

export class OwnRevisions {
    /** By the item: `base` is what the first was made over. */
    #own = new Map();

    /**
     * The newest revision that was made over another one by this app alone; that one where there is none.
     * @param {{ id: string, revision: number }} item
     */
    newest({ id, revision }) {
        const own = this.#own.get(id);
        return own && revision >= own.base && revision <= own.revision ? own.revision : revision;
    }

    /**
     * Takes what an edit has made. A move makes no revision.
     * @param {Edit} edit
     */
    learn({ item, made, place, ...edit }) {
        if (!item || made === null || !(place?.item || 'value' in edit)) return;
        const own = this.#own.get(item.id);
        const base = own && item.revision <= own.revision ? Math.min(own.base, item.revision) : item.revision;
        this.#own.set(item.id, { base, revision: made });
    }
}
