// Follows an event stream for as long as it is wanted: resumes where it was, waits longer after each failure, and gives up on a no.

import { EventStreamParser } from './events.js';
import { Problem } from './service.js';
import { pieces, sleep, Watch } from './waiting.js';

/** @typedef {import('./service.js').SectionalService} SectionalService */

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
        let asked = 0;
        // A stream speaks every 15 seconds.
        const watch = new Watch(service.silence * 1.5, signal);
        try {
            const headers = { Accept: 'text/event-stream', ...(last === null ? {} : { 'Last-Event-ID': last }) };
            const answer = await service.send(address, { headers, cache: 'no-store' }, watch);
            if (!answer.ok) throw await service.refusal(answer);
            on.state('live');
            const started = performance.now();
            const heard = () => { if (performance.now() - started > GOOD) wait = FIRST_WAIT; };
            for await (const { name, data, id } of events(answer, watch, heard)) {
                wait = FIRST_WAIT;
                if (signal.aborted) return;
                await on.event(name, data);
                last = id || last;
            }
        } catch (error) {
            if (signal.aborted) return;
            if (error instanceof Problem && !error.isTemporary) {
                on.state('refused', error);
                return;
            }
            asked = (error.retryAfter ?? 0) * 1_000;
        } finally {
            watch.close();
        }
        if (signal.aborted) return;
        const pause = Math.max(asked, wait * (0.5 + Math.random() / 2));
        on.state('waiting', pause);
        await sleep(pause, signal);
        wait = Math.min(wait * 2, LONGEST_WAIT);
    }
}

/**
 * The events of an answer, until it ends, breaks, or is silent for too long.
 * @param {Response} answer
 * @param {Watch} watch
 * @param {function} heard Called with each piece that comes, comments too.
 */
async function* events(answer, watch, heard) {
    const parser = new EventStreamParser();
    for await (const piece of pieces(answer, watch)) {
        heard();
        yield* parser.take(piece);
    }
}
