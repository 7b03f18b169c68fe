// The access token: asked for when the server wants one, kept for this tab alone, and never part of an address.

import { hasToken, setToken } from './api.js';
import { openDialog, field } from './dialogs.js';
import { button, element } from './dom.js';

/** Asks for a token; null where none is given. */
export async function askForToken(refused) {
    const input = element('input', { type: 'password', autocomplete: 'off', spellcheck: false, name: 'token' });
    const text = refused === null ? 'This server asks for a token.' : 'The server does not take the token that this tab had.';
    const body = [element('p.dim', {}, text), field('Token', input, 'Kept until this tab is closed.')];
    const isGiven = await openDialog('Access token', body, {
        confirm: 'Use it',
        act: () => flaw(input.value.trim()) ?? true,
    });
    return isGiven ? input.value.trim() : null;
}

/** What keeps a text from being sent as a token; null where nothing does. */
function flaw(token) {
    if (token === '') return 'Enter a token, or cancel.';
    return /^[\x21-\x7e]+$/.test(token) ? null : 'A token has no spaces, and no characters beyond ASCII.';
}

/** Lets the user put another token in place, or forget it; the page then starts again. */
export async function manageToken() {
    let given = null;
    if (hasToken()) {
        const forget = button('Forget it', () => { setToken(null); location.reload(); });
        await openDialog('Access token', [element('p.dim', {}, 'This tab has a token, and sends it with each request.')], {
            confirm: 'Use another', act: () => true, extra: [forget],
        }).then(async (wantsOther) => { if (wantsOther) given = await askForToken(null); });
    } else {
        given = await askForToken(null);
    }
    if (given === null) return;
    setToken(given);
    location.reload();
}
