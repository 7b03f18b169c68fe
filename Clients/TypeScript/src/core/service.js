// Requests to one server: addresses, the token, problems, and writes that are done once.

import { pieces, Watch } from './waiting.js';

/** Milliseconds without a byte after which a request counts as lost. */
const SILENCE = 30_000;
/** The most seconds of what a server asks to wait. */
const LONGEST_RETRY = 600;

/** What the server said no to (RFC 9457), or that it could not be reached (`status` 0). */
export class Problem extends Error {
    /**
     * @param {number} status Of the answer; 0 where there is none.
     * @param {any} body The answer, parsed; null where it is no JSON.
     * @param {string} text The answer as it was sent.
     */
    constructor(status, body, text = '') {
        super(body?.detail || body?.title || `The server answered ${status}.`);
        this.status = status;
        /** The end of the problem's type: `item-not-found`; empty where the answer has none. */
        this.slug = (body?.type ?? '').split('/').pop();
        this.errors = body?.errors ?? [];
        this.body = body;
        /** The body as it was sent. */
        this.text = text;
        /** Seconds after which the server wants to be asked again, ten minutes at most; null where it does not say. */
        this.retryAfter = null;
    }

    static unreachable() {
        return new Problem(0, { title: 'The server cannot be reached.' });
    }

    /**
     * Whether the same request can succeed later: there was no answer, or one of a server that is in trouble, or of something
     * between here and the server.
     */
    get isTemporary() {
        if (this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500) return true;
        return this.slug === 'request-in-progress' || (this.slug === '' && (this.status === 403 || this.status === 404));
    }
}

/** A path segment, encoded as the contract writes ids; an `@` in front says that one follows. */
export function segment(text) {
    return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`).replace(/^%40/, '@');
}

/** The entity tag of an item's content, whatever its position. */
export const itemTag = (item) => `"r${item.revision}@${segment(`@${item.id}`).slice(1)}"`;

/**
 * A key of a write, or an id, which has to be another one each time and is no secret. `crypto.randomUUID` is there on secure origins alone,
 * and Node 18 has no `crypto` that is global.
 */
export function randomID() {
    const bytes = new Uint8Array(16);
    if (globalThis.crypto) crypto.getRandomValues(bytes);
    else bytes.forEach((_, index) => { bytes[index] = Math.random() * 256; });
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Throws what a request that got no answer ends with.
 * @returns {never}
 */
function lost(error) {
    throw error.name === 'AbortError' ? error : Problem.unreachable();
}

/**
 * The whole text of an answer.
 * @param {Response} answer
 * @param {Watch} watch
 */
async function textOf(answer, watch) {
    let text = '';
    try {
        for await (const piece of pieces(answer, watch)) text += piece;
    } catch (error) {
        lost(error);
    }
    return text;
}

export class SectionalService {
    /** What makes values of an answer's text. */
    parse;
    /** Milliseconds without a byte after which a request counts as lost. */
    silence;
    #base;
    #token;
    #refused;
    #fetch;
    #written;
    /** The largest page that the server allows, as far as it has said. */
    #largestPage = Infinity;

    /**
     * @param {string} address Of the server; where it stands behind a path, with that.
     * @param {object} [options]
     * @param {string | null | (() => string | null | Promise<string | null>)} [options.token] The token of each request, or what gives it.
     * @param {(token: string | null) => boolean | Promise<boolean>} [options.refused] Called where the server refuses a token: says whether
     *   `token` gives another one now. Several requests may call it at once.
     * @param {(address: string, init: any) => Promise<Response>} [options.fetch] Sends a request; the global `fetch` by default.
     * @param {(text: string) => any} [options.parse] Reads JSON; `JSON.parse` by default.
     * @param {(write: { method: string, address: string, json: any, text: string, headers: Headers }) => void} [options.written] Told of
     *   each write that was done.
     * @param {number} [options.silence] Milliseconds without a byte after which a request counts as lost, 30,000 by default; of an event
     *   stream one half more.
     */
    constructor(address, options = {}) {
        const { token = null } = options;
        this.#base = address.endsWith('/') ? address : `${address}/`;
        this.#token = typeof token === 'function' ? token : () => token;
        this.#refused = options.refused ?? (() => false);
        this.#fetch = options.fetch ?? ((target, init) => fetch(target, init));
        this.#written = options.written ?? (() => {});
        this.parse = options.parse ?? JSON.parse;
        this.silence = options.silence ?? SILENCE;
    }

    /**
     * An address of the server, from segments and a query: `url(['lists', id, 'items'], { at: 7 })`. What is undefined or null in the
     * query is left out.
     * @param {string[]} segments
     * @param {Object<string, any>} [query]
     */
    url(segments, query = {}) {
        const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
        const search = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
        return new URL(segments.map(segment).join('/') + (search && `?${search}`), this.#base).href;
    }

    /**
     * Sends a request with the token; again where that was refused and there is another one.
     * @param {string} address
     * @param {any} [init] As of `fetch`.
     * @param {Watch} [watch] Ends it where no answer comes.
     * @returns {Promise<Response>}
     * @throws {Problem} For 401; with status 0 where there is no answer.
     */
    async send(address, init = {}, watch = undefined) {
        for (;;) {
            const token = await this.#token();
            const headers = { ...init.headers, ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
            let answer;
            watch?.heard();
            try {
                answer = await this.#fetch(address, { ...init, headers, ...(watch && { signal: watch.signal }) });
            } catch (error) {
                lost(error);
            }
            if (answer.status !== 401) return answer;
            const problem = await this.refusal(answer);
            watch?.rest();
            if (!await this.#refused(token)) throw problem;
        }
    }

    /**
     * The problem that an answer is.
     * @param {Response} answer
     */
    async refusal(answer) {
        const text = await answer.text().catch(() => '');
        let body = null;
        try {
            body = this.parse(text);
        } catch {
            // An answer of something between here and the server, which is no JSON.
        }
        const problem = new Problem(answer.status, body, text);
        const seconds = Number(answer.headers.get('Retry-After') ?? NaN);
        if (seconds >= 0) problem.retryAfter = Math.min(seconds, LONGEST_RETRY);
        return problem;
    }

    /**
     * Sends a request, and reads the whole answer.
     * @param {string} method
     * @param {string} address
     * @param {object} [options]
     * @param {any} [options.body] JSON as text, a blob, or something to be made JSON.
     * @param {Object<string, string>} [options.headers]
     * @param {AbortSignal} [options.signal]
     * @param {(text: string) => any} [options.reads] What parses the answer.
     * @param {boolean} [options.isWatched] Whether it counts as lost when nothing comes for long: a GET does by default, and a write, which
     *   may take long, does not.
     * @returns {Promise<{json: any, text: string, headers: Headers}>}
     * @throws {Problem}
     */
    async request(method, address, options = {}) {
        const { body, headers = {}, signal, reads = this.parse, isWatched = method === 'GET' } = options;
        const sent = { ...headers };
        const init = { method, headers: sent, signal, body: undefined };
        if (body !== undefined) {
            init.body = typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body);
            sent['Content-Type'] ??= 'application/json';
        }
        const watch = new Watch(isWatched ? this.silence : Infinity, signal);
        try {
            const answer = await this.send(address, init, watch);
            if (!answer.ok) throw await this.refusal(answer);
            const text = await textOf(answer, watch);
            return { json: text === '' ? null : reads(text), text, headers: answer.headers };
        } catch (error) {
            throw watch.isSilent ? Problem.unreachable() : error;
        } finally {
            watch.close();
        }
    }

    /**
     * The JSON of a GET.
     * @param {string[]} segments
     * @param {Object<string, any>} [query]
     * @param {AbortSignal} [signal]
     */
    async get(segments, query, signal) {
        return (await this.request('GET', this.url(segments, query), { signal })).json;
    }

    /**
     * As `get`, of a page with a `limit`: a smaller one where the server allows no page as large.
     * @param {string[]} segments
     * @param {{ limit?: number, [name: string]: any }} query
     * @param {AbortSignal} [signal]
     */
    async getPage(segments, query, signal) {
        return (await this.requestPage(segments, query, signal)).json;
    }

    /**
     * As `getPage`, with what `request` returns beside the JSON; `reads` is as there.
     * @param {string[]} segments
     * @param {{ limit?: number, [name: string]: any }} query
     * @param {AbortSignal} [signal]
     * @param {(text: string) => any} [reads]
     */
    async requestPage(segments, query, signal, reads = this.parse) {
        if (query.limit === undefined) return this.request('GET', this.url(segments, query), { signal, reads });
        const limit = Math.min(query.limit, this.#largestPage);
        try {
            return await this.request('GET', this.url(segments, { ...query, limit }), { signal, reads });
        } catch (problem) {
            if (problem.status !== 400 || problem.errors[0]?.parameter !== 'limit' || limit <= 1) throw problem;
            this.#largestPage = Math.floor(limit / 2);
            return this.requestPage(segments, query, signal, reads);
        }
    }

    /**
     * A write that is done once, whatever is sent twice.
     * @param {string} method
     * @param {string} address
     * @param {{ body?: any, headers?: Object<string, string>, isWatched?: boolean }} options As of `request`.
     */
    async write(method, address, { body, headers = {}, isWatched } = {}) {
        const answer = await this.request(method, address, { body, headers: { 'Idempotency-Key': randomID(), ...headers }, isWatched });
        this.#written({ method, address, ...answer });
        return answer;
    }

    /**
     * What a dialog writes with, as `write`: the same words have the same key. So they are done once, although they are sent again because
     * their answer was lost.
     */
    writer() {
        const keys = new Map();
        /**
         * @param {string} method
         * @param {string} address
         * @param {{ body?: any, headers?: Object<string, string> }} options
         */
        return (method, address, options = {}) => {
            const words = JSON.stringify([method, address, options]);
            if (!keys.has(words)) keys.set(words, randomID());
            return this.write(method, address, { ...options, headers: { ...options.headers, 'Idempotency-Key': keys.get(words) } });
        };
    }
}
