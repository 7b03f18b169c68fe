// The versions that can be read, newest first, with their times: a way into the past beside the slider.

import { getPage } from './api.js';
import { button, element, failure } from './dom.js';
import { count, number, time } from './format.js';

const PAGE = 30;
const PAUSE = 1_000;

export class VersionsPanel {
    #travel;
    #entries = element('ol.log.choices');
    #rest = element('div.rest');
    #list = null;
    #shown = null;
    #isShown = false;
    #timer = null;

    /** @param {function} travel Called with the version that was chosen. */
    constructor(travel) {
        this.#travel = travel;
        this.root = element('div', {}, this.#entries, this.#rest);
    }

    setList(list) {
        this.#list = list;
        this.#entries.replaceChildren();
        this.refresh();
    }

    setShown(isShown) {
        this.#isShown = isShown;
        if (isShown) this.refresh();
    }

    /** Marks the version on the screen. */
    mark(version) {
        this.#shown = version;
        for (const entry of this.#entries.children) entry.firstChild.setAttribute('aria-pressed', entry.version === version);
    }

    /** Reads the newest versions again, a moment later: many changes are one reading. */
    refresh() {
        if (!this.#isShown || this.#list === null) return;
        this.#timer ??= setTimeout(() => {
            this.#timer = null;
            this.#load(null);
        }, this.#entries.children.length === 0 ? 0 : PAUSE);
    }

    async #load(before) {
        const list = this.#list;
        if (list === null) return;
        try {
            const { versions, next } = await getPage(['lists', list, 'versions'], { limit: PAGE, before });
            if (list !== this.#list) return;
            const entries = versions.map((entry) => this.#entry(entry));
            if (before === null) this.#entries.replaceChildren(...entries);
            else this.#entries.append(...entries);
            this.#rest.replaceChildren(next === null ? '' : button('Older', () => this.#load(next)));
            this.mark(this.#shown);
        } catch (problem) {
            if (list === this.#list) this.#rest.replaceChildren(failure(problem, () => this.#load(before)));
        }
    }

    #entry({ version, updatedAt, itemCount, by }) {
        const choice = button('', () => this.#travel(version), { kind: 'choice' });
        choice.append(
            element('b', {}, `v${number(version)}`), element('span', {}, time(updatedAt)),
            element('small', {}, `${count(itemCount, 'item')}${by ? ` · ${by}` : ''}`));
        const entry = element('li', {}, choice);
        entry.version = version;
        return entry;
    }
}
