// The session of the list that this page shows: it rests while the tab is hidden, and notes which lists are views.

import { service } from './api.js';
import { ListSession } from './session.js';
import { noteView } from './views.js';

export class PageSession extends ListSession {
    #end = new AbortController();

    constructor(list, on) {
        const info = (list) => {
            noteView(list);
            on.info(list);
        };
        super(service, list, { ...on, info }, { measures: true });
        // A hidden tab gives its connection back: a browser has six to a server, for all its tabs.
        document.addEventListener('visibilitychange', () => this.#rest(), { signal: this.#end.signal });
        this.#rest();
    }

    #rest() {
        if (document.hidden) this.pause();
        else this.resume();
    }

    /** @override */
    close() {
        this.#end.abort();
        super.close();
    }
}
