// All lists of the server, asked for again every few seconds while somebody looks; an answer that is the same costs no body.

import { isReader, loadAccess } from './access.js';
import { getPage, url, writer } from './api.js';
import { afterScroll, keepPosition, keptPosition } from './bookmarks.js';
import { field, openDialog, problemText } from './dialogs.js';
import { button, element, failure, icon, placeholder, skeletons } from './dom.js';
import { chooseFile } from './dropping.js';
import { firstRun } from './firstrun.js';
import { fold } from './folding.js';
import { ago, count, number } from './format.js';
import { segment } from './service.js';

const PAGE = 50;
/** How many lists are read at a time to find some among them. */
const LARGEST = 500;
const PAUSE = 5_000;
const SAMPLE = '[["java", "swift", "js"], ["java", "swift", "js"]]';

export class Overview {
    #lists = element('ul.lists');
    #rest = element('div.rest');
    #filter = element('input', {
        type: 'search', placeholder: 'Find a list', 'aria-label': 'Find a list by a part of its title or id', spellcheck: false,
    });
    #entries = new Map();
    /** How many pages are shown. */
    #pages = keptPosition('lists')?.pages ?? 1;
    #timer = null;
    #asked = 0;
    #isOpen = false;
    #current = null;
    #hasLoaded = false;

    constructor() {
        const add = button(icon('plus'), () => this.#make(), { 'aria-label': 'New list', kind: 'quiet.round' });
        const words = 'New list from a file';
        const file = button(icon('file'), chooseFile, { 'aria-label': words, title: words, kind: 'quiet.round' });
        addEventListener('access', () => { add.hidden = file.hidden = isReader(); });
        this.root = element(
            'nav.overview', { 'aria-label': 'Lists' },
            element('div.overview-head', {}, element('h2', {}, 'Lists'), element('div', {}, add, file)), this.#filter, this.#lists,
            this.#rest);
        this.#rest.append(...skeletons(4));
        afterScroll(this.root, () => {
            // What is no part of the page, or is not shown, is scrolled to its top.
            if (this.root.clientHeight > 0) keepPosition('lists', { top: this.root.scrollTop, pages: this.#pages });
        });
        this.#filter.addEventListener('input', () => {
            this.#pages = 1;
            this.refresh();
        });
        document.addEventListener('visibilitychange', () => { if (!document.hidden && this.#timer !== null) this.refresh(); });
        for (const name of ['token', 'lists']) addEventListener(name, () => { if (this.#isOpen) this.refresh(); });
    }

    start() {
        this.#isOpen = true;
        this.#scrollBack();
        this.refresh();
    }

    stop() {
        this.#isOpen = false;
        this.#asked += 1;
        clearTimeout(this.#timer);
        this.#timer = null;
    }

    /** Marks the list that is shown. */
    select(id) {
        this.#current = id;
        for (const [key, entry] of this.#entries) this.#mark(key, entry);
    }

    async refresh() {
        clearTimeout(this.#timer);
        this.#timer = null;
        this.#asked += 1;
        const asked = this.#asked;
        try {
            const { lists, next } = await this.#load();
            if (asked !== this.#asked) return;
            this.#show(lists, next);
        } catch (problem) {
            if (asked !== this.#asked) return;
            const isBrief = this.#hasLoaded && problem.status !== 401;
            const words = isBrief ? element('p.dim', { role: 'status' }, problem.message) : failure(problem, () => this.refresh());
            this.#rest.replaceChildren(words);
            // Without a token every answer is the same.
            if (problem.status === 401) return;
        }
        this.#timer = setTimeout(() => { if (!document.hidden) this.refresh(); }, PAUSE);
    }

    async #load() {
        const wanted = fold(this.#filter.value.trim());
        const asked = this.#asked;
        const found = [];
        let next = null;
        do {
            const answer = await getPage(['lists'], { limit: wanted === '' ? PAGE : LARGEST, after: next });
            found.push(...answer.lists.filter(({ id, title }) => fold(id).includes(wanted) || fold(title ?? '').includes(wanted)));
            next = answer.next;
        } while (next !== null && found.length < this.#pages * PAGE && asked === this.#asked);
        return { lists: found, next };
    }

    /** Shows the lists that were in view; who is taken out of the page, and put back, is at its top. */
    #scrollBack() {
        if (this.root.scrollTop === 0) this.root.scrollTop = keptPosition('lists')?.top ?? 0;
    }

    #show(lists, next) {
        const shown = new Map();
        for (const list of lists) {
            const entry = this.#entries.get(list.id) ?? makeEntry(list.id);
            renderEntry(entry, list);
            this.#mark(list.id, entry);
            shown.set(list.id, entry);
        }
        const wanted = [...shown.values()];
        const { children } = this.#lists;
        const isSame = wanted.length === children.length && wanted.every((entry, index) => children[index] === entry);
        if (!isSame) this.#lists.replaceChildren(...wanted);
        if (!this.#hasLoaded) this.#scrollBack();
        this.#hasLoaded = true;
        loadAccess();
        this.#entries = shown;
        this.#rest.replaceChildren();
        if (next !== null) this.#rest.append(button('Show more', () => { this.#pages += 1; this.refresh(); }));
        if (lists.length > 0) return;
        const isFiltered = this.#filter.value.trim() !== '';
        if (isFiltered) this.#rest.append(placeholder('Nothing found', 'No list has this in its title or id.'));
        else if (isReader()) this.#rest.append(placeholder('No lists yet', 'This token may only read.'));
        else this.#rest.append(firstRun(() => this.#make(), () => this.refresh()));
    }

    #mark(id, entry) {
        if (id === this.#current) entry.firstChild.setAttribute('aria-current', 'page');
        else entry.firstChild.removeAttribute('aria-current');
    }

    async #make() {
        const id = element('input', { name: 'id', spellcheck: false, autocomplete: 'off' });
        const title = element('input', { name: 'title', autocomplete: 'off' });
        const sections = element('textarea', { rows: 6, spellcheck: false, name: 'sections', value: SAMPLE });
        const send = writer();
        // What is there by now, where its title is still missing.
        let made = null;
        const isMade = await openDialog('New list', [
            field('Id', id, 'Letters, digits and . _ ~ -'), field('Title', title),
            field('Sections', sections, 'JSON: an array of arrays is enough; a document with headers and ids will do as well.'),
        ], {
            confirm: 'Create',
            act: async () => {
                const address = url(['lists', id.value.trim()]);
                if (id.value.trim() === '') return 'A list needs an id.';
                try {
                    if (made?.id !== id.value.trim()) {
                        made = null;
                        const headers = { 'If-None-Match': '*' };
                        const answer = await send('PUT', address, { body: sections.value, headers });
                        // A kept answer to a long body has no body itself.
                        made = { id: id.value.trim(), title: null, version: Number(answer.headers.get('List-Version')), ...answer.json };
                    }
                    if (title.value.trim() === '' || made.title !== null) return true;
                    const headers = { 'If-Match': `"v${made.version}"` };
                    await send('PATCH', address, { body: { title: title.value.trim() }, headers });
                    return true;
                } catch (problem) {
                    if (made !== null) return `The list is there, without its title. ${problemText(problem)}`;
                    return problem.status === 412 ? 'There is a list with this id.' : problemText(problem);
                }
            },
        });
        if (!isMade) return;
        this.refresh();
        location.hash = `#/lists/${segment(id.value.trim())}`;
    }
}

function makeEntry(id) {
    const link = element('a', { href: `#/lists/${segment(id)}` }, element('b', { dir: 'auto' }), element('span'), element('small'));
    return element('li', {}, link);
}

function renderEntry(entry, { id, title, sectionCount, itemCount, version, updatedAt, view }) {
    const origin = view ? `View of ${view.of} · ` : '';
    const counts = `${origin}${count(sectionCount, 'section')} · ${count(itemCount, 'item')}`;
    [title || id, counts, `v${number(version)} · ${ago(updatedAt)}`].forEach((text, index) => {
        const child = entry.firstChild.children[index];
        if (child.textContent !== text) child.textContent = text;
    });
}
