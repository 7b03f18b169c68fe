// The writes of one list that wait for the server: kept until it has them, sent in the order in which they were made, each done once.

import { Problem, randomID } from './core/service.js';
import { sleep } from './core/waiting.js';
import { KeptWrites } from './keeping.js';
import { isDoneBy, isInteraction, requestOf, takeNextBody } from './pending.js';
import { OwnRevisions } from './revisions.js';
import { OutboxSlot } from './slots.js';

/** @typedef {import('./core/service.js').SectionalService} SectionalService */
/** @typedef {import('./drafts.js').Draft} Draft */
/** @typedef {import('./pending.js').Edit} Edit */
/** @typedef {import('./pending.js').PendingWrite} PendingWrite */
/** @typedef {import('./queue.js').WriteQueue} WriteQueue */
/** @typedef {import('./storage.js').ListStorage} ListStorage */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

export class Outbox {
    #service;
    #kept;
    #on;
    #queue;
    /** Those who wait for a write of this run, by its id. */
    #promises = new Map();
    #own = new OwnRevisions();
    #isOn = false;
    #isSending = false;
    /** Ends the wait before the next attempt. */
    #waking = new AbortController();

    /**
     * @param {SectionalService} service
     * @param {string} list
     * @param {ListStorage} storage
     * @param {WriteQueue} queue What it keeps and sends.
     * @param {object} on
     * @param {() => void} on.changed Something else is shown.
     * @param {(edit: Edit) => void} on.added An edit has come after the others; `changed` follows when its write is whole.
     * @param {(problem: Problem, write: PendingWrite) => void} on.refused
     * @param {(error: Error) => void} on.failed The storage has failed.
     */
    constructor(service, list, storage, queue, on) {
        this.#service = service;
        this.#queue = queue;
        const learn = (writes) => writes.flatMap(({ edits }) => edits).forEach((edit) => this.#own.learn(edit));
        this.#kept = new KeptWrites(queue, new OutboxSlot(list, storage), { taken: learn, failed: on.failed });
        this.#on = on;
    }

    /** Takes what an earlier run has left, or another tab that has gone. */
    open() {
        return this.#kept.open();
    }

    start() {
        this.#isOn = true;
        this.#send();
    }

    stop() {
        this.#isOn = false;
        this.#waking.abort();
        if (!this.#isSending) this.#kept.close();
    }

    /** Sends at once what waits for a network, and what tabs that have gone meanwhile have left. */
    async resume() {
        this.#waking.abort();
        if (!this.#isOn || !await this.#kept.takeOver()) return;
        this.#on.changed();
        this.#send();
    }

    /** Forgets the writes that a version has, which is kept by itself. */
    kept(version) {
        const left = this.#queue.writes.filter((write) => write.version === null || write.version > version);
        if (left.length === this.#queue.writes.length || !this.#kept.isOpen) return;
        this.#queue.writes = left;
        this.#save();
    }

    /**
     * Takes an edit as a write.
     * @param {Draft} draft
     * @returns {{ id: string, answer: Promise<any> }} The version of the list that has it; of an interaction the server's answer.
     */
    add({ edit, method, path, headers, bodies: [body, ...others] }) {
        const write = this.#queue.begin({ method, path, headers, isBatch: false });
        this.#append(write, { ...edit, body, others });
        return this.#finish(write);
    }

    /**
     * Takes another value for an update that was not sent yet.
     * @param {PendingWrite} write
     * @param {Draft | null} draft Null where the item has the first value again: then nothing is sent.
     * @param {number} version The one that is shown.
     * @returns {{ id: string, answer: Promise<any> }} As `add`, for those too who wait for the first value.
     */
    amend(write, draft, version) {
        const { id } = write;
        if (draft === null) return { id, answer: this.withdraw(write, version) };
        const answer = new Promise((resolve, reject) => {
            this.#promises.set(id, [...this.#promises.get(id) ?? [], { resolve, reject }]);
        });
        const { edit, method, path, headers, bodies: [body] } = draft;
        Object.assign(write, { method, path, headers, edits: [{ ...edit, body, others: [] }] });
        this.#on.changed();
        this.#save();
        return { id, answer };
    }

    /**
     * Takes a write out that was not sent yet; those who wait for it are told the version that is shown.
     * @param {PendingWrite} write
     * @param {number} version
     * @returns {Promise<{ version: number }>}
     */
    withdraw(write, version) {
        this.#queue.remove(write);
        this.#answer(write, { version });
        this.#on.changed();
        this.#save();
        return Promise.resolve({ version });
    }

    /**
     * Takes edits as one write, which is done whole or not at all.
     * @param {string} path Of batches.
     * @param {(add: (draft: Draft) => void) => void} make Adds the edits; each shows when it is added, and to others when all are.
     * @returns {{ id: string, answer: Promise<any> } | null} As `add`; null where there are no edits.
     */
    addBatch(path, make) {
        const write = this.#queue.begin({ method: 'POST', path, headers: {}, isBatch: true });
        let isMade = false;
        try {
            make(({ edit, operations: [body, ...others] }) => {
                if (isMade) throw new TypeError('The batch is made already: its edits are made before the function returns.');
                this.#append(write, { ...edit, body, others });
            });
            isMade = true;
        } catch (error) {
            this.#queue.remove(write);
            this.#on.changed();
            throw error;
        }
        if (write.edits.length > 0) return this.#finish(write);
        this.#queue.remove(write);
        return null;
    }

    /**
     * @param {PendingWrite} write
     * @param {Edit} edit
     */
    #append(write, edit) {
        write.edits.push(edit);
        this.#on.added(edit);
    }

    #finish({ id }) {
        const answer = new Promise((resolve, reject) => { this.#promises.set(id, [{ resolve, reject }]); });
        this.#on.changed();
        this.#save().then(() => this.#send());
        return { id, answer };
    }

    /** Sends one write after the other, for as long as there are any. */
    async #send() {
        if (this.#isSending) return;
        this.#isSending = true;
        let wait = FIRST_WAIT;
        for (;;) {
            const write = this.#queue.writes.find(({ version }) => version === null);
            if (!write || !this.#isOn) break;
            const pause = await this.#attempt(write);
            if (pause === null) {
                wait = FIRST_WAIT;
                continue;
            }
            await this.#sleep(Math.max(pause * 1_000, wait * (0.5 + Math.random() / 2)));
            wait = Math.min(wait * 2, LONGEST_WAIT);
        }
        this.#isSending = false;
        if (!this.#isOn) this.#kept.close();
    }

    #sleep(milliseconds) {
        this.#waking = new AbortController();
        return sleep(milliseconds, this.#waking.signal);
    }

    /**
     * Sends a write.
     * @param {PendingWrite} write
     * @returns {Promise<number | null>} Null where it has an answer; else the seconds to wait at least.
     */
    async #attempt(write) {
        const wasSent = write.isSent;
        if (!wasSent) {
            write.isSent = true;
            for (const { item } of write.edits) if (item) item.revision = this.#own.newest(item);
            await this.#save();
        }
        const { key, method, path } = write;
        const { body, headers } = requestOf(write);
        try {
            const sent = { body, headers: { ...headers, 'Idempotency-Key': key }, isWatched: true };
            this.#done(write, await this.#service.write(method, this.#service.url([]) + path, sent));
        } catch (error) {
            // What is no problem is an answer that was cut.
            if (!(error instanceof Problem) || error.isTemporary || error.status === 401) return error.retryAfter ?? 0;
            if (wasSent && isDoneBy(write, error)) {
                this.#settle(write, error.body?.current?.revision ?? 0, [error.body?.current?.revision ?? null]);
            } else if (takeNextBody(write, error)) {
                Object.assign(write, { key: randomID(), isSent: false });
            } else {
                this.#refused(write, error);
            }
        }
        return null;
    }

    /** Takes an answer; one that was kept for long may have no body. */
    #done(write, { headers, json }) {
        if (isInteraction(write)) {
            this.#queue.remove(write);
            this.#save();
            this.#answer(write, json);
            this.#on.changed();
            return;
        }
        const [, revision] = /^"r(\d+)/.exec(headers.get('ETag') ?? '') ?? [null, json?.items?.[0]?.revision];
        const results = write.isBatch ? json?.results ?? [] : [{ revision }];
        const revisions = write.edits.map((_, index) => results[index]?.items?.[0]?.revision ?? results[index]?.revision);
        this.#settle(write, Number(headers.get('List-Version')), revisions);
    }

    /** @param {PendingWrite} write */
    #settle(write, version, revisions) {
        write.version = version || 0;
        write.edits.forEach((edit, index) => {
            // An answer without a body says the version, which is the revision of what was inserted.
            edit.made = Number(revisions[index]) || (edit.place?.item && version) || null;
            this.#own.learn(edit);
        });
        this.#save();
        this.#answer(write, { version: write.version });
        this.#on.changed();
    }

    /** @param {PendingWrite} write */
    #answer({ id }, answer) {
        for (const { resolve } of this.#promises.get(id) ?? []) resolve(answer);
        this.#promises.delete(id);
    }

    /** @param {PendingWrite} write */
    #refused(write, problem) {
        this.#queue.remove(write);
        this.#save();
        const promises = this.#promises.get(write.id) ?? [];
        this.#promises.delete(write.id);
        for (const { reject } of promises) reject(problem);
        this.#on.refused(problem, write);
        this.#on.changed();
    }

    #save() {
        return this.#kept.save();
    }
}
