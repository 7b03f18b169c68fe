// Keeps the writes of a queue in a slot of a storage, from its opening on.

/** @typedef {import('./pending.js').PendingWrite} PendingWrite */
/** @typedef {import('./queue.js').WriteQueue} WriteQueue */
/** @typedef {import('./slots.js').OutboxSlot} OutboxSlot */

export class KeptWrites {
    #queue;
    #slot;
    #on;
    /** What opens the slot, while that goes on. */
    #opening = null;
    /** The ids of what was in the slot when it was given back. */
    #given = new Set();
    /** Whether the slot is to be given back when nothing uses it. */
    #isClosing = true;
    /** How many use the slot now. */
    #users = 0;

    /**
     * @param {WriteQueue} queue
     * @param {OutboxSlot} slot
     * @param {object} on
     * @param {(writes: PendingWrite[]) => void} on.taken Writes of an earlier run, or of another tab, are in the queue.
     * @param {(error: Error) => void} on.failed The storage has failed.
     */
    constructor(queue, slot, on) {
        this.#queue = queue;
        this.#slot = slot;
        this.#on = on;
    }

    get isOpen() {
        return this.#slot.isOpen;
    }

    /** Takes a slot until `close`, with what was left in it and in those that nobody has. */
    open() {
        this.#isClosing = false;
        return this.#open();
    }

    #open() {
        this.#opening ??= this.#begin().finally(() => { this.#opening = null; });
        return this.#opening;
    }

    async #begin() {
        if (this.#slot.isOpen) return;
        try {
            const left = await this.#slot.open();
            // What was in the slot, and is no more, somebody else has taken over.
            this.#queue.writes = this.#queue.writes.filter(({ id }) => !this.#given.has(id));
            this.#take(left);
        } catch (error) {
            this.#on.failed(error);
        }
        await this.takeOver();
    }

    /** Gives the slot back, as soon as nothing uses it; what is written then takes one for itself. */
    close() {
        this.#isClosing = true;
        this.#rest();
    }

    #rest() {
        if (!this.#isClosing || this.#users > 0 || !this.#slot.isOpen) return;
        this.#given = new Set(this.#queue.writes.map(({ id }) => id));
        this.#slot.close();
    }

    /**
     * Takes what was left in slots that nobody has.
     * @returns {Promise<boolean>} Whether there was something.
     */
    async takeOver() {
        if (!this.#slot.isOpen) return false;
        const before = this.#queue.writes.length;
        await this.#use(() => this.#slot.takeOver(async (left) => {
            this.#take(left);
            await this.#slot.write(this.#queue.writes);
        }));
        return this.#queue.writes.length > before;
    }

    /** @param {PendingWrite[]} left */
    #take(left) {
        const known = new Set(this.#queue.writes.map(({ id }) => id));
        this.#queue.writes = [...left.filter(({ id }) => !known.has(id)), ...this.#queue.writes];
        this.#on.taken(left);
    }

    /** Keeps the queue as it is now. */
    save() {
        return this.#use(async () => {
            while (!this.#slot.isOpen) await this.#open();
            await this.#slot.write(this.#queue.writes);
        });
    }

    /** Does something with the slot, which stays until then. */
    async #use(act) {
        this.#users += 1;
        try {
            await act();
        } catch (error) {
            this.#on.failed(error);
        }
        this.#users -= 1;
        this.#rest();
    }
}
