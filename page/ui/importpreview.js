// What a file becomes as a list: its first sections, with their first rows.

import { FileFlaw } from './csv.js';
import { Sections } from './conversion.js';
import { element } from './dom.js';
import { count, heading, summary } from './format.js';
import { isObject } from './mergepatch.js';
import { parse } from './rawjson.js';

const SHOWN = 6;

/**
 * The preview of a file.
 * @param {object} found As `inspect` returns it.
 * @param {object} layout `group`, `header` and `id`: paths of keys, or null.
 * @returns {Node[]}
 * @throws {FileFlaw}
 */
export function previewOf(found, layout) {
    if (found.kind === 'document' && found.document === null) return [element('p.dim', {}, 'It is too large to be shown here.')];
    if (found.kind === 'document') return ofDocument(found.document);
    if (found.kind === 'export') return ofLines(found);
    const sections = new Sections(layout);
    for (const row of found.rows) sections.add(row);
    // What a section is called says nothing of its rows.
    const known = [layout.group, layout.header].filter((path) => path?.length === 1).map(([key]) => key);
    const shown = sections.all.map(({ header, rows, first }) => (
        { header: parse(header), rows, first: first.map((value) => without(known, value)) }));
    const start = found.isWhole ? '' : `The first ${count(found.rows.length, 'row')}: `;
    return listed(start, shown, sections.count);
}

function without(keys, value) {
    if (keys.length === 0 || !isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

function ofDocument(document) {
    const bare = (items) => ({ items: (Array.isArray(items) ? items : [items]).map((value) => ({ value })) });
    const sections = Array.isArray(document) ? document.map(bare) : document?.sections;
    if (!Array.isArray(sections)) throw new FileFlaw({ detail: 'A list as one JSON object has its sections under “sections”' });
    const shown = sections.map((section) => {
        const items = Array.isArray(section?.items) ? section.items : [];
        return { header: section?.header ?? null, rows: items.length, first: items.slice(0, 3).map((item) => item?.value ?? null) };
    });
    return listed('', shown, shown.reduce((sum, { rows }) => sum + rows, 0));
}

function ofLines({ rows, isWhole }) {
    const sections = [];
    for (const { value: { section, item } } of rows) {
        if (section) sections.push({ header: section.header ?? null, rows: 0, first: [] });
        if (!item) continue;
        if (sections.length === 0) sections.push({ header: null, rows: 0, first: [] });
        const last = sections.at(-1);
        last.rows += 1;
        if (last.first.length < 3) last.first.push(item.value ?? null);
    }
    return listed(isWhole ? '' : `The first ${count(rows.length, 'line')}: `, sections, sections.reduce((sum, each) => sum + each.rows, 0));
}

function listed(start, sections, items) {
    const entries = sections.slice(0, SHOWN).map(({ header, rows, first }) => {
        const titles = first.map((value) => summary(value).title).join(', ') + (rows > first.length ? ', …' : '');
        const name = element('b', { dir: 'auto' }, header === null ? 'Without a header' : heading(header));
        return element('li', {}, name, element('small', {}, count(rows, 'item')), element('span', { dir: 'auto' }, titles));
    });
    const rest = sections.length - SHOWN;
    const more = rest > 0 && element('li', {}, element('small', {}, count(rest, 'more section')));
    const sum = `${start}${count(items, 'item')} in ${count(sections.length, 'section')}.`;
    return [element('p', { role: 'status' }, sum), element('ol.preview', {}, entries, more)];
}
