// CSV (RFC 4180), read piece by piece and written line by line.

/** A record may have so many characters: a quotation mark that is never closed would otherwise take the whole file. */
const LONGEST = 4_000_000;
const SEPARATORS = [',', ';', '\t'];

/** What keeps a file from being read; line and column count from 1, and are left out where they say nothing. */
export class FileFlaw extends Error {
    /** @param {{line?: number, column?: number, detail: string}} flaw */
    constructor({ line, column, detail }) {
        const position = line === undefined ? '' : column === undefined ? `Line ${line}: ` : `Line ${line}, column ${column}: `;
        super(`${position}${detail}.`);
        this.line = line;
    }
}

export class CSVReader {
    #rest = '';
    #line = 1;
    #separator = '';

    /**
     * The records that one more piece of the text completes; lines that are empty are passed over.
     * @param {string} piece
     * @param {boolean} isLast
     * @returns {Generator<{fields: string[], line: number}>}
     * @throws {FileFlaw}
     */
    * read(piece, isLast) {
        this.#rest += piece;
        if (this.#separator === '') {
            const end = this.#rest.indexOf('\n');
            if (end < 0 && !isLast) return;
            this.#separator = separatorOf(end < 0 ? this.#rest : this.#rest.slice(0, end));
        }
        let at = 0;
        while (at < this.#rest.length) {
            const lineEnd = /\r?\n/y;
            lineEnd.lastIndex = at;
            const isEmpty = lineEnd.test(this.#rest);
            const record = isEmpty ? { fields: null, end: lineEnd.lastIndex, lines: 1 } : this.#record(at, isLast);
            if (record === null) break;
            if (record.fields) yield { fields: record.fields, line: this.#line };
            this.#line += record.lines;
            at = record.end;
        }
        this.#rest = this.#rest.slice(at);
        if (this.#rest.length > LONGEST) throw new FileFlaw({ line: this.#line, detail: 'this row is too long' });
    }

    /** The record that begins at an offset; null where the rest of the text may complete it. */
    #record(start, isLast) {
        const text = this.#rest;
        const fields = [];
        let lines = 1;
        let at = start;
        for (;;) {
            let end;
            if (text[at] === '"') {
                end = closing(text, at + 1);
                if (end < 0 || (end + 1 >= text.length && !isLast)) {
                    if (!isLast) return null;
                    throw this.#flaw(start, at, 'this quotation mark is never closed');
                }
                const field = text.slice(at + 1, end);
                fields.push(field.replaceAll('""', '"'));
                lines += field.split('\n').length - 1;
                end += 1;
                if (end < text.length && text[end] !== this.#separator && !/^\r?\n/.test(text.slice(end, end + 2))) {
                    throw this.#flaw(start, end, 'text follows a closing quotation mark');
                }
            } else {
                end = firstOf(text, at, this.#separator);
                if (end < 0) {
                    if (!isLast) return null;
                    end = text.length;
                }
                const field = text.slice(at, end);
                const quote = field.indexOf('"');
                if (quote >= 0) throw this.#flaw(start, at + quote, 'a field with a quotation mark has to begin with one');
                fields.push(text[end] === '\n' && field.endsWith('\r') ? field.slice(0, -1) : field);
            }
            if (text[end] !== this.#separator) {
                const next = text[end] === '\r' ? end + 2 : end + 1;
                return { fields, end: Math.min(next, text.length), lines };
            }
            at = end + 1;
            if (at >= text.length && !isLast) return null;
        }
    }

    #flaw(start, at, detail) {
        const before = this.#rest.slice(start, at).split('\n');
        return new FileFlaw({ line: this.#line + before.length - 1, column: before.at(-1).length + 1, detail });
    }
}

/** The offset of the quotation mark that closes a field; −1 where there is none yet. */
function closing(text, from) {
    let at = text.indexOf('"', from);
    while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
    return at;
}

function firstOf(text, from, separator) {
    for (let at = from; at < text.length; at += 1) if (text[at] === separator || text[at] === '\n') return at;
    return -1;
}

/** A comma, unless the line of names has none and another one. */
function separatorOf(line) {
    return SEPARATORS.find((separator) => line.includes(separator)) ?? ',';
}

/**
 * A line of CSV.
 * @param {string[]} fields
 */
export function csvLine(fields) {
    const quoted = fields.map((field) => (/[",\r\n;\t]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field));
    // One field that is empty would be an empty line, which is no record.
    return `${quoted.length === 1 && quoted[0] === '' ? '""' : quoted.join(',')}\r\n`;
}
