// What a view's definition says of an item, as the server judges it: whether it is in the view, and in which section.

import { initial } from './folding.js';
import { Numeral } from './rawjson.js';

const isNumber = (value) => typeof value === 'number' || value instanceof Numeral;
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Numeral);

/** The keys that a JSON pointer names. */
const keysOf = (pointer) => pointer.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** What a pointer leads to; undefined where nothing is there. */
function at(value, pointer) {
    let part = value;
    for (const key of keysOf(pointer)) {
        const isIndex = Array.isArray(part) && /^(0|[1-9]\d*)$/.test(key);
        part = isIndex || (isObject(part) && Object.hasOwn(part, key)) ? part[key] : undefined;
    }
    return part;
}

/** A number as sign, digits without zeros at the ends, and the power of ten of the first digit. */
function decimal(text) {
    const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
    const digits = whole + fraction;
    const start = digits.search(/[1-9]/);
    if (start < 0) return { sign: 0, digits: '', power: 0 };
    return { sign: sign === '-' ? -1 : 1, digits: digits.slice(start).replace(/0+$/, ''), power: whole.length - start + Number(exponent) };
}

/** Below 0, 0 or above it, by what two numbers are worth. */
function compareNumbers(first, second) {
    if (typeof first === 'number' && typeof second === 'number') return first - second;
    const [one, other] = [decimal(String(first)), decimal(String(second))];
    if (one.sign !== other.sign) return one.sign - other.sign;
    const size = one.power - other.power || (one.digits < other.digits ? -1 : one.digits > other.digits ? 1 : 0);
    return one.sign * size;
}

/** Texts by their characters: pairs of surrogates are one, and behind all others. */
export function compareTexts(first, second) {
    for (let index = 0; index < first.length && index < second.length;) {
        const [one, other] = [first.codePointAt(index), second.codePointAt(index)];
        if (one !== other) return one - other;
        index += one > 0xffff ? 2 : 1;
    }
    return first.length - second.length;
}

/** Equality of JSON values: numbers by what they are worth, objects in any order of keys. */
function areEqual(first, second) {
    if (isNumber(first) && isNumber(second)) return compareNumbers(first, second) === 0;
    if (Array.isArray(first) && Array.isArray(second)) {
        return first.length === second.length && first.every((part, index) => areEqual(part, second[index]));
    }
    if (isObject(first) && isObject(second)) {
        const keys = Object.keys(first);
        return keys.length === Object.keys(second).length
            && keys.every((key) => Object.hasOwn(second, key) && areEqual(first[key], second[key]));
    }
    return first === second;
}

/** The order of two numbers or two texts; NaN between anything else. */
function order(first, second) {
    if (isNumber(first) && isNumber(second)) return compareNumbers(first, second);
    return typeof first === 'string' && typeof second === 'string' ? compareTexts(first, second) : NaN;
}

const TESTS = {
    equals: (value, operand) => areEqual(value, operand),
    in: (value, operand) => operand.some((each) => areEqual(value, each)),
    less: (value, operand) => order(value, operand) < 0,
    atMost: (value, operand) => order(value, operand) <= 0,
    greater: (value, operand) => order(value, operand) > 0,
    atLeast: (value, operand) => order(value, operand) >= 0,
    contains: (value, operand) => Array.isArray(value) && value.some((each) => areEqual(each, operand)),
};

/**
 * Whether a condition holds for an item.
 * @param {object|null|undefined} condition A view's `where`.
 * @param {object} item `id`, `type`, `value` and `section`: the id of its section.
 */
export function holds(condition, item) {
    if (condition === null || condition === undefined) return true;
    if (condition.all) return condition.all.every((each) => holds(each, item));
    if (condition.any) return condition.any.some((each) => holds(each, item));
    if (condition.not) return !holds(condition.not, item);
    const subject = condition.item === undefined ? at(item.value, condition.value) : item[condition.item];
    if (condition.exists !== undefined) return condition.exists === (subject !== undefined);
    const test = Object.keys(TESTS).find((name) => condition[name] !== undefined);
    return subject !== undefined && test !== undefined && TESTS[test](subject, condition[test]);
}

const isDate = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
const isID = (text) => text !== '' && text !== '~' && [...text].length <= 128 && !/\p{Cc}/u.test(text);

/**
 * The name of the section that an item is in.
 * @param {any} sectionBy As of a view.
 * @param {object} item As of `holds`; `header`: that of its section.
 */
export function groupOf(sectionBy, item) {
    if (sectionBy === 'none') return 'all';
    if (!isObject(sectionBy)) return item.section;
    const value = at(item.value, sectionBy.value);
    const length = { day: 10, month: 7, year: 4 }[sectionBy.as];
    if (length !== undefined) return isDate(value) ? value.slice(0, length) : '~';
    if (sectionBy.as === 'initial') return typeof value === 'string' ? initial(value) : '#';
    if (typeof value === 'boolean') return String(value);
    if (isNumber(value)) return Number.isInteger(Number(value)) && Math.abs(Number(value)) < 1e15 ? String(Number(value)) : '~';
    return typeof value === 'string' && isID(value) ? value : '~';
}
