// The keys that the page has, by the key `?` and by a button.

import { openDialog } from './dialogs.js';
import { element } from './dom.js';

const KEYS = {
    'Anywhere': { '?': 'These keys', '/': 'Find in the list', 'Ctrl V': 'Make a list of the text or file that was copied' },
    'In a list': {
        '↑ ↓': 'The next row, or the one before', 'Page Up, Page Down': 'A window further', 'Home, End': 'The first row, the last one',
        'Enter, Space': 'Select the row', 'F2': 'Edit it', 'Delete': 'Delete it', 'Alt ↑, Alt ↓': 'Move it', 'Shift F10': 'Its menu',
        'Ctrl Z': 'Undo', 'Ctrl Shift Z': 'Redo',
    },
    'In the field that finds': {
        '↑ ↓': 'Choose among what is offered', 'Enter': 'Go there; again: the next hit', 'Shift Enter': 'The hit before',
        'Escape': 'End the search',
    },
    'In menus and dialogs': { '↑ ↓, Home, End': 'Choose a command', 'Enter': 'Do it', 'Escape': 'Close' },
};

/** Shows the list of keys. */
export function showKeys() {
    return openDialog('Keys', Object.entries(KEYS).map(([name, keys]) => [
        element('h3', {}, name), element('dl.facts.keys', {}, Object.entries(keys).map(([key, words]) => element(
            'div', {}, element('dt', {}, key.split(', ').map((part, index) => [index > 0 && ', ', element('kbd', {}, part)])),
            element('dd', {}, words)))),
    ]), {});
}

/** Has the key `?` show them. */
export function addKeysList() {
    document.addEventListener('keydown', (event) => {
        const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
        if (event.key !== '?' || isTyping || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        showKeys();
    });
}
