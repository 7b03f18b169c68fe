// The rows of a file, whatever its format: what it is, which fields its rows have, and the rows one after the other.

import { CSVReader, FileFlaw } from './csv.js';
import { ElementReader, LineReader, parsePart } from './jsonelements.js';
import { Numeral } from './rawjson.js';

/** What is read to see what a file is, and for its preview. */
const SAMPLE_BYTES = 262_144;
const SAMPLE_ROWS = 500;
/** A file is read in pieces: what `stream` gives may be the whole, and nothing else is done meanwhile. */
const PIECE_BYTES = 262_144;
/** JSON documents are read whole up to this size to be shown; the server's own bound is `limits.body`. */
const WHOLE_BYTES = 16_777_216;

/** A scalar, or a text: what can be a section's name or an id. */
const isScalar = (value) => typeof value === 'string' || typeof value === 'number' || value instanceof Numeral;
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Numeral);

/**
 * Reads the beginning of a file.
 * @param {File} file
 * @returns {Promise<object>} `kind`: `csv`, `rows` (a JSON array), `lines` (NDJSON rows), `export` (NDJSON as the server writes it) or
 *   `document` (JSON that a list is made of as it is); `format`: its name; `rows`: the first ones; `isWhole`: whether these are all;
 *   `fields`: paths of keys; `document`: the parsed text of a small one.
 * @throws {FileFlaw}
 */
export async function inspect(file) {
    if (file.size === 0) throw new FileFlaw({ detail: 'The file is empty' });
    const isWhole = file.size <= SAMPLE_BYTES;
    const start = new TextDecoder().decode(await file.slice(0, SAMPLE_BYTES).arrayBuffer(), { stream: true });
    if (start.includes('\u0000')) throw new FileFlaw({ detail: 'This is not a text: CSV, JSON and NDJSON can be read' });
    const kind = kindOf(file.name, start.trimStart(), isWhole);
    const format = { csv: 'CSV', rows: 'JSON', document: 'JSON', lines: 'NDJSON', export: 'NDJSON' }[kind];
    if (kind === 'document') {
        const isSmall = file.size <= WHOLE_BYTES;
        return { kind, format, rows: [], isWhole: isSmall, fields: [], document: isSmall ? parsePart(await file.text(), 1) : null };
    }
    const rows = [];
    const reader = readerOf(kind);
    for (const row of reader(start, isWhole)) {
        rows.push(row);
        if (rows.length === SAMPLE_ROWS) break;
    }
    if (rows.length === 0 && isWhole) throw new FileFlaw({ detail: kind === 'csv' ? 'There are no rows' : 'There is nothing in the file' });
    return { kind, format, rows, isWhole: isWhole && rows.length < SAMPLE_ROWS, fields: fieldsOf(rows.slice(0, 100)), document: null };
}

function kindOf(name, start, isWhole) {
    const isNamed = (pattern) => pattern.test(name);
    if (isNamed(/\.(csv|tsv)$/i) || !/^[[{]/.test(start)) return isNamed(/\.(json|ndjson|jsonl)$/i) ? 'lines' : 'csv';
    if (start.startsWith('[')) {
        if (isNamed(/\.(ndjson|jsonl)$/i)) return 'lines';
        // Sections of bare values: the server takes them as they are.
        return /^\[\s*(\[|\]\s*$)/.test(start) ? 'document' : 'rows';
    }
    const end = start.indexOf('\n');
    const first = end < 0 ? start : start.slice(0, end);
    try {
        const keys = Object.keys(JSON.parse(first));
        const isLine = keys.length === 1 && ['list', 'section', 'item'].includes(keys[0]);
        if (isLine) return 'export';
        const isMore = start.slice(end + 1).trim() !== '' || !isWhole;
        return (end >= 0 && isMore) || isNamed(/\.(ndjson|jsonl)$/i) ? 'lines' : 'document';
    } catch {
        return isNamed(/\.(ndjson|jsonl)$/i) ? 'lines' : 'document';
    }
}

/** A function that is given the text piece by piece, and gives the rows that each completes. */
function readerOf(kind) {
    if (kind === 'csv') return csvReader();
    const reader = kind === 'rows' ? new ElementReader() : new LineReader();
    return (piece, isLast) => reader.read(piece, isLast);
}

function csvReader() {
    const reader = new CSVReader();
    let names = null;
    return function* read(piece, isLast) {
        for (const { fields, line } of reader.read(piece, isLast)) {
            if (names === null) {
                names = fields.map((name) => JSON.stringify(name));
                const twice = fields.find((name, index) => fields.indexOf(name) !== index);
                if (twice !== undefined) throw new FileFlaw({ line, detail: `two columns have the name “${twice}”` });
                continue;
            }
            if (fields.length !== names.length) {
                throw new FileFlaw({ line, detail: `this row has ${fields.length} fields, and there are ${names.length} columns` });
            }
            const text = `{${fields.map((field, index) => `${names[index]}:${JSON.stringify(field)}`).join(',')}}`;
            yield { text, value: JSON.parse(text), line };
        }
    };
}

/**
 * All rows of a file, a few at a time.
 * @param {File} file
 * @param {function} progress Called with the bytes that were read.
 * @returns {AsyncGenerator<FileRow[]>}
 * @throws {FileFlaw}
 */
export async function* rowsOf(file, kind, signal, progress) {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const reader = readerOf(kind);
    for (let start = 0, isLast = false; !isLast; start += PIECE_BYTES) {
        signal.throwIfAborted();
        const end = Math.min(start + PIECE_BYTES, file.size);
        isLast = end === file.size;
        const bytes = await file.slice(start, end).arrayBuffer();
        yield [...reader(decode(decoder, bytes, isLast), isLast)];
        progress(end);
    }
}

function decode(decoder, bytes, isLast) {
    try {
        return decoder.decode(bytes, { stream: !isLast });
    } catch {
        throw new FileFlaw({ detail: 'The file is not in UTF-8' });
    }
}

/** The paths of keys under which rows have a text or number, two levels deep, in order of first appearance. */
function fieldsOf(rows) {
    const paths = new Map();
    const add = (value, path) => {
        for (const [key, part] of Object.entries(value)) {
            const deeper = [...path, key];
            if (isScalar(part)) paths.set(JSON.stringify(deeper), deeper);
            else if (isObject(part) && path.length === 0) add(part, deeper);
        }
    };
    for (const { value } of rows) if (isObject(value)) add(value, []);
    return [...paths.values()];
}

/** What a row has under a path of keys; undefined where that is nothing, or an empty field. */
export function cellOf({ value }, path) {
    let cell = value;
    for (const key of path) cell = isObject(cell) && Object.hasOwn(cell, key) ? cell[key] : undefined;
    return cell === null || cell === '' ? undefined : cell;
}

/**
 * A cell that has to be a text or a number, as a text; null where there is none.
 * @throws {FileFlaw}
 */
export function textCell(row, path) {
    const cell = cellOf(row, path);
    if (cell === undefined) return null;
    if (!isScalar(cell)) throw new FileFlaw({ line: row.line, detail: `“${path.join(' / ')}” is neither a text nor a number here` });
    return String(cell);
}
