// The rows of one section, as far as they are known. Rows that nobody has looked at take no memory: they are a number in a run.
// A slot is null (unknown), a mark `{ ticket, index }` of a page that is on its way, or an item.

/** Whether a slot holds an item. */
export const isItem = (slot) => slot !== null && slot.id !== undefined;

export class Rows {
    constructor(count) {
        this.count = count;
        /** Runs of `{ count, slots }`; `slots` is null where all are unknown. Neighbours are of different kinds. */
        this.runs = count > 0 ? [{ count, slots: null }] : [];
    }

    get(row) {
        const [run, offset] = this.#locate(row);
        return this.runs[run]?.slots?.[offset] ?? null;
    }

    set(row, slot) {
        const [index, offset] = this.#locate(row);
        const run = this.runs[index];
        if (run.slots && slot !== null) run.slots[offset] = slot;
        else if (run.slots || slot !== null) this.#replace(index, offset, 1, slot);
    }

    insert(row, slot) {
        this.count += 1;
        const [index, offset] = this.#locate(row);
        const run = this.runs[index];
        if (!run) {
            this.runs.push(Rows.#single(slot));
            this.#merge(this.runs.length - 2, this.runs.length - 1);
        } else if (!run.slots === (slot === null)) {
            run.count += 1;
            run.slots?.splice(offset, 0, slot);
        } else {
            this.#replace(index, offset, 0, slot);
        }
    }

    /** Takes a row away, and returns its slot. */
    remove(row) {
        this.count -= 1;
        const [index, offset] = this.#locate(row);
        const run = this.runs[index];
        const slot = run.slots?.[offset] ?? null;
        run.count -= 1;
        run.slots?.splice(offset, 1);
        if (run.count === 0) {
            this.runs.splice(index, 1);
            this.#merge(index - 1, index);
        }
        return slot;
    }

    /** Makes all rows unknown but those from `start` to before `end`. */
    forgetOutside(start, end) {
        const kept = [];
        let row = 0;
        for (const { count, slots } of this.runs) {
            const [from, to] = [Math.max(start - row, 0), Math.min(end - row, count)];
            if (!slots || from >= to) {
                kept.push({ count, slots: null });
            } else {
                if (from > 0) kept.push({ count: from, slots: null });
                kept.push({ count: to - from, slots: slots.slice(from, to) });
                if (to < count) kept.push({ count: count - to, slots: null });
            }
            row += count;
        }
        this.runs = kept;
        this.#merge(0, kept.length - 1);
    }

    /** The known rows as `[row, slot]`, marks among them. */
    *known() {
        let row = 0;
        for (const { count, slots } of this.runs) {
            if (slots) for (let offset = 0; offset < count; offset += 1) yield [row + offset, slots[offset]];
            row += count;
        }
    }

    get knownCount() {
        return this.runs.reduce((sum, run) => sum + (run.slots ? run.count : 0), 0);
    }

    static #single(slot) {
        return { count: 1, slots: slot === null ? null : [slot] };
    }

    /** The run that a row is in, and the offset there; one past the last run for the row past the end. */
    #locate(row) {
        let index = 0;
        while (index < this.runs.length && row >= this.runs[index].count) {
            row -= this.runs[index].count;
            index += 1;
        }
        return [index, row];
    }

    /** Puts a slot of the other kind into a run, in the place of `removed` rows. */
    #replace(index, offset, removed, slot) {
        const { count, slots } = this.runs[index];
        const parts = [];
        if (offset > 0) parts.push({ count: offset, slots: slots && slots.slice(0, offset) });
        parts.push(Rows.#single(slot));
        const rest = count - offset - removed;
        if (rest > 0) parts.push({ count: rest, slots: slots && slots.slice(offset + removed) });
        this.runs.splice(index, 1, ...parts);
        this.#merge(index - 1, index + parts.length);
    }

    /** Joins neighbours of one kind among the runs `first` to `last`. */
    #merge(first, last) {
        let index = Math.max(0, first);
        for (let left = last - index; left > 0 && index + 1 < this.runs.length; left -= 1) {
            const [run, next] = [this.runs[index], this.runs[index + 1]];
            if (!run.slots === !next.slots) {
                run.count += next.count;
                if (run.slots) run.slots = run.slots.concat(next.slots);
                this.runs.splice(index + 1, 1);
            } else {
                index += 1;
            }
        }
    }
}
