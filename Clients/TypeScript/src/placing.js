// Rows and sections that this app has inserted or moved, and that no version of the server's shows there yet: put into the model by
// stages of their own, and taken out again before the server's stages.

/** @typedef {import('./core/model.js').ListModel} ListModel */
/** @typedef {import('./pending.js').Edit} Edit */

const NOTHING = { deleted: [], inserted: [], moved: [], updated: [] };
const itemStage = (items) => ({ sections: { ...NOTHING }, items: { ...NOTHING, ...items } });
const sectionStage = (sections) => ({ sections: { ...NOTHING, ...sections }, items: { ...NOTHING } });

export class PlacedRows {
    /** @type {ListModel | null} */
    #model = null;
    /** What was put in, the first one first: a stage, and the one that takes it out. */
    #placed = [];
    /** The items and sections that edits have deleted, and that are there still: what inserts one again moves it. */
    #deleted = { items: new Set(), sections: new Set() };

    /**
     * Puts rows and sections into a model, which has none of them.
     * @param {ListModel} model
     * @param {Edit[]} edits What places or deletes them, in their order.
     * @returns {any[]} The stages.
     */
    put(model, edits) {
        this.#placed = [];
        this.#deleted = { items: new Set(), sections: new Set() };
        return this.append(model, edits);
    }

    /**
     * As `put`, after those that are in it.
     * @param {ListModel} model
     * @param {Edit[]} edits
     * @returns {any[]}
     */
    append(model, edits) {
        this.#model = model;
        const { length } = this.#placed;
        for (const edit of edits) {
            if (edit.isDeletion && edit.item) this.#deleted.items.add(edit.item.id);
            else if (edit.isDeletion) this.#deleted.sections.add(edit.section);
            else if (edit.place) this.#place(edit);
            else if (edit.sectionPlace) this.#placeSection(edit);
        }
        return this.#placed.slice(length).map(({ put }) => put);
    }

    /**
     * Takes out what was put in.
     * @returns {any[]} The stages.
     */
    take() {
        const stages = this.#placed.map(({ taken }) => taken).reverse();
        for (const taken of stages) this.#model?.apply(taken);
        this.#placed = [];
        return stages;
    }

    /**
     * Puts rows and sections into a model in the place of those that were, as writes come and go and what they stand beside gets known.
     * @param {ListModel} model
     * @param {Edit[]} edits
     * @returns {any[] | null} The stages, without those of the first that stay; null where nothing differs.
     */
    replace(model, edits) {
        const before = this.#placed;
        const taken = this.take();
        const put = this.put(model, edits);
        const after = this.#placed;
        const other = before.findIndex((one, index) => JSON.stringify(one) !== JSON.stringify(after[index]));
        const same = other < 0 ? before.length : other;
        if (same === before.length && same === after.length) return null;
        return [...taken.slice(0, before.length - same), ...put.slice(same)];
    }

    /**
     * Does something with the model as the server's version is, which brings and takes no rows.
     * @template Result
     * @param {() => Result} act
     * @returns {Result}
     */
    without(act) {
        const placed = this.#placed;
        this.take();
        const result = act();
        // Each goes where it was, although what it stood beside may not be known any more.
        for (const { put } of placed) this.#model?.apply(put);
        this.#placed = placed;
        return result;
    }

    /**
     * Puts in one row, where it is not there already and something says where.
     * @param {Edit} edit
     */
    #place({ item: { id }, place }) {
        const model = this.#model;
        const from = model.find(id);
        const to = this.#target(place);
        const isAgain = this.#deleted.items.delete(id) && from !== null;
        if (to === null || (from === null) !== (place.item !== null && !isAgain)) return;
        if (from === null) {
            this.#apply(itemStage({ inserted: [{ indexPath: to, item: place.item }] }), itemStage({ deleted: [{ id, indexPath: to }] }));
            return;
        }
        const target = [to[0], to[0] === from[0] && from[1] < to[1] ? to[1] - 1 : to[1]];
        if (to[0] === from[0] && target[1] === from[1]) return;
        this.#apply(itemStage({ moved: [{ id, from, to: target }] }), itemStage({ moved: [{ id, from: target, to: from }] }));
    }

    /**
     * As `#place`, a section.
     * @param {Edit} edit
     */
    #placeSection({ section: id, sectionPlace: { before, after, index, section } }) {
        const { sections } = this.#model;
        const find = (name) => (name === null ? -1 : sections.findIndex(({ info }) => info.id === name));
        const [from, next, previous] = [find(id), find(before), find(after)];
        const isAgain = this.#deleted.sections.delete(id) && from >= 0;
        if ((from < 0) !== (section !== null && !isAgain)) return;
        const to = next >= 0 ? next : previous >= 0 ? previous + 1 : Math.min(index, sections.length);
        if (from < 0) {
            const inserted = [{ index: to, section: { ...section, index: to, itemCount: 0 } }];
            this.#apply(sectionStage({ inserted }), sectionStage({ deleted: [{ id, index: to }] }));
            return;
        }
        const target = from < to ? to - 1 : to;
        if (target === from) return;
        this.#apply(sectionStage({ moved: [{ id, from, to: target }] }), sectionStage({ moved: [{ id, from: target, to: from }] }));
    }

    #apply(put, taken) {
        this.#model.apply(put);
        this.#placed.push({ put, taken });
    }

    /** The index path that something comes before. */
    #target({ before, after, section, row }) {
        const { sections } = this.#model;
        const next = before === null ? null : this.#model.find(before);
        if (next !== null) return next;
        const previous = after === null ? null : this.#model.find(after);
        if (previous !== null) return [previous[0], previous[1] + 1];
        const index = sections.findIndex(({ info }) => info.id === section);
        return index < 0 ? null : [index, Math.min(row, sections[index].rows.count)];
    }
}
