// A parsed value as JSON: numbers keep the text that they were sent with.

import { Numeral } from './rawjson.js';

/**
 * @param {any} value As `parse` returns it.
 * @returns {string}
 */
export function jsonText(value) {
    if (value instanceof Numeral) return value.source;
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
    return `{${Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${jsonText(part)}`).join(',')}}`;
}
