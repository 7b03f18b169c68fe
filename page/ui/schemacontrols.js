// The controls of a form for single values: each shows the JSON text of a value (null where there is none), and gives another.

import { element } from './dom.js';
import { readable } from './escapes.js';
import { flaw } from './fields.js';

/**
 * The control of a schema, by the one kind of value that it takes; JSON where it takes several, or says nothing.
 * @param {JSONObject} schema
 * @returns {FormControl}
 */
export function controlOf(schema) {
    if (Array.isArray(schema.enum)) return choice(schema.enum.map((value) => JSON.stringify(value)));
    if ('const' in schema) return choice([JSON.stringify(schema.const)]);
    return KINDS[kindOf(schema)]?.(schema) ?? anything();
}

/** The one type that a schema names beside null; null where there are several, or none. */
export function kindOf(schema) {
    const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
    return types.length === 1 ? types[0] : null;
}

const KINDS = {
    string: ({ maxLength = 80 }) => {
        const input = element('textarea', { rows: maxLength > 200 ? 4 : 1, spellcheck: false, dir: 'auto' });
        return {
            input, problem: () => null, text: () => JSON.stringify(input.value), hint: null,
            show: (text) => { input.value = text === null ? '' : asString(text); },
        };
    },
    number: () => number(/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/, 'Enter a number.'),
    integer: () => number(/^-?(0|[1-9]\d*)(\.0+)?$/, 'Enter a whole number.'),
    boolean: () => choice(['true', 'false']),
};

function asString(text) {
    const value = JSON.parse(text);
    return typeof value === 'string' ? value : text;
}

function number(pattern, words) {
    const input = element('input', { inputMode: 'decimal', autocomplete: 'off', dir: 'ltr' });
    return {
        input, problem: () => (input.value.trim() === '' || pattern.test(input.value.trim()) ? null : words), hint: null,
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
    return { input, problem: () => null, text: () => input.value || null, show, hint: null };
}

function anything() {
    const input = element('textarea.code', { rows: 2, spellcheck: false, dir: 'ltr' });
    return {
        input, problem: () => (input.value.trim() === '' ? null : flaw(input.value)), text: () => input.value.trim() || null, hint: 'JSON',
        show: (text) => { input.value = text === null ? '' : readable(text); },
    };
}
