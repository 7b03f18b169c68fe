// The value of an item as it is edited: its JSON text, and beside it a form where its type has a schema. The form writes into the text,
// member by member, so what is not touched stays as it was sent.

import { field } from './dialogs.js';
import { element } from './dom.js';
import { escapedAsBefore, readable } from './escapes.js';
import { flaw, jsonArea } from './fields.js';
import { isObject } from './mergepatch.js';
import { member, withMember } from './rawjson.js';
import { schemaOf } from './types.js';

/** The most members that a form has. */
const MOST = 40;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

export class ValueEditor {
    #was;
    #area;
    #form = element('fieldset.value-form', { hidden: true }, element('legend', {}, 'Members'));
    #controls = [];
    #type = null;

    /** @param {string} was JSON text as it was sent. */
    constructor(was, { hint = 'JSON. Numbers keep their digits, and keys their order.' } = {}) {
        this.#was = was;
        this.#area = jsonArea(readable(was));
        this.#area.addEventListener('input', () => this.#follow());
        this.root = element('div.value-editor', {}, this.#form, field('Value', this.#area, hint));
    }

    /** Why the text is no JSON, or a control has something that cannot be written; null where all is well. */
    get flaw() {
        return flaw(this.#area.value) ?? this.#controls.map(({ flaw: mistake }) => mistake()).find((mistake) => mistake !== null) ?? null;
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
        this.#type = type;
        const schema = type === null || type === '' ? null : await schemaOf(type);
        if (type !== this.#type) return;
        const properties = isObject(schema?.properties) ? Object.entries(schema.properties).slice(0, MOST) : [];
        const required = Array.isArray(schema?.required) ? schema.required : [];
        this.#controls = properties.map(([key, part]) => this.#control(key, resolved(part, schema), required.includes(key)));
        this.#form.replaceChildren(this.#form.firstChild, ...this.#controls.map(({ root }) => root));
        this.#follow();
    }

    /** Has the form show what the text says. */
    #follow() {
        const isShown = this.#controls.length > 0 && flaw(this.#area.value) === null && isObject(JSON.parse(this.#area.value));
        this.#form.hidden = !isShown;
        this.root.classList.toggle('with-form', isShown);
        if (!isShown) return;
        for (const { input, key, show } of this.#controls) {
            if (input !== document.activeElement) show(member(this.#area.value, key));
        }
    }

    #control(key, schema, isRequired) {
        const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
        const kind = Array.isArray(schema.enum) ? 'choice' : types.length === 1 ? types[0] : 'any';
        const { input, show, text, problem } = KINDS[kind]?.(schema) ?? anything();
        input.name = `member-${key}`;
        const hint = element('small', { role: 'alert' });
        const flawText = () => (problem() === null ? null : `${key}: ${problem()}`);
        input.addEventListener('input', () => {
            const mistake = problem();
            hint.textContent = mistake ?? '';
            if (mistake === null) this.#write(key, text());
        });
        const label = `${schema.title ?? key}${isRequired ? ' *' : ''}`;
        const root = element('div.field', {}, field(label, input, schema.description ?? null), hint);
        return { root, input, key, show, flaw: flawText };
    }

    /** Writes a member into the text; null takes it away. */
    #write(key, text) {
        this.#area.value = withMember(this.#area.value, key, text);
    }
}

/** A part of a schema, where it is a reference to one of the schema's own definitions that. */
function resolved(part, schema) {
    const name = /^#\/\$defs\/([^/]+)$/.exec(part?.$ref ?? '')?.[1];
    const found = name === undefined ? part : schema.$defs?.[name];
    return isObject(found) ? found : {};
}

/** The controls by the kind of a member: each with what shows a member's text (null where it is not there) and gives another. */
const KINDS = {
    string: ({ maxLength = 80 }) => {
        const input = element('textarea', { rows: maxLength > 200 ? 4 : 1, spellcheck: false, dir: 'auto' });
        return {
            input, problem: () => null, text: () => JSON.stringify(input.value),
            show: (text) => { input.value = text === null ? '' : asString(text); },
        };
    },
    number: () => number(NUMBER, 'Enter a number.'),
    integer: () => number(/^-?(0|[1-9]\d*)$/, 'Enter a whole number.'),
    boolean: () => choice(['true', 'false']),
    choice: (schema) => choice(schema.enum.map((value) => JSON.stringify(value))),
};

function asString(text) {
    const value = JSON.parse(text);
    return typeof value === 'string' ? value : text;
}

function number(pattern, words) {
    const input = element('input', { inputMode: 'decimal', autocomplete: 'off', dir: 'ltr' });
    return {
        input, problem: () => (input.value.trim() === '' || pattern.test(input.value.trim()) ? null : words),
        text: () => input.value.trim() || null, show: (text) => { input.value = text ?? ''; },
    };
}

function choice(texts) {
    const input = element('select', {}, element('option', { value: '' }, 'none'), texts.map((text) => (
        element('option', { value: text }, asString(text)))));
    const show = (text) => {
        // What is not among them stays what it is, until another one is chosen.
        const known = texts.find((other) => text !== null && JSON.stringify(JSON.parse(text)) === other);
        input.value = known ?? '';
    };
    return { input, problem: () => null, text: () => input.value || null, show };
}

function anything() {
    const input = element('textarea.code', { rows: 2, spellcheck: false, dir: 'ltr' });
    return {
        input, problem: () => (input.value.trim() === '' ? null : flaw(input.value)), text: () => input.value.trim() || null,
        show: (text) => { input.value = text === null ? '' : readable(text); },
    };
}
