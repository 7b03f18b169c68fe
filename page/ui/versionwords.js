// What each version changed, in a few words: read for the entries that can be seen, one after the other.

import { differenceWords, readDifference } from './difference.js';

export class VersionWords {
    #list = null;
    #entries = new WeakMap();
    #waiting = new Set();
    #isReading = false;
    #observer = new IntersectionObserver((seen) => {
        for (const { target, isIntersecting } of seen) {
            if (isIntersecting) this.#waiting.add(target);
            else this.#waiting.delete(target);
        }
        this.#read();
    });

    setList(list) {
        this.#list = list;
        this.#waiting.clear();
        this.#observer.disconnect();
    }

    /** Has an element show the words of a version, once its entry can be seen. */
    follow(entry, version, words) {
        this.#entries.set(entry, { version, words });
        this.#observer.observe(entry);
    }

    async #read() {
        if (this.#isReading) return;
        this.#isReading = true;
        for (const entry of this.#waiting) {
            this.#waiting.delete(entry);
            this.#observer.unobserve(entry);
            const { version, words } = this.#entries.get(entry);
            const list = this.#list;
            // The version before the oldest one cannot be read: then there are no words.
            const difference = entry.isConnected && await readDifference(list, version - 1, version).catch(() => null);
            if (difference && list === this.#list) words.textContent = version === 1 ? 'made' : differenceWords(difference);
        }
        this.#isReading = false;
    }
}
