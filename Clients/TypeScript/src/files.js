// Keeps lists in files, for programs in Node.

import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * Keeps texts in a folder, which is made where it is not there.
 * @param {string} folder Another one for each account.
 * @returns {import('./storage.js').ListStorage}
 */
export function fileStorage(folder) {
    /** @type {Promise<unknown>} */
    let last = Promise.resolve();
    const path = (name) => join(folder, encodeURIComponent(name));
    /**
     * @template Result
     * @param {() => Promise<Result>} act
     */
    const inTurn = (act) => {
        const turn = last.then(act);
        last = turn.catch(() => {});
        return turn;
    };
    return {
        scope: resolve(folder),
        read: (name) => inTurn(() => readFile(path(name), 'utf8').catch((error) => {
            if (error.code === 'ENOENT') return null;
            throw error;
        })),
        write: (name, text) => inTurn(async () => {
            await mkdir(folder, { recursive: true });
            const file = await open(`${path(name)}.new`, 'w');
            try {
                await file.writeFile(text);
                await file.sync();
            } finally {
                await file.close();
            }
            await rename(`${path(name)}.new`, path(name));
        }),
        remove: (name) => inTurn(() => rm(path(name), { force: true })),
    };
}
