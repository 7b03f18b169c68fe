// Edits of sections, batches, what is taken back, and interactions, with a server that answers what a test wants.

import assert from 'node:assert/strict';
import { memoryStorage } from '../../Clients/TypeScript/src/index.js';
import { answer, done, item, opened, refusal, refused, server, serverOf, stage, until } from './scriptedserver.js';
import { StrictView } from './strictview.js';

const CONDITION = 'If-Match';
const KEY = 'Idempotency-Key';

const ids = (list) => Array.from({ length: list.sectionCount }, (_, index) => [
    list.section(index).id, ...Array.from({ length: list.section(index).itemCount }, (__, row) => list.row(index, row)?.id ?? null),
]);
const bodies = (sent) => sent.map(({ method, path, body }) => `${method} ${path} ${body ?? ''}`.trim());
const made = (version) => answer(201, {}, { 'List-Version': `${version}`, ETag: `"v${version}"` });
const batched = (version, ...results) => answer(200, { list: 'a', version, results }, { 'List-Version': `${version}` });

/** A list that a strict view shows. */
async function shown({ service }, storage = memoryStorage()) {
    const list = await opened(service, storage);
    const view = new StrictView(list);
    list.subscribe((event) => view.take(event));
    return list;
}

/** Each edit of a section shows at once, and is sent in its order; rows in a section that the server does not have yet too. */
async function sections() {
    const scripted = server(made(2), done(3, 3), made(4), made(5), made(6));
    const list = await shown(scripted);
    const edits = [
        list.insertSection({ header: 'New', id: 'n' }, 0), list.insert('first', [0, 0], { id: 'x' }), list.moveSection(list.section(0), 1),
        list.updateSection(list.section(0), { header: { text: 'T' }, footer: 'F' }), list.deleteSection(list.section(0)),
    ];
    assert.deepEqual(ids(list), [['s', 'i', 'j'], ['n', 'x']]);
    const { id, header, footer, metadata, isPending, isDeleted } = list.section(0);
    assert.deepEqual([id, header, footer, metadata, isPending, isDeleted], ['s', { text: 'T' }, 'F', {}, true, true]);
    assert.deepEqual([list.at(0).isDeleted, list.at(0).isPending, list.at(2).isDeleted, list.at(2).isPending], [true, false, false, true]);
    await Promise.all(edits);
    assert.deepEqual(bodies(scripted.sent), [
        'POST lists/a/sections {"section":{"id":"n","header":"New","footer":null,"metadata":{}},"before":"@s"}',
        'POST lists/a/sections/@n/items {"item":{"id":"x","value":"first"}}', 'POST lists/a/sections/@n/move {"after":"@s"}',
        'PATCH lists/a/sections/@s {"header":{"text":"T"},"footer":"F"}', 'DELETE lists/a/sections/@s',
    ]);
    // Answered, and not in the version on the screen as yet.
    assert.deepEqual([ids(list)[1], list.section(0).isPending, list.section(0).isDeleted], [['n', 'x'], false, true]);
    const info = { id: 'n', index: 0, header: 'New', footer: null, metadata: {}, itemCount: 1 };
    scripted.push(2, stage({ sections: { inserted: [{ index: 0, section: { ...info, itemCount: 0 } }] } }));
    scripted.push(3, stage({ items: { inserted: [{ indexPath: [0, 0], item: item('x', 'first') }] } }));
    scripted.push(4, stage({ sections: { moved: [{ id: 'n', from: 0, to: 1 }] } }));
    const updated = { id: 's', index: 0, header: { text: 'T' }, footer: 'F', metadata: {}, itemCount: 2 };
    scripted.push(5, stage({ sections: { updated: [{ index: 0, section: updated }] } }));
    scripted.push(6, stage({ sections: { deleted: [{ id: 's', index: 0 }] } }));
    list.reconnect();
    await until('the last version', () => list.version === 6);
    assert.deepEqual([ids(list), list.section(0).isPending, list.at(0).isPending], [[['n', 'x']], false, false]);
    await assert.rejects(list.updateSection(list.section(0), { metadata: { a: null } }), TypeError);
    assert.equal((await refused(list.deleteSection({ ...list.section(0), id: 'gone' }))).slug, 'section-not-found');
    await list.stop();
}

/** What the server refuses is taken back, with what was put into it; rows that were loaded are there still. */
async function refusedSections() {
    const no = () => refusal(403, 'forbidden');
    const list = await shown(server(no(), refusal(404, 'section-not-found'), no(), no(), no()));
    const refusals = [];
    list.subscribe((event) => { if (event.kind === 'refused') refusals.push(event.problem.slug); });
    const edits = [
        list.insertSection({ header: 'New' }), list.insert('lost', [1, 0]), list.updateSection(list.section(0), { header: null }),
        list.moveSection(list.section(0), 1), list.deleteSection(list.section(1)),
    ];
    assert.deepEqual([list.section(1).header, list.section(1).isDeleted, list.section(0).itemCount], [null, true, 1]);
    const outcomes = await Promise.allSettled(edits);
    assert.ok(outcomes.every(({ status }) => status === 'rejected'));
    assert.deepEqual(refusals, ['forbidden', 'section-not-found', 'forbidden', 'forbidden', 'forbidden']);
    assert.deepEqual([ids(list), list.section(0).header, list.at(0).isDeleted, list.canUndo], [[['s', 'i', 'j']], 'S', false, false]);
    await list.stop();
}

/** Edits of sections wait in the storage; what was done although its answer was lost is no refusal. */
async function keptSections() {
    const storage = memoryStorage();
    const first = await shown(server('lost'), storage);
    first.insertSection({ header: 'New' }).catch(assert.fail);
    first.insert(1, [1, 0]).catch(assert.fail);
    first.updateSection(first.section(1), { footer: 'F' }).catch(assert.fail);
    const before = ids(first);
    const address = `lists/a/sections/@${before[1][0]}`;
    await first.stop();
    const scripted = server(made(2), done(3, 3), made(4));
    const list = await shown(scripted, storage);
    await until('the answers', () => list.pendingCount === 0);
    assert.deepEqual([ids(list), list.section(1).footer, bodies(scripted.sent)[2]], [before, 'F', `PATCH ${address} {"footer":"F"}`]);
    await list.stop();

    const again = await shown(server('lost', refusal(409, 'id-taken'), 'lost', refusal(404, 'section-not-found')));
    const retries = setInterval(() => again.reconnect(), 5);
    await again.insertSection({});
    await again.deleteSection(again.section(0));
    clearInterval(retries);
    await again.stop();
}

/** A batch shows as one change, and is one request, in which each operation has its condition. */
async function batches() {
    const i = { id: 'i', revision: 2 };
    const results = [{ id: 't' }, { items: [{ id: 'x', revision: 2 }] }, { id: 'x', revision: 2 }, i, i, null, {}, {}];
    const { service, sent } = server(batched(2, ...results), done(3, 3));
    const list = await shown({ service });
    const events = [];
    list.subscribe((event) => events.push(event.kind));
    let inserted;
    const answered = list.batch((batch) => {
        batch.insertSection({ id: 't', header: 'T' }, 1);
        inserted = batch.insert('new', [1, 0], { id: 'x' });
        batch.update(list.row(1, 0), 'newer');
        batch.update(list.row(0, 0), { n: 2, x: 'y' });
        batch.move(list.row(0, 0), [1, 1]);
        batch.delete(list.row(0, 0));
        batch.updateSection(list.section(0), { metadata: { m: 1 } });
        batch.moveSection(list.section(0), 1);
        assert.deepEqual(events, []);
    });
    assert.deepEqual([events, ids(list), inserted, list.pendingCount], [['change'], [['t', 'x', 'i'], ['s', 'j']], 'x', 1]);
    assert.deepEqual([list.at(0).value, list.at(1).value.n, list.at(2).isDeleted, list.section(1).metadata], ['newer', 2, true, { m: 1 }]);
    assert.deepEqual(await answered, { version: 2 });
    assert.deepEqual(bodies(sent).length, 1);
    assert.deepEqual([sent[0].method, sent[0].path, CONDITION in sent[0].headers], ['POST', 'lists/a/batch', false]);
    assert.deepEqual(JSON.parse(sent[0].body).operations, [
        { op: 'insertSection', section: { id: 't', header: 'T', footer: null, metadata: {} }, after: '@s' },
        { op: 'insertItem', section: '@t', item: { id: 'x', value: 'new' } }, { op: 'updateItem', item: '@x', value: 'newer' },
        { op: 'patchItem', item: '@i', merge: { n: 2 }, ifMatch: 'r1@i' }, { op: 'moveItem', item: '@i', after: '@x', ifMatch: 'r1@i' },
        { op: 'deleteItem', item: '@j', ifMatch: 'r1@j' }, { op: 'updateSection', section: '@s', merge: { metadata: { m: 1 } } },
        { op: 'moveSection', section: '@s', after: '@t' },
    ]);
    // What the batch has made is what the next edit is over.
    await list.update(list.at(1), 7);
    assert.equal(sent[1].headers[CONDITION], '"r2@i"');
    assert.deepEqual(await list.batch(() => {}), { version: 1 });
    assert.throws(() => list.batch((batch) => {
        batch.insert('gone', [0, 0]);
        throw new Error('mine');
    }), /mine/);
    assert.deepEqual([ids(list), sent.length, list.pendingCount], [[['t', 'x', 'i'], ['s', 'j']], 2, 0]);
    let late;
    await list.batch((batch) => { late = batch; });
    assert.throws(() => late.insert('late', [0, 0]), TypeError);
    assert.equal(list.pendingCount, 0);
    await list.stop();
}

/** A batch that is refused is taken back whole; one whose neighbour has gone is sent with the next; one that was done is no refusal. */
async function refusedBatches() {
    const at = (index) => ({ errors: [{ pointer: `/operations/${index}`, detail: 'No.' }] });
    const scripted = server(
        refusal(412, 'precondition-failed', { ...at(1), current: { id: 'j', revision: 9, value: 'theirs' } }),
        refusal(422, 'reference-not-found', at(1)), 'lost', refusal(409, 'id-taken', at(1)));
    const list = await shown(scripted);
    const problem = await refused(list.batch((batch) => {
        batch.insert(0, [0, 0]);
        batch.update(list.row(0, 2), 'mine');
        batch.deleteSection(list.section(0));
    }));
    assert.deepEqual([problem.errors[0].pointer, problem.body.current.value], ['/operations/1', 'theirs']);
    assert.deepEqual([ids(list), list.at(1).value, list.section(0).isDeleted, list.canUndo], [[['s', 'i', 'j']], 2, false, false]);

    const answered = list.batch((batch) => {
        batch.update(list.at(0), 1);
        batch.insert('new', [0, 0]);
    });
    const again = setInterval(() => list.reconnect(), 5);
    await answered;
    clearInterval(again);
    const targets = scripted.sent.slice(1).map(({ body }) => JSON.parse(body).operations[1].before);
    assert.deepEqual(targets, ['@i', '@j', '@j']);
    const keys = scripted.sent.slice(1).map(({ headers }) => headers[KEY]);
    assert.ok(keys[0] !== keys[1] && keys[1] === keys[2]);
    await list.stop();
}

/** Values that wait are sent as one request, on the condition of the first; one that is taken back is not sent. */
async function waiting() {
    const { service, sent } = server('lost', done(2, 2), done(3, 3), refusal(412, 'precondition-failed'), done(4, 4));
    const list = await shown({ service });
    const blocked = list.update(list.at(1), 'blocks');
    await until('an attempt', () => sent.length === 1);
    const first = list.update(list.at(0), { n: 2, x: 'y', more: { a: 1 } });
    const second = list.update(list.at(0), { n: 3, x: 'y', more: { a: 1 } });
    const third = list.update(list.at(0), { n: 3, x: 'y', more: { b: 1 } });
    assert.deepEqual([list.at(0).value.n, list.pendingCount], [3, 2]);
    list.reconnect();
    assert.deepEqual(await Promise.all([blocked, first, second, third]), [{ version: 2 }, { version: 3 }, { version: 3 }, { version: 3 }]);
    assert.deepEqual([sent.length, sent[2].body, sent[2].headers[CONDITION]], [3, '{"n":3,"more":{"b":1}}', '"r1@i"']);

    // Both who wait are told of a refusal.
    const [one, two] = await Promise.all([list.update(list.at(0), 'x'), list.update(list.at(0), 'z')].map(refused));
    assert.deepEqual([one, sent.length, sent[3].body], [two, 4, '"z"']);
    assert.equal(list.at(0).value.n, 3);
    const { value } = list.at(0);
    const withdrawn = [list.update(list.at(0), 'x'), list.update(list.at(0), value)];
    assert.equal(list.pendingCount, 0);
    await Promise.all(withdrawn);
    assert.equal(sent.length, 4);
    await list.stop();
}

export const editParts = [sections, refusedSections, keptSections, batches, refusedBatches, waiting];
