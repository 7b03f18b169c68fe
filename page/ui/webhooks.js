// Webhooks: who is told of what, how that goes, and what can be done where it does not.

import { isNoAdmin, loadAccess } from './access.js';
import { get, request, url, write } from './api.js';
import { DeliveriesPanel } from './deliveries.js';
import { openDialog } from './dialogs.js';
import { button, element, failure, icon, placeholder } from './dom.js';
import { time } from './format.js';
import { notify, notifyProblem } from './notices.js';
import { segment } from './service.js';
import { replayDialog, rotateDialog, secretDialog, webhookDialog } from './webhookdialogs.js';

export class WebhooksView {
    #side = element('ul.lists');
    #detail = element('div.detail');
    #deliveries = new DeliveriesPanel();
    #current = null;
    #asked = 0;

    constructor() {
        const add = button(icon('plus'), () => this.#make(), { 'aria-label': 'New webhook', kind: 'quiet.round' });
        addEventListener('access', () => { add.hidden = isNoAdmin(); });
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
        await loadAccess();
        if (asked !== this.#asked) return;
        if (isNoAdmin()) {
            this.#side.replaceChildren();
            const words = 'Webhooks are shown to tokens with the scope “admin”. Yours may not see them.';
            this.#detail.replaceChildren(placeholder('No access', words));
            return;
        }
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
                status === 'disabled'
                    ? button('Enable', () => this.#act(id, 'enable', 'It is active again.'))
                    : button('Pause', () => this.#act(id, 'disable', 'It is paused: what happens now can be sent later.')),
                button('Change…', () => this.#change(webhook)), button('Rotate secret…', () => rotateDialog(webhook)),
                button('Send failed ones again…', () => replayDialog(id, () => this.#deliveries.refresh())),
                button('Delete…', () => this.#remove(webhook), { kind: 'quiet.dangerous' }))),
            this.#deliveries.root);
        this.#deliveries.start(id);
    }

    async #act(id, action, words) {
        try {
            await write('POST', url(['webhooks', id, action]));
            notify(words);
            if (action !== 'test') await this.#load();
            else this.#deliveries.refresh();
        } catch (problem) {
            notifyProblem(problem);
        }
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
        const made = await webhookDialog();
        if (made === null) return;
        location.hash = `#/webhooks/${segment(made.id)}`;
        await secretDialog(made.secret);
    }

    async #change(webhook) {
        if (await webhookDialog(webhook) !== null) await this.#load();
    }
}
