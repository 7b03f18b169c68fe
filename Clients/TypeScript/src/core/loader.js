// Loads the pages around what is in view: windows of the flat list at the version on the screen, a few at once, the nearest first.
// A page that is out of view before it is there is given up, so that a fling leaves no queue behind it.

/** @typedef {import('./service.js').SectionalService} SectionalService */

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
/** Milliseconds without asking after pages have failed and the server has not said how long: twice as long each time. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

export class Loader {
    #service;
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
    /** While this is set nothing is asked for: pages have failed. */
    #hold = null;
    #wait = FIRST_WAIT;
    /** Whether the hold is for a server that could not be reached. */
    #isOut = false;
    /** Whether no page has come since one failed. */
    #isFailing = false;
    /** The version that is held for, where it has left the history: another one can be asked for at once. */
    #gone = null;
    /** Pages that came, for tests. */
    pages = 0;

    /**
     * @param {SectionalService} service
     * @param {string} list
     * @param {object} on `loaded(isOther)` when rows have been filled, which says whether they have other heights now, or those that failed
     *   may be asked for again; `failed(problem)`, once until pages come again.
     */
    constructor(service, list, on) {
        this.#service = service;
        this.#list = list;
        this.#loaded = on.loaded;
        this.#failed = on.failed;
    }

    /** Loads for another model from now on. */
    setModel(model) {
        this.#abort();
        this.#model = model;
    }

    stop() {
        this.#drop();
        this.#abort();
    }

    /** Ends a wait for a server that could not be reached: it can be by now. */
    resume() {
        if (this.#hold !== null && this.#isOut) this.#release();
    }

    #abort() {
        for (const [ticket, { abort }] of this.#running) {
            abort.abort();
            this.#end(ticket, null);
        }
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
        if (this.#gone !== null && this.#gone !== this.#model.version) this.#drop();
        const middle = (first + end) / 2;
        const offsets = [];
        for (let offset = from - (from % PAGE); offset < to && this.#hold === null; offset += PAGE) offsets.push(offset);
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
            const page = await this.#service.requestPage(['lists', this.#list, 'items'], query, abort.signal);
            ({ items } = page.json);
            this.#characters += page.text.length;
            this.#items += items.length;
            this.pages += 1;
            this.#wait = FIRST_WAIT;
            this.#isFailing = false;
        } catch (problem) {
            if (abort.signal.aborted) return;
            this.#pause(problem, model.version);
        }
        if (model !== this.#model) return;
        const isOther = this.#end(ticket, items);
        if (items !== null) this.#loaded(isOther);
    }

    /** Asks for nothing for a while, as long as the server says where it does; pages that fail together are one failure. */
    #pause(problem, version) {
        if (!this.#isFailing) this.#failed(problem);
        this.#isFailing = true;
        if (this.#hold !== null) return;
        this.#isOut = problem.status === 0;
        this.#gone = problem.slug === 'version-gone' ? version : null;
        const pause = Math.max(this.#wait, (problem.retryAfter ?? 0) * 1000);
        this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
        this.#hold = setTimeout(() => this.#release(), pause);
    }

    #release() {
        this.#drop();
        this.#loaded(false);
    }

    #drop() {
        clearTimeout(this.#hold);
        this.#hold = null;
        this.#gone = null;
    }

    #end(ticket, items) {
        this.#running.delete(ticket);
        return this.#model.fill(ticket, items);
    }
}
