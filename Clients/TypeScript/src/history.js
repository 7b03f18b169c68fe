// The edits of this app in this run that can be taken back, and those that were and can be done again.

/** @typedef {import('./drafts.js').Draft} Draft */

/**
 * What takes back a write: that one's `id`, and what makes the edits, the last one's first.
 * @typedef {{ id: string, inverses: (() => Draft[])[] }} Entry
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
        entries.push({ id, inverses: drafts.map(({ inverse }) => inverse).reverse() });
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
     * @param {(inverses: (() => Draft[])[]) => { id: string | null, drafts: Draft[], answer: Result }} perform
     * @returns {Result | null} Null where there is none.
     */
    perform(isRedo, perform) {
        const [from, to] = isRedo ? [this.#undone, this.#done] : [this.#done, this.#undone];
        const entry = from.pop();
        if (entry === undefined) return null;
        const { id, drafts, answer } = perform(entry.inverses);
        if (id !== null && drafts.every(({ inverse }) => inverse !== null)) this.#push(to, id, drafts);
        return answer;
    }
}
