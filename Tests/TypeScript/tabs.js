// Several lists over one storage, as in the tabs of a browser.

import assert from 'node:assert/strict';
import { memoryStorage, webStorage } from '../../Clients/TypeScript/src/index.js';
import { done, opened, refusal, server, until } from './scriptedserver.js';

/** A storage that is one for several objects, and what it holds. */
function shared() {
    const texts = new Map();
    const area = {
        getItem: (key) => texts.get(key) ?? null, setItem: (key, text) => texts.set(key, text), removeItem: (key) => texts.delete(key),
    };
    return { texts, open: () => ({ ...webStorage('p.', area), scope: 'p.' }) };
}

const valuesOf = (text) => JSON.parse(text ?? '[]').map(({ edits }) => edits[0].value);
const lost = (count) => server(...Array.from({ length: count }, () => 'lost'));

/** Each list keeps and sends its own writes, once; those of lists that have ended are sent by the next. */
async function slots() {
    const storage = memoryStorage();
    for (const open of [shared().open, () => storage]) {
        const kept = async (name) => valuesOf(await open().read(name));
        const [first, second] = [lost(9), lost(9)];
        const lists = [await opened(first.service, open()), await opened(second.service, open())];
        lists.forEach((list, index) => {
            list.update(list.at(index), `by ${index}`).catch(assert.fail);
            list.insert(`row of ${index}`, [0, 0], { id: `n${index}` }).catch(assert.fail);
        });
        await until('attempts', () => first.sent.length > 0 && second.sent.length > 0);
        assert.deepEqual(lists.map(({ pendingCount }) => pendingCount), [2, 2]);
        await Promise.all(lists.map((list) => list.stop()));
        assert.deepEqual([(await kept('a.outbox'))[0], (await kept('a.outbox.2'))[0]], ['by 0', 'by 1']);
        // Edited while it is stopped, it has a slot for that alone.
        lists[0].delete(lists[0].at(0)).catch(assert.fail);
        let count = 0;
        for (; count < 5; count = (await kept('a.outbox')).length) await new Promise((resolve) => { setTimeout(resolve, 1); });

        const last = server(...[2, 3, 4, 5, 6].map((version) => done(version, version)));
        const list = await opened(last.service, open());
        await until('the answers', () => last.sent.length === 5 && list.pendingCount === 0);
        assert.deepEqual(last.sent.map(({ method }) => method).sort(), ['DELETE', 'POST', 'POST', 'PUT', 'PUT']);
        assert.equal(new Set(last.sent.map(({ headers }) => headers['Idempotency-Key'])).size, 5);
        await list.stop();
        // The others know that theirs were taken over.
        await Promise.all(lists.map((other) => other.start()));
        await until('both', () => lists.every(({ pendingCount }) => pendingCount === 0));
        await Promise.all(lists.map((other) => other.stop()));
    }
}

/** The browser's locks, as another tab sees them. */
function locksOf(names) {
    return {
        request: async (name, { ifAvailable }, act) => {
            assert.ok(ifAvailable);
            if (names.has(name)) return act(null);
            names.add(name);
            await act({ name });
            names.delete(name);
            return undefined;
        },
    };
}

/** What another tab has is left to it, until it has gone. */
async function tabs() {
    const { texts, open } = shared();
    const left = await opened(lost(9).service, open());
    left.update(left.at(0), 'of another tab').catch(assert.fail);
    await until('what is kept', () => valuesOf(texts.get('p.a.outbox')).length === 1);
    await left.stop();
    const names = new Set(['sectional p.a.outbox']);
    const known = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    Object.defineProperty(globalThis, 'navigator', { value: { locks: locksOf(names) }, configurable: true });
    const scripted = server(done(2, 2), done(3, 3));
    const list = await opened(scripted.service, open());
    await list.update(list.at(1), 'mine');
    assert.deepEqual([list.at(0).isPending, scripted.sent.length, names.has('sectional p.a.outbox.2')], [false, 1, true]);
    assert.deepEqual(valuesOf(texts.get('p.a.outbox')), ['of another tab']);
    // It was closed.
    names.delete('sectional p.a.outbox');
    list.reconnect();
    await until('its edit', () => scripted.sent.length === 2);
    await until('the answer', () => list.pendingCount === 0);
    assert.deepEqual([scripted.sent[1].body, list.at(0).value, texts.has('p.a.outbox')], ['"of another tab"', 'of another tab', false]);
    await list.stop();
    await until('its lock', () => names.size === 0);
    if (known) Object.defineProperty(globalThis, 'navigator', known);
    else delete globalThis.navigator;
}

/** What cannot be read is told, and is no end: edits are kept and sent from there on. */
async function damaged() {
    const storage = memoryStorage();
    await storage.write('a.outbox', 'no JSON');
    const scripted = server(refusal(403, 'forbidden'));
    const list = scripted.service.list('a', { storage });
    const failures = [];
    list.subscribe((event) => { if (event.kind === 'failed') failures.push(event.error); });
    list.start();
    await until('the list', () => list.version > 0);
    assert.equal(failures.length, 1);
    await assert.rejects(list.update(list.at(0), 'sent'));
    assert.equal(await storage.read('a.outbox'), null);
    await list.stop();
}

export const tabParts = [slots, tabs, damaged];
