// The newest interactions of a list, as they come. It holds a connection while it waits, so it does so only while it is looked at.

import { getPage } from './api.js';
import { element, failure, placeholder } from './dom.js';
import { summary, time } from './format.js';

const SHOWN = 30;
const WAIT = 25;
const PAUSE = 5_000;

export class TapsPanel {
    #entries = element('ol.log');
    #abort = null;
    #list = null;
    #after = null;
    /** How many of the newest are asked for: fewer where the server allows no more. */
    #last = SHOWN;

    constructor() {
        this.root = element('div', {}, this.#entries);
        document.addEventListener('visibilitychange', () => this.#restart());
    }

    setList(list) {
        this.#list = list;
        this.#after = null;
        this.#clear(placeholder('No taps yet', 'What users of apps select, deselect and act on appears here.'));
        this.#restart();
    }

    /** Begins or ends to look; `isShown` says whether somebody can see it. */
    setShown(isShown) {
        if (isShown === (this.#abort !== null)) return;
        this.#abort?.abort();
        this.#abort = isShown ? new AbortController() : null;
        if (isShown) this.#run(this.#abort.signal);
    }

    #clear(words) {
        this.#entries.replaceChildren(element('li.empty', {}, words));
    }

    #restart() {
        if (!this.#abort) return;
        this.#abort.abort();
        this.#abort = new AbortController();
        this.#run(this.#abort.signal);
    }

    async #run(signal) {
        while (!signal.aborted && this.#list !== null && !document.hidden) {
            const query = this.#after === null ? { last: this.#last } : { after: this.#after, wait: WAIT, limit: SHOWN };
            try {
                const { interactions } = await getPage(['lists', this.#list, 'interactions'], query, signal);
                this.#after = interactions.at(-1)?.sequence ?? this.#after ?? 0;
                this.#add(interactions);
            } catch (problem) {
                if (signal.aborted) return;
                if (problem.status === 400 && problem.errors[0]?.parameter === 'last' && this.#last > 1) {
                    this.#last = Math.floor(this.#last / 2);
                    continue;
                }
                if (problem.slug === 'version-gone') {
                    // Taps have been missed: it begins again with the newest.
                    this.#after = null;
                    this.#entries.replaceChildren();
                } else if (problem.status >= 400 && problem.status < 500 && problem.status !== 429) {
                    this.#clear(failure(problem, () => this.#startAgain()));
                    return;
                }
                await pause(Math.max(PAUSE, (problem.retryAfter ?? 0) * 1000), signal);
            }
        }
    }

    #startAgain() {
        this.setList(this.#list);
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

/** Waits, but no longer than until the signal ends it. */
function pause(milliseconds, signal) {
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal.addEventListener('abort', () => { clearTimeout(timer); resolve(); }, { once: true });
    });
}
