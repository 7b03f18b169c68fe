// The buttons of a row: a menu, and a handle to drag it by. There is one set of them, which goes from row to row.

import { button, element, icon } from './dom.js';
import { startDrag } from './drag.js';

export class RowTools {
    #root;
    #scroller;
    #on;

    /** @param {object} on `menu(path, item, button)`; `drop(path, item, target)`; `isOff()`: whether nothing can be done with rows. */
    constructor(scroller, on) {
        this.#scroller = scroller;
        this.#on = on;
        const menu = button(icon('more'), ({ currentTarget }) => {
            const { path, item } = currentTarget.closest('.row');
            on.menu(path, item, currentTarget);
        }, { 'aria-label': 'Commands', 'aria-haspopup': 'menu', kind: 'quiet.round', tabIndex: -1 });
        const grip = element('button.quiet.round.grip', { type: 'button', 'aria-label': 'Drag to move', tabIndex: -1 }, icon('grip'));
        grip.addEventListener('pointerdown', (event) => {
            const row = /** @type {HTMLElement} */ (grip.closest('.row'));
            const { path, item } = row;
            startDrag(event, scroller, row, (target) => on.drop(path, item, target));
            event.preventDefault();
        });
        this.#root = element('div.tools', { role: 'gridcell', 'aria-colindex': 2 }, menu, grip);
    }

    show(row) {
        if (this.#on.isOff() || this.#root.parentElement === row || this.#scroller.root.querySelector('.dragged')) return;
        row.append(this.#root);
    }

    hide() {
        this.#root.remove();
    }
}
