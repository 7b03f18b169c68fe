// Rows that this app has inserted or moved, and that no version of the server's shows there yet: put into the model by stages of their
// own, and taken out again before the server's stages.

/** @typedef {import('./core/model.js').ListModel} ListModel */
/** @typedef {import('./outbox.js').PendingWrite} PendingWrite */

/**
 * Where an edit puts an item: before or after another one, else at an index of a section. `item` is what it inserts; a move has none.
 * @typedef {{ before: string | null, after: string | null, section: string, row: number, item: any }} Placement
 */

const stage = (items) => ({
    sections: { deleted: [], inserted: [], moved: [], updated: [] },
    items: { deleted: [], inserted: [], moved: [], updated: [], ...items },
});

export class PlacedRows {
    /** @type {ListModel | null} */
    #model = null;
    /** What was put in, the first one first: a stage, and the one that takes it out. */
    #placed = [];

    /**
     * Puts rows into a model, which has none of them.
     * @param {ListModel} model
     * @param {PendingWrite[]} writes What places them, in their order.
     * @returns {any[]} The stages.
     */
    put(model, writes) {
        this.#model = model;
        this.#placed = [];
        for (const write of writes) this.#place(write);
        return this.#placed.map(({ put }) => put);
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
     * Puts rows into a model in the place of those that were, as writes come and go and what they stand beside gets known.
     * @param {ListModel} model
     * @param {PendingWrite[]} writes
     * @returns {any[] | null} The stages; null where nothing differs.
     */
    replace(model, writes) {
        const before = JSON.stringify(this.#placed);
        const stages = [...this.take(), ...this.put(model, writes)];
        return JSON.stringify(this.#placed) === before ? null : stages;
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
     * @param {PendingWrite} write
     */
    #place({ item, place }) {
        const [model, id] = [this.#model, item.id];
        const from = model.find(id);
        const to = this.#target(place);
        if (to === null || (from === null) !== (place.item !== null)) return;
        if (place.item !== null) {
            this.#apply({ inserted: [{ indexPath: to, item: place.item }] }, { deleted: [{ id, indexPath: to }] });
            return;
        }
        const target = [to[0], to[0] === from[0] && from[1] < to[1] ? to[1] - 1 : to[1]];
        if (to[0] === from[0] && target[1] === from[1]) return;
        this.#apply({ moved: [{ id, from, to: target }] }, { moved: [{ id, from: target, to: from }] });
    }

    #apply(forwards, backwards) {
        const placed = { put: stage(forwards), taken: stage(backwards) };
        this.#model.apply(placed.put);
        this.#placed.push(placed);
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
