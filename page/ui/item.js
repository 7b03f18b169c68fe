// The selected item: what it is, the text of its value, and what can be done with it.

import { service } from './api.js';
import { copyButton } from './copy.js';
import { button, element, placeholder } from './dom.js';
import { readable, unturned } from './escapes.js';
import { count, number, summary } from './format.js';
import { positionAfter } from './positions.js';
import { segment } from './service.js';
import { readItem } from './writes.js';

const SHOWN = 20_000;
/** Milliseconds until a value that could not be read is asked for again. */
const PAUSE = 2_000;

export class ItemPanel {
    #on;
    #asked = 0;
    #item = null;
    /** The index path in the version on the screen; null where it is not known. */
    #path = null;
    #title = element('h3', { dir: 'auto' });
    #facts = new Map(['id', 'index path', 'type', 'cell', 'revision'].map((name) => [name, element('dd', { dir: 'auto' })]));
    #list = '';
    /** The text of the value, as it was sent. */
    #value = '';
    #told = element('p.told');
    #buttons;
    #history;
    #code = element('pre.code', { tabIndex: 0, 'aria-label': 'Value' });

    /** @param {object} on `edit(item)`, `remove(item)`, `history(item)`, `menu(item, button)`; `mayWrite()`. */
    constructor(on) {
        this.#on = on;
        this.root = element('div.item');
        this.#history = button('History', () => on.history(this.#item));
        this.#buttons = [
            button('Edit', () => on.edit(this.#item), { kind: 'solid' }),
            button('Delete', () => on.remove(this.#item), { kind: 'quiet.dangerous' }),
            button('More', (event) => on.menu(this.#item, event.currentTarget), { 'aria-haspopup': 'menu' }),
        ];
        this.clear();
    }

    clear() {
        this.#asked += 1;
        this.#item = null;
        this.root.replaceChildren(placeholder('No item selected', 'Select a row to see its value.'));
    }

    /** Shows an item; the text of its value is read, since a parsed value has lost it. What is the same stays, with the focus in it. */
    async show(list, item, version, path = item.indexPath) {
        this.#path = path;
        this.#list = list;
        this.#asked += 1;
        const asked = this.#asked;
        this.#fill(item);
        try {
            const { value } = await readItem(service, list, item.id, version);
            if (asked === this.#asked) this.#showValue(value);
        } catch (problem) {
            if (asked !== this.#asked) return;
            setText(this.#code, problem.message);
            this.#tryAgain(list, version, problem);
        }
    }

    /** Reads the item again in a while, where the server could not be reached or had no time. */
    #tryAgain(list, version, { status }) {
        const asked = this.#asked;
        const isBrief = status === 0 || status === 429 || status >= 500;
        if (isBrief) setTimeout(() => { if (asked === this.#asked) this.readAgain(list, version); }, PAUSE);
    }

    /** Shows the item as another version has it; nothing where that has no such item. */
    async readAgain(list, version) {
        if (this.#item === null) return;
        this.#asked += 1;
        const asked = this.#asked;
        try {
            const { item, value } = await readItem(service, list, this.#item.id, version);
            if (asked !== this.#asked) return;
            this.#path = item.indexPath;
            this.#fill(item);
            this.#showValue(value);
        } catch (problem) {
            if (asked !== this.#asked) return;
            if (problem.status === 404) this.clear();
            else this.#tryAgain(list, version, problem);
        }
    }

    /** Shows what a change has made of the item. */
    follow(list, { stages, to }) {
        if (this.#item === null) return;
        const { id } = this.#item;
        const updated = stages.flatMap(({ items }) => items.updated).findLast(({ item }) => item.id === id);
        const isThere = stages.reduce((was, { items: { deleted, inserted } }) => (
            inserted.some(({ item }) => item.id === id) || (was && !deleted.some((gone) => gone.id === id))), true);
        // What goes with its section is not listed.
        const isUncertain = stages.some(({ sections }) => sections.deleted.length > 0);
        this.#path = this.#path && stages.reduce((path, stage) => path && positionAfter(stage, path), this.#path);
        if (updated) this.show(list, updated.item, to, this.#path);
        else if (isUncertain) this.readAgain(list, to);
        else if (!isThere) this.clear();
        else this.#showPath();
    }

    #showPath() {
        setText(this.#facts.get('index path'), this.#path === null ? '' : this.#path.join('-'));
    }

    /** Has what can be done follow from whether the list can be written to. */
    update() {
        for (const control of this.#buttons) control.disabled = !this.#on.mayWrite();
    }

    /** Shows what became of an interaction with an item, while that is shown. */
    tell(item, text, isDone) {
        if (this.#item?.id !== item.id) return;
        this.#told.textContent = text;
        this.#told.classList.toggle('failed', !isDone);
    }

    #fill(item) {
        const isOther = this.#item?.id !== item.id;
        const wasEmpty = this.#item === null;
        this.#item = item;
        setText(this.#title, summary(item.value).title || '\u00a0');
        const facts = { id: item.id, type: item.type ?? 'none', cell: item.cell, revision: number(item.revision) };
        for (const [name, text] of Object.entries(facts)) setText(this.#facts.get(name), unturned(text));
        this.#showPath();
        this.update();
        if (isOther) for (const shown of [this.#told, this.#code]) shown.textContent = '';
        if (isOther) this.#value = '';
        if (!wasEmpty) return;
        const copies = [
            copyButton('Copy id', () => this.#item.id), copyButton('Copy link', () => this.#link),
            copyButton('Copy value', () => this.#value),
        ];
        this.root.replaceChildren(
            this.#heading(), this.#told, element('div.buttons', {}, this.#buttons, this.#history),
            element('div.buttons.copies', {}, copies), this.#code);
    }

    #showValue(value) {
        this.#value = value;
        const text = readable(value);
        setText(this.#code, text.length > SHOWN ? `${text.slice(0, SHOWN)}\n… ${count(text.length - SHOWN, 'character')} more` : text);
    }

    /** The address of the item in this page, of its newest version. */
    get #link() {
        return new URL(`#/lists/${segment(this.#list)}/${segment(`@${this.#item.id}`)}`, document.baseURI).href;
    }

    #heading() {
        const facts = [...this.#facts].map(([name, fact]) => element('div', {}, element('dt', {}, name), fact));
        return element('div.item-head', {}, this.#title, element('dl.facts', {}, facts));
    }
}

/** What has its text already keeps its selection and its scroll position. */
function setText(shown, text) {
    if (shown.textContent !== text) shown.textContent = text;
}
