// Numbers, times and JSON values in words.

import { unturned } from './escapes.js';
import { Numeral } from './rawjson.js';

const numbers = new Intl.NumberFormat('en');
// Times are written as the reader's browser does.
const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const timesOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

export const number = (value) => numbers.format(value);

/** `1 item`, `2,000 items`. */
export const count = (value, noun) => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;

/** A time of the server's as the reader's clock shows it; without the date where that is today's. */
export function time(text) {
    const date = new Date(text);
    return (date.toDateString() === new Date().toDateString() ? timesOfDay : times).format(date);
}

/** A time or a day of a value (RFC 3339) in the reader's format; null of any other text. */
export function timeIn(text) {
    const [, day, rest] = TIME.exec(text) ?? [];
    const date = new Date(text);
    if (day === undefined || Number.isNaN(date.getTime())) return null;
    return (rest === undefined ? days : times).format(date);
}

/** How long ago, in the largest unit that says something. */
export function ago(text, now = Date.now()) {
    const seconds = Math.max(0, Math.round((now - Date.parse(text)) / 1000));
    if (seconds < 5) return 'just now';
    for (const [unit, length] of Object.entries({ d: 86_400, h: 3_600, min: 60 })) {
        if (seconds >= length) return `${Math.floor(seconds / length)} ${unit} ago`;
    }
    return `${seconds} s ago`;
}

/** Text that is cut where nobody would read on, since a value may have 256 KiB; nothing in it turns the direction of what follows. */
export const short = (text, limit = 300) => unturned(text.length > limit ? `${text.slice(0, limit)}…` : text);

const isScalar = (value) => value === null || typeof value !== 'object' || value instanceof Numeral;

/** A value in a line. */
export function line(value) {
    if (typeof value === 'string') return short(value);
    if (isScalar(value)) return String(value);
    if (Array.isArray(value)) return short(value.slice(0, 8).map(line).join(' · '));
    return short(Object.values(value).slice(0, 8).map(line).join(' · '));
}

/** A header or footer: most often a string. */
export const heading = (value) => (typeof value === 'string' ? short(value) : line(value));

/** The keys of what a row is called by, the first one first. */
const TITLES = ['title', 'name', 'label', 'subject', 'text'];
const TIME = /^(\d{4}-\d\d-\d\d)([Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const ID = /^(_?id|uuid|guid|key)$|(_id|Id|ID)$/;

/** Whether a text says nothing to a reader: an address, an id, a time. */
const isTechnical = (key, text) => /^(https?:|data:)/.test(text) || ID.test(key) || UUID.test(text) || TIME.test(text);

/**
 * What a cell shows of any value: a title, what else there is, and a number or price that stands at the end.
 * @param {any} value
 * @param {string} header That of the section, which is not said again.
 * @returns {{title: string, detail: string, trailing: string, isDone: boolean|null}}
 */
export function summary(value, header = '') {
    if (isScalar(value)) return { title: line(value), detail: '', trailing: '', isDone: null };
    if (Array.isArray(value)) {
        const [first = '', ...rest] = value.slice(0, 8).map(line);
        return { title: first || '[ ]', detail: rest.join(' · '), trailing: '', isDone: null };
    }
    const entries = Object.entries(value).slice(0, 24);
    const all = entries.filter(([, part]) => typeof part === 'string' && part !== '');
    const telling = all.filter(([key, part]) => !isTechnical(key, part) && short(part) !== header);
    // Where nothing else is there, an id is better than nothing.
    const named = telling.length > 0 ? telling : all;
    const first = TITLES.map((title) => named.find(([key]) => key.toLowerCase() === title)).find(Boolean) ?? named[0];
    const texts = [first, ...named.filter((entry) => entry !== first)].filter(Boolean).map(([, part]) => short(part));
    const figures = entries.filter(([key, part]) => (typeof part === 'number' || part instanceof Numeral) && !ID.test(key));
    const done = entries.find(([key, part]) => typeof part === 'boolean' && /^(done|completed|checked)$/i.test(key));
    const others = entries.filter(([, part]) => !isScalar(part)).map(([key, part]) => `${short(key, 60)}: ${line(part)}`);
    const numbered = figures.map(([key, part]) => `${short(key, 60)} ${part}`);
    const [title = numbered.join(' · ') || (others[0] ?? '{ }'), ...more] = texts;
    const trailing = texts.length > 0 && figures.length > 0 ? String(figures[0][1]) : '';
    const detail = [...more, ...(texts.length > 0 ? numbered.slice(1) : [])].join(' · ') || (texts.length > 0 ? others.join(' · ') : '');
    return { title, detail, trailing, isDone: done ? done[1] : null };
}

/** What a change did, in a few words: `2 inserted, 1 moved`; `names` are other words for the kinds. */
export function changeWords(stages, names = {}) {
    const sums = { inserted: 0, deleted: 0, moved: 0, updated: 0 };
    for (const stage of stages) {
        for (const kind of Object.keys(sums)) sums[names[kind] ?? kind] += stage.items[kind].length + stage.sections[kind].length;
    }
    return Object.entries(sums).filter(([, sum]) => sum > 0).map(([kind, sum]) => `${number(sum)} ${kind}`).join(', ');
}
