// Follows an event stream for as long as it is wanted: resumes where it was, waits longer after each failure, and gives up on a no.

import { EventStreamParser } from './events.js';
import { Problem } from './service.js';

/** @typedef {import('./service.js').SectionalService} SectionalService */

const SILENCE = 45_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** A stream that still speaks after so many milliseconds was a good one, though nothing has changed. */
const GOOD = 10_000;

/**
 * @param {SectionalService} service
 * @param {string} address Of the stream.
 * @param {number|null} since The version that is known; null begins with what comes next.
 * @param {AbortSignal} signal Ends it.
 * @param {object} on `event(name, data)`, awaited one after the other; `state(word, detail)`: `connecting`, `live`, `waiting` with the
 *   milliseconds until the next attempt, `refused` with the problem, which is the end.
 */
export async function follow(service, address, since, signal, on) {
    let last = since === null ? null : String(since);
    let wait = FIRST_WAIT;
    while (!signal.aborted) {
        on.state('connecting');
        try {
            const headers = { Accept: 'text/event-stream', ...(last === null ? {} : { 'Last-Event-ID': last }) };
            const answer = await service.send(address, { headers, signal, cache: 'no-store' });
            if (!answer.ok) throw await service.refusal(answer);
            on.state('live');
            const started = performance.now();
            const heard = () => { if (performance.now() - started > GOOD) wait = FIRST_WAIT; };
            for await (const { name, data, id } of events(answer, heard)) {
                wait = FIRST_WAIT;
                if (signal.aborted) return;
                await on.event(name, data);
                last = id || last;
            }
        } catch (error) {
            if (signal.aborted) return;
            if (error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429) {
                on.state('refused', error);
                return;
            }
        }
        if (signal.aborted) return;
        const pause = wait * (0.5 + Math.random() / 2);
        on.state('waiting', pause);
        await online(pause, signal);
        wait = Math.min(wait * 2, LONGEST_WAIT);
    }
}

/**
 * The events of an answer, until it ends, breaks, or is silent for too long: the server sends a comment every 15 seconds.
 * @param {function} heard Called with each piece that comes, comments too.
 */
async function* events(answer, heard) {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    const parser = new EventStreamParser();
    let watchdog;
    try {
        for (;;) {
            clearTimeout(watchdog);
            watchdog = setTimeout(() => reader.cancel().catch(() => {}), SILENCE);
            const { value, done } = await reader.read();
            if (done) return;
            heard();
            yield* parser.take(value);
        }
    } finally {
        clearTimeout(watchdog);
        reader.cancel().catch(() => {});
    }
}

/** Waits, but no longer than until the network is back or the signal ends it. */
function online(pause, signal) {
    return new Promise((resolve) => {
        const timer = setTimeout(done, pause);
        function done() {
            clearTimeout(timer);
            globalThis.removeEventListener?.('online', done);
            signal.removeEventListener('abort', done);
            resolve();
        }
        globalThis.addEventListener?.('online', done);
        signal.addEventListener('abort', done);
    });
}
