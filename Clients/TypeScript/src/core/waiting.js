// Waits that come to an end: for a server that has gone silent, and for the next attempt.

/**
 * Ends an exchange with the server in which nothing comes any more: a network that holds bytes back says nothing by itself, and a request
 * would wait for it for ever.
 */
export class Watch {
    #controller = new AbortController();
    #milliseconds;
    #outer;
    #timer;
    #end = () => this.#controller.abort(this.#outer?.reason);

    /**
     * @param {number} milliseconds The longest silence; `Infinity` for none.
     * @param {AbortSignal} [outer] Ends the exchange too.
     */
    constructor(milliseconds, outer = undefined) {
        this.#milliseconds = milliseconds;
        this.#outer = outer;
        if (outer?.aborted) this.#end();
        else outer?.addEventListener('abort', this.#end);
    }

    /** What the exchange is to be ended by. */
    get signal() {
        return this.#controller.signal;
    }

    /** Whether it was ended by silence. */
    get isSilent() {
        return this.signal.aborted && !this.#outer?.aborted;
    }

    /** Something has come, or was asked for: the silence begins here. */
    heard() {
        this.rest();
        if (this.#milliseconds < Infinity) this.#timer = setTimeout(this.#end, this.#milliseconds);
    }

    /** Nothing is waited for until `heard`. */
    rest() {
        clearTimeout(this.#timer);
    }

    /** The exchange is over. */
    close() {
        this.rest();
        this.#outer?.removeEventListener('abort', this.#end);
    }
}

/**
 * The text of an answer, piece by piece as it comes.
 * @param {Response} answer
 * @param {Watch} watch
 */
export async function* pieces(answer, watch) {
    if (answer.body === null) return;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    try {
        for (;;) {
            watch.heard();
            const { value, done } = await reader.read();
            watch.rest();
            if (done) return;
            yield value;
        }
    } finally {
        reader.cancel().catch(() => {});
    }
}

/**
 * Waits, but no longer than until the network is back or the signal ends it.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function sleep(milliseconds, signal) {
    return new Promise((resolve) => {
        const timer = setTimeout(done, milliseconds);
        function done() {
            clearTimeout(timer);
            globalThis.removeEventListener?.('online', done);
            signal.removeEventListener('abort', done);
            resolve();
        }
        globalThis.addEventListener?.('online', done);
        signal.addEventListener('abort', done);
        if (signal.aborted) done();
    });
}
