// Writes of items: each once, under the condition that nobody has changed what the user saw, and with the text of values as it was typed
// or sent. `send` is a service's `write`, its `writer`, or what keeps writes until they can be sent.

import { member } from './rawjson.js';
import { itemTag } from './service.js';

/** @typedef {import('./service.js').SectionalService} SectionalService */

const itemURL = (service, list, id, query, ...more) => service.url(['lists', list, 'items', `@${id}`, ...more], query);

const writeOf = (service) => service.write.bind(service);

/**
 * An item with the text of its value.
 * @returns {Promise<{item: object, value: string}>}
 */
export async function readItem(service, list, id, version, signal) {
    const { json, text } = await service.request('GET', itemURL(service, list, id, { at: version }), { signal });
    return { item: json, value: member(text, 'value') };
}

/**
 * Puts another value into an item.
 * @param {string} value JSON as text.
 * @throws {Problem} 412 where somebody else has changed it; `conflictOf` reads what is there.
 */
export const putValue = (service, list, item, value, send = writeOf(service)) =>
    send('PUT', itemURL(service, list, item.id), { body: value, headers: { 'If-Match': itemTag(item) } });

/** What is there now, of a 412: the item, and the text of its value; null where it has been deleted. */
export function conflictOf(problem) {
    const value = member(problem.text, 'current', 'value');
    return value === null ? null : { item: problem.body.current, value };
}

/** @throws {Problem} As `putValue`. */
export const deleteItem = (service, list, item, send = writeOf(service)) =>
    send('DELETE', itemURL(service, list, item.id), { headers: { 'If-Match': itemTag(item) } });

/**
 * Moves an item beside another, or to an index path of the newest version.
 * @param {object} target `{ before: '@id' }`, `{ after: '@id' }` or `{ to: [section, row] }`.
 * Without a condition: that of a move would be about the whole list, which may change all the time.
 */
export const moveItem = (service, list, item, target, send = writeOf(service)) =>
    send('POST', itemURL(service, list, item.id, {}, 'move'), { body: target });

/**
 * Inserts an item; all but `value` are written as JSON here.
 * @param {SectionalService} service
 * @param {string} list
 * @param {string} section Its id.
 * @param {{ id?: string | null, type?: string | null, value: string }} item `value` is JSON as text; what is null is
 *   left out.
 * @param {object} target `{ before }`, `{ after }` or `{ index }`; empty for the end.
 */
export function insertItem(service, list, section, { id, type, value }, target, send = writeOf(service)) {
    const members = [id && `"id":${JSON.stringify(id)}`, type && `"type":${JSON.stringify(type)}`, `"value":${value}`];
    const place = Object.entries(target).map(([key, part]) => `,${JSON.stringify(key)}:${JSON.stringify(part)}`);
    const body = `{"item":{${members.filter(Boolean).join(',')}}${place.join('')}}`;
    return send('POST', service.url(['lists', list, 'sections', `@${section}`, 'items']), { body });
}

/**
 * Puts a deleted item back where it was: after what was before it, else before what was after it, else at its place, else at the end of
 * its section.
 * @param {SectionalService} service
 * @param {string} list
 * @param {Object<string, any>} deleted `{ item, value, section, row, previous, next }`: ids, null where there was none or it is not known.
 */
export async function restoreItem(service, list, { item, value, section, row, previous, next }, send = writeOf(service)) {
    const targets = [previous && { after: `@${previous}` }, next && { before: `@${next}` }, { index: row }, {}].filter(Boolean);
    for (const target of targets) {
        try {
            return await insertItem(service, list, section, { id: item.id, type: item.type, value }, target, send);
        } catch (problem) {
            // That neighbour has gone, or is in another section by now, or the section is shorter.
            if (problem.status !== 422 || target === targets.at(-1)) throw problem;
        }
    }
    return null;
}

/**
 * Records an interaction by the version on the screen: what the user saw, also where the list has moved on.
 * @param {string[]} path `['select']`, `['deselect']` or `['actions', name]`.
 * @param {string} context A JSON object as text.
 */
export async function interact(service, list, id, version, path, context = '{}') {
    try {
        return (await service.write('POST', itemURL(service, list, id, { at: version }, ...path), { body: `{"context":${context}}` })).json;
    } catch (problem) {
        if (problem.slug !== 'version-gone') throw problem;
        const body = context === '{}' ? { context: { seenVersion: version } } : `{"context":${context}}`;
        return (await service.write('POST', itemURL(service, list, id, {}, ...path), { body })).json;
    }
}
