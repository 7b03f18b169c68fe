// Asks for the format of an export, and saves the file.

import { openDialog, field, problemText } from './dialogs.js';
import { element } from './dom.js';
import { exported, FORMATS } from './exporting.js';
import { count, number } from './format.js';
import { announce } from './notices.js';

/**
 * Saves a version of a list, or one of its sections.
 * @param {ListSession} session
 * @param {{section?: JSONObject|null, version?: number}} what `section`: `id`, `name` and `items` of one, null for all; `version`: that on
 *   the screen unless it is named.
 */
export async function exportDialog(session, { section = null, version = session.model.version } = {}) {
    const { list, model } = session;
    const items = section?.items ?? model.itemCount;
    const options = Object.entries(FORMATS).map(([value, label]) => element('option', { value }, label));
    const format = element('select', { name: 'format' }, options);
    const bar = element('progress', { max: 1, value: 0, 'aria-label': 'Progress' });
    const said = element('span', { role: 'status' }, 'Reading');
    const running = element('div.running', { hidden: true }, bar, said);
    const name = section === null ? list : `${list}-${section.name}`;
    const abort = new AbortController();
    const sum = version === model.version ? `: ${count(items, 'item')}` : '';
    const words = `${section === null ? 'The whole list' : `The section “${section.name}”`}, version ${number(version)}${sum}.`;
    await openDialog(section === null ? 'Export list' : 'Export section', [
        element('p.dim', {}, words), field('Format', format, 'NDJSON and JSON keep everything; CSV is a table of the values'), running,
    ], {
        confirm: 'Export',
        act: async () => {
            running.hidden = false;
            try {
                const wanted = { list, version, section: section?.id ?? null, items, format: format.value };
                const blob = await exported(wanted, abort.signal, (part) => { bar.value = part; });
                save(blob, `${name}-v${version}.${format.value}`);
                return true;
            } catch (problem) {
                return problem.errors === undefined ? problem.message : problemText(problem);
            } finally {
                running.hidden = true;
            }
        },
    });
    abort.abort();
}

/** Has the browser save a file. */
function save(blob, name) {
    const href = URL.createObjectURL(blob);
    element('a', { href, download: name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-') }).click();
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    announce(`Exported ${name}.`);
}
