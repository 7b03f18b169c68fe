// What is taken back and done again, interactions, and ids, with a server that answers what a test wants.

import assert from 'node:assert/strict';
import { memoryStorage } from '../../Clients/TypeScript/src/index.js';
import { answer, done, item, opened, refusal, refused, server, serverOf, stage, until } from './scriptedserver.js';
import { StrictView } from './strictview.js';

const CONDITION = 'If-Match';
const operations = ({ body }) => JSON.parse(body).operations;

/** What is shown, without what is deleted. */
const content = (list) => sectionsOf(list).map(({ id, index, header, footer, metadata, itemCount }) => {
    const rows = Array.from({ length: itemCount }, (_, row) => list.row(index, row)).filter(({ isDeleted }) => !isDeleted);
    return [id, header, footer, metadata, rows.map((row) => [row.id, row.value])];
});
const sectionsOf = (list) => {
    const all = Array.from({ length: list.sectionCount }, (_, index) => list.section(index));
    return all.filter(({ isDeleted }) => !isDeleted);
};

/** Each edit is taken back by one with its condition, and done again. */
async function undoes() {
    const i = (revision) => done(revision, revision);
    const at = (version, status, body = null) => answer(status, body, { 'List-Version': `${version}` });
    const { service, sent } = server(
        i(2), i(3), i(4), i(5), at(6, 204), at(7, 201, { items: [{ revision: 7 }] }), i(8),
        at(9, 200, { results: [{ revision: 7 }] }), i(10), refusal(412, 'precondition-failed'));
    const list = await opened(service);
    assert.deepEqual([list.canUndo, list.canRedo, await list.undo()], [false, false, { version: 1 }]);
    await list.update(list.at(0), { n: 2, x: 'y' });
    assert.deepEqual([list.canUndo, await list.undo(), list.at(0).value.n], [true, { version: 3 }, 1]);
    assert.deepEqual([list.canUndo, list.canRedo, await list.redo(), list.at(0).value.n], [false, true, { version: 4 }, 2]);
    await list.update(list.at(0), { n: 3, x: 'y' });
    assert.equal(list.canRedo, false);
    await list.delete(list.at(0));
    await list.undo();
    assert.deepEqual([list.at(0).value, list.at(0).isDeleted], [{ n: 3, x: 'y' }, false]);
    assert.deepEqual([sent[1], sent[2], sent[5]].map(({ body, headers }) => [body, headers[CONDITION]]), [
        ['{"n":1}', '"r2@i"'], ['{"n":2}', '"r3@i"'], ['{"item":{"id":"i","value":{"n":3,"x":"y"}},"before":"@j"}', undefined],
    ]);
    await list.move(list.at(0), [0, 1]);
    await list.undo();
    // A move that is taken back minds what others have made of the item.
    const move = { op: 'moveItem', item: '@i', before: '@j', ifMatch: 'r7@i' };
    assert.deepEqual([sent[7].path, operations(sent[7])], ['lists/a/batch', [move]]);

    await list.update(list.at(1), 'mine');
    const problem = await refused(list.undo());
    assert.deepEqual([problem.status, list.at(1).value, list.canUndo, list.canRedo], [412, 'mine', true, false]);
    await list.stop();
}

/** A section that was inserted goes only while it is empty; one that was deleted comes back with its rows. */
async function undoesSections() {
    const { service, sent } = server();
    const list = await opened(service);
    const before = content(list);
    const quiet = (edit) => { edit.catch(assert.fail); };
    quiet(list.batch((batch) => {
        batch.insertSection({ header: 'New' }, 0);
        batch.insert(1, [0, 0]);
    }));
    quiet(list.undo());
    assert.deepEqual(content(list), before);
    quiet(list.insertSection({ header: 'Other' }));
    const { length } = content(list);
    quiet(list.insert(2, [list.sectionCount - 1, 0], { id: 'theirs' }));
    quiet(list.undo());
    quiet(list.insert(2, [list.sectionCount - 1, 0], { id: 'mine' }));
    quiet(list.deleteSection(list.section(list.find('i')[0])));
    assert.equal(content(list).length, length - 1);
    quiet(list.undo());
    assert.deepEqual(content(list)[0], before[0]);
    quiet(list.updateSection(list.section(list.find('i')[0]), { header: 'Mine' }));
    quiet(list.undo());
    assert.deepEqual(content(list)[0], before[0]);
    await until('an attempt', () => sent.length === 1);
    await list.stop();

    const other = await opened(server(answer(201, {}, { 'List-Version': '2' }), answer(200, {}, { 'List-Version': '3' })).service);
    await other.insertSection({ id: 'n' });
    await other.move(other.at(0), [1, 0]);
    await other.stop();
}

/** Random edits without a network, taken back and done again, show what was there before and after each. */
async function undoesAll() {
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 100_000);
    for (let round = 0; round < 30; round += 1) {
        let state = Math.imul(seed + round, 2_654_435_761) >>> 0;
        const below = (limit) => {
            state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
            return Math.floor((state / 2 ** 32) * limit);
        };
        try {
            await undoesRandom(below, round % 2 === 0);
        } catch (error) {
            throw new Error(`FUZZ_SEED=${seed + round}: ${error.stack}`);
        }
    }
}

/** @param areWithdrawn Whether nothing waits after an edit: then it is not sent at all. */
async function undoesRandom(below, areWithdrawn) {
    const list = await opened(server().service, memoryStorage());
    const view = new StrictView(list);
    list.subscribe((event) => view.take(event));
    const states = [content(list)];
    for (let count = 0; count < 15; count += 1) {
        randomEdit(list, below, count);
        if (!areWithdrawn) tap(list);
        states.push(content(list));
    }
    const back = [];
    while (list.canUndo) {
        list.undo().catch(assert.fail);
        if (!areWithdrawn) tap(list);
        back.push(content(list));
    }
    if (areWithdrawn) assert.ok(list.pendingCount <= 2, `${list.pendingCount}`);
    assert.deepEqual(back, states.slice(0, -1).reverse());
    for (const state of states.slice(1)) {
        list.redo().catch(assert.fail);
        if (!areWithdrawn) tap(list);
        assert.deepEqual(content(list), state);
    }
    assert.equal(list.canRedo, false);
    await list.stop();
}

/** Something that waits, and changes nothing. */
const tap = (list) => list.interact({ id: 'i', revision: 1 }).catch(assert.fail);

function randomEdit(list, below, count) {
    const rows = Array.from({ length: list.count }, (_, offset) => list.at(offset)).filter(({ isDeleted }) => !isDeleted);
    const alive = sectionsOf(list);
    const row = rows[below(rows.length)];
    const section = alive[below(alive.length)];
    const path = section && [section.index, below(section.itemCount + 1)];
    const kinds = [
        (edits) => edits.insertSection({ header: `h${count}` }, below(list.sectionCount + 1)),
        (edits) => section && edits.insert(`new ${count}`, path), (edits) => row && section && edits.move(row, path),
        (edits) => row && edits.update(row, { count }), (edits) => row && edits.delete(row),
        (edits) => section && edits.updateSection(section, { header: `h${count}`, metadata: { count } }),
        (edits) => section && edits.moveSection(section, below(list.sectionCount)),
    ];
    const kind = below(9);
    // An edit of nothing would be one state for two.
    const edit = (edits) => kinds[kind](edits) ?? edits.insertSection({ header: `h${count}` }, 0);
    if (kind < 7) edit(list).catch(assert.fail);
    else list.batch((batch) => [0, 1].forEach((part) => randomEditOf(batch, list, below, count + part / 2))).catch(assert.fail);
}

/** One of the edits of a batch. */
function randomEditOf(batch, list, below, count) {
    const rows = Array.from({ length: list.count }, (_, offset) => list.at(offset)).filter(({ isDeleted }) => !isDeleted);
    const index = below(list.sectionCount);
    const isInsertion = below(3) === 0 || rows.length === 0;
    if (isInsertion && !list.section(index).isDeleted) batch.insert(`new ${count}`, [index, 0]);
    else if (rows.length > 0) batch.update(rows[below(rows.length)], { count });
    batch.insertSection({ header: `batch ${count}` }, index);
}

/** Taps wait as edits do, each done once, about what was seen; also where that version has gone, or is not there yet. */
async function interactions() {
    const storage = memoryStorage();
    const first = await opened(server('lost').service, storage);
    const tap = first.interact(first.at(0), { action: 'like', context: { at: 1 } });
    tap.catch(assert.fail);
    first.interact(first.at(1), { isDeselection: true }).catch(assert.fail);
    assert.deepEqual([first.pendingCount, first.at(0).isPending], [2, false]);
    await first.stop();
    const scripted = server(
        answer(202, { sequence: 1 }), refusal(410, 'version-gone'), answer(202, { sequence: 2 }), done(2, 2), answer(202, { sequence: 3 }),
        refusal(403, 'forbidden'));
    const list = await opened(scripted.service, storage);
    await until('the answers', () => list.pendingCount === 0);
    const [, ...edits] = [list.insert(1, [0, 0], { id: 'n' }), list.interact(list.at(0))];
    assert.deepEqual(await edits[0], { sequence: 3 });
    const context = { context: { seenVersion: 1 } };
    assert.deepEqual(scripted.sent.map(({ path, body }) => [path, JSON.parse(body)]).filter((_, index) => index !== 3), [
        ['lists/a/items/@i/actions/like', { context: { at: 1 } }], ['lists/a/items/@j/deselect', { context: {} }],
        ['lists/a/items/@j/deselect', context], ['lists/a/items/@n/select', { context: {} }],
    ]);
    assert.deepEqual(scripted.queries, ['?at=1', '?at=1', '', '', '']);
    assert.equal((await refused(list.interact(list.at(1)))).slug, 'forbidden');
    assert.deepEqual([JSON.parse(await storage.read('a.outbox')).length, list.canUndo], [1, true]);
    await list.stop();
}

/** A row of a list with an identity is one row: before its answer, after it, and in the version that has it, whichever comes first. */
async function identities() {
    for (const isAnswerFirst of [true, false]) {
        let free;
        const waits = new Promise((resolve) => { free = resolve; });
        const made = answer(201, { items: [{ id: '7', revision: 2 }] }, { 'List-Version': '2' });
        const scripted = serverOf({ identity: '/keys/0' }, waits.then(() => made), done(3, 3));
        const list = await opened(scripted.service);
        const view = new StrictView(list);
        list.subscribe((event) => view.take(event));
        const names = () => Array.from({ length: list.count }, (_, offset) => list.at(offset).id);
        const inserted = list.insert({ keys: [7] }, [0, 1]);
        assert.deepEqual(names(), ['i', '7', 'j']);
        const arrive = () => {
            scripted.push(2, stage({ items: { inserted: [{ indexPath: [0, 1], item: { ...item('7', { keys: [7] }), revision: 2 } }] } }));
            list.reconnect();
            return until('the version', () => list.version === 2);
        };
        if (!isAnswerFirst) await arrive();
        assert.deepEqual([names(), list.at(1).isPending], [['i', '7', 'j'], true]);
        free();
        await inserted;
        assert.deepEqual([names(), list.at(1).isPending], [['i', '7', 'j'], false]);
        if (isAnswerFirst) await arrive();
        assert.deepEqual(names(), ['i', '7', 'j']);
        assert.deepEqual(JSON.parse(scripted.sent[0].body), { item: { value: { keys: [7] } }, before: '@j' });
        await list.update(list.at(1), 1);
        assert.equal(scripted.sent[1].headers[CONDITION], '"r2@7"');
        await list.stop();
    }
}

/** A row that was inserted among rows that are not loaded is counted once, also where its version comes before its answer. */
async function unloaded() {
    const scripted = server();
    const list = await opened(scripted.service);
    const far = { id: 'far', index: 0, header: null, footer: null, metadata: {}, itemCount: 30 };
    scripted.push(2, stage({ sections: { inserted: [{ index: 0, section: far }] } }));
    list.reconnect();
    await until('the section', () => list.version === 2);
    list.batch((batch) => {
        batch.insert('mine', [0, 30], { id: 'm' });
        batch.insertSection({ id: 't' }, 2);
    }).catch(assert.fail);
    assert.deepEqual([list.count, list.sectionCount], [33, 3]);
    await until('an attempt', () => scripted.sent.length === 1);
    const section = { ...far, id: 't', index: 2, itemCount: 0 };
    scripted.push(3, stage({ items: { inserted: [{ indexPath: [0, 30], item: item('m', 'mine') }] } }));
    scripted.push(4, stage({ sections: { inserted: [{ index: 2, section }] } }));
    await until('the rows', () => list.version === 4);
    assert.deepEqual([list.count, list.sectionCount, list.pendingCount], [33, 3, 1]);
    await list.stop();
}

export const undoParts = [undoes, undoesSections, undoesAll, interactions, identities, unloaded];
