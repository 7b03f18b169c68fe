// The elements of a list that are drawn: the rows, headers and footers in view and a little more. Rows are known by their item's id,
// so that an item keeps its element while it moves, and go back into a pool when they are out of view.

import { makeFooter, makeHeader, makeRow, renderFooter, renderHeader, renderRow } from './cells.js';
import { element } from './dom.js';
import { ROW } from './heights.js';
import { FOOTER, HEADER } from './layout.js';

/** What is drawn above and below the window. */
const MARGIN = 4 * ROW;
const POOL = 60;
/** A row that is lower has no room for two lines; in one that is higher they are at the top. */
const [LOW, HIGH] = [44, 120];

export class Canvas {
    root = element('div.canvas', { role: 'rowgroup' });
    /** The rows that are drawn, by the id of their item; one that is on its way has a key that no id is. */
    rows = new Map();
    #headers = new Map();
    #footers = new Map();
    #pool = [];

    /** Removes everything. */
    clear() {
        for (const map of [this.rows, this.#headers, this.#footers]) {
            for (const shown of map.values()) shown.remove();
            map.clear();
        }
    }

    /** The row element of an index path, where it is drawn. */
    rowAt([section, row]) {
        return [...this.rows.values()].find(({ path }) => path[0] === section && path[1] === row) ?? null;
    }

    /** The rows of which the reader sees a half, or which fill half of the window, from above. */
    inView({ top, window }) {
        const seen = [...this.rows.values()].filter(({ y, height }) => y < top + window && y + height - top > Math.min(height, window) / 2);
        return seen.sort((first, second) => first.y - second.y);
    }

    /**
     * Draws what a viewport shows.
     * @param {object} list `model`, `layout`, `viewport`; `focus`: an index path or null; `selected`: an id or null;
     *   `isMarked(id)`; `look`: as of `renderRow`.
     * @param {function} [discard] What becomes of rows that are no longer drawn.
     * @returns {Array} The index paths of the rows that are drawn, in order.
     */
    draw(list, discard = (row) => this.#recycle(row)) {
        const { model: { sections }, layout, viewport: { top, window } } = list;
        const [from, to] = [top - MARGIN, top + window + MARGIN];
        const drawn = { rows: new Set(), headers: new Set(), footers: new Set(), paths: [], elements: [] };
        for (let index = layout.sectionAt(from); index >= 0 && index < sections.length && layout.top(index) < to;) {
            this.#drawSection(list, index, from, to, drawn);
            // Sections without any height are passed over together.
            index = Math.max(index + 1, layout.sectionAt(layout.top(index + 1)));
        }
        sweep(this.rows, drawn.rows, discard);
        sweep(this.#headers, drawn.headers, (header) => header.remove());
        sweep(this.#footers, drawn.footers, (footer) => footer.remove());
        this.#order(drawn.elements);
        return drawn.paths;
    }

    #drawSection(list, index, from, to, drawn) {
        const { model, layout, viewport } = list;
        const { info, rows } = model.sections[index];
        const start = layout.rowsTop(index);
        const bottom = layout.rowsBottom(index);
        if (info.header !== null) {
            const header = this.#take(this.#headers, info.id, makeHeader);
            header.index = index;
            renderHeader(header, info, rows.count);
            // It sticks to the top of the window while its section is there.
            put(header, Math.max(start - HEADER, Math.min(viewport.top, bottom - HEADER)), viewport.base);
            header.setAttribute('aria-rowindex', layout.line(index));
            drawn.headers.add(info.id);
            drawn.elements.push(header);
        }
        // Of a section that ends above what is drawn there is the footer alone.
        const first = bottom > from ? layout.rowAt(index, from) : rows.count;
        let y = layout.rowTop([index, first]);
        for (let row = first; row < rows.count && y < to; row += 1) {
            const path = [index, row];
            const item = model.item(path);
            const key = item ? item.id : `\u0000${index}-${row}`;
            const shown = this.#drawRow(list, key, path, item, y);
            y += shown.height;
            drawn.elements.push(shown);
            drawn.rows.add(key);
            drawn.paths.push(path);
        }
        if (info.footer !== null && bottom < to && bottom + FOOTER > from) {
            const footer = this.#take(this.#footers, info.id, makeFooter);
            renderFooter(footer, info);
            put(footer, bottom, viewport.base);
            footer.setAttribute('aria-rowindex', layout.line(index + 1) - 1);
            drawn.footers.add(info.id);
            drawn.elements.push(footer);
        }
    }

    #drawRow({ layout, model, viewport, focus, selected, isMarked, look }, key, path, item, y) {
        const row = this.#take(this.rows, key, () => this.#pool.pop() ?? makeRow());
        const { header } = model.sections[path[0]].info;
        if (row.item !== item || row.look !== look || row.header !== header) {
            Object.assign(row, { item, look, header });
            renderRow(row, item, look, header);
        }
        const marked = item !== null && isMarked(item.id);
        if (look.columns) row.querySelector('input').checked = marked;
        row.classList.toggle('marked', marked);
        row.path = path;
        row.id = `row-${path[0]}-${path[1]}`;
        row.setAttribute('aria-rowindex', layout.line(path[0]) + (model.sections[path[0]].info.header === null ? 0 : 1) + path[1]);
        row.setAttribute('aria-selected', marked || (item !== null && item.id === selected));
        row.classList.toggle('focused', focus !== null && focus[0] === path[0] && focus[1] === path[1]);
        stretch(row, layout.rowHeight(path));
        put(row, y, viewport.base);
        return row;
    }

    /** Has the elements stand in the document as the reader sees them, which is how they are read out. */
    #order(elements) {
        const drawn = new Set(elements);
        let next = this.root.firstChild;
        for (const shown of elements) {
            // Rows that are leaving stand between them.
            while (next && !drawn.has(next)) next = next.nextSibling;
            if (next === shown) next = next.nextSibling;
            else this.root.insertBefore(shown, next);
        }
    }

    #take(shown, key, make) {
        let taken = shown.get(key);
        if (!taken) {
            taken = make();
            shown.set(key, taken);
        }
        return taken;
    }

    #recycle(row) {
        row.remove();
        row.querySelector('.tools')?.remove();
        row.classList.remove('dragged', 'changed');
        for (const animation of row.getAnimations()) animation.cancel();
        if (this.#pool.length < POOL) this.#pool.push(row);
    }
}

/** Moves an element to a height of the list, `base` of which is the canvas's own top; `y` stays beside it. */
function put(shown, y, base) {
    shown.y = y;
    if (shown.at === y - base) return;
    shown.at = y - base;
    shown.style.transform = `translateY(${shown.at}px)`;
}

/** Gives a row its height; one that is low or high for what it shows says so to the style sheet. */
function stretch(row, height) {
    if (row.height === height) return;
    row.height = height;
    row.style.height = `${height}px`;
    row.classList.toggle('low', height < LOW);
    row.classList.toggle('high', height > HIGH);
}

function sweep(shown, kept, discard) {
    for (const [key, made] of shown) {
        if (kept.has(key)) continue;
        shown.delete(key);
        discard(made);
    }
}
