// What the page says by itself: short notices with an action, and sentences for screen readers.

import { button, element, icon } from './dom.js';

const area = document.getElementById('notices');
const region = document.getElementById('live-region');

/**
 * Shows a notice for a while.
 * @param {string} text
 * @param {{ action?: { label: string, act: function }, isError?: boolean, seconds?: number }} options
 */
export function notify(text, { action = null, isError = false, seconds = action ? 10 : 5 } = {}) {
    const close = () => notice.remove();
    const notice = element(
        `div.notice${isError ? '.error' : ''}`, { role: isError ? 'alert' : 'status' },
        element('span', {}, text),
        action && button(action.label, () => { close(); action.act(); }, { kind: 'link' }),
        button(icon('close'), close, { 'aria-label': 'Dismiss', kind: 'quiet.round' }));
    area.append(notice);
    while (area.children.length > 3) area.firstChild.remove();
    setTimeout(close, seconds * 1000);
}

/** Shows what went wrong with something that the user asked for. */
export const notifyProblem = (problem) => notify(problem.message, { isError: true, seconds: 8 });

const PAUSE = 5_000;
let pending = '';
let timer = null;

/** Has a sentence read out, politely: at most one in five seconds, and of those that wait the newest. */
export function announce(sentence) {
    pending = sentence;
    timer ??= setTimeout(read, 0);
}

function read() {
    region.textContent = pending;
    pending = '';
    timer = setTimeout(() => {
        timer = null;
        if (pending !== '') announce(pending);
    }, PAUSE);
}
