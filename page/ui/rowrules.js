// What a row shows of a value: by the pointers that are kept with the list, under `row` in its metadata, so that everybody sees the same.
// Without them it is guessed from what the value has.

import { unturned } from './escapes.js';
import { line, short, summary, timeIn } from './format.js';
import { isObject } from './mergepatch.js';
import { Numeral } from './rawjson.js';

/** The parts of a row that a pointer can say. */
export const PARTS = ['title', 'detail', 'trailing', 'picture'];
/** The most columns of a table. */
export const MOST_COLUMNS = 12;

/** The origins whose pictures the server lets the page show. */
const origins = (document.querySelector('meta[name=picture-origins]')?.getAttribute('content') ?? '').split(' ').filter(Boolean);

const isPointer = (text) => typeof text === 'string' && (text === '' || text.startsWith('/'));

/**
 * The rules that a list's metadata has: pointers for `title`, `detail`, `trailing` and `picture`, null where there is none, and `columns`.
 * @param {JSONObject | null} info The list.
 * @returns {JSONObject}
 */
export function rulesOf(info) {
    const row = isObject(info?.metadata?.row) ? info.metadata.row : {};
    const rules = Object.fromEntries(PARTS.map((part) => [part, isPointer(row[part]) ? row[part] : null]));
    const columns = Array.isArray(row.columns) ? row.columns.filter(isPointer).slice(0, MOST_COLUMNS) : [];
    return { ...rules, columns };
}

/** What a pointer leads to; undefined where nothing is. */
export function valueAt(value, pointer) {
    if (pointer === '') return value;
    for (const token of pointer.slice(1).split('/')) {
        const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
        const isIndex = Array.isArray(value) && /^(0|[1-9]\d*)$/.test(key);
        const isThere = isIndex ? Number(key) < value.length : isObject(value) && Object.hasOwn(value, key);
        if (!isThere || value instanceof Numeral) return undefined;
        value = value[key];
    }
    return value;
}

export const isNumber = (value) => typeof value === 'number' || value instanceof Numeral;

/** What a cell shows of a value: a time as the reader writes it, nothing for what is not there. */
export function cellText(value) {
    if (value === undefined || value === null) return '';
    return (typeof value === 'string' && timeIn(value)) || line(value);
}

/**
 * The words of a row.
 * @param {any} value
 * @param {JSONObject} rules
 * @param {string} header That of its section, which is not said again.
 */
export function wordsOf(value, rules, header) {
    const guessed = summary(value, header);
    const said = Object.fromEntries(PARTS.map((part) => [part, rules[part] === null ? null : valueAt(value, rules[part])]));
    const words = { ...guessed, picture: null };
    if (rules.title !== null) words.title = cellText(said.title);
    if (rules.detail !== null) words.detail = cellText(said.detail);
    else if (rules.title !== null && guessed.title !== words.title) words.detail = '';
    if (rules.trailing !== null) words.trailing = cellText(said.trailing);
    if (typeof said.picture === 'string') words.picture = pictureAddress(said.picture);
    return words;
}

/** The address of a picture that the page may show; null of any other. */
function pictureAddress(text) {
    try {
        const address = new URL(text, document.baseURI);
        if (/^data:image\//.test(text) || address.origin === location.origin) return address.href;
        const isAllowed = origins.includes('*') ? /^https?:$/.test(address.protocol) : origins.includes(address.origin);
        return isAllowed ? address.href : null;
    } catch {
        return null;
    }
}

/** The pointers to what some values have, the most frequent first: what a table of them can show. */
export function pointersIn(values, most = 40) {
    const counts = new Map();
    const add = (pointer, value, depth) => {
        if (isObject(value) && !(value instanceof Numeral) && depth < 3) {
            for (const [key, part] of Object.entries(value).slice(0, 40)) {
                add(`${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, part, depth + 1);
            }
        } else if (Array.isArray(value) && depth === 0) {
            value.slice(0, MOST_COLUMNS).forEach((part, index) => add(`/${index}`, part, 3));
        } else {
            counts.set(pointer, (counts.get(pointer) ?? 0) + 1);
        }
    };
    for (const value of values) add('', value, 0);
    return [...counts].sort(([, first], [, second]) => second - first).slice(0, most).map(([pointer]) => pointer);
}

/** A pointer as the head of a column: its last key. */
export function columnName(pointer) {
    const key = pointer.split('/').at(-1).replaceAll('~1', '/').replaceAll('~0', '~');
    return pointer === '' ? 'Value' : short(unturned(key), 60);
}
