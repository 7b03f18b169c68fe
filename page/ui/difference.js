// What differs between two versions of a list: counts in words, and the rows that can be looked at.

import { get } from './api.js';
import { openDialog, field } from './dialogs.js';
import { button, element, failure } from './dom.js';
import { changeWords, count, heading, number, summary } from './format.js';

const MOST = 10_000;
/** Rows that are shown, and those of them whose titles are read since a change has only their ids. */
const SHOWN = 200;
const NAMED = 30;
const SIGNS = { inserted: '+', deleted: '−', moved: '→', updated: '~' };
/** What a change is to who goes back over it. */
const BACK = { inserted: 'deleted', deleted: 'inserted', moved: 'moved', updated: 'updated' };

/**
 * Reads what leads from one version to a later one.
 * @returns {Promise<{ stages: any, isLarge: any, properties: any }>} `isLarge` where there is too
 *   much to list; `properties` where the list's own differ.
 * @throws {Problem}
 */
export async function readDifference(list, from, to, signal) {
    const { stages, reload, properties } = await get(['lists', list, 'changes'], { since: from, to, max: MOST }, signal);
    return { stages: stages ?? [], isLarge: reload, properties };
}

/** A difference in words; `isBack` says it of who goes back over it. */
export function differenceWords({ stages, isLarge, properties }, isBack = false) {
    if (isLarge) return `More than ${number(MOST)} changes, or another default type.`;
    const words = [changeWords(stages, isBack ? BACK : undefined), properties && 'properties of the list'].filter(Boolean);
    return words.length === 0 ? 'Nothing differs.' : `${words.join(', ')}.`;
}

/** The rows of a difference: what happened, to which item or section, and in which of the two versions it can be seen. */
function rowsOf(stages, from, to) {
    const rows = [];
    for (const { sections, items } of stages) {
        for (const kind of Object.keys(SIGNS)) {
            for (const { id, section } of sections[kind]) {
                const name = section ? `“${heading(section.header) || section.id}”` : id;
                rows.push({ kind, title: `Section ${name}` });
            }
            for (const { id, item } of items[kind]) {
                const [name, version] = [item?.id ?? id, kind === 'deleted' ? from : to];
                rows.push({ kind, id: name, title: item ? summary(item.value).title : null, version });
            }
        }
    }
    return rows;
}

/**
 * Shows what differs between two versions, which can be chosen.
 * @param {function} go Called with a version and an item's id, when a row is clicked.
 */
export function compareDialog(session, from, to, go) {
    const { list, head } = session;
    const [first, second] = [from, to].map((value, index) => element('input', {
        type: 'number', min: 1, max: head, value, name: index === 0 ? 'from' : 'to', onchange: () => read(),
    }));
    const words = element('p', { role: 'status' });
    const rows = element('ol.log.choices.differences');
    let abort = new AbortController();
    read();
    return openDialog('What differs', [
        element('div.pair', {}, field('From version', first), field('To version', second)), words, rows,
    ], { isWide: true }).finally(() => abort.abort());

    async function read() {
        abort.abort();
        abort = new AbortController();
        const { signal } = abort;
        const [low, high] = [first, second].map((input) => input.valueAsNumber).sort((one, other) => one - other);
        rows.replaceChildren();
        words.textContent = 'Reading…';
        try {
            const difference = await readDifference(list, low, high, signal);
            if (signal.aborted) return;
            const isBack = first.valueAsNumber > second.valueAsNumber;
            words.textContent = differenceWords(difference, isBack);
            show(rowsOf(difference.stages, low, high), isBack, signal);
        } catch (problem) {
            if (!signal.aborted) words.replaceChildren(failure(problem));
        }
    }

    function show(all, isBack, signal) {
        let named = 0;
        for (const row of all.slice(0, SHOWN)) {
            const kind = isBack ? BACK[row.kind] : row.kind;
            const title = element('b', { dir: 'auto' }, row.title ?? row.id);
            const parts = [element('span', { 'aria-hidden': 'true' }, SIGNS[kind]), title, element('small', {}, kind)];
            const line = row.id === undefined ? element('div.choice', {}, parts) : button(parts, (event) => {
                event.currentTarget.closest('dialog').close();
                go(row.version, row.id);
            }, { kind: 'choice' });
            rows.append(element('li', {}, line));
            if (row.id !== undefined && row.title === null && (named += 1) <= NAMED) name(row, title, signal);
        }
        if (all.length > SHOWN) rows.append(element('li.empty', {}, `${count(all.length - SHOWN, 'more change')}.`));
    }

    async function name({ id, version }, title, signal) {
        const item = await get(['lists', list, 'items', `@${id}`], { at: version }, signal).catch(() => null);
        if (item !== null) title.textContent = summary(item.value).title;
    }
}
