// Edits of a list's items before they are taken: what each shows, the request that does it, and the edit that takes it back.

import { jsonText } from './core/jsontext.js';
import { isObject, merged, mergePatch } from './core/mergepatch.js';
import { randomID } from './core/service.js';
import { isEqual } from './pending.js';
import { itemTargets, lasting } from './targets.js';

/** @typedef {import('./core/service.js').SectionalService} SectionalService */
/** @typedef {import('./pending.js').Edit} Edit */
/** @typedef {import('./reading.js').ListReading} ListReading */
/** @typedef {import('./targets.js').ItemTargets} ItemTargets */
/** @typedef {import('./types.js').IndexPath} IndexPath */

/**
 * An edit that is not taken yet. Of several bodies the next one is for where the target of the one before has gone.
 * @typedef {object} Draft
 * @property {Omit<Edit, 'others'>} edit
 * @property {string} method
 * @property {string} path Below the server's address.
 * @property {Object<string, string>} headers
 * @property {(string | undefined)[]} bodies Of the request.
 * @property {string[]} operations The same in a batch.
 * @property {(() => Draft[]) | null} inverse Makes what takes it back when it has been done; null where nothing does.
 */

/** What an edit is where nothing else is said. */
export const PLAIN = { isDeletion: false, hasOwnID: false, made: null };

/**
 * A path below the server's address.
 * @param {SectionalService} service
 * @param {string[]} segments
 * @param {Object<string, any>} [query]
 */
export const pathOf = (service, segments, query = {}) => service.url(segments, query).slice(service.url([]).length);

/**
 * The operation of a batch that does what a request does.
 * @param {string} op
 * @param {Object<string, string>} names What the request has in its path.
 * @param {string} [members] JSON of an object, or of what `wrap` names.
 * @param {string | null} [wrap] The name of the body's value; null where its members are those of the operation.
 */
export function operation(op, names, members = '{}', wrap = null) {
    const rest = wrap === null ? members.slice(1, -1) : `${JSON.stringify(wrap)}:${members}`;
    return `${JSON.stringify({ op, ...names }).slice(0, -1)}${rest === '' ? '' : `,${rest}`}}`;
}

/** A body with a target after other members, which are JSON without braces. */
export const targeted = (members, target) => {
    const parts = [members, JSON.stringify(target).slice(1, -1)].filter((part) => part !== '');
    return `{${parts.join(',')}}`;
};

export class ItemDrafts {
    #service;
    #list;
    #reading;

    /**
     * @param {SectionalService} service
     * @param {string} list
     * @param {ListReading} reading What is shown.
     */
    constructor(service, list, reading) {
        this.#service = service;
        this.#list = list;
        this.#reading = reading;
    }

    #path(id, ...more) {
        return pathOf(this.#service, ['lists', this.#list, 'items', `@${id}`, ...more]);
    }

    /**
     * Another value. Of an object the difference is sent.
     * @param {{ id: string, revision: number, value: any }} row
     * @param {any} value
     * @param {string} base JSON of the value that it is made over.
     * @returns {Draft | null} Null where nothing differs.
     */
    update(row, value, base = jsonText(row.value)) {
        const { id, revision } = row;
        const text = jsonText(value);
        const patch = patchOf(base, text);
        if (patch === null) return null;
        const shown = this.#service.parse(text);
        const names = { item: `@${id}` };
        const request = patch === undefined
            ? { method: 'PUT', headers: {}, bodies: [text], operations: [operation('updateItem', names, text, 'value')] }
            : {
                method: 'PATCH', headers: { 'Content-Type': 'application/merge-patch+json' }, bodies: [patch],
                operations: [operation('patchItem', names, patch, 'merge')],
            };
        const back = () => [this.update({ ...row, value: shown }, row.value)].filter((draft) => draft !== null);
        return { edit: { ...PLAIN, item: { id, revision }, value: shown, base }, path: this.#path(id), ...request, inverse: back };
    }

    /**
     * @param {import('./types.js').Row<any>} row
     * @returns {Draft}
     */
    delete(row) {
        const { id, revision } = row;
        const path = this.#reading.find(id);
        const targets = path && itemTargets(this.#reading, path, id);
        // Without the item the index is that of what follows it.
        const back = targets && lasting({ ...targets, lasting: { ...targets.lasting, row: path[1] } });
        return {
            edit: { ...PLAIN, item: { id, revision }, isDeletion: true }, method: 'DELETE', path: this.#path(id), headers: {},
            bodies: [undefined], operations: [operation('deleteItem', { item: `@${id}` })],
            inverse: back && (() => [this.insertion({ ...row, name: id, hasOwnID: false }, back)]),
        };
    }

    /**
     * Inserts an item before the one at an index path, or at the section's end.
     * @param {any} value
     * @param {IndexPath} path
     * @param {{ id?: string, type?: string }} options
     * @returns {Draft}
     */
    insert(value, path, { id = undefined, type = null }) {
        if (this.#reading.section(path[0]) === null) throw new RangeError(`There is no section ${path[0]}.`);
        const identity = this.#reading.info?.identity ?? null;
        // In a list with an identity the server takes the id out of the value.
        const made = id ?? (identity === null ? randomID() : idOf(value, identity) ?? randomID());
        const name = id === undefined && identity !== null ? null : made;
        const item = { id: made, type, cell: type ?? 'Cell', value, name, hasOwnID: id === undefined && name !== null };
        return this.insertion(item, itemTargets(this.#reading, path));
    }

    /**
     * As `insert`, at targets that are known.
     * @param {any} made `name`: the id that is sent; null where the server makes it.
     * @param {Omit<ItemTargets, 'lasting'>} targets
     * @returns {Draft}
     */
    insertion({ id, type, cell, value, name, hasOwnID }, { place, beside, to, isEnd }) {
        const text = jsonText(value);
        const members = { ...(name !== null && { id: name }), ...(type !== null && { type }) };
        const head = JSON.stringify(members).slice(1, -1);
        const body = `"item":{${head}${head === '' ? '' : ','}"value":${text}}`;
        const item = { id, type, cell, revision: 0, value: this.#service.parse(text) };
        const bodies = [...beside, ...(isEnd ? [] : [{ index: to[1] }]), {}].map((target) => targeted(body, target));
        const edit = { ...PLAIN, item: { id, revision: 0 }, place: { ...place, item }, hasOwnID };
        const section = `@${place.section}`;
        return {
            edit, method: 'POST', path: pathOf(this.#service, ['lists', this.#list, 'sections', section, 'items']), headers: {}, bodies,
            operations: bodies.map((members) => operation('insertItem', { section }, members)),
            inverse: () => [this.delete({ ...item, isPending: true, isDeleted: false })],
        };
    }

    /**
     * Moves an item to an index path, where it is afterwards.
     * @param {import('./types.js').Row<any>} row
     * @param {IndexPath} path
     * @returns {Draft}
     */
    move(row, path) {
        const from = this.#reading.find(row.id);
        return this.#moving(row, itemTargets(this.#reading, path, row.id), from && itemTargets(this.#reading, from, row.id));
    }

    /**
     * @param {import('./types.js').Row<any>} row
     * @param {ItemTargets} targets
     * @param {ItemTargets | null} back Where it comes from; null where that is not known.
     * @returns {Draft}
     */
    #moving(row, targets, back) {
        const { id, revision } = row;
        const bodies = [...targets.beside, { to: targets.to }].map((target) => targeted('', target));
        return {
            edit: { ...PLAIN, item: { id, revision }, place: { ...targets.place, item: null } },
            method: 'POST', path: this.#path(id, 'move'), headers: {}, bodies,
            operations: bodies.map((body) => operation('moveItem', { item: `@${id}` }, body)),
            inverse: back && (() => [this.#moving(row, lasting(back), lasting(targets))]),
        };
    }

    /**
     * An interaction: it changes nothing.
     * @param {import('./types.js').Row<any>} row
     * @param {string[]} path `['select']`, `['deselect']` or `['actions', name]`.
     * @param {object} context
     * @returns {Draft}
     */
    interact(row, path, context) {
        const { version } = this.#reading;
        const text = jsonText(context);
        // What the server does not have yet is in none of its versions.
        const query = row.revision === 0 ? {} : { at: version };
        const later = text === '{}' && row.revision !== 0 ? JSON.stringify({ seenVersion: version }) : text;
        return {
            edit: { ...PLAIN }, method: 'POST', headers: {}, operations: [], inverse: null,
            path: pathOf(this.#service, ['lists', this.#list, 'items', `@${row.id}`, ...path], query),
            bodies: [text, later].map((part) => `{"context":${part}}`),
        };
    }
}

/** The merge patch from one value to another; null where nothing differs, undefined where no patch can say it. */
export function patchOf(was, is) {
    if (was === is) return null;
    const [before, after] = [JSON.parse(was), JSON.parse(is)];
    if (!isObject(before) || !isObject(after)) return undefined;
    const patch = mergePatch(was, is);
    if (patch === null) return null;
    return isEqual(merged(before, JSON.parse(patch)), after) ? patch : undefined;
}

/** The id that a list's `identity` takes out of a value; null where it finds none. */
function idOf(value, identity) {
    const keys = identity.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const isThere = (part, key) => typeof part === 'object' && part !== null && Object.hasOwn(part, key);
    const found = keys.reduce((part, key) => (isThere(part, key) ? part[key] : null), value);
    if (typeof found === 'string') return found;
    const text = jsonText(found);
    return /^[-\d]/.test(text) ? text : null;
}
