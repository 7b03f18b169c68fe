// Pages of a collection of sections, some beside each other.

const AT_ONCE = 4;

/** The most sections that a page is asked for. */
export const PAGE = 500;

/**
 * Reads the pages of `{ sectionCount, offset, sections }` until all sections are there.
 * @param {object} first The first page.
 * @param {function} page The page from an offset on, with a limit; it may be shorter, where the server's limit or its bytes say so.
 * @param {function} take Called with each page, the first one too.
 */
export async function takeAll(first, page, take) {
    take(first);
    const { sectionCount } = first;
    const starts = [];
    for (let start = first.sections.length; start < sectionCount; start = (Math.floor(start / PAGE) + 1) * PAGE) starts.push(start);
    const load = async () => {
        for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
            const end = Math.min((Math.floor(start / PAGE) + 1) * PAGE, sectionCount);
            for (let offset = start; offset < end;) {
                const next = await page(offset, end - offset);
                take(next);
                if (next.sections.length === 0) break;
                offset += next.sections.length;
            }
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, load));
}
