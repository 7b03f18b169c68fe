// What an empty server shows: how its first list is made.

import { request, url, write } from './api.js';
import { quoted } from './curl.js';
import { button, element } from './dom.js';
import { chooseFile } from './dropping.js';
import { notify, notifyProblem } from './notices.js';
import { segment } from './service.js';

/** @param {function(): void} make Asks for a list that is typed. @param {function(): void} made Called when a list has been made. */
export function firstRun(make, made) {
    const line = `curl -X PUT --json ${quoted('[["java","swift","js"]]')} ${url(['lists', 'hello'])}`;
    const code = element('pre.code', { tabIndex: 0, 'aria-label': 'A line for curl' }, line);
    const sample = button('Load the sample', async () => {
        sample.disabled = true;
        await loadSample().then(made, notifyProblem);
        sample.disabled = false;
    });
    return element(
        'div.first-run', {}, element('strong', {}, 'No lists yet'),
        element('div.drop-zone', {}, element('p', {}, 'Drop a file here, or paste its text: CSV, JSON or NDJSON.'),
            button('Choose a file…', chooseFile, { kind: 'solid' })),
        element('div.buttons', {}, sample, button('New list', make)),
        element('p.dim', {}, 'Or from a terminal:'), element('div.line', {}, code, button('Copy', () => copy(code))));
}

async function loadSample() {
    const { text } = await request('GET', new URL('ui/cities.json', document.baseURI).href);
    await write('PUT', url(['lists', 'cities']), { body: text, headers: { 'If-None-Match': '*' } });
    location.hash = `#/lists/${segment('cities')}`;
}

/** Copies a text that is shown; without a secure origin there is no clipboard, and it is selected instead. */
async function copy(shown) {
    try {
        await navigator.clipboard.writeText(shown.textContent);
        notify('Copied.');
    } catch {
        getSelection().selectAllChildren(shown);
    }
}
