// An app in front of a server: a list, the strict view that shows it, and the hand that scrolls and edits.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SectionalService } from '../../Clients/TypeScript/src/index.js';
import { fileStorage } from '../../Clients/TypeScript/src/files.js';
import { StrictView } from './strictview.js';

const below = (limit) => Math.floor(Math.random() * limit);
/** A refusal: why, of which request, and what is there now. */
const words = ({ problem, write }) => `${problem.slug} ${write.method} ${write.path} ${JSON.stringify(problem.body?.current?.value)}`;
const sleep = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

export class FollowedApp {
    #folder;
    #storage;
    #list;
    #view;
    #edits = 0;
    #outcomes = {};
    #refusals = [];

    /**
     * @param {number} port The server's, or that of a network in front of it.
     * @param {string} folder For what it keeps, and for files by which the test says how far it is.
     */
    constructor(port, folder) {
        this.#folder = folder;
        this.#storage = fileStorage(folder);
        this.#list = new SectionalService(`http://127.0.0.1:${port}`).list('a', { storage: this.#storage });
        this.#view = new StrictView(this.#list);
        this.#list.subscribe((event) => {
            this.#view.take(event);
            if (event.kind === 'failed') throw event.error;
            if (event.kind === 'refused') this.#refusals.push(words(event));
        });
    }

    /** Does tasks; each is a line on its output when it is done. */
    async run(tasks) {
        this.#list.start();
        for (const task of tasks) {
            const [word, argument] = task.split('=');
            await this[word](argument);
            console.log(task);
        }
        const { stages, reloads } = this.#view;
        const edits = `${this.#edits} edits ${JSON.stringify(this.#outcomes)} [${this.#refusals}]`;
        return `version ${this.#list.version}, ${stages} stages, ${reloads} reloads, ${edits}`;
    }

    async #wait(what, holds, seconds = 60) {
        const deadline = Date.now() + seconds * 1_000;
        while (!await holds()) {
            const { state, version, problem } = this.#list;
            assert.ok(Date.now() < deadline, `${what} never came; ${state}, version ${version}, ${problem}`);
            await sleep(10);
        }
    }

    loaded() { return this.#wait('the list', () => this.#list.version > 0 && this.#list.state === 'live'); }
    offline() { return this.#wait('the kept list', () => this.#list.version > 0); }
    sent() { return this.#wait('the answers', () => this.#list.pendingCount === 0); }
    wait() { return sleep(1_000_000); }

    /** Loads every row. */
    async all() {
        this.#list.load(0, 1_000_000);
        await this.#wait('every row', () => this.#rows().every((row) => row !== null));
    }

    async kept() {
        await this.#list.stop();
        this.#list.start();
    }

    #rows() {
        return Array.from({ length: this.#list.count }, (_, offset) => this.#list.at(offset));
    }

    // The hand.

    /** Scrolls, jumps, and edits what is shown, until there is a file. */
    async play(until) {
        let top = 0;
        while (!existsSync(join(this.#folder, until))) {
            if (this.#list.count > 0) {
                top = below(20) === 0 ? below(this.#list.count) : (top + below(15)) % this.#list.count;
                this.#list.load(top, top + 12);
                this.#editOne(top);
            }
            if (below(40) === 0) this.#list.reconnect();
            if (below(100) === 0) await this.kept();
            await sleep(40);
        }
        await this.#wait('the answers to the edits', () => this.#list.pendingCount === 0, 90);
        const answered = Object.values(this.#outcomes).reduce((sum, count) => sum + count, 0);
        assert.equal(answered, this.#edits, 'edits that were answered');
    }

    #editOne(top) {
        const list = this.#list;
        const path = list.path(top + below(12));
        const row = path && list.row(...path);
        if (!row || row.isDeleted || list.pendingCount >= 8) return;
        this.#edits += 1;
        const text = `edit ${this.#edits}`;
        const target = [below(list.sectionCount), below(5)];
        const section = list.section(path[0]);
        const kinds = [
            () => list.delete(row), () => list.insert({ title: text }, path), () => list.move(row, target), () => list.update(row, text),
            () => list.insertSection({ header: text }, below(list.sectionCount + 1)), () => list.updateSection(section, { header: text }),
            () => list.moveSection(section, below(list.sectionCount)), () => list.batch((batch) => this.#editMany(batch, path)),
            () => list.undo(), () => (list.canRedo ? list.redo() : list.undo()), () => list.interact(row),
            () => (below(4) === 0 ? list.deleteSection(section) : list.undo()),
        ];
        const edit = kinds[below(18)] ?? (() => list.update(row, { ...row.value, title: text }));
        const count = (name) => { this.#outcomes[name] = (this.#outcomes[name] ?? 0) + 1; };
        edit().then(() => count('done'), (problem) => count(problem.slug));
    }

    /** Edits of a batch, around an index path. */
    #editMany(batch, [section, row]) {
        const list = this.#list;
        const known = () => {
            const found = list.row(section, row + below(3));
            return found?.isDeleted ? null : found;
        };
        const made = below(3) === 0 && batch.insertSection({ header: `batch ${this.#edits}` }, list.sectionCount);
        batch.insert({ title: `batch ${this.#edits}` }, made ? [list.sectionCount - 1, 0] : [section, row]);
        const [one, other] = [known(), known()];
        if (one !== null) batch.update(one, { title: `batch ${this.#edits}` });
        if (other !== null) batch.move(other, [below(list.sectionCount), below(5)]);
        if (below(2) === 0) batch.updateSection(list.section(section), { footer: `batch ${this.#edits}` });
        const last = known();
        if (last !== null && below(2) === 0) batch.delete(last);
    }

    /** One edit of each kind; nobody waits for the answers. */
    async edit() {
        const list = this.#list;
        await this.#wait('rows', () => list.row(0, 9) !== null);
        const rows = Array.from({ length: 10 }, (_, row) => list.row(0, row));
        const edits = [
            list.update(rows[0], { ...rows[0].value, title: 'once' }), list.update(list.row(0, 0), { ...rows[0].value, title: 'twice' }),
            list.update(rows[1], 'whole'), list.delete(rows[2]), list.insert({ title: 'inserted' }, [0, 4], { id: 'fresh' }),
            list.insert([1], [1, 50]), list.move(rows[5], [0, 8]), list.insertSection({ id: 'own', header: 'Own' }),
            list.insert('in it', [20, 0]), list.batch((batch) => {
                batch.update(list.row(0, 3), 'together');
                batch.updateSection(list.section(1), { footer: 'together' });
                batch.moveSection(list.section(20), 2);
            }),
        ];
        for (const edit of edits) edit.catch(() => {});
        this.#showsEdits();
        // Two values of one item are one write.
        const isKept = async () => JSON.parse(await this.#storage.read('a.outbox') ?? '[]').length === edits.length - 1;
        await this.#wait('what is kept', isKept);
    }

    #showsEdits() {
        const list = this.#list;
        const shown = [0, 1, 2].map((row) => list.row(0, row));
        assert.ok(shown.every(({ isPending }) => isPending));
        assert.deepEqual(shown.map(({ value }) => value.title ?? value), ['twice', 'whole', 't']);
        assert.deepEqual(shown.map(({ isDeleted }) => isDeleted), [false, false, true]);
        assert.deepEqual([list.row(0, 4).id, list.row(0, 8).id, list.row(1, 50).value, list.sectionCounts[0]], ['fresh', 'i0-5', [1], 51]);
        assert.deepEqual([list.section(2).header, list.row(2, 0).value, list.row(0, 3).value], ['Own', 'in it', 'together']);
        assert.deepEqual([list.section(1).footer, list.section(1).isPending, list.sectionCount], ['together', true, 21]);
    }

    // The end.

    /** Waits until the screen is at the head, loads every row, and compares all with an export of that version. */
    async compare(port) {
        const address = `http://127.0.0.1:${port}/lists/a`;
        const head = (await (await fetch(address)).json()).version;
        await this.#wait(`version ${head}`, () => this.#list.version >= head);
        await this.sent();
        await this.all();
        await this.#wait('what is pending', () => this.#rows().every((row) => !row.isPending));
        const sections = Array.from({ length: this.#list.sectionCount }, (_, index) => this.#list.section(index));
        assert.ok(sections.every(({ isPending }) => !isPending));
        this.#view.verify();
        const shown = Array.from({ length: this.#list.sectionCount }, (_, index) => {
            const { id, header, itemCount } = this.#list.section(index);
            const rows = Array.from({ length: itemCount }, (__, row) => this.#list.row(index, row));
            return [{ section: { id, header } }, ...rows.map((row) => ({ item: { id: row.id, value: row.value } }))];
        }).flat();
        const text = await (await fetch(`${address}/export?at=${this.#list.version}`)).text();
        const lines = text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line)).slice(1);
        assert.deepEqual(shown, lines.map(({ section, item }) => (
            section ? { section: { id: section.id, header: section.header } } : { item: { id: item.id, value: item.value } })));
    }
}
