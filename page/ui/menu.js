// A menu of commands beside a row.

import { element } from './dom.js';

let close = () => {};

/**
 * Opens a menu; one at a time.
 * @param {DOMRect} at What it stands beside.
 * @param {Array} commands Each `{ label, act, keys, isDisabled, isDangerous }`; null is a line between two groups.
 * @param {HTMLElement} origin What has the focus again afterwards.
 */
export function openMenu(at, commands, origin) {
    close();
    /** @type {any[]} */
    const items = commands.map((command) => (command === null ? element('hr') : entry(command)));
    const menu = element('div.menu', { role: 'menu', 'aria-label': 'Commands', tabIndex: -1, onkeydown: keyed }, items);
    // Inside a landmark, and fixed: it takes no room there.
    document.getElementById('main').append(menu);
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(8, Math.min(at.right - width, innerWidth - width - 8))}px`;
    menu.style.top = `${Math.max(8, at.bottom + height + 8 > innerHeight ? at.top - height : at.bottom)}px`;
    const entries = items.filter((item) => item.role === 'menuitem' && !item.disabled);
    // Where nothing can be done, the menu has the keys itself: Escape closes it.
    (entries[0] ?? menu).focus();
    close = () => {
        menu.remove();
        removeEventListener('pointerdown', outside, true);
        close = () => {};
        origin?.focus();
    };
    function outside(event) {
        if (!menu.contains(event.target)) close();
    }
    addEventListener('pointerdown', outside, true);

    function entry({ label, act, keys, isDisabled, isDangerous }) {
        const run = () => {
            close();
            act();
        };
        const name = isDangerous ? 'button.dangerous' : 'button';
        const properties = { type: 'button', role: 'menuitem', disabled: isDisabled, onclick: run };
        return element(name, properties, element('span', {}, label), keys && element('kbd', {}, keys));
    }

    function keyed(event) {
        const index = entries.indexOf(document.activeElement);
        const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: entries.length - 1 }[event.key];
        if (to !== undefined) entries.at(to % entries.length)?.focus();
        else if (event.key === 'Escape' || event.key === 'Tab') close();
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
