// Making an earlier version the newest: what that changes is shown first.

import { url, writer } from './api.js';
import { differenceWords, readDifference } from './difference.js';
import { openDialog, problemText } from './dialogs.js';
import { element } from './dom.js';
import { number } from './format.js';
import { notify } from './notices.js';

/** How often the list may change while somebody looks, before it is restored whatever has come meanwhile. */
const ATTEMPTS = 2;

const revertURL = (list) => url(['lists', list, 'revert']);

/**
 * Makes a version with the content of an earlier one.
 * @param {number|null} head What the newest version has to be; null restores whatever is there.
 * @throws {Problem} 412 where it is another one.
 * @returns {Promise<number>} The version that the list has then.
 */
export async function revert(list, version, head, send) {
    const headers = head === null ? {} : { 'If-Match': `"v${head}"` };
    const answer = await send('POST', revertURL(list), { body: { to: version }, headers });
    return Number(answer.headers.get('List-Version'));
}

/** Asks whether a version shall be restored. @returns {Promise<boolean>} Whether it was. */
export async function restoreDialog(session, version) {
    const { list } = session;
    const words = element('p', { role: 'status' }, 'Reading…');
    const send = writer();
    let head = session.head;
    let refused = 0;
    await preview();
    return openDialog(`Restore version ${number(version)}?`, [
        element('p.dim', {}, 'The list gets a new version with the content of this one. Nothing of its history goes.'), words,
    ], {
        confirm: 'Restore',
        act: async () => {
            try {
                await revert(list, version, refused < ATTEMPTS ? head : null, send);
                notify(`Restored version ${number(version)}.`);
                return true;
            } catch (problem) {
                if (problem.status !== 412) return problemText(problem);
                refused += 1;
                head = problem.body?.current?.version ?? session.head;
                await preview();
                return 'The list has changed meanwhile. This is what would change now.';
            }
        },
    });

    async function preview() {
        try {
            words.textContent = `From version ${number(head)}: ${differenceWords(await readDifference(list, version, head), true)}`;
        } catch (problem) {
            words.textContent = problem.message;
        }
    }
}
