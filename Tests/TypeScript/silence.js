// A network that stays bad: one that holds connections open without a byte, ends nothing, or answers in the server's place.

import assert from 'node:assert/strict';
import { SectionalService } from '../../Clients/TypeScript/src/index.js';
import { answer, done, item, LIST, opened, refusal, refused, stage, until } from './scriptedserver.js';

const SILENCE = 40;
const KEY = 'Idempotency-Key';

/** An answer that comes to `text`, and no further. */
function unfinished(text, signal, type = 'application/json') {
    const stream = new ReadableStream({
        start: (controller) => {
            controller.enqueue(new TextEncoder().encode(text));
            signal.addEventListener('abort', () => controller.error(signal.reason));
        },
    });
    return new Response(stream, { status: 200, headers: { 'Content-Type': type } });
}

const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * A service whose requests get what `script(path, count)` says, which counts those to a path from 1: an answer; `held` for none; a text for
 * an answer that has no end; undefined for what the list has. A write without a script of its own is held.
 */
function network(script) {
    const counts = new Map();
    const keys = [];
    const service = new SectionalService('http://h', {
        silence: SILENCE,
        fetch: async (address, { method = 'GET', headers, signal }) => {
            signal?.throwIfAborted();
            const path = new URL(address).pathname.slice(1);
            const count = (counts.get(path) ?? 0) + 1;
            counts.set(path, count);
            if (method !== 'GET') keys.push(headers[KEY]);
            const answered = script(path, count) ?? (path in LIST ? answer(200, LIST[path]) : 'held');
            if (typeof answered !== 'string') return answered;
            if (answered !== 'held') return unfinished(answered, signal, path.endsWith('/events') ? 'text/event-stream' : undefined);
            return new Promise((resolve, reject) => { signal?.addEventListener('abort', () => reject(signal.reason)); });
        },
    });
    return { service, keys, count: (path) => counts.get(path) ?? 0 };
}

/** A list is opened, though the first requests get no answer, or the beginning of one. */
async function openings() {
    for (const first of ['held', '{"id":"a"', answer(403, 'a network wants a sign-in'), answer(503, {}, { 'Retry-After': '0' })]) {
        const { service, count } = network((path, number) => (path === 'lists/a' && number === 1 ? first : undefined));
        const list = await opened(service);
        assert.equal(count('lists/a'), 2);
        await list.stop();
    }
}

/** A stream is asked for again, where it has no answer, falls silent, or is answered by something else than the server. */
async function streams() {
    const firsts = ['held', ': \n\n', answer(404, 'no JSON'), answer(403, 'no JSON'), refusal(408, 'request-timeout')];
    for (const first of firsts) {
        const change = event('change', { from: 1, to: 2, stages: [] });
        const { service, count } = network((path, number) => (path === 'lists/a/events' ? (number === 1 ? first : change) : undefined));
        const list = await opened(service);
        await until('another stream', () => list.version === 2);
        assert.ok(count('lists/a/events') >= 2);
        await list.stop();
    }
    const { service } = network((path) => (path === 'lists/a/events' ? refusal(410, 'list-gone') : undefined));
    const list = await opened(service);
    await until('the end', () => list.state === 'refused');
    await list.stop();
}

/** What an event asks for is asked for again. */
async function gaps() {
    const events = event('change', { from: 2, to: 3, stages: [] });
    const { service, count } = network((path, number) => {
        if (path === 'lists/a/events') return events;
        if (path === 'lists/a/changes') return number === 1 ? 'held' : answer(200, { from: 1, to: 3, stages: [] });
        return undefined;
    });
    const list = await opened(service);
    await until('the changes', () => list.version === 3);
    assert.equal(count('lists/a/changes'), 2);
    await list.stop();
}

/** A change that does not fit what is shown loads the list again, once. */
async function misfits() {
    const deleted = stage({ items: { deleted: [{ id: 'k', indexPath: [7, 0] }] } });
    const sections = { ...LIST['lists/a/sections'], version: 2 };
    const { service, count } = network((path, number) => {
        if (path === 'lists/a/events') return event('change', { from: 1, to: 2, stages: [deleted] });
        return path === 'lists/a/sections' && number > 1 ? answer(200, sections) : undefined;
    });
    const list = await opened(service);
    await until('the list', () => list.version === 2);
    assert.deepEqual([list.at(0).id, list.count, count('lists/a/sections')], ['i', 2, 2]);
    await list.stop();
}

/** An edit whose answer does not come is sent again, with its key; rows are asked for again. */
async function held() {
    const { service, keys } = network((path, number) => {
        if (path === 'lists/a/items/@i') return number === 1 ? 'held' : done(2, 2);
        return undefined;
    });
    const list = await opened(service);
    assert.deepEqual(await list.update(list.at(0), 'again'), { version: 2 });
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1]);
    await list.stop();

    const section = { ...LIST['lists/a/sections'].sections[0], items: [] };
    const rows = network((path, number) => {
        if (path === 'lists/a/sections') return answer(200, { ...LIST[path], sections: [section] });
        if (path !== 'lists/a/items') return undefined;
        return number === 1 ? '{"items":[' : answer(200, { items: [item('i', 1), item('j', 2)] });
    });
    const other = await opened(rows.service);
    other.load(0, 2);
    await until('the rows', () => other.at(1)?.value === 2);
    await other.stop();
}

/** A request ends with its signal, and with nothing else where it is no GET. */
async function ends() {
    const { service } = network(() => 'held');
    const abort = new AbortController();
    const first = refused(service.get(['lists', 'a'], {}, abort.signal));
    abort.abort();
    assert.equal((await first).name, 'AbortError');
    assert.deepEqual((({ status, isTemporary }) => [status, isTemporary])(await refused(service.get(['lists', 'a']))), [0, true]);
    let isOver = false;
    service.write('POST', service.url(['lists'])).finally(() => { isOver = true; });
    await new Promise((resolve) => { setTimeout(resolve, 3 * SILENCE); });
    assert.equal(isOver, false);

    const long = network(() => answer(503, {}, { 'Retry-After': '1e9' }));
    assert.equal((await refused(long.service.get(['lists']))).retryAfter, 600);
    const search = network((path) => (path === 'lists/a/export' ? '{"item":{"id":"i","value":"x"}}\n' : undefined));
    const list = await opened(search.service);
    const hits = list.search('x');
    assert.equal(await hits.at(0), 'i');
    assert.equal((await refused(hits.at(1))).status, 0);
    await list.stop();
}

/** The time of a sign-in is not the server's silence. */
async function signIns() {
    let isSignedIn = false;
    const wait = () => new Promise((resolve) => { setTimeout(resolve, 3 * SILENCE); });
    const service = new SectionalService('http://h', {
        silence: SILENCE, token: async () => { await wait(); return 'one'; },
        refused: async () => { await wait(); isSignedIn = true; return true; },
        fetch: async (_, { signal }) => {
            signal.throwIfAborted();
            return isSignedIn ? answer(200, 7) : refusal(401, 'unauthorized');
        },
    });
    assert.equal(await service.get(['lists']), 7);
}

export const silenceParts = [openings, streams, gaps, misfits, held, ends, signIns];
