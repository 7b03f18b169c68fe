// The page: its parts, which address shows which, and how the connection is.

import { parseAddress } from './address.js';
import { onUnauthorized } from './api.js';
import { afterScroll, isShownAgain, keepPosition, keptPosition } from './bookmarks.js';
import { element, icon, placeholder } from './dom.js';
import { addDrops } from './dropping.js';
import { keepFocus } from './focus.js';
import { addKeysList, showKeys } from './keyslist.js';
import { ListView } from './listview.js';
import { announce } from './notices.js';
import { Overview } from './overview.js';
import { ReferenceView } from './reference.js';
import { askForToken, manageToken } from './token.js';
import { TypesView } from './typesview.js';
import { WebhooksView } from './webhooks.js';

const main = document.getElementById('main');
const state = document.getElementById('state');
const overview = new Overview();
const list = new ListView(showState);
const webhooks = new WebhooksView();
const types = new TypesView();
const reference = new ReferenceView();
const unchosen = placeholder('No list chosen', 'Choose one to see its rows, or drop a file to make a list of it.');
unchosen.classList.add('unchosen');

/** For tests, and for who looks from the browser's console. */
globalThis.sectional = { list, overview };

const WORDS = {
    connecting: 'Connecting', live: 'Live', waiting: 'Waiting for the server', pinned: 'In the past', paused: 'Paused',
    deleted: 'Deleted', refused: 'Stopped',
};

/** How the connection is where the server said no with a status, or nothing. */
const REFUSALS = { 0: 'Offline', 404: 'Not there' };

/** What was read out of the connection last; nothing is said of one that is there from the start. */
let said = 'live';

/** Shows how the connection is, and has it read out where that is news; no word is no connection. */
function showState(word, detail) {
    state.dataset.state = word;
    state.textContent = (word === 'refused' ? REFUSALS[detail.status] : null) ?? WORDS[word] ?? '';
    state.title = word === 'refused' ? detail.message : '';
    if (word === '' || word === 'connecting' || word === said) return;
    said = word;
    announce(state.textContent);
}

function show(part, ...views) {
    document.body.dataset.part = part;
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-part]'))) {
        if (link === document.body) continue;
        if (link.dataset.part === (part === 'list' ? 'lists' : part)) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
    }
    const shown = [...main.children].filter((child) => !child.matches('.menu'));
    const isSame = shown.length === views.length && views.every((view, index) => shown[index] === view);
    if (!isSame) main.replaceChildren(...views);
}

/** Has a part begin with a heading of the first level where nothing else in it does. */
function lead(root, isLead) {
    const heading = root.querySelector('.overview-head :is(h1, h2)');
    if (heading.matches('h1') !== isLead) heading.replaceWith(element(isLead ? 'h1' : 'h2', {}, heading.textContent));
}

/** What the scroll position of the main element belongs to: it is kept for the parts that are pages to read. */
let reading = '';
/** Whether nothing was shown yet. */
let isFirst = true;

function route() {
    const { part, id, item, version, isKnown } = parseAddress();
    const isAgain = isShownAgain();
    const isListed = isKnown && (part === '' || part === 'lists');
    reading = `${part}/${id}`;
    if (!isListed || id === '') {
        list.close();
        showState('');
        document.title = 'Sectional';
    }
    webhooks.close();
    types.close();
    if (!isListed) overview.stop();
    if (isListed) {
        overview.select(id || null);
        lead(overview.root, id === '');
        show(id === '' ? 'lists' : 'list', overview.root, list.phone, list.inspector, unchosen);
        const name = reading;
        // The rows come first: what stands beside them is asked for when they are there.
        const opened = id === '' ? null : list.open(id, { version, item, isAgain });
        if (opened === null || !isFirst) overview.start();
        else opened.finally(() => { if (name === reading) overview.start(); });
        isFirst = false;
    } else if (!isKnown) {
        const home = element('a.button.solid', { href: '#/' }, 'Show the lists');
        const title = element('h1', {}, 'There is nothing at this address');
        show('unknown', element('div.placeholder', {}, title, element('p', {}, location.hash), home));
    } else if (part === 'webhooks') {
        show('webhooks', webhooks.root);
        lead(webhooks.root, id === '');
        scrollBack(webhooks.open(id || null));
    } else if (part === 'types') {
        show('types', types.root);
        scrollBack(types.open(id || null));
    } else {
        show('api', reference.root);
        scrollBack(reference.open(id || null, { stays: isAgain }), isAgain || id === '');
    }
}

/** Shows what was in view of a part, when it is there again. */
async function scrollBack(opened, isWanted = true) {
    const name = reading;
    await opened;
    if (isWanted && name === reading) main.scrollTop = keptPosition(name) ?? 0;
}

afterScroll(main, () => keepPosition(reading, main.scrollTop));
onUnauthorized(askForToken);
document.getElementById('key').append(icon('key'));
document.getElementById('key').addEventListener('click', manageToken);
document.getElementById('keys').append(icon('keys'));
document.getElementById('keys').addEventListener('click', showKeys);
document.getElementById('skip').addEventListener('click', (event) => {
    event.preventDefault();
    /** @type {HTMLElement} */ (document.querySelector('.grid') ?? main).focus();
});
addDrops();
addKeysList();
keepFocus();
addEventListener('hashchange', route);
route();
