// A parsed value as JSON: numbers keep the text that they were sent with.

import { Numeral } from './rawjson.js';

/**
 * @param {any} value As `parse` returns it, or as `JSON.stringify` takes it.
 * @returns {string}
 */
export function jsonText(value) {
    if (value instanceof Numeral) return value.source;
    if (typeof value?.toJSON === 'function') return jsonText(value.toJSON());
    if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
    if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
    const members = Object.entries(value).filter(([, part]) => part !== undefined && typeof part !== 'function');
    return `{${members.map(([key, part]) => `${JSON.stringify(key)}:${jsonText(part)}`).join(',')}}`;
}
