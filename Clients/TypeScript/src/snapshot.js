// What is kept of a list for the next start of an app: all sections of a version, and the rows around those that were looked at last.

import { jsonText } from './core/jsontext.js';
import { ListModel } from './core/model.js';

const FORMAT = 1;
/** A list with more sections is loaded anew: reading them would take as long. */
const MOST_SECTIONS = 5_000;
/** Rows that are kept on each side of what is in view. */
const AROUND = 300;
/** Milliseconds after a change until the storage has it. */
const SOON = 2_000;

export class SnapshotKeeper {
    #name;
    #storage;
    #on;
    #timer = null;

    /**
     * @param {string} list
     * @param {import('./storage.js').ListStorage | null} storage Null where nothing is kept.
     * @param {{ kept: (version: number) => void, failed: (error: Error) => void }} on `kept`: a version needs nothing else any more.
     */
    constructor(list, storage, on) {
        this.#name = `${list}.list`;
        this.#storage = storage;
        this.#on = on;
    }

    /**
     * What was kept.
     * @param {(text: string) => any} parse
     * @returns {Promise<[info: any, model: ListModel] | null>} Null where there is nothing, or it cannot be read.
     */
    async read(parse) {
        try {
            const text = this.#storage === null ? null : await this.#storage.read(this.#name);
            return text === null ? null : readSnapshot(parse(text));
        } catch (error) {
            this.#on.failed(error);
            return null;
        }
    }

    /**
     * Keeps what is shown, soon.
     * @param {number} version
     * @param {() => void} write Calls `write` with what is shown then.
     */
    isChanged(version, write) {
        if (this.#storage === null) this.#on.kept(version);
        else this.#timer ??= setTimeout(write, SOON);
    }

    /** Keeps what is shown now. */
    async write(info, model, visible) {
        clearTimeout(this.#timer);
        this.#timer = null;
        if (this.#storage === null) return;
        const { version } = model;
        try {
            const text = snapshot(info, model, visible);
            if (text === null) await this.#storage.remove(this.#name);
            else await this.#storage.write(this.#name, text);
            this.#on.kept(version);
        } catch (error) {
            this.#on.failed(error);
        }
    }
}

/**
 * The text of what is shown; null where that is too much.
 * @param {any} info
 * @param {ListModel} model
 * @param {number[]} visible The offsets of the first row in view, and of the one after the last.
 */
function snapshot(info, model, [first, end]) {
    if (model.sections.length > MOST_SECTIONS) return null;
    const runs = [];
    for (let offset = Math.max(0, first - AROUND); offset < Math.min(end + AROUND, model.itemCount); offset += 1) {
        const item = model.item(model.path(offset));
        const last = runs.at(-1);
        if (item !== null && last && last.offset + last.items.length === offset) last.items.push(item);
        else if (item !== null) runs.push({ offset, items: [item] });
    }
    const sections = model.sections.map(({ info: section, rows }) => ({ ...section, itemCount: rows.count }));
    return jsonText({ format: FORMAT, version: model.version, info, sections, runs });
}

/**
 * What was kept.
 * @returns {[info: any, model: ListModel]}
 * @throws {Error} Where it was written by another version of this package.
 */
function readSnapshot({ format, version, info, sections, runs }) {
    if (format !== FORMAT) throw new Error(`What was kept has the format ${format}.`);
    const model = new ListModel(version, sections);
    for (const { offset, items } of runs) {
        model.ask(offset, items.length, -1);
        model.fill(-1, items);
    }
    return [info, model];
}
