// Loads the pages around what is in view: windows of the flat list at the version on the screen, a few at once, the nearest first.
// A page that is out of view before it is there is given up, so that a fling leaves no queue behind it.

import { requestPage } from './api.js';

const PAGE = 100;
/** A browser has six connections to a server, of which the stream and the poll for taps hold two. */
const AT_ONCE = 3;
/** Rows beyond what is drawn that are asked for. */
const AHEAD = 50;
/** Items that are kept; beyond these, those far from the window are forgotten. */
const KEPT = 20_000;
/** Fewer are kept where they are large: as many as this many characters of pages have, but never fewer than what is asked for. */
const KEPT_CHARACTERS = 64 << 20;
const LEAST_KEPT = 1_000;

export class Loader {
    #list;
    #model = null;
    #loaded;
    #failed;
    #tickets = 0;
    /** How much came, of how many items. */
    #characters = 1;
    #items = 1;
    /** The pages on their way: ticket to `{ offset, abort }`. */
    #running = new Map();
    /** Pages that came, for tests. */
    pages = 0;

    /**
     * @param {string} list
     * @param {object} on `loaded()` when rows have been filled; `failed(problem)`.
     */
    constructor(list, on) {
        this.#list = list;
        this.#loaded = on.loaded;
        this.#failed = on.failed;
    }

    /** Loads for another model from now on. */
    setModel(model) {
        this.stop();
        this.#model = model;
    }

    stop() {
        for (const { abort } of this.#running.values()) abort.abort();
        this.#running.clear();
    }

    /** Sees to it that the items from `first` to before `end` are there, soon. */
    need(first, end) {
        const from = Math.max(0, first - AHEAD);
        const to = Math.min(end + AHEAD, this.#model.itemCount);
        for (const [ticket, { offset, abort }] of this.#running) {
            if (offset + PAGE >= from && offset <= to) continue;
            // Its marks go with it, so that its rows can be asked for again.
            abort.abort();
            this.#end(ticket, null);
        }
        const middle = (first + end) / 2;
        const offsets = [];
        for (let offset = from - (from % PAGE); offset < to; offset += PAGE) offsets.push(offset);
        offsets.sort((one, other) => Math.abs(one + PAGE / 2 - middle) - Math.abs(other + PAGE / 2 - middle));
        for (const offset of offsets) if (this.#running.size < AT_ONCE) this.#ask(offset);
        const kept = Math.min(KEPT, Math.max(LEAST_KEPT, KEPT_CHARACTERS * (this.#items / this.#characters)));
        if (this.#model.knownCount > kept) this.#model.forgetOutside(Math.max(0, first - Math.floor(kept / 4)), end + Math.floor(kept / 4));
    }

    async #ask(offset) {
        const [model, ticket, abort] = [this.#model, this.#tickets, new AbortController()];
        // A page may be shorter than asked for, where its bytes or the server's limit say so: the next one begins where it ended.
        const first = model.ask(offset, PAGE, ticket);
        if (first === null) return;
        this.#tickets += 1;
        this.#running.set(ticket, { offset, abort });
        let items = null;
        try {
            const query = { offset: first, limit: offset + PAGE - first, at: model.version };
            const page = await requestPage(['lists', this.#list, 'items'], query, abort.signal);
            ({ items } = page.json);
            this.#characters += page.text.length;
            this.#items += items.length;
            this.pages += 1;
        } catch (problem) {
            if (abort.signal.aborted) return;
            // A version that has just left the history: the next draw asks for the rows at the version that is there by then.
            if (problem.slug !== 'version-gone') this.#failed(problem);
        }
        if (model !== this.#model) return;
        this.#end(ticket, items);
        if (items !== null) this.#loaded();
    }

    #end(ticket, items) {
        this.#running.delete(ticket);
        this.#model.fill(ticket, items);
    }
}
