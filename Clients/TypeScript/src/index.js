// Lists of a Sectional server in an app: `new SectionalService(address).list(id)`.

import { SectionalService as Requests } from './core/service.js';
import { SectionalList } from './list.js';

/** @typedef {import('./pending.js').PendingWrite} PendingWrite */
/** @typedef {import('./storage.js').ListStorage} ListStorage */
/** @typedef {import('./types.js').IndexPath} IndexPath */
/** @typedef {import('./types.js').ListEvent} ListEvent */
/** @typedef {import('./types.js').ListInfo} ListInfo */
/** @typedef {import('./types.js').ListState} ListState */
/** @typedef {import('./sectiondrafts.js').SectionMembers} SectionMembers */
/** @typedef {import('./types.js').Section} Section */

/**
 * @template Value
 * @typedef {import('./batch.js').ListBatch<Value>} ListBatch
 */

/**
 * @template Value
 * @typedef {import('./types.js').Row<Value>} Row
 */

export { Problem } from './core/service.js';
export { SectionalList } from './list.js';
export { memoryStorage, webStorage } from './storage.js';

/** A server. One is enough for an app. */
export class SectionalService extends Requests {
    /**
     * A list of the server, which `start` begins to follow.
     * @template [Value=any]
     * @param {string} id
     * @param {{ storage?: ListStorage }} [options] `storage`: keeps what is shown, and edits that wait, for the next
     *   start of the app.
     * @returns {SectionalList<Value>}
     */
    list(id, options = {}) {
        return new SectionalList(this, id, options);
    }
}
