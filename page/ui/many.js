// What is done with all marked rows: each is one batch, so it is one version, and one undo takes it back.

import { url, writer } from './api.js';
import { field, openDialog, problemText } from './dialogs.js';
import { button, element } from './dom.js';
import { flaw, jsonArea } from './fields.js';
import { count, heading, number, summary } from './format.js';
import { isObject } from './mergepatch.js';
import { notify } from './notices.js';
import { itemTag } from './service.js';

/** The most sections that a field offers to choose from. */
const OFFERED = 1_000;

export class ManyRows {
    #marks;
    #on;
    #words = element('output');
    #buttons;
    /** @type {ListSession | null} */
    #session = null;

    /**
     * @param {RowMarks} marks
     * @param {{ mayWrite: () => boolean, undo: () => void }} on
     */
    constructor(marks, on) {
        this.#marks = marks;
        this.#on = on;
        this.#buttons = [
            button('Move…', () => this.#move()), button('Change…', () => this.#change()),
            button('Delete…', () => this.remove(), { kind: 'quiet.dangerous' }),
        ];
        const clear = button('Clear', () => marks.clear());
        this.root = element(
            'div.marked-bar', { role: 'toolbar', 'aria-label': 'Marked rows', hidden: true }, this.#words, this.#buttons, clear);
    }

    setSession(session) {
        this.#session = session;
    }

    update() {
        this.root.hidden = this.#marks.size === 0;
        this.#words.value = `${number(this.#marks.size)} marked`;
        for (const control of this.#buttons) control.disabled = !this.#on.mayWrite();
    }

    /** Asks, then deletes them. */
    remove() {
        const items = this.#marks.inOrder;
        const words = element('p.dim', {}, 'They go in one version. Undo brings them back.');
        return this.#ask(`Delete ${count(items.length, 'item')}?`, [words], 'Delete', true, () => (
            this.#marks.inOrder.map((item) => ({ op: 'deleteItem', item: `@${item.id}`, ifMatch: itemTag(item).slice(1, -1) }))
        ), 'Deleted');
    }

    #move() {
        const { model } = this.#session;
        const section = element('select', { name: 'section' }, model.sections.slice(0, OFFERED).map(({ info }, index) => (
            element('option', { value: index }, `${index} · ${heading(info.header) || info.id}`))));
        const side = element('select', { name: 'side' }, [['end', 'At the end'], ['start', 'At the start']].map(([value, label]) => (
            element('option', { value }, label))));
        const body = element('div.pair', {}, field('Section', section), field('Position', side));
        return this.#ask(`Move ${count(this.#marks.size, 'item')}`, [body], 'Move', false, () => (
            this.#movements(Number(section.value), side.value === 'end')), 'Moved');
    }

    /** The first one goes to the section, and each other one after the one before it. */
    #movements(section, isEnd) {
        const { model } = this.#session;
        const items = this.#marks.inOrder;
        const [from] = model.find(items[0].id) ?? model.path(items[0].offset) ?? [];
        const last = model.sections[section].rows.count - (from === section ? 1 : 0);
        return items.map(({ id }, index) => ({
            op: 'moveItem', item: `@${id}`, ...(index === 0 ? { to: [section, isEnd ? last : 0] } : { after: `@${items[index - 1].id}` }),
        }));
    }

    #change() {
        const patch = jsonArea('{\n  \n}', { name: 'patch', rows: 6 });
        const body = field('Members', patch, 'A JSON object with what is to be the same in all of them; null takes a member away.');
        return this.#ask(`Change ${count(this.#marks.size, 'item')}`, [body], 'Change', false, () => {
            const mistake = flaw(patch.value) ?? (isObject(JSON.parse(patch.value)) ? null : 'Enter a JSON object.');
            if (mistake) throw new Error(mistake);
            // The text goes as it was typed: numbers keep their digits.
            return this.#marks.inOrder.map(({ id }) => `{"op":"patchItem","item":${JSON.stringify(`@${id}`)},"merge":${patch.value}}`);
        }, 'Changed');
    }

    /** @param {() => Array} operations Objects, or JSON as text; they are made when they are sent. */
    async #ask(title, body, confirm, isDangerous, operations, done) {
        const { list } = this.#session;
        const send = writer();
        const isDone = await openDialog(title, body, {
            confirm, isDangerous,
            act: async () => {
                const items = this.#marks.inOrder;
                if (items.length === 0) return true;
                const texts = operations().map((operation) => (typeof operation === 'string' ? operation : JSON.stringify(operation)));
                try {
                    await send('POST', url(['lists', list, 'batch']), { body: `{"operations":[${texts.join(',')}]}` });
                    notify(`${done} ${count(items.length, 'item')}.`, { action: { label: 'Undo', act: this.#on.undo } });
                    return true;
                } catch (problem) {
                    return this.#refusal(problem, items, confirm);
                }
            },
        });
        if (isDone) this.#marks.clear();
    }

    /** Why nothing was written. What has changed meanwhile is taken as seen then, and what is gone is no longer marked. */
    #refusal(problem, items, confirm) {
        const item = items[Number(/^\/operations\/(\d+)/.exec(problem.errors[0]?.pointer ?? '')?.[1] ?? NaN)];
        if (item && problem.status === 412) {
            this.#marks.see(problem.body.current);
            return `“${summary(problem.body.current.value).title}” was changed meanwhile, so nothing was done. `
                + `“${confirm}” takes it as it is now.`;
        }
        if (item && ['reference-not-found', 'item-gone', 'item-not-found'].includes(problem.slug)) {
            this.#marks.forget(item.id);
            return `An item was deleted meanwhile, so nothing was done. “${confirm}” leaves it out.`;
        }
        return problemText(problem);
    }
}
