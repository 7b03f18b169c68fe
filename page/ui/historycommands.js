// What can be done with a version, by its menu, and the history of an item.

import { isReader } from './access.js';
import { compareDialog } from './difference.js';
import { exportDialog } from './exportdialog.js';
import { itemHistoryDialog } from './itemhistory.js';
import { openMenu } from './menu.js';
import { restoreDialog } from './restore.js';

export class HistoryCommands {
    #session;
    #on;

    /** @param {object} on `go(version, id)`: shows a version, and an item in it unless that is null. */
    constructor(session, on) {
        this.#session = session;
        this.#on = on;
    }

    menu(version, origin) {
        const { head, info, model } = this.#session;
        const shown = model.version === version ? head : model.version;
        const canRestore = version !== head && !info.view && !isReader();
        openMenu(origin.getBoundingClientRect(), [
            { label: 'What changed…', act: () => this.#compare(version - 1, version), isDisabled: version === 1 },
            { label: 'Compare with the version shown…', act: () => this.#compare(version, shown), isDisabled: version === shown },
            { label: 'Export this version…', act: () => exportDialog(this.#session, { version }) },
            null,
            { label: 'Restore this version…', act: () => this.#restore(version), isDisabled: !canRestore },
        ], origin);
    }

    ofItem(item) {
        itemHistoryDialog(this.#session, item, (version, id) => this.#on.go(version, id));
    }

    #compare(from, to) {
        compareDialog(this.#session, from, to, (version, id) => this.#on.go(version, id));
    }

    async #restore(version) {
        const session = this.#session;
        const isRestored = await restoreDialog(session, version);
        if (isRestored && session.isPinned) this.#on.go(session.head, null);
    }
}
