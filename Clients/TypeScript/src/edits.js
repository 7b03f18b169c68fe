// Edits of a list: each shows at once, waits in the outbox for a network, and is done once.

import { ListBatch } from './batch.js';
import { ItemDrafts, pathOf } from './drafts.js';
import { EditHistory } from './history.js';
import { ListReading } from './reading.js';
import { SectionDrafts } from './sectiondrafts.js';

/** @typedef {import('./core/service.js').SectionalService} SectionalService */
/** @typedef {import('./core/service.js').Problem} Problem */
/** @typedef {import('./drafts.js').Draft} Draft */
/** @typedef {import('./outbox.js').Outbox} Outbox */
/** @typedef {import('./queue.js').WriteQueue} WriteQueue */
/** @typedef {import('./sectiondrafts.js').SectionMembers} SectionMembers */
/** @typedef {import('./types.js').IndexPath} IndexPath */
/** @typedef {import('./types.js').Section} Section */

/**
 * @template Value
 * @typedef {import('./types.js').Row<Value>} Row
 */

/**
 * A list that is read and edited.
 * @template [Value=any]
 * @extends {ListReading<Value>}
 */
export class ListEdits extends ListReading {
    #outbox;
    #queue;
    #items;
    #sections;
    #batchPath;
    #history;

    /**
     * @param {SectionalService} service
     * @param {string} id
     * @param {import('./reading.js').Shown} shown
     * @param {Outbox} outbox
     * @param {WriteQueue} queue What waits in it.
     * @param {EditHistory} history
     */
    constructor(service, id, shown, outbox, queue, history) {
        super(shown, queue);
        this.id = id;
        this.#outbox = outbox;
        this.#queue = queue;
        this.#history = history;
        this.#items = new ItemDrafts(service, id, this);
        this.#sections = new SectionDrafts(service, id, this, this.#items);
        this.#batchPath = pathOf(service, ['lists', id, 'batch']);
    }

    /** How many writes the server has not answered. */
    get pendingCount() {
        return this.#queue.count;
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
        return this.#edit(this.#items.update(row, value));
    }

    /**
     * Deletes an item, on the condition that it is as it was seen.
     * @param {Row<Value>} row
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem} As `update`.
     */
    delete(row) {
        return this.#edit(this.#items.delete(row));
    }

    /**
     * Inserts an item before the one at an index path, or at the section's end.
     * @param {Value} value
     * @param {IndexPath} path
     * @param {{ id?: string, type?: string }} [options] Without an id it gets a random one, or the one that the list's `identity` finds.
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem}
     */
    insert(value, path, options = {}) {
        return this.#edit(this.#items.insert(value, path, options));
    }

    /**
     * Moves an item to an index path, where it is afterwards.
     * @param {Row<Value>} row
     * @param {IndexPath} path
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem}
     */
    move(row, path) {
        return this.#edit(this.#items.move(row, path));
    }

    /**
     * Inserts a section without items.
     * @param {SectionMembers & { id?: string }} section Without an id it gets a random one.
     * @param {number} [index] Where it is afterwards; the end by default.
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem}
     */
    async insertSection(section = {}, index = this.sectionCount) {
        return this.#edit(this.#sections.insert(section, index));
    }

    /**
     * Gives a section another header, footer or metadata. There is no condition: of two who write the same member the later one wins.
     * @param {Section} section
     * @param {SectionMembers} members Those that are left out stay.
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem}
     */
    async updateSection(section, members) {
        return this.#edit(this.#sections.update(section.id, members));
    }

    /**
     * Moves a section to an index, where it is afterwards.
     * @param {Section} section
     * @param {number} index
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem}
     */
    async moveSection(section, index) {
        return this.#edit(this.#sections.move(section.id, index));
    }

    /**
     * Deletes a section with its items, those too that others put into it meanwhile.
     * @param {Section} section
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem}
     */
    async deleteSection(section) {
        return this.#edit(this.#sections.delete(section.id));
    }

    /**
     * Makes several edits as one: shown, sent and done together, or not at all. Each is on the condition that its item is as it was seen,
     * a move too.
     * @param {(batch: ListBatch<Value>) => void} make Makes the edits, at once.
     * @returns {Promise<{ version: number }>} As `update`.
     * @throws {Problem} As `update`. `errors[0].pointer` names the edit: `/operations/0` is the first. All are taken back.
     */
    batch(make) {
        const { id, drafts, answer } = this.#together((add) => make(new ListBatch(this.#items, this.#sections, add)));
        if (id !== null) this.#history.add(id, drafts);
        return answer;
    }

    /** @param {(add: (draft: Draft | null) => void) => void} make */
    #together(make) {
        const drafts = [];
        const taken = this.#outbox.addBatch(this.#batchPath, (add) => make((draft) => {
            if (draft === null) return;
            drafts.push(draft);
            add(draft);
        }));
        return { drafts, ...(taken ?? { id: null, answer: this.#nothing() }) };
    }

    /** The answer where there is nothing to write. */
    #nothing() {
        return Promise.resolve({ version: this.version });
    }

    /**
     * @param {Draft | null} draft
     * @returns {Promise<{ version: number }>}
     */
    #edit(draft) {
        if (draft === null) return this.#nothing();
        const { id, answer } = this.#take(draft);
        this.#history.add(id, [draft]);
        return answer;
    }

    /** Takes an edit; a value over one that was not sent yet is sent in its place. */
    #take(draft) {
        const { item, value, base } = draft.edit;
        const waiting = base === undefined ? null : this.#queue.waitingUpdate(item.id);
        if (waiting === null) return this.#outbox.add(draft);
        const [{ item: seen, base: first }] = waiting.edits;
        return this.#outbox.amend(waiting, this.#items.update({ ...seen, value }, value, first), this.version);
    }

    /** Whether there is a write of this app, in this run, to be taken back. */
    get canUndo() {
        return this.#history.canUndo;
    }

    /** Whether there is one that was taken back, with none made since. */
    get canRedo() {
        return this.#history.canRedo;
    }

    /**
     * Takes back the last write of this app, a batch whole, by a write of its own: shown and sent as any other. One that was not sent yet
     * does not wait any more. What others have made of an item or a section since is written over by none: then this is refused, and not
     * offered again.
     * @returns {Promise<{ version: number }>} As `update`. Does nothing where there is none.
     * @throws {Problem} As `update`.
     */
    async undo() {
        return this.#history.perform(false, (entry, isAlone) => this.#takeBack(entry, isAlone)) ?? this.#nothing();
    }

    /**
     * Does again what was taken back last; else as `undo`.
     * @returns {Promise<{ version: number }>}
     * @throws {Problem}
     */
    async redo() {
        return this.#history.perform(true, (entry, isAlone) => this.#takeBack(entry, isAlone)) ?? this.#nothing();
    }

    /**
     * @param {import('./history.js').Entry} entry
     * @param {boolean} isAlone Whether its write is of no other entry.
     */
    #takeBack({ id, drafts }, isAlone) {
        const waiting = isAlone ? this.#queue.waitingLast(id) : null;
        const last = [...drafts].reverse();
        if (waiting === null) return this.#perform(last.map(({ inverse }) => inverse));
        const answer = this.#outbox.withdraw(waiting, this.version);
        return { id, drafts: last.map((draft) => ({ ...draft, inverse: () => [draft] })), answer };
    }

    /** @param {(() => Draft[])[]} inverses */
    #perform(inverses) {
        const first = inverses.length === 1 ? inverses[0]() : [];
        // A move has a condition in a batch alone.
        if (first.length === 1 && (!first[0].edit.place || first[0].edit.place.item)) return { drafts: first, ...this.#take(first[0]) };
        return this.#together((add) => inverses.forEach((inverse) => inverse().forEach(add)));
    }

    /**
     * Records that somebody has selected an item, or another interaction. It waits for a network as edits do.
     * @param {Row<Value>} row
     * @param {{ action?: string, isDeselection?: boolean, context?: object }} [options] `action`: the name of one; else the item is
     *   selected, or deselected.
     * @returns {Promise<{ sequence: number }>}
     * @throws {Problem}
     */
    interact(row, options = {}) {
        const { action = undefined, isDeselection = false, context = {} } = options;
        const path = action === undefined ? [isDeselection ? 'deselect' : 'select'] : ['actions', action];
        return this.#outbox.add(this.#items.interact(row, path, context)).answer;
    }
}
