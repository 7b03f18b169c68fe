// One version of a list as far as it is known: every section and every count, and the items that somebody has looked at.
// It becomes the next version by stages, in the order and with the counts of `performBatchUpdates` (docs/following.md).

import { ROW, RowHeights } from './heights.js';
import { isItem, Rows } from './rows.js';
import { PrefixSums } from './sums.js';

/** @typedef {import('./geometry.js').TypeHeights} TypeHeights */

const ascending = (first, second) => first.path[0] - second.path[0] || first.path[1] - second.path[1];
const descending = (first, second) => ascending(second, first);

export class ListModel {
    #offsets = null;
    /** Sections with rows that are not all unknown. */
    #touched = new Set();
    /** What says how high an item's row is; null where all have the standard height. */
    #types;

    /**
     * @param {number} version
     * @param {object[]} sections All of them, as `GET /lists/{list}/sections` shows them.
     * @param {TypeHeights|null} [types] The heights of items that come; null where all have the standard one.
     * @param {Array} [heights] The `RowHeights` of those sections whose rows do not all have the standard height.
     * @param {Array} [items] The first items of some sections.
     */
    constructor(version, sections, types = null, heights = [], items = []) {
        this.version = version;
        this.#types = types;
        this.sections = sections.map((info, index) => ListModel.#section(info, heights[index] ?? null));
        items.forEach((known, index) => this.#know(this.sections[index], known));
    }

    get itemCount() {
        return this.offsets.total;
    }

    /** Counts of items, summed over sections. */
    get offsets() {
        this.#offsets ??= new PrefixSums(Float64Array.from(this.sections, (section) => section.rows.count));
        return this.#offsets;
    }

    /** The item at an index path; null where it is not known. */
    item([section, row]) {
        const slot = this.sections[section]?.rows.get(row) ?? null;
        return isItem(slot) ? slot : null;
    }

    /** The flat offset of an index path. */
    offset([section, row]) {
        return this.offsets.before(section) + row;
    }

    /**
     * The index path at a flat offset; null outside the list.
     * @returns {[section: number, row: number] | null}
     */
    path(offset) {
        if (offset < 0 || offset >= this.itemCount) return null;
        const section = this.offsets.find(offset);
        return [section, offset - this.offsets.before(section)];
    }

    /**
     * Where an item is that is known.
     * @returns {[section: number, row: number] | null}
     */
    find(id) {
        for (const section of this.#touched) {
            for (const [row, slot] of section.rows.known()) if (slot.id === id) return [this.sections.indexOf(section), row];
        }
        return null;
    }

    /** Whether rows can have other heights than the standard one. */
    get isMeasured() {
        return this.#types !== null;
    }

    /** Gives a section's rows their heights; null where all have the standard one. */
    setHeights(index, heights) {
        const section = this.sections[index];
        if (heights === null || heights.count === section.rows.count) section.heights = heights;
    }

    /** Becomes what the list is after a stage. Indexes of what goes count before it, of what comes after it. */
    apply(stage) {
        const { sections, items } = stage;
        const movedRows = new Map();
        const going = [
            ...items.deleted.map(({ indexPath }) => ({ path: indexPath })), ...items.moved.map(({ from, id }) => ({ path: from, id })),
        ].sort(descending);
        for (const { path, id } of going) {
            const row = this.#removeRow(path);
            if (id !== undefined) movedRows.set(id, row);
        }
        this.#applySections(sections);
        const coming = [
            ...items.inserted.map(({ indexPath, item }) => ({ path: indexPath, slot: item, height: this.#heightOf(item) })),
            ...items.moved.map(({ to, id }) => ({ path: to, ...movedRows.get(id) })),
        ].sort(ascending);
        for (const { path, slot, height } of coming) this.#insertRow(path, slot, height);
        for (const { index, section } of sections.updated) this.sections[index].info = section;
        for (const { indexPath: [section, row], item } of items.updated) {
            if (this.sections[section].rows.get(row) !== null) this.sections[section].rows.set(row, item);
            this.#measure(this.sections[section], row, item);
        }
    }

    /**
     * Marks the unknown rows of a window as being on their way with a page of this version.
     *
     * The marks travel with their rows through the stages that come meanwhile, so that the page fits when it is there.
     * @returns {number|null} The flat offset of the first of them, where the page begins; null where there is none.
     */
    ask(start, count, ticket) {
        let first = null;
        let path = this.path(start);
        for (let offset = start; offset < start + count && path; offset += 1) {
            const section = this.sections[path[0]];
            if (section.rows.get(path[1]) === null) {
                first ??= offset;
                section.rows.set(path[1], { ticket, index: offset - first });
                this.#touched.add(section);
            }
            path = path[1] + 1 < section.rows.count ? [path[0], path[1] + 1] : this.path(offset + 1);
        }
        return first;
    }

    /**
     * Puts a page's items where its marks are by now; without a page they are unknown again.
     * @returns {boolean} Whether rows have other heights than they had.
     */
    fill(ticket, items) {
        let isOther = false;
        for (const section of this.#touched) {
            const marks = [...section.rows.known()].filter(([, slot]) => slot.ticket === ticket);
            for (const [row, { index }] of marks) {
                const item = items?.[index] ?? null;
                section.rows.set(row, item);
                if (item !== null && this.#measure(section, row, item)) isOther = true;
            }
        }
        return isOther;
    }

    /** Takes the first items of a section. */
    #know(section, items) {
        items.forEach((item, row) => {
            section.rows.set(row, item);
            this.#measure(section, row, item);
        });
        if (items.length > 0) this.#touched.add(section);
    }

    get knownCount() {
        let count = 0;
        for (const section of this.#touched) count += section.rows.knownCount;
        return count;
    }

    /** Forgets the items outside a window of flat offsets. */
    forgetOutside(start, end) {
        const indexes = new Map(this.sections.map((section, index) => [section, index]));
        for (const section of this.#touched) {
            const first = this.offsets.before(indexes.get(section));
            section.rows.forgetOutside(start - first, end - first);
            if (section.rows.knownCount === 0) this.#touched.delete(section);
        }
    }

    /** A section; `heights` is null where all its rows have the standard height. */
    static #section(info, heights = null) {
        return { info, rows: new Rows(info.itemCount), heights: heights?.count === info.itemCount ? heights : null };
    }

    #heightOf(item) {
        return this.#types?.of(item) ?? ROW;
    }

    /** Gives a row the height of its item; returns whether it is another one. */
    #measure(section, row, item) {
        const height = this.#heightOf(item);
        return ListModel.#heights(section, height)?.set(row, height) ?? false;
    }

    /** The heights of a section where they differ, with a row of this height. */
    static #heights(section, height) {
        if (height !== ROW) section.heights ??= new RowHeights([[section.rows.count, ROW]]);
        return section.heights;
    }

    #removeRow([index, row]) {
        const { rows, heights } = this.sections[index];
        this.#offsets?.add(index, -1);
        return { slot: rows.remove(row), height: heights?.remove(row) ?? ROW };
    }

    /** An item that comes between unknown rows is not looked at: it stays unknown, so that memory follows what is seen. */
    #insertRow([index, row], slot, height) {
        const section = this.sections[index];
        const { rows } = section;
        const isAmongUnknown = rows.count > 0 && (row === 0 || rows.get(row - 1) === null) && (row >= rows.count || rows.get(row) === null);
        const kept = isAmongUnknown && slot !== null && isItem(slot) ? null : slot;
        ListModel.#heights(section, height)?.insert(row, height);
        rows.insert(row, kept);
        if (kept !== null) this.#touched.add(section);
        this.#offsets?.add(index, 1);
    }

    #applySections({ deleted, inserted, moved }) {
        if (deleted.length + inserted.length + moved.length === 0) return;
        this.#offsets = null;
        const movedSections = new Map();
        const going = [...deleted.map(({ index }) => ({ index })), ...moved.map(({ from, id }) => ({ index: from, id }))];
        for (const { index, id } of going.sort((first, second) => second.index - first.index)) {
            const [section] = this.sections.splice(index, 1);
            if (id === undefined) this.#touched.delete(section);
            else movedSections.set(id, section);
        }
        const coming = [
            ...inserted.map(({ index, section }) => ({ index, section: ListModel.#section(section) })),
            ...moved.map(({ to, id }) => ({ index: to, section: movedSections.get(id) })),
        ];
        for (const { index, section } of coming.sort((first, second) => first.index - second.index)) {
            this.sections.splice(index, 0, section);
        }
    }
}
