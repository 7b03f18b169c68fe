// Webhooks: who is told of what, how that goes, and what can be done where it does not.

import { get, request, segment, url, write, writer } from './api.js';
import { DeliveriesPanel } from './deliveries.js';
import { field, openDialog, problemText } from './dialogs.js';
import { button, element, failure, icon, placeholder } from './dom.js';
import { time } from './format.js';
import { notify, notifyProblem } from './notices.js';

const EVENTS = ['item.selected', 'item.deselected', 'item.action', 'list.created', 'list.changed', 'list.deleted'];

export class WebhooksView {
    #side = element('ul.lists');
    #detail = element('div.detail');
    #deliveries = new DeliveriesPanel();
    #current = null;
    #asked = 0;

    constructor() {
        const add = button(icon('plus'), () => this.#make(), { 'aria-label': 'New webhook', kind: 'quiet.round' });
        const head = element('div.overview-head', {}, element('h2', {}, 'Webhooks'), add);
        this.root = element('div.columns', {}, element('nav.overview', { 'aria-label': 'Webhooks' }, head, this.#side), this.#detail);
    }

    /** Shows all webhooks, and one of them in full. */
    async open(id) {
        this.#current = id;
        this.root.classList.toggle('chosen', id !== null);
        document.title = 'Webhooks – Sectional';
        await this.#load();
    }

    close() {
        this.#asked += 1;
        this.#deliveries.stop();
    }

    async #load() {
        this.#asked += 1;
        const asked = this.#asked;
        this.#deliveries.stop();
        try {
            const { webhooks } = await get(['webhooks']);
            if (asked !== this.#asked) return;
            this.#side.replaceChildren(...webhooks.map((webhook) => this.#entry(webhook)));
            const chosen = webhooks.find(({ id }) => id === this.#current);
            if (chosen) this.#show(chosen);
            else this.#detail.replaceChildren(this.#nothing(webhooks.length === 0));
        } catch (problem) {
            if (asked !== this.#asked) return;
            this.#side.replaceChildren();
            this.#detail.replaceChildren(failure(problem, () => this.#load()));
        }
    }

    #nothing(isEmpty) {
        if (this.#current) return placeholder('Not found', 'There is no webhook with this id.');
        if (!isEmpty) return placeholder('No webhook chosen', 'Choose one to see what it was sent.');
        const text = 'A webhook is told of selections and changes by a signed request.';
        return placeholder('No webhooks yet', text, button('New webhook', () => this.#make(), { kind: 'solid' }));
    }

    #entry({ id, url: address, description, status }) {
        const link = element(
            'a', { href: `#/webhooks/${segment(id)}` }, element('b', { dir: 'auto' }, description || address),
            element('span', {}, description ? address : ''), element('small', { 'data-status': status }, status));
        if (id === this.#current) link.setAttribute('aria-current', 'page');
        return element('li', {}, link);
    }

    #show(webhook) {
        const { id, url: address, description, status, statusReason, events, lists, ordered, createdAt } = webhook;
        const facts = [
            ['Address', address], ['Events', events?.length ? events.join(', ') : 'all'],
            ['Lists', lists?.length ? lists.join(', ') : 'all'], ['Order', ordered ? 'one at a time, in order' : 'as they come'],
            ['Since', time(createdAt)], ...(statusReason ? [['Reason', statusReason]] : []),
        ].map(([name, text]) => element('div', {}, element('dt', {}, name), element('dd', { dir: 'auto' }, text)));
        const back = element('a.button.quiet.round.back', { href: '#/webhooks', 'aria-label': 'All webhooks' }, icon('back'));
        this.#detail.replaceChildren(
            element(
                'header.detail-head', {}, back, element('h1', { dir: 'auto' }, description || address),
                element('span.badge', { 'data-status': status }, status)),
            element('div.card', {}, element('dl.facts', {}, facts), element(
                'div.buttons', {}, button('Send a test', () => this.#act(id, 'test', 'A test is on its way.'), { kind: 'solid' }),
                status !== 'disabled' ? null : button('Enable', () => this.#act(id, 'enable', 'It is active again.')),
                button('Send failed ones again', () => this.#replay(id)),
                button('Delete', () => this.#remove(webhook), { kind: 'quiet.dangerous' }))),
            this.#deliveries.root);
        this.#deliveries.start(id);
    }

    async #act(id, action, words) {
        try {
            await write('POST', url(['webhooks', id, action]));
            notify(words);
            if (action === 'enable') await this.#load();
            else this.#deliveries.refresh();
        } catch (problem) {
            notifyProblem(problem);
        }
    }

    #replay(id) {
        const since = element('input', { type: 'datetime-local', step: 1, name: 'since', value: local(Date.now() - 86_400_000) });
        const until = element('input', { type: 'datetime-local', step: 1, name: 'until', value: local(Date.now() + 60_000) });
        const send = writer();
        const words = element('p.dim', {}, 'Every delivery of that time that has failed is sent once more.');
        openDialog('Send failed ones again', [words, element('div.pair', {}, field('From', since), field('To', until))], {
            confirm: 'Send',
            act: async () => {
                if (since.value === '' || until.value === '') return 'Two times are needed.';
                const body = { since: new Date(since.value).toISOString(), until: new Date(until.value).toISOString() };
                try {
                    const { json } = await send('POST', url(['webhooks', id, 'replay']), { body });
                    notify(json.count === 1 ? '1 delivery is sent again.' : `${json.count} deliveries are sent again.`);
                    this.#deliveries.refresh();
                    return true;
                } catch (problem) {
                    return problemText(problem);
                }
            },
        });
    }

    async #remove({ id, url: address }) {
        const words = element('p.dim', {}, `${address} will be told of nothing more, and its log of deliveries goes with it.`);
        const isDone = await openDialog('Delete this webhook?', [words], {
            confirm: 'Delete', isDangerous: true,
            act: async () => { await request('DELETE', url(['webhooks', id])); },
        });
        if (isDone) location.hash = '#/webhooks';
    }

    async #make() {
        const address = element('input', { type: 'url', name: 'url', placeholder: 'https://', spellcheck: false });
        const description = element('input', { name: 'description', autocomplete: 'off' });
        const lists = element('input', { name: 'lists', spellcheck: false, placeholder: 'airports, inbox-*' });
        const ordered = element('input', { type: 'checkbox', name: 'ordered' });
        const events = EVENTS.map((name) => element('input', { type: 'checkbox', name, value: name }));
        const boxes = events.map((box) => element('label.box', {}, box, element('code', {}, box.value)));
        /** @type {any} */
        let made = null;
        const send = writer();
        const isMade = await openDialog('New webhook', [
            field('Address', address), field('Description', description),
            field('Lists', lists, 'Patterns with commas between them; empty for all'),
            element('fieldset', {}, element('legend', {}, 'Events, none for all'), boxes),
            element('label.box', {}, ordered, 'One at a time, in order'),
        ], {
            confirm: 'Create',
            act: async () => {
                const names = lists.value.split(',').map((name) => name.trim()).filter(Boolean);
                const chosen = events.filter((box) => box.checked).map((box) => box.value);
                const words = { url: address.value.trim(), description: description.value.trim() };
                const body = { ...words, ordered: ordered.checked, lists: names, events: chosen };
                try {
                    made = (await send('POST', url(['webhooks']), { body })).json;
                    return true;
                } catch (problem) {
                    return problemText(problem);
                }
            },
        });
        if (!isMade) return;
        location.hash = `#/webhooks/${segment(made.id)}`;
        const words = element('p.dim', {}, 'Receivers check signatures with it. It is shown this once.');
        await openDialog('Its secret', [words, element('pre.code', { tabIndex: 0 }, made.secret)], {});
    }
}

/** A time as `datetime-local` wants it. */
function local(milliseconds) {
    const date = new Date(milliseconds);
    return new Date(milliseconds - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
