// Acting as a phone: taps, long presses and actions that the server records, and sends to webhooks. Off until somebody wants it, and
// remembered for the tab. Nothing else in this page makes an interaction.

import { loadAccess, mayWrite } from './access.js';
import { service } from './api.js';
import { field, openDialog, problemText } from './dialogs.js';
import { element } from './dom.js';
import { number, summary } from './format.js';
import { announce } from './notices.js';
import { interact } from './writes.js';

const KEY = 'sectional.acting';
const NAME = /^[A-Za-z0-9._-]{1,64}$/;

export class Acting {
    #session = null;
    #told;
    root = element('button.switch', { type: 'button', role: 'switch', onclick: () => this.#toggle() }, 'Act as a phone');

    /** @param {function} told Called with the item, a sentence, and whether the server was told. */
    constructor(told) {
        this.#told = told;
        this.root.title = 'Off: selecting a row only shows it. On: taps, long presses and actions are sent to webhooks.';
        addEventListener('access', () => this.update());
    }

    setSession(session) {
        this.#session = session;
        this.update();
    }

    /** Whether what is done with a row is sent. */
    get isOn() {
        return this.#isPossible && sessionStorage.getItem(KEY) === 'on';
    }

    /** The switch is there where something can be sent: not in the past, and not for who may only read. */
    update() {
        // Who this is, is asked once the rows are there.
        if (this.#session?.model) loadAccess();
        this.root.hidden = !this.#isPossible;
        this.root.setAttribute('aria-checked', this.isOn);
    }

    tap(item) {
        if (this.isOn) this.#send(item, ['select'], 'Selected');
    }

    /** A long press; whether it was taken. */
    hold(item) {
        if (this.isOn) this.#send(item, ['deselect'], 'Deselected');
        return this.isOn;
    }

    /** What a row's menu has while this is on. */
    commands(item) {
        if (!this.isOn) return [];
        return [
            null,
            { label: 'Deselect', act: () => this.hold(item) },
            { label: 'Send an action…', act: () => this.#ask(item) },
        ];
    }

    get #isPossible() {
        return this.#session !== null && !this.#session.isPinned && mayWrite();
    }

    #toggle() {
        sessionStorage.setItem(KEY, this.isOn ? 'off' : 'on');
        this.update();
        announce(this.isOn ? 'Acting as a phone: taps are sent.' : 'Nothing is sent any more.');
    }

    async #send(item, path, word) {
        const { title } = summary(item.value);
        try {
            const { list, model } = this.#session;
            const { sequence, item: seen, version } = await interact(service, list, item.id, model.version, path);
            const place = `[${seen.indexPath.join(', ')}] of version ${number(version)}`;
            this.#tell(item, `${word} “${title}”: interaction ${number(sequence)}, ${place}.`, true);
        } catch (problem) {
            this.#tell(item, `Not sent: ${problem.message}`, false);
        }
    }

    #tell(item, text, isDone) {
        this.#told(item, text, isDone);
        announce(text);
    }

    async #ask(item) {
        const name = element('input', { name: 'action', autocomplete: 'off', spellcheck: false });
        const context = element('textarea.code', { name: 'context', rows: 3, spellcheck: false, value: '{}', dir: 'ltr' });
        const { list, model: { version } } = this.#session;
        await openDialog(`Send an action for “${summary(item.value).title}”`, [
            field('Name', name, 'Letters, digits and . _ -'), field('Context', context, 'A JSON object for the receiver'),
        ], {
            confirm: 'Send',
            act: async () => {
                if (!NAME.test(name.value.trim())) return 'Enter a name of letters, digits and . _ -';
                try {
                    const { sequence } = await interact(service, list, item.id, version, ['actions', name.value.trim()], context.value);
                    this.#tell(item, `Sent “${name.value.trim()}”: interaction ${number(sequence)}.`, true);
                    return true;
                } catch (problem) {
                    return problemText(problem);
                }
            },
        });
    }
}
