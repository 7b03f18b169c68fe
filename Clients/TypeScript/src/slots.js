// Where the writes of one list are kept in a storage that several tabs share: each has a slot of its own, and takes over what those that
// have gone have left.

/** @typedef {import('./pending.js').PendingWrite} PendingWrite */
/** @typedef {import('./storage.js').ListStorage} ListStorage */

/** Slots without writes, one after the other, that nobody has: then there are no more. */
const FREE = 4;

/** The slots that lists of this program have, by the storage. */
const taken = new Map();
const takenOf = new WeakMap();

export class OutboxSlot {
    #list;
    #storage;
    /** The one that is this tab's; null where none is. */
    #name = null;
    #release = () => {};

    /**
     * @param {string} list
     * @param {ListStorage} storage
     */
    constructor(list, storage) {
        this.#list = list;
        this.#storage = storage;
    }

    get isOpen() {
        return this.#name !== null;
    }

    /**
     * Takes the first slot that nobody has.
     * @returns {Promise<PendingWrite[]>} What was left there.
     * @throws {Error} Where that cannot be read; the slot is this tab's all the same.
     */
    async open() {
        for (let number = 1; this.#name === null; number += 1) {
            const release = await takeLock(this.#storage, this.#nameOf(number));
            if (release !== null) [this.#name, this.#release] = [this.#nameOf(number), release];
        }
        return await this.#read(this.#name) ?? [];
    }

    close() {
        this.#name = null;
        this.#release();
    }

    /**
     * Takes over what was left in slots that nobody has.
     * @param {(writes: PendingWrite[]) => Promise<void>} take Keeps it in this tab's slot.
     */
    async takeOver(take) {
        for (let number = 1, free = 0; free < FREE; number += 1) {
            const name = this.#nameOf(number);
            const release = await takeLock(this.#storage, name);
            if (release === null) continue;
            try {
                const left = await this.#read(name);
                if (left === null) {
                    free += 1;
                } else {
                    await take(left);
                    await this.#storage.remove(name);
                }
            } finally {
                release();
            }
        }
    }

    /**
     * Keeps writes in this tab's slot.
     * @param {PendingWrite[]} writes
     */
    write(writes) {
        return writes.length === 0 ? this.#storage.remove(this.#name) : this.#storage.write(this.#name, JSON.stringify(writes));
    }

    #nameOf(number) {
        return number === 1 ? `${this.#list}.outbox` : `${this.#list}.outbox.${number}`;
    }

    /** @returns {Promise<PendingWrite[] | null>} */
    async #read(name) {
        const text = await this.#storage.read(name);
        return text === null ? null : JSON.parse(text);
    }
}

/**
 * Takes a lock of a storage, among the lists of this program, and by the Web Locks API among tabs, where there is one.
 * @param {ListStorage} storage
 * @param {string} name
 * @returns {Promise<(() => void) | null>} What gives it back; null where another one has it.
 */
async function takeLock(storage, name) {
    const own = namesOf(storage);
    if (own.has(name)) return null;
    own.add(name);
    const release = await takeWebLock(storage.scope, name);
    if (release === null) own.delete(name);
    return release && (() => {
        own.delete(name);
        release();
    });
}

/** The slots of a storage that lists of this program have. */
function namesOf(storage) {
    const names = storage.scope === undefined ? takenOf.get(storage) ?? new Set() : taken.get(storage.scope) ?? new Set();
    if (storage.scope === undefined) takenOf.set(storage, names);
    else taken.set(storage.scope, names);
    return names;
}

/** @returns {Promise<(() => void) | null>} */
function takeWebLock(scope, name) {
    const { locks } = globalThis.navigator ?? {};
    if (scope === undefined || !locks) return Promise.resolve(() => {});
    return new Promise((resolve) => {
        locks.request(`sectional ${scope}${name}`, { ifAvailable: true }, (lock) => {
            if (lock !== null) return new Promise((release) => { resolve(() => release(undefined)); });
            resolve(null);
            return undefined;
        }).catch(() => resolve(() => {}));
    });
}
