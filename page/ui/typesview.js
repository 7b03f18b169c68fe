// Cell types: which there are, what each says of its values and its cell, and how many items have it.

import { isBounded, loadAccess } from './access.js';
import { get, request, url } from './api.js';
import { copyButton } from './copy.js';
import { openDialog } from './dialogs.js';
import { button, element, failure, icon, placeholder } from './dom.js';
import { readable, unturned } from './escapes.js';
import { count, number } from './format.js';
import { elements, member } from './rawjson.js';
import { segment } from './service.js';
import { typeDialog } from './typedialog.js';

export class TypesView {
    #side = element('ul.lists');
    #detail = element('div.detail');
    #add = button(icon('plus'), () => this.#make(), { 'aria-label': 'New cell type', kind: 'quiet.round' });
    #current = null;
    #asked = 0;

    constructor() {
        const head = element('div.overview-head', {}, element('h2', {}, 'Cell types'), this.#add);
        this.root = element('div.columns', {}, element('nav.overview', { 'aria-label': 'Cell types' }, head, this.#side), this.#detail);
        addEventListener('access', () => { this.#add.hidden = isBounded(); });
    }

    /** Shows all types, and one of them in full. */
    async open(type) {
        this.#current = type;
        this.root.classList.toggle('chosen', type !== null);
        document.title = 'Cell types – Sectional';
        await this.#load();
    }

    close() {
        this.#asked += 1;
    }

    async #load() {
        this.#asked += 1;
        const asked = this.#asked;
        try {
            const { text } = await request('GET', url(['cell-types']));
            await loadAccess();
            if (asked !== this.#asked) return;
            // A schema's text is kept as it was sent.
            const types = elements(member(text, 'cellTypes')).map((one) => ({ ...JSON.parse(one), text: one }));
            this.#side.replaceChildren(...types.map((type) => this.#entry(type)));
            const chosen = types.find(({ type }) => type === this.#current);
            if (chosen) this.#show(chosen, asked);
            else this.#detail.replaceChildren(this.#nothing(types.length === 0));
        } catch (problem) {
            if (asked !== this.#asked) return;
            this.#side.replaceChildren();
            this.#detail.replaceChildren(failure(problem, () => this.#load()));
        }
    }

    #nothing(isEmpty) {
        if (this.#current !== null) return placeholder('Not found', 'There is no cell type of this name.');
        if (!isEmpty) return placeholder('No cell type chosen', 'Choose one to see its schema, and how many items have it.');
        const text = 'A cell type says which cell shows an item, how high it is, and what its value has to be.';
        return placeholder('No cell types yet', text, isBounded() ? [] : button('New cell type', () => this.#make(), { kind: 'solid' }));
    }

    #entry({ type, description }) {
        const link = element(
            'a', { href: `#/types/${segment(type)}` }, element('b', { dir: 'auto' }, unturned(type)),
            element('span', { dir: 'auto' }, unturned(description)));
        if (type === this.#current) link.setAttribute('aria-current', 'page');
        return element('li', {}, link);
    }

    #show(type, asked) {
        const { type: name, reuseIdentifier, estimatedHeight, fallback, description, text } = type;
        const uses = element('dd', { dir: 'auto' }, 'Counting…');
        const facts = [
            ['Cell', reuseIdentifier ?? 'by the name of the type'],
            ['Height', estimatedHeight === null ? 'not said' : `about ${number(estimatedHeight)} points`],
            ['Shown as', fallback ?? 'nothing else'], ['Description', description || 'none'],
        ].map(([word, words]) => element('div', {}, element('dt', {}, word), element('dd', { dir: 'auto' }, unturned(words))));
        const schema = member(text, 'schema');
        const isOff = isBounded();
        const back = element('a.button.quiet.round.back', { href: '#/types', 'aria-label': 'All cell types' }, icon('back'));
        const buttons = [
            button('Change…', () => this.#change(type), { kind: 'solid', disabled: isOff }),
            copyButton('Copy schema', () => readable(schema)),
            button('Delete…', () => this.#remove(name), { kind: 'quiet.dangerous', disabled: isOff }),
        ];
        const shown = schema === 'null'
            ? element('p.dim', {}, 'None: its values are free.')
            : element('pre.code', { tabIndex: 0, 'aria-label': 'Schema' }, readable(schema));
        this.#detail.replaceChildren(
            element('header.detail-head', {}, back, element('h1', { dir: 'auto' }, unturned(name))),
            element(
                'div.card', {}, element('dl.facts', {}, element('div', {}, element('dt', {}, 'Items'), uses), facts),
                element('div.buttons', {}, buttons)),
            element('section.card', { 'aria-label': 'Schema' }, element('div.card-head', {}, element('h2', {}, 'Schema')), shown));
        this.#count(name, uses, asked);
    }

    /** Says how many items have the type, and in which lists. */
    async #count(name, shown, asked) {
        try {
            const { itemCount, listCount, lists } = await get(['cell-types', name, 'uses']);
            if (asked !== this.#asked) return;
            const links = lists.flatMap(({ list, itemCount: items }) => [
                ', ', element('a', { href: `#/lists/${segment(list)}` }, list), ` (${number(items)})`,
            ]).slice(1);
            const more = listCount > lists.length ? `, and ${count(listCount - lists.length, 'more list')}` : '';
            const words = `${count(itemCount, 'item')} in ${count(listCount, 'list')}: `;
            shown.replaceChildren(itemCount === 0 ? 'none' : words, ...links, more);
        } catch (problem) {
            if (asked === this.#asked) shown.textContent = problem.message;
        }
    }

    async #make() {
        const name = await typeDialog(null);
        if (name !== null) this.#goTo(name);
    }

    async #change(type) {
        if (await typeDialog(type) !== null) await this.#load();
    }

    #goTo(name) {
        const address = `#/types/${segment(name)}`;
        if (location.hash === address) this.#load();
        else location.hash = address;
    }

    async #remove(name) {
        const words = element('p.dim', {}, 'Items of this type stay as they are. Their values are no longer checked.');
        const isDone = await openDialog(`Delete the cell type “${unturned(name)}”?`, [words], {
            confirm: 'Delete', isDangerous: true,
            act: async () => { await request('DELETE', url(['cell-types', name])); },
        });
        if (isDone) location.hash = '#/types';
    }
}
