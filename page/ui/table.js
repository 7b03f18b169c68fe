// A list as a table on a wide screen: a column for each pointer, and check boxes. Rows can be marked without it as well.

import { button, element, icon } from './dom.js';
import { ManyRows } from './many.js';
import { Marks } from './marks.js';
import { columnName, isNumber, pointersIn, rulesOf, valueAt } from './rowrules.js';

const KEY = 'sectional.table';
/** The columns of a table that nobody has chosen columns for. */
const GUESSED = 6;
const wide = matchMedia('(min-width: 1120px)');

export class ListTable {
    #scroller;
    #marks = new Marks(() => this.#showMarks());
    #many;
    #rules = rulesOf(null);
    #guess = [];
    #isOn = localStorage.getItem(KEY) === 'on';
    #all = element('input', { type: 'checkbox', 'aria-label': 'Mark all rows', onclick: () => this.#markAll() });
    #names = element('div.names');
    head;
    toggle;

    /**
     * @param {Scroller} scroller
     * @param {{ mayWrite: () => boolean, undo: () => void, choose: () => void }} on `choose`: asks which columns there are.
     */
    constructor(scroller, on) {
        this.#scroller = scroller;
        this.#many = new ManyRows(this.#marks, on);
        const columns = button(icon('more'), on.choose, { 'aria-label': 'Columns', kind: 'quiet.round' });
        this.head = element('div.table-head', { hidden: true }, element('span.check', {}, this.#all), this.#names, columns);
        this.toggle = button('Table', () => this.#switch(), { kind: 'quiet.table-switch' });
        wide.addEventListener('change', () => this.#look());
        scroller.isMarked = (id) => this.#marks.has(id);
    }

    get bar() {
        return this.#many.root;
    }

    get isOn() {
        return this.#isOn && wide.matches;
    }

    setSession(session) {
        this.#guess = [];
        this.#rules = rulesOf(null);
        this.#many.setSession(session);
        this.#marks.setSession(session);
    }

    /** Takes what the list's metadata says of its rows. */
    setInfo(info) {
        this.#rules = rulesOf(info);
        this.#look();
    }

    /** Shows what follows from the rows that are there, and from what may be done. */
    update() {
        this.#many.update();
        if (this.isOn && this.#columns.length === 0) this.#look();
        if (this.isOn) this.#align();
    }

    follow(change) {
        if (this.#marks.size > 0) this.#marks.follow(change);
    }

    /** Takes a click on a row that marks it, by its check box, Ctrl or Shift; whether it did. */
    take(path, item, event) {
        const isBox = event.target.closest('.check') !== null;
        if (event.shiftKey) this.extend(path);
        else if (isBox || event.ctrlKey || event.metaKey) this.#marks.toggle(path, item);
        else this.#marks.start(path, item);
        return isBox || event.shiftKey || event.ctrlKey || event.metaKey;
    }

    /** What the keys do with marks. */
    get keys() {
        return {
            toggle: (path, item) => this.#marks.toggle(path, item), begin: (path, item) => this.#marks.begin(path, item),
            start: () => this.#marks.start(),
            extend: (path) => this.extend(path), all: () => this.#marks.all(), clear: () => this.#marks.clear(),
        };
    }

    extend(path) {
        return this.#marks.extend(path);
    }

    /** Deletes the marked rows, once it is confirmed; false where there are none. */
    remove() {
        if (this.#marks.size > 0) this.#many.remove();
        return this.#marks.size > 0;
    }

    get #columns() {
        return this.#rules.columns.length > 0 ? this.#rules.columns : this.#guess;
    }

    #switch() {
        this.#isOn = !this.#isOn;
        localStorage.setItem(KEY, this.#isOn ? 'on' : 'off');
        this.#look();
    }

    /** Has the scroller draw rows by the rules, with columns where the list is a table. */
    #look() {
        const { isOn } = this;
        if (this.#guess.length === 0 && isOn) this.#guess = pointersIn(this.#scroller.itemsInView.map(({ value }) => value), GUESSED);
        this.toggle.setAttribute('aria-pressed', isOn);
        this.head.hidden = !isOn;
        document.body.classList.toggle('table', isOn);
        this.#names.replaceChildren(...this.#columns.map((pointer) => element('b', { dir: 'auto', title: pointer }, columnName(pointer))));
        this.#names.style.setProperty('--columns', Math.max(1, this.#columns.length));
        if (isOn) this.#align();
        this.#scroller.setLook({ rules: this.#rules, columns: isOn ? this.#columns : null });
    }

    /** Has the names of columns of numbers stand at their end, as the numbers do. */
    #align() {
        const values = this.#scroller.itemsInView.map(({ value }) => value);
        [...this.#names.children].forEach((name, index) => {
            const shown = values.map((value) => valueAt(value, this.#columns[index])).find((part) => part !== undefined && part !== null);
            name.classList.toggle('figure', isNumber(shown));
        });
    }

    #markAll() {
        if (this.#all.checked) this.#marks.all().then(() => this.#showMarks());
        else this.#marks.clear();
    }

    #showMarks() {
        this.#many?.update();
        const all = this.#scroller?.model?.itemCount ?? 0;
        this.#all.checked = all > 0 && this.#marks.size === all;
        this.#all.indeterminate = this.#marks.size > 0 && this.#marks.size < all;
        this.#scroller?.request();
    }
}
