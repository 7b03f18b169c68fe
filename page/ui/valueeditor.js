// The value of an item as it is edited: its JSON text, and beside it a form where its type has a schema. The form writes into the text,
// member by member, so what is not touched stays as it was sent.

import { field } from './dialogs.js';
import { element } from './dom.js';
import { escapedAsBefore, readable } from './escapes.js';
import { flaw, jsonArea } from './fields.js';
import { isObject } from './mergepatch.js';
import { indent } from './rawjson.js';
import { partOf } from './schemaform.js';
import { schemaOf } from './types.js';

export class ValueEditor {
    #was;
    #area;
    #side = element('div.value-side', { hidden: true });
    /** @type {FormPart | null} */
    #form = null;
    #type = null;

    /** @param {string} was JSON text as it was sent. */
    constructor(was, { hint = 'JSON. Numbers keep their digits, and keys their order.' } = {}) {
        this.#was = was;
        this.#area = jsonArea(readable(was));
        this.#area.addEventListener('input', () => this.#follow());
        this.root = element('div.value-editor', {}, this.#side, field('Value', this.#area, hint));
    }

    /** Why the text is no JSON, or a control has something that cannot be written; null where all is well. */
    get flaw() {
        return flaw(this.#area.value) ?? (this.#side.hidden ? null : this.#form.flaw);
    }

    /** The text as it is shown. */
    get shown() {
        return this.#area.value;
    }

    /** The text to be written. */
    get text() {
        return escapedAsBefore(this.#area.value, this.#was);
    }

    /** Shows a form where this type has a schema that names members. */
    async setType(type) {
        if (type === this.#type) return;
        this.#type = type;
        const schema = type === null || type === '' ? null : await schemaOf(type);
        if (type !== this.#type) return;
        this.#form = isObject(schema?.properties) ? partOf({ ...schema, type: 'object' }, {
            root: schema, name: '', label: '', changed: (text) => { this.#area.value = indent(text); },
        }) : null;
        this.#side.replaceChildren(...(this.#form === null ? [] : [this.#form.root]));
        this.#follow();
    }

    /** Has the form show what the text says. */
    #follow() {
        const isShown = this.#form !== null && flaw(this.#area.value) === null && isObject(JSON.parse(this.#area.value));
        this.#side.hidden = !isShown;
        this.root.classList.toggle('with-form', isShown);
        if (isShown) this.#form.show(this.#area.value);
    }
}
