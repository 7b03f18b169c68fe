// The writes of one list that wait for the server: kept until it has them, sent in the order in which they were made, each done once.

import { Problem, itemTag, randomID } from './core/service.js';

/** @typedef {import('./core/service.js').SectionalService} SectionalService */
/** @typedef {import('./storage.js').ListStorage} ListStorage */

/**
 * A write, as it is kept in a storage.
 * @typedef {object} PendingWrite
 * @property {string} key Its `Idempotency-Key`.
 * @property {string} method
 * @property {string} path Below the server's address.
 * @property {string} [body] JSON.
 * @property {Object<string, string>} headers Without the condition and the key.
 * @property {string[]} others The bodies that are tried where the target of the one before has gone.
 * @property {{ id: string, revision: number | null }} item What it changes, and as it was seen; an item that it inserts has the revision 0.
 * @property {any} [value] What the item's value is by it, where it has another.
 * @property {import('./placing.js').Placement} [place] Where it puts its item.
 * @property {boolean} isDeletion
 * @property {boolean} hasOwnID Whether it inserts an item with an id that was made here, which nobody else has taken.
 * @property {boolean} isSent Whether it may have been done: then nothing about it changes any more.
 * @property {number | null} version The version of the list that has it; null while the server has not answered.
 * @property {number | null} made The revision that the item has by it, where that is known.
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/** Whether two values are the same JSON, whatever the order of members. */
export const isEqual = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** A value with the members of its objects in order. */
function sorted(value) {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(sorted);
    return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
}

export class Outbox {
    #service;
    #storage;
    #key;
    #on;
    /** @type {PendingWrite[]} */
    #writes = [];
    /** Who waits for a write of this run, by its key. */
    #promises = new Map();
    /** The revisions that this app's writes on an item have made, one over the other: `base` is what the first was made over. */
    #own = new Map();
    #isOn = false;
    #isSending = false;
    /** Ends the wait before the next attempt. */
    #wake = () => {};

    /**
     * @param {SectionalService} service
     * @param {string} list
     * @param {ListStorage} storage
     * @param {object} on
     * @param {() => void} on.changed Other values are shown.
     * @param {(problem: Problem, write: PendingWrite) => void} on.refused
     * @param {(error: Error) => void} on.failed The storage has failed.
     */
    constructor(service, list, storage, on) {
        this.#service = service;
        this.#storage = storage;
        this.#key = `${list}.outbox`;
        this.#on = on;
    }

    /** Takes what an earlier run has left. */
    async restore() {
        try {
            const text = await this.#storage.read(this.#key);
            const left = text === null ? [] : JSON.parse(text);
            this.#writes = [...left, ...this.#writes];
            for (const write of left) this.#learn(write);
        } catch (error) {
            this.#on.failed(error);
        }
    }

    start() {
        this.#isOn = true;
        this.#send();
    }

    stop() {
        this.#isOn = false;
        this.#wake();
    }

    /** Sends at once what waits for a network. */
    resume() {
        this.#wake();
    }

    /** How many writes the server has not answered yet. */
    get count() {
        return this.#writes.filter(({ version }) => version === null).length;
    }

    /**
     * What the writes make of an item that a version shows without them; null where there are none.
     * @param {string} id
     * @param {number} shown The version.
     * @returns {{ value?: any, isDeleted: boolean, isPending: boolean } | null}
     */
    effect(id, shown) {
        const writes = this.#writes.filter(({ item, version }) => item.id === id && (version === null || version > shown));
        if (writes.length === 0) return null;
        const last = writes.filter((write) => 'value' in write).at(-1);
        return {
            ...(last ? { value: last.value } : {}), isDeleted: writes.some(({ isDeletion }) => isDeletion),
            isPending: writes.some(({ version }) => version === null),
        };
    }

    /**
     * The writes that place rows where a version has them not.
     * @param {number} shown The version.
     */
    placements(shown) {
        return this.#writes.filter(({ place, version }) => place && (version === null || version > shown));
    }

    /** Forgets the writes that a version has, which is kept by itself. */
    kept(version) {
        const left = this.#writes.filter((write) => write.version === null || write.version > version);
        if (left.length === this.#writes.length) return;
        this.#writes = left;
        this.#save();
    }

    /**
     * Takes a write.
     * @param {{ item: { id: string, revision: number }, value?: any, place?: any, isDeletion?: boolean, hasOwnID?: boolean }} change What
     *   it does.
     * @param {((send: (method: string, address: string, options: any) => void) => void)[]} requests What sends it; of several the next one
     *   where the target of the one before has gone.
     * @returns {Promise<{ version: number }>} The version of the list that has it.
     */
    add({ item, isDeletion = false, hasOwnID = false, ...change }, requests) {
        const [first, ...others] = requests.map((request) => this.#written(request));
        const { 'If-Match': condition, ...headers } = first.headers;
        /** @type {PendingWrite} */
        const write = {
            key: randomID(), method: first.method, path: first.path, body: first.body, headers,
            others: others.map(({ body }) => body ?? ''),
            item: { id: item.id, revision: condition === undefined && !change.place?.item ? null : item.revision },
            ...change, isDeletion, hasOwnID,
            isSent: false, version: null, made: null,
        };
        this.#writes.push(write);
        const answer = new Promise((resolve, reject) => { this.#promises.set(write.key, { resolve, reject }); });
        this.#on.changed();
        this.#save().then(() => this.#send());
        return answer;
    }

    /** What would be sent. */
    #written(request) {
        let made = { method: '', path: '', body: undefined, headers: {} };
        request((method, address, { body, headers = {} }) => {
            const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
            made = { method, path: address.slice(this.#service.url([]).length), body: text, headers };
        });
        return made;
    }

    /** Sends one write after the other, for as long as there are any. */
    async #send() {
        if (this.#isSending) return;
        this.#isSending = true;
        let wait = FIRST_WAIT;
        for (;;) {
            const write = this.#writes.find(({ version }) => version === null);
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
    }

    #sleep(milliseconds) {
        return new Promise((resolve) => {
            const done = () => {
                clearTimeout(timer);
                globalThis.removeEventListener?.('online', done);
                this.#wake = () => {};
                resolve(undefined);
            };
            const timer = setTimeout(done, milliseconds);
            globalThis.addEventListener?.('online', done);
            this.#wake = done;
        });
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
            if (write.item.revision !== null) write.item.revision = this.#newest(write.item);
            await this.#save();
        }
        const { key, method, path, body, item } = write;
        const condition = item.revision === null || write.place ? {} : { 'If-Match': itemTag(item) };
        try {
            const headers = { ...write.headers, ...condition, 'Idempotency-Key': key };
            const answer = await this.#service.write(method, this.#service.url([]) + path, { body, headers });
            const [, revision] = /^"r(\d+)/.exec(answer.headers.get('ETag') ?? '') ?? [null, answer.json?.items?.[0]?.revision];
            this.#done(write, Number(answer.headers.get('List-Version')), Number(revision));
        } catch (error) {
            // What is no problem is an answer that was cut.
            if (!(error instanceof Problem) || error.isTemporary || error.status === 401) return error.retryAfter ?? 0;
            if (wasSent && isDoneBy(write, error)) {
                this.#done(write, error.body?.current?.revision ?? 0, error.body?.current?.revision);
            } else if (write.others.length > 0 && isTargetGone(error)) {
                Object.assign(write, { key: randomID(), body: write.others.shift(), isSent: false });
                this.#promises.set(write.key, this.#promises.get(key));
                this.#promises.delete(key);
            } else {
                this.#refused(write, error);
            }
        }
        return null;
    }

    /** A condition on a revision that only this app has written over is one on the newest that it has made. */
    #newest({ id, revision }) {
        const own = this.#own.get(id);
        return own && revision >= own.base && revision <= own.revision ? own.revision : revision;
    }

    /** @param {PendingWrite} write */
    #done(write, version, revision) {
        write.version = version || 0;
        write.made = revision || null;
        this.#learn(write);
        this.#save();
        this.#promises.get(write.key)?.resolve({ version: write.version });
        this.#promises.delete(write.key);
        this.#on.changed();
    }

    /** @param {PendingWrite} write */
    #learn({ item, made }) {
        if (item.revision === null || made === null) return;
        const own = this.#own.get(item.id);
        const base = own && item.revision <= own.revision ? Math.min(own.base, item.revision) : item.revision;
        this.#own.set(item.id, { base, revision: made });
    }

    /** @param {PendingWrite} write */
    #refused(write, problem) {
        this.#writes = this.#writes.filter((other) => other !== write);
        this.#save();
        const promise = this.#promises.get(write.key);
        this.#promises.delete(write.key);
        promise?.reject(problem);
        this.#on.refused(problem, write);
        this.#on.changed();
    }

    #save() {
        const isEmpty = this.#writes.length === 0;
        const saved = isEmpty ? this.#storage.remove(this.#key) : this.#storage.write(this.#key, JSON.stringify(this.#writes));
        return saved.catch((error) => this.#on.failed(error));
    }
}

/** Whether a refusal of what was sent before says that it was done then: the server remembers a key for a day only. */
function isDoneBy(write, { status, slug, body }) {
    if (write.isDeletion) return slug === 'item-not-found' || slug === 'item-gone';
    if (write.hasOwnID) return slug === 'id-taken';
    return status === 412 && 'value' in write && body?.current !== undefined && isEqual(body.current?.value, write.value);
}

/** Whether a refusal is about what an item was to be beside, or about an index. */
const isTargetGone = ({ slug }) => ['reference-not-found', 'index-out-of-range', 'item-gone'].includes(slug);
