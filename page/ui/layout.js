// Where sections and rows are, in pixels from the top of the whole list. Headers have one height, and so do footers.

import { ROW } from './heights.js';
import { PrefixSums } from './sums.js';

export const HEADER = 34;
export const FOOTER = 30;
/** The height of each row of a table. */
export const TABLE_ROW = 40;

export class Layout {
    #heights;
    #lines;

    #row;
    #hasHeights;

    /**
     * @param {ListModel} model Measured as it is now; a layout does not follow it.
     * @param {number|null} row The height of all rows; null where each has its own.
     */
    constructor(model, row = null) {
        this.sections = model.sections;
        this.#row = row ?? ROW;
        this.#hasHeights = row === null;
        this.#heights = new PrefixSums(Float64Array.from(model.sections, (section) => this.#height(section)));
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

    /** The bottom of a section's last row. */
    rowsBottom(section) {
        return this.rowsTop(section) + this.#rowsHeight(this.sections[section]);
    }

    rowTop([section, row]) {
        return this.rowsTop(section) + (this.#heightsOf(section)?.before(row) ?? row * this.#row);
    }

    rowHeight([section, row]) {
        return this.#heightsOf(section)?.get(row) ?? this.#row;
    }

    /** The section at a height; −1 in a list without sections. */
    sectionAt(y) {
        return this.#heights.find(Math.max(0, y));
    }

    /** The row of a section that is at a height: the first one above them all, the last one below; 0 where there is none. */
    rowAt(section, y) {
        const { rows: { count } } = this.sections[section];
        const offset = y - this.rowsTop(section);
        return Math.max(0, Math.min(this.#heightsOf(section)?.rowAt(offset) ?? Math.floor(offset / this.#row), count - 1));
    }

    /** The gap between the rows of a section that is nearest to a height, as the number of rows above it. */
    gapAt(section, y) {
        if (this.sections[section].rows.count === 0) return 0;
        const row = this.rowAt(section, y);
        const middle = this.rowTop([section, row]) + this.rowHeight([section, row]) / 2;
        return y < middle ? row : row + 1;
    }

    static #lineCount({ info, rows }) {
        return (info.header === null ? 0 : 1) + rows.count + (info.footer === null ? 0 : 1);
    }

    #heightsOf(section) {
        return this.#hasHeights ? this.sections[section].heights : null;
    }

    #height(section) {
        const { header, footer } = section.info;
        return (header === null ? 0 : HEADER) + this.#rowsHeight(section) + (footer === null ? 0 : FOOTER);
    }

    #rowsHeight({ rows, heights }) {
        return (this.#hasHeights ? heights?.total : null) ?? rows.count * this.#row;
    }
}
