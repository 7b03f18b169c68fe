// Requests, problems, and the token. All addresses are relative to the page's, so it works behind a path prefix as well.

import { parse } from './rawjson.js';

/** What the server said no to (RFC 9457), or that it could not be reached (`status` 0). */
export class Problem extends Error {
    constructor(status, body, text = '') {
        super(body?.detail || body?.title || `The server answered ${status}.`);
        this.status = status;
        this.slug = (body?.type ?? '').split('/').pop();
        this.errors = body?.errors ?? [];
        this.body = body;
        /** The body as it was sent. */
        this.text = text;
        /** Seconds after which the server wants to be asked again; null where it does not say. */
        this.retryAfter = null;
    }

    static unreachable() {
        return new Problem(0, { title: 'The server cannot be reached.' });
    }
}

const TOKEN = 'sectional.token';
let token = sessionStorage.getItem(TOKEN) ?? localStorage.getItem(TOKEN);
/** @type {(refused: string | null) => Promise<{ token: string, isKept: boolean } | null>} */
let askForToken = async () => null;
let asking = null;
/** The user has closed the question without a token: it is not put again until they ask for it. */
let isDeclined = false;

export const hasToken = () => token !== null;

/** What carries the token in a request that this module does not send. */
export const tokenHeaders = () => (token === null ? {} : { Authorization: `Bearer ${token}` });

/**
 * Keeps a token for this tab, or for this machine, and says so by the event `token` of the window; null forgets it in both.
 * @param {string | null} value
 */
export function setToken(value, isKept = false) {
    token = value;
    isDeclined = false;
    sessionStorage.removeItem(TOKEN);
    // That of another tab stays, where this tab has one of its own.
    if (isKept || value === null) localStorage.removeItem(TOKEN);
    if (value !== null) (isKept ? localStorage : sessionStorage).setItem(TOKEN, value);
    dispatchEvent(new Event('token'));
}

/** Has the next refused request ask for a token, although the user would give none before. */
export function allowQuestion() {
    isDeclined = false;
}

/** Says who asks the user for a token: a function of the refused one, which gives `{ token, isKept }` or null. */
export function onUnauthorized(ask) {
    askForToken = ask;
}

/**
 * An address of the server, from segments and a query: `url(['lists', id, 'items'], { at: 7 })`. What is undefined or null in the query is
 * left out.
 */
export function url(segments, query = {}) {
    const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const search = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    return new URL(segments.map(segment).join('/') + (search && `?${search}`), document.baseURI).href;
}

/** A path segment, encoded as the contract writes ids; an `@` in front says that one follows. */
export function segment(text) {
    return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`).replace(/^%40/, '@');
}

/** The entity tag of an item's content, whatever its position. */
export const itemTag = (item) => `"r${item.revision}@${segment(`@${item.id}`).slice(1)}"`;

/**
 * Sends a request with the token, and asks for one where the server wants it; several requests share one question.
 * @throws {Problem} For 401 where no token is given, now or since the user would give none; with status 0 where there is no answer.
 */
export async function send(address, init = {}) {
    for (;;) {
        const sent = token;
        const headers = { ...init.headers, ...tokenHeaders() };
        let answer;
        try {
            answer = await fetch(address, { ...init, headers });
        } catch (error) {
            lost(error);
        }
        if (answer.status !== 401) return answer;
        const problem = await refusal(answer);
        if (sent !== token) continue;
        if (isDeclined) throw problem;
        asking ??= ask(sent).finally(() => { asking = null; });
        if (!await asking) throw problem;
    }
}

/** Puts the question to the user, and keeps the answer; false where there is none. */
async function ask(refused) {
    const given = await askForToken(refused);
    if (given === null) isDeclined = true;
    else setToken(given.token, given.isKept);
    return given !== null;
}

/**
 * Throws what a request that got no answer ends with.
 * @returns {never}
 */
function lost(error) {
    throw error.name === 'AbortError' ? error : Problem.unreachable();
}

/** The problem that an answer is. */
export async function refusal(answer) {
    const text = await answer.text().catch(() => '');
    const problem = new Problem(answer.status, body(text), text);
    const seconds = Number(answer.headers.get('Retry-After') ?? NaN);
    if (seconds >= 0) problem.retryAfter = seconds;
    return problem;

    function body(json) {
        try {
            return parse(json);
        } catch {
            return null;
        }
    }
}

/**
 * Sends a request, and reads the whole answer.
 * @param {string} method
 * @param {string} address
 * @param {{ body?: any, headers?: Object<string, string>, signal?: AbortSignal, reads?: function }} options `body`: JSON as text, a blob,
 *   or something to be made JSON; `reads`: what parses the answer.
 * @returns {Promise<{json: any, text: string, headers: Headers}>}
 * @throws {Problem}
 */
export async function request(method, address, { body, headers = {}, signal, reads = parse } = {}) {
    const init = { method, headers: { ...headers }, signal };
    if (body !== undefined) {
        init.body = typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body);
        init.headers['Content-Type'] ??= 'application/json';
    }
    const answer = await send(address, init);
    if (!answer.ok) throw await refusal(answer);
    const text = await answer.text().catch(lost);
    return { json: text === '' ? null : reads(text), text, headers: answer.headers };
}

/**
 * The JSON of a GET.
 * @param {string[]} segments
 * @param {object} [query]
 * @param {AbortSignal} [signal]
 */
export async function get(segments, query, signal) {
    return (await request('GET', url(segments, query), { signal })).json;
}

let largestPage = Infinity;

/**
 * As `get`, of a page with a `limit`: a smaller one where the server allows no page as large.
 * @param {string[]} segments
 * @param {{ limit?: number, [name: string]: any }} query
 * @param {AbortSignal} [signal]
 */
export const getPage = async (segments, query, signal) => (await requestPage(segments, query, signal)).json;

/**
 * As `getPage`, with what `request` returns beside the JSON; `reads` is as there.
 * @param {string[]} segments
 * @param {{ limit?: number, [name: string]: any }} query
 * @param {AbortSignal} [signal]
 */
export async function requestPage(segments, query, signal, reads = parse) {
    if (query.limit === undefined) return request('GET', url(segments, query), { signal, reads });
    const limit = Math.min(query.limit, largestPage);
    try {
        return await request('GET', url(segments, { ...query, limit }), { signal, reads });
    } catch (problem) {
        if (problem.status !== 400 || problem.errors[0]?.parameter !== 'limit' || limit <= 1) throw problem;
        largestPage = Math.floor(limit / 2);
        return requestPage(segments, query, signal, reads);
    }
}

/**
 * A write that is done once, whatever is sent twice. Says so by the event `written` of the window.
 * @param {string} method
 * @param {string} address
 * @param {{ body?: any, headers?: Object<string, string> }} options
 */
export async function write(method, address, { body, headers = {} } = {}) {
    const answer = await request(method, address, { body, headers: { 'Idempotency-Key': randomID(), ...headers } });
    dispatchEvent(new CustomEvent('written', { detail: { method, address, ...answer } }));
    return answer;
}

/**
 * What a dialog writes with, as `write`: the same words have the same key. So they are done once, although they are sent again because
 * their answer was lost.
 */
export function writer() {
    const keys = new Map();
    /**
     * @param {string} method
     * @param {string} address
     * @param {{ body?: any, headers?: Object<string, string> }} options
     */
    return (method, address, options = {}) => {
        const words = JSON.stringify([method, address, options]);
        if (!keys.has(words)) keys.set(words, randomID());
        return write(method, address, { ...options, headers: { ...options.headers, 'Idempotency-Key': keys.get(words) } });
    };
}

/** A key of a write; `crypto.randomUUID` is there on secure origins alone. */
export function randomID() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
