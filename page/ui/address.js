// Addresses of the page: `#/lists/cities/@CDG?at=7`.

import { segment } from './api.js';

/** The parts of the address that is shown; `item` and `version` are null where it names none. */
export function parseAddress() {
    const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
    const [part = '', id = '', item = '', ...rest] = path.split('/').map(decode);
    const version = Number(new URLSearchParams(query).get('at')) || null;
    return { part, id, item: item.startsWith('@') ? item.slice(1) : null, version, rest };
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
