// Keeps the keyboard somewhere: where what has the focus goes from the page, or can be used no more, something near it has it.

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

const canFocus = (control) => !control.disabled && control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true });

/** What had the focus last, and what it stood in; empty after the reader has clicked beside everything. */
let trail = [];

function note({ target }) {
    trail = [];
    for (let part = target; part instanceof Element && part !== document.body; part = part.parentElement) trail.push(part);
}

function check() {
    const active = document.activeElement;
    if ((active !== null && active !== document.body) || trail.length === 0) return;
    const [lost] = trail;
    if (lost.isConnected && canFocus(lost)) trail = [];
    else nearest(trail).focus({ preventScroll: true });
}

/** What can have the focus, as near as there is something. */
function nearest(parts) {
    const dialog = document.querySelector('dialog[open]');
    const main = document.getElementById('main');
    for (const part of dialog ? [dialog] : parts.slice(1)) {
        if (!part.isConnected || part === main) continue;
        const controls = [...part.querySelectorAll(FOCUSABLE)];
        const found = controls.find((control) => control.matches('.grid') && canFocus(control)) ?? controls.find(canFocus);
        if (found) return found;
    }
    const grid = main.querySelector('.grid');
    return grid && canFocus(grid) ? grid : main;
}

/** Watches over the focus from now on. */
export function keepFocus() {
    let isPending = false;
    const later = () => {
        if (isPending || trail.length === 0) return;
        isPending = true;
        // A control that was disabled loses the focus when the page is drawn next.
        requestAnimationFrame(() => setTimeout(() => {
            isPending = false;
            check();
        }));
    };
    addEventListener('focusin', note);
    const watched = { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden', 'data-part', 'open'] };
    new MutationObserver(later).observe(document.body, watched);
}
