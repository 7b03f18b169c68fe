// The description of the API, as the server gives it, with a line for curl that does what is described.

import { get } from './api.js';
import { CurlLine } from './curl.js';
import { element, failure, skeletons } from './dom.js';
import { notify } from './notices.js';
import { paragraphs } from './prose.js';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

export class ReferenceView {
    #contents = element('nav.overview', { 'aria-label': 'Contents' });
    #body = element('div.detail.reference');
    #document = null;

    constructor() {
        this.root = element('div.columns.reading', {}, this.#contents, this.#body);
    }

    /** Shows the description; `id` is the name of the operation that is looked for, unless the window stays where it is. */
    async open(id, { stays = false } = {}) {
        document.title = 'API – Sectional';
        try {
            if (!this.#document) {
                this.#body.replaceChildren(...skeletons(6));
                this.#document = await get(['openapi.json']);
                this.#show(this.#document);
            }
            if (id === null) return;
            const wanted = /** @type {HTMLDetailsElement | null} */ (document.getElementById(`operation-${id}`));
            if (wanted === null) notify(`There is no operation “${id}”.`, { isError: true });
            if (wanted === null || stays) return;
            wanted.open = true;
            wanted.scrollIntoView({ block: 'start' });
        } catch (problem) {
            this.#document = null;
            this.#body.replaceChildren(failure(problem, () => this.open(id)));
        }
    }

    #show({ info, tags, paths }) {
        const operations = Object.entries(paths).flatMap(([path, item]) => this.#operations(path, item));
        const groups = tags.map(({ name, description }) => (
            { name, description, operations: operations.filter((operation) => operation.tags?.[0] === name) }));
        this.#contents.replaceChildren(element('h2', {}, 'API'), element('ul.contents', {}, groups.map((group) => element(
            'li', {}, element('b', {}, group.name), element('ul', {}, group.operations.map((operation) => this.#link(operation)))))));
        this.#body.replaceChildren(
            element('header.detail-head', {}, element('h1', {}, `${info.title} ${info.version}`)), element('p.lead', {}, info.summary),
            element('details.card.general', {}, element('summary', {}, 'What holds for every route'), paragraphs(info.description)),
            ...groups.map((group) => element(
                'section', {}, element('h2', {}, group.name), paragraphs(group.description ?? ''),
                group.operations.map((operation) => this.#operation(operation)))));
    }

    /** The operations of a path, with the parameters of both. */
    #operations(path, item) {
        return METHODS.filter((method) => item[method]).map((method) => {
            const parameters = [...(item.parameters ?? []), ...(item[method].parameters ?? [])];
            return { method, path, ...item[method], parameters: parameters.map((parameter) => this.#resolve(parameter)) };
        });
    }

    #link({ operationId, summary }) {
        return element('li', {}, element('a', { href: `#/api/${operationId}` }, summary));
    }

    #operation(operation) {
        const { method, path, operationId, summary } = operation;
        const details = element('details.card.operation', { id: `operation-${operationId}` }, element(
            'summary', {}, element('span.method', { 'data-method': method }, method.toUpperCase()), element('code', {}, path),
            element('span', {}, summary)));
        // There are fifty of these: what is in one is made when it is opened.
        details.addEventListener('toggle', () => {
            if (details.open && details.children.length === 1) details.append(...this.#contentsOf(operation));
        });
        return details;
    }

    #contentsOf(operation) {
        const { description, parameters, requestBody, responses } = operation;
        const rows = parameters.map(({ name, in: where, required, description: text, schema }) => element(
            'tr', {}, element('td', {}, element('code', {}, name)),
            element('td', {}, where, required ? element('em', {}, ' required') : null), element('td', {}, this.#type(schema)),
            element('td', {}, paragraphs(text ?? ''))));
        const head = element('tr', {}, ['Name', 'In', 'Type', 'Meaning'].map((name) => element('th', { scope: 'col' }, name)));
        const answers = Object.entries(responses).map(([status, response]) => {
            const { description: text } = this.#resolve(response);
            return element('tr', {}, element('td', {}, element('b', {}, status)), element('td', {}, paragraphs(text ?? '')));
        });
        return [
            new CurlLine(operation, this.#example(requestBody)).root,
            paragraphs(description ?? ''),
            parameters.length > 0 && element('h3', {}, 'Parameters'),
            parameters.length > 0 && element('div.table', {}, element('table', {}, element('thead', {}, head), element('tbody', {}, rows))),
            element('h3', {}, 'Answers'), element('div.table', {}, element('table', {}, element('tbody', {}, answers))),
        ].flat().filter(Boolean);
    }

    /** What a reference stands for. */
    #resolve(part) {
        if (!part?.$ref) return part ?? {};
        return this.#resolve(part.$ref.replace('#/', '').split('/').reduce((at, key) => at?.[key], this.#document));
    }

    #type(schema) {
        const { type, format, enum: values } = this.#resolve(schema);
        const names = [type].flat().filter(Boolean).join(' or ');
        return values ? values.join(', ') : [names, format].filter(Boolean).join(', ');
    }

    /** A body to try, and its type. */
    #example(requestBody) {
        const [type, media] = Object.entries(this.#resolve(requestBody).content ?? {})[0] ?? [];
        if (!media) return null;
        const named = Object.values(media.examples ?? {}).map((example) => this.#resolve(example))[0];
        return { type, value: media.example ?? named?.value ?? this.#resolve(media.schema).example ?? null };
    }
}
