// Edits of a list's sections before they are taken: what each shows, the request that does it, and the edit that takes it back.

import { jsonText } from './core/jsontext.js';
import { Problem, randomID } from './core/service.js';
import { operation, patchOf, pathOf, PLAIN, targeted } from './drafts.js';
import { isEqual } from './pending.js';
import { lasting, sectionTargets } from './targets.js';

/** @typedef {import('./core/service.js').SectionalService} SectionalService */
/** @typedef {import('./drafts.js').Draft} Draft */
/** @typedef {import('./drafts.js').ItemDrafts} ItemDrafts */
/** @typedef {import('./reading.js').ListReading} ListReading */
/** @typedef {import('./types.js').Section} Section */

/**
 * The members of a section that an app writes.
 * @typedef {{ header?: any, footer?: any, metadata?: object }} SectionMembers
 */

/** Rows of a section that come back with it; one with more stays deleted. */
const MOST_ROWS = 500;

const membersOf = ({ header = null, footer = null, metadata = {} }) => ({ header, footer, metadata });

/** The members that are not null: a merge patch takes a member away by null, and one that is not there is null. */
const present = (members) => Object.fromEntries(Object.entries(members).filter(([, part]) => part !== null));

/** What the server would say: somebody else has changed it. */
const changed = (detail) => new Problem(412, { type: '/problems/precondition-failed', detail });

export class SectionDrafts {
    #service;
    #list;
    #reading;
    #items;

    /**
     * @param {SectionalService} service
     * @param {string} list
     * @param {ListReading} reading What is shown.
     * @param {ItemDrafts} items
     */
    constructor(service, list, reading, items) {
        this.#service = service;
        this.#list = list;
        this.#reading = reading;
        this.#items = items;
    }

    #path(...more) {
        return pathOf(this.#service, ['lists', this.#list, 'sections', ...more]);
    }

    /**
     * Where a section is.
     * @throws {Problem} Where it is not there, as the server says it.
     */
    #find(id) {
        const index = this.#reading.findSection(id);
        const detail = `There is no section with the id “${id}”.`;
        if (index === null) throw new Problem(404, { type: '/problems/section-not-found', detail });
        return index;
    }

    /**
     * @param {SectionMembers & { id?: string }} section
     * @param {number} index
     * @returns {Draft}
     */
    insert(section, index) {
        const made = { id: section.id ?? randomID(), ...membersOf(section) };
        return this.#insertion(made, sectionTargets(this.#reading, index), index, section.id === undefined);
    }

    #insertion(made, { place, beside }, index, hasOwnID) {
        const text = jsonText(made);
        const bodies = [...beside, { index }, {}].map((target) => targeted(`"section":${text}`, target));
        const section = this.#service.parse(text);
        return {
            edit: { ...PLAIN, section: made.id, sectionPlace: { ...place, section }, hasOwnID }, method: 'POST', path: this.#path(),
            headers: {}, bodies, operations: bodies.map((body) => operation('insertSection', {}, body)),
            inverse: () => [this.#takeBack(made.id)],
        };
    }

    /** Deletes a section that was inserted here, where nobody has put something into it. */
    #takeBack(id) {
        const index = this.#find(id);
        const count = this.#reading.sectionCounts[index];
        const isLeft = Array.from({ length: count }, (_, row) => this.#reading.row(index, row)).every((row) => row?.isDeleted);
        if (!isLeft) throw changed('The section has items by now.');
        return this.delete(id);
    }

    /**
     * Other members of a section.
     * @param {string} id
     * @param {SectionMembers} members Those that are left out stay.
     * @returns {Draft | null} Null where nothing differs.
     * @throws {TypeError} Where a member in them is to become null, which no request can say.
     */
    update(id, members) {
        const was = this.#members(id);
        const info = Object.fromEntries(Object.entries(members).filter(([, part]) => part !== undefined));
        const patch = patchOf(jsonText(present(was)), jsonText(present({ ...was, ...info })));
        if (patch === null) return null;
        if (patch === undefined) throw new TypeError('A merge patch cannot set a member to null.');
        const shown = this.#service.parse(jsonText(info));
        const old = Object.fromEntries(Object.keys(info).map((name) => [name, was[name]]));
        return {
            edit: { ...PLAIN, section: id, info: shown }, method: 'PATCH', path: this.#path(`@${id}`),
            headers: { 'Content-Type': 'application/merge-patch+json', 'If-Match': '*' }, bodies: [patch],
            operations: [operation('updateSection', { section: `@${id}` }, patch, 'merge')],
            inverse: () => {
                const now = this.#members(id);
                const isOurs = Object.keys(shown).every((name) => isEqual(now[name], shown[name]));
                if (!isOurs) throw changed('Somebody else has changed the section.');
                return [this.update(id, old)].filter((draft) => draft !== null);
            },
        };
    }

    /** @returns {any} */
    #members(id) {
        return membersOf(this.#reading.section(this.#find(id)));
    }

    /**
     * Moves a section to an index, where it is afterwards.
     * @param {string} id
     * @param {number} index
     * @returns {Draft}
     */
    move(id, index) {
        const from = this.#find(id);
        const [to, back] = [index, from].map((other) => ({ ...sectionTargets(this.#reading, other, from), index: other }));
        return this.#moving(id, to, back);
    }

    #moving(id, to, from) {
        const { place, beside, index } = to;
        const bodies = [...beside, { index }].map((target) => targeted('', target));
        return {
            edit: { ...PLAIN, section: id, sectionPlace: { ...place, section: null } }, method: 'POST', path: this.#path(`@${id}`, 'move'),
            headers: {}, bodies, operations: bodies.map((body) => operation('moveSection', { section: `@${id}` }, body)),
            inverse: () => [this.#moving(id, lasting(from), lasting(to))],
        };
    }

    /**
     * Deletes a section with its items.
     * @param {string} id
     * @returns {Draft}
     */
    delete(id) {
        const index = this.#find(id);
        const section = { id, ...membersOf(this.#reading.section(index)) };
        const count = this.#reading.sectionCounts[index];
        const rows = Array.from({ length: Math.min(count, MOST_ROWS + 1) }, (_, row) => this.#reading.row(index, row));
        const targets = sectionTargets(this.#reading, index, index);
        const isKnown = rows.length <= MOST_ROWS && rows.every((row) => row !== null);
        return {
            edit: { ...PLAIN, section: id, isDeletion: true }, method: 'DELETE', path: this.#path(`@${id}`), headers: { 'If-Match': '*' },
            bodies: [undefined], operations: [operation('deleteSection', { section: `@${id}` })],
            inverse: isKnown ? () => [this.#insertion(section, lasting(targets), index, false), ...this.#rows(id, rows)] : null,
        };
    }

    /** The insertions of a section's rows, one after the other. */
    #rows(section, rows) {
        return rows.filter(({ isDeleted }) => !isDeleted).map((row, index) => {
            const place = { before: null, after: null, section, row: index };
            return this.#items.insertion({ ...row, name: row.id, hasOwnID: false }, { place, beside: [], isEnd: true, to: [0, index] });
        });
    }
}
