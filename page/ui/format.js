// Numbers, times and JSON values in words.

import { Numeral } from './rawjson.js';

const numbers = new Intl.NumberFormat('en');
const times = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const timesOfDay = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

export const number = (value) => numbers.format(value);

/** `1 item`, `2,000 items`. */
export const count = (value, noun) => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;

/** A time of the server's as the reader's clock shows it; without the date where that is today's. */
export function time(text) {
    const date = new Date(text);
    return (date.toDateString() === new Date().toDateString() ? timesOfDay : times).format(date);
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

/** Text that is cut where nobody would read on: a value may have 256 KiB. */
export const short = (text, limit = 300) => (text.length > limit ? `${text.slice(0, limit)}…` : text);

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

/**
 * What a cell shows of any value: its first text, what else there is, and a number or price that stands at the end.
 * @returns {{title: string, detail: string, trailing: string, isDone: boolean|null}}
 */
export function summary(value) {
    if (isScalar(value)) return { title: line(value), detail: '', trailing: '', isDone: null };
    if (Array.isArray(value)) {
        const [first = '', ...rest] = value.slice(0, 8).map(line);
        return { title: first || '[ ]', detail: rest.join(' · '), trailing: '', isDone: null };
    }
    const entries = Object.entries(value).slice(0, 12);
    const texts = entries.filter(([, part]) => typeof part === 'string' && !isAddress(part)).map(([, part]) => short(part));
    const figures = entries.filter(([, part]) => typeof part === 'number' || part instanceof Numeral);
    const done = entries.find(([key, part]) => typeof part === 'boolean' && /^(done|completed|checked|read)$/i.test(key));
    const others = entries.filter(([, part]) => !isScalar(part)).map(([key, part]) => `${key}: ${line(part)}`);
    const [title = figures.length > 0 ? figures.map(([key, part]) => `${key} ${part}`).join(' · ') : others[0] ?? '{ }', ...more] = texts;
    const trailing = texts.length > 0 && figures.length > 0 ? String(figures[0][1]) : '';
    const named = texts.length > 0 ? figures.slice(1).map(([key, part]) => `${key} ${part}`) : [];
    const detail = [...more, ...named].join(' · ') || (texts.length > 0 ? others.join(' · ') : '');
    return { title, detail, trailing, isDone: done ? done[1] : null };
}

const isAddress = (text) => /^(https?:|data:)/.test(text);

/** What a change did, in a few words: `2 inserted, 1 moved`; `names` are other words for the kinds. */
export function changeWords(stages, names = {}) {
    const sums = { inserted: 0, deleted: 0, moved: 0, updated: 0 };
    for (const stage of stages) {
        for (const kind of Object.keys(sums)) sums[names[kind] ?? kind] += stage.items[kind].length + stage.sections[kind].length;
    }
    return Object.entries(sums).filter(([, sum]) => sum > 0).map(([kind, sum]) => `${number(sum)} ${kind}`).join(', ');
}
