// One list as an app shows it: one version at a time, followed as it changes, with what is in view loaded, and edits that show at once.

import { Loader } from './core/loader.js';
import { search } from './core/search.js';
import { Problem } from './core/service.js';
import { ListSession } from './core/session.js';
import { sleep } from './core/waiting.js';
import { ListEdits } from './edits.js';
import { EditHistory } from './history.js';
import { Outbox } from './outbox.js';
import { PlacedRows } from './placing.js';
import { WriteQueue } from './queue.js';
import { Shown } from './reading.js';
import { SnapshotKeeper } from './snapshot.js';
import { memoryStorage } from './storage.js';

/** @typedef {import('./core/service.js').SectionalService} SectionalService */
/** @typedef {import('./storage.js').ListStorage} ListStorage */
/** @typedef {import('./types.js').ListState} ListState */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/**
 * @template [Value=any]
 * @extends {ListEdits<Value>}
 */
export class SectionalList extends ListEdits {
    /** @type {ListState} */
    state = 'stopped';
    /**
     * Why it is `waiting` or `refused`, where that is known.
     * @type {Problem | null}
     */
    problem = null;
    #service;
    #outbox;
    #queue;
    #keeper;
    #loader;
    /** @type {ListSession | null} */
    #session = null;
    #shown;
    #placed = new PlacedRows();
    /** The stages that led to what is shown now. */
    #stages = [];
    /** Those of edits that listeners have not been told of. */
    #added = [];
    /** How many starts have not been stopped. */
    #starts = 0;
    #restored = null;
    /** Ends the wait before the list is asked for again. */
    #waking = new AbortController();
    #visible = [0, 0];

    /**
     * `SectionalService.list` makes one.
     * @param {SectionalService} service
     * @param {string} id
     * @param {{ storage?: ListStorage }} [options] `storage`: keeps what is shown, and edits that wait, for the next start of the app.
     */
    constructor(service, id, options = {}) {
        const shown = new Shown();
        const failed = (error) => shown.tell({ kind: 'failed', error });
        const queue = new WriteQueue();
        const history = new EditHistory();
        const outbox = new Outbox(service, id, options.storage ?? memoryStorage(), queue, {
            changed: () => this.#edited(), added: (edit) => this.#add(edit), failed,
            refused: (problem, write) => {
                history.refused(write.id);
                shown.tell({ kind: 'refused', problem, write });
            },
        });
        super(service, id, shown, outbox, queue, history);
        this.#service = service;
        this.#shown = shown;
        this.#outbox = outbox;
        this.#queue = queue;
        this.#keeper = new SnapshotKeeper(id, options.storage ?? null, { kept: (version) => outbox.kept(version), failed });
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
            change: (stages, apply) => {
                const taken = this.#placed.take();
                apply();
                this.#queue.arrived(stages);
                this.#stages = [...taken, ...stages, ...this.#put()];
            },
            changed: () => this.#changed(this.#stages),
            info: (info) => { this.#shown.info = info; },
            state: (word, detail) => { if (session === this.#session) this.#setState(word, detail instanceof Problem ? detail : null); },
        });
        this.#session = session;
        this.#setState('connecting');
        this.#run(session);
    }

    async #run(session) {
        await this.#outbox.open();
        this.#restored ??= this.#restore();
        await this.#restored;
        if (session !== this.#session) {
            if (this.#session === null) this.#outbox.stop();
            return;
        }
        this.#outbox.start();
        if (this.#shown.model !== null) session.begin(this.#shown.info, this.#shown.model);
        else await this.#open(session);
    }

    async #restore() {
        const known = await this.#keeper.read(this.#service.parse);
        if (known === null) return;
        [this.#shown.info, this.#shown.model] = known;
        this.#put();
        this.#loader.setModel(this.#shown.model);
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
        this.#waking = new AbortController();
        return sleep(milliseconds, this.#waking.signal);
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
        this.#waking.abort();
        this.#setState('stopped');
        await this.#keep();
    }

    /** Tries at once again what waits for a network, and what was refused; a browser says by itself when it has a network. */
    reconnect() {
        if (this.#session === null) return;
        this.#waking.abort();
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
        if (isOther) this.#put();
        this.#loader.setModel(model);
        if (isOther) this.#shown.tell({ kind: 'reload' });
        this.#need();
        this.#keeper.isChanged(this.version, () => this.#keep());
    }

    #changed(stages) {
        this.#shown.tell({ kind: 'change', stages });
        this.#need();
        this.#keeper.isChanged(this.version, () => this.#keep());
    }

    /** Shows one more edit to those who read; listeners are told when its write is whole. */
    #add(edit) {
        if (this.#shown.model !== null) this.#added.push(...this.#placed.append(this.#shown.model, [edit]));
    }

    /** Shows what the outbox has by now, beside the rows that are known. */
    #edited() {
        const { model } = this.#shown;
        const stages = [...this.#added.splice(0), ...(model && this.#placed.replace(model, this.#queue.placements(this.version))) ?? []];
        this.#shown.tell(stages.length === 0 ? { kind: 'rows' } : { kind: 'change', stages });
    }

    #put() {
        return this.#placed.put(this.#shown.model, this.#queue.placements(this.version));
    }

    async #keep() {
        const { info, model } = this.#shown;
        if (model !== null) await this.#placed.without(() => this.#keeper.write(info, model, this.#visible));
    }

    #loaded() {
        this.#edited();
        this.#need();
    }

    #need() {
        const [first, end] = this.#visible;
        if (this.#session === null || this.#shown.model === null || end <= first) return;
        this.#placed.without(() => this.#loader.need(first, Math.min(end, this.count)));
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
}
