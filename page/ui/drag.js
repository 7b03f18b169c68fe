// Dragging a row by its handle: a line shows where it will be, and near the edges the list scrolls by itself.

import { element } from './dom.js';

const EDGE = 48;
const STEP = 14;

/**
 * Takes a row that a pointer has taken by its handle to where it is dropped.
 * @param {PointerEvent} event That of the handle, which is pressed.
 * @param {Scroller} scroller
 * @param {HTMLElement} row
 * @param {function} drop Called with the index path of the gap that it is dropped into, counted with the row still where it was.
 */
export function startDrag(event, scroller, row, drop) {
    const { root } = scroller;
    const line = element('div.drop-line', { 'aria-hidden': 'true' });
    let y = event.clientY;
    let frame = null;
    let gap = null;
    // The handle goes with its row, which may be scrolled out of view or deleted: what stays is the list.
    root.setPointerCapture(event.pointerId);
    row.classList.add('dragged');
    scroller.canvas.append(line);
    tick();

    function tick() {
        const { top, bottom } = root.getBoundingClientRect();
        const pull = Math.min(0, y - top - EDGE) + Math.max(0, y - bottom + EDGE);
        if (pull !== 0) scroller.scrollTo(scroller.top + Math.sign(pull) * Math.min(STEP, Math.abs(pull) / 3));
        gap = scroller.gapAt(y);
        line.style.transform = `translateY(${gap?.y ?? 0}px)`;
        frame = requestAnimationFrame(tick);
    }

    const moved = (later) => {
        if (later.pointerId !== event.pointerId) return;
        y = later.clientY;
        // It was released where nobody could see it.
        if (later.buttons === 0) end(false);
        // Chromium takes the capture away when what was pressed is removed.
        else if (!root.hasPointerCapture(event.pointerId)) root.setPointerCapture(event.pointerId);
    };
    const ended = (later) => {
        if (later.pointerId === event.pointerId) end(later.type === 'pointerup');
    };
    const keyed = (later) => {
        if (later.key === 'Escape') end(false);
    };
    addEventListener('pointermove', moved);
    addEventListener('pointerup', ended);
    addEventListener('pointercancel', ended);
    addEventListener('keydown', keyed);

    function end(isDropped) {
        cancelAnimationFrame(frame);
        removeEventListener('pointermove', moved);
        removeEventListener('pointerup', ended);
        removeEventListener('pointercancel', ended);
        removeEventListener('keydown', keyed);
        row.classList.remove('dragged');
        line.remove();
        if (isDropped && gap) drop(gap.path);
    }
}
