// What is in view of a list: kept while somebody reads, and shown again when the list is.

import { get } from './api.js';
import { afterScroll, keepPosition, keptPosition } from './bookmarks.js';

export class ListPosition {
    #scroller;

    /**
     * @param {Scroller} scroller
     * @param {() => string | null} list The id of the list that is shown; null while it is not.
     */
    constructor(scroller, list) {
        this.#scroller = scroller;
        afterScroll(scroller.root, () => {
            if (list() !== null) keepPosition(list(), this.#current);
        });
    }

    /** A height in pixels, and the item that is first in view with its distance from the window's top. */
    get #current() {
        return { top: this.#scroller.top, ...this.#scroller.topItem() };
    }

    /**
     * Has the scroller show a model; the row that was on top stays there, where it is still there.
     * @param {string} list
     * @param {ListModel} model
     * @param {boolean} isFirst Whether nothing of the list was shown before: then what was in view in this tab counts.
     * @param {() => void} shown Called when the rows are drawn.
     */
    async show(list, model, isFirst, shown) {
        const position = isFirst ? keptPosition(list) : this.#current;
        this.#scroller.setModel(model, position?.top ?? 0);
        shown();
        if (!position?.id || position.top === 0) return;
        try {
            const { indexPath } = await get(['lists', list, 'items', `@${position.id}`], { at: model.version });
            if (this.#scroller.model === model) this.#scroller.keep(indexPath, position.below);
        } catch {
            // It is not there any more; the same height in pixels is as good as any.
        }
    }
}
