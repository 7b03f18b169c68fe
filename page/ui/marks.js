// The rows of a list that are marked, to be deleted, moved or changed together: by check boxes, Shift, Ctrl and keys. What is marked is
// known by its id, so it stays marked while the list changes.

import { getPage } from './api.js';
import { number } from './format.js';
import { announce, notify, notifyProblem } from './notices.js';

/** The most rows that are marked: the operations of one batch. */
const MOST = 10_000;
const PAGE = 500;

export class Marks {
    #changed;
    /** @type {ListSession | null} */
    #session = null;
    /** The items as they were seen, by id: `{ id, revision, offset }`. */
    #items = new Map();
    /** The row that a range begins at: `{ id, path }`. */
    #anchor = null;

    /** @param {() => void} changed Called when other rows are marked. */
    constructor(changed) {
        this.#changed = changed;
    }

    setSession(session) {
        this.#session = session;
        this.#items = new Map();
        this.#anchor = null;
        this.#changed();
    }

    get size() {
        return this.#items.size;
    }

    has(id) {
        return this.#items.has(id);
    }

    /** The items in the order of the list, as it was when they were marked. */
    get inOrder() {
        return [...this.#items.values()].sort((first, second) => first.offset - second.offset);
    }

    clear() {
        this.#anchor = null;
        this.#items.clear();
        this.#changed();
    }

    /** Marks a row, or no longer. */
    toggle(path, item) {
        this.#anchor = { id: item.id, path };
        if (this.#items.has(item.id)) this.#items.delete(item.id);
        else if (this.#items.size < MOST) this.#add(item, this.#session.model.offset(path));
        else this.#refuse();
        this.#changed();
    }

    /** Has a range begin at a row, unless one has begun. */
    begin(path, item) {
        this.#anchor ??= item && { id: item.id, path };
    }

    /** Has the next range begin at a row, in the place of another one; at the row that is left where none is named. */
    start(path = null, item = null) {
        this.#anchor = item && { id: item.id, path };
    }

    /** Marks the rows from where the range begins to an index path. */
    async extend(path) {
        const { model } = this.#session;
        const start = this.#anchor === null ? path : model.find(this.#anchor.id) ?? this.#anchor.path;
        const [first, last] = [model.offset(start), model.offset(path)].sort((one, other) => one - other);
        await this.#mark(first, last + 1);
    }

    /** Marks all rows. */
    async all() {
        await this.#mark(0, this.#session.model.itemCount);
    }

    /** Takes what somebody has changed meanwhile as seen. */
    see({ id, revision }) {
        const item = this.#items.get(id);
        if (item) item.revision = revision;
    }

    forget(id) {
        this.#items.delete(id);
        this.#changed();
    }

    /** Follows a change that is on the screen: what is gone is no longer marked, and what has changed is seen. */
    follow({ stages }) {
        for (const { items } of stages) {
            for (const { id } of items.deleted) this.#items.delete(id);
            for (const { item } of items.updated) this.see(item);
        }
        this.#changed();
    }

    /** Marks the rows from one flat offset to before another; those that nobody has looked at are read. */
    async #mark(first, end) {
        const session = this.#session;
        const { list, model } = session;
        if (end - first + this.#items.size > MOST) {
            this.#refuse();
            return;
        }
        const { version } = model;
        const found = [];
        try {
            for (let offset = first; offset < end;) {
                // What the model knows is that of the version only while it shows it.
                const item = model.version === version ? model.item(model.path(offset)) : null;
                const query = { offset, limit: Math.min(PAGE, end - offset), at: version };
                const items = item ? [item] : (await getPage(['lists', list, 'items'], query)).items;
                if (items.length === 0) break;
                items.forEach((one, index) => found.push([one, offset + index]));
                offset += items.length;
            }
        } catch (problem) {
            notifyProblem(problem);
            return;
        }
        if (session !== this.#session) return;
        for (const [item, offset] of found) this.#add(item, offset);
        this.#changed();
        announce(`${number(this.size)} rows are marked.`);
    }

    #add({ id, revision }, offset) {
        this.#items.set(id, { id, revision, offset });
    }

    #refuse() {
        notify(`At most ${number(MOST)} rows are marked at once.`, { isError: true });
    }
}
