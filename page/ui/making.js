// Waits for a list that is not there: until somebody makes it, or makes it again.

import { getPage, service, url } from './api.js';
import { follow } from './follow.js';

/**
 * Waits while the tab is looked at.
 * @param {AbortSignal} life Ends it.
 * @param {function} made Called once, when the list is there.
 */
export function awaitList(list, life, made) {
    let stream = null;
    const done = () => {
        if (life.aborted || stream === null) return;
        stream.abort();
        stream = null;
        made();
    };
    const wait = () => {
        stream?.abort();
        if (document.hidden || life.aborted) return;
        stream = new AbortController();
        const { signal } = stream;
        follow(service, url(['events'], { lists: list }), null, signal, {
            // It may have been made before the stream began.
            state: (word) => { if (word === 'live') look(signal); },
            event: (name) => { if (name === 'change' || name === 'reset') done(); },
        });
    };
    async function look(signal) {
        // Ids are in order, so the first one that begins like it is the list itself.
        const { lists } = await getPage(['lists'], { prefix: list, limit: 1 }, signal).catch(() => ({ lists: [] }));
        if (!signal.aborted && lists[0]?.id === list) done();
    }
    document.addEventListener('visibilitychange', wait, { signal: life });
    life.addEventListener('abort', () => stream?.abort());
    wait();
}
