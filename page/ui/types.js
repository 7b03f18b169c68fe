// A field for a cell type, with those that are registered to choose from.

import { get } from './api.js';
import { field } from './dialogs.js';
import { element } from './dom.js';

let made = 0;

/** The schema that is registered for a type; null where there is none. */
export async function schemaOf(type) {
    try {
        // All of them: one that is not registered would be an error of the console.
        const { cellTypes } = await get(['cell-types']);
        return cellTypes.find((known) => known.type === type)?.schema ?? null;
    } catch {
        // The server checks the value all the same.
        return null;
    }
}

/**
 * @param {string} was JSON of a name or null.
 * @param {(type: string) => void} chosen Called when another type was typed or chosen.
 * @returns What has a `root`, a `text` in JSON, a `value`, and a `flaw`.
 */
export function typeField(label, name, was = 'null', chosen = () => {}) {
    made += 1;
    const options = element('datalist', { id: `types-${made}` });
    const control = element('input', { name, value: JSON.parse(was) ?? '', autocomplete: 'off', spellcheck: false, list: options.id });
    get(['cell-types']).then(({ cellTypes }) => {
        options.replaceChildren(...cellTypes.map(({ type, description }) => element('option', { value: type }, description ?? '')));
    }).catch(() => {
        // A name can be typed all the same.
    });
    const type = () => control.value.trim();
    control.addEventListener('change', () => chosen(type()));
    // One that is registered is known before the field is left.
    control.addEventListener('input', () => {
        if ([...options.children].some((option) => option.getAttribute('value') === type())) chosen(type());
    });
    return {
        root: element('div.field', {}, field(label, control, 'A registered type, any other name, or empty'), options),
        get value() { return type(); },
        get text() { return this.value === '' ? 'null' : JSON.stringify(this.value); },
        flaw: null,
    };
}
