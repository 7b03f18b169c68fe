// Asks what a row shows, by JSON pointers that are kept with the list: everybody who looks at it sees the same.

import { request, writer } from './api.js';
import { field, openDialog, problemText } from './dialogs.js';
import { element } from './dom.js';
import { MOST_COLUMNS, PARTS, pointersIn, rulesOf } from './rowrules.js';

const LABELS = { title: 'Title', detail: 'Detail', trailing: 'At the end', picture: 'Picture' };
let made = 0;

/**
 * @param {ListSession} session
 * @param {string} address That of the list.
 * @throws {Problem} Where the list cannot be read.
 */
export async function rowDialog(session, address) {
    const rules = rulesOf((await request('GET', address)).json);
    const send = writer();
    made += 1;
    const known = [];
    for (let offset = 0; offset < Math.min(200, session.model.itemCount); offset += 1) {
        const item = session.model.item(session.model.path(offset));
        if (item) known.push(item.value);
    }
    const pointers = pointersIn(known).map((pointer) => element('option', { value: pointer }));
    const options = element('datalist', { id: `pointers-${made}` }, pointers);
    const input = (name, value) => element('input', { name, value, list: options.id, autocomplete: 'off', spellcheck: false, dir: 'ltr' });
    const parts = new Map(PARTS.map((part) => [part, input(part, rules[part] ?? '')]));
    const columns = element('textarea.code', {
        name: 'columns', rows: 4, spellcheck: false, dir: 'ltr', value: rules.columns.join('\n'),
    });
    const fields = [...parts].map(([part, control]) => field(LABELS[part], control));
    const hint = 'JSON pointers into each value, such as /name. What is empty is guessed. They are kept with the list.';
    await openDialog('What a row shows', [
        element('p.dim', {}, hint), element('div.pair', {}, fields),
        field('Columns of the table', columns, `A pointer on each line, at most ${MOST_COLUMNS}`), options,
    ], {
        confirm: 'Save',
        act: async () => {
            const lines = columns.value.split('\n').map((line) => line.trim()).filter(Boolean);
            const chosen = Object.fromEntries([...parts].map(([part, control]) => [part, control.value.trim() || null]));
            const wrong = [...Object.values(chosen), ...lines].find((pointer) => pointer !== null && !pointer.startsWith('/'));
            if (wrong !== undefined) return `“${wrong}” is no JSON pointer: it begins with a slash.`;
            if (lines.length > MOST_COLUMNS) return `A table has at most ${MOST_COLUMNS} columns.`;
            const row = { ...chosen, columns: lines.length > 0 ? lines : null };
            const isEmpty = Object.values(row).every((value) => value === null);
            try {
                await send('PATCH', address, { body: { metadata: { row: isEmpty ? null : row } } });
                return true;
            } catch (problem) {
                return problemText(problem);
            }
        },
    });
}
