// Where sections and rows are, in pixels from the top of the whole list. Every row has one height; so do headers and footers.

import { PrefixSums } from './sums.js';

export const ROW = 60;
export const HEADER = 34;
export const FOOTER = 30;

export class Layout {
    #heights;
    #lines;

    /** @param {ListModel} model Measured as it is now; a layout does not follow it. */
    constructor(model) {
        this.sections = model.sections;
        this.#heights = new PrefixSums(Float64Array.from(model.sections, Layout.#height));
        this.#lines = new PrefixSums(Float64Array.from(model.sections, Layout.#lineCount));
    }

    get height() {
        return this.#heights.total;
    }

    /** How many rows the grid has: headers, items and footers. */
    get lineCount() {
        return this.#lines.total;
    }

    /** The place among the grid's rows, from 1, of the first of a section, which is its header where it has one. */
    line(section) {
        return this.#lines.before(section) + 1;
    }

    /** The top of a section, its header's. */
    top(section) {
        return this.#heights.before(section);
    }

    /** The top of a section's first row. */
    rowsTop(section) {
        return this.top(section) + (this.sections[section].info.header === null ? 0 : HEADER);
    }

    rowTop([section, row]) {
        return this.rowsTop(section) + row * ROW;
    }

    /** The section at a height; −1 in a list without sections. */
    sectionAt(y) {
        return this.#heights.find(Math.max(0, y));
    }

    static #lineCount({ info, rows }) {
        return (info.header === null ? 0 : 1) + rows.count + (info.footer === null ? 0 : 1);
    }

    static #height({ info, rows }) {
        return (info.header === null ? 0 : HEADER) + rows.count * ROW + (info.footer === null ? 0 : FOOTER);
    }
}
