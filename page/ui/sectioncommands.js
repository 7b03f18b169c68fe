// What can be done with a section, by the menu of its header, and with the sections of a list.

import { request, url, writer } from './api.js';
import { field, openDialog, problemText } from './dialogs.js';
import { element } from './dom.js';
import { exportDialog } from './exportdialog.js';
import { MetadataField, TextField } from './fields.js';
import { count, heading } from './format.js';
import { openMenu } from './menu.js';
import { mergePatch } from './mergepatch.js';
import { notify, notifyProblem } from './notices.js';
import { elements, member } from './rawjson.js';

const PAGE = 500;
/** The most sections that a field offers to choose from. */
const OFFERED = 1_000;

const address = (list, id, ...more) => url(['lists', list, 'sections', `@${id}`, ...more]);
const nameOf = (info) => heading(info.header) || info.id;

export class SectionCommands {
    #session;
    #on;

    /** @param {object} on `mayWrite()`; `insert(section)`: asks for an item; `show(index)`: shows a section. */
    constructor(session, on) {
        this.#session = session;
        this.#on = on;
    }

    /** Opens the menu of a section, beside an element. */
    menu(index, origin, focus = origin) {
        const { sections } = this.#session.model;
        const { info } = sections[index];
        const isDisabled = !this.#on.mayWrite();
        openMenu(origin.getBoundingClientRect(), [
            { label: 'New item…', act: () => this.#on.insert(info.id), isDisabled },
            { label: 'Header, footer and metadata…', act: () => this.#edit(info.id).catch(notifyProblem), isDisabled },
            null,
            { label: 'Insert section above…', act: () => this.insert({ before: `@${info.id}` }), isDisabled },
            { label: 'Insert section below…', act: () => this.insert({ after: `@${info.id}` }), isDisabled },
            { label: 'Copy section', act: () => this.#copy(info), isDisabled },
            { label: 'Export section…', act: () => this.#export(info, index) },
            null,
            { label: 'Move section up', act: () => this.#move(info, index - 1), isDisabled: isDisabled || index === 0 },
            { label: 'Move section down', act: () => this.#move(info, index + 1), isDisabled: isDisabled || index === sections.length - 1 },
            { label: 'Move section to…', act: () => this.#askMove(info, index), isDisabled },
            null,
            { label: 'Delete section…', act: () => this.#remove(info), isDisabled, isDangerous: true },
        ], focus);
    }

    /** Asks which section, since one without a header has no menu of its own; then opens its menu. */
    async choose(origin) {
        const { sections } = this.#session.model;
        const choice = element('select', { name: 'section' }, sections.slice(0, OFFERED).map(({ info }, index) => (
            element('option', { value: index }, `${index} · ${nameOf(info)}`))));
        const isChosen = await openDialog('Choose a section', [field('Section', choice)], { confirm: 'Choose', act: () => true });
        if (!isChosen) return;
        this.#on.show(Number(choice.value));
        this.menu(Number(choice.value), origin);
    }

    /** Asks for a section, and inserts it. @param {object} target `{ before }`, `{ after }`, or empty for the end. */
    insert(target = {}) {
        const header = new TextField('Header', 'header', 'null');
        const footer = new TextField('Footer', 'footer', 'null');
        const id = element('input', { name: 'id', autocomplete: 'off', spellcheck: false });
        const send = writer();
        const { list } = this.#session;
        return openDialog('New section', [header.root, footer.root, field('Id', id, 'The server makes one')], {
            confirm: 'Create',
            act: attempt(async () => {
                const name = id.value.trim() && `"id":${JSON.stringify(id.value.trim())}`;
                const members = [name, `"header":${header.text}`, `"footer":${footer.text}`];
                const body = `{"section":{${members.filter(Boolean).join(',')}}${placeText(target)}}`;
                this.#showMade(await send('POST', url(['lists', list, 'sections']), { body }));
            }),
        });
    }

    async #edit(id) {
        const { list } = this.#session;
        const { text } = await request('GET', address(list, id));
        const fields = {
            header: new TextField('Header', 'header', member(text, 'header')),
            footer: new TextField('Footer', 'footer', member(text, 'footer')),
            metadata: new MetadataField(member(text, 'metadata')),
        };
        await editProperties('Section', fields, text, (body, send) => send('PATCH', address(list, id), { body }));
    }

    async #copy({ id, header, footer }) {
        const { list, model: { version, sections } } = this.#session;
        try {
            const { text } = await request('GET', url(['lists', list, 'sections', `@${id}`], { at: version }));
            const index = sections.findIndex(({ info }) => info.id === id);
            const items = await this.#items(id, version, sections[index].rows.count);
            const members = ['header', 'footer', 'metadata'].map((key) => `"${key}":${member(text, key)}`);
            const body = `{"section":{${members.join(',')},"items":[${items.join(',')}]}${placeText({ after: `@${id}` })}}`;
            const answer = await writer()('POST', url(['lists', list, 'sections']), { body });
            notify(`Copied “${nameOf({ id, header, footer })}” with ${count(items.length, 'item')}.`);
            await this.#showMade(answer);
        } catch (problem) {
            notifyProblem(problem);
        }
    }

    /** The items of a section as they are written in a document, without their ids. */
    async #items(id, version, all) {
        const items = [];
        while (items.length < all) {
            const query = { at: version, offset: items.length, limit: Math.min(PAGE, all - items.length) };
            const { text } = await request('GET', url(['lists', this.#session.list, 'sections', `@${id}`, 'items'], query));
            const page = elements(member(text, 'items'));
            if (page.length === 0) break;
            for (const item of page) items.push(`{"type":${member(item, 'type')},"value":${member(item, 'value')}}`);
        }
        return items;
    }

    #export(info, index) {
        const items = this.#session.model.sections[index].rows.count;
        return exportDialog(this.#session, { section: { id: info.id, name: nameOf(info), items } });
    }

    async #move({ id }, index) {
        await writer()('POST', address(this.#session.list, id, 'move'), { body: { index } }).catch(notifyProblem);
    }

    #askMove(info, start) {
        const last = this.#session.model.sections.length - 1;
        const place = element('input', { type: 'number', min: 0, max: last, value: start, name: 'index' });
        const send = writer();
        const index = field('Index', place, `Counted from 0, where it is afterwards: at most ${last}`);
        return openDialog(`Move “${nameOf(info)}”`, [index], {
            confirm: 'Move',
            act: attempt(async () => {
                if (!Number.isInteger(place.valueAsNumber)) throw new Error('Enter a whole number.');
                await send('POST', address(this.#session.list, info.id, 'move'), { body: { index: place.valueAsNumber } });
            }),
        });
    }

    #remove(info) {
        const { list, model } = this.#session;
        const items = model.sections.find((section) => section.info.id === info.id)?.rows.count ?? 0;
        const text = items === 0 ? 'It has no items.' : `${count(items, 'item')} will be deleted with it.`;
        const send = writer();
        return openDialog(`Delete “${nameOf(info)}”?`, [element('p.dim', {}, text)], {
            confirm: 'Delete', isDangerous: true, act: attempt(() => send('DELETE', address(list, info.id))),
        });
    }

    /** Shows a section when it has come. A kept answer to a long body has no body itself: then nothing is shown. */
    async #showMade({ json, headers }) {
        const session = this.#session;
        await session.arrived(Number(headers.get('List-Version')));
        const id = json?.id;
        const index = session.model.sections.findIndex(({ info }) => info.id === id);
        if (index >= 0) this.#on.show(index);
    }
}

/** Edits properties of a list or section, and writes those that were touched. `text` is what the server shows of them. */
export async function editProperties(title, fields, text, write) {
    const send = writer();
    await openDialog(title, Object.values(fields).map(({ root }) => root), {
        confirm: 'Save',
        act: attempt(async () => {
            const mistake = Object.values(fields).map((each) => each.flaw).find(Boolean);
            if (mistake) throw new Error(mistake);
            const members = Object.entries(fields).map(([key, each]) => {
                const was = member(text, key) ?? 'null';
                if (each.text === was) return null;
                const part = key === 'metadata' ? mergePatch(was, each.text) : each.text;
                return part && `"${key}":${part}`;
            });
            const body = `{${members.filter(Boolean).join(',')}}`;
            if (body !== '{}') await write(body, send);
            notify('Saved.');
        }),
    });
}

/** What a dialog does, with its problem as a sentence. */
export const attempt = (act) => async () => {
    try {
        await act();
        return true;
    } catch (problem) {
        return problem.errors === undefined ? problem.message : problemText(problem);
    }
};

const placeText = (target) => Object.entries(target).map(([key, name]) => `,"${key}":${JSON.stringify(name)}`).join('');
