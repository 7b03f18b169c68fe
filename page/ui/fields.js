// Fields of dialogs that hold JSON, or a header, which most often is a text.

import { field } from './dialogs.js';
import { element } from './dom.js';
import { escapedAsBefore, readable } from './escapes.js';
import { flawText, jsonFlaw } from './jsonflaw.js';
import { isObject } from './mergepatch.js';

/** A field for JSON text. */
export function jsonArea(value, { name = 'value', rows = 12 } = {}) {
    const area = element('textarea.code', { rows, spellcheck: false, name, value, dir: 'ltr' });
    // A long value is read from its top.
    area.setSelectionRange(0, 0);
    return area;
}

/** Why a text is no JSON; null where it is. */
export function flaw(text) {
    const found = jsonFlaw(text);
    return found && `Invalid JSON. ${flawText(found)}`;
}

/** A header or footer: a line of text, empty for none; anything but a string is edited as JSON. */
export class TextField {
    #was;
    #isText;
    #control;

    /** @param {string} was JSON as it was sent. */
    constructor(label, name, was) {
        const value = JSON.parse(was);
        this.#was = was;
        this.#isText = value === null || typeof value === 'string';
        this.#control = this.#isText
            ? element('input', { name, autocomplete: 'off', value: value ?? '', dir: 'auto' })
            : jsonArea(readable(was), { name, rows: 3 });
        this.#start = this.#control.value;
        this.root = field(label, this.#control, this.#isText ? 'Empty for none' : 'JSON; null for none');
    }

    #start;

    get flaw() {
        return this.#isText ? null : flaw(this.#control.value);
    }

    /** JSON text: as it was sent, where it was not touched. */
    get text() {
        if (this.#control.value === this.#start) return this.#was;
        if (!this.#isText) return escapedAsBefore(this.#control.value, this.#was);
        return this.#control.value === '' ? 'null' : JSON.stringify(this.#control.value);
    }
}

/** Metadata: JSON of an object. */
export class MetadataField {
    #was;
    #control;

    constructor(was) {
        this.#was = readable(was);
        this.#control = jsonArea(this.#was, { name: 'metadata', rows: 4 });
        this.raw = was;
        this.root = field('Metadata', this.#control, 'A JSON object');
    }

    get flaw() {
        return flaw(this.#control.value) ?? (isObject(JSON.parse(this.#control.value)) ? null : 'The metadata has to be a JSON object.');
    }

    get text() {
        return this.#control.value === this.#was ? this.raw : escapedAsBefore(this.#control.value, this.raw);
    }
}
