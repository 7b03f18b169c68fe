// The elements of a JSON array, and the lines of NDJSON, read piece by piece: each with its text as it was sent and its line.

import { FileFlaw } from './csv.js';
import { jsonFlaw } from './jsonflaw.js';
import { parse } from './rawjson.js';

const LONGEST = 4_000_000;

/**
 * Parses a part of a file.
 * @param {string} text
 * @param {number} line The line of the file that it begins in, and the column there.
 * @throws {FileFlaw}
 */
export function parsePart(text, line, column = 1) {
    try {
        return parse(text);
    } catch {
        const flaw = jsonFlaw(text) ?? { line: 1, column: 1, detail: 'it cannot be read' };
        throw new FileFlaw({
            line: line + flaw.line - 1, column: flaw.line === 1 ? column + flaw.column - 1 : flaw.column, detail: flaw.detail,
        });
    }
}

export class LineReader {
    #rest = '';
    #line = 1;

    /** @param {string} piece @param {boolean} isLast @returns {Generator<FileRow>} */
    * read(piece, isLast) {
        const lines = (this.#rest + piece).split('\n');
        this.#rest = isLast ? '' : lines.pop() ?? '';
        if (this.#rest.length > LONGEST) throw new FileFlaw({ line: this.#line, detail: 'this line is too long' });
        for (const each of lines) {
            const text = each.trim();
            if (text !== '') yield { text, value: parsePart(text, this.#line, each.indexOf(text) + 1), line: this.#line };
            this.#line += 1;
        }
    }
}

/** Where an array's text is: before its bracket, before an element or its end, in an element, behind one, behind the array. */
const [BEFORE, FIRST, ELEMENT, BEHIND, AFTER] = [0, 1, 2, 3, 4];

export class ElementReader {
    #state = BEFORE;
    #rest = '';
    /** What was looked at of the rest, and the brackets that are open there. */
    #at = 0;
    #depth = 0;
    #isText = false;
    #line = 1;
    #column = 1;

    /** @param {string} piece @param {boolean} isLast @returns {Generator<FileRow>} */
    * read(piece, isLast) {
        this.#rest += piece;
        for (;;) {
            if (this.#state === ELEMENT) {
                if (this.#at === 0) this.#skip(this.#rest.length - this.#rest.trimStart().length);
                const end = this.#elementEnd();
                if (end < 0) break;
                const text = this.#rest.slice(0, end).trimEnd();
                if (text === '') throw this.#flaw('a value has to be here');
                const [line, column] = [this.#line, this.#column];
                const value = parsePart(text, line, column);
                this.#skip(end);
                this.#state = BEHIND;
                yield { text, value, line };
                continue;
            }
            const blank = this.#rest.length - this.#rest.trimStart().length;
            this.#skip(blank);
            if (this.#rest === '') break;
            this.#punctuate(this.#rest[0]);
        }
        if (this.#rest.length > LONGEST) throw new FileFlaw({ line: this.#line, detail: 'this value is too long' });
        if (!isLast || this.#state === AFTER) return;
        if (this.#state === ELEMENT) parsePart(this.#rest, this.#line, this.#column);
        throw this.#flaw('it ends before its ]');
    }

    #punctuate(sign) {
        if (this.#state === BEFORE && sign === '[') this.#state = FIRST;
        else if ((this.#state === FIRST || this.#state === BEHIND) && sign === ']') this.#state = AFTER;
        else if (this.#state === BEHIND && sign === ',') this.#state = ELEMENT;
        else if (this.#state === FIRST) {
            this.#state = ELEMENT;
            return;
        } else {
            throw this.#flaw(this.#state === AFTER ? 'nothing may follow the value' : 'a comma or ] has to be here');
        }
        this.#skip(1);
    }

    /** The end of the element that the rest begins with; −1 where it is not there yet. */
    #elementEnd() {
        const text = this.#rest;
        for (let at = this.#at; at < text.length; at += 1) {
            const sign = text[at];
            if (this.#isText) {
                if (sign === '\\') at += 1;
                else if (sign === '"') this.#isText = false;
                if (at >= text.length) {
                    // The escaped character comes with the next piece.
                    this.#at = text.length - 1;
                    return -1;
                }
            } else if (sign === '"') this.#isText = true;
            else if (sign === '[' || sign === '{') this.#depth += 1;
            else if (this.#depth === 0 && (sign === ',' || sign === ']' || sign === '}')) return at;
            else if (sign === ']' || sign === '}') this.#depth -= 1;
        }
        this.#at = text.length;
        return -1;
    }

    #skip(count) {
        if (count > 0) {
            const lines = this.#rest.slice(0, count).split('\n');
            this.#line += lines.length - 1;
            this.#column = lines.length > 1 ? lines.at(-1).length + 1 : this.#column + count;
            this.#rest = this.#rest.slice(count);
        }
        [this.#at, this.#depth, this.#isText] = [0, 0, false];
    }

    #flaw(detail) {
        return new FileFlaw({ line: this.#line, column: this.#column, detail });
    }
}
