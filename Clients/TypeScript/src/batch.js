// Edits that are done together.

/** @typedef {import('./drafts.js').Draft} Draft */
/** @typedef {import('./drafts.js').ItemDrafts} ItemDrafts */
/** @typedef {import('./sectiondrafts.js').SectionDrafts} SectionDrafts */
/** @typedef {import('./sectiondrafts.js').SectionMembers} SectionMembers */
/** @typedef {import('./types.js').IndexPath} IndexPath */
/** @typedef {import('./types.js').Section} Section */

/**
 * @template Value
 * @typedef {import('./types.js').Row<Value>} Row
 */

/**
 * What the edits of a batch are made with. Each is in the list, for who reads it, when its call returns; so index paths count what the
 * calls before have done.
 * @template [Value=any]
 */
export class ListBatch {
    #items;
    #sections;
    #add;

    /**
     * @param {ItemDrafts} items
     * @param {SectionDrafts} sections
     * @param {(draft: Draft | null) => void} add
     */
    constructor(items, sections, add) {
        this.#items = items;
        this.#sections = sections;
        this.#add = add;
    }

    /**
     * @param {Row<Value>} row
     * @param {Value} value
     */
    update(row, value) {
        this.#add(this.#items.update(row, value));
    }

    /** @param {Row<Value>} row */
    delete(row) {
        this.#add(this.#items.delete(row));
    }

    /**
     * @param {Value} value
     * @param {IndexPath} path
     * @param {{ id?: string, type?: string }} [options]
     * @returns {string} The item's id.
     */
    insert(value, path, options = {}) {
        const draft = this.#items.insert(value, path, options);
        this.#add(draft);
        return draft.edit.item.id;
    }

    /**
     * @param {Row<Value>} row
     * @param {IndexPath} path
     */
    move(row, path) {
        this.#add(this.#items.move(row, path));
    }

    /**
     * @param {SectionMembers & { id?: string }} section
     * @param {number} index
     * @returns {string} Its id.
     */
    insertSection(section, index) {
        const draft = this.#sections.insert(section, index);
        this.#add(draft);
        return draft.edit.section;
    }

    /**
     * @param {Section} section
     * @param {SectionMembers} members
     */
    updateSection(section, members) {
        this.#add(this.#sections.update(section.id, members));
    }

    /**
     * @param {Section} section
     * @param {number} index
     */
    moveSection(section, index) {
        this.#add(this.#sections.move(section.id, index));
    }

    /** @param {Section} section */
    deleteSection(section) {
        this.#add(this.#sections.delete(section.id));
    }
}
