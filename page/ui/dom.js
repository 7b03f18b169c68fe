// Elements. Text is only ever set as text: nothing of a value is markup, whatever it holds.

import { allowQuestion } from './api.js';

/**
 * Makes an element.
 * @template {string} Name
 * @param {Name} name The tag, with classes after dots: `p.dim`.
 * @param {Object<string, any>} [properties] `on…` are listeners; `aria-…`, `data-…`, `role` and `for` are attributes; the
 *   rest are properties. What is null is left out.
 * @param {...any} children Nodes, strings, which become text, arrays of these, and null or false for nothing.
 * @returns {ElementOf<Name>}
 */
export function element(name, properties = {}, ...children) {
    const [tag, ...classes] = name.split('.');
    const made = /** @type {any} */ (document.createElement(tag || 'div'));
    if (classes.length > 0) made.className = classes.join(' ');
    for (const [key, value] of Object.entries(properties)) {
        if (value === null || value === undefined) continue;
        if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
        else if (/^(aria-|data-|role$|for$|list$)/.test(key)) made.setAttribute(key, value);
        else made[key] = value;
    }
    made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
    return made;
}

/**
 * A button that acts; its text is its name unless the properties have an `aria-label`.
 * @param {Object<string, any>} [properties] `kind`: its classes; the rest is as of `element`.
 * @returns {HTMLButtonElement}
 */
export function button(label, act, properties = {}) {
    const { kind = 'quiet', ...rest } = properties;
    return element(/** @type {'button'} */ (`button.${kind}`), { type: 'button', onclick: act, ...rest }, label);
}

const SVG = 'http://www.w3.org/2000/svg';

/** The strokes of the pictures on buttons, each drawn in a square of 24. */
const STROKES = {
    back: 'M15 5l-7 7 7 7',
    close: 'M6 6l12 12M18 6L6 18',
    more: 'M5 12h.01M12 12h.01M19 12h.01',
    plus: 'M12 5v14M5 12h14',
    key: 'M15.500 12.500a5 5 0 1 0-4-4L4 16v4h4v-2.500h2.500V15h2l3-2.500M16.500 7.500h.01',
    grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
    check: 'M5 12.500l4.500 4.500L19 7.500',
    lists: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
    chevron: 'M9 6l6 6-6 6',
    up: 'M6 15l6-6 6 6',
    undo: 'M9 7l-5 5 5 5M4 12h10a5.500 5.500 0 0 1 5 8',
    redo: 'M15 7l5 5-5 5M20 12h-10a5.500 5.500 0 0 0-5 8',
    down: 'M6 9l6 6 6-6',
    keys: 'M3 7h18v10H3zM7 11h.01M12 11h.01M17 11h.01M8 14h8',
    file: 'M12 15V4M7.500 8.500L12 4l4.500 4.500M5 15v4h14v-4',
};

/** A picture that says nothing to a screen reader. */
export function icon(name) {
    const svg = document.createElementNS(SVG, 'svg');
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', STROKES[name]);
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('class', 'icon');
    svg.setAttribute('aria-hidden', 'true');
    svg.append(path);
    return svg;
}

/** What stands where there is nothing to show: why, and what can be done. */
export function placeholder(title, text, ...actions) {
    return element('div.placeholder', {}, element('strong', {}, title), element('p', {}, text), actions);
}

/** What stands where something is on its way. */
export const skeletons = (count) => Array.from({ length: count }, () => element('div.skeleton', { 'aria-hidden': 'true' }));

/** What stands where something could not be loaded; who tries again is asked for a token where it takes one. */
export function failure(problem, retry) {
    const act = () => {
        allowQuestion();
        retry();
    };
    const title = problem.status === 0 ? 'No connection' : problem.status === 401 ? 'A token is needed' : 'This did not work';
    const label = problem.status === 401 ? 'Enter a token' : 'Try again';
    return placeholder(title, problem.message, retry && button(label, act, { kind: 'solid' }));
}
