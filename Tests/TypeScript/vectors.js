// Runs the model against Tests/Vectors.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { ListModel } from '../../Clients/TypeScript/src/core/model.js';
import { StrictView } from './strictview.js';

const itemsOf = ({ items, revisions }) => items.map((id, index) => ({ id, revision: revisions[index] }));

/** A model as a list, to a view. */
const shown = (model) => ({
    get sectionCount() { return model.sections.length; },
    section: (index) => ({ ...model.sections[index].info, itemCount: model.sections[index].rows.count }),
    row: (section, row) => model.item([section, row]),
});

/** The model as the vector has it before; each section's page has its index as the ticket. */
function before(vector, isLoaded) {
    const sections = vector.before.map(({ id, header, items }) => ({ id, header, itemCount: items.length }));
    const model = new ListModel(1, sections);
    vector.before.forEach((section, index) => {
        if (section.items.length === 0) return;
        const offset = model.offset([index, 0]);
        assert.equal(model.ask(offset, section.items.length, index), offset);
        assert.equal(model.ask(offset, section.items.length, index), null);
        if (isLoaded) model.fill(index, itemsOf(section));
    });
    return model;
}

/** Takes the stages, and compares with the list after them, apart from rows that were never sent. */
function take(vector, model) {
    const view = new StrictView(shown(model));
    for (const stage of vector.stages) model.apply(stage);
    view.take({ kind: 'change', stages: vector.stages });
    compare(vector, model);
}

function compare(vector, model) {
    const headers = model.sections.map(({ info, rows }) => [info.id, info.header, rows.count]);
    assert.deepEqual(headers, vector.after.map(({ id, header, items }) => [id, header, items.length]));
    const count = vector.after.reduce((sum, { items }) => sum + items.length, 0);
    assert.equal(model.itemCount, count);
    vector.after.forEach((section, index) => itemsOf(section).forEach(({ id, revision }, row) => {
        const known = model.item([index, row]);
        if (known !== null) assert.deepEqual([known.id, known.revision], [id, revision], `[${index}, ${row}]`);
        assert.deepEqual(model.path(model.offset([index, row])), [index, row]);
    }));
}

const known = (model) => model.sections.flatMap(({ rows }) => [...rows.known()].filter(([, slot]) => slot.id !== undefined)).length;

/** Takes the stages; with pages that were there before them, and with pages that come after them. */
function run(vector) {
    const early = before(vector, true);
    take(vector, early);
    const late = before(vector, false);
    take(vector, late);
    vector.before.forEach((section, index) => { late.fill(index, itemsOf(section)); });
    compare(vector, late);
    // Items that come with a section are on no page and in no stage; one that comes among rows which nobody has looked at is not kept.
    const unsent = vector.stages.flatMap(({ sections }) => sections.inserted).reduce((sum, { section }) => sum + section.itemCount, 0);
    const unkept = vector.stages.flatMap(({ items }) => [...items.inserted, ...items.moved]).length;
    assert.ok(known(early) >= early.itemCount - unsent - unkept, `${known(early)} are known`);
    assert.ok(known(late) >= known(early), `${known(late)} of late pages`);
}

export async function runVectors(paths) {
    for (const path of paths) {
        const vector = JSON.parse(await readFile(path, 'utf8'));
        try {
            run(vector);
        } catch (error) {
            throw new Error(`${vector.name}: ${error.message}`);
        }
    }
    return `${paths.length} vectors`;
}
