// One list as an app shows it: one version at a time, followed as it changes, with what is in view loaded, and edits that show at once.

import { Loader } from './core/loader.js';
import { search } from './core/search.js';
import { Problem } from './core/service.js';
import { ListSession } from './core/session.js';
import { ListEdits } from './edits.js';
import { Outbox } from './outbox.js';
import { ListReading, Shown } from './reading.js';
import { SnapshotKeeper } from './snapshot.js';
import { memoryStorage } from './storage.js';

/** @typedef {import('./core/service.js').SectionalService} SectionalService */
/** @typedef {import('./storage.js').ListStorage} ListStorage */
/** @typedef {import('./types.js').IndexPath} IndexPath */
/** @typedef {import('./types.js').ListState} ListState */

/**
 * @template Value
 * @typedef {import('./types.js').Row<Value>} Row
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/**
 * @template [Value=any]
 * @extends {ListReading<Value>}
 */
export class SectionalList extends ListReading {
    /** @type {ListState} */
    state = 'stopped';
    /**
     * Why it is `waiting` or `refused`, where that is known.
     * @type {Problem | null}
     */
    problem = null;
    #service;
    #outbox;
    #edits;
    #keeper;
    #loader;
    /** @type {ListSession | null} */
    #session = null;
    #shown;
    /** How many starts have not been stopped. */
    #starts = 0;
    #restored = null;
    /** Ends the wait before the list is asked for again. */
    #wake = () => {};
    #visible = [0, 0];

    /**
     * `SectionalService.list` makes one.
     * @param {SectionalService} service
     * @param {string} id
     * @param {{ storage?: ListStorage }} [options] `storage`: keeps what is shown, and edits that wait, for the next start of the app.
     */
    constructor(service, id, options = {}) {
        const shown = new Shown();
        super(shown, (name) => this.#outbox.effect(name, this.version));
        this.id = id;
        this.#service = service;
        this.#shown = shown;
        const failed = (error) => shown.tell({ kind: 'failed', error });
        this.#outbox = new Outbox(service, id, options.storage ?? memoryStorage(), {
            changed: () => shown.tell({ kind: 'rows' }), failed,
            refused: (problem, write) => shown.tell({ kind: 'refused', problem, write }),
        });
        this.#edits = new ListEdits(service, this, this.#outbox);
        this.#keeper = new SnapshotKeeper(id, options.storage ?? null, { kept: (version) => this.#outbox.kept(version), failed });
        this.#loader = new Loader(service, id, {
            loaded: () => this.#loaded(), failed: () => {},
        });
    }

    // The connection.

    /** Begins to follow. Each call wants a `stop`; what was shown before is there at once. */
    start() {
        this.#starts += 1;
        if (this.#session === null) this.#begin();
    }

    #begin() {
        const session = new ListSession(this.#service, this.id, {
            model: (model) => this.#show(model),
            change: (stages, apply) => apply(),
            changed: ({ stages }) => this.#changed(stages),
            info: (info) => { this.#shown.info = info; },
            state: (word, detail) => { if (session === this.#session) this.#setState(word, detail instanceof Problem ? detail : null); },
        });
        this.#session = session;
        this.#setState('connecting');
        this.#run(session);
    }

    async #run(session) {
        this.#restored ??= this.#restore();
        await this.#restored;
        if (session !== this.#session) return;
        this.#outbox.start();
        if (this.#shown.model !== null) session.begin(this.#shown.info, this.#shown.model);
        else await this.#open(session);
    }

    async #restore() {
        await this.#outbox.restore();
        const known = await this.#keeper.read(this.#service.parse);
        if (known === null) return;
        [this.#shown.info, this.#shown.model] = known;
        this.#shown.tell({ kind: 'reload' });
    }

    /** Loads the list for the first time. */
    async #open(session) {
        for (let wait = FIRST_WAIT; session === this.#session; wait = Math.min(wait * 2, LONGEST_WAIT)) {
            try {
                await session.open();
                return;
            } catch (error) {
                if (session !== this.#session) return;
                // What is no problem is an answer that was cut.
                const problem = error instanceof Problem ? error : null;
                this.#setState(problem !== null && !problem.isTemporary ? 'refused' : 'waiting', problem);
                if (this.state === 'refused') return;
                await this.#sleep(Math.max((problem?.retryAfter ?? 0) * 1_000, wait * (0.5 + Math.random() / 2)));
            }
        }
    }

    #sleep(milliseconds) {
        return new Promise((resolve) => {
            const timer = setTimeout(() => resolve(undefined), milliseconds);
            this.#wake = () => {
                clearTimeout(timer);
                resolve(undefined);
            };
        });
    }

    /**
     * Ends the connection, where each `start` has got its `stop`. What was loaded stays, and edits wait.
     * @returns {Promise<void>} Settles when the storage has what is shown.
     */
    async stop() {
        this.#starts = Math.max(0, this.#starts - 1);
        if (this.#starts > 0 || this.#session === null) return;
        this.#session.close();
        this.#session = null;
        this.#loader.stop();
        this.#outbox.stop();
        this.#wake();
        this.#setState('stopped');
        if (this.#shown.model !== null) await this.#keeper.write(this.#shown.info, this.#shown.model, this.#visible);
    }

    /** Tries at once again what waits for a network, and what was refused; a browser says by itself when it has a network. */
    reconnect() {
        if (this.#session === null) return;
        this.#wake();
        this.#outbox.resume();
        this.#loader.resume();
        if (this.state === 'refused' || this.state === 'deleted') {
            this.#session.close();
            this.#begin();
        } else if (this.state === 'waiting' && this.#shown.model !== null) {
            this.#session.goLive();
        }
    }

    #setState(word, problem = null) {
        const isOther = word !== this.state || problem !== this.problem;
        this.state = word;
        this.problem = problem;
        if (word === 'live') {
            this.#outbox.resume();
            this.#loader.resume();
            this.#need();
        }
        if (isOther) this.#shown.tell({ kind: 'state' });
    }

    // What is shown.

    #show(model) {
        const isOther = model !== this.#shown.model;
        this.#shown.model = model;
        this.#loader.setModel(model);
        if (isOther) this.#shown.tell({ kind: 'reload' });
        this.#need();
        this.#keeper.isChanged(this.version, () => [this.#shown.info, this.#shown.model, this.#visible]);
    }

    #changed(stages) {
        this.#shown.tell({ kind: 'change', stages });
        this.#need();
        this.#keeper.isChanged(this.version, () => [this.#shown.info, this.#shown.model, this.#visible]);
    }

    #loaded() {
        this.#shown.tell({ kind: 'rows' });
        this.#need();
    }

    #need() {
        const [first, end] = this.#visible;
        if (this.#session !== null && this.#shown.model !== null && end > first) this.#loader.need(first, Math.min(end, this.count));
    }

    /**
     * Loads the rows from `first` to before `end`, and some around them, and keeps them loaded as the list changes: what is in view.
     * @param {number} first
     * @param {number} end
     */
    load(first, end) {
        this.#visible = [first, end];
        this.#need();
    }

    /**
     * Finds the items of the version on the screen that have a text.
     * @param {string} text
     * @param {{ signal?: AbortSignal, changed?: () => void }} [options] `changed` is called when more was read of a list that the server
     *   cannot search.
     * @returns {{ at: (index: number) => Promise<string | null>, readonly count: number | null }} Ids, awaited one by one; null past the
     *   last.
     */
    search(text, options = {}) {
        const { signal = new AbortController().signal, changed = () => {} } = options;
        return search(this.#service, { ...this.#shown.info, id: this.id }, this.version, text, signal, changed);
    }

    // Edits. Each shows at once, waits for a network, and is done once.

    /** How many edits the server has not answered. */
    get pendingCount() {
        return this.#outbox.count;
    }

    /**
     * Gives an item another value, on the condition that it is as it was seen. Of an object the difference is sent, so what this app does
     * not know of it stays.
     * @param {Row<Value>} row
     * @param {Value} value
     * @returns {Promise<{ version: number }>} The version that has it.
     * @throws {Problem} 412 where somebody was first: `body.current` is what is there; `item-not-found` where it was deleted. The value is
     *   taken back.
     */
    update(row, value) {
        return this.#edits.update(row, value);
    }

    /**
     * Deletes an item, on the condition that it is as it was seen.
     * @param {Row<Value>} row
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem} As `update`.
     */
    delete(row) {
        return this.#edits.delete(row);
    }

    /**
     * Inserts an item before the one at an index path, or at the section's end. It is shown when the server has it.
     * @param {Value} value
     * @param {IndexPath} path
     * @param {{ id?: string, type?: string }} [options] Without an id it gets a random one, or the server's where the list has an
     *   `identity`.
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem}
     */
    insert(value, path, options = {}) {
        return this.#edits.insert(value, path, options);
    }

    /**
     * Moves an item to an index path, where it is afterwards. It is shown there when the server has done so.
     * @param {Row<Value>} row
     * @param {IndexPath} path
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem}
     */
    move(row, path) {
        return this.#edits.move(row, path);
    }

    /**
     * Records that somebody has selected an item, or another interaction. It does not wait for a network.
     * @param {Row<Value>} row
     * @param {{ action?: string, context?: object }} [options] `action`: the name of one; else the item is selected.
     * @returns {Promise<{ sequence: number }>}
     * @throws {Problem}
     */
    interact(row, options = {}) {
        return this.#edits.interact(row, options);
    }
}
