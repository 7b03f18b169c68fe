// The little of Markdown that the API's description has: paragraphs, headings, bullets, code, bold and links.

import { element } from './dom.js';

/** The text as elements. */
export function paragraphs(text) {
    return text.trim().split(/\n\s*\n/).filter(Boolean).map((block) => {
        if (/^#+ /.test(block)) return element('h3', {}, block.replace(/^#+ /, ''));
        if (!/^\* /.test(block)) return element('p', {}, inline(block));
        return element('ul', {}, block.split(/\n\* |^\* /).filter(Boolean).map((entry) => element('li', {}, inline(entry))));
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
