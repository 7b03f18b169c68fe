// Edits of a list's items: each shows at once, waits in the outbox for a network, and is done once.

import { jsonText } from './core/jsontext.js';
import { isObject, merged, mergePatch } from './core/mergepatch.js';
import { randomID } from './core/service.js';
import { deleteItem, insertItem, interact, moveItem, patchValue, putValue } from './core/writes.js';
import { isEqual } from './outbox.js';
import { ListReading } from './reading.js';

/** @typedef {import('./core/service.js').SectionalService} SectionalService */
/** @typedef {import('./core/service.js').Problem} Problem */
/** @typedef {import('./outbox.js').Outbox} Outbox */
/** @typedef {import('./types.js').IndexPath} IndexPath */

/**
 * @template Value
 * @typedef {import('./types.js').Row<Value>} Row
 */

/** Rows that a request may come beside: those after its target, as far as they are loaded. */
const TARGETS = 4;

/**
 * A list that is read and edited.
 * @template [Value=any]
 * @extends {ListReading<Value>}
 */
export class ListEdits extends ListReading {
    #service;
    #outbox;

    /**
     * @param {SectionalService} service
     * @param {string} id
     * @param {import('./reading.js').Shown} shown
     * @param {Outbox} outbox
     */
    constructor(service, id, shown, outbox) {
        super(shown, (name) => outbox.effect(name, this.version));
        this.id = id;
        this.#service = service;
        this.#outbox = outbox;
    }

    /** How many edits the server has not answered. */
    get pendingCount() {
        return this.#outbox.count;
    }

    /**
     * Gives an item another value, on the condition that it is as it was seen. Of an object the difference is sent, so what this app does
     * not know of it stays.
     * @param {Row<Value>} row
     * @param {Value} value
     * @returns {Promise<{ version: number }>} The version that has it.
     * @throws {Problem} 412 where somebody was first: `body.current` is what is there; `item-not-found` where it was deleted. The value is
     *   taken back.
     */
    update(row, value) {
        const text = jsonText(value);
        const patch = patchOf(jsonText(row.value), text);
        if (patch === null) return Promise.resolve({ version: this.version });
        return this.#outbox.add({ item: row, value: this.#service.parse(text) }, [
            (send) => (patch === undefined
                ? putValue(this.#service, this.id, row, text, send) : patchValue(this.#service, this.id, row, patch, send)),
        ]);
    }

    /**
     * Deletes an item, on the condition that it is as it was seen.
     * @param {Row<Value>} row
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem} As `update`.
     */
    delete(row) {
        return this.#outbox.add({ item: row, isDeletion: true }, [(send) => deleteItem(this.#service, this.id, row, send)]);
    }

    /**
     * Inserts an item before the one at an index path, or at the section's end.
     * @param {Value} value
     * @param {IndexPath} path
     * @param {{ id?: string, type?: string }} [options] Without an id it gets a random one, or the server's where the list has an
     *   `identity`.
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem}
     */
    insert(value, path, options = {}) {
        const { id = null, type = null } = options;
        const section = this.section(path[0]);
        if (section === null) throw new RangeError(`There is no section ${path[0]}.`);
        const text = jsonText(value);
        // Where the server makes the id, the row has another one until then.
        const made = id ?? randomID();
        const name = id ?? (this.info?.identity ? null : made);
        const [place, beside] = this.#targets(path);
        const item = { id: made, type, cell: type ?? 'Cell', revision: 0, value: this.#service.parse(text) };
        const change = { item: { id: made, revision: 0 }, place: { ...place, item }, hasOwnID: id === null && name !== null };
        const targets = [...beside, ...(path[1] < section.itemCount ? [{ index: path[1] }] : []), {}];
        return this.#outbox.add(change, targets.map((target) => (
            (send) => insertItem(this.#service, this.id, section.id, { id: name, type, value: text }, target, send))));
    }

    /**
     * Moves an item to an index path, where it is afterwards.
     * @param {Row<Value>} row
     * @param {IndexPath} path
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem}
     */
    move(row, path) {
        const from = this.find(row.id);
        const isDown = from !== null && from[0] === path[0] && from[1] < path[1];
        const [place, beside] = this.#targets(isDown ? [path[0], path[1] + 1] : path, row.id);
        return this.#outbox.add({ item: row, place: { ...place, item: null } }, [...beside, { to: path }].map((target) => (
            (send) => moveItem(this.#service, this.id, row, target, send))));
    }

    /**
     * Records that somebody has selected an item, or another interaction. It does not wait for a network.
     * @param {Row<Value>} row
     * @param {{ action?: string, context?: object }} [options] `action`: the name of one; else the item is selected.
     * @returns {Promise<{ sequence: number }>}
     * @throws {Problem}
     */
    async interact(row, options = {}) {
        const { action = undefined, context = {} } = options;
        const path = action === undefined ? ['select'] : ['actions', action];
        return interact(this.#service, this.id, row.id, this.version, path, jsonText(context));
    }

    /**
     * What something at an index path comes beside: before the loaded rows from there on, or after the last one.
     * @returns {[place: { before: string | null, after: string | null, section: string, row: number }, targets: any[]]}
     */
    #targets([section, row], except = null) {
        const name = (index) => {
            const item = this.row(section, index);
            return item === null || item.isDeleted || item.id === except ? null : item.id;
        };
        const count = this.sectionCounts[section];
        const isEnd = row >= count;
        const names = Array.from({ length: isEnd ? 1 : TARGETS }, (_, index) => name(isEnd ? count - 1 : row + index));
        const ids = names.filter((id) => id !== null);
        const place = { before: isEnd ? null : names[0], after: isEnd ? names[0] : null, section: this.section(section)?.id ?? '', row };
        return [place, ids.map((id) => (isEnd ? { after: `@${id}` } : { before: `@${id}` }))];
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
