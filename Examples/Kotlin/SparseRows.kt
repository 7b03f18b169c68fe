package sectional

/** What is known of a row; nothing is null. */
sealed class Slot {
    class Known(val item: Item) : Slot()

    /** The item at `index` of the page that was asked for with `ticket`. */
    class Asked(val ticket: Int, val index: Int) : Slot()
}

/** A section's rows, of which a few are known. Rows that nobody asked for take no memory; a change costs what is known. */
internal class SparseRows(count: Int) {
    private class Entry(var row: Int, var slot: Slot)

    /** By row. */
    private val entries = ArrayList<Entry>()
    var count = count
        private set

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
        for (entry in entries) if (entry.row >= row) entry.row += 1
        count += 1
        this[row] = slot
    }

    fun remove(row: Int): Slot? {
        val slot = this[row]
        this[row] = null
        for (entry in entries) if (entry.row > row) entry.row -= 1
        count -= 1
        return slot
    }

    /** The rows that wait for a page. */
    fun asked(ticket: Int): List<Pair<Int, Slot.Asked>> = entries.mapNotNull { entry ->
        (entry.slot as? Slot.Asked)?.let { if (it.ticket == ticket) entry.row to it else null }
    }

    private fun find(row: Int) = entries.binarySearch { it.row.compareTo(row) }
}
