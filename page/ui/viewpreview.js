// Counts what a view would have, before there is one: the source is read as a stream, in the version that is its newest.

import { get, service, url } from './api.js';
import { element } from './dom.js';
import { fold } from './folding.js';
import { count, heading, number } from './format.js';
import { parse } from './rawjson.js';
import { batches } from './search.js';
import { compareTexts, groupOf, holds } from './viewcondition.js';

const PAUSE = 350;
const SHOWN = 8;

export class ViewPreview {
    #source;
    #version = null;
    #total = 0;
    #timer = null;
    #abort = new AbortController();
    #said = element('p', { role: 'status' }, 'Counting');
    #groups = element('ol.preview');
    root = element('div.becomes', { tabIndex: 0, role: 'group', 'aria-label': 'Preview' }, this.#said, this.#groups);

    constructor(source) {
        this.#source = source;
    }

    /** Counts what a definition gives, a moment later: of several the last one. */
    show(definition) {
        this.close();
        this.#timer = setTimeout(() => this.#count(definition), PAUSE);
    }

    /** Says why there is nothing to count. */
    fail(text) {
        this.close();
        this.#said.textContent = text;
        this.#groups.replaceChildren();
    }

    close() {
        clearTimeout(this.#timer);
        this.#abort.abort();
        this.#abort = new AbortController();
    }

    async #count(definition) {
        const { signal } = this.#abort;
        try {
            if (this.#version === null) {
                const { version, itemCount } = await get(['lists', this.#source], {}, signal);
                [this.#version, this.#total] = [version, itemCount];
            }
            const sum = { items: 0, read: 0, groups: new Map() };
            let section = {};
            for await (const lines of batches(service, url(['lists', this.#source, 'export'], { at: this.#version }), signal)) {
                for (const line of lines) section = take(line, section, definition, sum);
                if (signal.aborted) return;
                this.#tell(sum, definition, sum.read < this.#total);
            }
            this.#tell(sum, definition, false);
        } catch (problem) {
            if (signal.aborted) return;
            const isMissing = problem.slug === 'list-not-found';
            this.#said.textContent = isMissing ? 'There is no source yet: the view is empty.' : problem.message;
        }
    }

    #tell({ items, read, groups }, { limit, sectionBy }, isReading) {
        const cut = limit && items > limit ? `, of which the first ${number(limit)} are shown` : '';
        const words = `${count(items, 'item')} of ${number(this.#total)} in ${count(groups.size, 'section')}${cut}.`;
        this.#said.textContent = isReading ? `${words} Read so far: ${number(read)}.` : words;
        const isGrouped = sectionBy !== null && typeof sectionBy === 'object';
        const sorted = isGrouped ? [...groups].sort(([one], [other]) => inOrder(one, other, sectionBy.order)) : [...groups];
        const entries = sorted.slice(0, SHOWN).map(([, { name, rows }]) => element(
            'li', {}, element('b', { dir: 'auto' }, name), element('small', {}, count(rows, 'item'))));
        const rest = groups.size - SHOWN;
        if (rest > 0) entries.push(element('li', {}, element('small', {}, count(rest, 'more section'))));
        this.#groups.replaceChildren(...entries);
    }
}

function take(line, section, definition, sum) {
    if (line === '') return section;
    const { section: next, item } = parse(line);
    if (next) return next;
    if (!item) return section;
    sum.read += 1;
    const judged = { ...item, section: section.id };
    if (!holds(definition.where, judged)) return section;
    sum.items += 1;
    const group = groupOf(definition.sectionBy, judged);
    const isSource = group === section.id && typeof definition.sectionBy !== 'object';
    const known = sum.groups.get(group);
    if (known) known.rows += 1;
    else sum.groups.set(group, { name: isSource ? heading(section.header) || section.id : group, rows: 1 });
    return section;
}

/** The order of groups: whole numbers first, then texts, `~` and `#` last in either direction. */
function inOrder(one, other, direction) {
    const rank = (group) => (group === '~' || group === '#' ? 2 : /^(0|-?[1-9]\d{0,14})$/.test(group) ? 0 : 1);
    const [first, second] = [rank(one), rank(other)];
    if (first === 2 || second === 2) return first - second;
    const within = first === 0 ? Number(one) - Number(other) : compareTexts(fold(one), fold(other)) || compareTexts(one, other);
    const ascending = first === second ? within : first - second;
    return direction === 'descending' ? -ascending : ascending;
}
