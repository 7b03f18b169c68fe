// The access token: asked for when the server wants one, kept for this tab or for this machine, and never part of an address.

import { askWhoThisIs } from './access.js';
import { hasToken, setToken } from './api.js';
import { field, openDialog } from './dialogs.js';
import { button, element } from './dom.js';
import { time } from './format.js';

/** Asks for a token; null where none is given, else `{ token, isKept }`: whether it is for this machine, and not for this tab alone. */
export async function askForToken(refused) {
    const input = element('input', { type: 'password', autocomplete: 'off', spellcheck: false, name: 'token' });
    const isKept = element('input', { type: 'checkbox', name: 'keep' });
    const text = refused === null ? 'This server asks for a token.' : 'The server does not take the token that this tab had.';
    const hint = 'It is kept until this tab is closed.';
    const keep = element('label.box', {}, isKept, 'Keep it on this machine, for all tabs');
    const isGiven = await openDialog('Access token', [element('p.dim', {}, text), field('Token', input, hint), keep], {
        confirm: 'Use it',
        act: () => flaw(input.value.trim()) ?? true,
    });
    return isGiven ? { token: input.value.trim(), isKept: isKept.checked } : null;
}

/** What keeps a text from being sent as a token; null where nothing does. */
function flaw(token) {
    if (token === '') return 'Enter a token, or cancel.';
    return /^[\x21-\x7e]+$/.test(token) ? null : 'A token has no spaces, and no characters beyond ASCII.';
}

/** Shows who this is, and lets the user put another token in place, or forget it; the page then starts again. */
export async function manageToken() {
    const me = await askWhoThisIs();
    // Without tokens the server knows nobody by name.
    const isOpen = me !== null && me.name === null && !hasToken();
    const forget = button('Forget it', () => { setToken(null); location.reload(); });
    const body = me === null ? element('p.dim', {}, 'The server has not said who this is.') : facts(me);
    const confirm = isOpen ? undefined : hasToken() ? 'Use another' : 'Enter a token';
    const wantsOther = await openDialog('Access', [body], { confirm, act: () => true, extra: hasToken() ? [forget] : [] });
    const given = wantsOther ? await askForToken(null) : null;
    if (given === null) return;
    setToken(given.token, given.isKept);
    location.reload();
}

const SCOPES = {
    read: 'read', write: 'read, write and act as a phone', admin: 'read, write, and change webhooks and cell types',
};

function facts({ name, scope, lists, notAfter }) {
    const rows = [
        ['Name', name ?? 'none: this server asks for no tokens'], ['May', SCOPES[scope] ?? scope],
        ['Lists', lists.includes('*') ? 'all' : lists.join(', ')], ['Until', notAfter === null ? 'it is taken back' : time(notAfter)],
    ];
    if (name === null) rows.pop();
    return element('dl.facts', {}, rows.map(([word, text]) => (
        element('div', {}, element('dt', {}, word), element('dd', { dir: 'auto' }, text)))));
}
