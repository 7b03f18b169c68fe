// A list of any length in a bounded number of elements: what is in view, and a little more. Headers stick to the top, what the
// reader looks at stays where it is while rows come and go above it, and every change moves as a list view would move it.

import { Canvas } from './canvas.js';
import { element } from './dom.js';
import { HEADER, Layout, TABLE_ROW } from './layout.js';
import { isStill, leave, markChanged, moveRows } from './motion.js';
import { positionAfter } from './positions.js';
import { rulesOf } from './rowrules.js';
import { Viewport } from './viewport.js';

export class Scroller {
    #root;
    #on;
    #model = null;
    #layout = null;
    #viewport = new Viewport();
    #spacer = element('div.spacer', { 'aria-hidden': 'true' });
    #canvas = new Canvas();
    #isScheduled = false;
    /** The index path that the keyboard is at. */
    focus = null;
    /** The id of the selected item. */
    selected = null;
    /** @type {(id: string) => boolean} */
    isMarked = () => false;
    #look = { rules: rulesOf(null), columns: null };
    /** What drawing took, for tests. */
    statistics = { frames: 0, milliseconds: 0, worst: 0 };

    /**
     * @param {HTMLElement} root The grid.
     * @param {object} on `needs(first, end)`: flat offsets of what is drawn; `select(path, item)`; `hover(row, item)`;
     *   `mark(path, item, event)`: whether a click marks its row.
     */
    constructor(root, on) {
        this.#root = root;
        this.#on = on;
        root.replaceChildren(this.#spacer, this.#canvas.root);
        root.addEventListener('scroll', () => this.#scrolled(), { passive: true });
        root.addEventListener('scrollend', () => this.#settle());
        root.addEventListener('click', (event) => this.#clicked(event));
        root.addEventListener('pointerover', (event) => this.#hovered(event));
        new ResizeObserver(() => this.#resized()).observe(root);
    }

    get root() {
        return this.#root;
    }

    get canvas() {
        return this.#canvas.root;
    }

    get model() {
        return this.#model;
    }

    get top() {
        return this.#viewport.top;
    }

    get end() {
        return this.#viewport.end;
    }

    /** The flat offset of the row that is a window further than another (1) or before it (−1); it may be outside the list. */
    offsetOfPage(path, direction) {
        const y = this.#layout.rowTop(path) + direction * (this.#viewport.window - HEADER);
        const section = this.#layout.sectionAt(y);
        const there = this.#model.offset([section, this.#layout.rowAt(section, y)]);
        const here = this.#model.offset(path);
        return direction > 0 ? Math.max(there, here + 1) : Math.min(there, here - 1);
    }

    /** Shows another model, from a height in pixels; null shows nothing. */
    setModel(model, top = 0) {
        this.#model = model;
        this.#canvas.clear();
        this.focus = null;
        if (model === null) return;
        this.#measure();
        this.scrollTo(top);
    }

    /** Applies stages to the model, and moves what is in view from where it was to where it is. */
    change(stages, apply) {
        this.#catchUp();
        const before = new Map([...this.#canvas.rows].map(([key, row]) => [key, { row, y: row.y, revision: row.item?.revision }]));
        const { top, isMapped } = this.#viewport;
        const anchor = this.#anchor(stages);
        const focus = this.focus && stages.reduce((path, stage) => path && positionAfter(stage, path), this.focus);
        apply();
        this.focus = focus ?? (this.focus && this.#nearest(this.focus));
        const distance = this.#stay(anchor, top, isMapped);
        const isMoving = !isStill();
        this.#draw(isMoving ? leave : undefined);
        if (isMoving) moveRows(this.#canvas.rows, before, distance);
        else if (!document.hidden) markChanged(this.#canvas.rows, before, stages);
    }

    /** Draws rows by other rules, or with other columns: as of `renderRow`. */
    setLook(look) {
        this.#look = look;
        this.measureAgain();
    }

    get itemsInView() {
        return this.#canvas.inView(this.#viewport).map(({ item }) => item).filter(Boolean);
    }

    /** Draws rows that have other heights now; what the reader looks at stays where it is. */
    measureAgain() {
        if (!this.#model) return;
        this.#catchUp();
        const { top, isMapped } = this.#viewport;
        this.#stay(this.#anchor([]), top, isMapped);
        this.#draw();
    }

    /** The item that is first in view, and how far below the window's top; null in an empty list. */
    topItem() {
        for (const row of this.#canvas.inView(this.#viewport)) if (row.item) return { id: row.item.id, below: row.y - this.top };
        return null;
    }

    scrollTo(top) {
        this.#root.scrollTop = this.#viewport.show(top);
        this.#draw();
    }

    /** Scrolls no further than it takes to have a row in view, below its header. */
    reveal(path) {
        const y = this.#layout.rowTop(path);
        const bottom = y + this.#layout.rowHeight(path);
        const { top, window } = this.#viewport;
        // The top of a row that is higher than the window counts.
        if (y < top + HEADER) this.scrollTo(y - HEADER);
        else if (bottom > top + window) this.scrollTo(Math.min(y - HEADER, bottom - window));
    }

    /** Has a row so far below the window's top. */
    keep(path, below) {
        this.scrollTo(this.#layout.rowTop(path) - below);
    }

    /** Has a row in the middle of the window. */
    center(path) {
        const room = this.#viewport.window - this.#layout.rowHeight(path);
        this.scrollTo(this.#layout.rowTop(path) - Math.max(HEADER, room / 2));
    }

    /** Has a section at the top of the window, and the keyboard at its first row. */
    showSection(index) {
        this.focus = this.#model.sections[index].rows.count > 0 ? [index, 0] : null;
        this.scrollTo(this.#layout.top(index));
    }

    /** Puts the keyboard at a row. */
    moveFocus(path) {
        this.focus = path;
        this.reveal(path);
        this.#draw();
    }

    /** The row element of an index path, where it is drawn. */
    rowAt(path) {
        return this.#canvas.rowAt(path);
    }

    /** The gap between rows that is nearest to a height on the screen, as the index path that a row dropped there gets, and its top. */
    gapAt(clientY) {
        const y = clientY - this.#root.getBoundingClientRect().top + this.top;
        const section = this.#layout.sectionAt(Math.min(Math.max(y, 0), this.#layout.height - 1));
        if (section < 0) return null;
        const path = [section, this.#layout.gapAt(section, y)];
        return { path, y: this.#layout.rowTop(path) - this.#viewport.base };
    }

    /** Draws with the next frame. */
    request() {
        if (this.#isScheduled) return;
        this.#isScheduled = true;
        requestAnimationFrame(() => {
            this.#isScheduled = false;
            this.#draw();
        });
    }

    #measure() {
        this.#layout = new Layout(this.#model, this.#look.columns && TABLE_ROW);
        this.#viewport.measure(this.#layout.height, this.#root.clientHeight);
        this.#spacer.style.height = `${this.#viewport.range}px`;
        this.#root.setAttribute('aria-rowcount', this.#layout.lineCount);
    }

    #resized() {
        if (!this.#model) return;
        const { top } = this;
        this.#measure();
        this.scrollTo(top);
    }

    #scrolled() {
        this.#catchUp();
        this.request();
    }

    /** Takes the scroller's position: it is there before its event is. */
    #catchUp() {
        this.#viewport.scrolled(this.#root.scrollTop);
    }

    /** After a mapped scroll, puts the thumb where it belongs for what is shown. */
    #settle() {
        if (!this.#viewport.isMapped || !this.#model) return;
        this.#catchUp();
        const position = this.#viewport.show(this.top);
        if (position !== Math.round(this.#root.scrollTop)) this.#root.scrollTop = position;
        this.#draw();
    }

    /** Keeps what is shown inside a list that has become shorter. */
    #clamp() {
        if (this.top > this.end) this.#root.scrollTop = this.#viewport.show(this.end);
    }

    /** Measures, and keeps an anchor where it was on the screen; returns by how much it has gone from where it was in the list. */
    #stay(anchor, top, isMapped) {
        this.#measure();
        const distance = anchor === null ? 0 : this.#layout.rowTop(anchor.path) - anchor.y;
        // A list that has come to be mapped, or is no longer, has another place for the same height.
        if (this.#viewport.isMapped !== isMapped) this.#root.scrollTop = this.#viewport.show(top + distance);
        else if (distance !== 0) this.#root.scrollTop = this.#viewport.shift(distance);
        else this.#clamp();
        return distance;
    }

    /** Where the first row in view that is there after the stages has gone; null where the list is at its top, and stays there. */
    #anchor(stages) {
        if (this.top <= 1) return null;
        for (const { path, y } of this.#canvas.inView(this.#viewport)) {
            const after = stages.reduce((at, stage) => at && positionAfter(stage, at), path);
            if (after) return { path: after, y };
        }
        return null;
    }

    #nearest(path) {
        const { itemCount, sections } = this.#model;
        if (itemCount === 0) return null;
        return this.#model.path(Math.min(this.#model.offset([Math.min(path[0], sections.length - 1), path[1]]), itemCount - 1));
    }

    /** @param {function} [discard] As of `Canvas.draw`. */
    #draw(discard) {
        if (!this.#model) return;
        const started = performance.now();
        const { focus, selected, isMarked } = this;
        const list = { model: this.#model, layout: this.#layout, viewport: this.#viewport, focus, selected, isMarked, look: this.#look };
        const paths = this.#canvas.draw(list, discard);
        const focused = focus && this.rowAt(focus);
        if (focused) this.#root.setAttribute('aria-activedescendant', focused.id);
        else this.#root.removeAttribute('aria-activedescendant');
        if (paths.length > 0) this.#on.needs(this.#model.offset(paths[0]), this.#model.offset(paths.at(-1)) + 1);
        const spent = performance.now() - started;
        this.statistics.frames += 1;
        this.statistics.milliseconds += spent;
        this.statistics.worst = Math.max(this.statistics.worst, spent);
    }

    #clicked(event) {
        const row = event.target.closest('.row');
        if (!row || event.target.closest('button')) return;
        this.focus = row.path;
        const isMarking = row.item && this.#on.mark(row.path, row.item, event);
        if (row.item && !isMarking) this.#on.select(row.path, row.item);
        this.#draw();
        // A finger that taps has not hovered before: what it can do with the row comes after the tap.
        this.#hover(row);
    }

    #hovered(event) {
        // A finger is over a row only when it touches it, and would touch what comes up under it.
        if (event.pointerType !== 'mouse') return;
        const row = event.target.closest('.row');
        if (row) this.#hover(row);
    }

    #hover(row) {
        if (row.item && !row.classList.contains('leaving')) this.#on.hover(row);
    }
}
