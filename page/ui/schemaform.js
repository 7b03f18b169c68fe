// The form that a schema gives a value: a part for each member, within objects and arrays too. A part shows the JSON text of its value, and
// tells of another one; so the text of what was not touched stays as it was sent.

import { field } from './dialogs.js';
import { button, element, icon } from './dom.js';
import { isObject } from './mergepatch.js';
import { elements, member, withMember } from './rawjson.js';
import { controlOf, kindOf } from './schemacontrols.js';

/** The most members of an object that a form has. */
const MOST_MEMBERS = 40;
/** The most elements of an array that a form shows; a longer one is edited as JSON. */
const MOST_ELEMENTS = 50;
/** How deep objects and arrays have parts of their own: a schema may name itself. */
const DEEPEST = 4;

/**
 * The part of a form for a value.
 * @param {any} schema
 * @param {{ root: any, name: string, label: string, isRequired?: boolean, depth?: number, changed: (text: string | null) => void }} about
 *   `root`: the whole schema, which has the definitions; `name`: the keys that lead to the value; `changed`: told the value's text.
 * @returns {FormPart}
 */
export function partOf(schema, about) {
    const own = resolved(schema, about.root);
    const { depth = 0 } = about;
    if (depth < DEEPEST && kindOf(own) === 'object' && isObject(own.properties)) return new ObjectPart(own, about);
    if (depth < DEEPEST && kindOf(own) === 'array' && isObject(own.items)) return new ArrayPart(own, about);
    return new ControlPart(own, about);
}

/** A part of a schema, where it is a reference to one of the schema's own definitions that. */
function resolved(part, root) {
    const name = /^#\/\$defs\/([^/]+)$/.exec(part?.$ref ?? '')?.[1];
    const found = name === undefined ? part : root?.$defs?.[name];
    return isObject(found) ? found : {};
}

const titleOf = (schema, { label, isRequired }) => `${schema.title ?? label}${isRequired ? ' *' : ''}`;
const framed = (title, { description }, ...parts) => element(
    'fieldset.value-form', {}, element('legend', {}, title), description && element('small', {}, description), parts);
/** What is null has nothing in it, as what is not there. */
const unlessNull = (text) => (text === 'null' ? null : text);
const isKindOf = (text, isKind) => text === null || isKind(JSON.parse(text));

/** A value in one control. */
class ControlPart {
    #control;
    #name;
    /** Why what was typed cannot be written. */
    #problem = null;
    #mistake = element('small', { role: 'alert' });

    constructor(schema, about) {
        const control = controlOf(schema);
        control.input.name = `member-${about.name}`;
        control.input.addEventListener('input', () => {
            this.#judge(control.problem());
            if (this.#problem === null) about.changed(control.text());
        });
        const hint = [schema.description, control.hint].filter(Boolean).join(' · ') || null;
        this.#control = control;
        this.#name = about.name;
        this.root = element('div.field', {}, field(titleOf(schema, about), control.input, hint), this.#mistake);
    }

    /** What cannot be written; null where all is well. */
    get flaw() {
        return this.#problem === null ? null : `${this.#name}: ${this.#problem}`;
    }

    show(text) {
        // What somebody is typing stays.
        if (this.#control.input === document.activeElement) return;
        this.#control.show(text);
        this.#judge(null);
    }

    #judge(problem) {
        this.#problem = problem;
        this.#mistake.textContent = problem ?? '';
    }
}

/** An object: a part for each of its properties. */
class ObjectPart {
    #text = null;
    /** @type {Map<string, FormPart>} */
    #parts = new Map();
    #inside;
    #other = element('p.dim', { hidden: true }, 'This is no object now: change it in the JSON.');
    #isOpen = true;

    constructor(schema, about) {
        const { depth = 0, name, changed } = about;
        const required = Array.isArray(schema.required) ? schema.required : [];
        for (const [key, part] of Object.entries(schema.properties).slice(0, MOST_MEMBERS)) {
            this.#parts.set(key, partOf(part, {
                root: about.root, name: name === '' ? key : `${name}/${key}`, label: key, isRequired: required.includes(key),
                depth: depth + 1, changed: (text) => this.#write(key, text, changed),
            }));
        }
        this.#inside = element('div.members', {}, [...this.#parts.values()].map(({ root }) => root));
        const title = depth === 0 ? 'Members' : titleOf(schema, about);
        this.root = framed(title, schema, this.#inside, this.#other);
    }

    get flaw() {
        if (!this.#isOpen) return null;
        return [...this.#parts.values()].map(({ flaw }) => flaw).find((mistake) => mistake !== null) ?? null;
    }

    show(sent) {
        const text = unlessNull(sent);
        this.#isOpen = isKindOf(text, isObject);
        this.#other.hidden = this.#isOpen;
        this.#inside.hidden = !this.#isOpen;
        this.#text = text;
        if (this.#isOpen) for (const [key, part] of this.#parts) part.show(text === null ? null : member(text, key));
    }

    #write(key, text, changed) {
        const before = this.#text;
        this.#text = before === null && text === null ? null : withMember(before ?? '{}', key, text);
        if (this.#text !== before) changed(this.#text);
    }
}

/** An array: a part for each element, and one more at its end. */
class ArrayPart {
    #schema;
    #about;
    /** The texts of the elements; null where there is no array. */
    #texts = null;
    #parts = [];
    #rows = element('div.members');
    #add;
    #other = element('p.dim', { hidden: true }, 'Change this in the JSON.');

    constructor(schema, about) {
        this.#schema = schema;
        this.#about = about;
        this.#add = button('Add', () => this.#append());
        this.#add.setAttribute('aria-label', `Add to ${schema.title ?? about.label}`);
        this.root = framed(titleOf(schema, about), schema, this.#rows, this.#other, this.#add);
    }

    get flaw() {
        return this.#parts.map(({ flaw }) => flaw).find((mistake) => mistake !== null) ?? null;
    }

    show(sent) {
        const text = unlessNull(sent);
        const texts = text === null ? [] : isKindOf(text, Array.isArray) ? elements(text) : null;
        const isShown = texts !== null && texts.length <= MOST_ELEMENTS;
        this.#texts = text === null ? null : texts;
        this.#rows.hidden = this.#add.hidden = !isShown;
        this.#other.hidden = isShown;
        const wanted = isShown ? texts : [];
        if (wanted.length !== this.#parts.length) this.#lay(wanted.length);
        wanted.forEach((each, index) => this.#parts[index].show(each));
    }

    #lay(count) {
        const { root, name, depth = 0 } = this.#about;
        const label = this.#schema.title ?? this.#about.label;
        this.#parts = Array.from({ length: count }, (_, index) => partOf(this.#schema.items, {
            root, name: `${name}/${index}`, label: `${label} ${index + 1}`, depth: depth + 1,
            // An array has no element without a value.
            changed: (text) => this.#write(replaced(this.#texts, index, text ?? 'null')),
        }));
        this.#rows.replaceChildren(...this.#parts.map((part, index) => element(
            'div.element', {}, part.root, button(icon('close'), () => this.#remove(index), {
                'aria-label': `Remove ${label} ${index + 1}`, kind: 'quiet.round',
            }))));
    }

    #append() {
        const { items } = this.#schema;
        this.#write([...this.#texts ?? [], EMPTY[kindOf(resolved(items, this.#about.root))] ?? 'null']);
        focusIn(this.#rows.lastElementChild);
    }

    #remove(index) {
        this.#write(replaced(this.#texts, index));
        const rest = this.#rows.children;
        focusIn(rest[Math.min(index, rest.length - 1)] ?? this.root);
    }

    #write(texts) {
        const text = `[${texts.join(',')}]`;
        this.show(text);
        this.#about.changed(text);
    }
}

/** Texts with other ones in the place of one. */
const replaced = (texts, index, ...others) => [...texts.slice(0, index), ...others, ...texts.slice(index + 1)];

/** @param {Element} shown */
function focusIn(shown) {
    /** @type {HTMLElement} */ (shown.querySelector('input, select, textarea, button'))?.focus();
}

/** What an element is at first, by its kind. */
const EMPTY = { string: '""', number: '0', integer: '0', boolean: 'false', object: '{}', array: '[]' };
