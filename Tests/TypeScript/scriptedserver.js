// A server that answers what a test wants, and a list of it.

import assert from 'node:assert/strict';
import { memoryStorage, SectionalService } from '../../Clients/TypeScript/src/index.js';

export const item = (id, value) => ({ id, type: null, cell: 'Cell', revision: 1, value });

/** A list of two items, as a server shows it, without a stream of events. */
export const LIST = {
    'lists/a': { id: 'a', version: 1, title: null, metadata: {}, createdAt: '2026-01-01T00:00:00Z', identity: null },
    'lists/a/sections': {
        version: 1, sectionCount: 1, offset: 0, sections: [{
            id: 's', index: 0, header: 'S', footer: null, metadata: {}, itemCount: 2,
            items: [item('i', { n: 1, x: 'y' }), item('j', 2)],
        }],
    },
};

export const answer = (status, body, headers = {}) => new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
export const refusal = (status, slug, more = {}) => answer(status, { type: `/problems/${slug}`, title: slug, ...more });
export const done = (version, revision) => answer(200, {}, { 'List-Version': `${version}`, ETag: `"r${revision}-0.0@i"` });

/**
 * A service whose writes are answered one after the other, and then not at all; `sent` has them, `queries` theirs, and `asked` the other
 * requests. `push` sends the next version to those who follow; before the first there is no stream.
 */
export function server(...answers) {
    return serverOf({}, ...answers);
}

/** As `server`, of a list with other members. */
export function serverOf(members, ...answers) {
    const [sent, asked, queries, streams, events] = [[], [], [], new Set(), []];
    const known = { ...LIST, 'lists/a': { ...LIST['lists/a'], ...members } };
    const follow = () => answer200(new ReadableStream({
        start: (controller) => {
            streams.add(controller);
            for (const text of events) controller.enqueue(text);
        },
    }));
    const push = (to, ...stages) => {
        const text = new TextEncoder().encode(`event: change\nid: ${to}\ndata: ${JSON.stringify({ from: to - 1, to, stages })}\n\n`);
        events.push(text);
        for (const stream of streams) stream.enqueue(text);
    };
    const service = new SectionalService('http://h/base', {
        fetch: async (address, init) => {
            const path = new URL(address).pathname.slice('/base/'.length);
            if ((init.method ?? 'GET') === 'GET') {
                asked.push(address);
                if (path === 'lists/a/events' && events.length > 0) return follow();
                return path in known ? answer(200, known[path]) : refusal(503, 'unavailable');
            }
            sent.push({ path, ...init });
            queries.push(new URL(address).search);
            const next = answers.shift();
            if (next === undefined) return new Promise(() => {});
            if (next === 'lost') throw new TypeError('fetch failed');
            return next;
        },
    });
    return { service, sent, asked, queries, push };
}

const answer200 = (stream) => new Response(stream, { status: 200, headers: { 'Content-Type': 'text/event-stream' } });

/** A stage of a change. */
export const stage = ({ sections = {}, items = {} }) => ({
    sections: { deleted: [], inserted: [], moved: [], updated: [], ...sections },
    items: { deleted: [], inserted: [], moved: [], updated: [], ...items },
});

export async function until(what, holds) {
    for (const deadline = Date.now() + 10_000; !holds();) {
        assert.ok(Date.now() < deadline, `${what} never came`);
        await new Promise((resolve) => { setTimeout(resolve, 2); });
    }
}

export async function opened(service, storage = memoryStorage()) {
    const list = service.list('a', { storage });
    list.start();
    await until('the list', () => list.version > 0);
    return list;
}

export const refused = (edit) => edit.then(() => assert.fail('it was done'), (problem) => problem);
