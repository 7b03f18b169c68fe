// Asks for a cell type: a new one, or what one that is there is to become.

import { url, writer } from './api.js';
import { field, openDialog, problemText } from './dialogs.js';
import { element } from './dom.js';
import { escapedAsBefore, readable } from './escapes.js';
import { flaw, jsonArea } from './fields.js';
import { member } from './rawjson.js';

const NEW = '{\n  "type": "object",\n  "properties": {\n    "title": { "type": "string" }\n  }\n}';

/**
 * @param {JSONObject|null} type With its `text` as it was sent; null asks for a new one.
 * @returns {Promise<string|null>} The type's name; null where nothing was done.
 */
export async function typeDialog(type) {
    const was = type === null ? NEW : member(type.text, 'schema');
    const input = (name, value) => element('input', { name, value: value ?? '', autocomplete: 'off', spellcheck: false });
    const name = input('type', type?.type);
    name.disabled = type !== null;
    const controls = {
        description: input('description', type?.description), reuseIdentifier: input('reuseIdentifier', type?.reuseIdentifier),
        estimatedHeight: element('input', {
            name: 'estimatedHeight', type: 'number', min: 0, step: 'any', value: type === null ? '' : heightText(type),
        }),
        fallback: input('fallback', type?.fallback),
    };
    const schema = jsonArea(was === 'null' ? '' : readable(was), { name: 'schema' });
    const isForNew = element('input', { type: 'checkbox', name: 'validate' });
    const forNew = element('label.box', { hidden: true }, isForNew, 'Check values from now on alone; what is stored stays as it is');
    const send = writer();
    const isDone = await openDialog(type === null ? 'New cell type' : 'Change cell type', [
        element('div.pair', {}, field('Name', name), field('Description', controls.description)),
        element(
            'div.pair', {}, field('Cell', controls.reuseIdentifier, 'The reuse identifier; empty for one by the name'),
            field('Height', controls.estimatedHeight, 'In points; empty where it is not known')),
        field('Shown as', controls.fallback, 'The type that clients show which do not know this one; empty for none'),
        field('Schema', schema, 'JSON Schema 2020-12; empty for free values'), forNew,
    ], {
        confirm: type === null ? 'Create' : 'Save',
        isWide: true,
        act: async () => {
            if (name.value.trim() === '') return 'A cell type needs a name.';
            const text = schema.value.trim() === '' ? 'null' : escapedAsBefore(schema.value, was);
            const mistake = flaw(text);
            if (mistake) return mistake;
            const words = Object.entries(controls).map(([key, control]) => `${JSON.stringify(key)}:${written(key, control.value.trim())}`);
            const headers = type === null ? { 'If-None-Match': '*' } : {};
            const address = url(['cell-types', name.value.trim()], { validate: isForNew.checked ? 'new' : null });
            try {
                await send('PUT', address, { body: `{"schema":${text},${words.join(',')}}`, headers });
                return true;
            } catch (problem) {
                if (problem.status === 412) return 'There is a cell type of this name.';
                // What is stored does not fit: then the schema can hold for what is written from now on.
                if (problem.slug === 'type-violated') forNew.hidden = false;
                return problemText(problem);
            }
        },
    });
    return isDone ? name.value.trim() : null;
}

/** The height as it was sent. */
function heightText(type) {
    const text = member(type.text, 'estimatedHeight');
    return text === 'null' ? '' : text;
}

/** A member as JSON. */
function written(key, text) {
    if (key === 'description') return JSON.stringify(text);
    if (text === '') return 'null';
    return key === 'estimatedHeight' ? text : JSON.stringify(text);
}
