package sectional

/**
 * One version of a list, as far as it is known: all counts, and the items that were looked at.
 *
 * A view has one run of rows: here a row for each section's header, and its items below. Not for several threads.
 */
internal class ListModel(sections: List<Map<String, Any?>> = emptyList(), var version: Long = 0) {
    internal class Section(var info: Map<String, Any?>, count: Int) {
        val rows = SparseRows(count)
        /** Its place among the sections; -1 where it has gone. */
        var index = -1
    }

    var sections = sections.map { Section(it, it.count("itemCount")) }
        private set
    /** For each section its header and its rows. */
    var offsets = counted(this.sections)
        private set
    /** The sections of which a row is known. */
    private val known = HashSet<Section>()

    /** The list's own properties. */
    var info = emptyMap<String, Any?>()

    fun itemCount(section: Int) = sections[section].rows.count

    /** Null where there is no section of this id. */
    fun indexOfSection(id: String): Int? = sections.indexOfFirst { it.info["id"] == id }.let { if (it < 0) null else it }

    val itemTotal get() = offsets.total - sections.size

    /** Rows of a view, headers among them. */
    val rowCount get() = offsets.total

    fun contains(path: IndexPath) = path.section in sections.indices && path.row >= 0 && path.row < itemCount(path.section)

    fun slot(at: IndexPath): Slot? = sections[at.section].rows[at.row]

    /** Null while it is not loaded, and outside the list. */
    fun item(at: IndexPath): Item? = if (contains(at)) (slot(at) as? Slot.Known)?.item else null

    fun position(at: IndexPath) = positionOfHeader(at.section) + 1 + at.row

    fun positionOfHeader(section: Int) = offsets.before(section)

    /** A row of -1 is the section's header. */
    fun indexPath(position: Int): IndexPath {
        if (position < 0 || position >= rowCount) throw IndexOutOfBoundsException("$position of $rowCount")
        val (section, row) = offsets.find(position)
        return IndexPath(section, row - 1)
    }

    /** The offset of an item among all, as pages count. */
    fun offset(of: IndexPath) = offsets.before(of.section) - of.section + of.row

    /** The item at an offset. */
    fun indexPathOfItem(offset: Int): IndexPath? {
        if (offset < 0 || offset >= itemTotal) return null
        val (section, row) = offsets.find(offset, 1)
        return IndexPath(section, row)
    }

    /** Calls `body` with what is known, in no order of sections. */
    inline fun forEachKnown(body: (IndexPath, Slot) -> Unit) {
        for (section in knownSections()) for ((row, slot) in section.rows.known()) body(IndexPath(section.index, row), slot)
    }

    fun knownSections(): List<Section> = known.toList()

    /** The index paths of the items with these ids, among those that are loaded. */
    fun paths(ids: Set<String>): List<IndexPath> {
        val found = ArrayList<IndexPath>()
        if (ids.isNotEmpty()) forEachKnown { path, slot -> if (slot is Slot.Known && slot.item.id in ids) found.add(path) }
        found.sort()
        return found
    }

    fun setSlot(at: IndexPath, slot: Slot?) {
        val section = sections[at.section]
        section.rows[at.row] = slot
        note(section)
    }

    private fun note(section: Section) {
        if (section.rows.knownCount > 0 && section.index >= 0) known.add(section) else known.remove(section)
    }

    /** Makes rows come or go, and keeps the sums. */
    fun insertRow(section: Section, row: Int, slot: Slot?) {
        section.rows.insert(row, slot)
        offsets.add(1, section.index)
        note(section)
    }

    fun removeRow(section: Section, row: Int): Slot? {
        val slot = section.rows.remove(row)
        offsets.add(-1, section.index)
        note(section)
        return slot
    }

    /** Puts other sections in the place of all; those at `arrivals` count nothing yet. */
    fun setSections(sections: List<Section>, arrivals: Set<Int>) {
        for (section in this.sections) section.index = -1
        for ((index, section) in sections.withIndex()) section.index = index
        this.sections = sections
        offsets = PrefixSums(IntArray(sections.size) { if (it in arrivals) 0 else 1 + sections[it].rows.count })
        known.removeAll { it.index < 0 }
        for (index in arrivals) note(sections[index])
    }

    private companion object {
        fun counted(sections: List<Section>): PrefixSums {
            for ((index, section) in sections.withIndex()) section.index = index
            return PrefixSums(IntArray(sections.size) { 1 + sections[it].rows.count })
        }
    }
}
