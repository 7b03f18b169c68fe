// What moves when a change comes. Nothing does where the reader asked for less motion, or does not look.

const reduced = matchMedia('(prefers-reduced-motion: reduce)');
const MOVE = { duration: 260, easing: 'cubic-bezier(.3, 0, .2, 1)', composite: 'add' };

/** Milliseconds that a row stays marked. */
const MARKED = 2_500;

export const isStill = () => reduced.matches || document.hidden;

/** Moves an element from where it was to where it is. Distances add up, so one that still moves goes on smoothly. */
function slide(element, distance) {
    element.style.zIndex = 1;
    const animation = element.animate([{ transform: `translateY(${distance}px)` }, { transform: 'translateY(0)' }], MOVE);
    animation.onfinish = () => { element.style.zIndex = ''; };
}

/** Shows that an element is new. */
function appear(element) {
    element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 260, easing: 'ease-out' });
}

/** Shows that an element's value is new. */
function flash(element) {
    element.animate([{ backgroundColor: 'var(--flash)' }, { backgroundColor: 'var(--flash)', offset: 0.3 }, {}], { duration: 1_100 });
}

/** Marks the rows that a change has brought, moved or changed, for who wants no motion. */
export function markChanged(rows, before, stages) {
    const moved = new Set(stages.flatMap(({ items }) => items.moved.map(({ id }) => id)));
    for (const [key, row] of rows) {
        const old = before.get(key);
        const isChanged = !old || moved.has(key) || (old.revision !== undefined && old.revision !== row.item?.revision);
        if (!row.item || !isChanged) continue;
        row.classList.add('changed');
        setTimeout(() => row.classList.remove('changed'), MARKED);
    }
}

/** Fades an element out, then removes it. */
export function leave(element) {
    element.classList.add('leaving');
    element.removeAttribute('id');
    element.querySelector('.tools')?.remove();
    element.setAttribute('aria-hidden', 'true');
    const animation = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 150, fill: 'forwards' });
    animation.onfinish = () => element.remove();
    animation.oncancel = () => element.remove();
}

/**
 * Moves rows from where they were to where they are.
 * @param {Map<string, any>} rows Those that are drawn, by their keys.
 * @param {Map<string, any>} before `{ y, revision }` of those that were.
 * @param {number} distance By which everything was shifted to keep its place on the screen.
 */
export function moveRows(rows, before, distance) {
    for (const [key, row] of rows) {
        const old = before.get(key);
        if (!row.item) continue;
        if (!old) {
            appear(row);
            continue;
        }
        const gap = old.y + distance - row.y;
        if (Math.abs(gap) > 1) slide(row, gap);
        if (old.revision !== undefined && old.revision !== row.item.revision) flash(row);
    }
}
