// Undo and redo of what this tab has written to a list. Undoing returns to the version before a write, on the condition that nobody
// has written since; what others have written is never taken away.

import { get, url, write } from './api.js';
import { number } from './format.js';
import { revert } from './restore.js';
import { sourceVersion, writtenList } from './views.js';

const MOST = 200;

/** The stacks of the lists that this tab has written to. */
const stacks = new Map();

/** The stack of a list. */
export function undoOf(list) {
    if (!stacks.has(list)) stacks.set(list, new UndoStack(list));
    return stacks.get(list);
}

/** Has the stacks take what this page writes; `noted` is called with the list each time. */
export function noteWrites(noted) {
    addEventListener('written', ({ detail: { method, address, json, headers } }) => {
        const base = url(['lists', '']);
        if (!address.startsWith(base)) return;
        const path = address.slice(base.length).split('?')[0];
        const [list, kind, name = '', verb] = path.split('/').map(decodeURIComponent);
        const version = Number(headers.get('List-Version'));
        const isAct = ['select', 'deselect', 'actions'].includes(verb);
        // A list that is made or deleted has no version before that could be returned to.
        if (isAct || !version || (kind === undefined && method !== 'PATCH')) return;
        const names = namesOf(kind, name, json);
        const isView = writtenList(list) !== list;
        if (isView && kind !== undefined) {
            noteInView(list, json, names, noted);
            return;
        }
        // What a view shows is no content that could be returned to.
        if (!isView) undoOf(list).note({ version, created: headers.get('List-Created'), names });
        noted(list);
    });
}

/** A write in a view is one of its source, and is undone there. */
async function noteInView(view, json, names, noted) {
    const made = await sourceVersion(view, json);
    if (made) undoOf(writtenList(view)).note({ ...made, names });
    noted(view);
}

/** The ids that a write named; none of the list itself, null where they are not known. */
function namesOf(kind, name, json) {
    if (kind === undefined) return [];
    if (kind !== 'items' && kind !== 'sections') return null;
    const ids = [name.startsWith('@') ? name.slice(1) : null, json?.id, ...(json?.items ?? []).map(({ id }) => id)];
    return ids.filter((id) => typeof id === 'string');
}

class UndoStack {
    #list;
    /**
     * Writes as `{ made, names, before, after }`: its version and the ids that it named, and the newest versions that have the content
     * before and after it.
     */
    #done = [];
    #undone = [];
    /** The newest version that this tab has made. */
    #head = 0;
    #created = null;
    #isRunning = false;
    /** The last of those that are in turn. */
    #last = Promise.resolve();

    constructor(list) {
        this.#list = list;
    }

    get canUndo() {
        return this.#done.length > 0;
    }

    get canRedo() {
        return this.#undone.length > 0;
    }

    /** Takes a write of this tab that has succeeded. */
    note({ version, created, names }) {
        if (this.#isRunning || version <= this.#head) return;
        // A list that was deleted and made again has other versions.
        if (created !== this.#created) this.#done = [];
        this.#created = created;
        this.#undone = [];
        this.#done.push({ made: version, names, before: version - 1, after: version });
        if (this.#done.length > MOST) this.#done.shift();
        this.#head = version;
    }

    /**
     * Undoes the last write.
     * @returns {Promise<boolean>} False where there was none.
     * @throws {Problem|UndoRefusal}
     */
    async undo() {
        return this.#inTurn(async () => {
            // A write that changed nothing got the version of another one.
            while (this.#done.length > 0 && !await this.#isOwn(this.#done.at(-1))) this.#done.pop();
            const entry = this.#done.at(-1);
            if (!entry) return false;
            await this.#go(entry, entry.before);
            this.#undone.push(this.#done.pop());
            // The write before it can be undone from here, unless somebody else has written between the two.
            const previous = this.#done.at(-1);
            if (previous?.after === entry.before) previous.after = this.#head;
            else if (previous) previous.isApart = true;
            entry.before = this.#head;
            return true;
        });
    }

    async redo() {
        return this.#inTurn(async () => {
            const entry = this.#undone.at(-1);
            if (!entry) return false;
            const before = this.#head;
            await this.#go(entry, entry.after);
            this.#done.push(this.#undone.pop());
            Object.assign(entry, { before, after: this.#head });
            return true;
        });
    }

    /** One after the other: a key that is pressed twice undoes two writes. */
    #inTurn(act) {
        const turn = this.#last.then(async () => {
            this.#isRunning = true;
            try {
                return await act();
            } finally {
                this.#isRunning = false;
            }
        });
        this.#last = turn.catch(() => false);
        return turn;
    }

    async #go(entry, version) {
        if (entry.isApart) throw new UndoRefusal(entry.before);
        try {
            this.#head = await revert(this.#list, version, this.#head, write);
            entry.isKnown = true;
        } catch (problem) {
            if (problem.status === 412) throw new UndoRefusal(entry.before);
            if (problem.slug === 'version-gone') this.#done = this.#undone = [];
            throw problem;
        }
    }

    /** Whether a version was made by a write that names these ids. */
    async #isOwn({ made, names, isKnown }) {
        if (isKnown || names === null) return true;
        const { stages, reload, properties } = await get(['lists', this.#list, 'changes'], { since: made - 1, to: made, max: 10_000 });
        if (reload || (properties && names.length === 0)) return true;
        return stages.some(({ sections, items }) => [sections, items].some((part) => Object.values(part).some((changes) => (
            changes.some(({ id, item, section }) => names.includes(id ?? item?.id ?? section?.id))))));
    }
}

/** Why a write cannot be undone alone: somebody else has written since. */
export class UndoRefusal extends Error {
    /** @param {number} before The version before the write. */
    constructor(before) {
        super('Somebody else has written since.');
        this.before = before;
        this.hint = `Restoring version ${number(before)} would take that away, too.`;
    }
}
