// A write that waits for the server, as it is kept in a storage: what it changes, and the request that does so.

import { itemTag } from './core/service.js';

/**
 * Where an edit puts an item: before or after another one, else at an index of a section. `item` is what it inserts; a move has none.
 * @typedef {{ before: string | null, after: string | null, section: string, row: number, item: any }} Placement
 */

/**
 * Where an edit puts a section: before or after another one, else at an index. `section` is what it inserts; a move has none.
 * @typedef {{ before: string | null, after: string | null, index: number, section: any }} SectionPlacement
 */

/**
 * One change of a write. It has an `item`, or a `section`, or, for an interaction, neither.
 * @typedef {object} Edit
 * @property {string} [body] JSON of the request, or of the operation in a batch; a condition is not in it.
 * @property {string[]} others The bodies that are tried where the target of the one before has gone.
 * @property {{ id: string, revision: number }} [item] The item that it changes, as it was seen; the revision is 0 where the server did not
 *   have it.
 * @property {string} [section] The id of the section that it changes.
 * @property {any} [value] The item's value by it, where it has another.
 * @property {string} [base] JSON of the value that it was made over.
 * @property {any} [info] The section's members by it that are others.
 * @property {Placement} [place] Where it puts its item.
 * @property {SectionPlacement} [sectionPlace] Where it puts its section.
 * @property {boolean} isDeletion
 * @property {boolean} hasOwnID Whether it inserts something with an id that was made here, which nobody else has taken.
 * @property {boolean} [hasArrived] Whether a version that was shown has what it inserts.
 * @property {number | null} made The revision that the item has by it, where that is known.
 */

/**
 * A write, as it is kept in a storage.
 * @typedef {object} PendingWrite
 * @property {string} id
 * @property {string} key Its `Idempotency-Key`: another one for each request that it tries.
 * @property {string} method
 * @property {string} path Below the server's address.
 * @property {Object<string, string>} headers Without the condition and the key.
 * @property {Edit[]} edits All in one batch, where it is one; else a single one.
 * @property {boolean} isBatch
 * @property {boolean} isSent Whether it may have been done: then nothing about it changes any more.
 * @property {number | null} version The version of the list that has it; null while the server has not answered.
 */

/** Whether two values are the same JSON, whatever the order of members. */
export const isEqual = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** A value with the members of its objects in order. */
function sorted(value) {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(sorted);
    return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
}

/**
 * Whether a write changes nothing.
 * @param {PendingWrite} write
 */
export const isInteraction = ({ edits: [{ item, section }] }) => item === undefined && section === undefined;

/**
 * The request of a write, with the conditions that its edits have by now.
 * @param {PendingWrite} write
 * @returns {{ body: string | undefined, headers: Object<string, string> }}
 */
export function requestOf({ isBatch, headers, edits }) {
    if (isBatch) return { body: `{"operations":[${operations(edits).join(',')}]}`, headers };
    const [{ body, item, place }] = edits;
    // The condition of a move by itself would be about the whole list.
    const isConditional = item && item.revision > 0 && !place;
    return { body, headers: isConditional ? { ...headers, 'If-Match': itemTag(item) } : headers };
}

/** The operations of a batch: each on the condition that its item is as it was seen, but for what the batch itself inserts. */
function operations(edits) {
    const inserted = new Set();
    return edits.map(({ body = '', item, place }) => {
        if (place?.item) inserted.add(item.id);
        if (!item || item.revision === 0 || inserted.has(item.id)) return body;
        return `${body.slice(0, -1)},"ifMatch":${JSON.stringify(itemTag(item).slice(1, -1))}}`;
    });
}

/**
 * The edit that a refusal is about.
 * @param {PendingWrite} write
 * @param {import('./core/service.js').Problem} problem
 */
export function refusedEdit({ isBatch, edits }, { errors }) {
    if (!isBatch) return edits[0];
    const [, index] = /^\/operations\/(\d+)/.exec(errors[0]?.pointer ?? '') ?? [];
    return edits[Number(index)];
}

/**
 * Whether a refusal of what was sent before says that it was done then: the server remembers a key for a day only. A batch is done whole.
 * @param {PendingWrite} write
 * @param {import('./core/service.js').Problem} problem
 */
export function isDoneBy(write, problem) {
    const [edit, { status, slug, body }] = [refusedEdit(write, problem), problem];
    if (edit === undefined) return false;
    if (edit.isDeletion) return !write.isBatch && ['item-not-found', 'item-gone', 'section-not-found', 'section-gone'].includes(slug);
    if (edit.hasOwnID) return slug === 'id-taken';
    if (status !== 412 || !('value' in edit) || body?.current === undefined) return false;
    return isEqual(body.current?.value, itemEffect(write.edits.filter(({ item }) => item?.id === edit.item.id)).value);
}

/**
 * Gives an edit its next body, where a refusal is about what it was to be beside, about an index, or about a version.
 * @param {PendingWrite} write
 * @param {import('./core/service.js').Problem} problem
 * @returns {boolean} Whether there was one.
 */
export function takeNextBody(write, problem) {
    const slugs = ['reference-not-found', 'index-out-of-range', 'item-gone', 'section-gone', 'version-gone'];
    const edit = slugs.includes(problem.slug) ? refusedEdit(write, problem) : undefined;
    if (edit === undefined || edit.others.length === 0) return false;
    edit.body = edit.others.shift();
    // The next one of an interaction is about no version.
    if (isInteraction(write)) write.path = write.path.split('?')[0];
    return true;
}

/**
 * The edits of one item, one over the other; null where there are none.
 * @param {Edit[]} edits
 * @returns {{ value?: any, isDeleted: boolean } | null}
 */
export function itemEffect(edits) {
    if (edits.length === 0) return null;
    const effect = { isDeleted: false };
    for (const edit of edits) {
        effect.isDeleted = edit.isDeletion || (effect.isDeleted && !edit.place?.item);
        if ('value' in edit) effect.value = edit.value;
        else if (edit.place?.item) effect.value = edit.place.item.value;
    }
    return effect;
}
