// Where a text is not JSON, and why, in words that do not depend on the browser.

const LITERAL = /(?:true|false|null)(?![\w$])/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;

/** @typedef {{line: number, column: number, detail: string}} Flaw Line and column count from 1. */

class Failure extends Error {
    /** @param {number} at */
    constructor(at, detail) {
        super(detail);
        this.at = at;
    }
}

/**
 * The first flaw of a text; null where it is JSON.
 * @param {string} text
 * @returns {Flaw|null}
 */
export function jsonFlaw(text) {
    try {
        JSON.parse(text);
        return null;
    } catch {
        // The browser's own words differ, and some have no position.
    }
    try {
        const end = skipSpace(text, skipValue(text, skipSpace(text, 0)));
        if (end < text.length) throw new Failure(end, 'nothing may follow the value');
    } catch (failure) {
        if (failure instanceof Failure) return { ...positionOf(text, failure.at), detail: failure.message };
    }
    return { line: 1, column: 1, detail: 'it cannot be read' };
}

/**
 * A flaw as a sentence.
 * @param {Flaw} flaw
 */
export const flawText = ({ line, column, detail }) => `Line ${line}, column ${column}: ${detail}.`;

/**
 * Line and column of an offset.
 * @param {string} text
 * @param {number} at
 */
export function positionOf(text, at) {
    const before = text.slice(0, at);
    return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}

function skipSpace(text, at) {
    while (at < text.length && ' \n\r\t'.includes(text[at])) at += 1;
    return at;
}

function match(pattern, text, at) {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0].length ?? 0;
}

/** The end of the value that begins at an offset. */
function skipValue(text, start) {
    // The open brackets: a text may be nested deeper than a call stack.
    const open = [];
    let at = start;
    for (;;) {
        at = skipSpace(text, at);
        if (text[at] === '{' || text[at] === '[') {
            open.push(text[at]);
            at = skipSpace(text, at + 1);
            const isObject = open.at(-1) === '{';
            if (text[at] !== (isObject ? '}' : ']')) {
                if (isObject) at = skipKey(text, at);
                continue;
            }
        } else {
            at = skipScalar(text, at);
        }
        // Behind a value: brackets close, or a comma leads to the next one.
        for (;;) {
            if (open.length === 0) return at;
            at = skipSpace(text, at);
            const end = open.at(-1) === '{' ? '}' : ']';
            if (text[at] === end) {
                open.pop();
                at += 1;
                continue;
            }
            if (at >= text.length) throw new Failure(at, `it ends before its ${end}`);
            if (text[at] !== ',') throw new Failure(at, `a comma or ${end} has to be here`);
            at = skipSpace(text, at + 1);
            if (end === '}') at = skipKey(text, at);
            break;
        }
    }
}

/** The value of a key begins at the offset that is returned. */
function skipKey(text, at) {
    if (text[at] !== '"') throw new Failure(at, 'a key in quotation marks has to be here');
    at = skipSpace(text, skipString(text, at));
    if (text[at] !== ':') throw new Failure(at, 'a colon has to be here');
    return at + 1;
}

function skipString(text, at) {
    const end = at + match(STRING, text, at);
    if (text[end] === '"') return end + 1;
    if (end >= text.length) throw new Failure(at, 'this text has no closing quotation mark');
    if (text[end] === '\\') throw new Failure(end, 'there is no such escape');
    throw new Failure(end, text[end] === '\n' ? 'a text cannot go over the end of a line' : 'a control character has to be escaped');
}

function skipScalar(text, at) {
    if (text[at] === '"') return skipString(text, at);
    const length = match(LITERAL, text, at) || match(NUMBER, text, at);
    if (length > 0) return at + length;
    if (at >= text.length) throw new Failure(at, 'it ends where a value has to be');
    if (/[\d-]/.test(text[at])) throw new Failure(at, 'this is not a number as JSON writes it');
    throw new Failure(at, 'a value has to be here');
}
