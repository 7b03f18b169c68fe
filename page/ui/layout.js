// Where sections and rows are, in pixels from the top of the whole list. Every row has one height; so do headers and footers.

import { PrefixSums } from './sums.js';

export const ROW = 60;
export const HEADER = 34;
export const FOOTER = 30;

export class Layout {
    #heights;

    /** @param {ListModel} model Measured as it is now; a layout does not follow it. */
    constructor(model) {
        this.sections = model.sections;
        this.#heights = new PrefixSums(Float64Array.from(model.sections, Layout.#height));
    }

    get height() {
        return this.#heights.total;
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

    static #height({ info, rows }) {
        return (info.header === null ? 0 : HEADER) + rows.count * ROW + (info.footer === null ? 0 : FOOTER);
    }
}
