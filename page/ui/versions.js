// The versions that can be read, newest first, with their times: a way into the past beside the slider.

import { getPage } from './api.js';
import { button, element, failure, icon } from './dom.js';
import { count, number, time } from './format.js';
import { VersionWords } from './versionwords.js';

const PAGE = 30;
/** How many versions are kept on the screen. */
const KEPT = 300;
const PAUSE = 1_000;

export class VersionsPanel {
    #on;
    #entries = element('ol.log.choices');
    #rest = element('div.rest');
    #list = null;
    #shown = null;
    #isShown = false;
    #timer = null;
    /** Where the versions that are older than those shown begin; null where there are none. */
    #next = null;
    /** Whether the newest have made room for older ones: then they are not read again, which would take the older ones away. */
    #isDeep = false;

    #words = new VersionWords();

    /** @param {object} on `travel(version)`: called with the version that was chosen; `menu(version, button)`. */
    constructor(on) {
        this.#on = on;
        this.root = element('div', {}, this.#entries, this.#rest);
    }

    setList(list) {
        this.#list = list;
        this.#next = null;
        this.#isDeep = false;
        this.#words.setList(list);
        this.#entries.replaceChildren();
        this.#rest.replaceChildren();
        this.refresh();
    }

    setShown(isShown) {
        this.#isShown = isShown;
        if (isShown) this.refresh();
    }

    /** Marks the version on the screen. */
    mark(version) {
        this.#shown = version;
        for (const entry of this.#shownEntries) entry.querySelector('.choice').setAttribute('aria-pressed', entry.version === version);
    }

    /** Reads the newest versions again, a moment later: many changes are one reading. */
    refresh() {
        if (!this.#isShown || this.#list === null || this.#isDeep) return;
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
            this.#add(versions, next);
            this.mark(this.#shown);
        } catch (problem) {
            if (list === this.#list) this.#rest.replaceChildren(failure(problem, () => this.#load(before)));
        }
    }

    /** Puts a page among what is shown, which stays with the focus in it; a page that does not reach it takes its place. */
    #add(versions, next) {
        const shown = new Map(this.#shownEntries.map((entry) => [entry.version, entry]));
        const [newest, oldest] = [Math.max(...shown.keys()), Math.min(...shown.keys())];
        const last = versions.at(-1)?.version ?? 0;
        const isApart = shown.size > 0 && last > newest + 1;
        if (isApart) this.#entries.replaceChildren();
        const known = isApart ? new Map() : shown;
        const isOlder = known.size === 0 || last < oldest;
        const following = this.#shownEntries;
        for (const version of versions.filter((entry) => !known.has(entry.version))) {
            this.#entries.insertBefore(this.#entry(version), following.find((entry) => entry.version < version.version) ?? null);
        }
        if (isOlder) this.#next = next;
        this.#trim(isOlder);
        if (isOlder || !this.#rest.querySelector('.older')) {
            const more = this.#next !== null && button('Older', () => this.#load(this.#next), { kind: 'quiet.older' });
            const newest = this.#isDeep && button('Newest', () => this.setList(this.#list));
            this.#rest.replaceChildren(...[more, newest].filter(Boolean));
        }
    }

    /** @returns {any[]} */
    get #shownEntries() {
        return [...this.#entries.children];
    }

    /** Lets the entries at the other end go where there are too many. */
    #trim(isOlder) {
        const { children } = this.#entries;
        const surplus = children.length - KEPT;
        for (let index = 0; index < surplus; index += 1) (isOlder ? this.#entries.firstChild : this.#entries.lastChild).remove();
        if (surplus <= 0) return;
        if (isOlder) this.#isDeep = true;
        else this.#next = this.#shownEntries.at(-1).version;
    }

    #entry({ version, updatedAt, itemCount, by }) {
        const choice = button('', () => this.#on.travel(version), { kind: 'choice' });
        const words = element('small.words', {}, '\u00a0');
        choice.append(
            element('b', {}, `v${number(version)}`), element('span', {}, time(updatedAt)),
            element('small', {}, `${count(itemCount, 'item')}${by ? ` · ${by}` : ''}`), words);
        const menu = button(icon('more'), (event) => this.#on.menu(version, event.currentTarget), {
            'aria-label': `Commands of version ${number(version)}`, 'aria-haspopup': 'menu', kind: 'quiet.round',
        });
        const entry = element('li', {}, choice, menu);
        this.#words.follow(entry, version, words);
        entry.version = version;
        return entry;
    }
}
