// Rows made into the NDJSON that the server takes: sections in order of first appearance, each followed by its items.
// What is ready goes into blobs, which a browser keeps on disk, so a file may be larger than memory.

import { FileFlaw } from './csv.js';
import { cellOf, rowsOf, textCell } from './filerows.js';
import { jsonText } from './jsontext.js';

/** How many characters of a section, and of all, are held as text. */
const [SECTION_TEXT, ALL_TEXT] = [262_144, 4_194_304];

/** @typedef {{group: string[]|null, header: string[]|null, id: string[]|null}} Layout Paths of keys. */

/** An id as the server takes it. */
const isID = (text) => [...text].length <= 128 && !/[\p{Cc}]/u.test(text);

/** The sections of rows, in order of first appearance. */
export class Sections {
    #layout;
    #ids = new Set();
    #sections = new Map();
    #length = 0;
    count = 0;

    /** @param {Layout} layout */
    constructor(layout) {
        this.#layout = layout;
    }

    /** Each with `name`, `header` as JSON, `rows`: how many, `first`: a few of them. */
    get all() {
        return [...this.#sections.values()];
    }

    /**
     * @param {object} row `text`, `value` and `line`.
     * @throws {FileFlaw}
     */
    add(row) {
        const { group, header, id } = this.#layout;
        const name = group && textCell(row, group);
        let section = this.#sections.get(name);
        if (!section) {
            const cell = header ? cellOf(row, header) : name ?? undefined;
            const text = cell === undefined ? 'null' : jsonText(cell);
            section = { name, header: text, rows: 0, first: [], parts: [], text: '', lines: [] };
            this.#sections.set(name, section);
        }
        const key = id && this.#id(row, id);
        const line = `{"item":{${key === null ? '' : `"id":${JSON.stringify(key)},`}"value":${row.text}}}\n`;
        section.rows += 1;
        section.text += line;
        section.lines.push(row.line);
        if (section.first.length < 3) section.first.push(row.value);
        this.count += 1;
        this.#length += line.length;
        if (section.text.length > SECTION_TEXT) this.#store(section);
        if (this.#length > ALL_TEXT) for (const each of this.#sections.values()) this.#store(each);
    }

    #id(row, path) {
        const key = textCell(row, path);
        const column = path.join(' / ');
        if (key === null) throw new FileFlaw({ line: row.line, detail: `there is no id in “${column}”` });
        if (!isID(key)) throw new FileFlaw({ line: row.line, detail: `“${column}” is too long for an id, or has a control character` });
        if (this.#ids.has(key)) throw new FileFlaw({ line: row.line, detail: `the id “${key}” is there twice` });
        this.#ids.add(key);
        return key;
    }

    #store(section) {
        if (section.text === '') return;
        this.#length -= section.text.length;
        section.parts.push(new Blob([section.text]));
        section.text = '';
    }

    /** The whole as NDJSON, behind a line of the list's own. */
    body(listLine) {
        const parts = [listLine];
        for (const { name, header, parts: stored, text } of this.all) {
            const id = name !== null && name !== '' && isID(name) ? `"id":${JSON.stringify(name)},` : '';
            parts.push(`{"section":{${id}"header":${header}}}\n`, ...stored, text);
        }
        return new Blob(parts, { type: 'application/x-ndjson' });
    }

    /** The line of the file that made a line of the body; null for one that is no item's. */
    sourceLine(line) {
        let at = line - 2;
        for (const { lines } of this.#sections.values()) {
            if (at === 0) return lines[0];
            if (at <= lines.length) return lines[at - 1] ?? null;
            at -= lines.length + 1;
        }
        return null;
    }
}

/**
 * Reads all rows of a file into sections.
 * @param {File} file
 * @param {Layout} layout
 * @throws {FileFlaw}
 */
export async function convert(file, kind, layout, signal, progress) {
    const sections = new Sections(layout);
    for await (const rows of rowsOf(file, kind, signal, progress)) for (const row of rows) sections.add(row);
    return sections;
}
