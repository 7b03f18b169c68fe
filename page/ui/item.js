// The selected item: what it is, the text of its value, and what can be done with it.

import { button, element, placeholder } from './dom.js';
import { count, number, summary } from './format.js';
import { indent } from './rawjson.js';
import { readItem } from './writes.js';

const SHOWN = 20_000;

export class ItemPanel {
    #on;
    #asked = 0;
    #item = null;
    #told = element('p.told', { role: 'status' });

    /** @param {object} on `edit(item)`, `remove(item)`, `menu(item, button)`; `mayWrite()`. */
    constructor(on) {
        this.#on = on;
        this.root = element('div.item');
        this.clear();
    }

    get item() {
        return this.#item;
    }

    clear() {
        this.#asked += 1;
        this.#item = null;
        this.root.replaceChildren(placeholder('No item selected', 'Tap a row: the server is told which one, and of which version.'));
    }

    /** Shows an item; the text of its value is read, since a parsed value has lost it. */
    async show(list, item, version) {
        this.#asked += 1;
        const asked = this.#asked;
        const isOther = this.#item?.id !== item.id;
        this.#item = item;
        if (isOther) this.#told.textContent = '';
        const code = element('pre.code', { tabIndex: 0, 'aria-label': 'Value' });
        const old = this.root.querySelector('pre');
        if (!isOther && old) code.textContent = old.textContent;
        this.root.replaceChildren(this.#heading(item), this.#told, this.#buttons(item), code);
        try {
            const { value } = await readItem(list, item.id, version);
            if (asked !== this.#asked) return;
            const text = indent(value);
            code.textContent = text.length > SHOWN ? `${text.slice(0, SHOWN)}\n… ${count(text.length - SHOWN, 'character')} more` : text;
        } catch (problem) {
            if (asked === this.#asked) code.textContent = problem.message;
        }
    }

    /** Shows what became of a tap on an item, while that is shown. */
    tell(item, text) {
        if (this.#item?.id === item.id) this.#told.textContent = text;
    }

    #heading(item) {
        const facts = [
            ['id', item.id], ['type', item.type ?? 'none'], ['cell', item.cell], ['revision', number(item.revision)],
        ].map(([name, text]) => element('div', {}, element('dt', {}, name), element('dd', { dir: 'auto' }, text)));
        const title = element('h3', { dir: 'auto' }, summary(item.value).title || '\u00a0');
        return element('div.item-head', {}, title, element('dl.facts', {}, facts));
    }

    #buttons(item) {
        const isDisabled = !this.#on.mayWrite();
        return element(
            'div.buttons', {}, button('Edit', () => this.#on.edit(item), { kind: 'solid', disabled: isDisabled }),
            button('Delete', () => this.#on.remove(item), { kind: 'quiet.dangerous', disabled: isDisabled }),
            button('More', (event) => this.#on.menu(item, event.currentTarget), { 'aria-haspopup': 'menu', disabled: isDisabled }));
    }
}
