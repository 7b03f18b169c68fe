// Escapes of JSON strings: shown as the characters that they mean, and written back as they were sent where nobody touched them.

import { indent } from './rawjson.js';

/** What turns the direction of text that follows it: a value must not reorder what stands beside it. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Two escapes of one character, one escape, another escape, or a character that turns. */
const PARTS = /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|\\u([\da-f]{4})|\\[^u]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gi;
/** Characters that nobody would see, or that mean something in JSON. */
const HIDDEN = /["\\\p{C}\p{Z}]/u;

/** A text without the characters that turn the direction of text. */
export const unturned = (text) => text.replace(TURNS, '');

/** JSON text to be read: a line for each member, and escapes as characters. */
export const readable = (text) => unescaped(indent(text));

/** JSON text with its escapes as characters, but for those that nobody would see. */
function unescaped(text) {
    let shown = '';
    let at = 0;
    for (const [start, end] of strings(text)) {
        shown += text.slice(at, start) + unescapedString(text.slice(start, end));
        at = end;
    }
    return shown + text.slice(at);
}

/**
 * What `readable` has shown and somebody has edited, with the strings that were not touched as they were sent.
 * @param {string} text The edited text.
 * @param {string} was The text that was shown.
 */
export function escapedAsBefore(text, was) {
    const sent = Array.from(strings(was), ([start, end]) => was.slice(start, end));
    const shown = sent.map(unescapedString);
    if (sent.every((string, index) => string === shown[index])) return text;
    const edited = [...strings(text)];
    const found = edited.map(([start, end]) => text.slice(start, end));
    const least = Math.min(shown.length, found.length);
    let first = 0;
    while (first < least && found[first] === shown[first]) first += 1;
    let last = 0;
    while (last < least - first && found.at(-1 - last) === shown.at(-1 - last)) last += 1;
    // Between the first string that differs and the last, equal ones belong together in their order.
    const between = new Map();
    for (let index = first; index < sent.length - last; index += 1) {
        if (!between.has(shown[index])) between.set(shown[index], []);
        between.get(shown[index]).push(sent[index]);
    }
    let out = '';
    let at = 0;
    edited.forEach(([start, end], index) => {
        const isBefore = index < first;
        const isAfter = index >= edited.length - last;
        const same = isBefore ? sent[index] : isAfter ? sent[index - edited.length + sent.length] : between.get(found[index])?.shift();
        out += text.slice(at, start) + (same ?? found[index]);
        at = end;
    });
    return out + text.slice(at);
}

/** Where the strings of JSON text begin and end, their quotation marks included. */
function* strings(text) {
    for (let start = text.indexOf('"'); start >= 0;) {
        let end = start + 1;
        while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
        yield [start, Math.min(end + 1, text.length)];
        start = text.indexOf('"', end + 1);
    }
}

function unescapedString(string) {
    return string.replace(PARTS, (part, high, low, unit) => {
        if (part[0] !== '\\') return `\\u${part.charCodeAt(0).toString(16).padStart(4, '0')}`;
        if (part === '\\/') return '/';
        const code = high ? [parseInt(high, 16), parseInt(low, 16)] : unit ? [parseInt(unit, 16)] : null;
        const character = code && String.fromCharCode(...code);
        return character === null || HIDDEN.test(character) ? part : character;
    });
}
