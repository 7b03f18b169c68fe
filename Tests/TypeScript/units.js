// The parts of Clients/TypeScript, with a server that answers what a test wants.

import assert from 'node:assert/strict';
import { ListModel } from '../../Clients/TypeScript/src/core/model.js';
import { randomID } from '../../Clients/TypeScript/src/core/service.js';
import { fileStorage } from '../../Clients/TypeScript/src/files.js';
import { memoryStorage, Problem, SectionalService, webStorage } from '../../Clients/TypeScript/src/index.js';
import { PlacedRows } from '../../Clients/TypeScript/src/placing.js';
import { editParts } from './edits.js';
import { answer, done, item, LIST, opened, refusal, refused, server, until } from './scriptedserver.js';
import { silenceParts } from './silence.js';
import { StrictView } from './strictview.js';
import { tabParts } from './tabs.js';
import { undoParts } from './undoing.js';

const CONDITION = 'If-Match';
const KEY = 'Idempotency-Key';

async function requests() {
    const asked = [];
    const tokens = ['one', 'two'];
    const service = new SectionalService('http://h/base', {
        token: () => tokens[0], refused: (token) => token === 'one' && tokens.shift() === 'one',
        fetch: async (address, init) => {
            asked.push([address, init.headers.Authorization]);
            return init.headers.Authorization === 'Bearer two' ? answer(200, 7) : refusal(401, 'unauthorized');
        },
    });
    assert.equal(await service.get(['lists', 'a b', 'items'], { at: 7, limit: undefined }), 7);
    assert.deepEqual(asked, ['one', 'two'].map((token) => ['http://h/base/lists/a%20b/items?at=7', `Bearer ${token}`]));
    tokens[0] = 'three';
    assert.equal((await refused(service.get(['lists']))).status, 401);
    assert.equal(service.url(['lists', '@é(1)', 'items', '@@']), 'http://h/base/lists/@%C3%A9%281%29/items/@%40');

    const { crypto } = globalThis;
    Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true });
    assert.match(randomID(), /^[0-9a-f]{32}$/);
    assert.notEqual(randomID(), randomID());
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });

    const isTemporary = ([status, slug]) => new Problem(status, slug && { type: `/problems/${slug}` }).isTemporary;
    const temporary = [[0], [429, 'too-many-requests'], [500], [503, 'unavailable'], [409, 'request-in-progress'], [403], [404]];
    assert.deepEqual(temporary.filter((answer) => !isTemporary(answer)), []);
    const final = [[401, 'unauthorized'], [403, 'forbidden'], [404, 'item-not-found'], [412, 'precondition-failed'], [413]];
    assert.deepEqual(final.filter(isTemporary), []);
}

/** Differences are sent, and whole values where no difference says it. */
async function values() {
    const { service, sent } = server(done(2, 2), done(3, 3), done(4, 4), done(5, 5));
    const list = await opened(service);
    await list.update(list.at(0), { n: 2, x: 'y', d: new Date(0), u: undefined });
    await list.update(list.at(0), { n: null });
    await list.update(list.at(0), { n: null });
    await list.update(list.at(0), [1]);
    await list.update(list.at(1), 3);
    assert.deepEqual(sent.map(({ method, path, body }) => [method, path, body]), [
        ['PATCH', 'lists/a/items/@i', '{"n":2,"d":"1970-01-01T00:00:00.000Z"}'], ['PUT', 'lists/a/items/@i', '{"n":null}'],
        ['PUT', 'lists/a/items/@i', '[1]'], ['PUT', 'lists/a/items/@j', '3'],
    ]);
    assert.equal(sent[0].headers['Content-Type'], 'application/merge-patch+json');
    assert.deepEqual([list.at(0).value, list.at(1).value, list.at(0).isPending], [[1], 3, false]);
    assert.equal(list.at(0), list.at(0));
    await list.stop();
}

/**
 * A condition on what only this app has written over is one on the newest that it has made; a request that was sent is sent again as it
 * was.
 */
async function conditions() {
    const conflict = refusal(412, 'precondition-failed', { current: { value: 8, revision: 9 } });
    const { service, sent } = server('lost', done(5, 5), done(6, 6), conflict);
    const list = await opened(service);
    const first = list.update(list.at(0), 'one');
    await until('an attempt', () => sent.length === 1);
    const second = list.update(list.at(0), 'two');
    assert.deepEqual([list.at(0).value, list.at(0).isPending, list.pendingCount], ['two', true, 2]);
    list.reconnect();
    assert.deepEqual([await first, await second], [{ version: 5 }, { version: 6 }]);
    assert.deepEqual(sent.map(({ headers }) => headers[CONDITION]), ['"r1@i"', '"r1@i"', '"r5@i"']);
    assert.deepEqual(sent[0].headers, sent[1].headers);
    assert.notEqual(sent[1].headers[KEY], sent[2].headers[KEY]);

    const problem = await refused(list.update(list.at(0), 'three'));
    assert.deepEqual([problem.slug, problem.body.current.value, sent[3].headers[CONDITION]], ['precondition-failed', 8, '"r6@i"']);
    assert.deepEqual([list.at(0).value, list.pendingCount], ['two', 0]);
    await list.stop();
}

/** What was sent, and has been done, is no conflict with itself. */
async function repeats() {
    const current = { id: 'i', revision: 7, value: { b: 1, a: 2 } };
    const { service } = server(
        'lost', refusal(412, 'precondition-failed', { current }), 'lost', refusal(404, 'item-not-found'), 'lost', refusal(422, 'id-taken'),
        refusal(422, 'id-taken'));
    const list = await opened(service);
    const again = setInterval(() => list.reconnect(), 5);
    assert.deepEqual(await list.update(list.at(0), { a: 2, b: 1 }), { version: 7 });
    await list.delete(list.at(1));
    await list.insert('new', [0, 1]);
    assert.equal((await refused(list.insert('new', [0, 1], { id: 'taken' }))).slug, 'id-taken');
    clearInterval(again);
    await list.stop();
}

/** An insertion or a move goes beside the next row where the first has gone, each time as another request. */
async function targets() {
    const gone = () => refusal(422, 'reference-not-found');
    const { service, sent } = server(gone(), gone(), gone(), done(2, 2), gone(), done(3, 3));
    const list = await opened(service);
    const ids = () => [0, 1, 2].map((offset) => list.at(offset)?.id);
    const inserted = list.insert('new', [0, 0], { id: 'n', type: 'T' });
    assert.deepEqual([ids(), list.at(0).value, list.at(0).isPending, list.count], [['n', 'i', 'j'], 'new', true, 3]);
    await inserted;
    const moved = list.move(list.at(1), [0, 2]);
    assert.deepEqual(ids(), ['n', 'j', 'i']);
    await moved;
    const item = '"item":{"id":"n","type":"T","value":"new"}';
    assert.deepEqual(sent.map(({ body }) => body), [
        `{${item},"before":"@i"}`, `{${item},"before":"@j"}`, `{${item},"index":0}`, `{${item}}`, '{"after":"@j"}', '{"to":[0,2]}',
    ]);
    assert.equal(new Set(sent.map(({ headers }) => headers[KEY])).size, 6);
    await list.stop();
}

/** An insertion and a move show at once, as changes, and are taken back where the server will not have them. */
async function placements() {
    const { service, sent } = server(refusal(403, 'forbidden'), done(2, 2), refusal(403, 'forbidden'), done(3, 3));
    const list = await opened(service);
    const view = new StrictView(list);
    list.subscribe((event) => view.take(event));
    const edits = [list.insert(1, [0, 1], { id: 'a' }), list.insert(2, [0, 1], { id: 'b' }), list.move(list.row(0, 3), [0, 0])];
    edits.push(list.update(list.find('b') && list.row(...list.find('b')), 3));
    assert.deepEqual([0, 1, 2, 3].map((offset) => list.at(offset).id), ['j', 'i', 'b', 'a']);
    const outcomes = await Promise.allSettled(edits);
    assert.deepEqual(outcomes.map(({ status }) => status), ['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    assert.deepEqual([0, 1, 2].map((offset) => [list.at(offset).id, list.at(offset).value]), [['i', { n: 1, x: 'y' }], ['b', 3], ['j', 2]]);
    assert.deepEqual([list.count, list.section(0).itemCount, list.at(1).isPending], [3, 3, false]);
    assert.ok(view.stages >= 5, `${view.stages}`);
    // What was inserted here is changed on the condition that nobody else has.
    assert.equal(sent[3].headers[CONDITION], '"r2@b"');
    await list.stop();
}

/** A row that was put beside another one stays where it was told of, although that other one is not known any more. */
async function forgotten() {
    const model = new ListModel(1, [{ id: 's', header: null, itemCount: 10 }]);
    model.ask(0, 5, 1);
    model.fill(1, ['a', 'b', 'c', 'd', 'e'].map((id) => item(id, 0)));
    const placed = new PlacedRows();
    const write = { item: { id: 'n' }, place: { before: 'c', after: null, section: 's', row: 9, item: item('n', 1) } };
    assert.deepEqual(placed.put(model, [write]).map(({ items }) => items.inserted[0].indexPath), [[0, 2]]);
    assert.equal(placed.without(() => {
        model.forgetOutside(8, 10);
        return model.itemCount;
    }), 10);
    assert.equal(model.itemCount, 11);
    assert.deepEqual(placed.take().map(({ items }) => items.deleted), [[{ id: 'n', indexPath: [0, 2] }]]);
    assert.deepEqual([model.itemCount, placed.take()], [10, []]);

    // A page has brought the row, whose answer has not come yet.
    placed.put(model, [write]);
    assert.equal(placed.replace(model, [write]), null);
    model.ask(0, 11, 2);
    model.fill(2, ['n', 'a', 'b', 'c'].map((id) => item(id, 0)));
    assert.deepEqual(placed.replace(model, [write]).map(({ items }) => items.deleted.length), [1]);
    assert.deepEqual([model.itemCount, model.find('n')], [10, [0, 0]]);
}

/** A page that was on its way when the list was stopped is asked for again after the next start. */
async function pages() {
    const pending = [];
    const section = { ...LIST['lists/a/sections'].sections[0], items: [] };
    const answers = { ...LIST, 'lists/a/sections': { ...LIST['lists/a/sections'], sections: [section] } };
    const service = new SectionalService('http://h', {
        fetch: async (address, { signal }) => {
            const path = new URL(address).pathname.slice(1);
            if (path in answers) return answer(200, answers[path]);
            return new Promise((resolve, reject) => {
                signal.addEventListener('abort', () => reject(signal.reason));
                if (path === 'lists/a/items') pending.push(resolve);
            });
        },
    });
    const list = await opened(service);
    list.load(0, 2);
    await until('a request', () => pending.length === 1);
    assert.equal(list.at(1), null);
    await list.stop();
    list.start();
    await until('another request', () => pending.length === 2);
    pending[1](answer(200, { items: [item('i', 1), item('j', 2)] }));
    await until('the rows', () => list.at(1)?.value === 2);
    await list.stop();
}

/** What waits, and what is shown, is there at the next start; what an answer was lost of is sent as it was. */
async function restarts(folder) {
    const storage = fileStorage(`${folder}/kept`);
    const before = server('lost');
    const first = await opened(before.service, storage);
    first.load(0, 2);
    first.update(first.at(0), 'kept').catch(assert.fail);
    first.delete(first.at(1)).catch(assert.fail);
    await until('an attempt', () => before.sent.length === 1);
    await first.stop();

    const after = server(done(2, 2), refusal(409, 'item-gone'));
    const list = after.service.list('a', { storage });
    const refusals = [];
    list.subscribe((event) => { if (event.kind === 'refused') refusals.push([event.problem.slug, event.write.edits[0].isDeletion]); });
    list.subscribe(() => list.load(0, 2));
    list.start();
    await until('what was kept', () => list.version > 0);
    assert.deepEqual([list.at(0).value, list.at(1).isDeleted, list.section(0).header, list.info.id], ['kept', true, 'S', 'a']);
    await until('the answers', () => list.pendingCount === 0);
    // A list that was made anew since then would be another one.
    assert.ok(after.asked.some((address) => /events\?.*created=2026-01-01T00%3A00%3A00Z$/.test(address)), `${after.asked}`);
    assert.deepEqual([before.sent[0].headers, before.sent[0].body], [after.sent[0].headers, after.sent[0].body]);
    assert.deepEqual([refusals, list.at(0).value, list.at(1).isDeleted], [[['item-gone', true]], 'kept', false]);
    await list.stop();
    // The version that is kept has not what was answered, so that is kept too.
    assert.deepEqual(JSON.parse(await storage.read('a.outbox')).map(({ edits, version }) => [edits[0].value, version]), [['kept', 2]]);
    const last = server(done(3, 3));
    const again = await opened(last.service, storage);
    await again.update(again.at(0), 'more');
    assert.equal(last.sent[0].headers[CONDITION], '"r2@i"');
    assert.throws(() => again.insert(1, [7, 0]), RangeError);
    await again.stop();
}

/** An error of a listener is the app's: the others are told, and the list goes on. */
async function listeners() {
    const errors = [];
    process.on('uncaughtException', (error) => errors.push(error.message));
    const list = server().service.list('a');
    const told = [];
    list.subscribe(() => { throw new Error('mine'); });
    const end = list.subscribe(({ kind }) => told.push(kind));
    list.start();
    await until('the list', () => list.version > 0 && errors.length >= 2);
    assert.ok(told.includes('reload') && errors.every((message) => message === 'mine'), `${told}, ${errors}`);
    const { length } = told;
    const before = list.snapshot();
    end();
    await list.stop();
    assert.ok(told.length === length && list.snapshot() > before);
    process.removeAllListeners('uncaughtException');
}

async function storages(folder) {
    const texts = new Map();
    const area = {
        getItem: (key) => texts.get(key) ?? null, setItem: (key, text) => texts.set(key, text), removeItem: (key) => texts.delete(key),
    };
    for (const storage of [memoryStorage(), webStorage('p.', area), fileStorage(`${folder}/files`)]) {
        assert.equal(await storage.read('a/b.list'), null);
        await Promise.all([storage.write('a/b.list', 'one'), storage.write('a/b.list', 'two'), storage.write('c', 'three')]);
        assert.deepEqual([await storage.read('a/b.list'), await storage.read('c')], ['two', 'three']);
        await storage.remove('a/b.list');
        await storage.remove('a/b.list');
        assert.equal(await storage.read('a/b.list'), null);
    }
    assert.deepEqual([...texts], [['p.c', 'three']]);

    const { service } = server(done(2, 2));
    const failing = { ...memoryStorage(), write: async () => { throw new Error('full'); } };
    const list = service.list('a', { storage: failing });
    const errors = [];
    list.subscribe((event) => { if (event.kind === 'failed') errors.push(event.error.message); });
    list.start();
    await until('the list', () => list.version > 0);
    assert.deepEqual(await list.update(list.at(0), 1), { version: 2 });
    await list.stop();
    assert.ok(errors.length > 0 && errors.every((message) => message === 'full'));
}

/** Runs all; `folder` is for files. */
export async function runUnits(folder) {
    const parts = [requests, values, conditions, repeats, targets, placements, forgotten, pages, restarts, listeners, storages];
    for (const part of [...parts, ...editParts, ...undoParts, ...tabParts, ...silenceParts]) {
        try {
            await part(folder);
        } catch (error) {
            throw new Error(`${part.name}: ${error.stack}`);
        }
    }
    return 'units pass';
}
