// The history of one item: each value that it had, with the version that gave it, as far as the history reaches.

import { get, service } from './api.js';
import { openDialog } from './dialogs.js';
import { button, element } from './dom.js';
import { readable } from './escapes.js';
import { number, summary, time } from './format.js';
import { readItem } from './writes.js';

/** How many values are read at a time. */
const PAGE = 20;

/** @param {function} go Called with a version and the item's id, when one is chosen. */
export function itemHistoryDialog(session, item, go) {
    const { list, model } = session;
    const entries = element('ol.log.history');
    const rest = element('div.rest');
    let next = model.version;
    const abort = new AbortController();
    const { signal } = abort;
    load();
    return openDialog(`History of “${summary(item.value).title}”`, [entries, rest], { isWide: true }).finally(() => abort.abort());

    async function load() {
        rest.textContent = 'Reading…';
        for (let left = PAGE; left > 0 && next > 0; left -= 1) {
            try {
                const read = await readItem(service, list, item.id, next, signal);
                const { revision } = read.item;
                const { versions } = await get(['lists', list, 'versions'], { before: revision + 1, limit: 1 }, signal);
                add(read, versions.find(({ version }) => version === revision));
                next = revision - 1;
            } catch (problem) {
                if (signal.aborted) return;
                end(problem);
                return;
            }
        }
        if (next === 0) rest.textContent = 'It was there from the first version.';
        else rest.replaceChildren(button('Older', load));
    }

    function end({ status, message }) {
        if (status === 410) rest.textContent = 'Older versions have left the history.';
        else if (status === 404) rest.textContent = `It was not there in version ${number(next)}.`;
        else rest.replaceChildren(message, button('Try again', load));
    }

    function add({ item: { revision, value: parsed }, value }, version) {
        const show = button(`v${number(revision)}`, (event) => {
            event.currentTarget.closest('dialog').close();
            go(revision, item.id);
        }, { 'aria-label': `Show version ${number(revision)}` });
        const when = version ? `${time(version.updatedAt)}${version.by ? ` · ${version.by}` : ''}` : 'left the history';
        entries.append(element(
            'li', {}, show, element('span', { dir: 'auto' }, summary(parsed).title), element('small', {}, when),
            element('details', {}, element('summary', {}, 'Value'), element('pre.code', { tabIndex: 0 }, readable(value)))));
    }
}
