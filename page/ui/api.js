// The server of this page, and the token that the user has given. Its addresses begin where the page is, also behind a path prefix.

import { parse } from './rawjson.js';
import { SectionalService } from './service.js';

const TOKEN = 'sectional.token';
let token = sessionStorage.getItem(TOKEN) ?? localStorage.getItem(TOKEN);
/** @type {(refused: string | null) => Promise<{ token: string, isKept: boolean } | null>} */
let askForToken = async () => null;
let asking = null;
/** The user has closed the question without a token: it is not put again until they ask for it. */
let isDeclined = false;

export const hasToken = () => token !== null;

/** What carries the token in a request that no service sends. */
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

/** Whether there is another token than the refused one: several requests share one question to the user. */
async function refused(sent) {
    if (sent !== token) return true;
    if (isDeclined) return false;
    asking ??= ask(sent).finally(() => { asking = null; });
    return asking;
}

/** Puts the question to the user, and keeps the answer; false where there is none. */
async function ask(sent) {
    const given = await askForToken(sent);
    if (given === null) isDeclined = true;
    else setToken(given.token, given.isKept);
    return given !== null;
}

/** Says of each write that was done by the event `written` of the window. */
export const service = new SectionalService(new URL('.', document.baseURI).href, {
    token: () => token, refused, parse, written: (detail) => dispatchEvent(new CustomEvent('written', { detail })),
});

/** The service's methods, as functions. */
export const url = service.url.bind(service);
export const send = service.send.bind(service);
export const refusal = service.refusal.bind(service);
export const request = service.request.bind(service);
export const get = service.get.bind(service);
export const getPage = service.getPage.bind(service);
export const write = service.write.bind(service);
export const writer = service.writer.bind(service);
