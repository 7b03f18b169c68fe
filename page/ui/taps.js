// The newest interactions of a list, as they come. It holds a connection while it waits, so it does so only while it is looked at.

import { getPage } from './api.js';
import { element, placeholder } from './dom.js';
import { summary, time } from './format.js';

const SHOWN = 30;
const WAIT = 25;
const PAUSE = 5_000;

export class TapsPanel {
    #entries = element('ol.log');
    #abort = null;
    #list = null;
    #after = null;

    constructor() {
        this.root = element('div', {}, this.#entries);
        document.addEventListener('visibilitychange', () => this.#restart());
    }

    setList(list) {
        this.#list = list;
        this.#after = null;
        const empty = placeholder('No taps yet', 'What users select, deselect and act on appears here.');
        this.#entries.replaceChildren(element('li.empty', {}, empty));
        this.#restart();
    }

    /** Begins or ends to look; `isShown` says whether somebody can see it. */
    setShown(isShown) {
        if (isShown === (this.#abort !== null)) return;
        this.#abort?.abort();
        this.#abort = isShown ? new AbortController() : null;
        if (isShown) this.#run(this.#abort.signal);
    }

    #restart() {
        if (!this.#abort) return;
        this.#abort.abort();
        this.#abort = new AbortController();
        this.#run(this.#abort.signal);
    }

    async #run(signal) {
        while (!signal.aborted && this.#list !== null && !document.hidden) {
            const query = this.#after === null ? { last: SHOWN } : { after: this.#after, wait: WAIT, limit: SHOWN };
            try {
                const { interactions } = await getPage(['lists', this.#list, 'interactions'], query, signal);
                this.#after = interactions.at(-1)?.sequence ?? this.#after ?? 0;
                this.#add(interactions);
            } catch (problem) {
                if (signal.aborted || (problem.status >= 400 && problem.status < 500 && problem.slug !== 'version-gone')) return;
                this.#after = null;
                await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
            }
        }
    }

    #add(interactions) {
        if (interactions.length > 0) this.#entries.querySelector('.empty')?.remove();
        for (const interaction of interactions) {
            const { sequence, type, action, item, version, timestamp, by } = interaction;
            const word = action ?? type.split('.').pop();
            this.#entries.prepend(element(
                'li', {}, element('b', {}, `#${sequence} ${word}`), element('span', { dir: 'auto' }, summary(item.value).title),
                element('small', {}, `[${item.indexPath.join(', ')}] of v${version} · ${time(timestamp)}${by ? ` · ${by}` : ''}`)));
        }
        while (this.#entries.children.length > SHOWN) this.#entries.lastChild.remove();
    }
}
