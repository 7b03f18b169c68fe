// The little of Markdown that the API's description has: paragraphs, headings, bullets, numbers, code, bold and links.

import { element } from './dom.js';

/** The text as elements. */
export function paragraphs(text) {
    return text.trim().split(/\n\s*\n/).filter(Boolean).map((block) => {
        if (/^#+ /.test(block)) return element('h3', {}, block.replace(/^#+ /, ''));
        const [bullet] = block.match(/^(\*|1\.) /) ?? [];
        if (!bullet) return element('p', {}, inline(block));
        const entries = block.split(/(?:^|\n)(?:\*|\d+\.) /).filter(Boolean);
        return element(bullet === '* ' ? 'ul' : 'ol', {}, entries.map((entry) => element('li', {}, inline(entry))));
    });
}

function inline(text) {
    return text.replace(/\s*\n\s*/g, ' ').split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
        if (part.startsWith('`')) return element('code', {}, part.slice(1, -1));
        if (part.startsWith('**')) return element('strong', {}, part.slice(2, -2));
        if (/^\[.*\)$/.test(part)) return part.slice(1, part.indexOf(']'));
        return part;
    });
}
