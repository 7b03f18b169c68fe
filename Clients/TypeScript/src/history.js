// The edits of this app in this run that can be taken back, and those that were and can be done again.

/** @typedef {import('./drafts.js').Draft} Draft */

/**
 * A write: its `id` and its edits.
 * @typedef {{ id: string, drafts: Draft[] }} Entry
 */

/** Entries that are kept; the oldest goes first. */
const MOST = 100;

export class EditHistory {
    /** @type {Entry[]} */
    #done = [];
    /** @type {Entry[]} */
    #undone = [];

    get canUndo() {
        return this.#done.length > 0;
    }

    get canRedo() {
        return this.#undone.length > 0;
    }

    /**
     * Takes a write that was made; what was taken back before cannot be done again.
     * @param {string} id
     * @param {Draft[]} drafts Its edits. Where one cannot be taken back, no earlier write can: that would be out of order.
     */
    add(id, drafts) {
        this.#undone = [];
        if (drafts.some(({ inverse }) => inverse === null)) this.#done = [];
        else this.#push(this.#done, id, drafts);
    }

    #push(entries, id, drafts) {
        entries.push({ id, drafts });
        if (entries.length > MOST) entries.shift();
    }

    /** Forgets a write that was refused. */
    refused(id) {
        this.#done = this.#done.filter((entry) => entry.id !== id);
        this.#undone = this.#undone.filter((entry) => entry.id !== id);
    }

    /**
     * Takes back the last write, or what was taken back last.
     * @template Result
     * @param {boolean} isRedo
     * @param {(entry: Entry, isAlone: boolean) => { id: string | null, drafts: Draft[], answer: Result }} perform `isAlone`: no other entry
     *   is of the same write.
     * @returns {Result | null} Null where there is none.
     */
    perform(isRedo, perform) {
        const [from, to] = isRedo ? [this.#undone, this.#done] : [this.#done, this.#undone];
        const entry = from.pop();
        if (entry === undefined) return null;
        const isAlone = [...this.#done, ...this.#undone].every(({ id }) => id !== entry.id);
        const { id, drafts, answer } = perform(entry, isAlone);
        if (id !== null && drafts.every(({ inverse }) => inverse !== null)) this.#push(to, id, drafts);
        return answer;
    }
}
