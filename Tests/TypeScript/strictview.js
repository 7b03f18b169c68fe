// A view that carries its rows through stages alone, as list views do, and compares them with the list afterwards.

import assert from 'node:assert/strict';

const GONE = Symbol('gone');

export class StrictView {
    /** Stages that were taken, and reloads. */
    stages = 0;
    reloads = 0;
    #list;
    /** Sections of `{ id, rows }`; a row is an id, null while it is not known. */
    #sections = [];

    /** @param list A list, or what has its `sectionCount`, `section(index)`, `row(section, row)`. */
    constructor(list) {
        this.#list = list;
        this.#read();
    }

    /** Takes what a listener is told. */
    take(event) {
        if (event.kind === 'reload') {
            this.reloads += 1;
            this.#read();
        } else if (event.kind === 'change') {
            for (const stage of event.stages) this.#takeStage(stage);
            this.verify();
        } else if (event.kind === 'rows') {
            this.verify();
        }
    }

    #read() {
        this.#sections = Array.from({ length: this.#list.sectionCount }, (_, index) => {
            const { id, itemCount } = this.#list.section(index);
            return { id, rows: Array.from({ length: itemCount }, (__, row) => this.#list.row(index, row)?.id ?? null) };
        });
    }

    /** What is shown is what the list has there; rows that it knows now are known from now on. */
    verify() {
        assert.equal(this.#sections.length, this.#list.sectionCount, 'sections');
        const ids = new Set();
        this.#sections.forEach(({ id, rows }, index) => {
            const section = this.#list.section(index);
            assert.deepEqual([section.id, section.itemCount], [id, rows.length], `section ${index}`);
            rows.forEach((known, row) => {
                const now = this.#list.row(index, row)?.id ?? null;
                if (known !== null && now !== null) assert.equal(now, known, `[${index}, ${row}]`);
                if (now !== null) assert.ok(!ids.has(now), `${now} is shown twice`);
                ids.add(now);
                rows[row] = now ?? known;
            });
        });
    }

    #takeStage({ sections, items }) {
        this.stages += 1;
        const rows = new Map();
        for (const { id, indexPath, from } of [...items.deleted, ...items.moved]) {
            const [section, row] = indexPath ?? from;
            const known = this.#sections[section]?.rows[row];
            assert.ok(known === null || known === id, `${id} goes from [${section}, ${row}], where ${String(known)} is`);
            this.#sections[section].rows[row] = GONE;
            rows.set(id, id);
        }
        for (const section of this.#sections) section.rows = section.rows.filter((row) => row !== GONE);
        const moved = new Map();
        for (const { id, index, from } of [...sections.deleted, ...sections.moved]) {
            const section = this.#sections[index ?? from];
            assert.equal(section?.id, id, `section ${id} goes from ${index ?? from}`);
            this.#sections[index ?? from] = GONE;
            moved.set(id, section);
        }
        this.#sections = this.#sections.filter((section) => section !== GONE);
        const comingSections = [
            ...sections.inserted.map(({ index, section: { id, itemCount } }) => (
                { index, section: { id, rows: new Array(itemCount).fill(null) } })),
            ...sections.moved.map(({ to, id }) => ({ index: to, section: moved.get(id) })),
        ];
        for (const { index, section } of comingSections.sort((one, other) => one.index - other.index)) {
            assert.ok(index <= this.#sections.length, `section ${section.id} comes to ${index} of ${this.#sections.length}`);
            this.#sections.splice(index, 0, section);
        }
        const coming = [
            ...items.inserted.map(({ indexPath, item }) => ({ path: indexPath, id: item.id })),
            ...items.moved.map(({ to, id }) => ({ path: to, id })),
        ];
        coming.sort(({ path: one }, { path: other }) => one[0] - other[0] || one[1] - other[1]);
        for (const { path: [section, row], id } of coming) {
            assert.ok(row <= this.#sections[section].rows.length, `${id} comes to [${section}, ${row}]`);
            this.#sections[section].rows.splice(row, 0, id);
        }
        for (const { index, section } of sections.updated) assert.equal(this.#sections[index].id, section.id);
        for (const { indexPath: [section, row], item } of items.updated) {
            const known = this.#sections[section].rows[row];
            assert.ok(known === null || known === item.id, `${item.id} is updated at [${section}, ${row}], where ${known} is`);
        }
    }
}
