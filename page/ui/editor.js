// Dialogs that write values. What is edited is the text of a value, so what is not touched comes back as it was.

import { service, writer } from './api.js';
import { field, openDialog, problemText } from './dialogs.js';
import { button, element } from './dom.js';
import { escapedAsBefore, readable } from './escapes.js';
import { flaw, jsonArea } from './fields.js';
import { summary } from './format.js';
import { notify } from './notices.js';
import { typeField } from './types.js';
import { ValueEditor } from './valueeditor.js';
import { conflictOf, deleteItem, insertItem, moveItem, putValue, readItem } from './writes.js';

/**
 * Edits an item's value.
 * @param {string | null} defaultType That of the list.
 * @throws {Problem} Where the item cannot be read.
 */
export async function editItem(list, id, defaultType) {
    const { item, value } = await readItem(service, list, id);
    const editor = new ValueEditor(value);
    editor.setType(item.type ?? defaultType);
    let conflict = null;
    const send = writer();
    await openDialog(`Edit “${summary(item.value).title}”`, [editor.root], {
        confirm: 'Save',
        isWide: true,
        act: async () => {
            conflict = null;
            if (editor.flaw) return editor.flaw;
            try {
                await putValue(service, list, item, editor.text, send);
                return true;
            } catch (problem) {
                if (problem.status !== 412) return failureText(problem);
                conflict = problem;
                return true;
            }
        },
    });
    if (conflict) await resolve(list, conflict, editor.shown);
}

/** Shows what somebody else wrote meanwhile beside what was to be saved, until one of the two is taken. */
async function resolve(list, problem, text) {
    let theirs = conflictOf(problem);
    const send = writer();
    const result = jsonArea(text, { name: 'result', rows: 8 });
    const other = new ReadOnlyValue('Theirs', theirs);
    const mine = element('div.field', {}, element('span', {}, 'Mine'), element('pre.code', { tabIndex: 0, 'aria-label': 'Mine' }, text));
    const sides = element('div.sides', {}, mine, other.root);
    const take = button('Take theirs', (event) => event.currentTarget.closest('dialog').close());
    const words = element('p.dim', {}, 'Your value was not saved. Overwrite theirs with what is below, or take theirs.');
    await openDialog('Somebody changed it meanwhile', [words, sides, field('To be saved', result)], {
        confirm: 'Overwrite',
        isWide: true,
        isDangerous: true,
        extra: [take],
        act: async () => {
            const mistake = flaw(result.value);
            if (mistake) return mistake;
            try {
                await putValue(service, list, theirs.item, escapedAsBefore(result.value, theirs.value), send);
                notify('Overwritten.');
                return true;
            } catch (again) {
                if (again.status !== 412) return failureText(again);
                theirs = conflictOf(again);
                other.show(theirs);
                return 'It has changed once more.';
            }
        },
    });
}

/**
 * Deletes an item; where it is no longer what the user saw, both are shown first, until it is deleted as it is or kept.
 * @param {object} seen The item on the screen.
 * @param {object} current What `readItem` has just read of it.
 * @param {number} version That on the screen.
 * @returns {Promise<object|null>} What was deleted, as `readItem` reads it; null where it was kept.
 */
export async function deleteUnlessChanged(list, seen, current, version) {
    const send = writer();
    const attempt = async () => {
        try {
            await deleteItem(service, list, current.item, send);
            return true;
        } catch (problem) {
            const conflict = problem.status === 412 ? conflictOf(problem) : null;
            if (conflict === null) throw problem;
            current = conflict;
            return false;
        }
    };
    if (current.item.revision === seen.revision && await attempt()) return current;
    // The text of what was seen, unless its version has left the history.
    const shown = await readItem(service, list, seen.id, version).catch(() => ({ item: seen, value: JSON.stringify(seen.value) }));
    const other = new ReadOnlyValue('What it is now', current);
    const sides = element('div.sides', {}, new ReadOnlyValue('What you saw', shown).root, other.root);
    const words = element('p.dim', {}, 'It was not deleted.');
    const isDeleted = await openDialog('Somebody changed it meanwhile', [words, sides], {
        confirm: 'Delete it anyway',
        isWide: true,
        isDangerous: true,
        act: async () => {
            try {
                if (await attempt()) return true;
                other.show(current);
                return 'It has changed once more.';
            } catch (problem) {
                return failureText(problem);
            }
        },
    });
    return isDeleted ? current : null;
}

/** A value that is shown and not edited, with its revision. */
class ReadOnlyValue {
    #text;
    #revision = element('small');

    constructor(label, read) {
        this.#text = element('pre.code', { tabIndex: 0, 'aria-label': label });
        this.root = element('div.field', {}, element('span', {}, label), this.#text, this.#revision);
        this.show(read);
    }

    /** @param {object} read As `readItem` and `conflictOf` return it. */
    show({ item, value }) {
        this.#text.textContent = readable(value);
        this.#revision.textContent = `revision ${item.revision}`;
    }
}

/**
 * Asks for a new item, and where it goes; inserts it.
 * @param {string} list
 * @param {Array} targets Each `{ label, section, target }`: a section's id, and `insertItem`'s target. The first one is chosen.
 * @param {{ type?: string | null, value?: string, defaultType?: string | null }} start `value` is JSON as text; `defaultType`: the list's.
 * @returns {Promise<object|null>} The item that was made; null where none was.
 */
export async function insertDialog(list, targets, { type = null, value = '{\n  "title": ""\n}', defaultType = null } = {}) {
    const send = writer();
    const editor = new ValueEditor(value, { hint: 'JSON' });
    const typeName = typeField('Type', 'type', JSON.stringify(type), (chosen) => editor.setType(chosen || defaultType));
    editor.setType(type ?? defaultType);
    const id = element('input', { name: 'id', autocomplete: 'off', spellcheck: false });
    const where = element('select', { name: 'where' }, targets.map(({ label }, index) => element('option', { value: index }, label)));
    const names = element('div.pair', {}, typeName.root, field('Id', id, 'The server makes one'));
    let made = null;
    await openDialog('New item', [editor.root, names, field('Position', where)], {
        confirm: 'Insert',
        isWide: true,
        act: async () => {
            if (editor.flaw) return editor.flaw;
            try {
                const { section, target } = targets[Number(where.value)];
                const item = { id: id.value.trim(), type: typeName.value, value: editor.text };
                const { json } = await insertItem(service, list, section, item, target, send);
                // A kept answer to a long body has no body itself.
                made = json?.items[0] ?? null;
                return true;
            } catch (problem) {
                return failureText(problem);
            }
        },
    });
    return made;
}

/** Asks where an item shall go. */
export function moveDialog(list, item, path) {
    const send = writer();
    const section = element('input', { type: 'number', min: 0, value: path[0], name: 'section' });
    const row = element('input', { type: 'number', min: 0, value: path[1], name: 'row' });
    const target = element('div.pair', {}, field('Section', section, 'Counted from 0'), field('Row', row, 'Where it is afterwards'));
    return openDialog(`Move “${summary(item.value).title}”`, [target], {
        confirm: 'Move',
        act: async () => {
            const to = [section.valueAsNumber, row.valueAsNumber];
            if (!to.every((place) => Number.isInteger(place) && place >= 0)) return 'Two whole numbers are needed.';
            try {
                await moveItem(service, list, item, { to }, send);
                return true;
            } catch (problem) {
                return failureText(problem);
            }
        },
    });
}

function failureText(problem) {
    if (problem.slug === 'item-not-found' || problem.slug === 'item-gone') return 'The item has been deleted meanwhile.';
    return problemText(problem);
}
