// The writes that wait, in their order, and what they make of what a version shows without them.

import { randomID } from './core/service.js';
import { itemEffect } from './pending.js';

/** @typedef {import('./pending.js').Edit} Edit */
/** @typedef {import('./pending.js').PendingWrite} PendingWrite */

export class WriteQueue {
    /** @type {PendingWrite[]} */
    writes = [];

    /** How many writes the server has not answered yet. */
    get count() {
        return this.writes.filter(({ version }) => version === null).length;
    }

    /** The writes that a version does not have. */
    #missing(shown) {
        return this.writes.filter(({ version }) => version === null || version > shown);
    }

    /**
     * What the writes make of an item that a version shows without them; null where there are none.
     * @param {string} id
     * @param {string} section The id of the section that it is in.
     * @param {number} shown The version.
     * @returns {{ value?: any, isDeleted: boolean, isPending: boolean } | null}
     */
    effect(id, section, shown) {
        const writes = this.#missing(shown).filter(({ edits }) => edits.some(({ item }) => item?.id === id));
        const effect = itemEffect(writes.flatMap(({ edits }) => edits).filter(({ item }) => item?.id === id));
        const around = this.sectionEffect(section, shown);
        if (effect === null && !around?.isDeleted) return null;
        return {
            ...effect, isDeleted: (effect?.isDeleted ?? false) || (around?.isDeleted ?? false),
            isPending: writes.some(({ version }) => version === null),
        };
    }

    /**
     * What the writes make of a section that a version shows without them; null where there are none.
     * @param {string} id
     * @param {number} shown The version.
     * @returns {{ info: any, isDeleted: boolean, isPending: boolean } | null}
     */
    sectionEffect(id, shown) {
        const writes = this.#missing(shown).filter(({ edits }) => edits.some(({ section }) => section === id));
        if (writes.length === 0) return null;
        const edits = writes.flatMap((write) => write.edits).filter(({ section }) => section === id);
        return {
            info: Object.assign({}, ...edits.map(({ info }) => info)),
            isDeleted: edits.reduce((was, { isDeletion, sectionPlace }) => isDeletion || (was && !sectionPlace?.section), false),
            isPending: writes.some(({ version }) => version === null),
        };
    }

    /**
     * The edits that place rows and sections where a version has them not, or delete them there.
     * @param {number} shown The version.
     */
    placements(shown) {
        const edits = this.#missing(shown).flatMap((write) => write.edits);
        return edits.filter(({ place, sectionPlace, isDeletion, hasArrived }) => (place || sectionPlace || isDeletion) && !hasArrived);
    }

    /**
     * Takes the stages of a version: what it inserts is there, although the answer has not come.
     * @param {any[]} stages
     */
    arrived(stages) {
        const items = new Set(stages.flatMap((stage) => stage.items.inserted.map(({ item }) => item.id)));
        const sections = new Set(stages.flatMap((stage) => stage.sections.inserted.map(({ section }) => section.id)));
        for (const edit of this.writes.filter(({ isSent }) => isSent).flatMap(({ edits }) => edits)) {
            if (edit.place?.item && items.has(edit.item.id)) edit.hasArrived = true;
            if (edit.sectionPlace?.section && sections.has(edit.section)) edit.hasArrived = true;
        }
    }

    /**
     * The write of an item that is an update and was not sent yet, where nothing else is written to the item after it.
     * @param {string} id
     * @returns {PendingWrite | null}
     */
    waitingUpdate(id) {
        const last = this.writes.filter(({ edits }) => edits.some(({ item }) => item?.id === id)).at(-1);
        const isWaiting = last && !last.isSent && last.version === null && !last.isBatch && last.edits[0].base !== undefined;
        return isWaiting ? last : null;
    }

    /**
     * A write, where it is the last one and was not sent yet.
     * @param {string} id Its own.
     * @returns {PendingWrite | null}
     */
    waitingLast(id) {
        const last = this.writes.at(-1);
        return last?.id === id && !last.isSent && last.version === null ? last : null;
    }

    /**
     * A write that has come after the others, without edits as yet.
     * @param {{ method: string, path: string, headers: Object<string, string>, isBatch: boolean }} request
     * @returns {PendingWrite}
     */
    begin(request) {
        const write = { id: randomID(), key: randomID(), ...request, edits: [], isSent: false, version: null };
        this.writes.push(write);
        return write;
    }

    /** @param {PendingWrite} write */
    remove(write) {
        this.writes = this.writes.filter((other) => other !== write);
    }
}
