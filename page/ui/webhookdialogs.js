// Dialogs of webhooks: one is made or changed, its secret is shown once, and what has failed is sent again.

import { url, writer } from './api.js';
import { copyButton } from './copy.js';
import { field, openDialog, problemText } from './dialogs.js';
import { element } from './dom.js';
import { notify } from './notices.js';

const EVENTS = ['item.selected', 'item.deselected', 'item.action', 'list.created', 'list.changed', 'list.deleted'];
const DAY = 86_400_000;

/**
 * Asks what a webhook hears of; makes it, or changes the one that is there.
 * @param {JSONObject|null} webhook
 * @returns {Promise<any>} What was made, or has become of it; null where nothing was done.
 */
export async function webhookDialog(webhook = null) {
    const { url: was = '', description: name = '', lists: patterns = [], events: names = [], ordered: isOrdered = false } = webhook ?? {};
    const address = element('input', { type: 'url', name: 'url', placeholder: 'https://', spellcheck: false, value: was });
    const description = element('input', { name: 'description', autocomplete: 'off', value: name });
    const lists = element('input', { name: 'lists', spellcheck: false, placeholder: 'airports, inbox-*', value: patterns.join(', ') });
    const ordered = element('input', { type: 'checkbox', name: 'ordered', checked: isOrdered });
    const events = EVENTS.map((event) => element('input', { type: 'checkbox', name: event, value: event, checked: names.includes(event) }));
    const boxes = events.map((box) => element('label.box', {}, box, element('code', {}, box.value)));
    const send = writer();
    let outcome = null;
    await openDialog(webhook === null ? 'New webhook' : 'Change webhook', [
        field('Address', address), field('Description', description),
        field('Lists', lists, 'Patterns with commas between them; empty for all'),
        element('fieldset', {}, element('legend', {}, 'Events, none for all'), boxes),
        element('label.box', {}, ordered, 'One at a time, in order'),
    ], {
        confirm: webhook === null ? 'Create' : 'Save',
        act: async () => {
            const body = {
                url: address.value.trim(), description: description.value.trim(), ordered: ordered.checked,
                lists: lists.value.split(',').map((pattern) => pattern.trim()).filter(Boolean),
                events: events.filter((box) => box.checked).map((box) => box.value),
            };
            try {
                const method = webhook === null ? 'POST' : 'PATCH';
                outcome = (await send(method, url(['webhooks', ...(webhook === null ? [] : [webhook.id])]), { body })).json;
                return true;
            } catch (problem) {
                return problemText(problem);
            }
        },
    });
    return outcome;
}

/** Shows a secret, until somebody says that they have it. */
export function secretDialog(secret) {
    const words = element('p.dim', {}, 'Receivers check signatures with it. It is shown this once.');
    const shown = element('pre.code', { tabIndex: 0, 'aria-label': 'Secret' }, secret);
    return openDialog('Its secret', [words, shown], {
        confirm: 'Done', act: () => true, isFinal: true, extra: [copyButton('Copy', () => secret)],
    });
}

/** Gives a webhook another secret, once that is confirmed, and shows it. */
export async function rotateDialog({ id, url: address }) {
    const words = element('p.dim', {}, `${address} gets a new secret. The old one goes on signing beside it for 24 hours.`);
    const send = writer();
    let secret = null;
    await openDialog('Rotate the secret?', [words], {
        confirm: 'Rotate',
        act: async () => {
            ({ secret } = (await send('POST', url(['webhooks', id, 'rotate-secret']))).json);
        },
    });
    if (secret !== null) await secretDialog(secret);
}

/** Asks for a time; sends what has failed in it again, then calls `sent`. */
export function replayDialog(id, sent) {
    const since = element('input', { type: 'datetime-local', step: 1, name: 'since', value: local(Date.now() - DAY) });
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
                sent();
                return true;
            } catch (problem) {
                return problemText(problem);
            }
        },
    });
}

/** A time as `datetime-local` wants it. */
function local(milliseconds) {
    const date = new Date(milliseconds);
    return new Date(milliseconds - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
