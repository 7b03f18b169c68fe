// The field in a list's head: finds an item by its id, index path or text, a section, or a version, and goes there.

import { service } from './api.js';
import { button, element, icon } from './dom.js';
import { count, number } from './format.js';
import { announce, notify, notifyProblem } from './notices.js';
import { search } from './search.js';
import { pathOf, sectionOf, targetsFor, versionOf } from './targets.js';

export class FindField {
    #on;
    #session = null;
    #input = element('input', {
        type: 'search', placeholder: 'Find', role: 'combobox', autocomplete: 'off', spellcheck: false, enterKeyHint: 'search',
        title: 'An item’s id or text, an index path (12-3), a section, or a version (v17). Key: /',
        'aria-label': 'Find an item, a section or a version', 'aria-expanded': 'false', 'aria-controls': 'find-targets',
        'aria-autocomplete': 'list',
    });
    #options = element('ul.targets', { role: 'listbox', id: 'find-targets', 'aria-label': 'Sections and versions', hidden: true });
    #words = element('output.found');
    #steps = element(
        'div.steps', { hidden: true }, this.#words,
        button(icon('up'), () => this.#step(-1), { 'aria-label': 'Previous hit', kind: 'quiet.round' }),
        button(icon('down'), () => this.#step(1), { 'aria-label': 'Next hit', kind: 'quiet.round' }),
        button(icon('close'), () => this.#stop(), { 'aria-label': 'End the search', kind: 'quiet.round' }));
    #targets = [];
    #active = -1;
    /** The search that is stepped through: `{ text, hits, index, abort }`. */
    #search = null;

    /** @param {object} on `travel(version)`; `item(id)`, `path(path)` and `section(index)`, which may be promises and throw problems. */
    constructor(on) {
        this.#on = on;
        this.root = element('div.find', { role: 'search' }, this.#input, this.#options);
        this.steps = this.#steps;
        this.#input.addEventListener('input', () => this.#offer());
        this.#input.addEventListener('click', () => this.#offer());
        this.#input.addEventListener('blur', () => this.#close());
        this.#input.addEventListener('keydown', (event) => this.#keyed(event));
        // The pointer takes no focus from the field, so that it does not close before the click.
        this.#options.addEventListener('pointerdown', (event) => event.preventDefault());
        this.#options.addEventListener('click', (event) => {
            const option = /** @type {Element} */ (event.target).closest('[role=option]');
            if (option) this.#go(this.#targets[[...this.#options.children].indexOf(option)]);
        });
        document.addEventListener('keydown', (event) => {
            const isTyping = /** @type {Element} */ (event.target).closest?.('input, textarea, select, dialog');
            if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || !this.#input.checkVisibility()) return;
            event.preventDefault();
            this.#input.select();
        });
    }

    setSession(session) {
        this.#stop();
        this.#session = session;
        this.#input.value = '';
        this.#close();
    }

    #offer() {
        const model = this.#session?.model;
        if (!model) return;
        const { targets, left } = targetsFor(this.#input.value.trim(), model);
        this.#targets = targets;
        this.#active = -1;
        const options = targets.map(({ label, detail }, index) => element(
            'li', { role: 'option', id: `find-target-${index}`, 'aria-selected': 'false' },
            element('b', { dir: 'auto' }, label), element('small', {}, detail)));
        if (left > 0) options.push(element('li.more', { role: 'presentation' }, `${count(left, 'more section')}: type to find one`));
        this.#options.replaceChildren(...options);
        this.#options.hidden = targets.length === 0;
        this.#input.setAttribute('aria-expanded', !this.#options.hidden);
        this.#input.removeAttribute('aria-activedescendant');
    }

    #close() {
        this.#options.hidden = true;
        this.#active = -1;
        this.#input.setAttribute('aria-expanded', 'false');
        this.#input.removeAttribute('aria-activedescendant');
    }

    #keyed(event) {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step !== undefined) this.#activate(step);
        else if (event.key === 'Enter') this.#enter(event.shiftKey ? -1 : 1);
        else if (event.key === 'Escape' && !this.#options.hidden) this.#close();
        else if (event.key === 'Escape' && this.#search) this.#stop();
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    #activate(step) {
        if (this.#options.hidden) this.#offer();
        if (this.#targets.length === 0) return;
        this.#options.children[this.#active]?.setAttribute('aria-selected', 'false');
        this.#active = (this.#active + step + this.#targets.length) % this.#targets.length;
        const option = this.#options.children[this.#active];
        option.setAttribute('aria-selected', 'true');
        option.scrollIntoView({ block: 'nearest' });
        this.#input.setAttribute('aria-activedescendant', option.id);
    }

    #enter(step) {
        const text = this.#input.value.trim();
        if (this.#active >= 0) this.#go(this.#targets[this.#active]);
        else if (text !== '' && text === this.#search?.text) this.#step(step);
        else if (text !== '') this.#find(text);
    }

    /** @param {{ version?: number, path?: number[], section?: number }} target */
    async #go({ version, path, section }) {
        this.#close();
        this.#stop();
        try {
            if (version !== undefined) await this.#on.travel(version);
            else if (path !== undefined) await this.#on.path(path);
            else await this.#on.section(section);
        } catch (problem) {
            notifyProblem(problem);
        }
    }

    async #find(text) {
        const session = this.#session;
        if (!session?.model) return;
        const [version, path] = [versionOf(text), pathOf(text, session.model)];
        if (version !== null) return this.#go({ version });
        if (path !== null) return this.#go({ path });
        this.#close();
        this.#stop();
        try {
            return await this.#on.item(text.replace(/^@/, ''));
        } catch (problem) {
            // No item has this id, or it can be none.
            if (problem.status !== 404 && problem.status !== 400) return notifyProblem(problem);
        }
        if (session !== this.#session || text !== this.#input.value.trim()) return null;
        const section = sectionOf(text, session.model);
        if (section !== null) return this.#go({ section });
        const abort = new AbortController();
        const hits = search(service, session.info, session.model.version, text, abort.signal, () => this.#show());
        this.#search = { text, hits, index: -1, abort };
        this.#show();
        return this.#step(1);
    }

    /** Goes to the next hit or the one before; past an end to the other one. */
    async #step(by) {
        const found = this.#search;
        try {
            let index = found.index + by;
            if (index < 0) index = Math.max(0, (found.hits.count ?? 1) - 1);
            let id = await found.hits.at(index);
            if (id === null && index > 0) id = await found.hits.at(index = 0);
            if (found !== this.#search) return;
            if (id !== null) found.index = index;
            this.#show();
            if (id !== null) await this.#on.item(id);
            else announce('Nothing found');
        } catch (problem) {
            if (found !== this.#search) return;
            if (problem.status === 404) notify('This item has been deleted meanwhile.', { isError: true });
            else notifyProblem(problem);
        }
    }

    #show() {
        const { hits: { count: all, read, isOver }, index } = this.#search ?? { hits: {} };
        this.#steps.hidden = this.#search === null;
        if (this.#search === null) return;
        const total = all === null ? 'more than 1,000' : number(all);
        const progress = isOver ? '' : ` · reading, ${number(read)} of ${number(this.#session.model.itemCount)}`;
        this.#words.value = index < 0 ? isOver ? 'Nothing found' : `Looking${progress}` : `${number(index + 1)} of ${total}${progress}`;
    }

    #stop() {
        this.#search?.abort.abort();
        this.#search = null;
        this.#show();
    }
}
