// The form of a view's definition: conditions, sections, order and limit. What the form cannot show is edited as JSON.

import { field } from './dialogs.js';
import { button, element, icon } from './dom.js';
import { flaw, jsonArea } from './fields.js';
import { jsonText } from './jsontext.js';
import { isObject } from './mergepatch.js';
import { indent, parse } from './rawjson.js';

const TESTS = {
    equals: 'is', not: 'is not', in: 'is one of', less: 'is less than', atMost: 'is at most', greater: 'is more than',
    atLeast: 'is at least', contains: 'contains', exists: 'exists', missing: 'is missing',
};
const GROUPS = {
    source: 'as in the source', none: 'one for all', value: 'for each value', initial: 'for each first letter', day: 'for each day',
    month: 'for each month', year: 'for each year',
};
const ORDERS = { ascending: 'ascending', descending: 'descending' };
const ITEM = { '@id': 'id', '@type': 'type', '@section': 'section' };
const MOST_KEYS = 4;

let made = 0;

function choice(name, options, value, label) {
    const entries = Object.entries(options).map(([key, text]) => element('option', { value: key, selected: key === value }, text));
    return element('select', { name, 'aria-label': label }, entries);
}

export class ViewForm {
    #of;
    #samples;
    #changed;
    #paths;
    #rows = element('div.tests');
    #keys = element('div.tests');
    #any = choice('match', { all: 'all of these hold', any: 'any of these holds' }, 'all', 'Which conditions have to hold');
    #limit = element('input', { name: 'limit', type: 'number', min: 1, max: 10_000 });
    #group;
    #groupBy;
    #groupOrder;
    #area = null;

    /**
     * @param {object} definition
     * @param {Map<string, any[]>} samples What the source's first items have under each pointer.
     * @param {function} changed
     */
    constructor(definition, samples, changed) {
        made += 1;
        this.#of = definition.of;
        this.#samples = samples;
        this.#changed = changed;
        this.#paths = element('datalist', { id: `pointers-${made}` }, [...samples.keys()].map((value) => element('option', { value })));
        this.root = element('div.view-form', { oninput: changed });
        if (!this.#fill(definition)) this.#toJSON(definition);
    }

    /** Why there is no definition; null where there is one. */
    get flaw() {
        if (this.#area === null) return null;
        return flaw(this.#area.value) ?? (isObject(JSON.parse(this.#area.value)) ? null : 'A definition is a JSON object.');
    }

    /** The definition, where there is no flaw. */
    get value() {
        return this.#area === null ? this.#fromForm() : parse(this.#area.value);
    }

    #toJSON(definition) {
        this.#area = jsonArea(indent(jsonText(definition)), { name: 'definition', rows: 12 });
        this.root.replaceChildren(field('Definition', this.#area, 'JSON: of, where, sectionBy, sortBy, limit'));
    }

    /** Shows a definition in the form; false where the form has no room for it. */
    #fill({ where = null, sectionBy = null, sortBy = null, limit = null, ...rest }) {
        const isAny = Array.isArray(where?.any);
        const tests = where === null ? [] : where.all ?? where.any ?? [where];
        const rows = tests.map((test) => readTest(test));
        const group = sectionBy === null || typeof sectionBy === 'string' ? { as: sectionBy ?? 'source' } : { as: 'value', ...sectionBy };
        // None of no conditions is no condition that the form has.
        if (isAny && rows.length === 0) return false;
        if (rows.includes(null) || Object.keys(rest).some((key) => key !== 'of') || !(group.as in GROUPS)) return false;
        this.#any.value = isAny ? 'any' : 'all';
        this.#limit.value = limit ?? '';
        this.#group = choice('sections', GROUPS, group.as, 'Sections');
        this.#groupBy = this.#pointer('sectionBy', group.value ?? '');
        this.#groupOrder = choice('groupOrder', ORDERS, group.order ?? 'ascending', 'Order of the sections');
        for (const row of rows) this.#addTest(row);
        for (const key of sortBy ?? []) this.#addKey(typeof key === 'string' ? { value: key } : key);
        const more = button('Add a condition', () => this.#addTest({ subject: '', test: 'equals', operand: '' }));
        const key = button('Sort by…', () => this.#addKey({ value: '' }));
        const json = button('Edit as JSON', () => { this.#toJSON(this.value); this.#changed(); });
        const part = (name, ...controls) => element('fieldset.plain', {}, element('legend', {}, name), controls);
        this.root.replaceChildren(
            this.#paths, part('Items', this.#any, this.#rows, element('div.buttons', {}, more)),
            part('Sections', element('div.test', {}, this.#group, this.#groupBy, this.#groupOrder)),
            part('Order', this.#keys, element('div.buttons', {}, key)),
            element('div.pair', {}, field('Limit', this.#limit, 'The first so many items; empty for all'), element('div.last', {}, json)));
        this.#group.addEventListener('change', () => this.#showGroup());
        this.#showGroup();
        return true;
    }

    #showGroup() {
        for (const control of [this.#groupBy, this.#groupOrder]) control.hidden = ['source', 'none'].includes(this.#group.value);
    }

    #pointer(name, value) {
        return element('input', {
            name, value, list: this.#paths.id, placeholder: '/field', autocomplete: 'off', spellcheck: false,
            'aria-label': 'Field, as a JSON pointer',
        });
    }

    #addTest({ subject, test, operand }) {
        const [by, kind] = [this.#pointer('field', subject), choice('test', TESTS, test, 'Test')];
        const control = element('input', { name: 'operand', value: operand, autocomplete: 'off', 'aria-label': 'Value' });
        const show = () => { control.hidden = ['exists', 'missing'].includes(kind.value); };
        kind.addEventListener('change', show);
        show();
        this.#addLine(this.#rows, by, kind, control);
    }

    #addKey({ value, order = 'ascending' }) {
        if (this.#keys.children.length >= MOST_KEYS) return;
        this.#addLine(this.#keys, this.#pointer('sortBy', value), choice('order', ORDERS, order, 'Order'));
    }

    #addLine(lines, ...controls) {
        const remove = button(icon('close'), () => {
            const next = line.nextElementSibling ?? line.previousElementSibling;
            line.remove();
            (next?.querySelector('input') ?? lines.parentElement.querySelector('.buttons button')).focus();
            this.#changed();
        }, { 'aria-label': 'Remove', kind: 'quiet.round' });
        const line = element('div.test', {}, controls, remove);
        lines.append(line);
        // The first ones come with the form.
        if (!this.root.isConnected) return;
        controls[0].focus();
        this.#changed();
    }

    #fromForm() {
        const tests = [...this.#rows.children].map((line) => this.#test(line)).filter(Boolean);
        const keys = [...this.#keys.children].map((line) => [line.querySelector('input').value.trim(), line.querySelector('select').value]);
        const sortBy = keys.filter(([value]) => value !== '').map(([value, order]) => (order === 'ascending' ? value : { value, order }));
        const as = this.#group.value;
        const order = this.#groupOrder.value === 'descending' ? { order: 'descending' } : {};
        const group = { value: this.#groupBy.value.trim(), ...(as === 'value' ? {} : { as }), ...order };
        return {
            of: this.#of,
            ...(tests.length === 0 ? {} : { where: tests.length === 1 ? tests[0] : { [this.#any.value]: tests } }),
            ...(as === 'source' ? {} : { sectionBy: as === 'none' ? 'none' : group }),
            ...(sortBy.length === 0 ? {} : { sortBy }), ...(this.#limit.value === '' ? {} : { limit: this.#limit.valueAsNumber }),
        };
    }

    #test(line) {
        const [subject, kind, operand] = line.querySelectorAll('input, select');
        const name = subject.value.trim();
        if (name === '') return null;
        const by = name in ITEM ? { item: ITEM[name] } : { value: name };
        const value = () => this.#operand(name, operand.value);
        switch (kind.value) {
        case 'exists': return { ...by, exists: true };
        case 'missing': return { ...by, exists: false };
        case 'not': return { not: { ...by, equals: value() } };
        case 'in': return { ...by, in: operand.value.split(',').map((part) => this.#operand(name, part.trim())) };
        default: return { ...by, [kind.value]: value() };
        }
    }

    /** What was typed as a value: a text where the field has texts, else JSON where it is some. */
    #operand(name, text) {
        const known = this.#samples.get(name) ?? [];
        const isText = name in ITEM || (known.length > 0 && known.every((value) => typeof value === 'string'));
        if (isText && !/^"/.test(text)) return text;
        return flaw(text) === null ? parse(text) : text;
    }
}

/** A test as the form shows it; null where it cannot. */
function readTest(test) {
    if (test.not) {
        const inner = readTest(test.not);
        return inner?.test === 'equals' ? { ...inner, test: 'not' } : null;
    }
    const { value, item, exists, ...rest } = test;
    const subject = item === undefined ? value : `@${item}`;
    if (typeof subject !== 'string') return null;
    if (exists !== undefined) return { subject, test: exists ? 'exists' : 'missing', operand: '' };
    const [[kind, operand] = []] = Object.entries(rest);
    if (!(kind in TESTS)) return null;
    const text = (part) => (typeof part === 'string' && flaw(part) !== null ? part : jsonText(part));
    if (kind !== 'in') return { subject, test: kind, operand: text(operand) };
    const texts = operand.map(text);
    return texts.some((part) => part.includes(',')) ? null : { subject, test: kind, operand: texts.join(', ') };
}
