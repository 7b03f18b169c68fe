// Merge patches (RFC 7396) of edited objects, with the text of what was typed: what was not touched is not written.

import { member } from './rawjson.js';

/**
 * The patch that makes one object of another; null where nothing differs. A patch cannot set a member to null, so one that is null goes.
 * @param {string} was JSON text of an object, as it was sent.
 * @param {string} is JSON text of an object.
 */
export function mergePatch(was, is) {
    if (was === is) return null;
    const [before, after] = [JSON.parse(was), JSON.parse(is)];
    const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key)).map((key) => `${JSON.stringify(key)}:null`);
    const changed = Object.keys(after).map((key) => {
        const text = member(is, key);
        const old = Object.hasOwn(before, key) ? member(was, key) : null;
        const part = old !== null && isObject(before[key]) && isObject(after[key]) ? mergePatch(old, text) : text;
        return part === null || part === old ? null : `${JSON.stringify(key)}:${part}`;
    });
    const members = [...gone, ...changed.filter((part) => part !== null)];
    return members.length === 0 ? null : `{${members.join(',')}}`;
}

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A value after a merge patch.
 * @param {any} value
 * @param {any} patch Parsed.
 */
export function merged(value, patch) {
    if (!isObject(patch)) return patch;
    const members = isObject(value) ? { ...value } : {};
    for (const [key, part] of Object.entries(patch)) {
        if (part === null) delete members[key];
        else members[key] = merged(members[key], part);
    }
    return members;
}
