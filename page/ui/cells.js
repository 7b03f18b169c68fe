// How a row looks: by the name of its cell where that says something, else by what its value has.

import { element, icon } from './dom.js';
import { count, heading, number, summary } from './format.js';

/** A colour of its own for each id, so that a picture that is not there looks like somebody's choice. */
function hue(text) {
    let sum = 7;
    for (const sign of text) sum = (sum * 131 + sign.codePointAt(0)) % 100_003;
    return (sum * 137) % 360;
}

const isPictured = (cell) => /photo|image|picture|avatar|contact|person|user/i.test(cell);
const isPerson = (cell) => /avatar|contact|person|user/i.test(cell);

/** An empty row: one cell, and in it what `renderRow` puts there. */
export function makeRow() {
    const cell = element('div.cell', { role: 'gridcell', 'aria-colindex': 1 });
    return element('div.row', { role: 'row' }, cell);
}

/** Shows an item in a row; null is one that is on its way. */
export function renderRow(row, item) {
    const cell = row.firstChild;
    row.classList.toggle('waiting', item === null);
    row.classList.toggle('unsupported', item?.cell === 'UnsupportedCell');
    if (item === null) {
        cell.replaceChildren(element('b'), element('span'));
        return;
    }
    const { title, detail, trailing, isDone } = summary(item.value);
    const parts = [element('b', { dir: 'auto' }, title || '\u00a0')];
    if (detail !== '') parts.push(element('span', { dir: 'auto' }, detail));
    if (trailing !== '') parts.push(element('em', {}, trailing));
    if (item.cell !== 'Cell') parts.push(element('i', {}, item.cell));
    if (isPictured(item.cell)) parts.unshift(picture(item, title));
    else if (isDone !== null) parts.unshift(checkMark(isDone));
    cell.replaceChildren(...parts);
    cell.classList.toggle('led', isPictured(item.cell) || isDone !== null);
    row.classList.toggle('done', isDone === true);
}

function picture(item, title) {
    const made = element(isPerson(item.cell) ? 'u.thumb.person' : 'u.thumb', { 'aria-hidden': 'true' }, [...title][0]?.toUpperCase() ?? '');
    made.style.setProperty('--hue', hue(item.id));
    return made;
}

function checkMark(isDone) {
    const properties = { role: 'img', 'aria-label': isDone ? 'done' : 'not done' };
    return element(isDone ? 'u.mark.checked' : 'u.mark', properties, isDone && icon('check'));
}

/** A section's header: a row of the grid, with the number of its items and a menu. */
export function makeHeader() {
    const menu = element('button.quiet.round', { type: 'button', 'aria-label': 'Section commands', 'aria-haspopup': 'menu' }, icon('more'));
    const cell = element('span', { role: 'rowheader', 'aria-colindex': 1, dir: 'auto' });
    return element('div.header', { role: 'row' }, cell, element('div', { role: 'gridcell', 'aria-colindex': 2 }, menu));
}

export function renderHeader(header, info, items) {
    const cell = header.firstChild;
    const text = heading(info.header);
    if (header.shown === text && header.items === items) return;
    [header.shown, header.items] = [text, items];
    const label = { 'aria-label': count(items, 'item') };
    cell.replaceChildren(element('b', {}, text || '\u00a0'), element('small', label, number(items)));
}

export function makeFooter() {
    return element('div.footer', { role: 'row' }, element('span', { role: 'gridcell', 'aria-colindex': 1, dir: 'auto' }));
}

export function renderFooter(footer, info) {
    const text = heading(info.footer);
    if (footer.firstChild.textContent !== text) footer.firstChild.textContent = text;
}
