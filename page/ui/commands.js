// What can be done with a row: the same by menu, by key, by button and by dragging.

import { url, writer } from './api.js';
import { field, openDialog, problemText } from './dialogs.js';
import { element } from './dom.js';
import { deleteUnlessChanged, editItem, insertDialog, moveDialog } from './editor.js';
import { summary } from './format.js';
import { openMenu } from './menu.js';
import { notify, notifyProblem } from './notices.js';
import { moveItem, readItem, restoreItem } from './writes.js';

/** How long a value that could not be put back is offered: long enough for an outage. */
const UNDO_SECONDS = 3_600;

export class RowCommands {
    #session;

    /** @param {ListSession} session */
    constructor(session) {
        this.#session = session;
    }

    get mayWrite() {
        return !this.#session.isPinned;
    }

    /** Opens the menu of a row, beside an element; `more` are commands that follow its own. */
    menu(path, item, origin, focus, more = []) {
        const { mayWrite } = this;
        const { model } = this.#session;
        const isDisabled = !mayWrite;
        const [isFirst, isLast] = [model.offset(path) === 0, model.offset(path) === model.itemCount - 1];
        openMenu(origin.getBoundingClientRect(), [
            { label: 'Edit…', keys: 'F2', act: () => this.edit(item), isDisabled },
            null,
            { label: 'Insert above…', act: () => this.#insert(path, item, 'before'), isDisabled },
            { label: 'Insert below…', act: () => this.#insert(path, item, 'after'), isDisabled },
            null,
            { label: 'Move up', keys: 'Alt ↑', act: () => this.moveBy(path, item, -1), isDisabled: isDisabled || isFirst },
            { label: 'Move down', keys: 'Alt ↓', act: () => this.moveBy(path, item, 1), isDisabled: isDisabled || isLast },
            { label: 'Move to…', act: () => moveDialog(this.#session.list, item, path), isDisabled },
            null,
            { label: 'Delete', keys: 'Del', act: () => this.remove(item), isDisabled, isDangerous: true },
            ...more,
        ], focus);
    }

    edit(item) {
        if (this.#refused()) return;
        editItem(this.#session.list, item.id).catch(notifyProblem);
    }

    /** Deletes an item, and offers to put it back as it was. What somebody else has changed meanwhile is shown first. */
    async remove(item) {
        if (this.#refused()) return;
        const { list, model } = this.#session;
        try {
            // The text of the value is read first: a parsed one has lost it.
            const read = await readItem(list, item.id);
            const [section, row] = model.find(item.id) ?? read.item.indexPath;
            const place = {
                section: model.sections[section]?.info.id, row,
                previous: model.item([section, row - 1])?.id, next: model.item([section, row + 1])?.id,
            };
            const deleted = await deleteUnlessChanged(list, item, read, model.version);
            if (deleted === null) return;
            const undo = place.section && { label: 'Undo', act: () => this.#restore({ ...deleted, ...place }, writer()) };
            notify(`Deleted “${summary(deleted.item.value).title}”.`, { action: undo });
        } catch (problem) {
            notifyProblem(problem);
        }
    }

    /** Puts a deleted item back. Nobody else has its value, so where that fails it is offered again. */
    async #restore(deleted, send) {
        try {
            await restoreItem(this.#session.list, deleted, send);
        } catch (problem) {
            const action = { label: 'Try again', act: () => this.#restore(deleted, send) };
            const text = `“${summary(deleted.item.value).title}” is not back: ${problem.message}`;
            notify(text, { action, isError: true, seconds: UNDO_SECONDS });
        }
    }

    /** Moves an item up (−1) or down (1), over the end of its section into the next one. */
    moveBy([section, row], item, step) {
        const { sections } = this.#session.model;
        const to = row + step;
        if (to >= 0 && to < sections[section].rows.count) this.#move(item, { to: [section, to] });
        else if (step < 0 && section > 0) this.#move(item, { to: [section - 1, sections[section - 1].rows.count] });
        else if (step > 0 && section + 1 < sections.length) this.#move(item, { to: [section + 1, 0] });
    }

    /** Moves an item into a gap between rows, counted with the item still where it is. */
    drop(start, item, [section, row]) {
        const { model } = this.#session;
        // It may have been moved while it was dragged.
        const from = model.find(item.id) ?? start;
        if (from[0] === section && (row === from[1] || row === from[1] + 1)) return;
        const [next, previous] = [model.item([section, row]), model.item([section, row - 1])];
        if (next) this.#move(item, { before: `@${next.id}` });
        else if (previous) this.#move(item, { after: `@${previous.id}` });
        else this.#move(item, { to: [section, from[0] === section && from[1] < row ? row - 1 : row] });
    }

    /** Asks for an item, and inserts it at the end; a list without sections gets one. */
    async append() {
        if (this.#refused()) return;
        const { list, model } = this.#session;
        const last = model.sections.at(-1);
        if (last) insertDialog(list, last.info.id, {}, null);
        else this.appendSection();
    }

    appendSection() {
        if (this.#refused()) return;
        const header = element('input', { name: 'header', autocomplete: 'off' });
        const send = writer();
        openDialog('New section', [field('Header', header, 'May be empty')], {
            confirm: 'Create',
            act: async () => {
                const section = header.value === '' ? {} : { header: header.value };
                try {
                    await send('POST', url(['lists', this.#session.list, 'sections']), { body: { section } });
                    return true;
                } catch (problem) {
                    return problemText(problem);
                }
            },
        });
    }

    async #move(item, target) {
        if (this.#refused()) return;
        await moveItem(this.#session.list, item, target).catch(notifyProblem);
    }

    #insert(path, item, side) {
        const { list, model } = this.#session;
        insertDialog(list, model.sections[path[0]].info.id, { [side]: `@${item.id}` }, item.type);
    }

    /** Says why nothing can be written into the past. */
    #refused() {
        if (this.mayWrite) return false;
        notify('This is a version of the past: go back to live to change something.');
        return true;
    }
}
