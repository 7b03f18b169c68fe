// Dialogs: a form in the browser's own modal dialog, which keeps the focus inside and gives it back.

import { button, element } from './dom.js';

let count = 0;

/**
 * Opens a dialog.
 * @param {string} title
 * @param {Array} body What stands between the title and the buttons.
 * @param {object} options `confirm`: the label of the button that does it; `act`: what it does, awaited: a string that it returns is
 *   shown as an error, false keeps the dialog open, anything else closes it; `isWide`; `isDangerous`; `extra`: more buttons;
 *   `isFinal`: it closes by `confirm` alone, since what it shows is not shown again.
 * @returns {Promise<boolean>} Whether it was done, when the dialog has closed.
 */
export function openDialog(title, body, { confirm, act, isWide = false, isDangerous = false, extra = [], isFinal = false }) {
    count += 1;
    const heading = element('h2', { id: `dialog-${count}` }, title);
    const error = element('p.form-error', { role: 'alert' });
    const submit = confirm && element(isDangerous ? 'button.danger' : 'button.solid', { type: 'submit' }, confirm);
    const dialog = element(`dialog${isWide ? '.wide' : ''}`, { 'aria-labelledby': heading.id });
    let isDone = false;
    const cancel = !isFinal && button(confirm ? 'Cancel' : 'Close', () => leave());
    const buttons = element('div.buttons', {}, extra, cancel, submit);
    const form = element('form', { noValidate: true, onsubmit: onSubmit }, heading, body, error, buttons);
    const question = element(
        'div.buttons.question', { role: 'alert' }, element('span', {}, 'Discard what you typed?'),
        button('Keep editing', () => ask(false)), button('Discard', () => dialog.close(), { kind: 'quiet.dangerous' }));
    // A password, and what was chosen, are soon given again.
    const fields = 'textarea, input:not([type=password], [type=checkbox], [type=number])';
    const texts = [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(fields))];
    const typed = new Map(texts.map((control) => [control, control.value]));

    /** Closes the dialog; asks first where text would be lost. */
    function leave() {
        if (isFinal) {
            error.textContent = `It is not shown again: copy it, then press “${confirm}”.`;
            return;
        }
        const isTyped = confirm && [...typed].some(([control, value]) => control.value !== value);
        if (isTyped) ask(true);
        else dialog.close();
    }

    function ask(isAsking) {
        if (isAsking === question.isConnected) return;
        (isAsking ? buttons : question).replaceWith(isAsking ? question : buttons);
        (isAsking ? question.querySelector('button') : texts[0]).focus();
    }

    async function onSubmit(event) {
        event.preventDefault();
        // A button that is disabled would lose the focus.
        if (!submit || submit.ariaDisabled === 'true') return;
        error.textContent = '';
        ask(false);
        submit.ariaDisabled = 'true';
        const outcome = await Promise.resolve(act?.()).catch((problem) => problem.message);
        submit.ariaDisabled = null;
        if (typeof outcome === 'string') error.textContent = outcome;
        if (typeof outcome === 'string' || outcome === false) return;
        isDone = true;
        dialog.close();
    }

    dialog.append(form);
    dialog.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave();
    });
    dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        leave();
    });
    document.body.append(dialog);
    dialog.showModal();
    // What is only read begins at its top; the button that closes it may be far below.
    if (!confirm) {
        heading.tabIndex = -1;
        heading.focus();
    }
    return new Promise((resolve) => {
        dialog.addEventListener('close', () => {
            // A browser may close a dialog whatever the page says, when Escape is pressed twice.
            if (isFinal && !isDone) return dialog.showModal();
            dialog.remove();
            resolve(isDone);
        });
    });
}

/** A labelled control: `field('Title', element('input'))`. */
export function field(label, control, hint = null) {
    return element('label.field', {}, element('span', {}, label), control, hint && element('small', {}, hint));
}

/** The sentence of a problem, with each of its errors on a line of its own; what says the same is said once, with its position. */
export function problemText({ message, errors }) {
    const news = errors.filter(({ detail }) => detail === message || !message.endsWith(detail));
    const lines = news.map(({ pointer, parameter, line, detail }) => {
        const position = pointer ?? parameter ?? (line === undefined ? '' : `Line ${line}`);
        return position === '' ? detail : `${position}: ${detail}`;
    });
    const isSaid = errors.some(({ detail }) => detail === message);
    return [...(isSaid ? [] : [message]), ...lines].join('\n').replace(/^line /, 'Line ');
}
