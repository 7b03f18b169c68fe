package sectional

/** The known content of a row; an unknown row has none. */
internal sealed class Slot {
    class Known(val item: Item) : Slot()

    /** Somebody looks at the row. */
    object Wanted : Slot()

    /** The item at `index` of the page that was asked for with `ticket`. The mark travels with the row, so the page finds it when it comes. */
    class Asked(val ticket: Int, val index: Int) : Slot()
}

/** A section's rows, of which a few are known. Rows that nobody asked for take no memory; a change costs what is known. */
internal class SparseRows(count: Int) {
    private class Entry(var row: Int, var slot: Slot)

    /** By row. */
    private val entries = ArrayList<Entry>(0)
    var count = count
        private set
    val knownCount get() = entries.size

    operator fun get(row: Int): Slot? = find(row).let { if (it >= 0) entries[it].slot else null }

    operator fun set(row: Int, slot: Slot?) {
        val index = find(row)
        when {
            index < 0 -> if (slot != null) entries.add(-index - 1, Entry(row, slot))
            slot == null -> entries.removeAt(index)
            else -> entries[index].slot = slot
        }
    }

    fun insert(row: Int, slot: Slot?) {
        val index = find(row).let { if (it < 0) -it - 1 else it }
        for (later in index until entries.size) entries[later].row += 1
        count += 1
        if (slot != null) entries.add(index, Entry(row, slot))
    }

    fun remove(row: Int): Slot? {
        val found = find(row)
        val slot = if (found >= 0) entries.removeAt(found).slot else null
        for (later in (if (found < 0) -found - 1 else found) until entries.size) entries[later].row -= 1
        count -= 1
        return slot
    }

    /** The known rows, in order; they may be given other slots meanwhile. */
    fun known(): List<Pair<Int, Slot>> = entries.map { Pair(it.row, it.slot) }

    private fun find(row: Int) = entries.binarySearch { it.row.compareTo(row) }
}
