// Edits of a list's items, as requests that wait in its outbox.

import { jsonText } from './core/jsontext.js';
import { isObject, merged, mergePatch } from './core/mergepatch.js';
import { randomID } from './core/service.js';
import { deleteItem, insertItem, interact, moveItem, patchValue, putValue } from './core/writes.js';
import { isEqual } from './outbox.js';

/** @typedef {import('./core/service.js').SectionalService} SectionalService */
/** @typedef {import('./list.js').SectionalList} SectionalList */
/** @typedef {import('./outbox.js').Outbox} Outbox */

/** Rows that a request may come beside: those after its target, as far as they are loaded. */
const TARGETS = 4;

/** What `SectionalList` does by its methods of the same names. */
export class ListEdits {
    #service;
    #list;
    #outbox;

    /**
     * @param {SectionalService} service
     * @param {SectionalList} list
     * @param {Outbox} outbox
     */
    constructor(service, list, outbox) {
        this.#service = service;
        this.#list = list;
        this.#outbox = outbox;
    }

    update(row, value) {
        const text = jsonText(value);
        const patch = patchOf(jsonText(row.value), text);
        if (patch === null) return Promise.resolve({ version: this.#list.version });
        return this.#outbox.add({ item: row, value: this.#service.parse(text) }, [
            (send) => (patch === undefined
                ? putValue(this.#service, this.#list.id, row, text, send) : patchValue(this.#service, this.#list.id, row, patch, send)),
        ]);
    }

    delete(row) {
        return this.#outbox.add({ item: row, isDeletion: true }, [(send) => deleteItem(this.#service, this.#list.id, row, send)]);
    }

    insert(value, path, { id = undefined, type = null }) {
        const name = id ?? (this.#list.info?.identity ? null : randomID());
        const item = { id: name, type, value: jsonText(value) };
        const section = this.#list.section(path[0]);
        if (section === null) throw new RangeError(`There is no section ${path[0]}.`);
        const targets = [...this.#targets(path), ...(path[1] < section.itemCount ? [{ index: path[1] }] : []), {}];
        return this.#outbox.add({ hasOwnID: id === undefined && name !== null }, targets.map((target) => (
            (send) => insertItem(this.#service, this.#list.id, section.id, item, target, send))));
    }

    move(row, path) {
        const from = this.#list.find(row.id);
        const isDown = from !== null && from[0] === path[0] && from[1] < path[1];
        const targets = [...this.#targets(isDown ? [path[0], path[1] + 1] : path, row.id), { to: path }];
        return this.#outbox.add({ item: row }, targets.map((target) => (
            (send) => moveItem(this.#service, this.#list.id, row, target, send))));
    }

    async interact(row, { action = undefined, context = {} }) {
        const path = action === undefined ? ['select'] : ['actions', action];
        return interact(this.#service, this.#list.id, row.id, this.#list.version, path, jsonText(context));
    }

    /** What something at an index path comes beside: before the loaded rows from there on, or after the last one. */
    #targets([section, row], except = null) {
        const name = (index) => {
            const item = this.#list.row(section, index);
            return item === null || item.isDeleted || item.id === except ? null : `@${item.id}`;
        };
        const count = this.#list.sectionCounts[section];
        if (row >= count) return [name(count - 1)].filter((after) => after !== null).map((after) => ({ after }));
        const names = Array.from({ length: TARGETS }, (_, index) => name(row + index));
        return names.filter((before) => before !== null).map((before) => ({ before }));
    }
}

/** The merge patch from one value to another; null where nothing differs, undefined where no patch can say it. */
function patchOf(was, is) {
    if (was === is) return null;
    const [before, after] = [JSON.parse(was), JSON.parse(is)];
    if (!isObject(before) || !isObject(after)) return undefined;
    const patch = mergePatch(was, is);
    if (patch === null) return null;
    return isEqual(merged(before, JSON.parse(patch)), after) ? patch : undefined;
}
