// Makes a view of a list, and changes what one shows.

import { getPage, request, url, writer } from './api.js';
import { field, openDialog, problemText } from './dialogs.js';
import { element } from './dom.js';
import { jsonText } from './jsontext.js';
import { isObject } from './mergepatch.js';
import { member, Numeral, parse } from './rawjson.js';
import { segment } from './service.js';
import { ViewForm } from './viewform.js';
import { ViewPreview } from './viewpreview.js';

const SAMPLE = 100;

/** Asks what a view of a list shows, and makes it. */
export async function newViewDialog(source) {
    const id = element('input', { name: 'id', spellcheck: false, autocomplete: 'off', value: `${source}-view` });
    const title = element('input', { name: 'title', autocomplete: 'off' });
    const names = element('div.pair', {}, field('Id', id, 'Letters, digits and . _ ~ -'), field('Title', title));
    const send = writer();
    const isMade = await dialog(`New view of “${source}”`, names, 'Create', { of: source }, async (view) => {
        const name = title.value.trim() === '' ? '' : `"title":${JSON.stringify(title.value.trim())},`;
        const body = `{${name}"view":${jsonText(view)}}`;
        await send('PUT', url(['lists', id.value.trim()]), { body, headers: { 'If-None-Match': '*' } });
    });
    if (isMade) location.hash = `#/lists/${segment(id.value.trim())}`;
}

/**
 * Asks what a view shall show, and defines it anew.
 * @throws {Problem}
 */
export async function editViewDialog(list) {
    const address = url(['lists', list]);
    const { text, json } = await request('GET', address);
    const words = element('p.dim', {}, `The items come from “${json.view.of}”.`);
    const send = writer();
    await dialog(`View “${json.title || list}”`, words, 'Save', parse(member(text, 'view')), async (view) => {
        const body = `{"title":${member(text, 'title')},"metadata":${member(text, 'metadata')},"view":${jsonText(view)}}`;
        await send('PUT', address, { body });
    });
}

async function dialog(title, names, confirm, definition, write) {
    const preview = new ViewPreview(definition.of);
    const form = new ViewForm(definition, await samplesOf(definition.of), () => show());
    const show = () => (form.flaw === null ? preview.show(form.value) : preview.fail(form.flaw));
    show();
    const isDone = await openDialog(title, [names, element('h3', {}, 'What it shows'), preview.root, form.root], {
        confirm,
        isWide: true,
        act: async () => {
            if (form.flaw !== null) return form.flaw;
            try {
                await write(form.value);
                return true;
            } catch (problem) {
                return problem.status === 412 ? 'There is a list with this id.' : problemText(problem);
            }
        },
    });
    preview.close();
    return isDone;
}

/** What the first items have under each pointer to a text, number or truth value, two levels deep, and what names an item. */
async function samplesOf(list) {
    const samples = new Map();
    const { items } = await getPage(['lists', list, 'items'], { limit: SAMPLE }).catch(() => ({ items: [] }));
    const add = (value, path) => {
        for (const [key, part] of Object.entries(value)) {
            const pointer = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
            if (isObject(part) && !(part instanceof Numeral) && path === '') add(part, pointer);
            else if (!isObject(part) || part instanceof Numeral) samples.set(pointer, [...samples.get(pointer) ?? [], part]);
        }
    };
    for (const { value } of items) if (isObject(value) && !(value instanceof Numeral)) add(value, '');
    for (const name of ['@id', '@type', '@section']) samples.set(name, ['']);
    return samples;
}
