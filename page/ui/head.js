// The head of a list: its title and counts, and what can be done with it.

import { isReader } from './access.js';
import { button, element, icon } from './dom.js';
import { count, number } from './format.js';
import { segment } from './service.js';

export class ListHead {
    #title = element('h1', { dir: 'auto' });
    #counts = element('p.counts');
    #origin = element('p.counts.origin', { hidden: true });
    #said = element('span.said', { role: 'status' });
    #timer = null;
    #add;
    #more;

    /**
     * @param {object} on `add(button)`, `more(button)`, `details()`; `acting`: the switch that acts as a phone; `find`: the
     *   field that finds things; `table`: the switch that shows a table.
     */
    constructor(on) {
        this.#add = button(icon('plus'), (event) => on.add(event.currentTarget), {
            'aria-label': 'Add', 'aria-haspopup': 'menu', kind: 'quiet.round',
        });
        this.#more = button(icon('more'), (event) => on.more(event.currentTarget), {
            'aria-label': 'List commands', 'aria-haspopup': 'menu', kind: 'quiet.round',
        });
        const back = element('a.button.quiet.round.back', { href: '#/', 'aria-label': 'All lists' }, icon('back'));
        const details = button(icon('lists'), on.details, { 'aria-label': 'Changes, taps and versions', kind: 'quiet.round.details' });
        const titles = element('div.titles', {}, this.#title, this.#counts, this.#origin, this.#said);
        this.root = element(
            'header.phone-head', {}, element('div.head-line', {}, back, titles, details, this.#add, this.#more),
            element('div.head-line.head-tools', {}, on.find.root, on.acting, on.table), on.find.steps);
    }

    /** Shows a list that is not loaded yet. */
    clear(list) {
        this.#title.textContent = list;
        this.#origin.hidden = true;
        this.#counts.textContent = '\u00a0';
        this.disable();
    }

    /** Names the list here and in the window's title. */
    name({ id, title, view }) {
        this.#title.textContent = title || id;
        this.#title.title = title || id;
        document.title = `${title || id} – Sectional`;
        this.root.parentElement?.classList.toggle('view', Boolean(view));
        this.#origin.hidden = !view;
        this.#origin.replaceChildren(...(view ? ['View of ', element('a', { href: `#/lists/${segment(view.of)}` }, view.of)] : []));
    }

    /** Shows a word for a moment in the place of the counts. */
    say(word) {
        this.#said.textContent = word;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => { this.#said.textContent = ''; }, 2_500);
    }

    /** Has nothing be done: there is no list. */
    disable() {
        this.#add.disabled = true;
        this.#more.disabled = true;
    }

    update(model) {
        const counts = [count(model.sections.length, 'section'), count(model.itemCount, 'item'), `v${number(model.version)}`];
        this.#counts.textContent = counts.join(' · ');
        this.#add.disabled = isReader();
        this.#more.disabled = false;
    }
}
