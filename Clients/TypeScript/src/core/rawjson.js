// JSON as it was sent. A value that is written back keeps its text: `1.0` stays `1.0`, and an integer of 20 digits keeps them all.
// So nothing here makes text out of a parsed value.

/** A number whose text says more than the double that JavaScript makes of it. */
export class Numeral {
    constructor(source) {
        this.source = source;
    }

    toString() {
        return this.source;
    }
}

/**
 * Parses JSON to be shown, never to be written back: numbers that a double would change are `Numeral`s.
 * A browser that does not tell a number's source shows the double.
 */
export function parse(text) {
    return JSON.parse(text, (_, value, context) => {
        if (typeof value !== 'number' || context?.source === undefined) return value;
        return String(value) === context.source ? value : new Numeral(context.source);
    });
}

/**
 * The text of a member, as it was sent.
 * @param {string} text JSON that has been parsed before, so it is well formed.
 * @param {...string} path The keys that lead to it.
 * @returns {string|null} Null where there is none.
 */
export function member(text, ...path) {
    let at = skipBlanks(text, 0);
    for (const key of path) {
        at = valueOf(text, at, key);
        if (at < 0) return null;
    }
    return text.slice(at, skipValue(text, at));
}

/** The texts of an array's elements, as they were sent. */
export function elements(text) {
    const found = [];
    let at = skipBlanks(text, skipBlanks(text, 0) + 1);
    while (at < text.length && text[at] !== ']') {
        const end = skipValue(text, at);
        found.push(text.slice(at, end));
        at = skipBlanks(text, end);
        if (text[at] === ',') at = skipBlanks(text, at + 1);
    }
    return found;
}

/** The text with a line for each member and element. Only insignificant white space changes. */
export function indent(text) {
    let out = '';
    let depth = 0;
    const line = () => '\n' + '  '.repeat(depth);
    for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
        const character = text[at];
        if (character === '{' || character === '[') {
            const next = skipBlanks(text, at + 1);
            if (text[next] === '}' || text[next] === ']') {
                out += character + text[next];
                at = next + 1;
                continue;
            }
            depth += 1;
            out += character + line();
            at += 1;
        } else if (character === '}' || character === ']') {
            depth -= 1;
            out += line() + character;
            at += 1;
        } else if (character === ',') {
            out += ',' + line();
            at += 1;
        } else if (character === ':') {
            out += ': ';
            at += 1;
        } else {
            const end = skipValue(text, at);
            out += text.slice(at, end);
            at = end;
        }
    }
    return out;
}

/**
 * The text of an object with a member of another value. What else it has stays as it is.
 * @param {string} text JSON of an object.
 * @param {string} key
 * @param {string|null} value JSON; null takes the member away.
 */
export function withMember(text, key, value) {
    const begin = skipBlanks(text, 0);
    const at = valueOf(text, begin, key);
    if (at >= 0 && value !== null) return text.slice(0, at) + value + text.slice(skipValue(text, at));
    if (at < 0 && value === null) return text;
    const members = at < 0 ? null : Object.keys(JSON.parse(text));
    if (members === null) {
        const end = text.lastIndexOf('}');
        const before = text.slice(0, end).trimEnd();
        const comma = before.endsWith('{') ? '' : ',';
        return indent(`${before}${comma}${JSON.stringify(key)}:${value}${text.slice(end)}`);
    }
    // The other members with their texts, in their order.
    const kept = members.filter((name) => name !== key).map((name) => `${JSON.stringify(name)}:${member(text, name)}`);
    return indent(`{${kept.join(',')}}`);
}

/** Where the value of a key begins in the object that begins at `at`; −1 where there is none. */
function valueOf(text, at, key) {
    if (text[at] !== '{') return -1;
    at = skipBlanks(text, at + 1);
    while (at < text.length && text[at] !== '}') {
        const end = skipString(text, at);
        const name = JSON.parse(text.slice(at, end));
        at = skipBlanks(text, skipBlanks(text, end) + 1);
        if (name === key) return at;
        at = skipBlanks(text, skipValue(text, at));
        if (text[at] === ',') at = skipBlanks(text, at + 1);
    }
    return -1;
}

function skipBlanks(text, at) {
    while (at < text.length && (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r')) at += 1;
    return at;
}

function skipString(text, at) {
    at += 1;
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    return Math.min(at + 1, text.length);
}

function skipValue(text, at) {
    if (text[at] === '"') return skipString(text, at);
    if (text[at] !== '{' && text[at] !== '[') {
        while (at < text.length && !',]} \n\t\r:'.includes(text[at])) at += 1;
        return at;
    }
    let depth = 0;
    while (at < text.length) {
        const character = text[at];
        if (character === '"') {
            at = skipString(text, at);
            continue;
        }
        at += 1;
        if (character === '{' || character === '[') depth += 1;
        if (character === '}' || character === ']') depth -= 1;
        if (depth === 0) return at;
    }
    return at;
}
