// Where a list is kept between two runs of an app.

/**
 * Keeps texts by name. A write is whole or not there at all; calls for one name take effect in their order.
 * @typedef {object} ListStorage
 * @property {(name: string) => Promise<string | null>} read Null where there is none.
 * @property {(name: string, text: string) => Promise<void>} write
 * @property {(name: string) => Promise<void>} remove
 * @property {string} [scope] A name of the storage, where other tabs, or other objects, keep texts in it too: those of one scope do not
 *   write over each other's edits. Among tabs that takes the Web Locks API.
 */

/**
 * Keeps texts for as long as the program runs.
 * @returns {ListStorage}
 */
export function memoryStorage() {
    const texts = new Map();
    return {
        read: async (name) => texts.get(name) ?? null,
        write: async (name, text) => { texts.set(name, text); },
        remove: async (name) => { texts.delete(name); },
    };
}

/**
 * Keeps texts in a browser's `localStorage`, some megabytes of them.
 * @param {string} prefix What the names begin with; another one for each account.
 * @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} [area]
 * @returns {ListStorage}
 */
export function webStorage(prefix = 'sectional.', area = globalThis.localStorage) {
    return {
        ...(area === globalThis.localStorage && { scope: prefix }),
        read: async (name) => area.getItem(prefix + name),
        write: async (name, text) => area.setItem(prefix + name, text),
        remove: async (name) => area.removeItem(prefix + name),
    };
}
