// How a row looks: by the name of its cell where that says something, else by what its value has.

import { element, icon } from './dom.js';
import { count, heading, number, short } from './format.js';
import { cellText, columnName, isNumber, valueAt, wordsOf } from './rowrules.js';

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
    const row = element('div.row', { role: 'row' }, makeCell());
    return Object.assign(row, { columns: null });
}

const makeCell = () => element('div.cell', { role: 'gridcell', 'aria-colindex': 1 });

/**
 * Shows an item in a row.
 * @param {any} row
 * @param {JSONObject | null} item Null is one that is on its way.
 * @param {{ rules: JSONObject, columns: string[] | null }} look As of `rulesOf`; with columns the row is one of a table.
 * @param {any} header That of its section.
 */
export function renderRow(row, item, { rules, columns }, header) {
    row.classList.toggle('waiting', item === null);
    row.classList.toggle('unsupported', item?.cell === 'UnsupportedCell');
    if (row.columns !== columns) arrange(row, columns);
    if (columns) renderColumns(row, item, columns);
    else renderCell(row, item, rules, header);
}

/** Gives a row the cells that it has in a list or in a table; its buttons stay. */
function arrange(row, columns) {
    row.columns = columns;
    for (const child of [...row.children]) if (!child.matches('.tools')) child.remove();
    row.classList.toggle('tabular', columns !== null);
    if (columns === null) {
        row.prepend(makeCell());
        return;
    }
    const box = element('input', { type: 'checkbox', tabIndex: -1, 'aria-label': 'Mark' });
    row.style.setProperty('--columns', Math.max(1, columns.length));
    row.prepend(
        element('span.check', { role: 'gridcell', 'aria-colindex': 1 }, box),
        ...columns.map((_, index) => element('span.column', { role: 'gridcell', 'aria-colindex': index + 2, dir: 'auto' })));
}

function renderColumns(row, item, columns) {
    columns.forEach((pointer, index) => {
        const cell = row.children[index + 1];
        const value = item === null ? undefined : valueAt(item.value, pointer);
        const text = cellText(value);
        cell.textContent = text;
        cell.classList.toggle('figure', isNumber(value));
        cell.title = typeof value === 'string' && value !== text ? short(value) : '';
        cell.setAttribute('aria-label', `${columnName(pointer)}: ${text}`);
    });
    row.classList.remove('done');
}

function renderCell(row, item, rules, header) {
    const cell = row.firstChild;
    if (item === null) {
        cell.replaceChildren(element('b'), element('span'));
        return;
    }
    const { title, detail, trailing, picture: address, isDone } = wordsOf(item.value, rules, heading(header));
    const parts = [element('b', { dir: 'auto' }, title || '\u00a0')];
    if (detail !== '') parts.push(element('span', { dir: 'auto' }, detail));
    if (trailing !== '') parts.push(element('em', { dir: 'auto' }, trailing));
    if (item.cell !== 'Cell') parts.push(element('i', { dir: 'auto' }, short(item.cell)));
    const isLed = address !== null || rules.picture !== null || isPictured(item.cell);
    if (isLed) parts.unshift(address === null ? picture(item, title) : image(address, item, title));
    else if (isDone !== null) parts.unshift(checkMark(isDone));
    cell.replaceChildren(...parts);
    cell.classList.toggle('led', isLed || isDone !== null);
    row.classList.toggle('done', isDone === true);
}

/** A picture from an address; where it does not come, the one that stands for it. */
function image(address, item, title) {
    const made = element(isPerson(item.cell) ? 'img.thumb.person' : 'img.thumb', { alt: '', decoding: 'async', loading: 'lazy' });
    made.referrerPolicy = 'no-referrer';
    made.addEventListener('error', () => made.replaceWith(picture(item, title)));
    made.src = address;
    return made;
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
