// The items of a version that have a text: by the server's search where the list has one, else by reading the list.

import { fold, hasText } from './folding.js';
import { Problem } from './service.js';
import { pieces, Watch } from './waiting.js';

/** @typedef {import('./service.js').SectionalService} SectionalService */

const PAGE = 50;
/** The most hits that are kept of a list that is read. */
const MOST = 10_000;

/** Hits that the server finds, a page at a time. */
class ServerSearch {
    /** How many there are; null while that is not known. */
    count = null;
    /** How many items were read to find them; null where the server has looked. */
    read = null;
    isOver = true;
    #offset = 0;
    #page = null;
    #ask;

    constructor(service, list, version, text, signal) {
        this.#ask = (offset) => service.getPage(['lists', list, 'search'], { q: text, offset, limit: PAGE, at: version }, signal);
    }

    /** The id of a hit; null past the last one. */
    async at(index) {
        if (this.#page === null || index < this.#offset || index >= this.#offset + this.#page.length) await this.#load(index);
        return this.#page[index - this.#offset]?.id ?? null;
    }

    async #load(index) {
        const { items, itemCount, offset } = await this.#ask(index - (index % PAGE));
        this.#offset = offset;
        this.#page = items;
        // The server counts exactly up to 1,000; a page that is short says where the end is.
        if (itemCount !== null) this.count = itemCount;
        else if (items.length < PAGE && items.length > 0) this.count = offset + items.length;
    }
}

/** Hits in a list that is read as a stream, as they come. */
class ReadingSearch {
    read = 0;
    isOver = false;
    #ids = [];
    #waiting = [];
    #problem = null;

    /** @param {function} changed Called when more was read. */
    constructor(service, list, version, text, signal, changed) {
        this.#run(service, list, version, fold(text), signal, changed);
    }

    get count() {
        return this.#ids.length;
    }

    /** The id of a hit, waited for while the list is read; null past the last one. */
    async at(index) {
        while (index >= this.#ids.length && !this.isOver) await new Promise((resolve) => { this.#waiting.push(resolve); });
        if (this.#problem !== null && index >= this.#ids.length) throw this.#problem;
        return this.#ids[index] ?? null;
    }

    async #run(service, list, version, folded, signal, changed) {
        try {
            for await (const lines of batches(service, service.url(['lists', list, 'export'], { at: version }), signal)) {
                for (const line of lines) this.#take(line, folded);
                this.#wake();
                changed();
                if (this.#ids.length >= MOST) break;
            }
        } catch (problem) {
            this.#problem = problem;
        }
        this.isOver = true;
        this.#wake();
        if (!signal.aborted) changed();
    }

    #take(line, folded) {
        if (!line.startsWith('{"item"')) return;
        this.read += 1;
        // Most lines are ASCII without escapes: those need no parsing to say that they have not the text.
        if (/^[ -[\]-~]*$/.test(line) && !line.toLowerCase().includes(folded)) return;
        const { item } = JSON.parse(line);
        if (fold(item.id) === folded || hasText(item.value, folded)) this.#ids.push(item.id);
    }

    #wake() {
        for (const resolve of this.#waiting.splice(0)) resolve();
    }
}

/** The lines of an answer, as many at a time as come together. */
export async function* batches(service, address, signal) {
    const watch = new Watch(service.silence, signal);
    let rest = '';
    try {
        const answer = await service.send(address, { headers: { Accept: 'application/x-ndjson' } }, watch);
        if (!answer.ok) throw await service.refusal(answer);
        for await (const piece of pieces(answer, watch)) {
            const lines = (rest + piece).split('\n');
            rest = lines.pop();
            yield lines;
        }
        if (rest !== '') yield [rest];
    } catch (error) {
        throw watch.isSilent ? Problem.unreachable() : error;
    } finally {
        watch.close();
    }
}

/**
 * Begins to look for a text in a version of a list.
 * @param {SectionalService} service
 * @param {object} info The list: one with `search` is searched by the server.
 * @returns {object} `at(index)`, awaited, which throws a problem; `count`, `read`, `isOver`.
 */
export function search(service, info, version, text, signal, changed) {
    if (info.search) return new ServerSearch(service, info.id, version, text, signal);
    return new ReadingSearch(service, info.id, version, text, signal, changed);
}
