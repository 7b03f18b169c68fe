package sectional

/**
 * Sums of the first so many counts: a Fenwick tree (Fenwick 1994). A change of one count, a sum and a search take O(log n), building O(n).
 */
internal class PrefixSums(counts: IntArray) {
    /** `sums[i]` is the sum of the counts `i and (i + 1) .. i`. */
    private val sums = counts.copyOf()
    var total = 0
        private set
    /** Steps that were taken so far, for tests. */
    var steps = 0
        private set

    init {
        var sum = 0L
        for (index in sums.indices) {
            sum += counts[index]
            val parent = index or index + 1
            if (parent < sums.size) sums[parent] += sums[index]
        }
        require(sum <= Int.MAX_VALUE) { "$sum rows are more than a view can have" }
        total = sum.toInt()
    }

    fun add(difference: Int, to: Int) {
        total += difference
        var index = to
        while (index < sums.size) {
            steps += 1
            sums[index] += difference
            index = index or index + 1
        }
    }

    /** The sum of the counts before one. */
    fun before(count: Int): Int {
        var sum = 0
        var index = count - 1
        while (index >= 0) {
            steps += 1
            sum += sums[index]
            index = (index and index + 1) - 1
        }
        return sum
    }

    /**
     * The count that an offset falls into, and how far.
     *
     * @param less is taken off each count.
     */
    fun find(offset: Int, less: Int = 0): Pair<Int, Int> {
        var left = offset
        var passed = 0
        var step = Integer.highestOneBit(maxOf(1, sums.size))
        while (step > 0) {
            steps += 1
            if (passed + step <= sums.size && sums[passed + step - 1] - less * step <= left) {
                left -= sums[passed + step - 1] - less * step
                passed += step
            }
            step = step shr 1
        }
        return Pair(passed, left)
    }
}
