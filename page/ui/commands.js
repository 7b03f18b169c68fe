// What can be done with a row: the same by menu, by key, by button and by dragging.

import { isReader } from './access.js';
import { service, writer } from './api.js';
import { deleteUnlessChanged, editItem, insertDialog, moveDialog } from './editor.js';
import { heading, summary } from './format.js';
import { openMenu } from './menu.js';
import { announce, notify, notifyProblem } from './notices.js';
import { moveItem, readItem, restoreItem } from './writes.js';

/** The most sections that a dialog offers to insert into. */
const OFFERED = 200;
/** How long a value that could not be put back is offered: long enough for an outage. */
const UNDO_SECONDS = 3_600;

export class RowCommands {
    #session;
    #on;

    /**
     * @param {ListSession} session
     * @param {object} on `selected()`: the id of the selected item, or null; `made(id)`: shows an item that was made;
     *   `section(index, origin)`: opens a section's menu; `newSection()`.
     */
    constructor(session, on) {
        this.#session = session;
        this.#on = on;
    }

    get mayWrite() {
        return !this.#session.isPinned && !isReader();
    }

    /** Whether items can be inserted and moved: a view has those of its source, in its own order. */
    get mayInsert() {
        return this.mayWrite && !this.#session.info?.view;
    }

    get #defaultType() {
        return this.#session.info?.defaultType ?? null;
    }

    /** Opens the menu of a row, beside an element; `more` are commands that follow its own. */
    menu(path, item, origin, focus, more = []) {
        const { model } = this.#session;
        const isDisabled = !this.mayInsert;
        const [isFirst, isLast] = [model.offset(path) === 0, model.offset(path) === model.itemCount - 1];
        openMenu(origin.getBoundingClientRect(), [
            { label: 'Edit…', keys: 'F2', act: () => this.edit(item), isDisabled: !this.mayWrite },
            null,
            { label: 'Insert above…', act: () => this.#insert(path, item, 'before'), isDisabled },
            { label: 'Insert below…', act: () => this.#insert(path, item, 'after'), isDisabled },
            { label: 'Duplicate…', act: () => this.#duplicate(item).catch(notifyProblem), isDisabled },
            null,
            { label: 'Move up', keys: 'Alt ↑', act: () => this.moveBy(path, item, -1), isDisabled: isDisabled || isFirst },
            { label: 'Move down', keys: 'Alt ↓', act: () => this.moveBy(path, item, 1), isDisabled: isDisabled || isLast },
            { label: 'Move to…', act: () => moveDialog(this.#session.list, item, path), isDisabled },
            null,
            { label: 'Delete', keys: 'Del', act: () => this.remove(item), isDisabled: !this.mayWrite, isDangerous: true },
            null,
            { label: 'Section…', act: () => this.#on.section(model.find(item.id)?.[0] ?? path[0], origin) },
            ...more,
        ], focus);
    }

    edit(item) {
        if (this.#refused()) return;
        editItem(this.#session.list, item.id, this.#defaultType).catch(notifyProblem);
    }

    /** Deletes an item, and offers to put it back as it was. What somebody else has changed meanwhile is shown first. */
    async remove(item) {
        if (this.#refused()) return;
        const { list, model } = this.#session;
        try {
            // The text of the value is read first: a parsed one has lost it.
            const read = await readItem(service, list, item.id);
            const [section, row] = model.find(item.id) ?? read.item.indexPath;
            const place = {
                section: model.sections[section]?.info.id, row,
                previous: model.item([section, row - 1])?.id, next: model.item([section, row + 1])?.id,
            };
            const deleted = await deleteUnlessChanged(list, item, read, model.version);
            if (deleted === null) return;
            const undo = this.mayInsert && place.section && { label: 'Undo', act: () => this.#restore({ ...deleted, ...place }, writer()) };
            notify(`Deleted “${summary(deleted.item.value).title}”.`, { action: undo });
        } catch (problem) {
            notifyProblem(problem);
        }
    }

    /** Puts a deleted item back. Nobody else has its value, so where that fails it is offered again. */
    async #restore(deleted, send) {
        try {
            await restoreItem(service, this.#session.list, deleted, send);
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

    /** Asks for an item, and inserts it: below the selected one or above it, or at the end of a section. */
    async append(section = null) {
        if (this.#isFixed()) return;
        const { model } = this.#session;
        if (model.sections.length === 0) {
            this.#on.newSection();
            return;
        }
        const path = section === null && this.#on.selected() !== null ? model.find(this.#on.selected()) : null;
        const beside = path === null ? [] : this.#beside(path, model.item(path));
        const ends = this.#ends(section ?? model.sections.at(-1).info.id);
        await this.#ask([...beside, ...ends], { type: path && model.item(path).type });
    }

    /** The targets below and above an item. */
    #beside([section], item) {
        const { id } = this.#session.model.sections[section].info;
        const { title } = summary(item.value);
        return [['after', 'Below'], ['before', 'Above']].map(([side, word]) => (
            { label: `${word} “${title}”`, section: id, target: { [side]: `@${item.id}` } }));
    }

    /** The targets at the ends of sections, one of them first. */
    #ends(first) {
        const ends = this.#session.model.sections.map(({ info }) => (
            { label: `At the end of “${heading(info.header) || info.id}”`, section: info.id, target: {} }));
        const chosen = ends.find(({ section }) => section === first);
        return [chosen, ...ends.filter((end) => end !== chosen).slice(0, OFFERED)].filter(Boolean);
    }

    /** Asks for an item, inserts it, and shows it when it has come. */
    async #ask(targets, start) {
        const session = this.#session;
        const made = await insertDialog(session.list, targets, { ...start, defaultType: this.#defaultType });
        if (made === null) return;
        await session.arrived(made.revision);
        announce(`Inserted “${summary(made.value).title}”.`);
        this.#on.made(made.id);
    }

    async #move(item, target) {
        if (this.#isFixed()) return;
        await moveItem(service, this.#session.list, item, target).catch(notifyProblem);
    }

    #insert(path, item, side) {
        const targets = this.#beside(path, item);
        if (side === 'before') targets.reverse();
        this.#ask(targets, { type: item.type });
    }

    async #duplicate(item) {
        const { list, model } = this.#session;
        const { item: read, value } = await readItem(service, list, item.id);
        await this.#ask(this.#beside(model.find(item.id) ?? read.indexPath, item), { type: read.type, value });
    }

    /** Says why nothing can be inserted or moved. */
    #isFixed() {
        if (this.#refused()) return true;
        if (this.mayInsert) return false;
        notify(`A view has the items of its source: insert and move them in “${this.#session.info.view.of}”.`);
        return true;
    }

    /** Says why nothing can be written. */
    #refused() {
        if (this.mayWrite) return false;
        notify(isReader() ? 'This token may only read.' : 'This is a version of the past: go back to live to change something.');
        return true;
    }
}
