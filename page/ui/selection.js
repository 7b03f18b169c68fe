// What is selected in a list: its row, its panel, and its name in the address. Selecting shows and sends nothing.

import { nameAddress } from './address.js';
import { get } from './api.js';
import { announce } from './notices.js';
import { summary } from './format.js';

export class Selection {
    #scroller;
    #panel;
    #inspector;
    #session = null;

    /**
     * @param {Scroller} scroller
     * @param {ItemPanel} panel
     * @param {Inspector} inspector
     */
    constructor(scroller, panel, inspector) {
        this.#scroller = scroller;
        this.#panel = panel;
        this.#inspector = inspector;
    }

    setSession(session) {
        this.#session = session;
        this.#scroller.selected = null;
        this.#panel.clear();
    }

    /** The id of the selected item; null where none is. */
    get id() {
        return this.#scroller.selected;
    }

    /** Selects the row of an item that is in view. */
    select(path, item) {
        this.#scroller.selected = item.id;
        this.#scroller.focus = path;
        this.#scroller.request();
        this.#inspector.show('item');
        this.#panel.show(this.#session.list, item, this.#session.model.version, path);
        announce(`Selected ${summary(item.value).title}.`);
        this.name(item.id);
    }

    /**
     * Selects an item by its id, and has it in the middle of the window, unless the window stays where it is.
     * @throws {Problem} 404 where the version on the screen has no such item.
     */
    async goTo(id, { stays = false } = {}) {
        const session = this.#session;
        const { version } = session.model;
        const found = await get(['lists', session.list, 'items', `@${id}`], { at: version });
        if (session !== this.#session) return;
        this.#scroller.selected = found.id;
        this.#scroller.focus = found.indexPath;
        if (stays) this.#scroller.request();
        else this.#scroller.center(found.indexPath);
        this.#panel.show(session.list, found, version);
        this.name(found.id);
    }

    /**
     * Selects the item at an index path of the version on the screen.
     * @throws {Problem}
     */
    async goToPath([section, row]) {
        const { list, model } = this.#session;
        const found = model.item([section, row]) ?? await get(['lists', list, 'items', `${section}-${row}`], { at: model.version });
        await this.goTo(found.id);
    }

    /** Has the address name the version on the screen, and an item in it. */
    name(item = null) {
        const { isPinned, list, model } = this.#session;
        nameAddress(list, { item, version: isPinned ? model.version : null });
    }
}
