// Text as people look for it, and as the server compares it: without case, accents or the difference between `ﬁ` and `fi`.

/** Letters that no decomposition takes apart. */
const LETTERS = { đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ø: 'o', ŧ: 't', æ: 'ae', œ: 'oe', þ: 'th' };
/** Marks of the combining classes 8, 9, 36, 132 and 240. */
const [CLASS_8, CLASS_9, CLASS_36, CLASS_132, CLASS_240] = ['\u3099', '\u094d', '\u0711', '\u0f74', '\u0345'];

/** What each character that is not ASCII folds to. */
const known = new Map();

/** The folded text: each character by itself, as the server has those of Unicode 14.0. */
export function fold(text) {
    if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
    let folded = '';
    for (const character of text) {
        let part = known.get(character);
        if (part === undefined) known.set(character, part = foldOne(character));
        folded += part;
    }
    return folded;
}

/** The capital that a text stands under; `#` where its folded text begins with no letter. */
export function initial(text) {
    const [first = ''] = fold(text);
    if (!/^\p{L}/u.test(first)) return '#';
    const capital = first.toUpperCase();
    return [...capital].length === 1 ? capital : first;
}

function foldOne(character) {
    const caseless = [...character.normalize('NFKD')].map(withoutCase).join('').normalize('NFKD');
    return [...caseless].map((part) => (isDropped(part) ? '' : LETTERS[part] ?? part)).join('');
}

/** Full case folding, which has Cherokee in capitals. By way of a capital `ß` is `ss`, and each sigma the same. */
function withoutCase(character) {
    if (/\p{Script=Cherokee}/u.test(character)) return character.toUpperCase();
    return character.toLowerCase().toUpperCase().toLowerCase();
}

/** Whether a mark is an accent, a dot or a vowel point: of the combining classes 1–8, 10–36, or 200 and up. */
function isDropped(mark) {
    if (!/\p{M}/u.test(mark) || (mark !== CLASS_240 && !isAbove(CLASS_240, mark))) return false;
    if (isAbove(mark, CLASS_36)) return isAbove(mark, CLASS_132);
    return isAbove(mark, CLASS_9) || !isAbove(mark, CLASS_8);
}

/** Whether a mark has a higher combining class than another one: then the two change places when they are normalized. */
function isAbove(mark, other) {
    const text = `a${mark}${other}`;
    return text.normalize('NFD') !== text;
}

/** Whether a value has a text, folded already, in one of its strings or numbers. */
export function hasText(value, folded) {
    if (value === null || typeof value === 'boolean') return false;
    if (typeof value === 'object' && value.source === undefined) return Object.values(value).some((part) => hasText(part, folded));
    return fold(String(value)).includes(folded);
}
