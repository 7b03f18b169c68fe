// Text as people look for it: without case, accents or the difference between `ﬁ` and `fi`.

export const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a value has a text, folded already, in one of its strings or numbers. */
export function hasText(value, folded) {
    if (value === null || typeof value === 'boolean') return false;
    if (typeof value === 'object' && value.source === undefined) return Object.values(value).some((part) => hasText(part, folded));
    return fold(String(value)).includes(folded);
}
