// What a list shows, and what it says.

/** @typedef {import('./core/service.js').Problem} Problem */
/** @typedef {import('./pending.js').PendingWrite} PendingWrite */

/**
 * The place of an item: the index of its section, and its index there.
 * @typedef {[section: number, row: number]} IndexPath
 */

/**
 * A section, with what this app has written; `itemOffset` is the offset of its first item, `isPending` and `isDeleted` are as those of a
 * row.
 * @typedef {{ id: string, index: number, header: string | null, footer: string | null, metadata: any, itemCount: number,
 *   itemOffset: number, isPending: boolean, isDeleted: boolean }} Section
 */

/**
 * The list's own properties, as the server shows them.
 * @typedef {{ id: string, version: number, title: string | null, metadata: any, createdAt: string, [name: string]: any }} ListInfo
 */

/**
 * An item, as the screen shows it. The same object for as long as nothing of it changes.
 * @template Value
 * @typedef {object} Row
 * @property {string} id
 * @property {string | null} type
 * @property {string} cell The name of the cell that it wants.
 * @property {number} revision
 * @property {Value} value With what this app has written, also before the server has it.
 * @property {boolean} isPending Whether the server has not answered something that was written here.
 * @property {boolean} isDeleted Whether it, or its section, was deleted here; it goes when the server has done so.
 */

/**
 * How a list stands to its server. `stopped`; `connecting`; `live`; `waiting`, for the next attempt; `refused`, with a problem, until
 * `reconnect`; `deleted`; `pinned` at a version of the past.
 * @typedef {'stopped' | 'connecting' | 'live' | 'waiting' | 'refused' | 'deleted' | 'pinned' | 'paused'} ListState
 */

/**
 * What a listener is told: `reload`, all may be another; `change`, the list became its next version by stages (docs/following.md);
 * `rows`, items were loaded, or items and sections edited where they are; `state`; `refused`, the server will not have an edit, which is
 * taken back; `failed`, the storage has failed.
 * @typedef {{ kind: 'reload' | 'rows' | 'state' } | { kind: 'change', stages: any[] }
 *   | { kind: 'refused', problem: Problem, write: PendingWrite } | { kind: 'failed', error: Error }} ListEvent
 */

export {};
