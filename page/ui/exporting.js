// A list, a version or a section as a file: NDJSON as the server writes it, made into JSON or CSV line by line.

import { get, refusal, request, send, url } from './api.js';
import { csvLine } from './csv.js';
import { rowsOf } from './filerows.js';
import { jsonText } from './jsontext.js';
import { elements, member, Numeral } from './rawjson.js';

const PAGE = 500;
/** How many characters are held as text before they go into a blob, which a browser keeps on disk. */
const HELD = 1_048_576;
const LINE_FEED = 10;

export const FORMATS = { ndjson: 'NDJSON', json: 'JSON', csv: 'CSV' };
const TYPES = { ndjson: 'application/x-ndjson', json: 'application/json', csv: 'text/csv;charset=utf-8' };

/** Text that grows into a blob. */
class Output {
    #parts = [];
    #text = '';

    write(text) {
        this.#text += text;
        if (this.#text.length < HELD) return;
        this.#parts.push(new Blob([this.#text]));
        this.#text = '';
    }

    blob(type) {
        return new Blob([...this.#parts, this.#text], { type });
    }
}

/**
 * A version of a list, or one of its sections, as a file.
 * @param {object} wanted `list`, `version`, `section`: an id, or null for all; `items`: how many there are; `format`.
 * @param {function} progress Called with the part that was read, from 0 to 1.
 * @returns {Promise<Blob>}
 * @throws {Problem}
 */
export async function exported({ list, version, section, items, format }, signal, progress) {
    const lines = section === null
        ? await readList(list, version, signal, (count) => progress(count / Math.max(1, items)))
        : await readSection(list, version, section, signal, (count) => progress(count / Math.max(1, items)));
    if (format === 'ndjson') return lines;
    return format === 'json' ? toJSON(lines, signal) : toCSV(lines, signal);
}

async function readList(list, version, signal, progress) {
    const answer = await send(url(['lists', list, 'export'], { at: version }), { signal });
    if (!answer.ok) throw await refusal(answer);
    const parts = [];
    let [held, size, count] = [[], 0, 0];
    for (const reader = answer.body.getReader(); ;) {
        const { value, done } = await reader.read();
        if (done) return new Blob([...parts, ...held], { type: TYPES.ndjson });
        held.push(value);
        size += value.length;
        for (let at = value.indexOf(LINE_FEED); at >= 0; at = value.indexOf(LINE_FEED, at + 1)) count += 1;
        progress(count);
        if (size < HELD) continue;
        parts.push(new Blob(held));
        [held, size] = [[], 0];
    }
}

async function readSection(list, version, section, signal, progress) {
    const output = new Output();
    const path = ['lists', list, 'sections', `@${section}`];
    const { text } = await request('GET', url(path, { at: version }), { signal });
    output.write(`{"section":{${membersOf(text, ['id', 'header', 'footer', 'metadata'])}}}\n`);
    const { itemCount } = await get(path, { at: version }, signal);
    for (let offset = 0; offset < itemCount;) {
        const page = await request('GET', url([...path, 'items'], { at: version, offset, limit: PAGE }), { signal });
        const items = elements(member(page.text, 'items'));
        if (items.length === 0) break;
        for (const item of items) output.write(`{"item":{${membersOf(item, ['id', 'type', 'value'])}}}\n`);
        offset += items.length;
        progress(offset);
    }
    return output.blob(TYPES.ndjson);
}

/** Some members of an object, with their texts as they were sent. */
function membersOf(text, keys) {
    const parts = keys.map((key) => [key, member(text, key)]).filter(([, part]) => part !== null);
    return parts.map(([key, part]) => `"${key}":${part}`).join(',');
}

const rowsIn = (lines, signal) => rowsOf(lines, 'lines', signal, () => {});

/** A document as a PUT takes it. */
async function toJSON(lines, signal) {
    const output = new Output();
    output.write('{');
    let [isFirstSection, isFirstItem] = [true, true];
    const openSection = (members) => {
        output.write(`${isFirstSection ? '"sections":[' : '\n]},'}\n{${members}${members === '' ? '' : ','}"items":[`);
        [isFirstSection, isFirstItem] = [false, true];
    };
    for await (const rows of rowsIn(lines, signal)) {
        for (const { text, value } of rows) {
            if (value.list) {
                const properties = membersOf(member(text, 'list'), ['title', 'metadata', 'defaultType', 'identity', 'search']);
                output.write(properties === '' ? '' : `${properties},\n`);
            } else if (value.section) {
                openSection(membersOf(member(text, 'section'), ['id', 'header', 'footer', 'metadata']));
            } else {
                if (isFirstSection) openSection('');
                output.write(`${isFirstItem ? '' : ','}\n  {${membersOf(member(text, 'item'), ['id', 'type', 'value'])}}`);
                isFirstItem = false;
            }
        }
    }
    output.write(isFirstSection ? '"sections":[]}\n' : '\n]}]}\n');
    return output.blob(TYPES.json);
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Numeral);

/** A column for each key of the values, in order of first appearance, behind the section and the item's id. */
async function toCSV(lines, signal) {
    const names = new Set();
    let isBare = false;
    for await (const rows of rowsIn(lines, signal)) {
        for (const { value: { item } } of rows) {
            if (item === undefined) continue;
            if (isObject(item.value)) for (const key of Object.keys(item.value)) names.add(key);
            else isBare = true;
        }
    }
    const keys = [...names];
    const free = (name) => (names.has(name) ? free(`_${name}`) : name);
    const output = new Output();
    output.write(csvLine([free('section'), free('id'), ...(isBare ? [free('value')] : []), ...keys]));
    let header = '';
    for await (const rows of rowsIn(lines, signal)) {
        for (const { value: { section, item } } of rows) {
            if (section) header = cell(section.header) || section.id || '';
            if (!item) continue;
            const cells = keys.map((key) => (isObject(item.value) && Object.hasOwn(item.value, key) ? cell(item.value[key]) : ''));
            output.write(csvLine([header, item.id, ...(isBare ? [isObject(item.value) ? '' : cell(item.value)] : []), ...cells]));
        }
    }
    return output.blob(TYPES.csv);
}

/** A value in a cell: a text as it is, nothing for null, all else as JSON. */
function cell(value) {
    if (value === null || value === undefined) return '';
    return typeof value === 'string' ? value : jsonText(value);
}
