// "Try it": a line for curl, made of an operation and of what is typed into the fields above it.

import { hasToken } from './api.js';
import { copyButton } from './copy.js';
import { field } from './dialogs.js';
import { element } from './dom.js';
import { segment } from './service.js';

/** Text as one word of a POSIX shell. */
export const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

export class CurlLine {
    #operation;
    #example;
    #inputs;
    #line = element('pre.code', { tabIndex: 0, 'aria-label': 'A line for curl' });

    /**
     * @param {object} operation `method`, `path` and resolved `parameters`.
     * @param {object|null} example `{ type, value }` of a body.
     */
    constructor(operation, example) {
        this.#operation = operation;
        this.#example = example;
        const shown = operation.parameters.filter(({ in: where, name }) => where === 'path' || (where === 'query' && name !== 'validate'));
        this.#inputs = new Map(shown.map((parameter) => [parameter.name, this.#input(parameter)]));
        const fields = shown.map(({ name, in: where }) => field(name, this.#inputs.get(name), where === 'path' ? null : 'optional'));
        const copy = copyButton('Copy', () => this.#line.textContent);
        this.root = element(
            'div.try', {}, element('h3', {}, 'Try it'), element('div.fields', {}, fields), element('div.line', {}, this.#line, copy));
        this.#update();
    }

    #input({ name, in: where, example, schema }) {
        const value = where === 'path' ? String(example ?? schema?.example ?? name) : '';
        return element('input', { value, spellcheck: false, autocomplete: 'off', oninput: () => this.#update() });
    }

    #update() {
        const { method, path, parameters, operationId } = this.#operation;
        const filled = path.slice(1).replace(/\{(\w+)\}/g, (_, name) => segment(this.#inputs.get(name)?.value ?? name));
        const query = parameters.filter(({ in: where, name }) => where === 'query' && this.#inputs.get(name)?.value)
            .map(({ name }) => `${name}=${encodeURIComponent(this.#inputs.get(name).value)}`).join('&');
        const address = new URL(filled, document.baseURI).href + (query && `?${query}`);
        const words = ['curl', ...(/^follow/.test(operationId) ? ['-N'] : []), ...(method === 'get' ? [] : ['-X', method.toUpperCase()])];
        // The token itself is not shown: a line is copied into chats and tickets.
        if (hasToken()) words.push('-H', '"Authorization: Bearer $TOKEN"');
        if (this.#example) {
            const { type, value } = this.#example;
            const text = typeof value === 'string' && type !== 'application/json' ? value : JSON.stringify(value ?? {});
            words.push('-H', quoted(`Content-Type: ${type}`), type === 'application/x-ndjson' ? '--data-binary' : '-d', quoted(text));
        }
        this.#line.textContent = [...words, quoted(address)].join(' ');
    }
}
