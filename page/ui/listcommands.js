// What can be done with a list as a whole, by the menu of its head.

import { isReader } from './access.js';
import { request, send as fetchAnswer, refusal, url, writer } from './api.js';
import { field, openDialog } from './dialogs.js';
import { element } from './dom.js';
import { exportDialog } from './exportdialog.js';
import { MetadataField, TextField } from './fields.js';
import { openMenu } from './menu.js';
import { notify, notifyProblem } from './notices.js';
import { member } from './rawjson.js';
import { rowDialog } from './rowdialog.js';
import { attempt, editProperties } from './sectioncommands.js';
import { segment } from './service.js';
import { typeField } from './types.js';
import { editViewDialog, newViewDialog } from './viewdialog.js';

export class ListCommands {
    #session;
    #on;

    /** @param {object} on `mayWrite()`; `chooseSection(origin)`. */
    constructor(session, on) {
        this.#session = session;
        this.#on = on;
    }

    menu(origin) {
        const isDisabled = !this.#on.mayWrite();
        const isView = Boolean(this.#session.info.view);
        const view = isView
            ? { label: 'What it shows…', act: () => editViewDialog(this.#session.list).catch(notifyProblem), isDisabled }
            : { label: 'New view…', act: () => newViewDialog(this.#session.list).catch(notifyProblem), isDisabled };
        openMenu(origin.getBoundingClientRect(), [
            { label: 'Title and metadata…', act: () => this.#rename().catch(notifyProblem), isDisabled },
            { label: 'What a row shows…', act: () => this.chooseRow(), isDisabled },
            { label: 'Default type and identity…', act: () => this.#retype().catch(notifyProblem), isDisabled: isDisabled || isView },
            view,
            { label: 'A section…', act: () => this.#on.chooseSection(origin), isDisabled: this.#session.model.sections.length === 0 },
            null,
            { label: 'Copy list…', act: () => this.#copy(), isDisabled: isReader() },
            { label: 'Export…', act: () => exportDialog(this.#session) },
            { label: 'Delete list…', act: () => this.#remove(), isDisabled, isDangerous: true },
        ], origin);
    }

    /** Asks what a row shows, and which columns a table has. */
    chooseRow() {
        rowDialog(this.#session, this.#address).catch(notifyProblem);
    }

    get #address() {
        return url(['lists', this.#session.list]);
    }

    async #rename() {
        const { text } = await request('GET', this.#address);
        const fields = {
            title: new TextField('Title', 'title', member(text, 'title')), metadata: new MetadataField(member(text, 'metadata')),
        };
        await editProperties('List', fields, text, (body, send) => send('PATCH', this.#address, { body }));
    }

    async #retype() {
        const { text } = await request('GET', this.#address);
        const fields = {
            defaultType: typeField('Default type', 'defaultType', member(text, 'defaultType')),
            identity: new TextField('Identity: a JSON pointer to the id in a value', 'identity', member(text, 'identity')),
        };
        await editProperties('Default type and identity', fields, text, (body, send) => send('PATCH', this.#address, { body }));
    }

    /** Makes another list of the version on the screen. */
    #copy() {
        const { list, model: { version } } = this.#session;
        const id = element('input', { name: 'id', autocomplete: 'off', spellcheck: false, value: `${list}-copy` });
        const send = writer();
        const wanted = () => id.value.trim();
        openDialog('Copy list', [field('Id of the copy', id, 'Letters, digits and . _ ~ -')], {
            confirm: 'Create',
            act: attempt(async () => {
                if (wanted() === '') throw new Error('A list needs an id.');
                const answer = await fetchAnswer(url(['lists', list, 'export'], { at: version }));
                if (!answer.ok) throw await refusal(answer);
                const headers = { 'Content-Type': 'application/x-ndjson', 'If-None-Match': '*', Prefer: 'return=minimal' };
                await send('PUT', url(['lists', wanted()]), { body: await answer.blob(), headers }).catch((problem) => {
                    throw problem.status === 412 ? new Error('There is a list with this id.') : problem;
                });
            }),
        }).then((isDone) => { if (isDone) location.hash = `#/lists/${segment(wanted())}`; });
    }

    #remove() {
        const { list } = this.#session;
        const id = element('input', { name: 'id', autocomplete: 'off', spellcheck: false });
        const send = writer();
        const words = element('p.dim', {}, 'The list goes with all its versions and interactions. This cannot be undone.');
        openDialog('Delete list', [words, field(`Type “${list}” to delete it`, id)], {
            confirm: 'Delete',
            isDangerous: true,
            act: attempt(async () => {
                if (id.value.trim() !== list) throw new Error('This is not the id of the list.');
                await send('DELETE', this.#address);
            }),
        }).then((isDone) => {
            if (!isDone) return;
            location.hash = '#/';
            notify(`Deleted the list “${list}”.`);
        });
    }
}
