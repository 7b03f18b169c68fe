// The log of one webhook's deliveries, newest first, read again while somebody looks.

import { getPage, request, url, write } from './api.js';
import { button, element, failure, placeholder } from './dom.js';
import { readable } from './escapes.js';
import { count, number, time } from './format.js';
import { notify, notifyProblem } from './notices.js';
import { member } from './rawjson.js';
import { segment } from './service.js';

const PAGE = 25;
const PAUSE = 3_000;
/** The most characters of a payload that are shown. */
const LONGEST = 100_000;
const STATUSES = ['', 'pending', 'delivered', 'failed'];

export class DeliveriesPanel {
    #filter = element(
        'select', { 'aria-label': 'Which deliveries' }, STATUSES.map((value) => element('option', { value }, value || 'all')));
    #entries = element('ol.deliveries');
    #rest = element('div.rest');
    #webhook = null;
    #timer = null;
    #asked = 0;
    #pages = 1;
    /** The ids of deliveries whose attempts are open. */
    #open = new Set();
    #text = '';

    constructor() {
        const head = element('div.card-head', {}, element('h2', {}, 'Deliveries'), this.#filter);
        this.root = element('section.card', { 'aria-label': 'Deliveries' }, head, this.#entries, this.#rest);
        this.#filter.addEventListener('change', () => this.#restart());
    }

    start(webhook) {
        this.#webhook = webhook;
        this.#restart();
    }

    stop() {
        this.#asked += 1;
        clearTimeout(this.#timer);
        this.#webhook = null;
    }

    #restart() {
        this.#pages = 1;
        this.#text = '';
        this.#entries.replaceChildren();
        this.refresh();
    }

    async refresh() {
        clearTimeout(this.#timer);
        this.#asked += 1;
        const asked = this.#asked;
        try {
            const all = [];
            let next = null;
            for (let page = 0; page < this.#pages && (page === 0 || next !== null); page += 1) {
                const query = { limit: PAGE, status: this.#filter.value || undefined, after: next };
                const answer = await getPage(['webhooks', this.#webhook, 'deliveries'], query);
                all.push(...answer.deliveries);
                next = answer.next;
            }
            if (asked !== this.#asked) return;
            this.#show(all, next);
        } catch (problem) {
            if (asked !== this.#asked) return;
            this.#rest.replaceChildren(failure(problem, () => this.refresh()));
            // What comes next is shown, also where it is what was there before.
            this.#text = '';
            if (problem.status >= 400 && problem.status < 500) return;
        }
        this.#timer = setTimeout(() => this.refresh(), document.hidden ? PAUSE * 5 : PAUSE);
    }

    #show(deliveries, next) {
        // What is the same stays, with the focus that is in it.
        const text = JSON.stringify([deliveries, next]);
        if (text === this.#text) return;
        this.#text = text;
        this.#entries.replaceChildren(...deliveries.map((delivery) => this.#entry(delivery)));
        this.#rest.replaceChildren(next === null ? '' : button('Older', () => { this.#pages += 1; this.refresh(); }));
        if (deliveries.length === 0) this.#rest.replaceChildren(placeholder('No deliveries', 'What this webhook is sent appears here.'));
    }

    #entry({ id, event, eventId, status, attempts, nextAttemptAt, createdAt }) {
        const rows = attempts.map(({ at, statusCode, error, durationMs, responseBody }) => element(
            'tr', {}, element('td', {}, time(at)), element('td', {}, statusCode === null ? '–' : String(statusCode)),
            element('td', { dir: 'auto' }, error ?? 'ok', responseBody !== '' && answer(responseBody)),
            element('td', {}, `${number(durationMs)} ms`)));
        const payload = element('pre.code', { tabIndex: 0, 'aria-label': 'Payload', hidden: true });
        const about = element('p.dim', { hidden: true });
        const showing = button('Show payload', () => this.#showPayload(id, about, payload, showing));
        const head = element('tr', {}, ['Attempt', 'Status', 'Outcome', 'Took'].map((name) => element('th', { scope: 'col' }, name)));
        const details = element(
            'details', {}, element(
                'summary', {}, element('span.badge', { 'data-status': status }, status), element('b', {}, event),
                element('span.dim', {}, time(createdAt)), element('small', {}, count(attempts.length, 'attempt'))),
            element('p.dim', {}, `event ${eventId}`, nextAttemptAt ? ` · next attempt ${time(nextAttemptAt)}` : ''),
            attempts.length > 0 && element('div.table', {}, element('table', {}, element('thead', {}, head), element('tbody', {}, rows))),
            element('div.buttons', {}, showing, button('Send again', () => this.#retry(id), { disabled: status === 'pending' })),
            about, payload);
        details.open = this.#open.has(id);
        details.addEventListener('toggle', () => { if (details.open) this.#open.add(id); else this.#open.delete(id); });
        return element('li', {}, details);
    }

    /** Reads what a delivery sends and which list it is about, and shows it as it is sent. */
    async #showPayload(id, about, shown, control) {
        try {
            const { text, json: { list } } = await request('GET', url(['webhooks', this.#webhook, 'deliveries', id]));
            if (list !== null) about.replaceChildren('about ', element('a', { href: `#/lists/${segment(list)}` }, list));
            about.hidden = list === null;
            shown.textContent = readable(member(text, 'payload')).slice(0, LONGEST);
            shown.hidden = false;
            control.disabled = true;
        } catch (problem) {
            notifyProblem(problem);
        }
    }

    async #retry(id) {
        try {
            await write('POST', url(['webhooks', this.#webhook, 'deliveries', id, 'retry']));
            notify('It is sent again.');
            this.refresh();
        } catch (problem) {
            notifyProblem(problem);
        }
    }
}

/** What a receiver answered. */
const answer = (text) => element('pre.answer', { tabIndex: 0, 'aria-label': 'Answer' }, text);
