// The heights of a section's rows, in whole pixels, two bytes a row and less where rows are alike: in blocks of any number of rows of one
// height, or of some hundred that each have their own. Sums over the blocks find a row, its top, and the row at a height.

import { PrefixSums } from './sums.js';

/** The height of a row whose cell has none. */
export const ROW = 60;
/** The most rows of a block that each have a height of their own. */
const BLOCK = 1_024;
/** Where a block is put together. */
const taken = new Uint16Array(BLOCK);

export class RowHeights {
    /** How many rows there are, and how high they are together. */
    count = 0;
    total = 0;
    /** Blocks of `{ count, total, each }`, none without rows; `each` is one height for all, or an array of `BLOCK` at most. */
    #blocks = [];
    /** Sums over the blocks; null after blocks have come or gone, until somebody asks. */
    #sums = null;

    /** @param {Iterable<[number, number]>} runs How many rows beside each other have a height, and the height. */
    constructor(runs) {
        let count = 0;
        const end = () => {
            if (count > 0) this.#add(RowHeights.#block(taken.subarray(0, count)));
            count = 0;
        };
        for (const [length, height] of runs) {
            let left = length;
            while (left > 0) {
                if (count === 0 && left >= BLOCK) {
                    this.#add({ count: left, total: left * height, each: height });
                    break;
                }
                const part = Math.min(left, BLOCK - count);
                taken.fill(height, count, count + part);
                count += part;
                left -= part;
                if (count === BLOCK) end();
            }
        }
        end();
    }

    get(row) {
        const [index, offset] = this.#locate(row);
        const { each } = this.#blocks[index];
        return typeof each === 'number' ? each : each[offset];
    }

    /** How high the first `row` rows are together, which is the top of the next one. */
    before(row) {
        if (row >= this.count) return this.total;
        const [index, offset] = this.#locate(row);
        return (index === 0 ? 0 : this.#indexed.totals.before(index)) + sum(this.#blocks[index].each, offset);
    }

    /** The row at a height: the first above them all, the last below. */
    rowAt(y) {
        if (y >= this.total) return this.count - 1;
        if (y < 0) return 0;
        const index = this.#blocks.length === 1 ? 0 : this.#indexed.totals.find(y);
        let [row, rest] = index === 0 ? [0, y] : [this.#indexed.counts.before(index), y - this.#indexed.totals.before(index)];
        const { each } = this.#blocks[index];
        if (typeof each === 'number') return row + Math.floor(rest / each);
        for (let offset = 0; rest >= each[offset]; offset += 1) {
            rest -= each[offset];
            row += 1;
        }
        return row;
    }

    /** Gives a row another height; returns whether it is another one. */
    set(row, height) {
        const old = this.get(row);
        if (old === height) return false;
        const [index, offset] = this.#separate(row);
        const block = this.#blocks[index];
        block.each[offset] = height;
        this.#change(index, 0, height - old);
        return true;
    }

    insert(row, height) {
        if (this.count === 0) {
            this.#add({ count: 1, total: height, each: height });
            return;
        }
        let [index, offset] = this.#locate(row);
        if (this.#blocks[index].each !== height) {
            [index, offset] = this.#separate(row, 1);
            const { count, each } = this.#blocks[index];
            each.copyWithin(offset + 1, offset, count);
            each[offset] = height;
        }
        this.#change(index, 1, height);
    }

    /** Takes a row away, and returns its height. */
    remove(row) {
        const [index, offset] = this.#locate(row);
        const block = this.#blocks[index];
        const { count, each } = block;
        const height = typeof each === 'number' ? each : each[offset];
        if (typeof each !== 'number') each.copyWithin(offset, offset + 1, count);
        this.#change(index, -1, -height);
        if (block.count === 0) {
            this.#blocks.splice(index, 1);
            this.#sums = null;
        }
        return height;
    }

    /** How many blocks there are, for tests. */
    get blockCount() {
        return this.#blocks.length;
    }

    get #indexed() {
        this.#sums ??= {
            counts: new PrefixSums(this.#blocks.map(({ count }) => count)), totals: new PrefixSums(this.#blocks.map(({ total }) => total)),
        };
        return this.#sums;
    }

    /** The block that a row is in, and the offset there; the end of the last block for the row past the end. */
    #locate(row) {
        if (this.#blocks.length === 1) return [0, row];
        const { counts } = this.#indexed;
        const index = counts.find(row);
        return [index, row - counts.before(index)];
    }

    /** As `#locate`, in a block whose rows each have a height of their own, and which has room for so many more. */
    #separate(row, more = 0) {
        const [index, offset] = this.#locate(row);
        const block = this.#blocks[index];
        const { count, each } = block;
        if (count + more <= BLOCK) {
            if (typeof each === 'number' || each.length < count + more) block.each = roomy(each, count);
            return [index, offset];
        }
        // The rows around it become a block of their own, so that the next change beside it finds room.
        const start = typeof each === 'number' ? Math.min(Math.max(0, offset - BLOCK / 4), count - BLOCK / 2) : 0;
        const bounds = [0, start, start + BLOCK / 2, count];
        const parts = bounds.slice(1).map((end, at) => part(each, bounds[at], end)).filter(({ count: rows }) => rows > 0);
        this.#blocks.splice(index, 1, ...parts);
        this.#sums = null;
        return this.#separate(row, more);
    }

    #add(block) {
        const last = this.#blocks.at(-1);
        if (last && typeof block.each === 'number' && last.each === block.each) {
            last.count += block.count;
            last.total += block.total;
        } else {
            this.#blocks.push(block);
        }
        this.count += block.count;
        this.total += block.total;
        this.#sums = null;
    }

    #change(index, rows, height) {
        const block = this.#blocks[index];
        block.count += rows;
        block.total += height;
        this.count += rows;
        this.total += height;
        if (rows !== 0) this.#sums?.counts.add(index, rows);
        this.#sums?.totals.add(index, height);
    }

    static #block(heights) {
        const isEven = heights.every((height) => height === heights[0]);
        return { count: heights.length, total: sum(heights, heights.length), each: isEven ? heights[0] : heights.slice() };
    }
}

/** The sum of the first `count` heights. */
function sum(each, count) {
    if (typeof each === 'number') return each * count;
    let total = 0;
    for (let offset = 0; offset < count; offset += 1) total += each[offset];
    return total;
}

function part(each, start, end) {
    const own = typeof each === 'number' ? each : each.slice(start, end);
    return { count: end - start, total: sum(own, end - start), each: own };
}

/** The heights of a block, in an array with room for more. */
function roomy(each, count) {
    const made = new Uint16Array(Math.min(2 * count + 8, BLOCK));
    if (typeof each === 'number') made.fill(each, 0, count);
    else made.set(each.subarray(0, count));
    return made;
}
