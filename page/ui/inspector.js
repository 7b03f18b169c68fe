// What stands beside a list: the selected item, the taps, the changes, the versions. On a wide screen all of them, else one at a time
// behind tabs; on a narrow screen a sheet over the list.

import { button, element, icon } from './dom.js';

const CHANGES = 50;
const everything = matchMedia('(min-width: 1700px)');
const sheet = matchMedia('(max-width: 859px)');

export class Inspector {
    #tabs = new Map();
    #current = 'item';
    #changes = element('ol.log');
    #panels;
    /** What had the focus before the sheet came up. */
    #opener = null;

    /** @param {object} panels `item`, `taps` and `versions`, each with a `root`; `setShown` is told whether it can be seen. */
    constructor(panels) {
        this.clear();
        this.#panels = { item: panels.item, taps: panels.taps, changes: { root: this.#changes }, versions: panels.versions };
        const names = { item: 'Item', taps: 'Taps', changes: 'Changes', versions: 'Versions' };
        const tabs = element('div.tabs', { role: 'tablist', 'aria-label': 'Details', onkeydown: (event) => this.#keyed(event) });
        const close = button(icon('close'), () => this.close(), { 'aria-label': 'Close the details', kind: 'quiet.round.close' });
        const escaped = (event) => {
            if (event.key === 'Escape') this.close();
        };
        const head = element('div.inspector-head', {}, tabs, close);
        this.root = element('aside.inspector', { 'aria-label': 'Details', onkeydown: escaped }, head);
        for (const [key, { root }] of Object.entries(this.#panels)) {
            const panel = element(
                'section.panel', { role: 'tabpanel', id: `panel-${key}`, 'aria-labelledby': `tab-${key}` },
                element('h2', {}, names[key]), root);
            const tab = element('button.tab', {
                type: 'button', role: 'tab', id: `tab-${key}`, 'aria-controls': panel.id, onclick: () => this.show(key),
            }, names[key]);
            tabs.append(tab);
            this.root.append(panel);
            this.#tabs.set(key, { tab, panel });
        }
        everything.addEventListener('change', () => this.#update());
        sheet.addEventListener('change', () => this.#update());
        this.#update();
    }

    /** Shows a panel; on a narrow screen it comes up as a sheet. */
    show(key) {
        const isOpening = sheet.matches && !this.root.classList.contains('open');
        if (isOpening) this.#opener = document.activeElement;
        this.#current = key;
        this.root.classList.add('open');
        this.#update();
        if (isOpening) this.#tabs.get(key).tab.focus({ preventScroll: true });
    }

    /** Closes the sheet, and gives the focus back to what had it, where the sheet has it. */
    close() {
        const hasFocus = this.root.contains(document.activeElement);
        this.root.classList.remove('open');
        this.#update();
        if (sheet.matches && hasFocus) this.#opener?.focus();
    }

    /** Forgets the changes that were noted: another list is shown. */
    clear() {
        this.#changes.replaceChildren(element('li.empty', {}, 'What changes while you look appears here.'));
    }

    /** Notes a change. */
    note(title, text) {
        this.#changes.querySelector('.empty')?.remove();
        this.#changes.prepend(element('li', {}, element('b', {}, title), element('span', {}, text)));
        while (this.#changes.children.length > CHANGES) this.#changes.lastChild.remove();
    }

    #update() {
        const isHidden = sheet.matches && !this.root.classList.contains('open');
        for (const [key, { tab, panel }] of this.#tabs) {
            const isCurrent = key === this.#current;
            const isShown = (isCurrent || everything.matches) && !isHidden;
            tab.setAttribute('aria-selected', isCurrent);
            tab.tabIndex = isCurrent ? 0 : -1;
            panel.classList.toggle('shown', isCurrent);
            this.#panels[key].setShown?.(isShown);
        }
    }

    #keyed(event) {
        const keys = [...this.#tabs.keys()];
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step === undefined) return;
        const key = keys.at((keys.indexOf(this.#current) + step) % keys.length);
        this.show(key);
        this.#tabs.get(key).tab.focus();
        event.preventDefault();
    }
}
