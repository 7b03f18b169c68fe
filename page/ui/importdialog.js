// A file becomes a list: what it holds is shown, and what becomes of it, before anything is sent.

import { url } from './api.js';
import { convert } from './conversion.js';
import { FileFlaw } from './csv.js';
import { field, openDialog, problemText } from './dialogs.js';
import { button, element } from './dom.js';
import { inspect } from './filerows.js';
import { count, number } from './format.js';
import { previewOf } from './importpreview.js';
import { notify } from './notices.js';
import { Problem, randomID, segment } from './service.js';
import { upload } from './upload.js';

/** Characters of a list's id; others become hyphens. */
const idOf = (name) => {
    const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[^A-Za-z0-9._~-]+/g, '-');
    return letters.replace(/^[^A-Za-z0-9]+|-+$/g, '').slice(0, 128);
};
const percent = (part, whole) => `${number(Math.min(100, Math.floor(100 * part / Math.max(1, whole))))} %`;
const kilobytes = (bytes) => `${number(Math.max(1, Math.round(bytes / 1000)))} kB`;
const sizeOf = (bytes) => (bytes < 1_000_000 ? kilobytes(bytes) : `${number(Math.round(bytes / 1e5) / 10)} MB`);

let isReading = false;

/**
 * Shows what a file becomes, and makes a list of it.
 * @param {File} file
 */
export async function importDialog(file) {
    if (isReading || document.querySelector('dialog[open]')) {
        notify('Close the dialog first, then drop the file again.', { isError: true });
        return;
    }
    isReading = true;
    let found;
    try {
        found = await inspect(file);
    } catch (problem) {
        if (!(problem instanceof FileFlaw)) throw problem;
        notify(`${file.name || 'The text'} cannot be read. ${problem.message}`, { isError: true, seconds: 20 });
        return;
    } finally {
        isReading = false;
    }
    await new Import(file, found).open();
}

class Import {
    #file;
    #found;
    #id;
    #title;
    #replaces = element('input', { type: 'checkbox', name: 'replaces' });
    #choices;
    #preview = element('div.becomes', { tabIndex: 0, role: 'group', 'aria-label': 'Preview' });
    #bar = element('progress', { max: 1, value: 0, 'aria-label': 'Progress' });
    #said = element('span', { role: 'status' });
    #running;
    /** Ends what runs. */
    #abort = new AbortController();
    /** The same content with the same answers is one write, whatever is sent twice. */
    #keys = new Map();

    constructor(file, found) {
        const stem = (file.name || 'pasted').replace(/\.[^.]+$/, '');
        this.#file = file;
        this.#found = found;
        this.#id = element('input', { name: 'id', spellcheck: false, autocomplete: 'off', value: idOf(stem) || 'list' });
        this.#title = element('input', { name: 'title', autocomplete: 'off', value: this.#hasRows ? stem : '' });
        this.#choices = { group: this.#choice('group'), header: this.#choice('header'), id: this.#choice('key') };
        this.#choices.id.value = this.#guessedKey;
        const cancel = button('Stop', () => this.#abort.abort());
        this.#running = element('div.running', { hidden: true }, this.#bar, this.#said, cancel);
    }

    /** Whether the file has rows, which are put into sections here; else it says itself what its sections are. */
    get #hasRows() {
        return ['csv', 'rows', 'lines'].includes(this.#found.kind);
    }

    #choice(name) {
        const options = this.#found.fields.map((path, index) => element('option', { value: index }, path.join(' / ')));
        return element('select', { name, onchange: () => this.#show() }, element('option', { value: '' }, 'none'), options);
    }

    /** The field of the first rows that is called like an id, and is another one in each. */
    get #guessedKey() {
        const index = this.#found.fields.findIndex((path) => path.length === 1 && /^(_?id|uuid|key|iata|sku|slug)$/i.test(path[0]));
        if (index < 0) return '';
        const keys = this.#found.rows.map(({ value }) => value?.[this.#found.fields[index][0]]);
        const isThere = keys.every((key) => key !== undefined && key !== null && key !== '');
        return isThere && new Set(keys.map(String)).size === keys.length ? String(index) : '';
    }

    get #layout() {
        const path = ({ value }) => (value === '' ? null : this.#found.fields[Number(value)]);
        return { group: path(this.#choices.group), header: path(this.#choices.header), id: path(this.#choices.id) };
    }

    async open() {
        const { name, size } = this.#file;
        const { group, header, id } = this.#choices;
        const hint = this.#hasRows ? 'Empty for none' : 'Empty for that of the file';
        const rows = this.#hasRows && this.#found.fields.length > 0 && element(
            'div.triple', {}, field('Group by', group, 'A section for each'), field('Header', header, 'Of each section'),
            field('Item id', id, 'None: the server makes them'));
        this.#show();
        const opened = openDialog('New list from a file', [
            element('p.dim', {}, `${name || 'Pasted text'} · ${this.#found.format} · ${sizeOf(size)}`),
            element('div.pair', {}, field('Id', this.#id, 'Letters, digits and . _ ~ -'), field('Title', this.#title, hint)),
            rows, element('h3', {}, 'What it becomes'), this.#preview,
            element('label.box', {}, this.#replaces, 'Replace the content of the list with this id, if there is one'), this.#running,
        ], { confirm: 'Create', isWide: true, act: () => this.#act() });
        const isDone = await opened;
        this.#abort.abort();
        if (!isDone) return;
        location.hash = `#/lists/${segment(this.#id.value.trim())}`;
        dispatchEvent(new Event('lists'));
    }

    #show() {
        try {
            this.#preview.replaceChildren(...previewOf(this.#found, this.#layout));
        } catch (problem) {
            this.#preview.replaceChildren(element('p.form-error', {}, problem.message));
        }
    }

    async #act() {
        const id = this.#id.value.trim();
        if (id === '') return 'A list needs an id.';
        this.#abort = new AbortController();
        this.#running.hidden = false;
        let sections = null;
        try {
            if (this.#hasRows) {
                const { size } = this.#file;
                const progress = (read) => this.#say(read / size / 2, `Reading, ${percent(read, size)}`);
                sections = await convert(this.#file, this.#found.kind, this.#layout, this.#abort.signal, progress);
            }
            const body = sections ? sections.body(this.#listLine) : await this.#whole();
            const type = this.#found.kind === 'document' ? 'application/json' : 'application/x-ndjson';
            const list = await this.#send(id, body, type);
            if (this.#found.kind === 'document') await this.#name(id);
            notify(list === null ? 'Created.' : `Created “${list.title || id}” with ${count(list.itemCount, 'item')}.`);
            return true;
        } catch (problem) {
            return this.#failure(problem, sections);
        } finally {
            this.#running.hidden = true;
        }
    }

    get #listLine() {
        const title = this.#title.value.trim();
        return `{"list":{${title === '' ? '' : `"title":${JSON.stringify(title)}`}}}\n`;
    }

    /** A file that is sent as it is; NDJSON with its list's line written anew where the title was typed. */
    async #whole() {
        if (this.#found.kind === 'document' || this.#title.value.trim() === '') return this.#file;
        const [first] = this.#found.rows;
        const { list } = first.value;
        if (!list) return new Blob([this.#listLine, this.#file]);
        const start = await this.#file.slice(0, 1_000_000).text();
        const length = new TextEncoder().encode(start.slice(0, start.indexOf(first.text) + first.text.length)).length;
        return new Blob([JSON.stringify({ list: { ...list, title: this.#title.value.trim() } }), this.#file.slice(length)]);
    }

    #send(id, body, type) {
        const words = JSON.stringify([id, this.#title.value, this.#layout, this.#replaces.checked]);
        if (!this.#keys.has(words)) this.#keys.set(words, randomID());
        const condition = this.#replaces.checked ? {} : { 'If-None-Match': '*' };
        const headers = { 'Content-Type': type, 'Idempotency-Key': this.#keys.get(words), ...condition };
        const start = this.#hasRows ? 0.5 : 0;
        return upload('PUT', url(['lists', id]), body, headers, {
            signal: this.#abort.signal,
            progress: (sent) => this.#say(
                start + (1 - start) * sent / body.size, sent < body.size ? `Sending, ${percent(sent, body.size)}` : 'The server stores it'),
        });
    }

    /** Gives a list the title that was typed: a document has its own, or none. */
    async #name(id) {
        const title = this.#title.value.trim();
        if (title === '') return;
        const headers = { 'Content-Type': 'application/json' };
        const body = new Blob([JSON.stringify({ title })]);
        await upload('PATCH', url(['lists', id]), body, headers, { signal: this.#abort.signal, progress() {} });
    }

    #say(part, words) {
        this.#bar.value = part;
        if (this.#said.textContent !== words) this.#said.textContent = words;
    }

    #failure(problem, sections) {
        if (problem.name === 'AbortError') return 'Stopped. No list was made.';
        if (!(problem instanceof Problem)) return problem.message;
        if (problem.status === 412) return 'There is a list with this id.';
        if (problem.status === 413 && this.#found.kind === 'document') return `${problem.message} NDJSON may be of any length.`;
        const flaw = problem.errors[0];
        const source = sections === null ? null : sections.sourceLine(flaw?.line);
        return source === null ? problemText(problem) : `Line ${source}: ${flaw.detail}`;
    }
}
