// A long press on a row: held for half a second, by finger or mouse, without going anywhere.

const HOLD = 500;
/** Pixels that a finger may go. */
const SLACK = 10;

/** @param {function} held Called with the index path and the item; true where it took the press, so that no click follows it. */
export function addHolds(scroller, held) {
    const { root } = scroller;
    let timer = null;
    let start = null;
    let isTaken = false;
    const stop = () => clearTimeout(timer);
    root.addEventListener('pointerdown', (event) => {
        stop();
        isTaken = false;
        const row = event.target.closest('.row');
        if (!row?.item || event.button !== 0 || event.target.closest('button')) return;
        const { path, item } = row;
        start = [event.clientX, event.clientY];
        timer = setTimeout(() => { isTaken = held(path, item); }, HOLD);
    });
    root.addEventListener('pointermove', (event) => {
        if (start && Math.hypot(event.clientX - start[0], event.clientY - start[1]) > SLACK) stop();
    });
    for (const end of ['pointerup', 'pointercancel', 'scroll']) root.addEventListener(end, stop, { passive: true });
    root.addEventListener('click', (event) => {
        if (isTaken) event.stopPropagation();
        isTaken = false;
    }, true);
}
