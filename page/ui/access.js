// Who this page is to the server, and what it lets them do: `GET /me`, asked again with each other token.

import { get } from './api.js';

/** What the server has said: `{ name, scope, lists, notAfter }`; null until it has. */
let me = null;
let asking = null;

/** Whether the token may write; false until that is known. */
export const mayWrite = () => me !== null && me.scope !== 'read';

/** Whether the token may only read; false until that is known, so that nothing is off that will be on. */
export const isReader = () => me?.scope === 'read';

/** Whether the token may not see webhooks; false until that is known. */
export const isNoAdmin = () => me !== null && me.scope !== 'admin';

/** Whether the token may not change what concerns all lists; false until that is known. */
export const isBounded = () => isNoAdmin() || (me !== null && !me.lists.includes('*'));

/** Asks who this is, unless that is known. Says so by the event `access` of the window. */
export function loadAccess() {
    if (me !== null) return asking;
    asking ??= get(['me']).then((answer) => {
        me = answer;
        dispatchEvent(new Event('access'));
    }).catch(() => {
        // It is asked again with the next list or token; until then nothing is sent for a phone.
    }).finally(() => { asking = null; });
    return asking;
}

/** Who this is; null where the server does not say. */
export async function askWhoThisIs() {
    await loadAccess();
    return me;
}

addEventListener('token', () => {
    me = null;
    loadAccess();
});
