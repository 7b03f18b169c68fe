// Copies text for somebody, with the clipboard or without it.

import { button } from './dom.js';
import { notify } from './notices.js';

/** A button that copies. @param {() => string} text What it copies, made when it is pressed. */
export const copyButton = (label, text, properties = {}) => button(label, () => copyText(text()), properties);

/** Copies a text, and says so. */
export async function copyText(text) {
    if (await isCopied(text)) notify('Copied.');
    else notify('This browser lets the page copy nothing. Select the text, and copy it by hand.', { isError: true });
}

/** Without a secure origin there is no clipboard: then the text is selected and copied as a user would. */
async function isCopied(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const area = document.createElement('textarea');
        const focused = /** @type {HTMLElement | null} */ (document.activeElement);
        area.value = text;
        area.className = 'visually-hidden';
        ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(area);
        area.select();
        const isDone = document.execCommand('copy');
        area.remove();
        focused?.focus();
        return isDone;
    }
}
