// What a few characters can name in a list: a version, an index path, or sections.

import { fold } from './folding.js';
import { count, heading, number } from './format.js';

/** How many sections are offered at once. */
const MOST = 100;

/** The version that a text like `v17` names; null where it names none. */
export function versionOf(text) {
    const found = /^v([1-9]\d{0,15})$/i.exec(text);
    return found && Number(found[1]);
}

/** The index path that a text like `12-3` names in a model; null where it names none. */
export function pathOf(text, model) {
    const found = /^(\d{1,9})-(\d{1,9})$/.exec(text);
    if (!found) return null;
    const [section, row] = [Number(found[1]), Number(found[2])];
    return row < (model.sections[section]?.rows.count ?? 0) ? [section, row] : null;
}

/** The index of the section whose id or header is a text; null where there is none. */
export function sectionOf(text, model) {
    const folded = fold(text);
    const index = model.sections.findIndex(({ info }) => info.id === text || fold(heading(info.header)) === folded);
    return index < 0 ? null : index;
}

/**
 * What is offered for a text: each with a `label`, a `detail` and one of `version`, `path` and `section`.
 * @returns {{targets: object[], left: number}} `left` is the number of further sections.
 */
export function targetsFor(text, model) {
    const targets = [];
    const [version, path] = [versionOf(text), pathOf(text, model)];
    if (version !== null) targets.push({ label: `Version ${number(version)}`, detail: 'history', version });
    if (path !== null) targets.push({ label: `Section ${path[0]}, row ${path[1]}`, detail: 'index path', path });
    const folded = fold(text);
    let left = 0;
    model.sections.forEach(({ info, rows }, section) => {
        const label = heading(info.header) || info.id;
        if (folded !== '' && !fold(label).includes(folded) && !fold(info.id).includes(folded)) return;
        if (targets.length < MOST) targets.push({ label, detail: count(rows.count, 'item'), section });
        else left += 1;
    });
    return { targets, left };
}
