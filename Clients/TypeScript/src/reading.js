// What is shown of a list, to be read: its sections, the items that are loaded, and who is told when they change.

/** @typedef {import('./core/model.js').ListModel} ListModel */
/** @typedef {import('./types.js').IndexPath} IndexPath */
/** @typedef {import('./types.js').ListEvent} ListEvent */
/** @typedef {import('./types.js').ListInfo} ListInfo */
/** @typedef {import('./types.js').Section} Section */

/**
 * @template Value
 * @typedef {import('./types.js').Row<Value>} Row
 */

/** What is shown now. */
export class Shown {
    /**
     * Null before the list is there.
     * @type {ListModel | null}
     */
    model = null;
    /** @type {ListInfo | null} */
    info = null;
    listeners = new Set();
    /** How often something has changed. */
    changes = 0;

    /**
     * Tells all of an event. What a listener throws is an error of the app's, which following does not end by.
     * @param {ListEvent} event
     */
    tell(event) {
        this.changes += 1;
        for (const listener of [...this.listeners]) {
            try {
                listener(event);
            } catch (error) {
                queueMicrotask(() => { throw error; });
            }
        }
    }
}

/** @template [Value=any] */
export class ListReading {
    #shown;
    #effects;
    /** The rows of items, as they were shown last. */
    #rows = new WeakMap();

    /**
     * @param {Shown} shown
     * @param {import('./queue.js').WriteQueue} effects What this app has made of items and sections.
     */
    constructor(shown, effects) {
        this.#shown = shown;
        this.#effects = effects;
    }

    /**
     * Tells a function of all that changes; see `ListEvent`.
     * @param {(event: ListEvent) => void} listener
     * @returns {() => void} Ends it.
     */
    subscribe = (listener) => {
        this.#shown.listeners.add(listener);
        return () => { this.#shown.listeners.delete(listener); };
    };

    /**
     * A number that is another one after each change, as `useSyncExternalStore` wants it.
     * @returns {number}
     */
    snapshot = () => this.#shown.changes;

    /** The version on the screen; 0 before there is one. */
    get version() {
        return this.#shown.model?.version ?? 0;
    }

    /**
     * The list's own properties; null before they are there.
     * @returns {ListInfo | null}
     */
    get info() {
        return this.#shown.info;
    }

    /**
     * How many items there are, in all sections.
     * @returns {number}
     */
    get count() {
        return this.#shown.model?.itemCount ?? 0;
    }

    get sectionCount() {
        return this.#shown.model?.sections.length ?? 0;
    }

    /**
     * How many items each section has.
     * @returns {number[]}
     */
    get sectionCounts() {
        return (this.#shown.model?.sections ?? []).map(({ rows }) => rows.count);
    }

    /**
     * @param {number} index
     * @returns {Section | null}
     */
    section(index) {
        const section = this.#shown.model?.sections[index];
        if (!section) return null;
        const effect = this.#effects.sectionEffect(section.info.id, this.version);
        const [isPending, isDeleted] = [effect?.isPending ?? false, effect?.isDeleted ?? false];
        const counts = { index, itemCount: section.rows.count, itemOffset: this.offset([index, 0]) };
        return { ...section.info, ...effect?.info, ...counts, isPending, isDeleted };
    }

    /**
     * The item at an index path; null where it is not loaded.
     * @param {number} section
     * @param {number} row
     * @returns {Row<Value> | null}
     */
    row(section, row) {
        const item = this.#shown.model?.item([section, row]) ?? null;
        return item && this.#row(item, this.#shown.model.sections[section].info.id);
    }

    /**
     * As `row`, by the offset in the list.
     * @param {number} offset
     * @returns {Row<Value> | null}
     */
    at(offset) {
        const path = this.path(offset);
        return path && this.row(...path);
    }

    /** @returns {Row<Value>} */
    #row(item, section) {
        const effect = this.#effects.effect(item.id, section, this.version);
        const known = this.#rows.get(item);
        const [isPending, isDeleted] = [effect?.isPending ?? false, effect?.isDeleted ?? false];
        const value = effect !== null && 'value' in effect ? effect.value : item.value;
        if (known && known.value === value && known.isPending === isPending && known.isDeleted === isDeleted) return known;
        const { id, type, cell, revision } = item;
        const row = { id, type, cell, revision, value, isPending, isDeleted };
        this.#rows.set(item, row);
        return row;
    }

    /**
     * The index path at an offset; null outside the list.
     * @param {number} offset
     * @returns {IndexPath | null}
     */
    path(offset) {
        return this.#shown.model?.path(offset) ?? null;
    }

    /**
     * The offset of an index path.
     * @param {IndexPath} path
     */
    offset(path) {
        return this.#shown.model?.offset(path) ?? 0;
    }

    /**
     * Where a section is; null where there is none of that id.
     * @param {string} id
     * @returns {number | null}
     */
    findSection(id) {
        const index = this.#shown.model?.sections.findIndex(({ info }) => info.id === id) ?? -1;
        return index < 0 ? null : index;
    }

    /**
     * Where a loaded item is; null where it is not loaded.
     * @param {string} id
     * @returns {IndexPath | null}
     */
    find(id) {
        return this.#shown.model?.find(id) ?? null;
    }
}
