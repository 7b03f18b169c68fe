// Addresses of the page: `#/lists/cities/@CDG?at=7`.

import { segment } from './service.js';

/** The parts of the address that is shown, null where it names none; `isKnown` says whether something can be there. */
export function parseAddress() {
    const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
    const [part = '', id = '', name = '', ...rest] = path.split('/').map(decode);
    const at = new URLSearchParams(query).get('at');
    const item = name.startsWith('@') && part === 'lists' ? name.slice(1) : null;
    const isPart = ['', 'lists', 'webhooks', 'types', 'api'].includes(part);
    const isKnown = isPart && rest.length === 0 && (name === '' || item !== null) && (at === null || /^[1-9]\d{0,15}$/.test(at));
    return { part, id, item, version: at === null ? null : Number(at), isKnown };
}

/** Has the address name what is shown of a list, so that it can be sent to somebody. */
export function nameAddress(list, { item = null, version = null } = {}) {
    const parts = ['#', 'lists', segment(list), ...(item === null ? [] : [segment(`@${item}`)])];
    history.replaceState(history.state, '', parts.join('/') + (version === null ? '' : `?at=${version}`));
}

function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
